#version 330 core
// A pixel of the triangle: the colours of its corners, mixed.

in vec3 v_colour;

out vec4 o_colour;

void main() {
    o_colour = vec4(v_colour, 1.0);
}
