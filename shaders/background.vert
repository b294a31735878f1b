#version 330 core
// One triangle that covers the whole picture.

out float v_height;   // 0 at the bottom, 1 at the top

void main() {
    vec2 corner = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2);
    v_height = corner.y;
    gl_Position = vec4(corner * 2.0 - 1.0, 0.0, 1.0);
}
