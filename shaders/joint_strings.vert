#version 330 core
// One end of a string tied to two joints. Its colour shows how far it is stretched.

layout(std140) uniform Joints {
    mat4 u_world_from_joint[128];
};

in int a_joint;          // the joint of this end, in the block
in vec3 a_position;      // this end, in the space of that joint
in int a_far_joint;      // the joint of the other end, in the block
in vec3 a_far_position;  // the other end, in the space of that joint
in float a_rest_length;  // the string's length while nothing pulls it, in metres

uniform mat4 u_clip_from_world;

out vec4 v_colour;
out float v_stretch;     // the length now, as a multiple of that at rest

void main() {
    // TODO 08.1: Put `gl_Position` where this end of the string is, in clip space; and let `v_stretch` be the string's
    //    length now, as a multiple of `a_rest_length`.
    // BEGIN SOLUTION 08.1
    vec4 here = u_world_from_joint[a_joint] * vec4(a_position, 1.0);
    vec4 there = u_world_from_joint[a_far_joint] * vec4(a_far_position, 1.0);
    gl_Position = u_clip_from_world * here;
    v_stretch = distance(here, there) / a_rest_length;
    // END SOLUTION 08.1
    // STARTER 08.1: gl_Position = vec4(0.0, 0.0, 0.0, 1.0);
    // STARTER 08.1: v_stretch = 1.0;

    // Grey at rest, red where it is a quarter longer, blue where it is a quarter shorter.
    float longer = clamp(4.0 * (v_stretch - 1.0), -1.0, 1.0);
    vec3 pulled = longer > 0.0 ? vec3(0.80, 0.12, 0.10) : vec3(0.10, 0.35, 0.85);
    v_colour = vec4(mix(vec3(0.62, 0.62, 0.60), pulled, abs(longer)), 1.0);
}
