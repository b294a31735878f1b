// Lesson 01: the robot's three spaces, each placed in the one before it, and p as each of them sees it.
"use strict";

{
  const { move, turn, mul, inverse, point, direction, sub, add, times, length, angle, degrees, number, place } = live;

  const b_in_o = [0, 0.9];
  const c_in_b = [1.7, 0];
  const p_in_c = [1.3, 0];

  /// The matrix of a hinge: where it stands in its parent, and by how many degrees it is turned.
  function parent_from_hinge(offset, angle, mistake) {
    if (mistake === "turned-before-moved") return mul(turn(angle), move(offset));
    if (mistake === "degrees-as-radians") return mul(move(offset), turn(degrees(angle)));
    return mul(move(offset), turn(angle));
  }

  /// A, B and C.
  function parent_from_spaces([base_x, base_turn, theta, phi], mistake) {
    const hinges = [
      [[base_x, 0], base_turn],
      [b_in_o, theta],
      [c_in_b, phi],
    ];
    return hinges.map(([offset, angle]) => parent_from_hinge(offset, angle, mistake));
  }

  /// The spaces o, b and c in the world.
  function world_from_spaces([a, b, c], mistake) {
    if (mistake === "child-times-parent") return [a, mul(b, a), mul(c, b, a)];
    return [a, mul(a, b), mul(a, b, c)];
  }

  const spaces = (input, mistake) => world_from_spaces(parent_from_spaces(input, mistake), mistake);

  /// From base x, base turn, θ and φ: the three spaces in the world, and p.
  function answers(input, mistake) {
    const placed = spaces(input, mistake);
    return [...placed.flat(), ...point(placed[2], p_in_c)];
  }

  /// The outline of a part with round ends.
  function plate(length, thick, thin) {
    const half = (middle, radius, first) =>
      Array.from({ length: 13 }, (_, i) => add([middle, 0], direction(turn(first + 15 * i), [radius, 0])));
    return [...half(length, thin, -90), ...half(0, thick, 90)];
  }
  const plates = [
    {
      outline: [
        [-0.5, 0],
        [0.5, 0],
        [0.24, 0.98],
        [-0.24, 0.98],
      ],
      colour: "blue",
      name: "o",
      beside: [0.2, -0.22],
    },
    { outline: plate(1.7, 0.2, 0.13), colour: "orange", name: "b", beside: [0.05, -0.3] },
    { outline: plate(1.3, 0.13, 0.06), colour: "green", name: "c", beside: [-0.14, -0.24] },
  ];

  const wrong = {
    "01.1 turned-before-moved": "offset turned too",
    "01.1 degrees-as-radians": "degrees for radians",
    "01.2 child-times-parent": "child on the wrong side",
  };

  /// In which matrix each of the inputs occurs: what stands to the left of it in the chain moves p.
  const inputs = { base_x: 0, base_turn: 0, theta: 1, phi: 2 };
  const changes = [
    "base x and base turn occur in A alone, so that p moves in the world. Seen from the base nothing has happened.",
    "θ occurs in B alone, so that p moves in o and in the world. Seen from b and c nothing has happened.",
    "φ occurs in C alone, so that p moves in b, in o and in the world. Only in c it stays where it is.",
  ];

  function mount(box) {
    const state = { base_x: 0, base_turn: 0, theta: 40, phi: -60, mistake: null, changed: null };
    const board = live.board(box, state, draw);
    const stage = live.stage(board, [-1.9, -1.1], [3.75, 3.75]);
    const input = () => Object.keys(inputs).map((name) => state[name]);
    const put = (name) => (value) => board.put({ [name]: value, changed: name });
    const right = () => spaces(input(), null);
    const seen = () => spaces(input(), state.mistake);
    const p_in_world = () => point(seen()[2], p_in_c);

    function draw() {
      const placed = seen();
      stage.draw(() => {
        stage.grid();
        stage.text([0, 0], "world", "faint", [-12, 18]);
        if (state.mistake) {
          plates.forEach(({ outline }, i) =>
            stage.area(
              outline.map((p) => point(right()[i], p)),
              "faint outline thin",
            ),
          );
        }
        plates.forEach(({ outline, colour }, i) => {
          const is_wrong =
            state.mistake &&
            length(sub(placed[i].slice(4), right()[i].slice(4))) + Math.abs(placed[i][0] - right()[i][0]) > 1e-6;
          stage.area(
            outline.map((p) => point(placed[i], p)),
            is_wrong ? "wrong" : colour,
          );
        });
        plates.forEach(({ colour, name, beside }, i) => {
          stage.axes(placed[i], 0.45, colour);
          stage.text(point(placed[i], beside), name, colour + " strong", [[12, 4], [0, 0], [-9, 8]][i]);
        });
        // Each angle at its hinge, from the x axis of the space before.
        [
          ["θ", state.theta, placed[1], "orange"],
          ["φ", state.phi, placed[2], "green"],
        ].forEach(([letter, turned, space, colour]) => {
          const hinge = space.slice(4);
          const last = angle(space);
          if (!state.mistake) {
            stage.line([hinge, add(hinge, direction(turn(last - turned), [0.8, 0]))], colour + " thin dotted");
            stage.arc(hinge, 0.62, [last - turned, last], colour);
          }
          const middle = add(hinge, direction(turn(last - turned / 2), [0.72, 0]));
          stage.text(middle, `${letter} ${number(turned, 0)}°`, colour, [middle[0] < hinge[0] ? -4 : 4, 0]);
        });
        stage.text(p_in_world(), "p", "plain strong", [14, 8]);
      });
    }

    /// The angle, about a space that stands right, of the place of the hand.
    const about = (hinge, parent, offset) => (hand) => {
      const aimed = angle(sub(point(inverse(parent()), hand), offset));
      return aimed - 360 * Math.round((aimed - state[hinge]) / 360);
    };
    const hinge = { snap: [-90, -60, 0, 40, 90], near: 2 };
    live.handle(board, stage, {
      label: "base x",
      className: "blue",
      min: -1,
      max: 1,
      step: 0.05,
      snap: [0],
      near: 0.06,
      of: "base_x",
      put: put("base_x"),
      at: () => seen()[0].slice(4),
      value: ([x]) => x,
      text: () => `base x ${number(state.base_x)} m, p in the world ${place(p_in_world())}`,
    });
    live.handle(board, stage, {
      ...hinge,
      label: "θ, the hinge of the upper arm",
      className: "orange",
      min: -20,
      max: 180,
      of: "theta",
      put: put("theta"),
      at: () => seen()[2].slice(4),
      value: about("theta", () => right()[0], b_in_o),
      text: () => `θ ${number(state.theta, 0)}°, p in the world ${place(p_in_world())}`,
    });
    live.handle(board, stage, {
      ...hinge,
      label: "φ, the hinge of the forearm",
      className: "green",
      min: -150,
      max: 150,
      of: "phi",
      put: put("phi"),
      at: p_in_world,
      value: about("phi", () => right()[1], c_in_b),
      text: () => `φ ${number(state.phi, 0)}°, p in the world ${place(p_in_world())}`,
    });

    live.sentence(board, () => {
      const off = ["wrong", `${number(length(sub(p_in_world(), point(right()[2], p_in_c))))} m`];
      if (state.mistake === "turned-before-moved") {
        return [
          "Each offset is turned too, by the hinge’s own angle: turn θ, and the shoulder leaves the base. p lies ",
          off,
          " off.",
        ];
      }
      if (state.mistake === "degrees-as-radians") {
        return ["The turn expects radians, so that one degree more turns the upper arm by 57°. p lies ", off, " off."];
      }
      if (state.mistake === "child-times-parent") {
        return [
          "The base’s matrix is applied first, to coordinates which are none of the base’s. p lies ",
          off,
          " off.",
        ];
      }
      return [
        changes[inputs[state.changed]] ??
          "A places the space o in the world, B places b in o, and C places c in b. Pull the orange ring: θ turns at the shoulder. Where does p keep its coordinates, and which matrix changes?",
      ];
    });

    live.choice(board, "A, B, C and their product", wrong);
    live.scrub_degrees(board, {
      label: "base turn",
      min: -30,
      max: 30,
      snap: [0],
      near: 2,
      of: "base_turn",
      put: put("base_turn"),
    });
    live.table(board, ["p", "x", "y"], () => {
      const [o, b, c] = seen();
      const views = [
        ["in c", c, "green"],
        ["in b", b, "orange"],
        ["in o", o, "blue"],
        ["in the world", move([0, 0]), "plain"],
      ];
      return views.map(([name, world_from_space, colour], i) => {
        const [x, y] = point(inverse(world_from_space), p_in_world());
        const is_changed = !state.mistake && i >= 3 - inputs[state.changed];
        return {
          name,
          numbers: { [`x ${name}`]: x, [`y ${name}`]: y },
          className: colour + (is_changed ? " here" : ""),
        };
      });
    });
    live.table(board, ["", "x axis", "y axis", "origin"], () =>
      parent_from_spaces(input(), state.mistake).flatMap((matrix, i) =>
        [0, 1].map((row) => ({
          name: "ABC"[i] + (row ? " y" : " x"),
          numbers: Object.fromEntries([0, 2, 4].map((column) => [`${"ABC"[i]}${column + row}`, matrix[column + row]])),
          className: plates[i].colour + (inputs[state.changed] === i && !state.mistake ? " here" : ""),
        })),
      ),
    );
    return board.figure;
  }

  live.figure("01-chain", { answers, mount });
}
