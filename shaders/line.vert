#version 330 core
// Turns a line into a rectangle of constant width on screen.

in vec3 i_start;    // world
in vec3 i_end;      // world
in vec4 i_colour;
in float i_width;   // pixels at scale 1

uniform mat4 u_clip_from_world;
uniform vec2 u_half_size;   // of the picture, in pixels
uniform float u_scale;

out vec4 v_colour;
out vec2 v_along_across;    // pixels, from the line's start
flat out float v_length;    // pixels
flat out float v_radius;    // pixels

// Moves an end behind the viewer to the near plane.
vec4 clipped(vec4 end, vec4 other) {
    float here = end.z + end.w;
    float there = other.z + other.w;
    return here < 0.0 && there > 0.0 ? mix(end, other, here / (here - there)) : end;
}

void main() {
    // x: 0 at the start, 1 at the end; y: -1 right, 1 left.
    vec2 corner = vec2(gl_VertexID & 1, (gl_VertexID & 2) - 1);
    vec4 start = u_clip_from_world * vec4(i_start, 1.0);
    vec4 end = u_clip_from_world * vec4(i_end, 1.0);
    vec4 near_start = clipped(start, end);
    vec4 near_end = clipped(end, start);

    vec2 start_pixel = near_start.xy / near_start.w * u_half_size;
    vec2 end_pixel = near_end.xy / near_end.w * u_half_size;
    float pixels = length(end_pixel - start_pixel);
    vec2 along = pixels > 0.0 ? (end_pixel - start_pixel) / pixels : vec2(1.0, 0.0);
    vec2 across = vec2(-along.y, along.x);

    v_radius = 0.5 * i_width * u_scale;
    v_length = pixels;
    v_colour = i_colour;

    // Half a pixel more on every side, for the smooth edge.
    float reach = v_radius + 0.5;
    float beyond = corner.x * 2.0 - 1.0;
    v_along_across = vec2(corner.x * pixels + beyond * reach, corner.y * reach);

    vec4 position = corner.x < 0.5 ? near_start : near_end;
    vec2 offset = along * beyond * reach + across * corner.y * reach;
    position.xy += offset / u_half_size * position.w;
    gl_Position = position;
}
