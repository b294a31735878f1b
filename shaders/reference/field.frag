#version 330 core
// Grass as far as one sees, with a worn path where each ring of knights walks.

in vec3 v_position;   // world

uniform vec3 u_eye;       // world
uniform float u_apart;    // metres from ring to ring
uniform float u_reach;    // metres from the middle to the last ring

out vec4 o_colour;

#include "reference/haze.glsl"

// Evenly spread numbers from 0 to 1, one for each whole place.
float scatter(vec2 place) {
    return fract(sin(dot(place, vec2(12.9898, 78.233))) * 43758.5453);
}

// The same, and smooth between whole places.
float cloud(vec2 place) {
    vec2 whole = floor(place), part = smoothstep(0.0, 1.0, place - whole);
    vec2 low = vec2(scatter(whole), scatter(whole + vec2(1.0, 0.0)));
    vec2 high = vec2(scatter(whole + vec2(0.0, 1.0)), scatter(whole + vec2(1.0, 1.0)));
    vec2 mixed = mix(low, high, part.y);
    return mix(mixed.x, mixed.y, part.x);
}

void main() {
    vec2 place = v_position.xz;
    vec3 grass = mix(vec3(0.655, 0.722, 0.553), vec3(0.737, 0.776, 0.620), cloud(0.35 * place));
    float from_middle = length(place) / u_apart;
    float path = 1.0 - smoothstep(0.10, 0.34, abs(fract(from_middle - 0.5) - 0.5) + 0.12 * cloud(1.7 * place));
    path *= 1.0 - smoothstep(u_reach, u_reach + u_apart, length(place));
    o_colour = vec4(in_haze(mix(grass, vec3(0.800, 0.776, 0.690), 0.7 * path)), 1.0);
}
