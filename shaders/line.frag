#version 330 core
// A line with round ends and smooth edges.

in vec4 v_colour;
in vec2 v_along_across;
flat in float v_length;
flat in float v_radius;

out vec4 o_colour;

void main() {
    float beyond = max(max(-v_along_across.x, v_along_across.x - v_length), 0.0);
    float distance = length(vec2(beyond, v_along_across.y));
    float cover = clamp(v_radius + 0.5 - distance, 0.0, 1.0);
    o_colour = vec4(v_colour.rgb, v_colour.a * cover);
}
