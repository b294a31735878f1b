#version 330 core
// A corner of the triangle, taken to where the camera sees it.

in vec3 a_position;   // triangle
in vec3 a_colour;

uniform mat4 u_world_from_triangle;
uniform mat4 u_clip_from_world;

out vec3 v_colour;

void main() {
    v_colour = a_colour;
    gl_Position = u_clip_from_world * u_world_from_triangle * vec4(a_position, 1.0);
}
