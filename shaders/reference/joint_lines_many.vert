#version 330 core
// As ../joint_lines.vert, for more joints than a uniform block holds.

in vec3 a_position;   // joint: the origin, for every joint
in vec4 a_colour;

uniform samplerBuffer u_world_from_joints;   // four columns for each joint
uniform mat4 u_clip_from_world;

out vec4 v_colour;
out vec3 v_position;   // world

void main() {
    v_colour = a_colour;
    int first = 4 * gl_VertexID;
    mat4 world_from_joint = mat4(
        texelFetch(u_world_from_joints, first),
        texelFetch(u_world_from_joints, first + 1),
        texelFetch(u_world_from_joints, first + 2),
        texelFetch(u_world_from_joints, first + 3)
    );
    vec4 position = world_from_joint * vec4(a_position, 1.0);
    v_position = position.xyz;
    gl_Position = u_clip_from_world * position;
}
