// Lesson 11: three lists of a file, and which of their entries belong to which point of a skin.
"use strict";

{
  const { identity, move, turn, mul, inverse, point, add, times, length, sub, number, short } = live;

  /// The influences of each point as pairs of an entry of the palette and a weight; −1 is the entry after all joints.
  function unrolled(vcount, v, { stride, joint, weight }, weights, joints, mistake) {
    let record = 0;
    return vcount.map((count) => {
      if (mistake === "v-not-moved-on") record = 0;
      const sums = new Map();
      for (const end = record + count; record < end; record++) {
        const [named, place] = [v[record * stride + joint], v[record * stride + weight]];
        const entry = named >= 0 ? named : mistake === "bind-shape-as-joint-0" ? 0 : joints;
        sums.set(entry, (sums.get(entry) ?? 0) + (mistake === "number-for-weight" ? place : weights[place]));
      }
      // The four strongest, as in 08.4.
      const kept = [...sums].sort(([a, x], [b, y]) => y - x || a - b).slice(0, 4);
      const sum = kept.reduce((sum, [, weight]) => sum + weight, 0);
      return kept.map(([entry, weight]) => [entry, sum > 0 ? weight / sum : 0]);
    });
  }

  /// From a record's length, its columns of joint and weight, the joints, and the lists of eight points with two records
  /// each: of every point the two entries, the stronger first, and their weights.
  function answers([stride, joint, weight, joints, ...numbers], mistake) {
    const vcount = Array(8).fill(2);
    const [v, weights] = [numbers.slice(0, 16 * stride), numbers.slice(16 * stride)];
    return unrolled(vcount, v, { stride, joint, weight }, weights, joints, mistake).flatMap((influences) =>
      [0, 1].flatMap((slot) => influences[slot] ?? [0, 0]),
    );
  }

  const wrong = {
    "11.2 v-not-moved-on": "v from its beginning",
    "11.2 number-for-weight": "the number as weight",
    "11.2 bind-shape-as-joint-0": ["−1 taken for joint 0", { lean: 15, bend: 20 }],
  };

  /// The lists of the skin below. A record is a joint and the number of a weight.
  const vcount = [1, 1, 2, 1, 3, 2, 1, 1];
  const columns = { stride: 2, joint: 0, weight: 1 };
  const records = [[-1, 0], [0, 0], [0, 1], [1, 1], [1, 0], [0, 2], [1, 1], [2, 3], [1, 1], [2, 1], [2, 0], [2, 0]];
  const weights = [1, 0.5, 0.2, 0.3];
  const joints = 3;
  const colours = ["blue", "orange", "green", "plain"];

  function mount(box) {
    const state = { chosen: 4, bend: 35, lean: 0, mistake: null };
    const board = live.board(box, state, draw);
    const stage = live.stage(board, [-0.35, -3.6], [8.05, 3.7]);

    // In the bind pose the joints are at x = 1, 3 and 5; each is the child of the one before it.
    const palette = () => {
      const posed = [1, 2, 2].reduce((all, x) => [...all, mul(all.at(-1) ?? identity, move([x, 0]), turn(all.length ? state.bend : state.lean))], []);
      return [...posed.map((matrix, i) => mul(matrix, inverse(move([1 + 2 * i, 0])))), identity];
    };
    const influences = (mistake = state.mistake) => unrolled(vcount, records.flat(), columns, weights, joints, mistake);
    const placed = (mistake, height = 0.4) =>
      influences(mistake).map((all, i) =>
        all.reduce((sum, [entry, weight]) => add(sum, times(point(palette()[entry], [i, height]), weight)), [0, 0]),
      );
    const first = (i) => vcount.slice(0, i).reduce((sum, count) => sum + count, 0);

    /// A row of a list: cells of one width, each with its words, and a colour if it belongs to the chosen point.
    function row(name, y, wide, cells) {
      stage.text([-0.3, y], name, "faint", [1, 0]);
      cells.forEach(([words, colour], i) => {
        const [left, right] = [1.5 + wide * i, 1.5 + wide * (i + 1)];
        stage.area([[left, y - 0.3], [right, y - 0.3], [right, y + 0.3], [left, y + 0.3]], colour || "grid outline");
        stage.text([(left + right) / 2, y], words, colour ? colour + " strong" : "faint");
      });
    }

    function draw() {
      const [mistake, chosen] = [state.mistake, state.chosen];
      const [now, skin] = [placed(mistake), mistake ? "wrong" : "plain"];
      const begin = mistake === "v-not-moved-on" ? 0 : first(chosen);
      const own = records.slice(begin, begin + vcount[chosen]);
      const colour_of = ([joint]) => colours[joint < 0 && mistake !== "bind-shape-as-joint-0" ? joints : Math.max(joint, 0)];
      const both = (mistake) => [...placed(mistake), ...placed(mistake, -0.4).toReversed()];
      stage.draw(() => {
        if (mistake) stage.area(both(null), "faint outline thin");
        stage.area(both(mistake), skin);
        const at = palette().slice(0, joints).map((matrix, i) => point(matrix, [1 + 2 * i, 0]));
        stage.line([...at, point(palette()[2], [7, 0])], "faint bone");
        at.forEach((place, i) => {
          stage.dot(place, 6, colours[i]);
          stage.text(place, String(i), colours[i] + " strong", [12, 14]);
        });
        now.forEach((place, i) => stage.dot(place, 5, colours[influences()[i][0]?.[0]] ?? "wrong"));
        stage.dot(now[chosen], 7, "ring " + skin);
        row("vcount", -1.1, 0.8, vcount.map((count, i) => [short(count), i === chosen && "plain"]));
        const cells = records.map((record, i) => [record.map((n) => short(n)).join("  "), i >= begin && i < begin + own.length && colour_of(record)]);
        row("v", -1.85, 6.4 / 6, cells.slice(0, 6));
        row("", -2.45, 6.4 / 6, cells.slice(6));
        row("weights", -3.2, 1.6, weights.map((weight, i) => [short(weight), own.some(([, place]) => place === i) && "plain"]));
      });
    }

    live.handle(board, stage, {
      label: "the point",
      className: "plain",
      min: 0,
      max: 7,
      of: "chosen",
      at: () => placed(state.mistake)[state.chosen],
      value: (at) => {
        const away = placed(state.mistake).map((place) => length(sub(place, at)));
        return away.indexOf(Math.min(...away));
      },
      text: () => `point ${state.chosen}`,
    });
    live.sentence(board, () => {
      const i = state.chosen;
      if (state.mistake === "v-not-moved-on")
        return ["v was read from its beginning for every point: all have the first records, which are ", ["wrong", "those of point 0"], "."];
      if (state.mistake === "number-for-weight")
        return ["The number of a weight was taken for the weight itself: number 0, a whole weight of 1, ", ["wrong", "counts for nothing"], "."];
      if (state.mistake === "bind-shape-as-joint-0")
        return ["Point 0 has −1, the bind shape, and should stay. It was given to ", ["wrong", "joint 0"], "."];
      const mix = influences()[i].flatMap(([entry, weight], k) => [k ? ", " : "", [colours[entry], `${short(weight)} of ${entry < joints ? `joint ${entry}` : "the bind shape"}`]]);
      return [`Before point ${i} there are ${first(i)} records, and it has ${vcount[i]}: `, ...mix, "."];
    });
    live.choice(board, "the records of a point", wrong);
    live.scrub(board, { label: "point", min: 0, max: 7, step: 1, of: "chosen", text: () => number(state.chosen, 0) });
    live.scrub_degrees(board, { min: -60, max: 60, of: "bend" });
    live.scrub_degrees(board, { min: -15, max: 15, of: "lean" });
    return board.figure;
  }

  live.figure("11-records", { answers, mount });
}
