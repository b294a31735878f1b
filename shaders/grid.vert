#version 330 core
// A grid's line: a strip of the grid's plane that is some pixels wide wherever it is seen.

uniform mat4 u_clip_from_grid;   // its origin is the middle of the grid
uniform vec2 u_half_size;   // of the picture, in pixels
uniform vec2 u_centre;   // grid, metres: which place of it is in the middle
uniform float u_reach;   // metres
uniform int u_lines;   // of lines in either direction

out vec2 v_place;   // grid, metres
flat out int v_direction;   // 0 for a line along y, 1 for one along x

const int END[6] = int[](0, 1, 0, 0, 1, 1);
const float SIDE[6] = float[](-1.0, -1.0, 1.0, 1.0, -1.0, 1.0);

vec4 clip(vec2 place) {
    return u_clip_from_grid * vec4(place, 0.0, 1.0);
}

// Moves an end behind the viewer to the near plane.
vec2 clipped(vec2 end, vec2 other) {
    vec4 from = clip(end);
    vec4 to = clip(other);
    float here = from.z + from.w;
    float there = to.z + to.w;
    return here < 0.0 && there > 0.0 ? mix(end, other, here / (here - there)) : end;
}

// Returns the metres across the line from one pixel to the next, in x and in y together.
float pixel_width(vec2 place) {
    vec4 here = clip(place);
    vec4 x = u_clip_from_grid[0];
    vec4 y = u_clip_from_grid[1];
    // Pixels per metre.
    vec2 along_x = (x.xy * here.w - here.xy * x.w) / (here.w * here.w) * u_half_size;
    vec2 along_y = (y.xy * here.w - here.xy * y.w) / (here.w * here.w) * u_half_size;
    vec2 along = abs(v_direction == 0 ? along_y : along_x);
    return (along.x + along.y) / abs(along_x.x * along_y.y - along_x.y * along_y.x);
}

void main() {
    int line = gl_VertexID / 6;
    int corner = gl_VertexID % 6;
    v_direction = line / u_lines;
    float middle = u_centre[v_direction];
    float number = ceil(middle - u_reach) + float(line % u_lines);

    // From one edge of a disc to the other.
    float across = number - middle;
    float far = sqrt(max(u_reach * u_reach - across * across, 0.0));
    vec2 ends[2] = vec2[](vec2(across, -far), vec2(across, far));
    if (v_direction == 1) {
        ends = vec2[](ends[0].yx, ends[1].yx);
    }
    ends = vec2[](clipped(ends[0], ends[1]), clipped(ends[1], ends[0]));
    vec2 widths = vec2(pixel_width(ends[0]), pixel_width(ends[1]));

    // Lines less than four pixels apart have faded away.
    float step = mod(number, 5.0) == 0.0 ? 5.0 : 1.0;
    if (!(widths.x < 0.25 * step || widths.y < 0.25 * step)) {
        v_place = vec2(0.0);
        gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
        return;
    }

    // A pixel to each side, where the line's edge is smooth, and a bit to spare.
    vec2 place = ends[END[corner]];
    place[v_direction] += SIDE[corner] * 1.1 * widths[END[corner]];
    v_place = u_centre + place;
    gl_Position = clip(place);
}
