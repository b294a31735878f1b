// Lesson 18: a tape of keys, and what the state machine makes of it, tick by tick.
"use strict";

{
  const { number, short } = live;

  /// The transition that decides, of those out of a state that has lasted some seconds; there may be none.
  function deciding(transitions, seconds, holds, is_so, mistake) {
    const held = mistake !== "holds-nothing" && seconds < holds;
    const all = ({ when }) =>
      when.every(([condition, wanted]) => is_so(condition) === (mistake === "not-is-overlooked" || wanted));
    const open = transitions.filter((transition) => (transition.forced || !held) && all(transition));
    return open.at(mistake === "last-one" ? -1 : 0);
  }

  /// The next state: another, the same if it begins again, or null.
  const led_to = (state, decides) => (decides && (decides.forced || decides.to !== state) ? decides.to : null);

  /// From how long states hold, six times a state, its seconds and bits for what is so, and six transitions: six next
  /// states, or −1. A transition has its target, 1 if it is forced, and bits for what it asks and for what of that must
  /// be so.
  function answers([holds, ...numbers], mistake) {
    const bit = (bits, i) => ((bits >> i) & 1) === 1;
    const transitions = [18, 22, 26, 30, 34, 38].map((at) => {
      const [to, forced, asked, wanted] = numbers.slice(at, at + 4);
      const when = [0, 1, 2, 3].filter((i) => bit(asked, i)).map((i) => [i, bit(wanted, i)]);
      return { to, forced: forced === 1, when };
    });
    return [0, 3, 6, 9, 12, 15].map((at) => {
      const [state, seconds, so] = numbers.slice(at, at + 3);
      return led_to(state, deciding(transitions, seconds, holds, (i) => bit(so, i), mistake)) ?? -1;
    });
  }

  const wrong = {
    "18.1 holds-nothing": "no state holds",
    "18.1 last-one": "the last one decides",
    "18.1 not-is-overlooked": "not is overlooked",
  };

  /// Some states of assets/play/knight.toml, without blows, ladders and sliding.
  const any = ["swing: swing, not ducks", "jump: air, jumped, not falls", "fall: air"];
  const table = {
    idle: { colour: "faint", next: ["crawl: ducks, moves", "duck: ducks", "stride: moves"] },
    stride: { colour: "plain", next: ["crawl: ducks, moves", "duck: ducks", "idle: not moves"] },
    duck: { colour: "blue", next: ["crawl: ducks, moves", "stride: moves", "idle: not ducks"] },
    crawl: { colour: "blue", next: ["duck: ducks, not moves", "stride: not ducks, moves", "idle: not ducks"] },
    jump: { colour: "orange", next: ["crawl: ducks, moves", "duck: ducks", "land: landed", "stride: moves", "idle"] },
    fall: { colour: "orange", next: ["crawl: ducks, moves", "duck: ducks", "land: landed", "stride: moves", "idle"] },
    land: { colour: "faint", holds: 0.12, lasts: 0.4, next: ["crawl: ducks, moves", "duck: ducks", "stride: moves", "idle: ended"] },
    swing: { colour: "green", holds: 0.55, lasts: 0.8, next: ["crawl: ducks, moves", "duck: ducks", "stride: moves", "idle: ended"] },
  };
  const read = (line) => {
    const [to, conditions] = line.split(": ");
    const when = (conditions?.split(", ") ?? []).map((words) => [words.replace("not ", ""), !words.startsWith("not ")]);
    return { line, to, when, forced: false };
  };
  const out_of = (state) => [...any, ...table[state].next].map(read);

  const [ticks, end, edge, wall] = [60, 3, 1.2, 1.4];
  const duck_lasts = 0.6;

  /// All ticks of a tape: he runs along a wall that ends, and there are three keys.
  function played({ jump, duck, swing, mistake }) {
    const all = [];
    let [state, seconds, height, speed, jumped, flies] = ["stride", 0, wall, 0, false, false];
    for (let tick = 0; tick <= ticks * end; tick++) {
      const time = tick / ticks;
      const ground = time < edge ? wall : 0;
      const pressed = (moment) => Math.round(moment * ticks) === tick;
      const rooted = state === "swing" && seconds < table.swing.holds;
      const is_down = !flies && time >= duck && time < duck + duck_lasts;
      if (pressed(jump) && !flies && !is_down && !rooted) [speed, flies, jumped] = [4, true, true];
      if (height > ground) flies = true;
      let landed = false;
      if (flies) {
        speed -= 9.81 / ticks;
        height += speed / ticks;
        if (height <= ground && speed < 0) {
          landed = speed < -5;
          [height, speed, flies, jumped] = [ground, 0, false, false];
        }
      }
      const so = {
        air: flies,
        jumped,
        falls: flies && speed < 0,
        landed,
        moves: !flies && !rooted,
        ducks: is_down && !flies,
        swing: pressed(swing),
        ended: seconds >= (table[state].lasts ?? Infinity),
      };
      const before = { state, seconds };
      const is_so = (condition) => so[condition];
      const decides = deciding(out_of(state), seconds, table[state].holds ?? 0, is_so, mistake);
      const to = led_to(state, decides);
      [state, seconds] = to ? [to, 0] : [state, seconds];
      all.push({ time, height, so, before, decides, state, is_new: Boolean(to) });
      seconds += 1 / ticks;
    }
    return all;
  }

  function mount(box) {
    const state = { jump: 0.7, duck: 2.2, swing: 1.45, time: 1.45, mistake: null };
    const board = live.board(box, state, draw);
    const stage = live.stage(board, [-0.12, -2.1], [3.12, 1.95]);
    const rows = { jump: -0.35, duck: -0.83, swing: -1.31, time: -1.84 };
    const tape = (mistake = state.mistake) => played({ ...state, mistake });
    const now = () => tape()[Math.round(state.time * ticks)];
    const up = (height) => 0.6 * height;
    const place = ({ time, height }) => [time, up(height) + 0.05];
    /// Each state with its first and its last moment.
    const bars = (all) => {
      const starts = all.filter(({ state }, i) => i === 0 || state !== all[i - 1].state);
      return starts.map(({ time, state }, i) => ({ state, from: time, to: starts[i + 1]?.time ?? end }));
    };

    function draw() {
      const [all, right] = [tape(), tape(null)];
      const band = ({ from, to }, low, high) => [[from, low], [to, low], [to, high], [from, high]];
      const off = all.filter(({ state }, i) => state !== right[i].state);
      stage.draw(() => {
        stage.area(band({ from: 0, to: edge }, 0, up(wall)), "faint thin");
        stage.line([[0, 0], [end, 0]], "grid zero");
        stage.text([edge / 2, up(wall) / 2], "a wall", "faint");
        for (const bar of bars(all)) {
          const { state: name, from, to } = bar;
          const { colour } = table[name];
          const path = all.filter(({ time }) => time >= from - 0.001 && time <= to + 0.001);
          stage.line(path.map(place), colour + " bone-thin");
          stage.area(band(bar, 1.62, 1.84), colour);
          const width = ((to - from) / (end + 0.24)) * stage.size()[0];
          if (width > 10 * name.length) stage.text([(from + to) / 2, 1.73], name, colour + " strong");
        }
        stage.areas(off.map(({ time }) => band({ from: time, to: time + 1 / ticks }, 1.53, 1.58)), "wrong tile dark");
        for (const [key, low] of Object.entries(rows)) stage.line([[0, low], [end, low]], key === "time" ? "grid zero" : "grid");
        stage.line([[state.duck, rows.duck], [Math.min(state.duck + duck_lasts, end), rows.duck]], "blue holds");
        const names = { jump: ["Space", "orange"], duck: ["Down", "blue"], swing: ["K", "green"], time: [`${number(state.time)} s`, "plain"] };
        for (const [key, [name, colour]] of Object.entries(names))
          stage.text([state[key], rows[key]], name, colour + " strong", [state[key] > 2.5 ? -20 : 20, key === "duck" ? -16 : 0]);
        stage.line([[state.time, rows.time], [state.time, 1.9]], "plain thin");
        stage.dot(place(now()), 6, "ring plain");
      });
    }

    const keys = {
      jump: ["Space, with which he jumps", "orange", 0.1, 2.9],
      duck: ["Down, which is held for 0.6 seconds", "blue", 0.1, 2.8],
      swing: ["K, for the sword", "green", 0.1, 2.9],
      time: ["the tick whose transitions the table shows", "plain", 0, end],
    };
    for (const [of, [label, className, min, max]] of Object.entries(keys))
      live.handle(board, stage, {
        label,
        className,
        min,
        max,
        step: 0.05,
        of,
        at: () => [state[of], rows[of]],
        value: ([x]) => x,
        text: () => `at ${short(state[of])} seconds; ${now().state} at ${short(state.time)} seconds`,
      });

    const so = () => Object.entries(now().so).filter(([, is]) => is).map(([name]) => name);
    live.sentence(board, () => {
      const { before, state: after, is_new } = now();
      const holds = (table[before.state].holds ?? 0) > before.seconds;
      const facts = so().join(", ") || "nothing";
      if (state.mistake === "holds-nothing")
        return ["Whatever is true decides at once: a swing ends ", ["wrong", "as soon as another key"], " has something to say."];
      if (state.mistake === "last-one")
        return ["A later line outdoes an earlier one. In the air the last is ", ["wrong", "idle"], ", which asks for nothing."];
      if (state.mistake === "not-is-overlooked")
        return ["While he runs, “idle: not moves” is read as “moves”, so he’s in stride and idle ", ["wrong", "by turns"], "; and he strikes only while he ducks."];
      return [
        `At ${short(state.time)} s he’s in `,
        [table[before.state].colour, before.state],
        `. True are ${facts}. `,
        ...(is_new ? ["So now he’s in ", [table[after].colour, after], "."] : holds ? ["But his state holds."] : ["He stays in it."]),
      ];
    });
    live.choice(board, "which transition decides", wrong);
    const longest = Math.max(...Object.keys(table).map((name) => out_of(name).length));
    live.table(board, ["conditions", "true", "of"], () => {
      const { before, so, decides } = now();
      const all = out_of(before.state);
      const is_true = ([condition, wanted]) => so[condition] === wanted;
      return Array.from({ length: longest }, (_, i) => {
        const { line, when } = all[i] ?? { line: "–" };
        const numbers = { [`true ${i}`]: when?.filter(is_true).length ?? NaN, [`of ${i}`]: when?.length ?? NaN };
        const className = line === decides?.line ? `here${when.every(is_true) ? "" : " wrong"}` : "";
        return { name: line, numbers, digits: 0, none: "", className };
      });
    });
    return board.figure;
  }

  live.figure("18-machine", { answers, mount });
}
