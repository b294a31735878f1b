#version 330 core
// A vertex that up to four joints influence.

layout(std140) uniform Palette {
    mat4 u_posed_from_bind[128];   // one for each joint
};

layout(std140) uniform NormalPalette {
    mat4 u_normals_from_bind[128];   // the same for normals: only the mat3 of each counts
};

layout(std140) uniform Colours {
    vec4 u_joint_colour[128];   // one for each joint
};

in vec3 a_position;   // model, bind pose
in vec3 a_normal;     // model, bind pose
in vec2 a_texture_coordinates;
in ivec4 a_joints;    // which matrices of the palette
in vec4 a_weights;    // of these joints; they sum to 1

uniform mat4 u_clip_from_world;
uniform mat4 u_world_from_model;   // turns, moves and scales evenly
uniform vec4 u_colour;
uniform bool u_weights_shown;

out vec3 v_normal;     // world
out vec3 v_position;   // world
out vec4 v_colour;
out vec2 v_texture_coordinates;

// The colours of the joints, mixed by the weights.
vec4 weight_colour() {
    mat4 colours = mat4(
        u_joint_colour[a_joints.x], u_joint_colour[a_joints.y], u_joint_colour[a_joints.z], u_joint_colour[a_joints.w]
    );
    return colours * a_weights;
}

void main() {
    vec3 position = vec3(0.0);   // model, now
    vec3 normal = vec3(0.0);     // model, now
    // TODO 08.3: Find where the vertex is now, and which way the surface faces there.
    // BEGIN SOLUTION 08.3
    for (int slot = 0; slot < 4; slot++) {
        int joint = a_joints[slot];
        position += a_weights[slot] * (u_posed_from_bind[joint] * vec4(a_position, 1.0)).xyz;
        normal += a_weights[slot] * (mat3(u_normals_from_bind[joint]) * a_normal);
    }
    // END SOLUTION 08.3
    // STARTER 08.3: position = a_position;
    // STARTER 08.3: normal = a_normal;

    v_colour = u_weights_shown ? weight_colour() : u_colour;
    v_texture_coordinates = a_texture_coordinates;
    v_normal = mat3(u_world_from_model) * normalize(normal);
    v_position = (u_world_from_model * vec4(position, 1.0)).xyz;
    gl_Position = u_clip_from_world * vec4(v_position, 1.0);
}
