#version 330 core
// A corner of a picture, already in its place.

in vec3 a_position;              // model
in vec2 a_texture_coordinates;   // fractions of width and height, from the lower left

uniform mat4 u_clip_from_model;

out vec2 v_texture_coordinates;

void main() {
    v_texture_coordinates = a_texture_coordinates;
    gl_Position = u_clip_from_model * vec4(a_position, 1.0);
}
