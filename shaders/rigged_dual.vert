#version 330 core
// A vertex that joints influence by dual quaternions: a mix of rigid motions that is rigid itself.

layout(std140) uniform DualPalette {
    vec4 u_dual[256];   // for each joint its real part q, then its dual part d
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

// An arrow, turned by a quaternion of unit length.
vec3 turned(vec4 q, vec3 arrow) {
    return arrow + 2.0 * cross(q.xyz, cross(q.xyz, arrow) + q.w * arrow);
}

void main() {
    vec4 q = vec4(0.0);   // the mix: its real part,
    vec4 d = vec4(0.0);   // and its dual part
    // TODO 20.2: Mix the pairs of the vertex's joints into one that is a rigid motion.
    // BEGIN SOLUTION 20.2
    vec4 first = u_dual[2 * a_joints[0]];
    for (int slot = 0; slot < 4; slot++) {
        int row = 2 * a_joints[slot];
        float weight = dot(first, u_dual[row]) < 0.0 ? -a_weights[slot] : a_weights[slot];
        q += weight * u_dual[row];
        d += weight * u_dual[row + 1];
    }
    float size = length(q);
    q /= size;
    d /= size;
    // END SOLUTION 20.2
    // STARTER 20.2: q = u_dual[2 * a_joints[0]];
    // STARTER 20.2: d = u_dual[2 * a_joints[0] + 1];

    vec3 translation = 2.0 * (q.w * d.xyz - d.w * q.xyz + cross(q.xyz, d.xyz));
    vec3 position = turned(q, a_position) + translation;   // model, now

    v_normal = mat3(u_world_from_model) * turned(q, a_normal);
    v_position = (u_world_from_model * vec4(position, 1.0)).xyz;
    v_texture_coordinates = a_texture_coordinates;
    gl_Position = u_clip_from_world * vec4(v_position, 1.0);
}
