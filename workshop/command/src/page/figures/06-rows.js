// Lesson 06: a row of keys for each joint of the tick. Which key holds at the time under the hand?
"use strict";

{
  const { number, short } = live;

  /// When each joint has its keys, in seconds, as assets/joints/tick.dae has them.
  const rows = [
    {
      name: "joint1",
      colour: "blue",
      times: [0, 0.14, 0.3, 0.4, 0.46, 0.55, 0.66, 0.76, 0.86, 0.97, 1.06, 1.2, 1.33, 1.46, 1.67, 1.9, 2.4],
    },
    {
      name: "joint2",
      colour: "orange",
      times: [
        0, 0.08, 0.16, 0.24, 0.31, 0.37, 0.41, 0.45, 0.5, 0.66, 0.82, 0.94, 1.02, 1.09, 1.14, 1.21, 1.29, 1.34, 1.4,
        1.47, 1.54, 1.61, 1.69, 1.76, 1.83, 1.93, 2.01, 2.08, 2.16, 2.25, 2.33, 2.4,
      ],
    },
    { name: "joint3", colour: "faint", times: [] },
    {
      name: "tail tip",
      colour: "green",
      times: [
        0, 0.12, 0.28, 0.36, 0.43, 0.49, 0.62, 0.78, 0.91, 1, 1.08, 1.15, 1.24, 1.36, 1.46, 1.58, 1.77, 1.98, 2.2, 2.4,
      ],
    },
  ];
  const end = 2.4;

  /// The key that holds at a time: the last one that is not later. Before the first key, the first holds.
  function key_at(times, time, mistake) {
    const last = Math.max(times.length - 1, 0);
    if (mistake === "next-key") return Math.min(times.filter((key) => key < time).length, last);
    if (mistake === "nearest-key") {
      const away = times.map((key) => Math.abs(key - time));
      return away.indexOf(Math.min(...away));
    }
    if (mistake === "evenly-spaced") return Math.min(Math.floor((time / times[last]) * times.length), last);
    return Math.max(times.filter((key) => key <= time).length - 1, 0);
  }

  /// From a time and the keys' times: the key that holds.
  const answers = ([time, ...times], mistake) => [key_at(times, time, mistake)];

  const wrong = {
    "06.2 next-key": "next key",
    "06.2 nearest-key": "nearest key",
    "06.2 evenly-spaced": "equally far apart",
  };

  function mount(box) {
    const state = { time: 0.81, mistake: null };
    const board = live.board(box, state, draw);
    const stage = live.stage(board, [-0.15, -2.8], [3.55, 0.4]);
    const at = (time, row) => [1.4 * time, -0.68 * row];
    const held = ({ times }, mistake = state.mistake) => key_at(times, state.time, mistake);
    const moving = rows.filter(({ times }) => times.length);

    function draw() {
      stage.draw(() => {
        for (let tenths = 0; tenths <= 24; tenths += 4) {
          stage.line([at(tenths / 10, -0.1), at(tenths / 10, 3.45)], "grid");
          // What the line of the hand would cross is left out.
          if (Math.abs(tenths / 10 - state.time) > 0.12) stage.text(at(tenths / 10, 3.45), short(tenths / 10), "faint", [0, 10]);
        }
        rows.forEach((row, i) => {
          const { times, colour, name } = row;
          stage.text(at(0, i), name, colour + " strong", [1, -17]);
          if (!times.length) {
            stage.line([at(0, i), at(end, i)], "faint dotted");
            stage.text(at(end, i), "no keys: at rest", "faint", [-1, -17]);
            return;
          }
          const bar = (key, className) => stage.line([at(times[key], i), at(times[key + 1] ?? end, i)], className);
          const key = held(row);
          const is_wrong = key !== held(row, null);
          stage.line([at(0, i), at(end, i)], colour + " row");
          bar(held(row, null), colour + " holds");
          times.forEach((time) => stage.line([at(time, i - 0.11), at(time, i + 0.11)], colour));
          if (is_wrong) bar(key, "wrong holds");
          stage.line([at(times[key], i - 0.17), at(times[key], i + 0.17)], (is_wrong ? "wrong" : colour) + " bone");
          const beside = times[key] > state.time || state.time < 0.3 ? 5 : -5;
          stage.text(at(beside < 0 ? times[key] : Math.max(times[key], state.time), i), short(times[key]), (is_wrong ? "wrong" : colour) + " strong", [beside, 22]);
        });
        stage.line([at(state.time, -0.35), at(state.time, 3.85)], "plain");
        stage.text(at(state.time, 3.85), `${number(state.time)} s`, "plain strong", [20, 7]);
      });
    }

    live.handle(board, stage, {
      label: "time",
      className: "plain",
      min: 0,
      max: end,
      step: 0.01,
      of: "time",
      at: () => at(state.time, 3.85),
      value: ([x]) => x / 1.4,
      text: () =>
        `${number(state.time)} seconds: ${moving.map((row) => `${row.name} has the key at ${short(row.times[held(row)])}`).join(", ")}`,
    });

    live.sentence(board, () => {
      const key = (row) => short(row.times[held(row)]);
      const off = moving.filter((row) => held(row) !== held(row, null));
      const early = off.filter((row) => row.times[held(row)] > state.time);
      const count = (list) => ["none", "one joint", "two joints", "all three joints"][list.length];
      if (state.mistake === "next-key")
        return [
          "The next key was taken: ",
          ["wrong", count(early)],
          early.length === 1 ? " is ahead of the time." : " are ahead of the time.",
        ];
      if (state.mistake === "nearest-key")
        return [
          "The nearest key may be one whose time has not come: ",
          ["wrong", count(early)],
          early.length === 1 ? " is ahead of the time." : " are ahead of the time.",
        ];
      if (state.mistake === "evenly-spaced")
        return [
          "The key was computed as if all were equally far apart: ",
          ["wrong", count(off)],
          off.length === 1 ? " is at another moment." : " are at another moment.",
        ];
      const [one, two, four] = moving.map((row) => [row.colour, key(row)]);
      return [
        `At ${short(state.time)} s the keys at `,
        one,
        ", ",
        two,
        " and ",
        four,
        " s hold; joint3 has none. Each holds until the next one’s time.",
      ];
    });
    live.choice(board, "the key that holds", wrong);
    live.table(board, ["", "key", "at s"], () =>
      moving.map((row) => ({
        name: row.name,
        numbers: { [`${row.name} key`]: held(row), [`${row.name} at`]: row.times[held(row)] },
        digits: [0, 2],
        className: held(row) === held(row, null) ? row.colour : "wrong",
      })),
    );
    return board.figure;
  }

  live.figure("06-rows", { answers, mount });
}
