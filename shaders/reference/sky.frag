#version 330 core
// As ../background.frag, with other colours.

in float v_height;

uniform vec4 u_low;
uniform vec4 u_high;

out vec4 o_colour;

void main() {
    o_colour = mix(u_low, u_high, smoothstep(0.0, 1.0, v_height));
}
