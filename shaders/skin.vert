#version 330 core
// A vertex that up to four joints pull along.

layout(std140) uniform Palette {
    mat4 u_posed_from_bind[128];   // one for each joint
};

in vec3 a_position;   // model, bind pose
in vec3 a_normal;     // model, bind pose
in ivec4 a_joints;    // which matrices of the palette
in vec4 a_weights;    // how strongly each pulls; one together

uniform mat4 u_clip_from_world;
uniform mat4 u_world_from_model;
uniform vec4 u_colour;
uniform bool u_weights_shown;

out vec3 v_normal;     // world
out vec3 v_position;   // world
out vec4 v_colour;

// The same as `joint_colour` has.
const vec3 JOINTS[7] = vec3[](
    vec3(0.000, 0.447, 0.698), vec3(0.835, 0.369, 0.000), vec3(0.000, 0.588, 0.424), vec3(0.722, 0.376, 0.604),
    vec3(0.725, 0.514, 0.000), vec3(0.290, 0.624, 0.816), vec3(0.416, 0.353, 0.549)
);

// The colours of the joints, mixed as they pull.
vec4 weight_colour() {
    mat4x3 colours = mat4x3(
        JOINTS[a_joints.x % 7], JOINTS[a_joints.y % 7], JOINTS[a_joints.z % 7], JOINTS[a_joints.w % 7]
    );
    return vec4(colours * a_weights, 1.0);
}

void main() {
    vec3 position = vec3(0.0);   // model, now
    vec3 normal = vec3(0.0);     // model, now
    // TODO 08.1: Add up where each of the four joints takes position and normal, each times its weight.
    // BEGIN SOLUTION 08.1
    for (int slot = 0; slot < 4; slot++) {
        mat4 posed_from_bind = u_posed_from_bind[a_joints[slot]];
        position += a_weights[slot] * (posed_from_bind * vec4(a_position, 1.0)).xyz;
        normal += a_weights[slot] * (mat3(posed_from_bind) * a_normal);
    }
    // END SOLUTION 08.1
    // STARTER 08.1: position = a_position;
    // STARTER 08.1: normal = a_normal;

    v_colour = u_weights_shown ? weight_colour() : u_colour;
    v_normal = mat3(u_world_from_model) * normal;
    v_position = (u_world_from_model * vec4(position, 1.0)).xyz;
    gl_Position = u_clip_from_world * vec4(v_position, 1.0);
}
