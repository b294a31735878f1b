// Lesson 13: a walk, a run, and, before the fade to it is over, a jump. What does the second fade begin with?
"use strict";

{
  const { add, mix, clamp, degrees, radians, number, short } = live;
  const in_degrees = (angle) => `${number(Math.abs(degrees(angle)), 0)}°`;

  /// One frame, in seconds.
  const frame = 1 / 64;
  const first_call = 0.5;

  /// An angle of the knight's arm, in radians, at so many seconds of each clip.
  const clips = {
    walk: (t) => 0.35 * Math.sin(2 * Math.PI * t),
    run: (t) => 0.8 * Math.cos(3 * Math.PI * t),
    jump: (t) => Math.sin(Math.PI * t) + 0.1,
  };
  const colours = { walk: "blue", run: "orange", jump: "green" };

  /// What the program asks for in every frame.
  const wanted = (time, second_call) => (time < first_call ? "walk" : time < second_call ? "run" : "jump");

  /// A mixer that plays until a moment: for each frame the angle on screen, the weight, and what was kept.
  function play(second_call, fade_seconds, until, mistake) {
    const frames = [];
    let [angle, playing, in_clip] = [0, null, 0];
    let fade = { kept: 0, seconds: 0, passed: 0 };
    const start = (name, seconds) => {
      const goes_on = playing === name;
      if (goes_on && mistake !== "begins-again-and-again") return;
      const kept = {
        "first-pose-kept": clips[name](0),
        "motion-kept-instead": playing ? clips[playing](in_clip) : angle,
      };
      fade = { kept: kept[mistake] ?? angle, seconds, passed: 0 };
      [playing, in_clip] = [name, 0];
    };
    for (let time = 0; time + frame <= until; time += frame) {
      const name = wanted(time, second_call);
      start(name, time < first_call ? 0 : fade_seconds);
      in_clip += frame;
      fade.passed += frame;
      const weight = fade.seconds > 0 ? clamp(fade.passed / fade.seconds, 0, 1) : 1;
      angle = mix(fade.kept, clips[name](in_clip), weight);
      frames.push({ time: time + frame, angle, weight, name, kept: fade.kept, motion: clips[name](in_clip) });
    }
    return frames;
  }

  /// From the second call's moment, the length of a fade, and a moment: the angle on screen, and the weight.
  function answers([second_call, fade_seconds, until], mistake) {
    const { angle, weight } = play(second_call, fade_seconds, until, mistake).at(-1);
    return [angle, weight];
  }

  const wrong = {
    "13.1 first-pose-kept": "first pose",
    "13.1 motion-kept-instead": ["last motion’s pose", { call: 0.7 }],
    "13.1 begins-again-and-again": "begins again",
  };

  function mount(box) {
    const state = { call: 1.125, fade: 0.4, mistake: null };
    const board = live.board(box, state, draw);
    const end = 2.3;
    const stage = live.stage(board, [-0.15, -2.2], [1.7 * end + 0.1, 2.55]);
    const at = (time, value) => [1.7 * time, value];
    const frames = (mistake = state.mistake) => play(state.call, state.fade, end, mistake);
    /// The frame before a moment, and the one after it.
    const around = (moment, all) => [
      all.findLast(({ time }) => time <= moment + 1e-9),
      all.find(({ time }) => time > moment + 1e-9),
    ];
    /// How far the figure jumps at a call: what is kept is not what was seen.
    const jump = (moment) => {
      const [before, after] = around(moment, frames());
      return after.kept - before.angle;
    };

    function draw() {
      const all = frames();
      stage.draw(() => {
        stage.line([at(0, 0), at(end, 0)], "grid zero");
        for (const tick of [-45, 45]) {
          stage.line([at(0, radians(tick)), at(end, radians(tick))], "grid");
          stage.text(at(0, radians(tick)), `${number(tick, 0)}°`, "faint", [-1, -8]);
        }
        [1, 2].forEach((second) => stage.text(at(second, radians(-45)), `${second} s`, "faint", [0, 13]));
        [
          [first_call, "orange"],
          [state.call, "green"],
        ].forEach(([moment, colour]) => stage.line([at(moment, -2), at(moment, 1.35)], colour + " thin"));
        // What the angle is of: an arm, at some moments.
        for (let i = 0; i <= 10; i++) {
          const { angle, name, time } = all[Math.min(Math.round((i * 0.22) / frame), all.length - 1)];
          const [x] = at(time, 0);
          const shoulder = [x, 2.1];
          stage.dot([x, 2.32], 5, "faint");
          stage.line([[x, 2.2], [x, 1.68]], "faint bone-thin");
          stage.line([shoulder, add(shoulder, [0.34 * Math.sin(angle), -0.34 * Math.cos(angle)])], colours[name] + " bone-thin");
        }
        // The clips that are played, each from its own start.
        let shown = null;
        for (const { name, time } of all) {
          if (name === shown) continue;
          shown = name;
          const until = { walk: first_call, run: state.call, jump: end }[name];
          const from = time - frame;
          const points = Array.from({ length: 60 }, (_, i) => mix(0, until - from, i / 59));
          stage.line(
            points.map((t) => at(from + t, clips[name](t))),
            colours[name] + " thin",
          );
        }
        stage.text(at(0.22, clips.walk(0.22)), "walk", "blue", [0, -14]);
        stage.text(at(first_call, 1.5), "run", "orange strong", [-8, 0]);
        stage.text(at(state.call, 1.5), "jump", "green strong", [8, 0]);
        // What is kept, while the fade lasts.
        [first_call, state.call].forEach((moment) => {
          const [, after] = around(moment, all);
          stage.line([at(moment, after.kept), at(Math.min(moment + state.fade, end), after.kept)], "faint thin dotted");
          stage.dot(at(moment, after.kept), 4, "ring " + (state.mistake ? "wrong" : "plain"));
        });
        if (state.mistake)
          stage.line(
            frames(null).map(({ time, angle }) => at(time, angle)),
            "faint",
          );
        const parts = [
          [0, first_call],
          [first_call, state.call],
          [state.call, end],
        ];
        parts.forEach(([from, until], i) => {
          const part = all.filter(({ time }) => time > from + 1e-9 && time <= until + 1e-9);
          const begin = at(from, i ? around(from, all)[1].kept : 0);
          stage.line([begin, ...part.map(({ time, angle }) => at(time, angle))], state.mistake ? "wrong" : "plain");
        });
        [first_call, state.call].forEach((moment) => {
          const [before, after] = around(moment, all);
          stage.line([at(moment, before.angle), at(moment, after.kept)], "wrong thin");
        });
        // The weight below.
        const weight = (value) => -2 + 0.55 * value;
        stage.line([at(0, weight(0)), at(end, weight(0))], "grid zero");
        stage.line([at(0, weight(1)), at(end, weight(1))], "grid");
        stage.text(at(0, weight(1)), "w = 1", "faint", [2, -10]);
        parts.forEach(([from, until]) => {
          const part = all.filter(({ time }) => time > from + 1e-9 && time <= until + 1e-9);
          stage.line(
            [at(from, weight(from ? 0 : 1)), ...part.map((p) => at(p.time, weight(p.weight)))],
            state.mistake === "begins-again-and-again" ? "wrong" : "plain",
          );
        });
      });
    }

    live.handle(board, stage, {
      label: "moment of the second call",
      className: "green",
      min: first_call + 4 * frame,
      max: 1.5,
      step: frame,
      of: "call",
      at: () => at(state.call, -2),
      value: ([x]) => x / 1.7,
      text: () =>
        `at ${short(state.call)} seconds, the first fade has come to ${short(around(state.call, frames())[0].weight)}`,
    });

    live.sentence(board, () => {
      const weight = around(state.call, frames(null))[0].weight;
      const jumps = ["wrong", in_degrees(jump(state.call))];
      if (state.mistake === "first-pose-kept")
        return [
          "Each fade begins with the first pose of its own clip. At the second call the angle jumps by ",
          jumps,
          ".",
        ];
      if (state.mistake === "motion-kept-instead") {
        return weight < 1
          ? [
              "The run is kept, as its clip has it, and not what is on screen on the way there. The angle jumps by ",
              jumps,
              ".",
            ]
          : ["The first fade is over, so that the run is what is on screen. Pull the second call nearer to the first."];
      }
      if (state.mistake === "begins-again-and-again")
        return [
          "“start” begins anew in every frame: no clip gets past its first one, and no weight past ",
          ["wrong", short(frame / state.fade)],
          ".",
        ];
      return weight < 1
        ? [
            "At the second call w is ",
            ["orange", short(weight)],
            ", and on screen is neither walk nor run. Compare the four numbers: which pose does the second fade begin with?",
          ]
        : [
            "The first fade is over when the second call comes, so that the run is on screen. Pull the green ring to the left, into the first fade. Does the curve still go on without a jump, and from which pose?",
          ];
    });
    live.choice(board, "the pose that is kept", wrong);
    live.scrub(board, {
      label: "fade",
      min: 0.1,
      max: 1,
      step: 0.05,
      of: "fade",
      text: () => `${number(state.fade)} s`,
    });
    live.table(board, ["at the second call", "degrees"], () => {
      const [before, after] = around(state.call, frames());
      const row = (name, key, angle, className = "") => ({
        name,
        numbers: { [key]: degrees(angle) },
        digits: 0,
        className,
      });
      const off = Math.abs(after.kept - before.angle) > 0.005;
      return [
        row("on screen", "screen", before.angle),
        row("kept", "kept", after.kept, off ? "wrong" : ""),
        row("the run’s clip", "run", before.motion, "orange"),
        row("the jump’s first", "first", clips.jump(0), "green"),
      ];
    });
    return board.figure;
  }

  live.figure("13-fade", { answers, mount });
}
