// Lesson 05: nodes nest in a file. Which parent does each get, and which matrices take it to the world?
"use strict";

{
  const { move, turn, mul: in_plane, add, radians } = live;

  /// The parents of nodes that are met one after the other, each so deep in the file.
  function parents_of(depths, mistake) {
    const around = [];
    return depths.map((depth, node) => {
      const parent = depth ? { "last-node-as-parent": node - 1, "parent-not-passed-on": null }[mistake] : null;
      around.splice(depth, Infinity, node);
      return depth && parent === undefined ? around[depth - 1] : parent;
    });
  }

  /// Each node's matrix to the model; `mul` multiplies two.
  const walk = (parents, locals, mul) =>
    parents.reduce((all, parent, i) => [...all, parent === null ? locals[i] : mul(all[parent], locals[i])], []);

  /// Of five nodes' depths in a file, and of each one's place and angle in its parent: their parents, or −1, and their places.
  function answers(input, mistake) {
    const parents = parents_of(input.slice(0, 5), mistake);
    const locals = parents.map((_, i) => {
      const [x, y, degrees] = input.slice(5 + 3 * i);
      return in_plane(move([x, y]), turn(degrees));
    });
    return walk(parents, locals, in_plane).flatMap((matrix, i) => [parents[i] ?? -1, matrix[4], matrix[5]]);
  }

  const wrong = {
    "05.1 last-node-as-parent": "the node before it",
    "05.1 parent-not-passed-on": "no parent passed on",
  };

  // ---------------------------------------------------------------- the tick's file

  const names = ["joint1", "joint2", "joint3", "joint4"];
  const depths = [0, 1, 2, 1];
  /// Matrices row by row, as the file has them, and about which of its axes each joint turns in the tick's plane.
  const file = [
    [-0.6940169, 0, 0.7199587, -0.02479339, 0.7199587, 0, 0.6940169, -0.04958678, 0, 1, 0, 0],
    [0.9267039, 0, -0.3757923, 7.012629, 0, 1, 0, 0, 0.3757923, 0, 0.9267039, 0],
    [-0.3713907, 0.9284767, 0, 5.340659, 0, 0, 1, 0, 0.9284767, 0.3713907, 0, 0],
    [0.1305262, 0, -0.9914449, 2.453892, 0, 1, 0, 0, 0.9914449, 0, 0.1305262, 18.63916],
  ];
  const decimetre = [0.1, 0, 0, 0, 0, 0.1, 0, 0, 0, 0, 0.1, 0];
  const mul = (a, b) =>
    a.map((_, i) => {
      const [row, column] = [4 * Math.floor(i / 4), i % 4];
      return a[row] * b[column] + a[row + 1] * b[4 + column] + a[row + 2] * b[8 + column] + (column === 3 ? a[row + 3] : 0);
    });
  function turned(joint, degrees) {
    const [cos, sin] = [Math.cos(radians(degrees)), Math.sin(radians(degrees))];
    const about_y = [cos, 0, sin, 0, 0, 1, 0, 0, -sin, 0, cos, 0];
    const about_z = [cos, -sin, 0, 0, sin, cos, 0, 0, 0, 0, 1, 0];
    return mul(file[joint], joint === 2 ? about_z : about_y);
  }

  /// The elements, one inside the other: left, bottom, right and top.
  const boxes = [
    [0, 0, 4.7, 5.9],
    [0.3, 2.55, 4.4, 5.1],
    [0.6, 2.85, 4.1, 4.3],
    [0.3, 0.3, 4.4, 2.2],
  ];

  function mount(box) {
    const state = { node: "joint3", turns: [0, 0, 0, 0], mistake: null };
    const board = live.board(box, state, draw);
    const stage = live.stage(board, [-0.25, -0.3], [10.9, 6.15]);
    const [middle, metre] = [[6.9, 1.3], 1.95];
    const here = () => names.indexOf(state.node);
    const parents = () => parents_of(depths, state.mistake);
    const locals = () => file.map((_, joint) => turned(joint, state.turns[joint]));
    const worlds = () => walk(parents(), locals(), mul).map((matrix) => mul(decimetre, matrix));
    const shown = ([x, , , u, y, , , v]) => [add(middle, [metre * u, metre * v]), [x, y]];
    const at = (matrix) => shown(matrix)[0];
    /// The chosen node and all that is above it, from the outermost.
    const way = () => {
      const up = [here()];
      for (let parent = parents()[here()]; parent !== null; parent = parents()[parent]) up.unshift(parent);
      return up;
    };
    const colour = (joint) => (joint === here() ? "orange" : way().includes(joint) ? "blue" : "faint");

    function draw() {
      const [all, up] = [worlds(), parents()];
      stage.draw(() => {
        boxes.forEach(([left, bottom, right, top], joint) => {
          stage.area([[left, bottom], [right, bottom], [right, top], [left, top]], colour(joint) + (joint === here() ? "" : " outline"));
          const words = stage.size()[0] < 620 ? names[joint] : `<node id="${names[joint]}">`;
          stage.text([left + 0.15, top - 0.4], words, colour(joint) + " strong", [1, 0]);
        });
        all.forEach((matrix, joint) => {
          if (up[joint] === null) return;
          const own = way().includes(joint);
          stage.line([at(all[up[joint]]), at(matrix)], (state.mistake ? "wrong" : own ? "blue" : "faint") + (own ? " bone" : " bone-thin"));
        });
        all.forEach((matrix, joint) => {
          // The axes of the tick's plane: the third is along the view.
          if (way().includes(joint)) {
            const [x, z] = [0, joint === 2 ? 1 : 2].map((k) => [10 * matrix[k], 10 * matrix[4 + k]]);
            [x, z].forEach(([u, v]) => stage.arrow(at(matrix), add(at(matrix), [0.75 * u, 0.75 * v]), colour(joint) + " thin"));
          }
          stage.dot(at(matrix), joint === here() ? 7 : 5, colour(joint));
          stage.text(at(matrix), names[joint], colour(joint) + " strong", joint === 1 ? [-10, 14] : [joint % 2 ? -14 : 14, joint ? -10 : 16]);
        });
      });
    }

    // A press chooses the joint under it, or the innermost element.
    stage.svg.addEventListener("click", (event) => {
      const around = stage.svg.getBoundingClientRect();
      const [x, y] = stage.from([event.clientX - around.left, event.clientY - around.top]);
      const near = worlds().findIndex((matrix) => live.length(live.sub(at(matrix), [x, y])) < 0.6);
      const inside = boxes.findLastIndex(([left, bottom, right, top]) => x > left && x < right && y > bottom && y < top);
      if (near >= 0 || inside >= 0) board.put({ node: names[near >= 0 ? near : inside] });
    });
    stage.svg.style.cursor = "pointer";

    live.sentence(board, () => {
      const product = ["F", ...way().map((joint) => `L ${names[joint]}`)].join(" · ");
      if (state.mistake === "last-node-as-parent")
        return ["Each node got the one before it as its parent. So joint4 follows ", ["wrong", "joint3"], ", though joint1 is around it in the file."];
      if (state.mistake === "parent-not-passed-on")
        return ["No node inside another got a parent, and each matrix takes its node ", ["wrong", "straight to the model"], ". There is no line."];
      return [`From ${state.node} outwards to the world: W = `, ["blue", product], "."];
    });
    live.choice(board, "the parent of a node", wrong);
    const put = (joint) => board.put({ node: names[joint] });
    live.scrub(board, { label: "node", max: 3, step: 1, get: here, put, text: () => state.node });
    live.scrub_degrees(board, {
      label: "turn it",
      min: -45,
      max: 45,
      get: () => state.turns[here()],
      put: (degrees) => board.put({ turns: state.turns.map((old, joint) => (joint === here() ? degrees : old)) }),
    });
    const matrix = (letter, of) =>
      live.table(board, [letter, "x", "y", "z", "origin"], () =>
        ["x", "y", "z"].map((name, row) => ({
          name,
          numbers: Object.fromEntries([0, 1, 2, 3].map((column) => [`${letter} ${row} ${column}`, of()[4 * row + column]])),
        })),
      );
    matrix("L", () => locals()[here()]);
    matrix("W", () => worlds()[here()]);
    return board.figure;
  }

  live.figure("05-tree", { answers, mount });
}
