// Lesson 14: the root of a limping clip leads the figure, seen from above. What the root goes is taken out of the pose.
"use strict";

{
  const { identity, move, turn, mul, inverse, point, add, sub, length, angle, degrees, radians, mix, number, short, place } =
    live;

  /// The root's keys on the ground: when, where, and turned by how many degrees. In the clip it goes ahead and to its left.
  const seconds = 1.25;
  const keys = [
    { time: 0, at: [0, 0], turned: 0 },
    { time: 0.25, at: [0.14, 0.01], turned: 4 },
    { time: 0.5, at: [0.33, 0.05], turned: 14 },
    { time: 0.875, at: [0.72, 0.22], turned: 34 },
    { time: 1.25, at: [0.95, 0.4], turned: 45 },
  ];
  /// Where a foot stands meanwhile, in the clip: the bad one for a short time, the good one for long.
  const steps = [
    { from: 0, to: 0.5, foot: [0.2, -0.12] },
    { from: 0.5, to: 1.25, foot: [0.6, 0.28] },
  ];
  /// One frame, in seconds.
  const frame = 1 / 32;
  /// Both feet in the clip: where they stand, or on their way to the next place, which a round leads on.
  function clip_from_feet(time) {
    const round = clip_from_figure(seconds);
    const placed = ({ foot }, turned) => mul(move(foot), turn(turned));
    const between = (from, to, part) =>
      mul(move(mix(from.slice(4), to.slice(4), part)), turn(mix(angle(from), angle(to), part)));
    const [bad, good] = [placed(steps[0], 5), placed(steps[1], 28)];
    const half = steps[0].to;
    return time <= half
      ? [bad, between(mul(inverse(round), good), good, time / half)]
      : [between(bad, mul(round, bad), (time - half) / (seconds - half)), good];
  }

  /// H: from the figure to the clip.
  function clip_from_figure(time) {
    const next = keys.findIndex((key) => key.time > time);
    const [from, to] = next < 0 ? keys.slice(-2) : [keys[next - 1], keys[next]];
    const alpha = (time - from.time) / (to.time - from.time);
    return mul(move(mix(from.at, to.at, alpha)), turn(turned(from.turned, to.turned, alpha)));
  }

  /// The degrees a part of the way from some to others, as lesson 10 has it: a short arc counts as straight.
  function turned(from, to, alpha) {
    const half = radians((to - from) / 2);
    if (Math.cos(half) <= 0.99) return mix(from, to, alpha);
    return from + 2 * degrees(Math.atan2(alpha * Math.sin(half), 1 - alpha + alpha * Math.cos(half)));
  }

  /// Leads a figure from one time of the clip to another, while the clip began again so many `rounds` times.
  function lead(world_from_figure, from, rounds, to, mistake) {
    const way = (from, to) => mul(inverse(clip_from_figure(from)), clip_from_figure(to));
    let [gone, time] = [identity, from];
    for (let round = 0; round < rounds && mistake !== "end-forgotten"; round++) {
      gone = mul(gone, way(time, seconds));
      time = 0;
    }
    gone = mul(gone, way(time, to));
    const added = () => {
      const [x, y] = [4, 5].map((i) => world_from_figure[i] + gone[i]);
      return mul(move([x, y]), turn(angle(world_from_figure) + angle(gone)));
    };
    return {
      world_from_figure: mistake === "added" ? added() : mul(world_from_figure, gone),
      // What stays in the pose: of a root that lies on the ground, nothing.
      figure_from_root: mistake === "way-left-in-the-pose" ? clip_from_figure(to) : identity,
    };
  }

  /// The figure, and its root in the pose, after each of some steps in time.
  function journey(steps, mistake) {
    let [time, figure] = [0, { world_from_figure: identity, figure_from_root: identity }];
    return steps.map((dt) => {
      const rounds = Math.floor((time + dt) / seconds);
      const to = time + dt - rounds * seconds;
      figure = lead(figure.world_from_figure, time, rounds, to, mistake);
      time = to;
      return { ...figure, time };
    });
  }

  /// From the lengths of some steps: the figure in the world, and the root in the figure.
  function answers(steps, mistake) {
    const { world_from_figure, figure_from_root } = journey(steps, mistake).at(-1);
    return [...world_from_figure, ...figure_from_root];
  }

  const wrong = {
    "14.1 end-forgotten": "end forgotten",
    "14.1 way-left-in-the-pose": "left in the pose",
    "14.1 added": "added in the world",
  };

  function mount(box) {
    const state = { time: 3.25, mistake: null };
    const most = 5;
    const board = live.board(box, state, draw);
    const stage = live.stage(board, [-0.75, -0.6], [3.6, 3.05]);
    const all = Array.from({ length: most / frame }, () => frame);
    const walked = (mistake) =>
      journey(all, mistake).map((moment) => ({ ...moment, seen: mul(moment.world_from_figure, moment.figure_from_root) }));
    const paths = Object.fromEntries([null, ...Object.keys(wrong).map(live.name_of)].map((mistake) => [mistake, walked(mistake)]));
    const path = () => paths[state.mistake].slice(0, Math.max(Math.round(state.time / frame), 1));
    const now = () => path().at(-1);
    const right = () => paths[null][path().length - 1];
    const away = (seen, right) => length(sub(seen.slice(4), right.slice(4)));
    const off = () => away(now().seen, right().seen);
    const was_right = () => path().every(({ seen }, i) => away(seen, paths[null][i].seen) < 0.005);
    /// From above: shoulders, a head with its nose ahead, and a foot.
    const round = (x, y, [across, along]) =>
      Array.from({ length: 25 }, (_, i) => add(point(turn(15 * i), [1, 0]).map((u, k) => u * [x, y][k]), [across, along]));
    const body = round(0.16, 0.36, [0, 0]);
    const head = round(0.16, 0.15, [0.03, 0]);
    const nose = [
      [0.17, 0.07],
      [0.28, 0],
      [0.17, -0.07],
    ];
    const shoe = round(0.18, 0.075, [0.05, 0]);
    const hold = [0.6, 0];

    function draw() {
      const colour = state.mistake ? "wrong" : "plain";
      stage.draw(() => {
        stage.grid();
        stage.text([0, 0], "begins here", "faint", [0, 28]);
        if (state.mistake) {
          stage.line(
            paths[null].slice(0, path().length).map(({ seen }) => seen.slice(4)),
            "faint thin",
          );
          stage.area(
            body.map((p) => point(right().seen, p)),
            "faint outline thin",
          );
        }
        // Where the foot that stands is seen: at one place, if nothing slides.
        path().forEach(({ seen, time }) => {
          const step = steps.findIndex(({ from, to }) => time > from && time <= to);
          if (step < 0) return;
          const foot = point(mul(seen, inverse(clip_from_figure(time))), steps[step].foot);
          stage.dot(foot, 3, step ? "green" : "orange");
        });
        // Each round by itself, so that a jump is seen as one.
        let round = [];
        path().forEach(({ seen, time }, i) => {
          round.push(seen.slice(4));
          if (time < frame / 2 || i === path().length - 1) {
            stage.line(round, colour);
            stage.dot(round.at(-1), 4, "ring " + colour);
            round = [];
          }
        });
        const seen = (points) => points.map((p) => point(now().seen, p));
        const him = state.mistake ? "wrong" : "blue";
        const seen_from_clip = mul(now().seen, inverse(clip_from_figure(now().time)));
        clip_from_feet(now().time).forEach((clip_from_foot, i) => {
          stage.area(
            shoe.map((p) => point(mul(seen_from_clip, clip_from_foot), p)),
            i ? "green" : "orange",
          );
        });
        stage.area(seen(body), him);
        stage.area(seen(head), him + " tile");
        stage.line(seen(nose), him);
        stage.text(now().seen.slice(4), "the knight", him, [44, 16]);
        stage.line([point(now().seen, [0.28, 0]), point(now().seen, hold)], him + " thin dotted");
      });
    }

    live.handle(board, stage, {
      label: "the figure, along its way",
      className: "blue",
      min: frame,
      max: most,
      step: frame,
      of: "time",
      at: () => point(now().seen, hold),
      // The moment at which the figure is nearest to the hand, not far from the one that is shown.
      value: (hand) => {
        const near = paths[state.mistake].map(({ seen }, i) => ({
          time: (i + 1) * frame,
          away: length(sub(point(seen, hold), hand)),
        }));
        const around = near.filter(({ time }) => Math.abs(time - state.time) < 0.5);
        return around.reduce((best, moment) => (moment.away < best.away ? moment : best)).time;
      },
      text: () =>
        `at ${short(state.time)} seconds the figure is at ${place(now().world_from_figure.slice(4))}, turned by ${number(turned(now().world_from_figure), 0)}°`,
    });
    const turned = (m) => ((angle(m) + 360.5) % 360) - 0.5;

    live.sentence(board, () => {
      const metres = ["wrong", `${number(off())} m`];
      if (state.mistake && was_right())
        return [`Up to ${short(state.time)} s nothing is wrong. Move the time on, past the end of a round at ${seconds} s.`];
      if (state.mistake === "end-forgotten")
        return [
          "At each end of a round the root jumps back in the clip, and the figure with it. It stands ",
          metres,
          " off.",
        ];
      if (state.mistake === "way-left-in-the-pose")
        return [
          "The figure is where it should be, but its root goes the same way once more in the pose: it is seen ",
          metres,
          " off.",
        ];
      if (state.mistake === "added")
        return [
          "D is measured along the figure’s axes, and was added along the world’s. He turns, and goes on as he began, ",
          metres,
          " off.",
        ];
      const rounds = Math.floor(state.time / seconds + 1e-9);
      return [
        "After ",
        ["plain", `${rounds} ${rounds === 1 ? "round" : "rounds"}`],
        " he goes on from where they have led. While a foot stands, its dots lie on one place: nothing slides.",
      ];
    });
    live.choice(board, "the root’s displacement", wrong);
    live.scrub(board, {
      label: "time",
      min: frame,
      max: most,
      step: frame,
      of: "time",
      text: () => `${number(state.time)} s`,
    });
    live.table(board, ["", "x", "y", "°"], () => {
      const row = (name, m, is_wrong) => ({
        name,
        numbers: { [`${name} x`]: m[4], [`${name} y`]: m[5], [`${name} turned`]: turned(m) },
        digits: [2, 2, 0],
        className: is_wrong ? "wrong" : "",
      });
      return [
        row("figure", now().world_from_figure, state.mistake && state.mistake !== "way-left-in-the-pose"),
        row("root in figure", now().figure_from_root, state.mistake === "way-left-in-the-pose"),
      ];
    });
    return board.figure;
  }

  const terms = [
    [/^A′?$/, ".blue"],
    [/^D$/, ".line.plain"],
    [/^t[01]?$/, ".live-scrub"],
    [/^L′?$/, "tr:last-child"],
  ];
  live.figure("14-root-motion", { answers, mount, terms });
}
