#version 330 core
// A picture with transparent edges.

in vec2 v_texture_coordinates;

uniform sampler2D u_texture;

out vec4 o_colour;

void main() {
    o_colour = texture(u_texture, v_texture_coordinates);
}
