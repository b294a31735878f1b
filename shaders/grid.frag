#version 330 core
// Lines every metre, stronger every five, that fade with distance before they flicker.

in vec2 v_place;   // grid, metres
flat in int v_direction;   // 0 for a line along y, 1 for one along x

uniform vec4 u_colour;
uniform vec2 u_centre;   // grid, metres
uniform float u_reach;   // metres

out vec4 o_colour;

// Returns the share of this pixel below lines with the distance `step`, for each direction.
vec2 lines(float step, vec2 pixel) {
    vec2 width = pixel / step;
    vec2 away = abs(fract(v_place / step - 0.5) - 0.5) / width;
    return clamp(1.0 - away, 0.0, 1.0) * clamp(1.0 - 4.0 * width, 0.0, 1.0);
}

void main() {
    vec2 pixel = fwidth(v_place);
    vec2 cover = max(0.45 * lines(1.0, pixel), 0.8 * lines(5.0, pixel));
    float fade = 1.0 - smoothstep(0.263, 1.0, length(v_place - u_centre) / u_reach);
    vec2 alpha = u_colour.a * fade * cover;
    // At a crossing, lines along x add only what those along y lack, so that it is no darker than its lines.
    float added = max(alpha.y - alpha.x, 0.0) / (1.0 - alpha.x);
    o_colour = vec4(u_colour.rgb, v_direction == 0 ? alpha.x : added);
}
