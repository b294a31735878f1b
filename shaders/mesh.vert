#version 330 core
// A mesh in its place.

in vec3 a_position;   // model
in vec3 a_normal;     // model

uniform mat4 u_clip_from_world;
uniform mat4 u_world_from_model;
uniform vec4 u_colour;

out vec3 v_normal;     // world
out vec3 v_position;   // world
out vec4 v_colour;

void main() {
    v_colour = u_colour;
    vec4 position = u_world_from_model * vec4(a_position, 1.0);
    v_position = position.xyz;
    // Right for rotations and uniform scale; lesson 09 has the rest.
    v_normal = mat3(u_world_from_model) * a_normal;
    gl_Position = u_clip_from_world * position;
}
