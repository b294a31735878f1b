// Lesson 05: a bird as the file lists it, with x, y or z up, and the turn that puts it upright in the world.
"use strict";

{
  const { radians, mix, number, short, length, sub } = live;

  const [x, y, z] = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  const minus = (v) => v.map((part) => -part);

  /// The columns of the matrix from the file to the world: where its axes are. `up` is 0, 1 or 2, for x, y or z.
  function columns(up, metres, mistake) {
    const turned = {
      "axes-exchanged": [[y, x, z], [x, y, z], [x, z, y]],
      "turned-the-other-way": [[minus(y), x, z], [x, y, z], [x, z, minus(y)]],
      "axes-in-a-circle": [[y, z, x], [x, y, z], [z, x, y]],
    }[mistake] ?? [[y, minus(x), z], [x, y, z], [x, minus(z), y]];
    return turned[up].map((column) => column.map((part) => metres * part));
  }
  const moved = (columns, point) => [0, 1, 2].map((row) => columns.reduce((sum, column, i) => sum + column[row] * point[i], 0));

  /// From the axis that is up, and the file's unit in metres: the three columns.
  const answers = ([up, metres], mistake) => columns(up, metres, mistake).flat();

  const wrong = {
    "05.3 axes-exchanged": "axes exchanged",
    "05.3 turned-the-other-way": "the other way",
    "05.3 axes-in-a-circle": "all three go on by one",
  };

  /// Lines from joint to joint of assets/joints/heron.dae, in the file's own metres, z up; and the areas of two wings.
  const body = [
    [[0, 0.39, 1.39], [0, 0.25, 1.4], [0, 0.16, 1.4], [0, -0.12, 1.42], [0, -0.25, 1.4], [0, -0.35, 1.37], [0, -0.45, 1.39], [0, -0.49, 1.48], [0, -0.48, 1.57], [0, -0.54, 1.63], [0, -0.74, 1.6]],
    [[0, 0.16, 1.4], [0.04, 0.24, 1.33], [0.03, 0.5, 1.34], [0.02, 0.8, 1.33]],
    [[0, 0.16, 1.4], [-0.04, 0.24, 1.33], [-0.03, 0.5, 1.34], [-0.02, 0.8, 1.33]],
  ];
  const left = [[0, -0.12, 1.42], [0.07, -0.16, 1.47], [0.28, -0.06, 1.5], [0.56, -0.19, 1.51], [0.73, -0.16, 1.51], [0.88, -0.06, 1.51], [0.99, 0.07, 1.5], [0.77, 0.2, 1.5], [0.49, 0.26, 1.5], [0.1, 0.16, 1.44]];
  /// How thick he is from tail to beak, in metres.
  const thick = [0.05, 0.09, 0.19, 0.24, 0.18, 0.09, 0.075, 0.07, 0.1, 0.07, 0.01];
  const wings = [left, left.map(([x, y, z]) => [-x, y, z])];
  const beak = [0, -0.74, 1.6];

  /// A point of the file with z up, as a file of the same bird has it in which another axis is up.
  const as_in = (up) => ([x, y, z]) => [[z, -x, -y], [x, z, -y], [x, y, z]][up];

  function mount(box) {
    const state = { up: 2, way: 1, view: 32, mistake: null };
    const board = live.board(box, state, draw);
    const stage = live.stage(board, [-1.8, -1.55], [1.9, 1.95]);

    /// The columns on the way: what turns stays as long as it is, and what is no quarter turn is mixed.
    const so_far = (way = state.way, mistake = state.mistake) => {
      const is_turn = !mistake || mistake === "turned-the-other-way";
      return columns(state.up, 1, mistake).map((end, i) => {
        const [cos, sin] = [Math.cos(radians(90 * way)), Math.sin(radians(90 * way))];
        const begin = [x, y, z][i];
        return is_turn && end[i] < 0.5 ? begin.map((part, k) => cos * part + sin * end[k]) : mix(begin, end, way);
      });
    };
    /// From the world to the picture: from above, and turned about what is up.
    const seen = ([x, y, z]) => {
      const [cos, sin] = [Math.cos(radians(state.view)), Math.sin(radians(state.view))];
      return [cos * x + sin * z, 0.88 * y - 0.48 * (cos * z - sin * x)];
    };
    /// How near a place is to one who sees the picture.
    const towards = ([x, y, z]) => 0.48 * y + 0.88 * (Math.cos(radians(state.view)) * z - Math.sin(radians(state.view)) * x);
    const shown = (points, way, mistake) => points.map((p) => seen(moved(so_far(way, mistake), as_in(state.up)(p))));
    const up_axis = (way) => seen(so_far(way)[state.up].map((part) => 1.1 * part));

    function draw() {
      const bird = (way, mistake, colours) => {
        wings.forEach((wing, i) => stage.area(shown(wing, way, mistake), colours[i]));
        body.forEach((line) => stage.line(shown(line, way, mistake), colours[2]));
      };
      /// As he is drawn: strokes as thick as he is, and wings with their feathers, the farthest first.
      const drawn = (way, mistake) => {
        const pixels = length(sub(stage.to([1, 0]), stage.to([0, 0])));
        const stroke = (points, metres, ink) => {
          const style = `stroke-width: ${(metres * pixels).toFixed(1)}`;
          return { points, draw: () => stage.line(shown(points, way, mistake), ink, style) };
        };
        const [spine, ...legs] = body;
        const parts = spine.slice(1).map((to, i) =>
          stroke([spine[i], to], (thick[i] + thick[i + 1]) / 2, i === 9 ? "beak" : "heron"),
        );
        legs.forEach((leg) => parts.push(stroke(leg, 0.028, "beak")));
        wings.forEach((wing, i) => {
          const draw = () => {
            stage.area(shown(wing, way, mistake), `${["orange", "blue"][i]} tile`);
            wing.slice(6, 9).forEach((tip, k) => stage.line(shown([mix(wing[5 - k], tip, 0.2), tip], way, mistake), "feather"));
          };
          parts.push({ points: wing, draw });
        });
        const near = (p) => towards(moved(so_far(way, mistake), as_in(state.up)(p)));
        const depth = ({ points }) => points.reduce((sum, p) => sum + near(p), 0) / points.length;
        parts.sort((a, b) => depth(a) - depth(b)).forEach(({ draw }) => draw());
      };
      stage.draw(() => {
        for (let i = -2; i <= 2; i++) {
          stage.line([seen([i / 2, 0, -1]), seen([i / 2, 0, 1])], i ? "grid" : "grid zero");
          stage.line([seen([-1, 0, i / 2]), seen([1, 0, i / 2])], i ? "grid" : "grid zero");
        }
        const ghost = ["faint outline thin", "faint outline thin", "faint thin"];
        if (state.way > 0) bird(0, null, ghost);
        if (state.way < 1 || state.mistake) bird(1, null, ghost);
        drawn(state.way, state.mistake);
        ["wing.L", "wing.R"].forEach((name, i) => {
          const [tip] = shown([[i ? -0.99 : 0.99, 0.07, 1.5]]);
          stage.text(tip, name, ["orange", "blue"][i] + " strong", [tip[0] < 0 ? -2 : 2, -14]);
        });
        so_far().forEach((column, i) => {
          const end = seen(column.map((part) => 0.9 * part));
          if (i !== state.up) stage.arrow([0, 0], end, "faint");
          if (i !== state.up) stage.text(end, "xyz"[i], "faint strong", [end[0] < 0 ? -10 : 10, 0]);
        });
        stage.arrow([0, 0], up_axis(), "green bone-thin");
        stage.text(up_axis(), "xyz"[state.up], "green strong", [18, -6]);
      });
    }

    live.handle(board, stage, {
      label: "the axis that is up in the file",
      className: "green",
      min: 0,
      max: 1,
      step: 0.02,
      snap: [0, 1],
      near: 0.04,
      of: "way",
      at: () => up_axis(),
      value: (at) => {
        const ways = Array.from({ length: 51 }, (_, i) => i / 50);
        const away = ways.map((way) => length(sub(up_axis(way), at)));
        return ways[away.indexOf(Math.min(...away))];
      },
      text: () => `${number(100 * state.way, 0)} % of the way to the world`,
    });

    const named = () => "xyz"[state.up];
    const beak_now = () => moved(columns(state.up, 1, state.mistake), as_in(state.up)(beak));
    const in_space = (point) => `(${point.map((part) => short(part)).join(",\u00a0")})`;
    live.sentence(board, () => {
      const same = state.up === 1;
      if (state.mistake && same) return ["With y up there’s nothing to do, so nothing can go wrong. Choose another file."];
      if (state.mistake === "axes-exchanged")
        return ["He’s upright, but ", ["wrong", "mirrored"], ": on the way he goes through a flat picture, and his left wing is on his right."];
      if (state.mistake === "turned-the-other-way")
        return ["It’s a quarter turn the other way: up is ", ["wrong", "down"], "."];
      if (state.mistake === "axes-in-a-circle")
        return ["Up is up, and nothing is mirrored. But no axis has stayed, and he ", ["wrong", "looks to another side"], "."];
      return [
        `In the file the beak is at ${in_space(as_in(state.up)(beak))}, and in the world at `,
        ["green", in_space(beak_now())],
        same ? ": y is up in both." : `: ${named()} is up there, and y here.`,
      ];
    });
    live.choice(board, "from the file to the world", wrong);
    live.table(
      board,
      ["beak", "x", "y", "z"],
      () =>
        [0, 1, 2].map((up) => {
          const numbers = Object.fromEntries(as_in(up)(beak).map((part, i) => [`${up} ${i}`, part]));
          return { name: `${"XYZ"[up]}_UP`, numbers, className: up === state.up ? "here green" : "" };
        }),
      (up) => {
        board.put({ up, way: 0 });
        board.glide("way", 1);
      },
    );
    live.scrub(board, {
      label: "way",
      min: 0,
      max: 1,
      step: 0.01,
      of: "way",
      put: (way) => {
        board.halt("way");
        board.put({ way });
      },
      text: () => number(state.way),
    });
    live.scrub_degrees(board, { min: -60, max: 60, of: "view" });
    return board.figure;
  }

  live.figure("05-up", { answers, mount });
}
