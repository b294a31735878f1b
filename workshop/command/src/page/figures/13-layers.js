// Lesson 13: a swing laid over a run, on some joints. Where does its edge begin, and what has a branch on the way?
"use strict";

{
  const { clamp, node, number } = live;

  /// The joints between which the edge may be, each the parent of the next.
  const chain = ["hips", "spine", "chest", "shoulder.R", "upper_arm.R"];

  /// The weight of every joint: it rises evenly from one joint to another below it, and a branch keeps what it leaves.
  function feathered({ names, parents }, first, last, mistake) {
    const [count, mask] = [last - first + 1, []];
    parents.forEach((parent, joint) => {
      const above = mask[parent] ?? 0;
      const place = chain.slice(first, last + 1).indexOf(names[joint]);
      const kept = { "chain-alone": 0, "branches-left-out": Math.floor(above) }[mistake] ?? above;
      if (mistake === "by-depth") mask.push(place === 0 || above > 0 ? Math.min(above + 1 / count, 1) : 0);
      else if (place < 0) mask.push(kept);
      else mask.push((place + (mistake === "counted-from-zero" ? 0 : 1)) / count);
    });
    return mask;
  }

  /// Until when the layer is wanted, in seconds.
  const wanted = 2.5;

  /// How much of the layer there is at a time, which comes up to an amount, and goes: all of it would take `fade` seconds.
  function amount_at(time, amount, fade) {
    const part = (seconds) => (fade > 0 ? seconds / fade : Math.sign(seconds));
    const reached = Math.min(part(Math.min(time, wanted)), amount);
    return clamp(reached - part(Math.max(time - wanted, 0)), 0, 1);
  }

  /// Of the places of two joints in the chain, an amount, a fade's length and a time: what each of the knight's joints has of
  /// the layer.
  async function answers([first, last, amount, fade, time], mistake) {
    const mask = feathered(await space.model(), first, last, mistake);
    return mask.map((weight) => weight * amount_at(time, amount, fade));
  }

  const wrong = {
    "13.2 counted-from-zero": "counted from 0",
    "13.2 chain-alone": "the chain alone",
    "13.2 branches-left-out": "branches left out",
    "13.2 by-depth": "by depth",
  };

  function mount(box, still) {
    const state = space.begin({ clip: "run", first: 1, last: 3, amount: 1, fade: 0.4, time: 1, shown: true, turn: 40, speed: 0.5 });
    const board = live.board(box, state, () => scene.draw());
    const amount = (time) => amount_at(time, state.amount, state.fade);
    const shares = (knight, time, mistake) =>
      feathered(knight, state.first, state.last, mistake).map((weight) => weight * amount(time));
    const scene = space.stage(board, still, {
      mistake: () => state.mistake,
      posed(knight, time, mistake) {
        const [run, swing] = ["run", "swing"].map((wanted) => {
          const clip = knight.clips.find(({ name }) => name === wanted);
          return space.pose(knight, clip, time);
        });
        const parts = shares(knight, time, mistake);
        return run.map((joint, i) => space.between(joint, swing[i], parts[i]));
      },
      shares: (knight) => (state.shown ? shares(knight, state.time, state.mistake) : null),
    });

    live.sentence(board, () => {
      const [from, to, count] = [chain[state.first], chain[state.last], state.last - state.first + 1];
      if (amount(state.time) === 0)
        return [
          `He only runs now: the swing comes from 0 s on, and goes after ${wanted} s.`,
          state.mistake ? " So no mask is seen, not even a wrong one." : "",
        ];
      switch (state.mistake) {
        case "counted-from-zero":
          return [`Of ${count} joints the first has `, ["wrong", "0"], " and the last has not all: the swing is weak."];
        case "chain-alone":
          return ["What is below the chain or beside it has ", ["wrong", "nothing of the swing"], ": it is carried along, and runs on."];
        case "branches-left-out":
          return ["A branch on the way has ", ["wrong", "lost its weight"], ": with the edge up to the arm, his head and left arm run on."];
        case "by-depth":
          return ["Beside the chain the weights ", ["wrong", "go on rising"], ": with the edge up to the arm, his left arm swings as well."];
      }
      if (count === 1) return [["orange", from], " and all below it swing, and above it he runs: a hard edge. Let it end farther down."];
      return [
        "From ",
        ["orange", from],
        " to ",
        ["orange", to],
        ` the weights rise by ${number(1 / count)} a joint, and a branch keeps the weight of the joint that it leaves.`,
      ];
    });
    const [row, button] = [node("div", "live-row"), node("button")];
    button.type = "button";
    button.addEventListener("click", () => board.put({ shown: !state.shown }));
    board.parts.push(() => live.write(button, state.shown ? "show his armour" : "show the weights"));
    space.player(board);
    row.append(button);
    board.side.append(row);
    const edge = (label, of, put) =>
      live.scrub(board, { label, of, min: 0, max: 4, step: 1, put, text: () => chain[state[of]] });
    edge("edge from", "first", (first) => board.put({ first, last: Math.max(first, state.last) }));
    edge("to", "last", (last) => board.put({ last, first: Math.min(last, state.first) }));
    live.scrub(board, { of: "amount", step: 0.05 });
    live.scrub(board, { of: "fade", step: 0.05, text: () => `${number(state.fade)} s` });
    // While he only runs, or with the edge above his arms, a mask is hardly seen.
    const put = (mistake) => board.put({ mistake, ...(mistake && { last: 4, playing: false, time: 1, amount: 1 }) });
    live.choice(board, "the mask", wrong, put);
    return board.figure;
  }

  live.figure("13-layers", { answers, mount });
}
