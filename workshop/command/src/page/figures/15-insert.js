// Lesson 15: a key that is put into a curve, and leaves it as it is; and a change, which reaches to the keys beside it.
"use strict";

{
  const { mix, number, short } = live;

  /// The motion at a time, from key to key along a line; outside of the keys it stays as it is.
  function motion(times, values, time) {
    const next = times.filter((key) => key <= time).length;
    if (next === 0 || next === times.length) return values[Math.min(next, times.length - 1)];
    return mix(values[next - 1], values[next], (time - times[next - 1]) / (times[next] - times[next - 1]));
  }

  /// The value of a key that is put in between two others.
  function inserted(times, values, time, mistake) {
    const next = times.filter((key) => key <= time).length;
    const [before, after] = [values[next - 1], values[next]];
    if (mistake === "value-of-the-key-before") return before;
    if (mistake === "half-of-both") return mix(before, after, 0.5);
    if (mistake === "part-from-zero") return mix(before, after, time / times[next]);
    return motion(times, values, time);
  }

  /// From a time between nine keys, their times, and their values: the value of the key that is put in there.
  const answers = ([time, ...keys], mistake) => [inserted(keys.slice(0, 9), keys.slice(9), time, mistake)];

  const wrong = {
    "15.3 value-of-the-key-before": "the key before",
    "15.3 half-of-both": "half of both",
    "15.3 part-from-zero": "α counted from 0 s",
  };

  const times = [0, 1, 2, 4, 5];
  const values = [1, 0.2, 1, 3, 2.2];

  function mount(box) {
    // The key that is put in, and how far it is pulled away from where it was put.
    const state = { time: 2.5, pulled: 0, mistake: null };
    const board = live.board(box, state, draw);
    const stage = live.stage(board, [-0.5, -0.9], [5.6, 4]);
    const put_in = (mistake = state.mistake) => inserted(times, values, state.time, mistake);
    const value = () => put_in() + state.pulled;
    const next = () => times.filter((key) => key <= state.time).length;
    const key = (i) => [times[i], values[i]];
    const is_wrong = () => Math.abs(put_in() - put_in(null)) > 1e-6;
    const changed = () => Math.abs(value() - put_in(null)) > 1e-6;

    function draw() {
      const [before, after, now] = [key(next() - 1), key(next()), [state.time, value()]];
      stage.draw(() => {
        stage.grid();
        stage.seconds(times, -0.25);
        // What the change reaches: from the key before to the key after.
        if (changed()) stage.area([before, now, after], is_wrong() ? "wrong" : "orange");
        stage.line(times.map((_, i) => key(i)), changed() ? "faint" : "plain");
        if (changed()) stage.line([before, now, after], is_wrong() ? "wrong" : "orange");
        stage.line([before, [state.time, before[1]]], "blue thin dotted");
        stage.line([[state.time, before[1]], [state.time, put_in(null)]], "blue thin dotted");
        times.forEach((_, i) => stage.dot(key(i), 6, "plain"));
        stage.text(before, "v₀", "plain strong", [-8, -16]);
        stage.text(after, "v₁", "plain strong", [10, -16]);
        stage.text([mix(before[0], state.time, 0.5), before[1]], "α", "blue strong", [0, 12]);
        stage.text(now, short(value()), (is_wrong() ? "wrong" : "orange") + " strong", [0, now[1] > 3.4 ? 28 : -28]);
      });
    }

    live.handle(board, stage, {
      label: "the new key",
      className: "orange",
      min: [0.05, -4],
      max: [4.95, 4],
      step: 0.05,
      snap: [],
      of: "key",
      get: () => [state.time, state.pulled],
      put: ([time, pulled]) => {
        // Where a key is already, nothing is put in; and near its place a new key snaps to it.
        const free = times.includes(time) ? time + 0.05 : time;
        board.put({ time: free, pulled: Math.abs(pulled) < 0.12 ? 0 : pulled });
      },
      at: () => [state.time, value()],
      value: ([x, y]) => [x, y - put_in()],
      text: () => `at ${short(state.time)} seconds, with the value ${short(value())}`,
    });

    live.sentence(board, () => {
      const [from, to] = [times[next() - 1], times[next()]];
      const off = ["wrong", number(Math.abs(put_in() - put_in(null)))];
      const alpha = (state.time - from) / (to - from);
      const reach = ["wrong", `from ${from} s to ${to} s`];
      if (state.mistake === "value-of-the-key-before")
        return ["The new key has the value of the key before. It’s off by ", off, ", and the motion is another ", reach, "."];
      if (state.mistake === "half-of-both")
        return ["The new key has the mean of both values. Only half-way is that the motion’s own; here it’s off by ", off, "."];
      if (state.mistake === "part-from-zero")
        return ["The time was divided by that of the key after, as if the key before were at 0 s. The value is off by ", off, "."];
      if (state.pulled)
        return ["You pulled the key away, and the motion has changed ", ["orange", `from ${from} s to ${to} s`], ": as far as the keys beside it."];
      return [
        "α is ",
        ["blue", short(alpha)],
        `, so v is ${short(1 - alpha)} · ${short(values[next() - 1])} + ${short(alpha)} · ${short(values[next()])} = `,
        ["orange", short(value())],
        ". The motion goes through it already.",
      ];
    });
    live.choice(board, "the new key’s value", wrong);
    live.table(board, ["", "time", "value"], () =>
      [next() - 1, null, next()].map((i) =>
        i === null
          ? { name: "new", numbers: { time: state.time, value: value() }, className: `here ${is_wrong() ? "wrong" : "orange"}` }
          : { name: i < next() ? "before" : "after", numbers: { [`time ${i < next()}`]: times[i], [`value ${i < next()}`]: values[i] } },
      ),
    );
    return board.figure;
  }

  live.figure("15-insert", { answers, mount });
}
