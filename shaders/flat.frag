#version 330 core
// One colour, as it is.

uniform vec4 u_colour;

out vec4 o_colour;

void main() {
    o_colour = u_colour;
}
