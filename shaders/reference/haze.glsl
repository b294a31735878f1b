// The haze in front of distant things, for shaders with v_position and u_eye.

#include "sky.glsl"

uniform float u_high;    // of the picture, in pixels
uniform float u_clear;   // metres: at this distance about a third is left of a colour

// Returns the part of a colour that is left here.
float clear() {
    float away = distance(v_position, u_eye) / u_clear;
    return exp(-away * away);
}

vec3 in_haze(vec3 colour) {
    return mix(day_sky(gl_FragCoord.y / u_high), colour, clear());
}
