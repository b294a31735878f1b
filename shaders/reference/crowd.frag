#version 330 core
// As ../model.frag, and with distance all goes over into the sky behind it.

in vec3 v_normal;     // world
in vec3 v_position;   // world
in vec2 v_texture_coordinates;
in vec4 v_colour;     // and how much of the texture is on it
in vec4 v_tint;       // and how much of it
in float v_dye;       // how much of red is blue

uniform sampler2D u_texture;
uniform vec3 u_eye;   // world

out vec4 o_colour;

#include "reference/sun.glsl"
#include "reference/haze.glsl"

void main() {
    vec3 to_eye = u_eye - v_position;
    vec3 normal = dot(v_normal, to_eye) < 0.0 ? -v_normal : v_normal;
    vec2 sun = sun_light(normal, to_eye, 32.0);

    vec3 shown = v_colour.rgb * mix(vec3(1.0), texture(u_texture, v_texture_coordinates).rgb, v_colour.a);
    shown = mix(shown, shown.bgr, v_dye);
    shown = mix(shown, v_tint.rgb, v_tint.a);
    vec3 light = pow(shown, vec3(2.2)) * (sky_light(normalize(normal)) + 0.75 * sun.x) + 0.06 * sun.y;
    o_colour = vec4(in_haze(pow(light, vec3(1.0 / 2.2))), 1.0);
}
