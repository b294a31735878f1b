// Daylight: the sun, and the softer light of sky and ground.

#include "lamp.glsl"

const vec3 SUN = normalize(vec3(-0.55, 0.8, 0.6));   // towards the light, world

// Returns the light of sky and ground on a surface. The normal has length 1.
vec3 sky_light(vec3 normal) {
    return mix(vec3(0.30, 0.29, 0.28), vec3(0.52, 0.55, 0.58), 0.5 + 0.5 * normal.y);
}

// Returns the sun's diffuse light and its highlight. Seen from the surface the sun is a lamp in the direction SUN.
vec2 sun_light(vec3 normal, vec3 to_eye, float shininess) {
    return lamp_light(normal, vec3(0.0), SUN, to_eye, shininess);
}
