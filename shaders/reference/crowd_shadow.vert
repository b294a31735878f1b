#version 330 core
// A round shadow below each knight, all by one call.

in vec2 a_place;       // -1 to 1
in vec3 a_foot;        // world: the knight's

uniform mat4 u_clip_from_world;
uniform float u_radius;   // metres

out vec2 v_place;
out vec3 v_position;   // world

void main() {
    v_place = a_place;
    v_position = a_foot + u_radius * vec3(a_place.x, 0.0, a_place.y);
    gl_Position = u_clip_from_world * vec4(v_position, 1.0);
}
