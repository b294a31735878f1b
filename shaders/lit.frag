#version 330 core
// Light from the upper left, and softer light from sky and ground, so that shapes read.

in vec3 v_normal;     // world
in vec3 v_position;   // world
in vec4 v_colour;

uniform vec3 u_eye;   // world

out vec4 o_colour;

#include "reference/sun.glsl"

void main() {
    vec3 normal = normalize(v_normal);
    vec3 to_eye = normalize(u_eye - v_position);

    // Lessons have this light from the first on, and the highlight once 09.3 is written.
    float sun = max(dot(normal, SUN), 0.0);
    float shine = sun_light(v_normal, u_eye - v_position, 32.0).y;
    float rim = pow(1.0 - max(dot(normal, to_eye), 0.0), 3.0);

    vec3 albedo = pow(v_colour.rgb, vec3(2.2));
    vec3 light = albedo * (sky_light(normal) + 0.75 * sun) + 0.10 * shine + 0.05 * rim;
    o_colour = vec4(pow(light, vec3(1.0 / 2.2)), v_colour.a);
}
