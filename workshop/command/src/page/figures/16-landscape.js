// Lesson 16: all poses of two joints are a landscape over their two angles, whose height is E. A step leads downhill.
"use strict";

{
  const { turn, direction, add, sub, times, length, radians, degrees, node, number, short, place } = live;

  const bones = [1, 0.9];
  /// An angle, from half a turn back to half a turn on.
  const wrapped = (degrees) => degrees - 360 * Math.round(degrees / 360);

  /// The second joint and the tip; the first joint stands at the origin.
  function places([first, second]) {
    const middle = direction(turn(first), [bones[0], 0]);
    return [middle, add(middle, direction(turn(first + second), [bones[1], 0]))];
  }

  /// Half the square of what the tip misses, and for both joints half the stiffness times the square of the angle.
  function energy(angles, target, s) {
    const bent = length(angles.map((angle) => radians(wrapped(angle))));
    return (length(sub(places(angles)[1], target)) ** 2 + s * bent ** 2) / 2;
  }

  /// The z of both joints' gradients, for each radian.
  function gradient(angles, target, s, mistake) {
    const [middle, tip] = places(angles);
    const [x, y] = times(sub(tip, target), mistake === "uphill" ? -1 : 1);
    const stiff = mistake === "stiffness-forgotten" ? 0 : s;
    return [[0, 0], middle].map((joint, i) => {
      const arm = mistake === "seen-from-the-origin" ? tip : sub(tip, joint);
      return arm[0] * y - arm[1] * x + stiff * radians(wrapped(angles[i]));
    });
  }

  /// The angles after a step of the length c.
  const stepped = (angles, target, s, c, mistake) =>
    angles.map((angle, i) => angle - c * degrees(gradient(angles, target, s, mistake)[i]));

  /// From both angles, the target, the stiffness and a step's length: both gradients, and then where a step brings the
  /// second joint and the tip.
  function answers([first, second, x, y, s, c], mistake) {
    const [angles, target] = [
      [first, second],
      [x, y],
    ];
    const after = stepped(angles, target, s, c, mistake);
    return [...gradient(angles, target, s, mistake), ...places(after).flat()];
  }

  const wrong = {
    "16.5 uphill": "uphill",
    "16.5 seen-from-the-origin": "from the origin",
    "16.5 stiffness-forgotten": "stiffness forgotten",
  };

  const most = 40;

  function mount(box) {
    const state = { start: [60, 60], target: [1.2, 0.1], c: 0.2, s: 0, steps: 0, mistake: null };
    const board = live.board(box, state, draw);
    // Half a turn is one unit: first joint to the right, second joint upwards.
    const stage = live.stage(board, [-1, -1], [1, 1]);
    stage.svg.classList.add("tall");
    const at = (angles) => times(angles, 1 / 180);
    const high = (angles) => energy(angles, state.target, state.s);

    /// All poses on the way.
    function way(steps = Math.round(state.steps)) {
      const way = [state.start];
      while (way.length <= steps) way.push(stepped(way.at(-1), state.target, state.s, state.c, state.mistake));
      return way;
    }
    const pose = () => way().at(-1);
    /// How many steps have led up, as only those do that are too long or wrong.
    const climbs = () => {
      const heights = way().map(high);
      return heights.filter((height, i) => i && height > heights[i - 1] + 1e-6).length;
    };
    const missed = () => length(sub(places(pose())[1], state.target));

    /// The landscape as a picture: the lower, the bluer. Without stiffness a band is a quarter of a metre of what the tip misses.
    let painted = {};
    function landscape() {
      if (painted.target === state.target && painted.s === state.s) return painted.picture;
      const size = 180;
      const canvas = Object.assign(document.createElement("canvas"), { width: size, height: size });
      const pen = canvas.getContext("2d");
      const pixels = pen.createImageData(size, size);
      for (let i = 0; i < size * size; i++) {
        const [column, row] = [i % size, Math.floor(i / size)];
        const up = Math.sqrt(2 * high([(360 * (column + 0.5)) / size - 180, 180 - (360 * (row + 0.5)) / size]));
        const depth =
          1 - (Math.floor(up * 4) + 0.3 * ((up * 4) % 1)) / 4 / (bones[0] + bones[1] + length(state.target));
        pixels.data.set([0, 114, 178, 225 * Math.max(depth, 0) ** 1.6], 4 * i);
      }
      pen.putImageData(pixels, 0, 0);
      painted = { target: state.target, s: state.s, picture: canvas.toDataURL() };
      return painted.picture;
    }

    /// A line from pose to pose. What leaves at one edge comes in at the other.
    function leg(start, end, className) {
      const [from, to] = [at(start), at(end)];
      const back = [from, to].map((end) => end.map((along) => -2 * Math.round(along / 2)));
      const shifts = back.some((shift, i) => i && String(shift) !== String(back[0])) ? back : [back[0]];
      shifts.forEach((shift) =>
        stage.line(
          [from, to].map((end) => add(end, shift)),
          className,
        ),
      );
    }

    function draw() {
      const colour = state.mistake || climbs() ? "wrong" : "plain";
      stage.draw(() => {
        stage.image([-1, -1], [1, 1], landscape());
        [-90, 0, 90].forEach((tick) => {
          const along = tick / 180;
          stage.line([[along, -1], [along, -0.97]], "plain thin");
          stage.line([[-1, along], [-0.97, along]], "plain thin");
          stage.text([along, -1], `${number(tick, 0)}°`, "faint", [0, -16]);
          stage.text([-1, along], `${number(tick, 0)}°`, "faint", [10, 0]);
        });
        stage.text([0, -1], "first joint →", "plain", [0, -34]);
        stage.text([-1, 1], "↑ second joint", "plain", [8, 16]);
        const poses = way(Math.round(state.steps) + 1);
        poses.slice(1, -1).forEach((end, i) => leg(poses[i], end, "plain"));
        leg(...poses.slice(-2), colour + " thin dotted");
        poses.slice(0, -1).forEach((angles) => stage.dot(at(angles.map(wrapped)), 3.5, colour));
        stage.dot(at(poses.at(-1).map(wrapped)), 3.5, "faint");
        const corner = at(state.start);
        if (state.steps) stage.text(corner, "start", "plain strong", [corner[0] > 0.7 ? -16 : 16, corner[1] > 0.8 ? 16 : -14]);
      });
      arm.draw(() => {
        const [middle, tip] = places(pose());
        const [first_middle, first_tip] = places(state.start);
        if (state.steps) arm.line([[0, 0], first_middle, first_tip], "faint thin");
        if (missed() > 0.005) arm.line([tip, state.target], "wrong thin");
        arm.line([[0, 0], middle], "orange bone");
        arm.line([middle, tip], "green bone");
        [[0, 0], middle].forEach((joint) => arm.dot(joint, 5, "ring plain"));
        arm.text(state.target, "target", "plain strong", [0, middle[1] < state.target[1] ? -26 : 26]);
      });
    }

    live.handle(board, stage, {
      label: "pose: the angles of both joints",
      className: "plain",
      min: [-180, -180],
      max: [180, 180],
      step: 1,
      get: () => pose().map(wrapped),
      put: (start) => board.put({ start, steps: 0 }),
      at: () => at(pose().map(wrapped)),
      value: (hand) => times(hand, 180),
      text: () => `first joint ${number(wrapped(pose()[0]), 0)}°, second joint ${number(wrapped(pose()[1]), 0)}°; E is ${number(high(pose()), 3)}`,
    });

    live.sentence(board, () => {
      const now = [state.mistake || climbs() ? "wrong" : "green", number(high(pose()), 3)];
      if (state.mistake === "uphill") return ["The sign is wrong, so each step climbs, away from both valleys. E is ", now, "."];
      if (state.mistake === "seen-from-the-origin")
        return ["The second joint believes that it stands at the origin, and turns too far or the wrong way. E is ", now, "."];
      if (state.mistake === "stiffness-forgotten")
        return [
          state.s ? "The ground has changed with s, and the steps don’t heed it. E is " : "Without stiffness nothing is wrong. E is ",
          now,
          ".",
        ];
      if (!state.steps) {
        const [first, second] = sub(stepped(pose(), state.target, state.s, state.c), pose());
        return [
          "E is ",
          now,
          ". A step turns the first joint by ",
          ["orange", `${number(first, 0)}°`],
          " and the second one by ",
          ["green", `${number(second, 0)}°`],
          ", across the bands.",
        ];
      }
      if (climbs())
        return [
          "Steps of this length leap over the valley: ",
          ["wrong", `${number(climbs(), 0)} of ${number(state.steps, 0)}`],
          " climbed, and E is ",
          now,
          ".",
        ];
      return ["From ", ["orange", number(high(state.start), 3)], " E has come down to ", now, " in ", state.steps === 1 ? "one step." : `${number(state.steps, 0)} steps.`];
    });
    const [row, button] = [node("div", "live-row"), node("button", "", "a step downhill")];
    button.type = "button";
    button.addEventListener("click", () => board.put({ steps: Math.min(Math.round(state.steps) + 1, most) }));
    row.append(button);
    board.side.append(row);
    live.scrub(board, { of: "steps", min: 0, max: most, step: 1, text: () => number(state.steps, 0) });
    live.scrub(board, { of: "c", min: 0.02, max: 1.5, step: 0.02 });
    live.scrub(board, { label: "stiffness s", of: "s", min: 0, max: 0.5, step: 0.02 });
    live.choice(board, "the gradient", wrong, (mistake) => {
      board.put({ mistake, steps: mistake ? Math.max(state.steps, 12) : state.steps });
      // Without stiffness this mistake does not show.
      if (mistake === "stiffness-forgotten" && !state.s) board.glide("s", 0.3);
    });
    const arm = live.stage(board, [-2, -1.75], [2, 1.95], board.side);
    live.handle(board, arm, {
      label: "target",
      className: "plain",
      min: [-1.8, -1.5],
      max: [1.8, 1.8],
      step: 0.05,
      of: "target",
      at: () => state.target,
      value: (hand) => hand,
      text: () => `target at ${place(state.target)}, missed by ${short(missed())} m`,
    });
    live.table(board, ["", ""], () => [
      { name: "E at the start", numbers: { start: high(state.start) }, digits: 3 },
      { name: "E now", numbers: { now: high(pose()) }, digits: 3, className: climbs() ? "wrong" : "" },
    ]);
    return board.figure;
  }

  live.figure("16-landscape", { answers, mount });
}
