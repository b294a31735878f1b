#version 330 core
// A vertex of one knight of many. One call draws them all, and each fetches his own palette.

in vec3 a_position;   // mesh, bind pose
in vec3 a_normal;     // mesh, bind pose
in vec2 a_texture_coordinates;
in ivec4 a_joints;    // which matrices of the knight's palette
in vec4 a_weights;    // of these joints; they sum to 1
in vec4 a_colour;     // and how much of the texture is on it
in float a_dyed;      // 1 where the cloth has the colour of the knight's side
in vec4 a_world_x;    // the knight's world_from_model: its rows
in vec4 a_world_y;
in vec4 a_world_z;
in float a_side;      // the knight's: 0 or 1
in vec4 a_tint;       // of the whole knight, and how much of it

uniform samplerBuffer u_palettes;   // of all knights: rows of posed_from_bind
uniform int u_rows;                 // for each joint: 3, or 4 with the row that is always 0, 0, 0, 1
uniform int u_joints;               // matrices in the palette of each knight
uniform mat4 u_clip_from_world;

out vec3 v_normal;     // world
out vec3 v_position;   // world
out vec2 v_texture_coordinates;
out vec4 v_colour;
out vec4 v_tint;
out float v_dye;

// The first rows of the matrix that takes this vertex from the mesh to the model: those of its joints, blended.
mat4 blended_rows() {
    // TODO 21.3: Fetch the rows of each of the vertex's joints from this knight's palette, and blend them by weight.
    // BEGIN SOLUTION 21.3
    mat4 rows = mat4(0.0);
    for (int i = 0; i < 4; i++) {
        int first = u_rows * (u_joints * gl_InstanceID + a_joints[i]);
        for (int row = 0; row < u_rows; row++) {
            rows[row] += a_weights[i] * texelFetch(u_palettes, first + row);
        }
    }
    return rows;
    // END SOLUTION 21.3
    // STARTER 21.3: return mat4(1.0);
}

// A vector times a matrix takes the dot product with each of its columns: here these are rows.
vec3 moved(vec4 vector, mat4 rows) {
    return (vector * rows).xyz;
}

void main() {
    // Matrices can be blended before a point goes through them, since each of them is linear.
    mat4 posed_from_bind = blended_rows();
    mat4 world_from_model = mat4(a_world_x, a_world_y, a_world_z, vec4(0.0));   // its rows
    vec3 position = moved(vec4(a_position, 1.0), posed_from_bind);   // model, now
    vec3 normal = moved(vec4(a_normal, 0.0), posed_from_bind);       // model, now
    v_position = moved(vec4(position, 1.0), world_from_model);
    v_normal = moved(vec4(normal, 0.0), world_from_model);
    gl_Position = u_clip_from_world * vec4(v_position, 1.0);

    v_texture_coordinates = a_texture_coordinates;
    v_colour = a_colour;
    v_tint = a_tint;
    v_dye = a_dyed * a_side;
}
