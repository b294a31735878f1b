// The day's sky, from the lower edge of the picture, 0, to the upper one, 1.

vec3 day_sky(float height) {
    return mix(vec3(0.847, 0.812, 0.729), vec3(0.902, 0.945, 0.980), smoothstep(0.0, 1.0, height));
}
