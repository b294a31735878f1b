// Lesson 19: from key to key on a cubic spline, by step and by line; the two tangents and the key can be taken hold of.
"use strict";

{
  const { mix, number, short } = live;

  /// The value between two keys that are `seconds` apart: of their values, and of the tangents per second.
  function cubic(from, leaving, to, arriving, seconds, alpha, mistake) {
    const [square, cube] = [alpha ** 2, alpha ** 3];
    let [leave, arrive] = [seconds * leaving, seconds * arriving];
    if (mistake === "per-second-taken-for-per-span") [leave, arrive] = [leaving, arriving];
    if (mistake === "tangents-exchanged") [leave, arrive] = [arrive, leave];
    if (mistake === "without-tangents") [leave, arrive] = [0, 0];
    return (
      (2 * cube - 3 * square + 1) * from +
      (cube - 2 * square + alpha) * leave +
      (3 * square - 2 * cube) * to +
      (cube - square) * arrive
    );
  }

  const answers = (input, mistake) => [cubic(...input, mistake)];

  const wrong = {
    "19.3 per-second-taken-for-per-span": "not scaled by the span",
    "19.3 tangents-exchanged": "tangents exchanged",
    "19.3 without-tangents": "tangents left out",
  };

  /// For so many seconds a tangent is drawn.
  const drawn = 0.4;

  function mount(box) {
    // The first key is at 0 s.
    const state = { from: 0.2, leaving: 2, key: [2, 1], arriving: -1, alpha: 0.3, mistake: null };
    const board = live.board(box, state, draw);
    const stage = live.stage(board, [-0.3, -1.2], [3.4, 2]);
    const value = (alpha = state.alpha, mistake = state.mistake) =>
      cubic(state.from, state.leaving, state.key[1], state.arriving, state.key[0], alpha, mistake);
    /// How fast the curve rises, per second.
    const slope = (alpha) => (value(alpha + 1e-4) - value(alpha - 1e-4)) / 2e-4 / state.key[0];
    const curve = (mistake) => live.even(96).map((alpha) => [alpha * state.key[0], value(alpha, mistake)]);
    const leaving_end = () => [drawn, state.from + drawn * state.leaving];
    const arriving_end = () => [state.key[0] - drawn, state.key[1] - drawn * state.arriving];

    function draw() {
      const [first, second] = [[0, state.from], state.key];
      const now = [state.alpha * second[0], value()];
      stage.draw(() => {
        stage.grid();
        [-1, 0, 1].forEach((value) => stage.text([3.4, value], number(value, 0), "faint", [-4, -10]));
        stage.seconds([1, 2, 3], 0);
        stage.line([first, [second[0], first[1]], second], "faint thin");
        stage.text([second[0] * 0.5, first[1]], "step", "faint", [0, 12]);
        stage.line([first, second], "faint thin");
        stage.curve(curve, state.mistake);
        stage.line([first, leaving_end()], "blue");
        stage.line([arriving_end(), second], "orange");
        stage.text(leaving_end(), "leaves", "blue", [0, -26]);
        stage.text(arriving_end(), "arrives", "orange", [0, -26]);
        stage.dot(first, 6, "plain");
        stage.text(first, "v₀", "plain strong", [-10, 14]);
        stage.text(second, "v₁", "plain strong", [12, 18]);
        stage.dot(now, 6, "ring " + (state.mistake ? "wrong" : "plain"));
      });
    }

    const tangent = { min: -4, max: 4, step: 0.1, snap: [0], near: 0.1 };
    live.handle(board, stage, {
      ...tangent,
      label: "tangent that leaves the first key",
      className: "blue",
      of: "leaving",
      at: leaving_end,
      value: ([, y]) => (y - state.from) / drawn,
      text: () => `${short(state.leaving, 1)} per second; the curve leaves by ${short(slope(0), 1)}`,
    });
    live.handle(board, stage, {
      ...tangent,
      label: "tangent that arrives at the second key",
      className: "orange",
      of: "arriving",
      at: arriving_end,
      value: ([, y]) => (state.key[1] - y) / drawn,
      text: () => `${short(state.arriving, 1)} per second; the curve arrives by ${short(slope(1), 1)}`,
    });
    live.handle(board, stage, {
      label: "second key",
      className: "plain",
      min: [0.5, -1],
      max: [3.2, 1.6],
      step: 0.05,
      of: "key",
      at: () => state.key,
      value: (at) => at,
      text: () => `at ${short(state.key[0])} seconds, its value is ${short(state.key[1])}`,
    });

    live.sentence(board, () => {
      const span = `the span of ${short(state.key[0])} s`;
      const [leaves, arrives] = [
        ["wrong", `${short(slope(0), 1)} per s`],
        ["wrong", `${short(slope(1), 1)} per s`],
      ];
      if (state.mistake === "per-second-taken-for-per-span") {
        return [
          "A tangent per second was taken for one per span. In ",
          span,
          " the curve leaves by ",
          leaves,
          ", and arrives by ",
          arrives,
          ".",
        ];
      }
      if (state.mistake === "tangents-exchanged")
        return ["The curve leaves by the other key’s tangent, by ", leaves, ", and arrives by ", arrives, "."];
      if (state.mistake === "without-tangents") return ["The curve is level at both keys, whatever the tangents say."];
      return [
        "The curve leaves by ",
        ["blue", `${short(slope(0), 1)} per s`],
        " and arrives by ",
        ["orange", `${short(slope(1), 1)} per s`],
        `, however long the span is. Over these ${short(state.key[0])} s a slope of 1 per s would raise the value by `,
        ["plain", short(state.key[0])],
        ".",
      ];
    });
    live.choice(board, "the tangents’ part", wrong);
    live.scrub(board, { label: "α", of: "alpha" });
    live.table(board, ["value at α", ""], () => [
      { name: "STEP", numbers: { step: state.alpha < 1 ? state.from : state.key[1] } },
      { name: "LINEAR", numbers: { linear: mix(state.from, state.key[1], state.alpha) } },
      { name: "CUBICSPLINE", numbers: { cubic: value() }, className: "here" + (state.mistake ? " wrong" : "") },
    ]);
    return board.figure;
  }

  live.figure("19-spline", { answers, mount });
}
