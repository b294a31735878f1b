// Lesson 10: a quaternion on the arc between two others is the sum of two arrows; their weights, and nlerp beside it.
"use strict";

{
  const { turn, direction, add, times, length, angle, degrees, radians, mix, number, short } = live;

  /// Above this cosine the arc counts as straight.
  const nearly_straight = 0.99;

  /// How much of both quaternions makes the one at `alpha`. `cos` is the cosine of the angle between them.
  function arc_weights(cos, alpha, mistake) {
    const straight = [1 - alpha, cos < 0 ? -alpha : alpha];
    if (mistake === "straight") return straight;
    if (mistake === "the-long-way") return sines(Math.acos(cos), alpha);
    if (Math.abs(cos) > nearly_straight) {
      const between = 2 * straight[0] * straight[1] * cos;
      return times(straight, 1 / Math.sqrt(straight[0] ** 2 + straight[1] ** 2 + between));
    }
    const theta = Math.acos(Math.abs(cos));
    const [w0, w1] = mistake === "not-divided" ? times(sines(theta, alpha), Math.sin(theta)) : sines(theta, alpha);
    return [w0, cos < 0 ? -w1 : w1];
  }

  const sines = (theta, alpha) =>
    Math.abs(Math.sin(theta)) < 1e-6
      ? [1 - alpha, alpha]
      : [Math.sin((1 - alpha) * theta) / Math.sin(theta), Math.sin(alpha * theta) / Math.sin(theta)];

  const answers = ([cos, alpha], mistake) => arc_weights(cos, alpha, mistake);

  const wrong = {
    "10.2 the-long-way": ["the long way", { theta: 130 }],
    "10.2 straight": "straight line",
    "10.2 not-divided": "sines not divided",
  };

  function mount(box) {
    // The sphere of all rotations is cut by the plane of the two quaternions: a circle.
    const state = { theta: 50, alpha: 0.33, mistake: null };
    const board = live.board(box, state, draw);
    const stage = live.stage(board, [-1.5, -1.32], [1.6, 1.42]);
    const q0 = direction(turn(8), [1, 0]);
    const q1 = () => direction(turn(8 + state.theta), [1, 0]);
    const cos = () => Math.cos(radians(state.theta));
    const weights = (alpha = state.alpha, mistake = state.mistake) => arc_weights(cos(), alpha, mistake);
    const sum = ([w0, w1]) => add(times(q0, w0), times(q1(), w1));
    const nlerp = (alpha) => {
      const chord = sum(weights(alpha, "straight"));
      return times(chord, 1 / length(chord));
    };
    const marks = live.even(8);
    const even = live.even(96);
    const arc = () => (cos() < 0 ? 180 - state.theta : state.theta);
    const is_wrong = () =>
      Math.hypot(weights()[0] - weights(undefined, null)[0], weights()[1] - weights(undefined, null)[1]) > 1e-6;

    function draw() {
      const q = sum(weights());
      const first = times(q0, weights()[0]);
      stage.draw(() => {
        stage.arc([0, 0], 1, [0, 360], "faint thin");
        stage.line([q1(), times(q1(), -1)], "orange thin dotted");
        stage.curve((mistake) => even.map((alpha) => sum(weights(alpha, mistake))), state.mistake);
        if (!state.mistake) {
          marks.forEach((alpha) => stage.dot(times(nlerp(alpha), 1.09), 4, "ring faint"));
          stage.text(times(nlerp(0.5), 1.09), "nlerp", "faint", times([nlerp(0.5)[0], -nlerp(0.5)[1]], 26));
        }
        marks.forEach((alpha) => stage.dot(sum(weights(alpha)), 4, state.mistake ? "wrong" : "plain"));
        stage.arrow([0, 0], first, "blue bone-thin");
        stage.arrow(first, q, "orange bone-thin");
        stage.text(times(first, 0.5), `${short(weights()[0])} q₀`, "blue strong", [0, q[1] < first[1] ? -16 : 18]);
        const is_narrow = stage.size()[0] < 420;
        stage.text(mix(first, q, 0.5), `${short(weights()[1])}${is_narrow ? "" : " q₁"}`, "orange strong", [-10, 0]);
        stage.dot(q, 6, "ring " + (is_wrong() ? "wrong" : "plain"));
        stage.text(times(q, 1.24 / length(q)), "q", (is_wrong() ? "wrong" : "plain") + " strong", [0, -5]);
        stage.dot(q0, 6, "blue");
        stage.text(times(q0, 1.22), "q₀", "blue strong", [0, 12]);
        stage.dot(times(q1(), -1), 5, "ring orange");
        stage.text(times(q1(), -1), "−q₁", "orange", [0, 18]);
        stage.text(times(q1(), 1.26), "q₁", "orange strong");
      });
      curves.draw(() => {
        curves.arrow([0, 0], [1.12, 0], "faint thin");
        curves.arrow([0, cos() < 0 ? -0.5 : 0], [0, 0.72], "faint thin");
        curves.text([1.12, 0], "α", "faint", [-4, 13]);
        curves.text([0, 0.5], "1", "faint", [-8, 0]);
        [0, 1].forEach((i) => {
          const colour = ["blue", "orange"][i];
          const over = (mistake) => even.map((alpha) => [alpha, weights(alpha, mistake)[i] / 2]);
          curves.line(over("straight"), "faint thin dotted");
          curves.line(over(null), colour + (state.mistake ? " thin" : ""));
          if (state.mistake) curves.line(over(state.mistake), "wrong");
          curves.dot([state.alpha, weights()[i] / 2], 5, "ring " + colour);
          const beside = [0.22, 0.78][i];
          curves.text([beside, weights(beside, null)[i] / 2], ["w₀", "w₁"][i], colour + " strong", [0, -15]);
        });
      });
    }

    live.handle(board, stage, {
      label: "the second quaternion, q1",
      className: "orange",
      min: 0,
      max: 175,
      snap: [85],
      near: 2,
      of: "theta",
      at: q1,
      value: (at) => {
        const turned = angle(direction(turn(-8), at));
        return turned < -92 ? turned + 360 : turned;
      },
      text: () =>
        `at ${number(state.theta, 0)}° from the first, weights ${short(weights()[0])} and ${short(weights()[1])}`,
    });

    live.sentence(board, () => {
      const long = [is_wrong() ? "wrong" : "plain", number(length(sum(weights())))];
      if (state.mistake === "the-long-way") {
        return cos() < 0
          ? [
              "q₀ · q₁ is negative, and nobody looked at the sign. The way leads round the back, by ",
              ["wrong", `${number(state.theta, 0)}°`],
              " of arc.",
            ]
          : ["As long as q₀ · q₁ is positive all is right. Pull q₁ farther than 90° from q₀."];
      }
      if (state.mistake === "straight")
        return ["1 − α and α lead along the chord, inside of the sphere, where q is ", long, " long, and no rotation."];
      if (state.mistake === "not-divided")
        return [
          "At α = 0 the first weight is sin θ = ",
          ["wrong", number(Math.sin(radians(arc())))],
          ", and not 1. Here q is ",
          long,
          " long.",
        ];
      if (cos() < 0) {
        return [
          "q₀ · q₁ is negative, so that −q₁ is nearer: ",
          ["orange", `${number(arc(), 0)}°`],
          ` of arc lead there, and ${number(state.theta, 0)}° to q₁.`,
        ];
      }
      const step = (i) => Math.abs(angle(nlerp(marks[i + 1])) - angle(nlerp(marks[i])));
      return [
        `In eight even steps of α, q goes by ${number(state.theta / 8, 1)}° each. The rings outside go along the chord and are normalised (nlerp): by `,
        ["plain", `${number(step(0), 1)}°`],
        " at the ends and by ",
        ["plain", `${number(step(3), 1)}°`],
        " in the middle.",
      ];
    });
    live.choice(board, "the two weights", wrong);
    live.scrub(board, { label: "α", of: "alpha" });
    live.table(board, ["", ""], () => {
      const row = (name, value, className) => ({ name, numbers: { [name]: value }, className });
      return [
        row("w₀", weights()[0], "blue"),
        row("w₁", weights()[1], "orange"),
        row("length of q", length(sum(weights())), Math.abs(length(sum(weights())) - 1) > 1e-6 ? "wrong" : "plain"),
      ];
    });
    const curves = live.stage(board, [-0.14, -0.58], [1.2, 0.8], board.side);
    curves.svg.setAttribute("aria-hidden", "true");
    return board.figure;
  }

  const terms = [
    [/^q0$/, ".blue"],
    [/^[−-]?q1$/, ".orange"],
    [/^q$/, ".ring.plain, .ring.wrong"],
    [/^θ$/, ".knob.orange"],
    [/^α$/, ".live-scrub"],
  ];
  live.figure("10-slerp", { answers, mount, terms });
}
