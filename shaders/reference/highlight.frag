// The highlight of Blinn-Phong: the last part of the shaders that name this file at their end.

// How bright the highlight of a light is. All arrows are of length 1, and in the same space.
float highlight(vec3 normal, vec3 to_light, vec3 to_eye, float shininess) {
    return pow(max(dot(normal, normalize(to_light + to_eye)), 0.0), shininess);
}
