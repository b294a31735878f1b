#version 330 core
// A picture with transparent edges.

in vec2 v_picture;

uniform sampler2D u_picture;

out vec4 o_colour;

void main() {
    o_colour = texture(u_picture, v_picture);
}
