// Lesson 08: a skin of which each vertex is drawn to several joints. How wide may the blend be, and what sums to 1?
"use strict";

{
  const { identity, move, turn, mul, inverse, point, add, sub, times, length, number, short } = live;

  const joints = 7;
  const half_width = 0.42;
  const named = (joint) => `P${"₀₁₂₃₄₅₆"[joint]}v`;

  /// The four joints with the largest weights, the largest first, with weights that sum to 1.
  function four_largest(joint_weights, mistake) {
    let kept = joint_weights.map((weight, joint) => ({ joint, weight }));
    if (mistake !== "first-four") kept.sort((a, b) => b.weight - a.weight || a.joint - b.joint);
    const sum_of = (list) => list.reduce((sum, { weight }) => sum + weight, 0);
    const all = sum_of(kept);
    kept = kept.slice(0, 4);
    const sum = { "not-divided": 1, "sum-of-all": all }[mistake] ?? sum_of(kept);
    return kept.map(({ joint, weight }) => ({ joint, weight: sum > 0 ? weight / sum : 0 }));
  }

  /// From the weights of all joints: the joints of the four slots, and their weights.
  function answers(joint_weights, mistake) {
    const slots = four_largest(joint_weights, mistake);
    return [...slots.map(({ joint }) => joint), ...slots.map(({ weight }) => weight)];
  }

  const wrong = {
    "08.4 not-divided": "kept as they are",
    "08.4 sum-of-all": "by the sum of all",
    "08.4 first-four": "first four",
  };

  function mount(box) {
    const state = { bend: 18, blend: 0.35, height: 4.15, mistake: null };
    const board = live.board(box, state, draw);
    const stage = live.stage(board, [-5.05, -0.45], [1.5, 7.2]);
    stage.svg.classList.add("tall");

    /// In the bind pose bone i leads from (0, i) to (0, i + 1). Now each joint but the first is turned to the left.
    const posed_from_joints = () => {
      const posed = [identity];
      for (let joint = 1; joint < joints; joint++) posed.push(mul(posed[joint - 1], move([0, 1]), turn(state.bend)));
      return posed;
    };
    const palette = () =>
      posed_from_joints().map((posed_from_joint, i) => mul(posed_from_joint, inverse(move([0, i]))));
    /// The less, the farther the middle of the bone is, in bones.
    const joint_weights = (height) =>
      Array.from({ length: joints }, (_, joint) => Math.exp(-Math.abs(height - joint - 0.5) / state.blend));
    const slots = (height, mistake = state.mistake) => four_largest(joint_weights(height), mistake);
    const skinned = (posed_from_bind, vertex, mistake = state.mistake) =>
      slots(vertex[1], mistake).reduce(
        (sum, { joint, weight }) => add(sum, times(point(posed_from_bind[joint], vertex), weight)),
        [0, 0],
      );
    const heights = Array.from({ length: 141 }, (_, i) => i / 20);
    const outline = (skin) => [
      ...heights.map((height) => skin([-half_width, height])),
      ...heights.toReversed().map((height) => skin([half_width, height])),
    ];
    const vertex = () => [half_width, state.height];

    function draw() {
      const posed_from_bind = palette();
      stage.draw(() => {
        stage.line(
          [
            [-5, 0],
            [1.4, 0],
          ],
          "grid zero",
        );
        stage.area(
          outline((v) => v),
          "faint outline thin",
        );
        if (state.mistake)
          stage.area(
            outline((v) => skinned(posed_from_bind, v, null)),
            "faint outline",
          );
        stage.area(
          outline((v) => skinned(posed_from_bind, v)),
          state.mistake ? "wrong" : "blue",
        );
        const places = posed_from_joints().map((m) => m.slice(4));
        stage.line([...places, point(posed_from_joints()[joints - 1], [0, 1])], "orange");
        places.forEach((at, joint) => {
          stage.dot(at, 5, "orange");
          stage.text(at, String(joint), "orange strong", [-9, 12]);
        });
        // What each joint says of the vertex, as strongly as it is heard; and the mix.
        const now = skinned(posed_from_bind, vertex());
        slots(state.height).forEach(({ joint, weight }) => {
          const said = point(posed_from_bind[joint], vertex());
          stage.line([now, said], "green thin");
          stage.dot(said, 4 + 6 * Math.min(weight, 1), "green");
        });
        stage.dot(now, 6, "ring " + (state.mistake ? "wrong" : "plain"));
        stage.text(now, "v′", (state.mistake ? "wrong" : "plain") + " strong", [-16, 0]);
        stage.text(vertex(), "v", "plain strong", [18, 0]);
      });
      closer.draw(() => {
        const now = skinned(posed_from_bind, vertex(), null);
        const heard = slots(state.height, null).map((slot) => ({
          ...slot,
          said: sub(point(posed_from_bind[slot.joint], vertex()), now),
        }));
        // Those with hardly a weight may lie far outside.
        const near = heard.filter(({ weight }) => weight >= 0.1);
        const zoom = 0.85 / Math.max(...near.map(({ said }) => length(said)), 0.08);
        heard.forEach(({ weight, said }) => {
          closer.line([[0, 0], times(said, Math.min(zoom, 1.05 / length(said)))], "green thin");
          closer.dot(times(said, zoom), 4 + 6 * weight, "green");
        });
        near.forEach(({ joint, said }) => {
          const at = times(said, zoom);
          closer.text(add(at, times(at, 0.35 / (length(at) || 1))), named(joint), "green strong");
        });
        closer.dot([0, 0], 6, "ring plain");
        closer.text([0, 0], "v′", "plain strong", [0, 20]);
        closer.text([-1.5, 1.3], `close up, ${number(zoom, 0)} times`, "faint", [6, 2]);
      });
    }

    live.handle(board, stage, {
      label: "tip of the arm",
      className: "orange",
      min: 0,
      max: 24,
      step: 1,
      of: "bend",
      at: () => point(posed_from_joints()[joints - 1], [0, 1]),
      // Seen from the foot, the tip goes round by half of what all six joints bend together.
      value: ([x, y]) => ((90 - live.angle([-x, y])) * 2) / 6,
      text: () => `each joint bent by ${number(state.bend, 0)}°`,
    });
    live.handle(board, stage, {
      label: "the vertex v, in the bind pose",
      className: "plain",
      min: 0,
      max: 7,
      step: 0.05,
      of: "height",
      at: vertex,
      value: ([, y]) => y,
      text: () =>
        `${short(state.height)} bones above the foot: ${slots(state.height)
          .map(({ joint, weight }) => `joint ${joint} has ${short(weight)}`)
          .join(", ")}`,
    });

    const sum = () => slots(state.height).reduce((sum, { weight }) => sum + weight, 0);
    live.sentence(board, () => {
      const off = ["wrong", number(sum())];
      if (state.mistake === "not-divided")
        return [
          "The four weights were kept as they are. Here they sum to ",
          off,
          ", so that v′ is drawn to the foot where the sum is below 1, and away from it where it is above.",
        ];
      if (state.mistake === "sum-of-all")
        return [
          "They were divided by the sum of all seven, but four are kept. Here they sum to ",
          off,
          ": a wide blend shows it.",
        ];
      if (state.mistake === "first-four")
        return ["The first four joints were kept, not the largest: from joint 3 on the arm is one stiff piece."];
      const [{ joint }] = slots(state.height);
      return [
        `${named(joint)} is where v would be if it followed joint ${joint} alone; the larger the dot, the larger the weight. v′ lies among these places, and the weights sum to `,
        ["green", number(sum())],
        ".",
      ];
    });
    live.choice(board, "the four weights", wrong);
    live.scrub(board, {
      label: "blend width",
      min: 0.1,
      max: 1,
      step: 0.01,
      snap: [0.35],
      near: 0.02,
      of: "blend",
      text: () => number(state.blend),
    });
    live.table(board, ["slot", "joint", "weight"], () =>
      slots(state.height).map(({ joint, weight }, slot) => ({
        name: String(slot),
        numbers: { [`joint ${slot}`]: joint, [`weight ${slot}`]: weight },
        digits: [0, 2],
        className: "green",
      })),
    );
    const closer = live.stage(board, [-1.5, -1.3], [1.5, 1.4], board.side);
    closer.svg.setAttribute("aria-hidden", "true");
    return board.figure;
  }

  const terms = [
    [/^v′$/, ".ring"],
    [/^v$/, ".knob.plain"],
    [/^w.$/, ".dot.green, .live-table"],
    [/^P.$/, ".line.green"],
  ];
  live.figure("08-weights", { answers, mount, terms });
}
