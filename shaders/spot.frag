#version 330 core
// As model.frag, but at night by the moon, and by a spot light.

in vec3 v_normal;     // world
in vec3 v_position;   // world
in vec2 v_texture_coordinates;

// It is compiled with a #define for each thing that a surface may need, so that the others cost nothing: TEXTURED, HAS_HOLES,
// SHINES, GLOWS, NIGHT and LAMP are true or false.

uniform vec4 u_albedo;        // its colour, as light; the texture is multiplied by it

uniform vec3 u_lamp;      // world: where the lamp is
uniform vec3 u_towards;   // world, of length 1: where it shines

uniform sampler2D u_texture;
uniform vec3 u_eye;   // world
uniform bool u_seen_through;
uniform float u_cutoff;     // less opaque pixels are left out
uniform bool u_unlit;       // light does nothing to it
uniform vec3 u_specular;    // how much of a light its highlights throw back
uniform float u_shininess;
uniform vec3 u_emission;    // its own light
uniform float u_rim;        // how much brighter it is where the eye looks along it

out vec4 o_colour;

#include "reference/sun.glsl"

// The colours of direct light, by day from the sun, and of that from sky and ground.
const vec3 DIRECT = NIGHT ? vec3(0.045, 0.060, 0.100) : vec3(0.75);
const vec3 ABOVE = NIGHT ? vec3(0.050, 0.068, 0.125) : vec3(0.52, 0.55, 0.58);
const vec3 BELOW = NIGHT ? vec3(0.022, 0.027, 0.048) : vec3(0.30, 0.29, 0.28);

// The lamp: the colour of its light, how far it reaches in metres, and half of its inner and of its outer cone.
const vec3 LIGHT = vec3(2.6, 2.2, 1.5);
const float REACH = 11.0;
const float INNER = radians(14.0);
const float OUTER = radians(36.0);

// Returns the share of the lamp's light that reaches a place from which `to_lamp` leads to it: from 0 to 1.
// All of it within the inner cone, none outside the outer one; and it fades to nothing at its reach.
float spot(vec3 to_lamp) {
    float square = dot(to_lamp, to_lamp);   // of the distance
    float cosine = -dot(to_lamp, u_towards) * inversesqrt(square);
    float fade = max(1.0 - square / (REACH * REACH), 0.0);
    return smoothstep(cos(OUTER), cos(INNER), cosine) * fade * fade;
}

// light^(1/2.2), as screens want it, to half a step of 255: `pow` takes far longer where there is no graphics card.
vec3 on_screen(vec3 light) {
    light = min(light, 1.0);
    vec3 root = sqrt(light);
    return 1.0082 * root + 0.0697 * sqrt(root) - 0.0799 * light;
}

void main() {
    vec4 albedo = u_albedo;
    if (TEXTURED) {
        vec4 shown = texture(u_texture, v_texture_coordinates);
        albedo *= vec4(pow(shown.rgb, vec3(2.2)), shown.a);
        if (HAS_HOLES && albedo.a < u_cutoff) discard;
    }
    // Files have mirrored parts, and sheets without a back: the visible side faces the eye.
    vec3 to_eye = u_eye - v_position;
    vec3 normal = dot(v_normal, to_eye) < 0.0 ? -v_normal : v_normal;

    vec2 sun = sun_light(normal, to_eye, u_shininess);
    vec3 diffuse = mix(BELOW, ABOVE, 0.5 + 0.5 * normalize(normal).y) + sun.x * DIRECT;
    vec3 specular = sun.y * DIRECT;
    if (LAMP) {
        vec3 to_lamp = u_lamp - v_position;
        vec2 lamp = lamp_light(normal, vec3(0.0), to_lamp, to_eye, u_shininess);
        vec3 light = spot(to_lamp) * LIGHT;
        diffuse += lamp.x * light;
        specular += lamp.y * light;
    }
    vec3 light = albedo.rgb * diffuse + (SHINES ? u_specular * specular : vec3(0.0));
    if (GLOWS) {
        float rim = 1.0 - max(dot(normalize(normal), normalize(to_eye)), 0.0);
        light += u_emission + u_rim * rim * rim * rim * DIRECT;
        light = u_unlit ? albedo.rgb : light;
    }
    o_colour = vec4(on_screen(light), u_seen_through ? albedo.a : 1.0);
}
