// The highlight of Phong: the last part of ../lamp.frag, whose inputs it reads.

float mirrored_light() {
    vec3 normal = normalize(v_normal);
    vec3 to_lamp = normalize(u_lamp - v_position);
    vec3 to_eye = normalize(u_eye - v_position);
    return dot(normal, to_lamp) > 0.0 ? pow(max(dot(reflect(-to_lamp, normal), to_eye), 0.0), u_light.w) : 0.0;
}
