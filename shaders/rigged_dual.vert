#version 330 core
// A vertex that joints influence by dual quaternions: a mix of rigid motions that is rigid itself.

layout(std140) uniform DualPalette {
    vec4 u_dual[256];   // for each joint the rotation, then half the translation times the rotation
};

in vec3 a_position;   // model, bind pose
in vec3 a_normal;     // model, bind pose
in vec2 a_texture_coordinates;
in ivec4 a_joints;
in vec4 a_weights;

uniform mat4 u_clip_from_world;
uniform mat4 u_world_from_model;   // only turns and moves

out vec3 v_normal;     // world
out vec3 v_position;   // world
out vec2 v_texture_coordinates;
out vec4 v_weights;    // by joint

vec3 turned(vec4 turn, vec3 v) {
    return v + 2.0 * cross(turn.xyz, cross(turn.xyz, v) + turn.w * v);
}

void main() {
    vec4 pivot = u_dual[2 * a_joints[0]];
    vec4 real = vec4(0.0);
    vec4 dual = vec4(0.0);
    v_weights = vec4(0.0);
    for (int i = 0; i < 4; i++) {
        int joint = a_joints[i];
        // A quaternion and its negative are the same rotation; the nearer one goes the short way round.
        float weight = dot(pivot, u_dual[2 * joint]) < 0.0 ? -a_weights[i] : a_weights[i];
        real += weight * u_dual[2 * joint];
        dual += weight * u_dual[2 * joint + 1];
        v_weights[joint & 3] += a_weights[i];
    }
    float size = length(real);
    real /= size;
    dual /= size;
    vec3 move = 2.0 * (real.w * dual.xyz - dual.w * real.xyz + cross(real.xyz, dual.xyz));
    vec3 position = turned(real, a_position) + move;   // model, now

    v_normal = mat3(u_world_from_model) * turned(real, a_normal);
    v_position = (u_world_from_model * vec4(position, 1.0)).xyz;
    v_texture_coordinates = a_texture_coordinates;
    gl_Position = u_clip_from_world * vec4(v_position, 1.0);
}
