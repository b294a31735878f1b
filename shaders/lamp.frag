#version 330 core
// A surface in the light of a lamp: ambient, diffuse and specular.

in vec3 v_normal;     // world
in vec3 v_position;   // world
in vec2 v_texture_coordinates;
in vec4 v_colour;     // of the weights, or white

uniform vec3 u_eye;        // world
uniform vec3 u_lamp;       // world
uniform vec3 u_lamp_ambient;
uniform vec3 u_lamp_diffuse;
uniform vec3 u_lamp_specular;
uniform vec3 u_material_ambient;
uniform vec3 u_material_diffuse;
uniform vec3 u_material_specular;
uniform float u_shininess;
uniform bool u_bands;

out vec4 o_colour;

#include "lamp.glsl"

void main() {
    vec3 shown = v_colour.rgb;
    if (u_bands && fract(v_texture_coordinates.y * 12.0) < 0.5) {
        shown *= 0.91;
    }
    vec3 paint = pow(shown, vec3(2.2));
    vec2 lit = lamp_light(v_normal, v_position, u_lamp, u_eye, u_shininess);
    vec3 ambient = u_lamp_ambient * u_material_ambient;
    vec3 diffuse = lit.x * u_lamp_diffuse * u_material_diffuse;
    vec3 specular = lit.y * u_lamp_specular * u_material_specular;
    vec3 light = paint * (ambient + diffuse) + specular;
    o_colour = vec4(pow(light, vec3(1.0 / 2.2)), 1.0);
}
