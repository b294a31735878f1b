#version 330 core
// A soft round shadow.

in vec2 v_place;

uniform vec4 u_colour;

out vec4 o_colour;

void main() {
    float inside = 1.0 - length(v_place);
    o_colour = vec4(u_colour.rgb, u_colour.a * smoothstep(0.0, 1.0, inside));
}
