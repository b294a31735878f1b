// Lesson 03: ten pieces of paper on their pins. The pivot says which spot of the paper is on the joint, the layer what covers it.
"use strict";

{
  const { move, turn, mul, inverse, point, direction, add, sub, angle, number, place } = live;

  /// The corners of a sprite, in fractions of its width and height.
  const corners = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ];

  /// Where a spot of the paper is in the joint's frame, in metres.
  function spot_in_joint(spot, [width, height], pivot, mistake) {
    const [u, v] = pivot;
    const origin = { "pivot-at-the-centre": [0.5, 0.5], "pivot-ignored": [0, 0], "pivot-from-the-top": [u, 1 - v] };
    const [across, up] = sub(spot, origin[mistake] ?? pivot);
    return [width * across, height * up];
  }

  /// From a joint's place and angle, a sprite's width and height, and its pivot: the four corners in the model.
  function answers([x, y, degrees, width, height, u, v], mistake) {
    const model_from_joint = mul(move([x, y]), turn(degrees));
    return corners.flatMap((corner) => point(model_from_joint, spot_in_joint(corner, [width, height], [u, v], mistake)));
  }

  const wrong = {
    "03.1 pivot-at-the-centre": "at the centre",
    "03.1 pivot-ignored": "left out",
    "03.1 pivot-from-the-top": "from the top",
  };

  /// A rounded strip of paper from the pin downwards.
  const strip = (top, bottom, length) =>
    [[1, 0], [0.7, 0.7], [0, 1], [-0.7, 0.7], [-1, 0]].map(([x, y]) => [top * x, top * y])
      .concat([[-1, 0], [-0.7, -0.7], [0, -1], [0.7, -0.7], [1, 0]].map(([x, y]) => [bottom * x, bottom * y - length]));
  const shin = [...strip(0.075, 0.055, 0.24).slice(0, 6), [-0.055, -0.38], [0.16, -0.38], [0.13, -0.31], [0.055, -0.27]];
  const round = (x, y, radius, [first, last]) =>
    Array.from({ length: 17 }, (_, i) => add([x, y], direction(turn(first + ((last - first) * i) / 16), [radius, 0])));
  const head = [...round(0.01, 0.16, 0.18, [-20, 215]), [-0.1, -0.02], [0.13, -0.02]];
  const plume = [...round(-0.08, 0.24, 0.22, [60, 205]), ...round(-0.03, 0.2, 0.13, [205, 60])];
  const torso = [[-0.15, -0.1], [0.14, -0.1], [0.12, 0.05], [0.19, 0.25], [0.15, 0.4], [0.05, 0.45], [-0.1, 0.44], [-0.17, 0.32], [-0.12, 0.05]];

  /// The parts as in assets/puppet/puppet.toml, with a shape in the joint's frame, and an angle in mid-stride.
  const parts = [
    { parent: null, attach: [0, 0.76], size: [0.559, 0.752], pivot: [0.49, 0.281], layer: 6, shape: torso, turned: -2, colour: "plain" },
    { parent: 0, attach: [0.022, 0.462], size: [0.773, 0.816], pivot: [0.563, 0.196], layer: 7, shape: head, behind: plume, line: [[0.03, 0.15], [0.17, 0.16]], turned: 3, colour: "plain" },
    { parent: 0, attach: [-0.03, 0.335], size: [0.301, 0.508], pivot: [0.5, 0.704], layer: 8, shape: strip(0.085, 0.06, 0.245), turned: -38, colour: "orange" },
    { parent: 2, attach: [0, -0.245], size: [0.256, 0.51], pivot: [0.466, 0.766], layer: 9, shape: strip(0.062, 0.075, 0.24), turned: 30, colour: "orange" },
    { parent: 0, attach: [0.06, 0.34], size: [0.301, 0.508], pivot: [0.5, 0.704], layer: 0, shape: strip(0.085, 0.06, 0.245), turned: 38, colour: "faint" },
    { parent: 4, attach: [0, -0.245], size: [0.256, 0.51], pivot: [0.466, 0.766], layer: 1, shape: strip(0.062, 0.075, 0.24), turned: 30, colour: "faint" },
    { parent: 0, attach: [-0.025, 0], size: [0.316, 0.621], pivot: [0.494, 0.748], layer: 4, shape: strip(0.11, 0.08, 0.34), turned: 30, colour: "blue" },
    { parent: 6, attach: [0, -0.34], size: [0.404, 0.6], pivot: [0.343, 0.779], layer: 5, shape: shin, turned: -8, colour: "blue" },
    { parent: 0, attach: [0.03, 0], size: [0.316, 0.621], pivot: [0.494, 0.748], layer: 2, shape: strip(0.11, 0.08, 0.34), turned: -24, colour: "faint" },
    { parent: 8, attach: [0, -0.34], size: [0.404, 0.6], pivot: [0.343, 0.779], layer: 3, shape: shin, turned: -14, colour: "faint" },
  ];
  const arm = 2;

  function mount(box) {
    const state = { pivot: parts[arm].pivot, turned: parts[arm].turned, layer: parts[arm].layer, mistake: null };
    const board = live.board(box, state, draw);
    const stage = live.stage(board, [-1.05, -0.1], [1.05, 1.92]);

    const pivot = (i) => (i === arm ? state.pivot : parts[i].pivot);
    const layer = (i) => (i === arm ? state.layer : parts[i].layer);
    const model_from_joint = (i) => {
      const { parent, attach, turned } = parts[i];
      const parent_from_joint = mul(move(attach), turn(i === arm ? state.turned : turned));
      return parent === null ? parent_from_joint : mul(model_from_joint(parent), parent_from_joint);
    };
    /// From fractions of a sprite to the model.
    const placed = (i, spot, mistake = state.mistake) =>
      point(model_from_joint(i), spot_in_joint(spot, parts[i].size, pivot(i), mistake));
    /// The painted shape, which is where it should be if the pivot is the file's.
    const painted = (i, shape = parts[i].shape) =>
      shape.map(([x, y]) => {
        const { size, pivot } = parts[i];
        return placed(i, [x / size[0] + pivot[0], y / size[1] + pivot[1]]);
      });
    const sheet = (mistake) => corners.map((corner) => placed(arm, corner, mistake));
    const elbow = () => model_from_joint(3).slice(4);

    function draw() {
      const order = parts.map((_, i) => i).sort((a, b) => layer(a) - layer(b));
      stage.draw(() => {
        stage.line([[-1.05, 0.02], [1.05, 0.02]], "grid zero");
        for (const i of order) {
          const { behind, colour, line } = parts[i];
          if (behind) stage.area(painted(i, behind), "orange tile");
          stage.area(painted(i), colour + " tile");
          stage.area(painted(i), colour + " outline thin");
          if (line) stage.line(painted(i, line), "plain bone-thin");
        }
        if (state.mistake) stage.area(sheet(null), "faint outline thin");
        stage.area(sheet(state.mistake), (state.mistake ? "wrong" : "orange") + " outline thin");
        parts.forEach((_, i) => stage.dot(model_from_joint(i).slice(4), 3, "plain"));
        stage.text(placed(arm, [0, 0]), "(0, 0)", "orange", [-4, 12]);
        stage.text(placed(arm, [1, 1]), "(1, 1)", "orange", [14, -14]);
      });
    }

    live.handle(board, stage, {
      label: "the corner (1, 1) of the arm’s paper",
      className: "green",
      min: [0, 0],
      max: [1, 1],
      step: 0.01,
      snap: [[0.5, 0.7], [0.5, 0.5], [0, 0]],
      near: 0.03,
      of: "pivot",
      at: () => placed(arm, [1, 1]),
      // The pin stays, and the paper moves below it.
      value: (at) => {
        const [x, y] = point(inverse(model_from_joint(arm)), at);
        const [width, height] = parts[arm].size;
        return [1 - x / width, 1 - y / height];
      },
      text: () => `the pivot is ${place(state.pivot)}`,
    });
    live.handle(board, stage, {
      label: "the arm’s elbow",
      className: "orange",
      min: -120,
      max: 140,
      of: "turned",
      at: elbow,
      value: (at) => angle(direction(inverse(model_from_joint(0)), sub(at, model_from_joint(arm).slice(4)))) + 90,
      text: () => `the arm is turned by ${number(state.turned, 0)}°`,
    });

    live.sentence(board, () => {
      if (state.mistake === "pivot-at-the-centre")
        return ["Each piece is pinned at its ", ["wrong", "middle"], ", and turns about it. The joints, the black dots, are right."];
      if (state.mistake === "pivot-ignored")
        return ["Each piece is pinned at its ", ["wrong", "lower left corner"], ". The joints, the black dots, are right."];
      if (state.mistake === "pivot-from-the-top")
        return ["v₀ was counted from the top, so each piece is pinned ", ["wrong", `${number(Math.abs(2 * state.pivot[1] - 1) * parts[arm].size[1])} m`], " too low or too high."];
      const later = parts.filter((part, i) => i !== arm && part.layer > state.layer).length;
      const [x, y] = spot_in_joint([1, 1], parts[arm].size, state.pivot);
      return [
        "The pivot ",
        ["green", place(state.pivot)],
        " is on the shoulder. So the corner (1, 1) is at ",
        ["orange", place([x, y])],
        ` m in the joint. ${["No piece is", "One piece is"][later] ?? `${later} pieces are`} drawn after the arm${later ? ", and may cover it" : ""}.`,
      ];
    });
    live.choice(board, "the pivot", wrong);
    live.scrub(board, {
      label: "layer",
      min: -1,
      max: 10,
      step: 1,
      of: "layer",
      text: () => number(state.layer, 0),
    });
    live.table(board, ["corner", "x", "y"], () =>
      [0, 2].map((i) => {
        const [x, y] = spot_in_joint(corners[i], parts[arm].size, state.pivot, state.mistake);
        return { name: place(corners[i]), numbers: { [`x ${i}`]: x, [`y ${i}`]: y }, className: state.mistake ? "wrong" : "orange" };
      }),
    );
    return board.figure;
  }

  live.figure("03-pivot", { answers, mount });
}
