#version 330 core
// As ../mesh.vert, for a shader that knows textures.

in vec3 a_position;   // model
in vec3 a_normal;     // model

uniform mat4 u_clip_from_world;
uniform mat4 u_world_from_model;   // turns, moves and scales evenly

out vec3 v_normal;     // world
out vec3 v_position;   // world
out vec2 v_texture_coordinates;

void main() {
    v_texture_coordinates = vec2(0.0);
    vec4 position = u_world_from_model * vec4(a_position, 1.0);
    v_position = position.xyz;
    v_normal = mat3(u_world_from_model) * a_normal;
    gl_Position = u_clip_from_world * position;
}
