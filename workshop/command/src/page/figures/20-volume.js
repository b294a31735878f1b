// Lesson 20: one skin on two bones, twisted and bent: mixed by matrices, by dual quaternions, and with a helper joint.
"use strict";

{
  const { radians, degrees, clamp, mix, number, angle, sub } = live;
  const { plus, times, dot, cross, product, about, turned } = space;

  /// Where both bones meet, how thick the skin is, and how far from the joint its ramp of weights ends, in metres.
  const joint = [0, 1, 0];
  const [radius, margin, height] = [0.3, 0.3, 2];
  const [slices, around] = [40, 40];

  const size = (a) => Math.hypot(...a);
  const minus = (a, b) => plus(a, b, -1);
  const rests = [0, 0, 0, 1];

  /// Where a point goes that joints influence, each with its turn and its weight.
  const by_matrices = (joints) => (point) =>
    joints.reduce((sum, [turn, weight]) => plus(sum, times(turned(turn, minus(point, joint)), weight)), joint);

  function by_pairs(joints, mistake) {
    const pairs = joints.map(([turn]) => space.pair_of(turn, joint));
    const side = ([q]) => (dot(pairs[0][0], q) < 0 && mistake !== "sides-left-out" ? -1 : 1);
    const sum = (part) =>
      pairs.reduce((sum, pair, i) => plus(sum, times(pair[part], side(pair) * joints[i][1])), [0, 0, 0, 0]);
    const length = mistake === "mix-not-normalised" ? 1 : size(sum(0));
    const [q, d] = [0, 1].map((part) => times(sum(part), 1 / length));
    const along = plus(cross(q, d), minus(times(d, q[3]), times(q, d[3])).slice(0, 3));
    return (point) => plus(turned(q, point), times(along, 2));
  }

  /// What takes along the slice of a skin at a height of the bind pose: by matrices, by pairs, and with a helper joint.
  function ways(turn, y, mistake) {
    const over = clamp((y - joint[1] + margin) / (2 * margin), 0, 1);
    const two = (low, high, over) => [
      [low, 1 - over],
      [high, over],
    ];
    const bones = two(rests, turn, over);
    const short = turn[3] < 0 ? times(turn, -1) : turn;
    const helper = about([0, 1, 0], degrees(Math.atan2(short[1], short[3])));
    const helped = over < 0.5 ? two(rests, helper, 2 * over) : two(helper, turn, 2 * over - 1);
    return [by_matrices(bones), by_pairs(bones, mistake), by_matrices(helped)];
  }

  /// The three skins: their slices from foot to top, each with its points, and its area as a part of what it was.
  function skins(twist, bend, mistake) {
    const turn = product(about([0, 0, 1], -bend), about([0, 1, 0], twist));
    const tip = plus(joint, turned(turn, joint));
    const at = (i, y) => {
      const angle = radians((360 * i) / around);
      return [radius * Math.cos(angle), y, -radius * Math.sin(angle)];
    };
    const all = [[], [], []];
    for (let slice = 0; slice <= slices; slice++) {
      const y = (height * slice) / slices;
      ways(turn, y, mistake).forEach((place, way) => {
        const [middle, x, z] = [[0, y, 0], [1, y, 0], [0, y, 1]].map(place);
        all[way].push({
          points: Array.from({ length: around }, (_, i) => place(at(i, y))),
          area: size(cross(minus(x, middle), minus(z, middle))),
        });
      });
    }
    const beside = (point, from, to) => {
      const part = clamp(dot(minus(point, from), minus(to, from)), 0, 1);
      return size(minus(point, mix(from, to, part))) / radius;
    };
    const reach = (point) => Math.min(beside(point, [0, 0, 0], joint), beside(point, joint, tip));
    return all.map((slices) => ({
      slices,
      least: Math.min(...slices.map(({ area }) => area)),
      farthest: Math.max(...slices.map(({ points }) => Math.max(...points.map(reach)))),
    }));
  }

  /// From twist and bend: of each skin its least area, how far its farthest point is, and a point above the joint.
  function answers([twist, bend], mistake) {
    return skins(twist, bend, mistake).flatMap(({ slices, least, farthest }) => [
      least,
      farthest,
      ...slices[23].points[5],
    ]);
  }

  const wrong = {
    "20.2 sides-left-out": ["sides left out", { twist: -150 }],
    "20.2 mix-not-normalised": "not divided by its length",
  };

  function mount(box) {
    const state = { twist: 120, bend: 45, mistake: null };
    const board = live.board(box, state, draw);
    const stage = live.stage(board, [-0.55, -0.75], [4.25, 2.3]);
    const apart = 1.5;
    const names = ["matrices", "dual quaternions", "helper joint"];
    const colours = () => ["orange", state.mistake ? "wrong" : "blue", "green"];
    // Seen a little from above.
    const seen = ([x, y, z], way) => [x + apart * way, y * Math.cos(radians(11)) - z * Math.sin(radians(11))];
    const faces = (corners) =>
      corners.reduce((sum, [x, y], i) => sum + x * corners.at(i - 1)[1] - y * corners.at(i - 1)[0], 0) < 0;
    let now = skins(state.twist, state.bend, state.mistake);
    const lost = (way) => Math.round(100 * (1 - now[way].least));

    function draw() {
      now = skins(state.twist, state.bend, state.mistake);
      stage.draw(() =>
        now.forEach(({ slices }, way) => {
          const rings = slices.filter((_, i) => i % 2 === 0).map(({ points }) => points.map((p) => seen(p, way)));
          const tiles = [[], []];
          rings.slice(1).forEach((high, i) => {
            const low = rings[i];
            for (let from = 0; from < around; from += 2) {
              const to = (from + 2) % around;
              const middle = from + 1;
              const tile = [low[from], low[middle], low[to], high[to], high[middle], high[from]];
              if (faces(tile)) tiles[(((from / 5) | 0) + ((i / 2) | 0)) % 2].push(tile);
            }
          });
          const colour = colours()[way];
          stage.areas(tiles[0], `${colour} tile`);
          stage.areas(tiles[1], `${colour} tile dark`);
          if (faces(rings.at(-1))) stage.areas([rings.at(-1)], `${colour} tile lid`);
          // On a telephone only one word has room.
          const name = stage.size()[0] < 420 ? names[way].split(" ")[0] : names[way];
          stage.text([apart * way, 0], name, colour, [0, 20]);
          stage.text([apart * way, 0], `${lost(way)} % lost`, colour + " strong", [0, 40]);
        }),
      );
    }

    const tip = () => {
      const bend = radians(state.bend);
      return seen([Math.sin(bend), 1 + Math.cos(bend), 0], 1);
    };
    live.handle(board, stage, {
      label: "the upper bone's tip",
      className: "plain",
      min: 0,
      max: 110,
      snap: [0, 90],
      near: 3,
      of: "bend",
      at: tip,
      value: (at) => {
        const bend = 90 - angle(sub(at, seen(joint, 1)));
        return bend > 180 ? bend - 360 : bend;
      },
      text: () => `bent by ${number(state.bend, 0)}°, lost ${names.map((name, way) => `${lost(way)} % by ${name}`).join(", ")}`,
    });

    live.sentence(board, () => {
      const percent = (way) => [colours()[way], `${lost(way)} %`];
      if (state.mistake === "sides-left-out")
        return state.twist < -90
          ? [
              "The upper pair came with the other sign: nothing is lost, but the skin is wound up by ",
              ["wrong", `${number(360 + state.twist, 0)}°`],
              ", the other way.",
            ]
          : ["Both pairs lie on one side, so nothing is wrong here. Move twist below −90°."];
      if (!state.twist && !state.bend)
        return ["Neither bent nor twisted, all three are as they were made. Bend them, and then twist them: which one loses how much of its thinnest slice?"];
      if (state.mistake === "mix-not-normalised")
        return [
          "A mix of two unit quaternions is shorter than 1, and rotates only part of the way along a chord. The neck is back: ",
          percent(1),
          " are lost.",
        ];
      return [
        "Of their thinnest slice matrices lose ",
        percent(0),
        ", and the helper joint ",
        percent(2),
        ". Dual quaternions lose nothing",
        now[1].farthest > 1.005
          ? `, but they bulge: their farthest point lies ${number(now[1].farthest)} radii from the bones (reach).`
          : ".",
      ];
    });
    live.choice(board, "the mix of dual quaternions", wrong);
    live.scrub_degrees(board, { min: -180, max: 180, snap: [-90, 0, 90], near: 4, of: "twist" });
    live.scrub_degrees(board, { min: 0, max: 110, of: "bend" });
    live.table(board, ["", "% lost", "reach"], () =>
      names.map((name, way) => ({
        name,
        numbers: { [`${name} lost`]: lost(way), [`${name} reach`]: now[way].farthest },
        digits: [0, 2],
        className: colours()[way],
      })),
    );
    return board.figure;
  }

  live.figure("20-volume", { answers, mount });
}
