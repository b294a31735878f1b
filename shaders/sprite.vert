#version 330 core
// A corner of a picture, already in its place.

in vec3 a_position;   // model
in vec2 a_picture;    // fractions of width and height, from the lower left

uniform mat4 u_clip_from_model;

out vec2 v_picture;

void main() {
    v_picture = a_picture;
    gl_Position = u_clip_from_model * vec4(a_position, 1.0);
}
