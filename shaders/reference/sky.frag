#version 330 core
// As ../background.frag, at night.

in float v_height;

out vec4 o_colour;

const vec3 LOW = vec3(0x35, 0x41, 0x5f) / 255.0;
const vec3 HIGH = vec3(0x13, 0x1a, 0x30) / 255.0;

void main() {
    o_colour = vec4(mix(LOW, HIGH, smoothstep(0.0, 1.0, v_height)), 1.0);
}
