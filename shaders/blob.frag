#version 330 core
// A soft round shadow.

in vec2 v_place;

uniform vec4 u_colour;

out vec4 o_colour;

void main() {
    float inside = clamp(1.0 - length(v_place), 0.0, 1.0);
    o_colour = vec4(u_colour.rgb, u_colour.a * inside * inside * (3.0 - 2.0 * inside));
}
