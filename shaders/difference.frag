#version 330 core
// Two pictures in one: pale where they are the same, and red where they differ.

uniform sampler2D u_yours;
uniform sampler2D u_ours;
uniform vec2 u_place;    // where it begins on the screen, in pixels from the lower left
uniform vec2 u_part;     // where it begins in both pictures
uniform vec2 u_pixels;   // how many pixels of theirs are one of the screen

out vec4 o_colour;

void main() {
    ivec2 at = ivec2((gl_FragCoord.xy - u_place) * u_pixels + u_part);
    vec3 yours = texelFetch(u_yours, at, 0).rgb;
    vec3 apart = abs(yours - texelFetch(u_ours, at, 0).rgb);
    float most = max(apart.r, max(apart.g, apart.b));
    float grey = dot(yours, vec3(0.3, 0.6, 0.1));
    vec3 same = vec3(mix(0.80, 0.98, grey));
    vec3 differs = mix(vec3(0.96, 0.66, 0.55), vec3(0.65, 0.06, 0.02), min(3.0 * most, 1.0));
    o_colour = vec4(most > 0.0 ? differs : same, 1.0);
}
