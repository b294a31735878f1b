#version 330 core
// A surface in the light of a lamp: ambient, diffuse and specular.

in vec3 v_normal;     // world
in vec3 v_position;   // world
in vec2 v_texture_coordinates;
in vec4 v_colour;     // of the surface, or of its weights

uniform vec3 u_eye;        // world
uniform vec3 u_lamp;       // world
uniform float u_shininess;
uniform bool u_bands;

out vec4 o_colour;

const vec3 LAMP = vec3(1.1, 1.0, 0.82);        // warm
const vec3 AMBIENT = vec3(0.17, 0.22, 0.34);   // cool

#include "lamp.glsl"

void main() {
    vec3 shown = v_colour.rgb;
    if (u_bands && fract(v_texture_coordinates.y * 12.0) < 0.5) {
        shown *= 0.91;
    }
    vec3 albedo = pow(shown, vec3(2.2));
    vec2 lit = lamp_light(v_normal, v_position, u_lamp, u_eye, u_shininess);
    vec3 light = albedo * (AMBIENT + lit.x * LAMP) + 0.3 * lit.y * LAMP;
    o_colour = vec4(pow(light, vec3(1.0 / 2.2)), 1.0);
}
