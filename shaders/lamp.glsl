// The light of a lamp at a place in the world.

// Returns the light that a place throws back: evenly to all sides (diffuse), and mirrored to the eye (Blinn-Phong).
// All vectors are in the world. `normal` is interpolated between vertices, so it has any length.
vec2 lamp_light(vec3 normal, vec3 place, vec3 lamp, vec3 eye, float shininess) {
    // TODO 09.3: Return the diffuse light and the highlight.
    // BEGIN SOLUTION 09.3
    vec3 n = normalize(normal);
    vec3 l = normalize(lamp - place);
    vec3 e = normalize(eye - place);
    float diffuse = max(dot(n, l), 0.0);
    float highlight = pow(max(dot(n, normalize(l + e)), 0.0), shininess);
    return vec2(diffuse, diffuse > 0.0 ? highlight : 0.0);
    // END SOLUTION 09.3
    // STARTER 09.3: return vec2(0.5 + 0.5 * normalize(normal).y, 0.0);
}
