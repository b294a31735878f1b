#version 330 core
// A surface in two shades that change sides along it and around it, so that a twist is seen.

in vec3 v_normal;     // world
in vec3 v_position;   // world
in vec2 v_texture_coordinates;

uniform vec3 u_eye;   // world
uniform vec4 u_colour;

out vec4 o_colour;

#include "reference/sun.glsl"

void main() {
    vec3 normal = normalize(v_normal);
    vec2 at = fract(v_texture_coordinates * vec2(6.0, 10.0));
    vec3 albedo = pow(u_colour.rgb * ((at.x < 0.5) == (at.y < 0.5) ? 1.0 : 0.66), vec3(2.2));
    vec2 sun = sun_light(v_normal, u_eye - v_position, 48.0);
    vec3 light = albedo * (0.4 + 0.12 * normal.y + 0.6 * sun.x) + 0.12 * sun.y;
    o_colour = vec4(pow(light, vec3(1.0 / 2.2)), 1.0);
}
