#version 330 core
// As model.vert, for more joints than a uniform block holds.

in vec3 a_position;   // mesh, bind pose
in vec3 a_normal;     // mesh, bind pose
in vec2 a_texture_coordinates;
in ivec4 a_joints;    // which matrices of the palette
in vec4 a_weights;    // of these joints; they sum to 1

uniform samplerBuffer u_palette;         // four columns for each joint
uniform samplerBuffer u_normal_palette;  // the same, for normals
uniform samplerBuffer u_joint_colours;   // one for each joint
uniform mat4 u_clip_from_world;
uniform mat4 u_world_from_model;
uniform vec4 u_colour;
uniform bool u_weights_shown;

out vec3 v_normal;     // world
out vec3 v_position;   // world
out vec4 v_colour;
out vec2 v_texture_coordinates;

mat4 matrix_of(samplerBuffer matrices, int joint) {
    int first = 4 * joint;
    return mat4(
        texelFetch(matrices, first),
        texelFetch(matrices, first + 1),
        texelFetch(matrices, first + 2),
        texelFetch(matrices, first + 3)
    );
}

void main() {
    vec4 position = vec4(0.0);       // model, now
    vec3 normal = vec3(0.0);         // model, now
    vec4 weight_colour = vec4(0.0);
    for (int i = 0; i < 4; i++) {
        int joint = a_joints[i];
        position += a_weights[i] * (matrix_of(u_palette, joint) * vec4(a_position, 1.0));
        normal += a_weights[i] * (mat3(matrix_of(u_normal_palette, joint)) * a_normal);
        weight_colour += a_weights[i] * texelFetch(u_joint_colours, joint);
    }

    v_colour = u_weights_shown ? weight_colour : u_colour;
    v_texture_coordinates = a_texture_coordinates;
    v_normal = mat3(u_world_from_model) * normalize(normal);
    v_position = (u_world_from_model * vec4(position.xyz, 1.0)).xyz;
    gl_Position = u_clip_from_world * vec4(v_position, 1.0);
}
