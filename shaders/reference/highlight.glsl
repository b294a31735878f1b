// The highlight of Blinn-Phong.

// Returns the brightness of a light's highlight. All arrows have length 1, and are in the same space.
float highlight(vec3 normal, vec3 to_light, vec3 to_eye, float shininess) {
    return pow(max(dot(normal, normalize(to_light + to_eye)), 0.0), shininess);
}
