#version 330 core
// A square on the ground.

in vec2 a_place;   // -1 to 1

uniform mat4 u_clip_from_world;
uniform vec3 u_centre;    // world
uniform vec2 u_radius;    // metres, along x and z

out vec2 v_place;

void main() {
    v_place = a_place;
    vec3 position = u_centre + vec3(a_place.x * u_radius.x, 0.0, a_place.y * u_radius.y);
    gl_Position = u_clip_from_world * vec4(position, 1.0);
}
