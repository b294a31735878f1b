#version 330 core
// A strip of ground with a shadow on it.

uniform mat4 u_clip_from_world;
uniform vec3 u_from;    // world: where the strip begins
uniform vec3 u_to;      // world: where it ends
uniform vec2 u_part;    // which part of the shadow is between, in radii from its middle
uniform float u_deep;   // metres, along z

out vec2 v_place;

void main() {
    float along = float(gl_VertexID & 1);
    float across = float(gl_VertexID & 2) - 1.0;
    v_place = vec2(mix(u_part.x, u_part.y, along), across);
    vec3 position = mix(u_from, u_to, along) + vec3(0.0, 0.0, across * u_deep);
    gl_Position = u_clip_from_world * vec4(position, 1.0);
}
