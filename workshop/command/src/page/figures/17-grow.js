// Lesson 17: an obstacle grown by the player's shape, so that the player is a point; and the ring of all edges.
"use strict";

{
  const { add, sub, times, length, number, place } = live;

  /// Positive if b points to the left of a.
  const cross = (a, b) => a[0] * b[1] - a[1] * b[0];
  const edge = (ring, i) => sub(ring[(i + 1) % ring.length], ring[i % ring.length]);
  const mirrored = (shape) => shape.map((corner) => times(corner, -1));

  /// The same ring, from its lowest corner on. If two are equally low, it is the left one.
  function from_lowest(ring) {
    const first = ring.reduce(
      (best, [x, y], i) => (y < ring[best][1] || (y === ring[best][1] && x < ring[best][0]) ? i : best),
      0,
    );
    return [...ring.slice(first), ...ring.slice(0, first)];
  }

  /// A convex obstacle grown by a player's shape: where the player's feet are when the two touch.
  function grown(obstacle, shape, mistake) {
    const a = from_lowest(obstacle);
    const b = from_lowest(mistake === "not-mirrored" ? shape : mirrored(shape));
    if (mistake === "one-after-the-other")
      return [...a.map((corner) => add(corner, b[0])), ...b.map((corner) => add(a[0], corner))];
    if (mistake === "corner-by-corner") {
      return Array.from({ length: Math.max(a.length, b.length) }, (_, i) => add(a[i % a.length], b[i % b.length]));
    }
    const sum = [];
    for (let i = 0, j = 0; i < a.length || j < b.length;) {
      sum.push(add(a[i % a.length], b[j % b.length]));
      // Which edge comes first. Where one has none left, it is the other's turn.
      const turn = i === a.length ? -1 : j === b.length ? 1 : cross(edge(a, i), edge(b, j));
      if (turn >= 0) i += 1;
      if (turn <= 0) j += 1;
    }
    return sum;
  }

  const obstacle_of = (width, height, lean) => [
    [0, 0],
    [width, 0],
    [width, height],
    [lean, height],
  ];
  /// The player stands on his origin; his upper right corner may lean.
  const shape_of = (half, corner) => [[-half, 0], [half, 0], corner, [-half, corner[1]]];

  /// From the obstacle's width, height and lean, half of the player's width, and his upper right corner: the corners of the
  /// grown obstacle, filled up with zeros to eight.
  function answers([width, height, lean, half, x, y], mistake) {
    const sum = grown(obstacle_of(width, height, lean), shape_of(half, [x, y]), mistake);
    return Array.from({ length: 8 }, (_, i) => sum[i] ?? [0, 0]).flat();
  }

  const wrong = {
    "17.1 not-mirrored": "not mirrored",
    "17.1 one-after-the-other": "one after the other",
    "17.1 corner-by-corner": "corner by corner",
  };

  function mount(box) {
    const state = { feet: [0.1, 0.5], corner: [0.4, 1.3], mistake: null };
    const board = live.board(box, state, draw);
    const stage = live.stage(board, [-1.9, -1.75], [4.3, 2.75]);
    const obstacle = obstacle_of(3, 1, 1);
    const shape = () => shape_of(0.4, state.corner);
    const ring = (mistake = state.mistake) => grown(obstacle, shape(), mistake);
    const placed = (feet) => shape().map((corner) => add(feet, corner));
    /// How far the feet are outside; below zero if they are inside.
    const outside = () => {
      const right = ring(null);
      return Math.max(
        ...right.map((corner, i) => -cross(edge(right, i), sub(state.feet, corner)) / length(edge(right, i))),
      );
    };

    function draw() {
      const is_in = outside() < -1e-6;
      stage.draw(() => {
        stage.grid();
        if (state.mistake) stage.area(ring(null), "faint outline thin");
        stage.area(ring(), state.mistake ? "wrong" : "orange");
        ring(null).forEach((feet) => {
          if (!state.mistake) stage.area(placed(feet), "green outline thin ghostly");
        });
        stage.area(obstacle, "blue");
        ring().forEach((corner) => stage.dot(corner, 4, state.mistake ? "wrong" : "orange"));
        stage.area(placed(state.feet), is_in ? "wrong" : "green");
        stage.text([2.1, 0.5], "obstacle", "blue");
        stage.text(ring(null)[1], "grown", state.mistake ? "faint" : "orange", [-8, 16]);
        stage.text(state.feet, "p", "plain strong", [-16, 8]);
      });
      edges.draw(() => {
        // The edges of both, by their angles: so they follow each other in the ring.
        const shown = state.mistake === "not-mirrored" ? shape() : mirrored(shape());
        const all = [
          [obstacle, "blue"],
          [shown, "green"],
        ].flatMap(([ring, colour]) => from_lowest(ring).map((_, i) => ({ way: edge(from_lowest(ring), i), colour })));
        const turned = ({ way }) => (live.angle(way) + 360) % 360;
        if (state.mistake !== "one-after-the-other") all.sort((a, b) => turned(a) - turned(b));
        all.forEach(({ way, colour }, i) => {
          const end = times(way, (colour === "blue" ? 1 : 0.72) / length(way));
          edges.arrow([0, 0], end, colour);
          // Two in the same direction have their numbers beside each other.
          edges.text(
            colour === "blue" ? times(end, 1.24) : add(times(end, 0.75), times([-end[1], end[0]], 0.22)),
            String(i + 1),
            colour,
          );
        });
      });
    }

    live.handle(board, stage, {
      label: "the player’s feet",
      className: "green",
      min: [-1.7, -1.6],
      max: [4.1, 2.6],
      step: 0.05,
      of: "feet",
      at: () => state.feet,
      value: (at) => at,
      text: () =>
        `at ${place(state.feet)}, ${outside() < -1e-6 ? "inside" : outside() < 1e-6 ? "on the edge of" : "outside"} the grown obstacle`,
    });
    live.handle(board, stage, {
      label: "the shape’s upper corner",
      className: "plain",
      min: [-0.2, 0.4],
      max: [1.2, 1.6],
      step: 0.05,
      of: "corner",
      at: () => add(state.feet, state.corner),
      value: (at) => sub(at, state.feet),
      text: () => `at ${place(state.corner)} from his feet; the grown obstacle has ${ring().length} corners`,
    });

    live.sentence(board, () => {
      const count = (list) => ["wrong", `${list.length} corners`];
      if (state.mistake === "not-mirrored")
        return [
          "It has grown by his shape as it is, and not by its mirror image. Who stands on it now floats ",
          ["wrong", `${number(state.corner[1])} m`],
          " above the obstacle.",
        ];
      if (state.mistake === "one-after-the-other")
        return ["First all edges of the one, then all of the other: a ring with two loops, of ", count(ring()), "."];
      if (state.mistake === "corner-by-corner")
        return ["Corner 1 plus corner 1, corner 2 plus corner 2: ", count(ring()), ` instead of ${ring(null).length}.`];
      const away = outside();
      if (away < -1e-6)
        return ["His feet p are ", ["wrong", "inside"], " the grown obstacle, and he is inside the obstacle."];
      if (away < 1e-6)
        return ["His feet p lie ", ["green", "on the edge"], " of the grown obstacle, and he touches the obstacle."];
      return ["His feet p are ", ["green", "outside"], " the grown obstacle, and he does not touch the obstacle."];
    });
    live.choice(board, "the grown obstacle", wrong);
    const edges = live.stage(board, [-1.55, -1.4], [1.55, 1.4], board.side);
    edges.svg.setAttribute("aria-hidden", "true");
    live.table(board, ["", ""], () => [
      {
        name: "corners",
        numbers: { corners: ring().length },
        digits: 0,
        className: ring().length === ring(null).length ? "" : "wrong",
      },
      { name: "p from the edge", numbers: { outside: outside() } },
    ]);
    return board.figure;
  }

  live.figure("17-grow", { answers, mount });
}
