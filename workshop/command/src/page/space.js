// Figures in space: skins are posed here as in the lessons, and moved by the workbook's own shaders in WebGL 2. A page loads
// the knight and the shaders only when such a figure comes near the screen.
"use strict";

globalThis.space = (() => {
  const { sub, length, mix, clamp, radians, node } = live;

  // ---------------------------------------------------------------- matrices

  // A matrix has sixteen numbers, column by column, and is named by the spaces it joins.
  const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
  const mul = (a, b) =>
    Array.from({ length: 16 }, (_, i) => {
      const [row, column] = [i % 4, i - (i % 4)];
      return a[row] * b[column] + a[row + 4] * b[column + 1] + a[row + 8] * b[column + 2] + a[row + 12] * b[column + 3];
    });
  const times_point = (m, [x, y, z]) => [0, 1, 2, 3].map((i) => m[i] * x + m[i + 4] * y + m[i + 8] * z + m[i + 12]);
  const times = (a, factor) => a.map((value) => value * factor);
  const dot = (a, b) => a.reduce((sum, value, i) => sum + value * b[i], 0);
  const plus = (a, b, factor = 1) => a.map((value, i) => value + factor * b[i]);
  const unit = (a) => a.map((value) => value / (Math.sqrt(dot(a, a)) || 1));
  const cross = ([a, b, c], [x, y, z]) => [b * z - c * y, c * x - a * z, a * y - b * x];

  // Quaternions are [x, y, z, w].
  const product = ([x, y, z, w], [a, b, c, d]) => [
    w * a + x * d + y * c - z * b,
    w * b - x * c + y * d + z * a,
    w * c + x * b - y * a + z * d,
    w * d - x * a - y * b - z * c,
  ];
  const about = (axis, degrees) => [...times(axis, Math.sin(radians(degrees / 2))), Math.cos(radians(degrees / 2))];
  const turned = (q, arrow) => plus(arrow, cross(q, plus(cross(q, arrow), arrow, q[3])), 2);

  /// A turn about a place as a dual quaternion. Of q and −q it is the one that a matrix is read as: its largest number, of the
  /// larger pair, is positive.
  function pair_of(turn, place) {
    const [x, y, z, w] = turn.map(Math.abs);
    const largest = x * x + y * y >= z * z + w * w ? (x >= y ? 0 : 1) : z >= w ? 2 : 3;
    const q = times(turn, Math.sign(turn[largest]));
    return [q, times(product([...plus(place, turned(q, place), -1), 0], q), 0.5)];
  }

  const of_transform = ([[u, v, w], [x, y, z, r], [a, b, c]]) => [
    ...[1 - 2 * (y * y + z * z), 2 * (x * y + z * r), 2 * (x * z - y * r)].map((value) => value * a),
    0,
    ...[2 * (x * y - z * r), 1 - 2 * (x * x + z * z), 2 * (y * z + x * r)].map((value) => value * b),
    0,
    ...[2 * (x * z + y * r), 2 * (y * z - x * r), 1 - 2 * (x * x + y * y)].map((value) => value * c),
    0,
    ...[u, v, w, 1],
  ];

  const eye_from_world = (eye, middle) => {
    const back = unit(plus(eye, middle, -1));
    const right = unit(cross([0, 1, 0], back));
    const up = cross(back, right);
    const columns = [0, 1, 2].flatMap((i) => [right[i], up[i], back[i], 0]);
    return [...columns, -dot(right, eye), -dot(up, eye), -dot(back, eye), 1];
  };

  const clip_from_eye = (slope, aspect, near, far) => {
    const [x, y] = [1 / (slope * aspect), 1 / slope];
    const [z, w] = [(far + near) / (near - far), (2 * far * near) / (near - far)];
    return [x, 0, 0, 0, 0, y, 0, 0, 0, 0, z, -1, 0, 0, w, 0];
  };

  // ---------------------------------------------------------------- from time to palette

  /// A rotation between two, as lesson 10 has it: the short way round, and where that is short, as if it were straight.
  const slerp = (a, b, t, mistake) => {
    const right = mistake !== "the-long-way";
    const side = right && dot(a, b) < 0 ? -1 : 1;
    const cosine = clamp(side * dot(a, b), -1, 1);
    const parts = [1 - t, t];
    const length = Math.sqrt(1 - 2 * parts[0] * t * (1 - cosine));
    const [angle, sine] = [Math.acos(cosine), Math.sin(Math.acos(cosine))];
    const is_straight = right ? cosine > 0.99 : sine < 1e-6;
    const [of_a, of_b] = parts.map((part) => (is_straight ? part / length : Math.sin(part * angle) / sine));
    return a.map((value, i) => of_a * value + side * of_b * b[i]);
  };

  /// The time in a clip, at a time since it began.
  const wrapped = ({ seconds }, time, mistake) => (mistake === "never-wrapped" ? Math.min(time, seconds) : time % seconds);

  /// The key that holds at a time, and which part of the way to the next one is gone.
  const pair = (key_times, time, mistake) => {
    const key = Math.max(key_times.findLastIndex((key_time) => key_time <= time), 0);
    if (key + 1 >= key_times.length || mistake === "never-blended") return [key, 0];
    const span = mistake === "seconds-as-part" ? 1 : key_times[key + 1] - key_times[key];
    return [key, Math.max((time - key_times[key]) / span, 0)];
  };

  /// The value of keys at a time; what is at rest, if there are none.
  const at = ([key_times, values], rest, time, mix, mistake) => {
    const [key, alpha] = pair(key_times, time, mistake);
    return alpha > 0 ? mix(values[key], values[key + 1], alpha) : (values[key] ?? rest);
  };

  /// Every joint's transform in its parent, at a time since a clip began.
  function pose({ rest }, clip, time, mistake) {
    const now = wrapped(clip, time, mistake);
    const pose = rest.slice();
    for (const [joint, moves, turns, scales] of clip.channels) {
      const [move, turn, scale] = rest[joint];
      const [p, q, s] = [
        at(moves, move, now, mix, mistake),
        at(turns, turn, now, (a, b, t) => slerp(a, b, t, mistake), mistake),
        at(scales, scale, now, mix, mistake),
      ];
      const on_rest = mistake === "keys-on-the-rest";
      pose[joint] = on_rest ? [plus(move, p), product(turn, q), scale.map((value, i) => value * s[i])] : [p, q, s];
    }
    return pose;
  }

  /// A transform a part of the way to another.
  const between = ([p, q, s], [p2, q2, s2], t) => [mix(p, p2, t), slerp(q, q2, t), mix(s, s2, t)];

  /// Every joint's matrix to the model.
  function walk({ parents }, pose, mistake) {
    const model_from_joints = [];
    pose.map(of_transform).forEach((parent_from_joint, joint) => {
      const parent = mistake === "parent-is-the-root" ? 0 : parents[joint];
      const is_root = parents[joint] === null;
      const factors = [model_from_joints[parent], parent_from_joint];
      if (mistake === "child-times-parent") factors.reverse();
      model_from_joints.push(is_root ? parent_from_joint : mul(...factors));
    });
    return model_from_joints;
  }

  /// The matrices of a pose from the bind pose, with room for as many as the shader has.
  function palette(knight, pose, mistake) {
    const { nodes, joints_from_bind } = knight;
    const model_from_joints = walk(knight, pose, mistake);
    const posed_from_bind = new Float32Array(128 * 16);
    nodes.forEach((joint, i) => {
      const [model_from_joint, joint_from_bind] = [model_from_joints[joint], joints_from_bind[i]];
      let entry = mul(model_from_joint, joint_from_bind);
      if (mistake === "no-inverse-bind") entry = model_from_joint;
      if (mistake === "factors-swapped") entry = mul(joint_from_bind, model_from_joint);
      posed_from_bind.set(entry, i * 16);
    });
    return posed_from_bind;
  }

  // ---------------------------------------------------------------- the knight's file

  /// What a script brings, which is all that a page opened from a file may load: bytes, packed or as they are.
  async function loaded(name, address) {
    await live.load(address);
    const bytes = Uint8Array.from(atob(globalThis[name]), (letter) => letter.charCodeAt(0));
    if (bytes[0] !== 0x1f) return bytes;
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  }

  /// A binary glTF file, as lesson 19 reads it, as far as the knight needs it.
  async function read(bytes) {
    const length = new DataView(bytes.buffer).getUint32(12, true);
    const file = JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + length)));
    const view = (index) => {
      const { byteOffset = 0, byteLength } = file.bufferViews[index];
      const start = 28 + length + byteOffset;
      return bytes.slice(start, start + byteLength);
    };
    const kinds = { 5121: Uint8Array, 5123: Uint16Array, 5126: Float32Array };
    const widths = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 };
    const rows = (index) => {
      const { bufferView, byteOffset = 0, componentType, type, count } = file.accessors[index];
      const width = widths[type];
      const numbers = new kinds[componentType](view(bufferView).buffer, byteOffset, count * width);
      return Array.from({ length: count }, (_, row) => [...numbers.subarray(row * width, (row + 1) * width)]);
    };
    const single = (index) => rows(index).flat();

    // Every node's place in the list: parents come before their children.
    const [order, parents] = [[], []];
    const add = (node, parent) => {
      parents.push(parent);
      const place = order.push(node) - 1;
      file.nodes[node].children?.forEach((child) => add(child, place));
    };
    file.scenes[file.scene].nodes.forEach((node) => add(node, null));
    const nodes = order.map((node) => file.nodes[node]);

    const primitives = nodes.flatMap(({ mesh }) => file.meshes[mesh]?.primitives ?? []);
    /// An attribute, corner by corner of each triangle.
    const corners = (name) =>
      primitives.flatMap(({ attributes, indices }) => {
        const all = rows(attributes[name]);
        return single(indices).flatMap((vertex) => all[vertex]);
      });
    const position = new Float32Array(corners("POSITION"));
    const [skin] = file.skins;
    const channel = ({ channels, samplers }, node, path) => {
      const found = channels.find(({ target }) => target.node === node && target.path === path);
      const { input, output } = samplers[found?.sampler] ?? {};
      return found ? [single(input), rows(output)] : [[], []];
    };
    return {
      names: nodes.map(({ name }) => name),
      parents,
      rest: nodes.map(({ translation = [0, 0, 0], rotation = [0, 0, 0, 1], scale = [1, 1, 1] }) => [
        translation,
        rotation,
        scale,
      ]),
      nodes: skin.joints.map((joint) => order.indexOf(joint)),
      joints_from_bind: rows(skin.inverseBindMatrices),
      vertices: {
        count: position.length / 3,
        a_position: position,
        a_normal: new Float32Array(corners("NORMAL")),
        a_texture_coordinates: new Float32Array(corners("TEXCOORD_0")),
        a_joints: new Int8Array(corners("JOINTS_0")),
        a_weights: new Float32Array(corners("WEIGHTS_0")),
      },
      materials: primitives.map(({ indices, material }) => {
        const { baseColorFactor = [1, 1, 1, 1], baseColorTexture } = file.materials[material].pbrMetallicRoughness;
        const [alpha, ...linear] = [baseColorFactor[3], ...baseColorFactor.slice(0, 3)];
        return {
          corners: file.accessors[indices].count,
          colour: [...linear.map((part) => part ** (1 / 2.2)), alpha],
          textured: Boolean(baseColorTexture),
        };
      }),
      image: await createImageBitmap(new Blob([view(file.images[0].bufferView)]), {
        premultiplyAlpha: "none",
        colorSpaceConversion: "none",
      }),
      clips: file.animations.map((animation) => {
        const moved = [...new Set(animation.channels.map(({ target }) => target.node))];
        const channels = moved.map((node) => [
          order.indexOf(node),
          ...["translation", "rotation", "scale"].map((path) => channel(animation, node, path)),
        ]);
        const seconds = Math.max(...animation.samplers.map(({ input }) => single(input).at(-1)));
        return { name: animation.name, seconds, channels };
      }),
    };
  }

  let [knight, gaps] = [null, null];
  /// The workbook's shaders whose gaps are open in the page, by their names.
  const shaders = () => (gaps ??= loaded("shaders", "shaders.js").then((bytes) => JSON.parse(new TextDecoder().decode(bytes))));
  /// The knight, once he is there.
  const model = () =>
    (knight ??= Promise.all([loaded("knight", live.knight).then(read), shaders()]).then(([read, all]) => ({
      ...read,
      shader: all["skin.vert"],
      foot: [0, 0],
    })));

  // ---------------------------------------------------------------- shaders

  const head = "#version 300 es\nprecision highp float;\nprecision highp int;\nprecision highp sampler2D;\n";

  /// So often all loops of a gap go round for one vertex. Where they'd go on, its normal is `ENDLESS`.
  const ROUNDS = 1000;
  const ENDLESS = 1e9;
  const ending = (code) =>
    code
      .replace(/\/\/.*|\/\*[^]*?\*\//g, (words) => words.replace(/./g, " "))
      .replace(/\bfor\s*\(([^;{}]*);([^;{}]*);/g, (_, first, goes) => `for (${first}; (${/\S/.test(goes) ? goes : "true"}) && live_rounds++ < ${ROUNDS};`)
      .replace(/\bwhile\s*\(/g, `while (live_rounds++ >= ${ROUNDS} ? false : `);

  /// A vertex shader with code in its gap. An error says `0:` and a line of the file, or `1:` and a line of the code.
  const skin = ({ before, after }, code) => {
    const start = before.split("\n").length;
    const end = start + code.replace(/\n$/, "").split("\n").length;
    const text = before.replace(/^#version.*\n/, "");
    const last = after.replace(/}\s*$/, `if (live_rounds > ${ROUNDS}) v_normal = vec3(${ENDLESS}.0);\n}\n`);
    return `${head}int live_rounds = 0;\n#line 2 0\n${text}#line 1 1\n${ending(code).replace(/\n?$/, "\n")}#line ${end} 0\n${last}`;
  };

  /// As the workbook's model.frag, in warmer light. Behind a triangle its normal is turned round. A vertex shader that has no
  /// colour leaves it to the material.
  const look = (vertex) => `${head}
    in vec3 v_normal, v_position;
    ${vertex.includes("out vec4 v_colour") ? "in vec4 v_colour;" : "uniform vec4 u_colour;\n#define v_colour u_colour"}
    in vec2 v_texture_coordinates;
    uniform sampler2D u_texture;
    uniform bool u_texture_shown;
    uniform vec3 u_eye;
    out vec4 o_colour;
    const vec3 SUN = normalize(vec3(-0.55, 0.8, 0.6));
    void main() {
      vec3 to_eye = normalize(u_eye - v_position);
      vec3 normal = normalize(gl_FrontFacing ? v_normal : -v_normal);
      vec3 shown = u_texture_shown ? v_colour.rgb * texture(u_texture, v_texture_coordinates).rgb : v_colour.rgb;
      float sun = max(dot(normal, SUN), 0.0);
      float edge = pow(1.0 - max(dot(normal, to_eye), 0.0), 3.0);
      vec3 sky = mix(vec3(0.28, 0.25, 0.22), vec3(0.50, 0.56, 0.66), 0.5 + 0.5 * normal.y);
      float shine = pow(max(dot(normal, normalize(SUN + to_eye)), 0.0), 32.0);
      vec3 light = sky + sun * vec3(1.25, 1.05, 0.80) + edge * vec3(0.21, 0.26, 0.35);
      light = pow(shown, vec3(2.2)) * light + shine * vec3(0.09, 0.08, 0.07);
      o_colour = vec4(pow(light, vec3(1.0 / 2.2)), 1.0);
    }`;

  /// One layer of a shadow, which fades away from the feet.
  const shade = `${head}
    in vec3 v_position;
    out vec4 o_colour;
    void main() {
      o_colour = vec4(0.0, 0.0, 0.0, 0.029 * exp(-0.09 * dot(v_position.xz, v_position.xz)));
    }`;

  const ground_place = `${head}
    uniform mat4 u_clip_from_world;
    out vec2 v_place;
    void main() {
      v_place = 40.0 * (vec2(gl_VertexID % 2, gl_VertexID / 2) - 0.5);
      gl_Position = u_clip_from_world * vec4(v_place.x, 0.0, v_place.y, 1.0);
    }`;

  /// Lines half a metre apart, and the dark at two feet, where little light of the sky comes to.
  const ground = `${head}
    in vec2 v_place;
    uniform vec3 u_ink;
    uniform vec4 u_feet;
    out vec4 o_colour;
    void main() {
      vec2 place = 2.0 * v_place;
      vec2 away = abs(place - round(place)) / fwidth(place);
      float far = length(v_place);
      float line = clamp(1.3 - min(away.x, away.y), 0.0, 1.0) / (1.0 + 0.4 * far * far);
      float near = min(distance(v_place, u_feet.xy), distance(v_place, u_feet.zw));
      float dark = 0.30 * exp(-9.0 * near * near);
      o_colour = vec4(0.2 * line * u_ink, dark + (1.0 - dark) * 0.2 * line);
    }`;

  /// Triangles at given places: with what is off in red, or as they ought to be, pale.
  const placed = `${head}
    in vec3 a_place;
    in float a_off;
    uniform mat4 u_clip_from_world, u_world_from_model;
    out float v_off;
    void main() {
      v_off = a_off;
      gl_PointSize = 3.0;
      gl_Position = u_clip_from_world * u_world_from_model * vec4(a_place, 1.0);
      gl_Position.z -= 0.0004 * gl_Position.w;
    }`;
  const tint = `${head}
    in float v_off;
    uniform vec4 u_tint;
    out vec4 o_colour;
    void main() {
      float alpha = u_tint.a * smoothstep(0.0, 0.5, v_off);
      if (alpha < 0.01) discard;
      o_colour = vec4(alpha * u_tint.rgb, alpha);
    }`;

  const attribute_names = ["a_position", "a_normal", "a_texture_coordinates", "a_joints", "a_weights"];

  /// A program, or the errors of the one who wrote it: `line` of the code in the gap if `own`, else of the file.
  function linked(gl, vertex, fragment, kept = []) {
    const program = gl.createProgram();
    const shaders = [
      [gl.VERTEX_SHADER, vertex],
      [gl.FRAGMENT_SHADER, fragment],
    ].map(([kind, text]) => {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, text);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
      return shader;
    });
    attribute_names.forEach((name, i) => gl.bindAttribLocation(program, i, name));
    ["a_place", "a_off"].forEach((name, i) => gl.bindAttribLocation(program, i, name));
    gl.transformFeedbackVaryings(program, kept, gl.SEPARATE_ATTRIBS);
    gl.linkProgram(program);
    const logs = [...shaders.map((shader) => gl.getShaderInfoLog(shader)), gl.getProgramInfoLog(program)];
    shaders.forEach((shader) => gl.deleteShader(shader));
    if (gl.getProgramParameter(program, gl.LINK_STATUS)) {
      ["Palette", "NormalPalette", "Colours", "DualPalette"].forEach((name, binding) => {
        const block = gl.getUniformBlockIndex(program, name);
        if (block !== gl.INVALID_INDEX) gl.uniformBlockBinding(program, block, binding);
      });
      return { program, errors: [] };
    }
    gl.deleteProgram(program);
    const told = [...logs.join("\n").matchAll(/^ERROR: (\d+):(\d+): (.*)$/gm)];
    const errors = told.map(([, text, line, what]) => ({ own: text === "1", line: Number(line), what }));
    return { program: null, errors: errors.length ? errors : [{ own: false, line: 0, what: logs.join(" ").trim() }] };
  }

  // ---------------------------------------------------------------- on the graphics card

  const SUN = [-0.55, 0.8, 0.6];
  const KEPT = ["v_position", "v_normal"];

  /// How far each vertex's place or normal is from another; what is no number is far from one, and what rounding does is nothing.
  const off = (is, ought) =>
    Float32Array.from({ length: is.length / 3 }, (_, i) => {
      const [x, y, z] = [3 * i, 3 * i + 1, 3 * i + 2].map((k) => (Object.is(is[k], ought[k]) ? 0 : is[k] - ought[k]));
      const apart = Math.hypot(x, y, z);
      return apart < 1e-4 ? 0 : apart || 1e6;
    });

  /// All that a canvas has on the graphics card; it is made anew when the card has lost it. Of each skin there are the
  /// `vertices`, the `materials`, the `image`, its `shader`, and its `foot` on the ground.
  function card(canvas, skins) {
    const gl = canvas.getContext("webgl2", { stencil: true, antialias: true, powerPreference: "low-power" });
    if (!gl) throw new Error("this browser has no WebGL 2");
    const buffer = (target, content, use) => {
      const made = gl.createBuffer();
      gl.bindBuffer(target, made);
      gl.bufferData(target, content, use);
      gl.bindBuffer(target, null);
      return made;
    };
    const numbers = (program, values) =>
      Object.entries(values).forEach(([name, value]) => {
        const place = gl.getUniformLocation(program, name);
        if (value.length === 16) gl.uniformMatrix4fv(place, false, value);
        else if (value.length === 4) gl.uniform4fv(place, value);
        else if (value.length === 3) gl.uniform3fv(place, value);
        else gl.uniform1i(place, value);
      });
    const block = 128 * 16 * 4;
    const colours = buffer(gl.UNIFORM_BUFFER, block, gl.STATIC_DRAW);

    const made = skins.map(({ vertices, materials, image, shader, foot: [x, z] }) => {
      const array = gl.createVertexArray();
      gl.bindVertexArray(array);
      const buffers = attribute_names.map((name) => buffer(gl.ARRAY_BUFFER, vertices[name], gl.STATIC_DRAW));
      attribute_names.forEach((name, i) => {
        const values = vertices[name];
        gl.bindBuffer(gl.ARRAY_BUFFER, buffers[i]);
        const width = values.length / vertices.count;
        gl.enableVertexAttribArray(i);
        // The shader has an `ivec4`, and a whole number with a sign is what it takes.
        if (values instanceof Int8Array) gl.vertexAttribIPointer(i, width, gl.BYTE, 0, 0);
        else gl.vertexAttribPointer(i, width, gl.FLOAT, false, 0, 0);
      });
      const entries = buffer(gl.UNIFORM_BUFFER, block, gl.DYNAMIC_DRAW);
      const computed = [0, 1].map(() => buffer(gl.COPY_READ_BUFFER, vertices.count * 12, gl.STREAM_READ));
      const [overlay, places_now, off_now] = [gl.createVertexArray(), gl.createBuffer(), gl.createBuffer()];
      gl.bindVertexArray(overlay);
      [places_now, off_now].forEach((part, i) => {
        gl.bindBuffer(gl.ARRAY_BUFFER, part);
        gl.enableVertexAttribArray(i);
        gl.vertexAttribPointer(i, i ? 1 : 3, gl.FLOAT, false, 0, 0);
      });
      const texture = gl.createTexture();
      gl.bindTexture(gl.TEXTURE_2D, texture);
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, gl.RGBA, gl.UNSIGNED_BYTE, image);
      gl.generateMipmap(gl.TEXTURE_2D);

      const pose = (palette) => {
        gl.bindVertexArray(array);
        [entries, entries, colours, entries].forEach((part, i) => gl.bindBufferBase(gl.UNIFORM_BUFFER, i, part));
        gl.bindBuffer(gl.UNIFORM_BUFFER, entries);
        gl.bufferSubData(gl.UNIFORM_BUFFER, 0, palette);
      };

      let filled = { code: null, errors: [] };
      let programs = {};
      /// Puts code into the shader's gap, and returns its errors; with any, the program before it stays.
      const fill = (code) => {
        if (code === filled.code) return filled.errors;
        const text = skin(shader, code);
        const { program, errors } = linked(gl, text, look(text), KEPT);
        filled = { code, errors };
        if (errors.length) return errors;
        Object.values(programs).forEach((old) => gl.deleteProgram(old));
        programs = { look: program, shade: linked(gl, text, shade).program };
        return errors;
      };

      let answer = null;
      /// The vertices' places in the model with their `normals`, as the shader computes them; as it should, if `is_right`.
      const points = (palette, is_right = false) => {
        if (is_right) answer ??= linked(gl, skin(shader, shader.right), look(shader.before), KEPT).program;
        const program = is_right ? answer : programs.look;
        gl.useProgram(program);
        pose(palette);
        numbers(program, { u_world_from_model: identity });
        gl.enable(gl.RASTERIZER_DISCARD);
        computed.forEach((part, i) => gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, i, part));
        gl.beginTransformFeedback(gl.POINTS);
        gl.drawArrays(gl.POINTS, 0, vertices.count);
        gl.endTransformFeedback();
        computed.forEach((_, i) => gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, i, null));
        gl.disable(gl.RASTERIZER_DISCARD);
        const [places, normals] = computed.map((part) => {
          const read = new Float32Array(vertices.count * 3);
          gl.bindBuffer(gl.COPY_READ_BUFFER, part);
          gl.getBufferSubData(gl.COPY_READ_BUFFER, 0, read);
          return read;
        });
        // A buffer that is written to may have no other use.
        gl.bindBuffer(gl.COPY_READ_BUFFER, null);
        return Object.assign(places, { normals });
      };

      /// Lays triangles over the picture, in a colour where `off` is above 0; or the vertices alone.
      const lay = (places, off, clip_from_world, colour, mode = gl.TRIANGLES) => {
        gl.bindVertexArray(overlay);
        [places, off].forEach((values, i) => {
          gl.bindBuffer(gl.ARRAY_BUFFER, i ? off_now : places_now);
          gl.bufferData(gl.ARRAY_BUFFER, values, gl.STREAM_DRAW);
        });
        gl.useProgram(over);
        const world_from_model = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, 0, z, 1];
        numbers(over, { u_clip_from_world: clip_from_world, u_world_from_model: world_from_model, u_tint: colour });
        gl.drawArrays(mode, 0, vertices.count);
      };

      /// Shows what differs from the right: the right one pale, and of the wrong one's vertices `red` ones.
      const compare = (palette, right, clip_from_world, ink, red) => {
        const [is, ought] = [points(palette), points(right, true)];
        gl.enable(gl.BLEND);
        if (red) [gl.TRIANGLES, gl.POINTS].forEach((mode) => lay(is, red, clip_from_world, [0.85, 0.08, 0.1, 0.6], mode));
        // Of the pale one only what is nearest, and over all the rest.
        gl.clear(gl.DEPTH_BUFFER_BIT);
        const away = off(is, ought).map((part) => 20 * part);
        for (const seen of [false, true]) {
          gl.colorMask(seen, seen, seen, seen);
          gl.depthFunc(seen ? gl.LEQUAL : gl.LESS);
          lay(ought, away, clip_from_world, [...ink, 0.42]);
        }
        gl.depthFunc(gl.LESS);
        gl.disable(gl.BLEND);
      };

      // The sun is round: sixteen of its points each press the skin flat on the ground, and no pixel is darkened twice by one.
      const cast = (palette, clip_from_world) => {
        pose(palette);
        gl.useProgram(programs.shade);
        for (let i = 1; i <= 16; i++) {
          const [a, b, c] = plus(SUN, [Math.cos(i * 2.4), 0, Math.sin(i * 2.4)], 0.018 * Math.sqrt(i));
          const flat_from_model = [1, 0, 0, 0, -a / b, 0, -c / b, 0, 0, 0, 1, 0, x, 0, z, 1];
          gl.stencilFunc(gl.NOTEQUAL, i, 255);
          numbers(programs.shade, { u_clip_from_world: clip_from_world, u_world_from_model: flat_from_model });
          gl.drawArrays(gl.TRIANGLES, 0, vertices.count);
        }
      };

      const show = (palette, clip_from_world, eye, joint_colours) => {
        pose(palette);
        gl.useProgram(programs.look);
        const world_from_model = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, 0, z, 1];
        numbers(programs.look, { u_clip_from_world: clip_from_world, u_world_from_model: world_from_model, u_eye: eye });
        numbers(programs.look, { u_weights_shown: Boolean(joint_colours) });
        if (joint_colours) {
          gl.bindBuffer(gl.UNIFORM_BUFFER, colours);
          gl.bufferSubData(gl.UNIFORM_BUFFER, 0, joint_colours);
        }
        gl.bindTexture(gl.TEXTURE_2D, texture);
        let first = 0;
        for (const { corners, colour, textured } of materials) {
          numbers(programs.look, { u_colour: colour, u_texture_shown: textured && !joint_colours });
          gl.drawArrays(gl.TRIANGLES, first, corners);
          first += corners;
        }
      };
      /// Gives the vertices other weights.
      const weigh = (weights) => {
        gl.bindBuffer(gl.ARRAY_BUFFER, buffers[attribute_names.indexOf("a_weights")]);
        gl.bufferSubData(gl.ARRAY_BUFFER, 0, weights);
      };
      return { fill, points, cast, show, compare, weigh };
    });

    const [floor, over] = [linked(gl, ground_place, ground).program, linked(gl, placed, tint).program];
    const feet = [skins[0], skins.at(-1)].flatMap(({ foot }) => foot);
    /// Draws a picture; with colours of the joints, their mixtures are what the skins show.
    const draw = (palettes, clip_from_world, eye, ink, joint_colours, right, reds) => {
      gl.viewport(0, 0, canvas.width, canvas.height);
      gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT | gl.STENCIL_BUFFER_BIT);
      gl.enable(gl.BLEND);
      gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
      gl.bindVertexArray(null);
      gl.useProgram(floor);
      numbers(floor, { u_clip_from_world: clip_from_world, u_ink: ink, u_feet: feet });
      gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
      gl.enable(gl.STENCIL_TEST);
      gl.stencilOp(gl.KEEP, gl.KEEP, gl.REPLACE);
      made.forEach(({ cast }, i) => cast(palettes[i], clip_from_world));
      gl.disable(gl.STENCIL_TEST);
      gl.disable(gl.BLEND);
      gl.enable(gl.DEPTH_TEST);
      made.forEach(({ show }, i) => show(palettes[i], clip_from_world, eye, joint_colours));
      if (right) made.forEach(({ compare }, i) => compare(palettes[i], right[i], clip_from_world, ink, reds?.[i]));
      gl.disable(gl.DEPTH_TEST);
    };
    return {
      fill: (codes) => made.flatMap(({ fill }, i) => fill(codes[i])),
      points: (palettes, is_right) => made.map(({ points }, i) => points(palettes[i], is_right)),
      weigh: (weights) => made[0].weigh(weights),
      draw,
    };
  }

  /// The code of a mistake in the shader, or the right one.
  const filling = ({ right, mistakes }, name) => mistakes.find((mistake) => mistake.name === name)?.code ?? right;

  const seen_by_none = {};
  /// The places of all vertices of skins, with their `normals`, as their shaders compute them, whose gaps are filled with some
  /// codes. `name` is the skins' own.
  function computed(name, skins, codes, palettes) {
    const drawn = (seen_by_none[name] ??= card(new OffscreenCanvas(1, 1), skins));
    const errors = drawn.fill(codes);
    if (errors.length) throw new Error(JSON.stringify(errors));
    return drawn.points(palettes);
  }

  /// The points of some of the knight's vertices at a time of a clip, in the model, with a mistake before the shader or with
  /// one in it: what the workbook's own code is compared with.
  async function asked(name, time, corners, mistake, filling_name = null) {
    const knight = await model();
    const clip = knight.clips.find((clip) => clip.name === name);
    const palettes = [palette(knight, pose(knight, clip, time, mistake), mistake)];
    const [places] = computed("knight", [knight], [filling(knight.shader, filling_name)], palettes);
    return corners.flatMap((corner) => [...places.slice(3 * corner, 3 * corner + 3)]);
  }

  // ---------------------------------------------------------------- in the page

  /// The colours of joints with no share, and with all.
  const NONE = [0.55, 0.57, 0.6];
  const ALL = [0.93, 0.42, 0.05];
  const SLOPE = Math.tan(radians(14));
  const is_calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

  /// Skins on a canvas that turns under the hand. The state says how they are seen: `turn`, `tilt`, `near`. Of a figure's own,
  /// `load()` brings the skins, `palettes(skins)` gives their joints' numbers as they are now, and `often(skins)` several
  /// times of them, which the picture has room for; `code(shader, i)` says what the gap of each holds, `refused(errors)` hears
  /// what is wrong with that, `right(skins)` gives the palettes without a mistake, `reds(skins)` for each skin numbers above 0
  /// where vertices are to be red, `shares(skins)` gives numbers of the joints from 0 to 1 that are shown as colours, and
  /// `come(skins)` hears that they are there.
  function scene(board, still, own) {
    const nothing = { code: ({ right }) => right, refused: () => {}, come: () => {}, shares: () => null };
    const { label, load, palettes, often, code, refused, come, shares, right = palettes, reds } = { ...nothing, ...own };
    const { state } = board;
    const canvas = node("canvas", "live-space");
    const fixed = { role: "slider", tabindex: 0, "aria-label": `${label}; arrows turn the picture` };
    const range = { "aria-valuemin": -180, "aria-valuemax": 180 };
    Object.entries({ ...fixed, ...range }).forEach(([name, value]) => canvas.setAttribute(name, value));
    const frame = node("div", "live-scene");
    frame.append(canvas);
    board.main.prepend(frame);
    let [skins, drawn, framed, wanted, seen] = [null, null, null, null, false];
    const camera = { middle: [0, 0.8, 0], reach: 1.1 };
    let [view, there] = [null, ""];

    /// The middle and the reach of what is often seen while nothing is wrong: what is too large is not to look smaller.
    const bounds = () => {
      const feet = skins.map(({ foot: [x, z] }) => [x, 0, z]);
      const [low, high] = [-0.5, 0.5].map((side) => [0, 1, 2].map((k) => (k === 1 ? 0.85 + 1.7 * side : side)));
      for (const palettes of often(skins))
        drawn.points(palettes, true).forEach((places, i) =>
          places.forEach((place, k) => {
            const value = place + feet[i][k % 3];
            low[k % 3] = Math.min(low[k % 3], value);
            high[k % 3] = Math.max(high[k % 3], value);
          }),
        );
      const middle = low.map((value, k) => (value + high[k]) / 2);
      return { middle, reach: 0.58 * Math.max(...low.map((value, k) => high[k] - value)) };
    };

    function draw() {
      live.attribute(canvas, "aria-valuenow", Math.round(state.turn));
      live.attribute(canvas, "aria-valuetext", `turned by ${Math.round(state.turn)}°`);
      if (!drawn) return;
      const codes = skins.map(({ shader }, i) => code(shader, i));
      const errors = drawn.fill(codes);
      refused(errors);
      if (!seen || !canvas.width) return;
      if (state.clip !== framed) wanted = bounds();
      const part = framed !== null && !is_calm() ? 0.2 : 1;
      framed = state.clip;
      camera.middle = mix(camera.middle, wanted.middle, part);
      camera.reach = mix(camera.reach, wanted.reach, part);
      if (Math.abs(camera.reach - wanted.reach) > 0.005 * wanted.reach) board.put({});
      const aspect = canvas.width / canvas.height;
      const distance = camera.reach / (SLOPE * Math.min(aspect, 1) * state.near);
      const [turn, tilt] = [radians(state.turn), radians(state.tilt)];
      const towards = [Math.sin(turn) * Math.cos(tilt), Math.sin(tilt), Math.cos(turn) * Math.cos(tilt)];
      const eye = plus(camera.middle, towards, distance);
      const from_world = eye_from_world(eye, camera.middle);
      const clip_from_world = mul(clip_from_eye(SLOPE, aspect, distance / 50, distance * 20), from_world);
      view = { eye, aspect, from_world, clip_from_world };
      const ink = getComputedStyle(canvas).color.match(/[\d.]+/g).slice(0, 3).map((part) => part / 255);
      // A picture that is there already is not drawn again.
      const picture = JSON.stringify([state, camera, ink]);
      if (picture === there) return;
      there = picture;
      const colours = shares(skins)?.flatMap((share) => [...mix(NONE, ALL, share), 1]);
      const is_wrong = state.mistake || codes.some((code, i) => code !== skins[i].shader.right);
      const compared = is_wrong ? [right(skins), reds?.(skins)] : [];
      drawn.draw(palettes(skins), clip_from_world, eye, ink, colours && new Float32Array(colours), ...compared);
    }

    // ------------------------------------------------------------ the hand
    const hands = new Map();
    let pressed = false;
    const zoom = (factor) => board.put({ near: clamp(state.near * factor, 0.16, 4) });
    const turn = (across, up) => {
      const around = (((state.turn + across + 180) % 360) + 360) % 360;
      board.put({ turn: around - 180, tilt: clamp(state.tilt + up, -5, 80) });
    };
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      hands.set(event.pointerId, [event.clientX, event.clientY]);
      pressed = true;
    });
    canvas.addEventListener("pointermove", (event) => {
      const before = hands.get(event.pointerId);
      if (!before) return;
      const after = [event.clientX, event.clientY];
      const other = [...hands].find(([id]) => id !== event.pointerId)?.[1];
      if (other) zoom(length(sub(after, other)) / (length(sub(before, other)) || 1));
      else turn(-0.5 * (after[0] - before[0]), 0.3 * (after[1] - before[1]));
      hands.set(event.pointerId, after);
    });
    const release = (event) => hands.delete(event.pointerId);
    ["pointerup", "pointercancel", "lostpointercapture"].forEach((name) => canvas.addEventListener(name, release));
    canvas.addEventListener("pointerleave", () => (pressed = false));
    // Before he is pressed, the wheel scrolls the page.
    const wheel = (event) => {
      if (!pressed) return;
      event.preventDefault();
      zoom(Math.exp(-0.001 * event.deltaY));
    };
    canvas.addEventListener("wheel", wheel, { passive: false });
    const by_key = {
      ArrowLeft: () => turn(-10, 0),
      ArrowRight: () => turn(10, 0),
      ArrowUp: () => turn(0, 8),
      ArrowDown: () => turn(0, -8),
      "+": () => zoom(1.15),
      "-": () => zoom(1 / 1.15),
    };
    canvas.addEventListener("keydown", (event) => {
      if (!by_key[event.key]) return;
      by_key[event.key]();
      event.preventDefault();
    });

    // ------------------------------------------------------------ coming and going
    new ResizeObserver(([{ contentRect }]) => {
      const dots = Math.min(devicePixelRatio, 2);
      there = "";
      [canvas.width, canvas.height] = [contentRect.width, contentRect.height].map((size) => Math.round(size * dots));
      board.redraw();
    }).observe(canvas);
    new MutationObserver(board.redraw).observe(document.documentElement, { attributeFilter: ["class"] });
    const words = "The graphics card has let go of this picture. It comes back by itself, or when you load the page again.";
    const lost = node("p", "live-lost", words);
    canvas.addEventListener("webglcontextlost", (event) => {
      event.preventDefault();
      drawn = null;
      frame.append(lost);
    });
    const make = () => {
      lost.remove();
      drawn = card(canvas, skins);
      [framed, there] = [null, ""];
      board.put({});
    };
    canvas.addEventListener("webglcontextrestored", make);
    new IntersectionObserver(([{ isIntersecting }]) => {
      seen = isIntersecting;
      if (seen) board.put({});
    }).observe(canvas);
    const first = new IntersectionObserver(
      async ([{ isIntersecting }]) => {
        if (!isIntersecting) return;
        first.disconnect();
        try {
          skins = await load();
          make();
          come(skins);
        } catch {
          // Without WebGL 2, and in a course without the knight, the picture stands here.
          const [box, said] = [board.main.parentElement, board.main.querySelector("p:not([class])")];
          box.innerHTML = still;
          if (said) box.parentElement.after(said);
          const words = "Your browser has no WebGL 2, so here is a picture that you can’t turn.";
          if (skins) box.append(node("p", "live-sentence", words));
        }
      },
      { rootMargin: "400px" },
    );
    first.observe(canvas);
    /// A place of the model on the picture, in its pixels.
    const to = (place) => {
      const [x, y, , w] = times_point(view.clip_from_world, place);
      return [(0.5 + (0.5 * x) / w) * canvas.clientWidth, (0.5 - (0.5 * y) / w) * canvas.clientHeight];
    };
    /// Where the line from the eye through a pixel meets a plane, which is given by a place on it and its normal.
    const on_plane = ([x, y], place, normal) => {
      const [across, up] = [(2 * x) / canvas.clientWidth - 1, 1 - (2 * y) / canvas.clientHeight];
      const [right, above, back] = [0, 1, 2].map((row) => [0, 4, 8].map((column) => view.from_world[row + column]));
      const towards = plus(plus(times(back, -1), right, across * SLOPE * view.aspect), above, up * SLOPE);
      return plus(view.eye, towards, dot(plus(place, view.eye, -1), normal) / dot(towards, normal));
    };
    const points = () => drawn?.points(palettes(skins));
    const weigh = (weights) => drawn?.weigh(weights);
    return { draw, frame, points, weigh, to, on_plane, eye: () => view?.eye, is_seen: () => Boolean(drawn && seen) };
  }

  /// The knight on such a canvas. The state has his `clip` by name, `time` and `speed`, and if he is `playing`. Of a figure's
  /// own, `mistake()` names one before the shader, and `posed(knight, time, mistake)` makes another pose.
  function stage(board, still, own) {
    const { state } = board;
    const right = { mistake: () => null, posed: (knight, time, mistake) => pose(knight, clip(), time, mistake) };
    const { mistake, posed, shares, come } = { ...right, shares: () => null, come: () => {}, ...own };
    let knight = null;
    const clip = () => knight.clips.find(({ name }) => name === state.clip);
    const palettes = (time, wrong = mistake()) => [palette(knight, posed(knight, time, wrong), wrong)];
    const stage = scene(board, still, {
      ...own,
      label: "the knight",
      load: async () => [(knight = await model())],
      palettes: () => palettes(state.time),
      right: () => palettes(state.time, null),
      often: () => [0, 1, 2, 3].map((i) => palettes((i / 4) * clip().seconds, null)),
      shares: () => {
        const parts = shares(knight);
        return parts && knight.nodes.map((joint) => parts[joint]);
      },
      come: () => come(knight),
    });

    // The clock goes only while he is seen.
    let last = 0;
    let next = 0;
    const tick = (now) => {
      const goes = state.playing && stage.is_seen();
      const passed = last ? Math.min((now - last) / 1000, 0.1) : 0;
      last = goes ? now : 0;
      next = goes ? requestAnimationFrame(tick) : 0;
      if (!goes) return;
      const round = clip().seconds;
      // All times of the slider: whole rounds, so that nothing jumps where it begins again.
      const end = Math.max(Math.floor(LONGEST / round + 1e-6), 1) * round;
      board.put({ time: (state.time + state.speed * passed) % end });
    };
    board.parts.push(() => {
      if (!next && state.playing && stage.is_seen()) next = requestAnimationFrame(tick);
    });

    return { ...stage, seconds: () => (knight ? clip().seconds : 1) };
  }

  /// The longest time on the slider, in seconds.
  const LONGEST = 4;

  /// A button that stops him and lets him go on, and below it his time and his speed.
  function player(board, clips) {
    const { state, put } = board;
    const [row, button] = [node("div", "live-row"), node("button")];
    button.type = "button";
    button.addEventListener("click", () => put({ playing: !state.playing }));
    row.append(button);
    if (clips) {
      const choice = node("select");
      choice.setAttribute("aria-label", "clip");
      choice.append(...clips.map((name) => node("option", "", name)));
      choice.addEventListener("change", () => put({ clip: choice.value, time: 0 }));
      board.parts.push(() => (choice.value = state.clip));
      row.append(choice);
    }
    board.side.append(row);
    live.scrub(board, {
      label: "time",
      min: 0,
      max: LONGEST,
      step: 0.01,
      get: () => Math.round(100 * state.time) / 100,
      put: (time) => put({ time, playing: false }),
      text: () => `${live.number(state.time)} s`,
    });
    live.scrub(board, {
      label: "speed",
      min: 0.05,
      max: 1,
      step: 0.05,
      of: "speed",
      text: () => live.number(state.speed),
    });
    board.parts.push(() => live.write(button, state.playing ? "stop" : "play"));
  }

  /// A state to begin with.
  const begin = (own) => ({
    clip: "walk",
    time: 0,
    speed: 1,
    playing: !is_calm(),
    turn: 28,
    tilt: 10,
    near: 1,
    mistake: null,
    ...own,
  });

  return {
    identity,
    mul,
    product,
    about,
    turned,
    pair_of,
    times_point,
    of_transform,
    dot,
    cross,
    plus,
    times,
    asked,
    computed,
    off,
    ROUNDS,
    ENDLESS,
    filling,
    shaders,
    model,
    wrapped,
    pair,
    pose,
    palette,
    between,
    walk,
    scene,
    stage,
    player,
    begin,
  };
})();
