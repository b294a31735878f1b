#version 330 core
// A lamp at a place in the world: ambient, diffuse and specular light.

in vec3 v_normal;     // world
in vec3 v_position;   // world
in vec2 v_texture_coordinates;
in vec4 v_weights;

uniform vec3 u_eye;        // world
uniform vec3 u_lamp;       // world
uniform vec4 u_light;      // how much ambient, diffuse and specular light, and the shininess
uniform bool u_halfway;    // Blinn-Phong instead of Phong
uniform bool u_weights_shown;
uniform bool u_bands;
uniform bool u_checks;     // the bands change sides around the cylinder: a twist is seen
uniform vec4 u_colour;
uniform vec4 u_first;      // the colours of the three joints
uniform vec4 u_second;
uniform vec4 u_third;

out vec4 o_colour;

// How much of the mirrored light goes to the eye.
float specular(vec3 normal, vec3 to_lamp, vec3 to_eye) {
    float cosine = u_halfway ? dot(normal, normalize(to_lamp + to_eye)) : dot(reflect(-to_lamp, normal), to_eye);
    // The halfway vector is off by half the angle, so its highlight is as large with four times the exponent.
    return pow(max(cosine, 0.0), u_halfway ? 4.0 * u_light.w : u_light.w);
}

void main() {
    vec3 normal = normalize(v_normal);
    vec3 to_lamp = normalize(u_lamp - v_position);
    vec3 to_eye = normalize(u_eye - v_position);

    vec3 shown = u_colour.rgb;
    if (u_weights_shown) {
        shown = v_weights.x * u_first.rgb + v_weights.y * u_second.rgb + v_weights.z * u_third.rgb;
    }
    bool other_side = u_checks && fract(v_texture_coordinates.x * 6.0) < 0.5;
    if (u_bands && (fract(v_texture_coordinates.y * 12.0) < 0.5) != other_side) {
        shown *= 0.86;
    }
    vec3 albedo = pow(shown, vec3(2.2));
    float lit = dot(normal, to_lamp);
    vec3 light = albedo * (u_light.x + u_light.y * max(lit, 0.0));
    light += u_light.z * (lit > 0.0 ? specular(normal, to_lamp, to_eye) : 0.0);
    o_colour = vec4(pow(light, vec3(1.0 / 2.2)), 1.0);
}
