// Lesson 02: one walk through the list of joints, each parent before its children.
"use strict";

{
  const { move, turn, mul, point, sub, length, angle, inverse, identity, number, place } = live;

  /// The list: each joint with the place of its parent in it, where it stands there, and where its bone ends.
  const joints = [
    { name: "hips", parent: null, at: [0, 1.9], end: [0, 0.8], colour: "blue" },
    { name: "thigh.L", parent: 0, at: [-0.35, 0], end: [0, -0.9], colour: "orange" },
    { name: "shin.L", parent: 1, at: [0, -0.9], end: [0, -0.8], colour: "green" },
    { name: "thigh.R", parent: 0, at: [0.35, 0], end: [0, -0.9], colour: "plain" },
    { name: "shin.R", parent: 3, at: [0, -0.9], end: [0, -0.8], colour: "plain" },
  ];

  const parent_from_joints = (angles) => joints.map(({ at }, i) => mul(move(at), turn(angles[i])));

  /// Which joint's matrix a joint is multiplied by.
  function parent_of(i, mistake) {
    if (mistake === "parent-is-the-one-before") return i ? i - 1 : null;
    return joints[i].parent;
  }

  /// The order of the walk.
  const order = (mistake) => (mistake === "children-before-parents" ? [4, 3, 2, 1, 0] : [0, 1, 2, 3, 4]);

  /// Every joint in the model, after so many of them have been walked. The others are where they are in their parents.
  function model_from_joints(parent_from_joints, mistake, walked = joints.length) {
    const model_from_joints = [...parent_from_joints];
    for (const i of order(mistake).slice(0, walked)) {
      const parent = parent_of(i, mistake);
      if (parent === null) continue;
      const [model_from_parent, parent_from_joint] = [model_from_joints[parent], parent_from_joints[i]];
      model_from_joints[i] =
        mistake === "child-times-parent"
          ? mul(parent_from_joint, model_from_parent)
          : mul(model_from_parent, parent_from_joint);
    }
    return model_from_joints;
  }

  /// From the five angles: every joint's matrix to the model.
  const answers = (angles, mistake) => model_from_joints(parent_from_joints(angles), mistake).flat();

  const wrong = {
    "02.4 children-before-parents": "children before parents",
    "02.4 parent-is-the-one-before": "the one before as parent",
    "02.4 child-times-parent": "child on the wrong side",
  };

  function mount(box) {
    const state = { angles: [-12, -28, -35, 34, -12], walked: 5, mistake: null };
    const board = live.board(box, state, draw);
    const stage = live.stage(board, [-2.6, -1.75], [2.6, 3.05]);
    const seen = () => model_from_joints(parent_from_joints(state.angles), state.mistake, state.walked);
    const right = () => model_from_joints(parent_from_joints(state.angles), null);
    const off = (i) => Math.hypot(...seen()[i].map((number, k) => number - right()[i][k])) > 1e-6;
    const is_walked = (i) => order(state.mistake).indexOf(i) < state.walked;

    function draw() {
      stage.draw(() => {
        stage.line(
          [
            [-2.2, -0.02],
            [2.2, -0.02],
          ],
          "grid zero",
        );
        // The body, of which the list has only the bones.
        const pixels = length(sub(stage.to([1, 0]), stage.to([0, 0])));
        const thick = (points, metres) => stage.line(points, "flesh", `stroke-width: ${metres * pixels}`);
        joints.forEach(({ end }, i) => {
          if (!is_walked(i)) return;
          const part = (points, metres) => thick(points.map((p) => point(seen()[i], p)), metres);
          if (i) part([[0, 0], end], i % 2 ? 0.36 : 0.28);
          if (i === 2 || i === 4) part([end, [0.22, end[1] - 0.03]], 0.2);
          if (i) return;
          part([[-0.22, 0.02], [0.22, 0.02]], 0.5);
          part([[0, 0.12], [0, 0.5]], 0.66);
          part([[0, 0.9], [0, 0.94]], 0.38);
          for (const side of [-1, 1]) part([[0.3 * side, 0.62], [0.56 * side, 0.2], [0.5 * side, -0.22]], 0.2);
        });
        joints.forEach(({ end }, i) => {
          if (state.mistake) stage.line([right()[i].slice(4), point(right()[i], end)], "faint thin");
        });
        if (state.walked)
          stage.line(
            [joints[1].at, joints[3].at].map((at) => point(seen()[0], at)),
            "blue bone",
          );
        joints.forEach(({ end, colour, name }, i) => {
          if (!is_walked(i)) return;
          const model_from_joint = seen()[i];
          const [origin, tip] = [model_from_joint.slice(4), point(model_from_joint, end)];
          const wrong = state.mistake && off(i);
          stage.line([origin, tip], (wrong ? "wrong" : colour) + " bone");
          stage.dot(origin, 5, "ring " + (wrong ? "wrong" : colour));
          stage.text(
            point(model_from_joint, [0, end[1] * 0.45]),
            name,
            wrong ? "wrong" : colour,
            i === 1 || i === 2 ? [-14, -14] : [14, 0],
          );
        });
      });
    }

    [0, 1, 2].forEach((i) => {
      const { name, end, colour } = joints[i];
      live.handle(board, stage, {
        label: name,
        className: colour,
        min: i ? -100 : -60,
        max: i ? 100 : 60,
        snap: [0],
        near: 2,
        get: () => state.angles[i],
        put: (angle) => board.put({ angles: state.angles.with(i, angle) }),
        at: () => point(seen()[i], end),
        shown: () => is_walked(i),
        // About the joint as it should stand, in its parent's axes.
        value: (hand) => {
          const model_from_parent = i ? right()[joints[i].parent] : identity;
          const aimed = angle(sub(point(inverse(model_from_parent), hand), joints[i].at)) - angle(end);
          return aimed - 360 * Math.round(aimed / 360);
        },
        text: () =>
          `turned by ${number(state.angles[i], 0)}° in its parent; shin.L stands at ${place(seen()[2].slice(4))}`,
      });
    });

    live.sentence(board, () => {
      const away = [
        "wrong",
        `${number(Math.max(...joints.map((_, i) => length(sub(seen()[i].slice(4), right()[i].slice(4))))))} m`,
      ];
      if (state.mistake === "children-before-parents")
        return [
          "The hips are missing in a shin’s product: it lies ",
          away,
          " off. A thigh is right even so, because a root’s local transform is its global one.",
        ];
      if (state.mistake === "parent-is-the-one-before")
        return [
          "The right thigh hangs on the left shin, because that stands before it in the list. It lies ",
          away,
          " off.",
        ];
      if (state.mistake === "child-times-parent")
        return [
          "The parent’s matrix is applied first, to a point that is still in the child’s space. A shin lies ",
          away,
          " off.",
        ];
      if (!state.walked) return ["Two legs hang on one root, and no joint has its matrix to the model yet. Which one can be done first?"];
      const i = state.walked - 1;
      const { name, parent, colour } = joints[i];
      return parent === null
        ? [["blue", name], " is the root: its parent is the model itself."]
        : [
            [colour, name],
            ` hangs on ${joints[parent].name}, whose matrix to the model is known already.`,
          ];
    });
    live.choice(board, "the loop over the list", wrong);
    live.scrub(board, {
      label: "joints done",
      min: 0,
      max: 5,
      step: 1,
      of: "walked",
      text: () => `${state.walked} of 5`,
    });
    live.table(board, ["in the model", "x", "y"], () =>
      joints.map(({ name, colour }, i) => {
        const [x, y] = is_walked(i) ? seen()[i].slice(4) : [NaN, NaN];
        return {
          name: `${i} ${name}`,
          numbers: { [`${name} x`]: x, [`${name} y`]: y },
          none: "–",
          className: is_walked(i) && off(i) ? "wrong" : colour,
        };
      }),
    );
    return board.figure;
  }

  live.figure("02-parents-first", { answers, mount });
}
