#version 330 core
// As ../blob.frag, and with distance less and less of it.

in vec2 v_place;
in vec3 v_position;   // world

uniform vec3 u_eye;   // world
uniform vec4 u_colour;

out vec4 o_colour;

#include "reference/haze.glsl"

void main() {
    float inside = 1.0 - length(v_place);
    o_colour = vec4(u_colour.rgb, clear() * u_colour.a * smoothstep(0.0, 1.0, inside));
}
