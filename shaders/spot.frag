#version 330 core
// As model.frag, in light that can change: sun and sky, which go down, and a few spot lights.

in vec3 v_normal;     // world
in vec3 v_position;   // world
in vec2 v_texture_coordinates;

// It is compiled with a #define for each thing that a surface may need, so that the others cost nothing: TEXTURED, HAS_HOLES,
// SHINES and GLOWS are true or false, and LAMPS is the number of lamps near by.

uniform vec4 u_albedo;        // its colour, as light; the texture is multiplied by it

uniform vec3 u_sun;     // the colour of the sun's light
uniform vec3 u_above;   // of that from the sky
uniform vec3 u_below;   // of that from the ground

// A column for each lamp.
uniform mat4 u_lamp;      // world: where it is, and how far it reaches; 0 if there is none
uniform mat4 u_towards;   // world, of length 1: where it shines
uniform mat4 u_cone;      // the cosines of half its inner and half its outer cone
uniform mat4 u_light;     // the colour of its light

uniform sampler2D u_texture;
uniform vec3 u_eye;   // world
uniform bool u_seen_through;
uniform float u_cutoff;     // less opaque pixels are left out
uniform bool u_unlit;       // light does nothing to it
uniform vec3 u_specular;    // how much of a light its highlights throw back
uniform float u_shininess;
uniform vec3 u_emission;    // its own light
uniform float u_rim;        // how much brighter it is where the eye looks along it

out vec4 o_colour;

#include "reference/sun.glsl"

// Returns the share of a spot light that reaches a place from which `to_lamp` leads to it: from 0 to 1.
// All of it within the inner cone, none outside the outer one; and it fades to nothing at `reach`. `towards` has the length 1, and
// `cone` has two cosines: of half the inner cone's angle, and of half the outer one's.
float spot(vec3 to_lamp, vec3 towards, vec2 cone, float reach) {
    float square = dot(to_lamp, to_lamp);   // of the distance
    float cosine = -dot(to_lamp, towards) * inversesqrt(square);
    float fade = max(1.0 - square / (reach * reach), 0.0);
    return smoothstep(cone.y, cone.x, cosine) * fade * fade;
}

// light^(1/2.2), as screens want it, to half a step of 255: `pow` takes far longer where there is no graphics card.
vec3 on_screen(vec3 light) {
    light = min(light, 1.0);
    vec3 root = sqrt(light);
    return 1.0082 * root + 0.0697 * sqrt(root) - 0.0799 * light;
}

void main() {
    vec4 albedo = u_albedo;
    if (TEXTURED) {
        vec4 shown = texture(u_texture, v_texture_coordinates);
        albedo *= vec4(pow(shown.rgb, vec3(2.2)), shown.a);
        if (HAS_HOLES && albedo.a < u_cutoff) discard;
    }
    // Files have mirrored parts, and sheets without a back: the visible side faces the eye.
    vec3 to_eye = u_eye - v_position;
    vec3 normal = dot(v_normal, to_eye) < 0.0 ? -v_normal : v_normal;

    vec2 sun = sun_light(normal, to_eye, u_shininess);
    vec3 diffuse = mix(u_below, u_above, 0.5 + 0.5 * normalize(normal).y) + sun.x * u_sun;
    vec3 specular = sun.y * u_sun;
    for (int i = 0; i < LAMPS; i++) {
        vec3 to_lamp = u_lamp[i].xyz - v_position;
        vec2 lamp = lamp_light(normal, vec3(0.0), to_lamp, to_eye, u_shininess);
        // No light falls on a surface that faces away.
        if (lamp.x <= 0.0 || u_lamp[i].w <= 0.0) continue;
        vec3 light = spot(to_lamp, u_towards[i].xyz, u_cone[i].xy, u_lamp[i].w) * u_light[i].rgb;
        diffuse += lamp.x * light;
        specular += lamp.y * light;
    }
    vec3 light = albedo.rgb * diffuse + (SHINES ? u_specular * specular : vec3(0.0));
    if (GLOWS) {
        float rim = 1.0 - max(dot(normalize(normal), normalize(to_eye)), 0.0);
        light += u_emission + u_rim * rim * rim * rim * u_sun;
        light = u_unlit ? albedo.rgb : light;
    }
    o_colour = vec4(on_screen(light), u_seen_through ? albedo.a : 1.0);
}
