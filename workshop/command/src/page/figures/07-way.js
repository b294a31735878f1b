// Lesson 07: the way of vertex 4 from the bind pose into the child's space, and out where the child is now.
"use strict";

{
  const { identity, move, turn, mul, inverse, point, direction, sub, length, angle, mix, number, place } = live;

  /// Where the child stands in the bind pose, not turned, and where its bone ends.
  const bind_from_child = move([2, 1]);
  const child_from_bind = inverse(bind_from_child);
  const end_in_child = [2, 0];
  const root_triangle = [
    [-0.3, 0.6],
    [0.3, -0.6],
    [2, 1],
  ];
  const child_triangle = [
    [2, 1],
    [4, 0.5],
    [4, 1.5],
  ];
  const vertex_4 = child_triangle[2];

  /// The two matrices that a vertex meets, the first one first.
  function factors(posed_from_child, child_from_bind, mistake) {
    if (mistake === "factors-swapped") return [posed_from_child, child_from_bind];
    if (mistake === "no-inverse-bind") return [identity, posed_from_child];
    return [child_from_bind, posed_from_child];
  }

  /// What takes a vertex from the bind pose to where it is now: a product is read from right to left.
  function posed_from_bind(posed_from_child, child_from_bind, mistake) {
    const [first, second] = factors(posed_from_child, child_from_bind, mistake);
    return mul(second, first);
  }

  /// A joint's place and angle in the bind pose and now, and a vertex: where the vertex is now.
  function answers([bind_x, bind_y, bind_angle, now_x, now_y, now_angle, x, y], mistake) {
    const child_from_bind = inverse(mul(move([bind_x, bind_y]), turn(bind_angle)));
    const posed_from_child = mul(move([now_x, now_y]), turn(now_angle));
    return point(posed_from_bind(posed_from_child, child_from_bind, mistake), [x, y]);
  }

  /// A part of a motion: of its turn, and of its move.
  function part_of(motion, part) {
    const [x, y] = motion.slice(4);
    return mul(move([part * x, part * y]), turn(part * angle(motion)));
  }

  /// What the bind pose has gone through when it is so far on its way.
  function gone(posed_from_child, mistake, way) {
    const [first, second] = factors(posed_from_child, child_from_bind, mistake);
    return mul(part_of(second, Math.max(way - 1, 0)), part_of(first, Math.min(way, 1)));
  }

  const wrong = {
    "07.2 factors-swapped": "factors exchanged",
    "07.2 no-inverse-bind": "𝕋⁻¹ left out",
  };
  const stations = {
    null: ["bind pose", "in the child", "now"],
    "factors-swapped": ["bind pose", "after 𝕊", "after 𝕋⁻¹"],
    "no-inverse-bind": ["bind pose", "𝕋⁻¹ left out", "after 𝕊"],
  };

  function mount(box) {
    // `before` and `change` let the skin glide from where one palette puts it to where another does.
    const state = { angle: 40, way: 2, mistake: null, before: null, change: 1 };
    const board = live.board(box, state, draw);
    const stage = live.stage(board, [-2.25, -1.05], [6.3, 5.4]);

    const posed_from_child = () => mul(bind_from_child, turn(state.angle));
    const places = (mistake) => [0, 1, 2].map((way) => point(gone(posed_from_child(), mistake, way), vertex_4));
    const off = () => length(sub(places(state.mistake)[2], places(null)[2]));

    /// Where a vertex of the child is drawn: during a change of the palette, between its two places.
    function carried(vertex, way = state.way) {
      const [before, after] = [state.before, state.mistake].map((mistake) =>
        point(gone(posed_from_child(), mistake, way), vertex),
      );
      return mix(before, after, state.change);
    }

    function draw() {
      stage.draw(() => {
        const [skin, is_wrong] = [state.mistake ? "wrong" : "orange", Boolean(state.mistake)];
        stage.grid();
        stage.text([0, 0], "model", "faint", [-8, 16]);
        stage.area(child_triangle, "faint outline thin");
        stage.area(root_triangle, "blue");
        stage.line(
          [
            [0, 0],
            [2, 1],
          ],
          "blue bone",
        );

        // Where the triangle belongs, if it is not there.
        const right = child_triangle.map((vertex) => point(gone(posed_from_child(), null, 2), vertex));
        if (is_wrong || state.way < 2) stage.area(right, "orange outline thin");
        if (is_wrong && state.way === 2 && state.change === 1) {
          stage.line([right[2], carried(vertex_4)], "wrong thin");
        }
        const end = point(posed_from_child(), end_in_child);
        stage.line([[2, 1], end], "orange bone");
        stage.text(end, `child ${number(state.angle, 0)}°`, "orange", [18, 0]);

        for (let way = 0; way <= 2; way += 1 / 16) {
          stage.dot(carried(vertex_4, way), way <= state.way ? 2 : 1, way <= state.way ? "plain" : "faint");
        }
        // Under way the rest of the bind pose goes along, though only the child's vertices are meant to.
        if (state.way > 0 && state.way < 2) {
          stage.area(
            root_triangle.map((vertex) => carried(vertex)),
            "faint outline thin",
          );
          stage.line([carried([2, 1]), carried([4, 1])], "faint thin");
        }
        stage.area(
          child_triangle.map((vertex) => carried(vertex)),
          skin,
        );
        // The child's axes as the skin knows them: they go along.
        const [origin, x, y] = [
          [0, 0],
          [0.6, 0],
          [0, 0.6],
        ].map((p) => carried(point(bind_from_child, p)));
        stage.arrow(origin, x, skin + " axis");
        stage.arrow(origin, y, skin + " axis");
        stage.text(mix(origin, x, 1.25), "x", skin, [6, 10]);
        stage.text(mix(origin, y, 1.25), "y", skin);

        const here = Math.round(state.way);
        places(state.mistake).forEach((at, i) => {
          if (state.change < 1) return;
          if (i !== here) stage.dot(at, 4, "plain");
          const beside = i === 0 ? [12, 4] : i === 1 && !is_wrong ? [10, 14] : at[1] > 4.6 ? [at[0] < 4.3 ? 12 : -16, 4] : [0, -20];
          // Of two at one place the one that is shown has its name there.
          const before = places(state.mistake).filter((_, k) => k === here || k < i);
          const is_alone = i === here || before.every((other) => length(sub(at, other)) > 0.3);
          const is_named = is_alone && (i !== 1 || state.mistake !== "no-inverse-bind");
          if (is_named) stage.text(at, place(at), i === here ? "strong " + (i ? skin : "plain") : "faint", beside);
        });
        stage.dot(carried(vertex_4), 6, "ring " + skin);
      });
    }

    live.handle(board, stage, {
      label: "the child's bone",
      className: "orange",
      min: 0,
      max: 90,
      snap: [0, 40, 90],
      near: 2,
      of: "angle",
      at: () => point(posed_from_child(), end_in_child),
      value: (at) => angle(direction(child_from_bind, sub(at, [2, 1]))),
      text: () => `turned by ${number(state.angle, 0)}°, vertex 4 is at ${place(places(state.mistake)[2])}`,
    });

    live.sentence(board, () => {
      const [, then, now] = places(state.mistake);
      const turned = `${number(state.angle, 0)}°`;
      if (state.mistake === "factors-swapped") {
        return [
          "𝕊 comes first, and takes a point out of the child in which it never was. The skin turns about the model’s origin, and lies ",
          ["wrong", `${number(off())} m`],
          " off.",
        ];
      }
      if (state.mistake === "no-inverse-bind") {
        return [
          "𝕊 expects coordinates in the child, and gets those in the model. The child’s place is counted twice, and the skin lies ",
          ["wrong", `${number(off())} m`],
          " off.",
        ];
      }
      return [
        "𝕋⁻¹ moves by (−2, −1), into the child: ",
        ["orange", place(then)],
        ". 𝕊 turns by ",
        ["orange", turned],
        ", and moves by (2, 1): ",
        ["orange", place(now)],
        ".",
      ];
    });

    live.choice(board, "palette of the child", wrong, (mistake) => {
      board.put({ mistake, before: state.mistake, change: 0 });
      board.glide("change", 1);
      // Where nothing is turned, both factors are moves, and their order makes no difference.
      if (mistake === "factors-swapped" && Math.abs(state.angle) < 15) board.glide("angle", 40);
    });
    const rows = () =>
      places(state.mistake).map((at, i) => ({
        name: stations[state.mistake][i],
        numbers: { [`x ${i}`]: at[0], [`y ${i}`]: at[1] },
        className: Math.round(state.way) === i ? `here ${i && state.mistake ? "wrong" : "orange"}` : "",
      }));
    live.table(board, ["vertex 4", "x", "y"], rows, (way) => board.glide("way", way));
    live.scrub(board, {
      label: "way",
      min: 0,
      max: 2,
      step: 0.01,
      snap: [0, 1, 2],
      near: 0.04,
      of: "way",
      put: (way) => {
        board.halt("way");
        board.put({ way });
      },
      text: () => number(state.way),
    });
    return board.figure;
  }

  const terms = [
    [/^v′$/, ".ring"],
    [/^v$/, ".dot.faint, .dot.plain"],
    [/^𝕋.?−1$/, ".faint.outline"],
    [/^𝕊.?$/, ".orange.bone, .knob.orange"],
    [/^P.$/, ".live-choice"],
  ];
  live.figure("07-way", { answers, mount, terms });
}
