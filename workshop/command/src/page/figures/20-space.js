// Lesson 20: two skins on the same two bones in space: one is skinned by skin.vert, the other by rigged_dual.vert.
"use strict";

{
  const { number } = live;
  const { identity, plus, times, dot, cross, product, about, turned, pair_of, of_transform, mul } = space;

  const [radius, margin, height, slices, around] = [0.3, 0.3, 2, 40, 40];
  const joint = [0, 1, 0];

  // ---------------------------------------------------------------- the skin

  /// Where the vertex of a slice is among all corners: the first corner of the two triangles above it, or the last below.
  const corner = (slice, sample) =>
    slice < slices ? 6 * (slice * around + sample) : 6 * ((slices - 1) * around + sample) + 5;

  const vertices = (() => {
    const all = [];
    const add = (y, sample, normal, part = 1) => {
      const angle = (-2 * Math.PI * sample) / around;
      const out = [Math.cos(angle), 0, Math.sin(angle)];
      const over = live.clamp((y - joint[1] + margin) / (2 * margin), 0, 1);
      const position = [part * radius * out[0], y, part * radius * out[2]];
      // The strongest joint is the first.
      const [joints, weights] = over > 0.5 ? [[1, 0, 0, 0], [over, 1 - over, 0, 0]] : [[0, 1, 0, 0], [1 - over, over, 0, 0]];
      all.push({ position, normal: normal ?? out, place: [sample / around, y / height], joints, weights });
    };
    for (let slice = 0; slice < slices; slice++) {
      const [low, high] = [slice, slice + 1].map((slice) => (height * slice) / slices);
      for (let sample = 0; sample < around; sample++) {
        for (const [y, side] of [[low, 0], [low, 1], [high, 1], [low, 0], [high, 1], [high, 0]]) add(y, sample + side);
      }
    }
    for (const [y, up] of [[0, -1], [height, 1]]) {
      for (let sample = 0; sample < around; sample++) {
        [[0, 0], [0, 1], [1, 1]].forEach(([side, part]) => add(y, sample + side, [0, up, 0], part));
      }
    }
    const floats = (name) => new Float32Array(all.flatMap((vertex) => vertex[name]));
    return {
      count: all.length,
      a_position: floats("position"),
      a_normal: floats("normal"),
      a_texture_coordinates: floats("place"),
      a_joints: new Int8Array(all.flatMap(({ joints }) => joints)),
      a_weights: floats("weights"),
    };
  })();

  /// Squares in two shades, so that a twist is seen.
  function chequered() {
    const canvas = new OffscreenCanvas(768, 1280);
    const pen = canvas.getContext("2d");
    pen.fillStyle = "#fff";
    pen.fillRect(0, 0, 768, 1280);
    pen.fillStyle = "#a8a8a8";
    for (let i = 0; i < 240; i++) if ((i + Math.floor(i / 12)) % 2) pen.fillRect(64 * (i % 12), 64 * Math.floor(i / 12), 64, 64);
    return canvas;
  }

  const feet = [
    [-0.75, 0],
    [0.75, 0],
  ];
  async function load() {
    const shaders = await space.shaders();
    const materials = [{ corners: vertices.count, colour: [0.85, 0.63, 0.4, 1], textured: true }];
    const skin = { vertices, materials, image: chequered() };
    return ["skin.vert", "rigged_dual.vert"].map((name, i) => ({ ...skin, shader: shaders[name], foot: feet[i] }));
  }

  // ---------------------------------------------------------------- the bones

  const turn = (twist, bend) => product(about([0, 0, 1], -bend), about([0, 1, 0], twist));

  /// The palettes of both shaders, each with room for as many joints as it has. No matrix scales, so that normals take them
  /// as well.
  function palettes(twist, bend) {
    const rotation = turn(twist, bend);
    const posed_from_bind = mul(of_transform([joint, rotation, [1, 1, 1]]), of_transform([times(joint, -1), [0, 0, 0, 1], [1, 1, 1]]));
    const all = [new Float32Array(128 * 16), new Float32Array(256 * 4)];
    all[0].set([...identity, ...posed_from_bind]);
    all[1].set([0, 0, 0, 1, 0, 0, 0, 0, ...pair_of(rotation, joint).flat()]);
    return all;
  }

  // ---------------------------------------------------------------- what is lost

  const size = (a) => Math.sqrt(dot(a, a));

  /// Of a skin's vertices as its shader places them: the least area of a slice, as a part of what it was, and how far the
  /// farthest point is from the bones, in radii.
  function measured(places, twist, bend) {
    const at = (slice, sample) => [...places.slice(3 * corner(slice, sample), 3 * corner(slice, sample) + 3)];
    const tip = plus(joint, turned(turn(twist, bend), joint));
    const beside = (point, from, to) => {
      const [way, along] = [plus(point, from, -1), plus(to, from, -1)];
      return size(plus(way, along, -live.clamp(dot(way, along), 0, 1)));
    };
    let [least, farthest] = [Infinity, 0];
    for (let slice = 0; slice <= slices; slice++) {
      const ring = Array.from({ length: around }, (_, sample) => at(slice, sample));
      const middle = times(ring.reduce((sum, point) => plus(sum, point)), 1 / around);
      const spokes = ring.map((point) => plus(point, middle, -1));
      const area = size(spokes.map((spoke, i) => cross(spokes.at(i - 1), spoke)).reduce((sum, part) => plus(sum, part)));
      least = Math.min(least, area / (around * Math.sin((2 * Math.PI) / around) * radius ** 2));
      for (const point of ring)
        farthest = Math.max(farthest, Math.min(beside(point, [0, 0, 0], joint), beside(point, joint, tip)) / radius);
    }
    return [least, farthest, ...at(23, 5)];
  }

  /// The left one's gap is always right.
  const code = (mistake) => (shader, i) => space.filling(shader, i ? mistake : null);

  /// Of twist and bend, for both skins: the least area, how far the farthest point is, and a point above the joint.
  async function answers([twist, bend], mistake) {
    const skins = await load();
    const codes = skins.map(({ shader }, i) => code(mistake)(shader, i));
    const places = space.computed("20-space", skins, codes, palettes(twist, bend));
    return places.flatMap((places) => measured(places, twist, bend));
  }

  const wrong = {
    "20.2 sides-left-out": ["sides left out", { twist: -150 }],
    "20.2 left-out-instead": ["a side left out", { twist: -150 }],
    "20.2 dual-without-the-sign": ["only q gets the sign", { twist: -150 }],
    "20.2 only-the-real-part-divided": ["only q divided", { twist: 130, bend: 60 }],
  };

  function mount(box, still) {
    const state = { twist: 130, bend: 60, mistake: null, turn: 12, tilt: 12, near: 1 };
    const board = live.board(box, state, () => scene.draw());
    const scene = space.scene(board, still, {
      label: "two cylinders",
      load,
      palettes: () => palettes(state.twist, state.bend),
      often: () => [palettes(90, 60), palettes(-150, 90)],
      code: (shader, i) => code(state.mistake)(shader, i),
    });
    // Of each skin, once it is there: its least area, and its reach.
    let both = null;
    board.parts.push(() => (both = scene.points()?.map((places) => measured(places, state.twist, state.bend))));
    const lost = (i) => Math.round(100 * (1 - both[i][0]));
    const colours = () => ["orange", state.mistake ? "wrong" : "blue"];

    live.sentence(board, () => {
      const percent = (i) => [colours()[i], `${lost(i)} %`];
      const far = state.twist < -90;
      if (!both) return ["They come in a moment."];
      switch (state.mistake) {
        case "sides-left-out":
          return far
            ? ["The upper pair came with the other sign. Nothing is lost, but the skin is ", ["wrong", "wound up the other way"], "."]
            : ["Both pairs lie on one side here, so nothing is wrong. Twist them below −90°."];
        case "left-out-instead":
          return far
            ? ["A pair on the other side got no weight, so the skin is ", ["wrong", "cut where it bends"], "."]
            : ["No pair lies on the other side here. Twist them below −90°."];
        case "dual-without-the-sign":
          return far
            ? ["q and d belong to two different motions now, and the skin is ", ["wrong", "pulled out sideways"], "."]
            : ["No pair needs the other sign here. Twist them below −90°."];
        case "only-the-real-part-divided":
          return state.bend > 20
            ? ["d is still as short as the mix was, so what moves by it moves too little: ", ["wrong", "the bend sags"], "."]
            : ["Without a bend the skin turns about its own axis, and d has nothing to move. Bend them."];
      }
      return [
        "The left one, by skin.vert, loses ",
        percent(0),
        " of its thinnest slice; the right one, by rigged_dual.vert, ",
        percent(1),
        both[1][1] > 1.005 ? `, and bulges to ${number(both[1][1])} radii.` : ".",
      ];
    });
    live.scrub_degrees(board, { min: -180, max: 180, snap: [-90, 0, 90], near: 4, of: "twist" });
    live.scrub_degrees(board, { min: 0, max: 110, of: "bend" });
    live.choice(board, "the right one’s mix", wrong);
    live.table(board, ["", "% lost", "reach"], () =>
      ["left", "right"].map((name, i) => ({
        name,
        numbers: { [`${name} lost`]: both ? lost(i) : NaN, [`${name} reach`]: both?.[i][1] ?? NaN },
        digits: [0, 2],
        none: "",
        className: colours()[i],
      })),
    );
    return board.figure;
  }

  live.figure("20-space", { answers, mount });
}
