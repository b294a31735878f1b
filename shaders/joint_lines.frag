#version 330 core
// A line with smooth edges that goes from one joint's colour to another's, and a dot on each joint.

noperspective in vec2 g_place;
flat in float g_length;
flat in vec2 g_radius;
flat in vec4 g_start_colour;
flat in vec4 g_end_colour;

out vec4 o_colour;

// Returns the share of this pixel within `radius` of a shape that is `away` pixels from it.
float cover(float away, float radius) {
    return clamp(radius + 0.5 - away, 0.0, 1.0);
}

void main() {
    float along = clamp(g_place.x, 0.0, g_length);
    float line = cover(distance(g_place, vec2(along, 0.0)), g_radius.x);
    float start = cover(length(g_place), g_radius.y);
    float end = cover(distance(g_place, vec2(g_length, 0.0)), g_radius.y);

    vec4 colour = mix(g_start_colour, g_end_colour, g_length > 0.0 ? along / g_length : 0.0);
    float shown = max(line, max(start, end));
    colour = start > line ? g_start_colour : colour;
    colour = end > max(line, start) ? g_end_colour : colour;
    o_colour = vec4(colour.rgb, colour.a * shown);
}
