#version 330 core
// As lit.frag, with a texture on the surface, which is seen from both sides.

in vec3 v_normal;     // world
in vec3 v_position;   // world
in vec4 v_colour;
in vec2 v_texture_coordinates;
#ifdef HAS_VERTEX_COLOURS
in vec4 v_light;   // factors of light, and of opacity
#else
const vec4 v_light = vec4(1.0);
#endif

uniform sampler2D u_texture;
uniform bool u_texture_shown;
uniform vec3 u_eye;   // world
uniform bool u_seen_through;
uniform float u_cutoff;   // less opaque pixels are left out
uniform bool u_unlit;     // light does nothing to it

out vec4 o_colour;

#include "reference/sun.glsl"

void main() {
    vec4 shown = u_texture_shown ? v_colour * texture(u_texture, v_texture_coordinates) : v_colour;
    shown *= vec4(pow(v_light.rgb, vec3(1.0 / 2.2)), v_light.a);
    if (shown.a < u_cutoff) discard;
    float opacity = u_seen_through ? shown.a : 1.0;
    if (u_unlit) {
        o_colour = vec4(shown.rgb, opacity);
        return;
    }

    // Files have mirrored parts, and sheets without a back: the visible side faces the eye.
    vec3 to_eye = u_eye - v_position;
    vec3 normal = dot(v_normal, to_eye) < 0.0 ? -v_normal : v_normal;
    vec2 sun = sun_light(normal, to_eye, 32.0);
    vec3 light = pow(shown.rgb, vec3(2.2)) * (sky_light(normalize(normal)) + 0.75 * sun.x) + 0.06 * sun.y;
    o_colour = vec4(pow(light, vec3(1.0 / 2.2)), opacity);
}
