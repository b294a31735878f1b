// Lesson 15: all poses of two joints are a landscape over their two angles. CCD goes down along one axis at a time.
"use strict";

{
  const { turn, direction, add, sub, length, angle, mix, number, short, place } = live;

  const bones = [1, 0.9];
  /// An angle, from half a turn back to half a turn on.
  const wrapped = (degrees) => degrees - 360 * Math.round(degrees / 360);

  /// The second joint and the tip; the first joint stands at the origin.
  function places([first, second]) {
    const middle = direction(turn(first), [bones[0], 0]);
    return [middle, add(middle, direction(turn(first + second), [bones[1], 0]))];
  }

  /// One pass of CCD over both joints: the angles after the second joint has turned, and after the first one has.
  function ccd_pass([first, second], target, mistake) {
    const [middle, tip] = places([first, second]);
    const sign = mistake === "turned-away" ? -1 : 1;
    /// By how much a joint turns, so that one direction becomes the other.
    const turned = (joint, from) => sign * wrapped(angle(sub(target, joint)) - angle(sub(from, joint)));
    const by_second = turned(middle, tip);
    const moved = add(middle, direction(turn(by_second), sub(tip, middle)));
    const seen = { "tip-as-it-was": tip, "bone-at-the-target": middle }[mistake] ?? moved;
    const by_first = turned([0, 0], seen);
    return [
      [first, second + by_second],
      [first + by_first, second + by_second],
    ];
  }

  /// From both angles and the target, after a pass: the second joint, and the tip.
  function answers([first, second, x, y], mistake) {
    const [, turned] = ccd_pass([first, second], [x, y], mistake);
    return places(turned).flat();
  }

  const wrong = {
    "15.4 turned-away": "turned away",
    "15.4 tip-as-it-was": "tip as it was",
    "15.4 bone-at-the-target": "bone at the target",
  };

  const most = 12;

  function mount(box) {
    const state = { start: [10, 70], target: [1.2, 0.1], passes: most, mistake: null };
    const board = live.board(box, state, draw);
    // Half a turn is one unit: first joint to the right, second joint upwards.
    const stage = live.stage(board, [-1, -1], [1, 1]);
    stage.svg.classList.add("tall");
    const at = (angles) => angles.map((degrees) => degrees / 180);
    const missed = (angles) => length(sub(places(angles)[1], state.target));

    /// All angles of the way, each leg along one axis.
    function way(mistake = state.mistake) {
      const way = [state.start];
      for (let pass = 0; pass < state.passes; pass++) way.push(...ccd_pass(way.at(-1), state.target, mistake));
      return way;
    }
    const pose = () => way().at(-1);

    /// The landscape as a picture: the deeper, the bluer, in bands of a quarter of a metre.
    let painted = { target: null, picture: "" };
    function landscape() {
      if (painted.target === state.target) return painted.picture;
      const size = 180;
      const canvas = Object.assign(document.createElement("canvas"), { width: size, height: size });
      const pen = canvas.getContext("2d");
      const pixels = pen.createImageData(size, size);
      for (let i = 0; i < size * size; i++) {
        const [column, row] = [i % size, Math.floor(i / size)];
        const away = missed([(360 * (column + 0.5)) / size - 180, 180 - (360 * (row + 0.5)) / size]);
        const depth =
          1 - (Math.floor(away * 4) + 0.3 * ((away * 4) % 1)) / 4 / (bones[0] + bones[1] + length(state.target));
        pixels.data.set([0, 114, 178, 225 * Math.max(depth, 0) ** 1.6], 4 * i);
      }
      pen.putImageData(pixels, 0, 0);
      painted = { target: state.target, picture: canvas.toDataURL() };
      return painted.picture;
    }

    function draw() {
      const colour = state.mistake ? "wrong" : "plain";
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
        const legs = way();
        legs.slice(1).forEach((end, i) => {
          // What leaves at one edge comes in at the other.
          const [from, to] = [at(legs[i]), at(end)];
          const back = [0, 1].map((axis) => -2 * Math.round(mix(from, to, 0.5)[axis] / 2));
          [
            [0, 0],
            [2, 0],
            [-2, 0],
            [0, 2],
            [0, -2],
          ].forEach((shift) =>
            stage.line(
              [from, to].map((p) => add(add(p, back), shift)),
              colour + " bone-thin",
            ),
          );
        });
        legs.filter((_, i) => i % 2 === 0).forEach((angles) => stage.dot(at(angles.map(wrapped)), 3.5, colour));
        stage.dot(at(pose().map(wrapped)), 7, "ring " + colour);
        stage.text(at(state.start), "start", "plain strong", [state.start[0] > 130 ? -16 : 16, state.start[1] > 150 ? 16 : -14]);
      });
      arm.draw(() => {
        const [middle, tip] = places(pose());
        const [first_middle, first_tip] = places(state.start);
        arm.line([[0, 0], first_middle, first_tip], "faint thin");
        if (missed(pose()) > 0.005) arm.line([tip, state.target], "wrong thin");
        arm.line([[0, 0], middle], (state.mistake ? "wrong" : "orange") + " bone");
        arm.line([middle, tip], (state.mistake ? "wrong" : "green") + " bone");
        [[0, 0], middle].forEach((joint) => arm.dot(joint, 5, "ring plain"));
        arm.text(state.target, "target", "plain strong", [0, 26]);
      });
    }

    live.handle(board, stage, {
      label: "start: the angles of both joints",
      className: "plain",
      min: [-180, -180],
      max: [180, 180],
      step: 1,
      of: "start",
      at: () => at(state.start),
      value: (hand) => hand.map((half_turns) => 180 * half_turns),
      text: () =>
        `first joint ${number(state.start[0], 0)}°, second joint ${number(state.start[1], 0)}°; ` +
        `after ${state.passes} passes the tip misses by ${short(missed(pose()))} m`,
    });

    live.sentence(board, () => {
      const first = ["orange", `${number(missed(state.start))} m`];
      const last = [state.mistake ? "wrong" : "green", `${number(missed(pose()))} m`];
      if (state.mistake === "turned-away") {
        return [
          "Each piece of the way leads away from the lowest point on its axis. From ",
          first,
          " the tip comes to miss by ",
          last,
          ".",
        ];
      }
      if (state.mistake === "tip-as-it-was") {
        return ["The first joint turns the tip of before the pass, and so too far. From ", first, " to ", last, "."];
      }
      if (state.mistake === "bone-at-the-target") {
        return ["The first bone points at the target, and not the tip. From ", first, " to ", last, "."];
      }
      return [
        "Each straight piece is one joint’s turn, and ends at the lowest point on its axis. At the start the tip misses by ",
        first,
        ", after ",
        `${state.passes} passes by `,
        last,
        way().flat().some((degrees) => Math.abs(degrees) > 180) ? ". At 180° the way goes on at −180°, at the other edge." : ".",
      ];
    });
    live.choice(board, "a pass", wrong);
    live.scrub(board, {
      label: "passes",
      min: 0,
      max: most,
      step: 1,
      of: "passes",
      text: () => number(state.passes, 0),
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
      text: () => `target at ${place(state.target)}, missed by ${short(missed(pose()))} m`,
    });
    live.table(board, ["missed by", "m"], () => [
      { name: "at the start", numbers: { start: missed(state.start) } },
      { name: "now", numbers: { now: missed(pose()) }, className: state.mistake ? "wrong" : "" },
    ]);
    return board.figure;
  }

  live.figure("15-landscape", { answers, mount });
}
