// Lesson 09: a surface is stretched. Which matrix keeps its normals at a right angle, and the light where it belongs?
"use strict";

{
  const { turn, scale, mul, inverse, direction, point, add, sub, times, length, angle, clamp, number } = live;

  const transpose = ([a, b, c, d]) => [a, c, b, d, 0, 0];
  const unit = (v) => times(v, 1 / length(v));
  const dot = (a, b) => a[0] * b[0] + a[1] * b[1];

  /// The matrix for normals, from the one that acts on points.
  function normal_matrix(m, mistake) {
    if (mistake === "the-same-matrix") return m;
    if (mistake === "inverse-only") return inverse(m);
    if (mistake === "transpose-only") return transpose(m);
    return transpose(inverse(m));
  }

  const posed_from_bind = (stretch, turned) => mul(turn(turned), scale(stretch, 1));

  /// From a bone's stretch along x, its turn, and a normal in the bind pose: the normal now, of any length.
  const answers = ([stretch, turned, x, y], mistake) =>
    direction(normal_matrix(posed_from_bind(stretch, turned), mistake), [x, y]);

  const wrong = {
    "09.2 the-same-matrix": "as directions, P",
    "09.2 inverse-only": "not transposed, P⁻¹",
    "09.2 transpose-only": "not inverted, Pᵀ",
  };

  function mount(box) {
    const state = { at: 45, stretch: 2.5, turned: 15, lamp: 115, mistake: null };
    const board = live.board(box, state, draw);
    const stage = live.stage(board, [-3.3, -2.45], [3.3, 2.45]);
    const bone = () => posed_from_bind(state.stretch, state.turned);
    /// On the round surface of the bind pose, a point has the coordinates of its own normal.
    const round = (at) => direction(turn(at), [1, 0]);
    const made = (at, mistake = state.mistake) => direction(normal_matrix(bone(), mistake), round(at));
    const normal = (at, mistake) => unit(made(at, mistake));
    const to_lamp = () => direction(turn(state.lamp), [1, 0]);
    const light = (at, mistake) => Math.max(dot(normal(at, mistake), to_lamp()), 0);
    const lamp_at = () => [3 * to_lamp()[0], 2.15 * to_lamp()[1]];
    const off = () => {
      const [seen, right] = [normal(state.at), normal(state.at, null)];
      return Math.acos(clamp(dot(seen, right), -1, 1)) * (180 / Math.PI);
    };

    function draw() {
      const outline = Array.from({ length: 121 }, (_, i) => 3 * i);
      const here = direction(bone(), round(state.at));
      const along = unit(direction(bone(), round(state.at + 90)));
      const wrong = off() > 0.05;
      stage.draw(() => {
        stage.area(outline.map(round), "faint outline thin");
        stage.arrow(round(state.at), times(round(state.at), 1.45), "faint thin");
        stage.text(times(round(state.at), 0.8), "n", "faint");
        // The rim, as bright as the normals say.
        outline.slice(1).forEach((at) => {
          const ends = [at - 3, at].map((at) => direction(bone(), round(at)));
          const percent = (100 * light(at - 1.5, state.mistake)).toFixed(1);
          stage.line(ends, "rim", `stroke: color-mix(in srgb, #ffcf40 ${percent}%, #454b57)`);
        });
        stage.line([sub(here, times(along, 0.75)), add(here, times(along, 0.75))], "blue");
        stage.text(sub(here, times(along, 0.98)), "P a", "blue strong");
        const right = normal(state.at, null);
        if (wrong) stage.arrow(here, add(here, times(right, 0.85)), "faint");
        else
          stage.line(
            [
              [0.16, 0],
              [0.16, 0.16],
              [0, 0.16],
            ].map(([x, y]) => add(here, add(times(along, x), times(right, y)))),
            "plain thin",
          );
        const end = add(here, times(normal(state.at), 0.85));
        stage.arrow(here, end, wrong ? "wrong" : "orange");
        stage.text(add(here, times(normal(state.at), 1.08)), "N n", (wrong ? "wrong" : "orange") + " strong");
        stage.line([lamp_at(), add(lamp_at(), times(to_lamp(), -0.5))], "plain thin dotted");
        stage.text(lamp_at(), "lamp", "plain", [lamp_at()[0] > 2 ? -18 : 18, 0]);
      });
    }

    live.handle(board, stage, {
      label: "place on the surface",
      className: "orange",
      min: -180,
      max: 180,
      step: 1,
      snap: [45],
      near: 2,
      of: "at",
      at: () => direction(bone(), round(state.at)),
      value: (at) => angle(point(inverse(bone()), at)),
      text: () =>
        `the normal is ${number(off(), 0)}° off; the light there is ${number(light(state.at, state.mistake))}`,
    });
    live.handle(board, stage, {
      label: "lamp",
      className: "plain",
      min: -180,
      max: 180,
      step: 1,
      of: "lamp",
      at: lamp_at,
      value: ([x, y]) => angle([x / 3, y / 2.15]),
      text: () =>
        `lamp at ${number(state.lamp, 0)}°, the light on the surface is ${number(light(state.at, state.mistake))}`,
    });

    live.sentence(board, () => {
      const degrees = ["wrong", `${number(off(), 0)}°`];
      if (state.mistake === "the-same-matrix")
        return [
          "P stretches n along with the surface. The normal leans ",
          degrees,
          " away from the right angle to P a, so that this one curved face is lit as if it were two.",
        ];
      if (state.mistake === "inverse-only")
        return [
          "The inverse also turns back: the normal is ",
          degrees,
          " off, and the light comes from the wrong side.",
        ];
      if (state.mistake === "transpose-only")
        return ["A transposed turn goes back, and the stretch goes along: the normal is ", degrees, " off."];
      return [
        "P takes a vector a along the surface to ",
        ["blue", "P a"],
        ", and N takes the normal n to ",
        ["orange", "N n"],
        `, which stays at a right angle to it, however the bone is stretched and turned. N n comes out ${number(length(made(state.at)))} long, so it is normalised.`,
      ];
    });
    live.choice(board, "N, the matrix for normals", wrong);
    live.scrub(board, {
      label: "stretch",
      min: 0.5,
      max: 2.5,
      step: 0.05,
      snap: [1],
      near: 0.06,
      of: "stretch",
      text: () => number(state.stretch),
    });
    live.scrub_degrees(board, { label: "turn", min: -45, max: 45, snap: [0], near: 2, of: "turned" });
    live.table(board, ["the light, n · l", ""], () => [
      { name: "right", numbers: { right: light(state.at, null) } },
      { name: "seen", numbers: { seen: light(state.at, state.mistake) }, className: off() > 0.05 ? "wrong" : "" },
    ]);
    return board.figure;
  }

  live.figure("09-normals", { answers, mount });
}
