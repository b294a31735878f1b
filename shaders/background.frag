#version 330 core
// A quiet gradient.

in float v_height;

out vec4 o_colour;

void main() {
    vec3 low = vec3(0.847, 0.812, 0.729);
    vec3 high = vec3(0.902, 0.945, 0.980);
    o_colour = vec4(mix(low, high, smoothstep(0.0, 1.0, v_height)), 1.0);
}
