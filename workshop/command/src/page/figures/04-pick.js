// Lesson 04: a walk by recursion writes the index buffer, pair by pair; each index picks a joint's matrix.
"use strict";

{
  const { move, turn, mul, point, add, sub, angle, inverse, number } = live;

  /// The lesson's hand, its fingers spread: how far beside the wrist each begins, how it is turned, and how long it is.
  const fingers = [
    [-0.4, 0.22, 43, 0.26],
    [-0.34, 0.62, 14, 0.34],
    [-0.11, 0.62, 3, 0.38],
    [0.13, 0.62, -8, 0.35],
    [0.36, 0.62, -20, 0.27],
  ];
  /// Counted row by row: each joint's parent, where it stands there, and how it is turned at rest.
  const joints = [
    { parent: null, at: [0, 0], turned: 0 },
    { parent: 0, at: [0, 0.3], turned: 0 },
    ...fingers.map(([x, y, turned]) => ({ parent: 1, at: [x, y], turned })),
    ...[1, 0.75, 0.75].flatMap((part, row) =>
      fingers.map(([, , , length], finger) => ({ parent: 2 + 5 * row + finger, at: [0, part * length], turned: 0 })),
    ),
  ];

  const children = (parents, joint) => parents.flatMap((parent, child) => (parent === joint ? [child] : []));

  /// Adds the lines from a joint to its children, and all lines below those.
  function add_lines_below(parents, joint, pairs, mistake) {
    const from = pairs.length;
    for (const child of children(parents, joint)) {
      const pair = {
        "line-to-the-one-before": [child - 1, child],
        "lines-from-the-root": [0, child],
        "numbered-by-visit": [from, pairs.length + 1],
      };
      pairs.push(pair[mistake] ?? [joint, child]);
      add_lines_below(parents, child, pairs, mistake);
    }
    return pairs;
  }

  /// From the parents of joints 1, 2, 3 and so on: the index buffer.
  const answers = (parents, mistake) => add_lines_below([null, ...parents], 0, [], mistake).flat();

  const wrong = {
    "04.1 line-to-the-one-before": "joined to the one before",
    "04.1 numbered-by-visit": "numbered by visit",
    "04.1 lines-from-the-root": "all from joint 0",
  };

  function mount(box) {
    const parents = joints.map(({ parent }) => parent);
    const state = { walked: 3, angles: joints.map(({ turned }) => turned), mistake: null };
    const board = live.board(box, state, draw);
    const stage = live.stage(board, [-1.25, -0.12], [1.05, 2]);
    const lines = joints.length - 1;
    const pairs = (mistake = state.mistake) => add_lines_below(parents, 0, [], mistake);

    function model_from_joints() {
      const model_from_joints = [];
      joints.forEach(({ parent, at }, i) => {
        const parent_from_joint = mul(move(at), turn(state.angles[i]));
        model_from_joints.push(parent === null ? parent_from_joint : mul(model_from_joints[parent], parent_from_joint));
      });
      return model_from_joints;
    }
    const places = () => model_from_joints().map((matrix) => matrix.slice(4));
    const is_right = ([from, to]) => parents[to] === from;
    /// The joints whose calls have ended since the pair before the newest.
    function ended() {
      const [before, last] = pairs(null).slice(0, state.walked).slice(-2);
      const over = [];
      for (let joint = before?.[1]; last && joint !== last[0]; joint = parents[joint]) over.push(joint);
      return over;
    }

    function draw() {
      const at = places();
      const drawn = pairs().slice(0, state.walked);
      stage.draw(() => {
        if (state.mistake) pairs(null).forEach(([from, to]) => stage.line([at[from], at[to]], "faint thin"));
        drawn.forEach((pair, i) => {
          const [from, to] = pair.map((joint) => at[joint]);
          const colour = is_right(pair) ? (i === drawn.length - 1 ? "orange bone" : "blue") : "wrong";
          stage.line([from, to], colour);
        });
        // The way back, by the calls that have ended.
        if (!state.mistake && ended().length)
          stage.line([...ended(), drawn.at(-1)[0]].map((joint) => add(at[joint], [0.035, 0])), "orange dotted");
        at.forEach((place, joint) => {
          stage.dot(place, 5, "blue");
          stage.text(place, String(joint), "plain strong", { 2: [10, -6], 7: [16, 5], 9: [16, 5], 12: [-9, 3] }[joint] ?? [9, 5]);
        });
      });
    }

    [
      [2, 7, "blue"],
      [4, 9, "green"],
    ].forEach(([joint, end, className]) =>
      live.handle(board, stage, {
        label: `joint ${joint}`,
        className,
        min: -70,
        max: 110,
        get: () => state.angles[joint],
        put: (angle) => board.put({ angles: state.angles.with(joint, angle) }),
        at: () => places()[end],
        value: (hand) => {
          const parent_from_model = inverse(model_from_joints()[joints[joint].parent]);
          return angle(sub(point(parent_from_model, hand), joints[joint].at)) - angle(joints[end].at);
        },
        text: () => `turned by ${number(state.angles[joint], 0)}°; the index buffer stays as it is`,
      }),
    );

    live.sentence(board, () => {
      const drawn = pairs().slice(0, state.walked);
      const count = ["wrong", `${drawn.filter((pair) => !is_right(pair)).length} of the ${drawn.length} lines`];
      if (state.mistake === "line-to-the-one-before")
        return ["A child was joined to the number before its own: ", count, " so far are wrong."];
      if (state.mistake === "numbered-by-visit")
        return ["The joints were counted anew, in the order of the visits: ", count, " so far are wrong."];
      if (state.mistake === "lines-from-the-root") return ["Every line begins at joint 0: ", count, " so far are wrong."];
      const last = drawn.at(-1);
      if (!last) return ["The walk begins at joint 0, the root."];
      const pair = ["orange", last.join(",")];
      const over = ended();
      const then = [
        over.length > 1 ? `The calls of ${over.slice(0, -1).join(", ")} and ${over.at(-1)} have ended. ` : "",
        over.length === 1 ? `The call of ${over[0]} has ended. ` : "",
        `Joint ${last[0]} goes on with its ${over.length ? "next" : "first"} child: `,
        pair,
      ];
      if (state.walked === lines) return [...then, `. Joint ${last[1]} has no children, and all calls end.`];
      if (children(parents, last[1]).length) return [...then, `. Then the same is asked of joint ${last[1]}.`];
      return [...then, `. Joint ${last[1]} has no children. Which pair comes next?`];
    });
    live.choice(board, "the index buffer", wrong);
    live.scrub(board, {
      label: "walked",
      min: 0,
      max: lines,
      step: 1,
      of: "walked",
      text: () => `${state.walked} of ${lines}`,
    });
    const list = live.sentence(board, () =>
      pairs()
        .slice(0, state.walked)
        .flatMap((pair, i) => [
          [is_right(pair) ? (i === state.walked - 1 ? "orange" : "plain") : "wrong", pair.join(",")],
          "\u2003",
        ]),
    );
    board.side.append(list);
    live.table(board, ["in the buffer", ""], () => [
      { name: "lines", numbers: { lines: state.walked }, digits: 0 },
      { name: "indices", numbers: { indices: 2 * state.walked }, digits: 0 },
    ]);
    return board.figure;
  }

  live.figure("04-pick", { answers, mount });
}
