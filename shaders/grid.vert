#version 330 core
// A large square in the grid's plane.

in vec2 a_place;   // grid, -1 to 1

uniform mat4 u_clip_from_world;
uniform mat4 u_world_from_grid;
uniform float u_reach;   // metres

out vec2 v_place;   // grid, metres

void main() {
    v_place = a_place * u_reach;
    gl_Position = u_clip_from_world * u_world_from_grid * vec4(v_place, 0.0, 1.0);
}
