#version 330 core
// A joint's point, moved by the joint's own matrix.

layout(std140) uniform Joints {
    mat4 u_world_from_joint[128];
};

in vec3 a_position;   // joint: the origin, for every joint
in vec4 a_colour;

uniform mat4 u_clip_from_world;
uniform int u_first;  // the first matrix of this chain in the block

out vec4 v_colour;

void main() {
    v_colour = a_colour;
    // TODO 04.4: Put `gl_Position` where this vertex's joint is, in clip space.
    // BEGIN SOLUTION 04.4
    mat4 world_from_joint = u_world_from_joint[u_first + gl_VertexID];
    gl_Position = u_clip_from_world * world_from_joint * vec4(a_position, 1.0);
    // END SOLUTION 04.4
    // STARTER 04.4: gl_Position = vec4(0.0, 0.0, 0.0, 1.0);
}
