#version 330 core
// A vertex that up to four joints influence, with its normal by matrices of their own.

layout(std140) uniform Palette {
    mat4 u_posed_from_bind[128];
};
layout(std140) uniform NormalPalette {
    mat4 u_normals_from_bind[128];   // their first three columns and rows
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

void main() {
    vec3 position = vec3(0.0);   // model, now
    vec3 normal = vec3(0.0);     // model, now
    v_weights = vec4(0.0);
    for (int i = 0; i < 4; i++) {
        int joint = a_joints[i];
        position += a_weights[i] * (u_posed_from_bind[joint] * vec4(a_position, 1.0)).xyz;
        normal += a_weights[i] * (mat3(u_normals_from_bind[joint]) * a_normal);
        v_weights[joint & 3] += a_weights[i];
    }

    v_normal = mat3(u_world_from_model) * normalize(normal);
    v_position = (u_world_from_model * vec4(position, 1.0)).xyz;
    v_texture_coordinates = a_texture_coordinates;
    gl_Position = u_clip_from_world * vec4(v_position, 1.0);
}
