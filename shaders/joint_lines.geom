#version 330 core
// Widens the line between two joints: OpenGL promises no line wider than one pixel.

layout(lines) in;
layout(triangle_strip, max_vertices = 4) out;

in vec4 v_colour[];

uniform vec2 u_half_size;   // of the picture, in pixels
uniform float u_scale;      // pixels per pixel of a plain screen

noperspective out vec2 g_place;   // pixels, along the line and across it, from its start
flat out float g_length;          // pixels
flat out vec2 g_radius;           // pixels: of the line, and of the dots at its ends
flat out vec4 g_start_colour;
flat out vec4 g_end_colour;

// Moves an end behind the viewer to the near plane.
vec4 clipped(vec4 end, vec4 other) {
    float here = end.z + end.w;
    float there = other.z + other.w;
    return here < 0.0 && there > 0.0 ? mix(end, other, here / (here - there)) : end;
}

void main() {
    vec4 start = clipped(gl_in[0].gl_Position, gl_in[1].gl_Position);
    vec4 end = clipped(gl_in[1].gl_Position, gl_in[0].gl_Position);
    if (start.w <= 0.0 || end.w <= 0.0) {
        return;
    }
    vec2 way = (end.xy / end.w - start.xy / start.w) * u_half_size;
    float pixels = length(way);
    vec2 along = pixels > 0.0 ? way / pixels : vec2(1.0, 0.0);
    vec2 across = vec2(-along.y, along.x);
    vec2 radius = vec2(1.5, 4.5) * u_scale;
    // Half a pixel more on every side, for the smooth edge.
    float reach = radius.y + 0.5;

    for (int corner = 0; corner < 4; corner++) {
        bool at_end = corner >= 2;
        float beyond = at_end ? reach : -reach;
        float side = corner % 2 == 0 ? -reach : reach;
        vec4 position = at_end ? end : start;
        position.xy += (along * beyond + across * side) / u_half_size * position.w;

        g_place = vec2((at_end ? pixels : 0.0) + beyond, side);
        g_length = pixels;
        g_radius = radius;
        g_start_colour = v_colour[0];
        g_end_colour = v_colour[1];
        gl_Position = position;
        EmitVertex();
    }
    EndPrimitive();
}
