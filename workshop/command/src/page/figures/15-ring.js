// Lesson 15: a ring around a joint is dragged. About whose axis does the joint turn, its own or its parent's?
"use strict";

{
  const { radians, degrees, node, number, attribute } = live;
  const { dot, cross, plus, times, product } = space;

  /// The rotation of a joint after a ring was dragged from one arrow to another, all in the axes that it belongs to.
  function turned(rotation, { is_own, axis, from, to }, mistake) {
    const side = dot(axis, cross(from, to));
    const sine = { "without-a-sign": Math.abs(side), "the-other-way": -side }[mistake] ?? side;
    const half = Math.atan2(sine, dot(from, to)) / 2;
    const turn = [...times(axis, Math.sin(half)), Math.cos(half)];
    const right = { "always-in-the-parent": false, "sides-exchanged": !is_own }[mistake] ?? is_own;
    return right ? product(rotation, turn) : product(turn, rotation);
  }

  /// Arrows from the middle of a ring about one of three axes, at two angles.
  const unit = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  const around = (i, angle) => {
    const [x, y] = [unit[(i + 1) % 3], unit[(i + 2) % 3]];
    return plus(times(x, Math.cos(radians(angle))), y, Math.sin(radians(angle)));
  };
  const dragged = (is_own, i, from, to) => ({ is_own, axis: unit[i], from: around(i, from), to: around(i, to) });

  /// Of a rotation, whose ring it is, its axis, and both angles: the rotation after it.
  const answers = ([x, y, z, w, is_own, axis, from, to], mistake) =>
    turned([x, y, z, w], dragged(is_own === 1, axis, from, to), mistake);

  const wrong = {
    "15.1 always-in-the-parent": ["always the parent’s", { is_own: true, angle: 60 }],
    "15.1 sides-exchanged": ["sides exchanged", { angle: 60 }],
    "15.1 without-a-sign": ["no sign", { angle: -60 }],
    "15.1 the-other-way": ["the other way", { angle: 60 }],
  };

  const joints = ["upper_arm.R", "thigh.L", "head", "chest"];
  const names = ["x", "y", "z"];
  const colours = ["orange", "green", "blue"];
  const radius = 0.34;

  function mount(box, still) {
    // At first his arm is turned already: else own and parent's axes would hardly differ.
    const start = [0.35, 0.1, -0.25, 0.9].map((value, _, all) => value / Math.hypot(...all));
    const first = { joint: "upper_arm.R", before: start, is_own: true, ring: 2, angle: 0 };
    const state = space.begin({ ...first, clip: "idle", playing: false, turn: 20, near: 1.1 });
    const board = live.board(box, state, draw);
    let knight = null;
    const here = () => knight.names.indexOf(state.joint);
    const ring = () => dragged(state.is_own, state.ring, 0, state.angle);
    const rotation = (mistake = state.mistake) => turned(state.before, ring(), mistake);
    const idle = (knight) => {
      const clip = knight.clips.find(({ name }) => name === "idle");
      return space.pose(knight, clip, 0);
    };
    const posed = (knight, rotation) => {
      const pose = idle(knight);
      const joint = knight.names.indexOf(state.joint);
      const [move, , scale] = pose[joint];
      pose[joint] = [move, rotation, scale];
      return pose;
    };
    const scene = space.stage(board, still, {
      posed: (knight, _, mistake) => posed(knight, rotation(mistake)),
      mistake: () => state.mistake,
      come: (come) => {
        knight = come;
        board.put({});
      },
    });

    // ------------------------------------------------------------ the rings, over the picture
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    attribute(svg, "class", "live-stage over");
    const drawn = (name) => document.createElementNS("http://www.w3.org/2000/svg", name);
    const paths = colours.flatMap((colour) =>
      ["line thin ghostly", "line"].map((kind) => {
        const path = drawn("path");
        attribute(path, "class", `${kind} ${colour}`);
        svg.append(path);
        return path;
      }),
    );
    const hands = drawn("g");
    svg.append(hands);
    scene.frame.append(svg);

    /// The axes that a ring belongs to, in the model, with the joint as their origin. A joint's own go along with it.
    const axes = (i) => {
      const pose = posed(knight, rotation());
      const model_from_joints = space.walk(knight, pose);
      const parent = model_from_joints[knight.parents[here()]];
      const own = state.is_own && (i === state.ring ? state.before : rotation());
      const frame = space.mul(parent, space.of_transform([pose[here()][0], own || [0, 0, 0, 1], [1, 1, 1]]));
      const [x, y, z, origin] = [0, 4, 8, 12].map((column) => frame.slice(column, column + 3));
      const out = (arrow) => plus(plus(times(x, arrow[0]), y, arrow[1]), z, arrow[2]);
      const back = (arrow) => [x, y, z].map((axis) => dot(axis, arrow));
      return { origin, out, back };
    };
    const place = (i, angle) => {
      const { origin, out } = axes(i);
      return plus(origin, out(around(i, angle)), radius);
    };
    const turned_by = (i) => (i === state.ring ? state.angle : 0);

    function draw() {
      scene.draw();
      if (!knight || !scene.eye()) return;
      names.forEach((_, i) => {
        const { origin, out } = axes(i);
        const points = Array.from({ length: 73 }, (_, k) => out(around(i, 5 * k)));
        const towards = plus(scene.eye(), origin, -1);
        const text = (which) => {
          let pen = "M";
          return points
            .map((point) => {
              const [x, y] = scene.to(plus(origin, point, radius));
              const step = which(dot(point, towards)) ? `${pen}${x.toFixed(1)} ${y.toFixed(1)}` : "";
              pen = step ? "L" : "M";
              return step;
            })
            .join("");
        };
        attribute(paths[2 * i], "d", text(() => true));
        attribute(paths[2 * i + 1], "d", text((depth) => depth >= 0));
      });
    }

    const stage = {
      svg,
      hands,
      to: (pixel) => pixel,
      from: (pixel) => pixel,
      size: () => [svg.clientWidth, svg.clientHeight],
    };
    names.forEach((name, i) =>
      live.handle(board, stage, {
        label: `the ring about ${name}`,
        className: colours[i],
        min: -175,
        max: 175,
        step: 1,
        shown: () => Boolean(knight && scene.eye()),
        at: () => (knight && scene.eye() ? scene.to(place(i, turned_by(i))) : [0, 0]),
        get: () => turned_by(i),
        put: (angle) => board.put(i === state.ring ? { angle } : { before: rotation(), ring: i, angle }),
        value: (pixel) => {
          const { origin, out, back } = axes(i);
          const arrow = back(plus(scene.on_plane(pixel, origin, out(unit[i])), origin, -1));
          return degrees(Math.atan2(arrow[(i + 2) % 3], arrow[(i + 1) % 3]));
        },
        text: () => `dragged by ${number(turned_by(i), 0)}°`,
      }),
    );

    // ------------------------------------------------------------ beside it
    const off = () => {
      const [a, b] = [rotation(null), rotation()];
      return degrees(2 * Math.acos(Math.min(Math.abs(dot(a, b)), 1)));
    };
    live.sentence(board, () => {
      const name = names[state.ring];
      const wrong = ["wrong", `${number(off(), 0)}°`];
      if (state.mistake && off() < 0.5)
        return ["Here nothing is wrong. Drag a ring, to both sides, about your own axes and about the parent’s."];
      if (state.mistake) return ["The ring follows your mouse, and the joint should follow the ring. It is ", wrong, " off."];
      return [
        "You drag by ",
        [colours[state.ring], `${number(state.angle, 0)}° about ${name}`],
        state.is_own
          ? ". It’s the joint’s own axis, so the turn is the right factor: q′ = q · turn. The other two rings go along."
          : ". It’s the parent’s axis, so the turn is the left factor: q′ = turn · q. All rings stay where they are.",
      ];
    });
    const row = node("div", "live-row");
    const press = (words, act) => {
      const button = node("button");
      button.type = "button";
      button.addEventListener("click", act);
      board.parts.push(() => live.write(button, words()));
      row.append(button);
    };
    press(
      () => `axes: ${state.is_own ? "its own" : "its parent’s"}`,
      () => board.put({ before: rotation(), angle: 0, is_own: !state.is_own }),
    );
    const choice = node("select");
    choice.setAttribute("aria-label", "joint");
    choice.append(...joints.map((name) => node("option", "", name)));
    choice.addEventListener("change", () => {
      state.joint = choice.value;
      board.put({ before: state.joint === first.joint ? start : idle(knight)[here()][1], angle: 0 });
    });
    // A reset chooses a joint, too.
    board.parts.push(() => (choice.value = state.joint));
    row.append(choice);
    board.side.append(row);
    live.choice(board, "the ring’s turn", wrong);
    return board.figure;
  }

  live.figure("15-ring", { answers, mount });
}
