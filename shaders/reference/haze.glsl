// The haze in front of distant things, for shaders with v_position and u_eye.

uniform float u_high;    // of the picture, in pixels
uniform float u_clear;   // metres: at this distance about a third is left of a colour

// Returns the part of a colour that is left here.
float clear() {
    float away = distance(v_position, u_eye) / u_clear;
    return exp(-away * away);
}

vec3 in_haze(vec3 colour) {
    // As background.frag has it at this pixel.
    vec3 sky = mix(vec3(0.812, 0.835, 0.851), vec3(0.933, 0.945, 0.953), smoothstep(0.0, 1.0, gl_FragCoord.y / u_high));
    return mix(sky, colour, clear());
}
