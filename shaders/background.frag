#version 330 core
// A quiet gradient.

in float v_height;

out vec4 o_colour;

#include "sky.glsl"

void main() {
    o_colour = vec4(day_sky(v_height), 1.0);
}
