#version 330 core
// Lines every metre, stronger every five, that fade with distance before they flicker.

in vec2 v_place;   // grid, metres

uniform vec4 u_colour;
uniform vec2 u_centre;   // grid, metres
uniform float u_reach;   // metres

out vec4 o_colour;

// How much of this pixel is covered by lines that stand `step` apart.
float lines(float step, vec2 pixel) {
    vec2 width = pixel / step;
    vec2 away = abs(fract(v_place / step - 0.5) - 0.5) / width;
    vec2 cover = clamp(1.0 - away, 0.0, 1.0) * clamp(1.0 - 4.0 * width, 0.0, 1.0);
    return max(cover.x, cover.y);
}

void main() {
    vec2 pixel = fwidth(v_place);
    float cover = max(0.45 * lines(1.0, pixel), 0.8 * lines(5.0, pixel));
    float fade = 1.0 - smoothstep(0.25, 0.95, length(v_place - u_centre) / u_reach);
    o_colour = vec4(u_colour.rgb, u_colour.a * cover * fade);
}
