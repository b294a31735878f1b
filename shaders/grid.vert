#version 330 core
// A large square in the grid's plane.

in vec2 a_place;   // grid, -1 to 1

uniform mat4 u_clip_from_world;
uniform mat4 u_world_from_grid;
uniform vec2 u_centre;   // grid, metres: which place of it is in the middle of the square
uniform float u_reach;   // metres

out vec2 v_place;   // grid, metres

void main() {
    vec2 from_centre = a_place * u_reach;
    v_place = u_centre + from_centre;
    gl_Position = u_clip_from_world * u_world_from_grid * vec4(from_centre, 0.0, 1.0);
}
