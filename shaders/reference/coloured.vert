#version 330 core
// As ../skin.vert, and it passes the colours of the vertices on.

#define main skin_main
#include "skin.vert"
#undef main

in vec4 a_light;   // factors of light, and of opacity

out vec4 v_light;

void main() {
    skin_main();
    v_light = a_light;
}
