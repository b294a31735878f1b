// Lesson 16: two bones are a triangle. Its hand goes to the target, and its elbow to the side of the pole.
"use strict";

{
  const { turn, direction, add, sub, times, length, angle, degrees, clamp, number, short, place } = live;

  const [a, b] = [1.7, 1.3];
  const shoulder = [0, 0.9];

  /// The triangle of two bones: the hand is at `reach` on the line, and the elbow `along` it and `across` beside it.
  function bend(a, b, distance, mistake) {
    if (mistake === "angle-of-nothing") {
      const angle = Math.acos((a * a + distance * distance - b * b) / (2 * a * distance));
      return { reach: distance, along: a * Math.cos(angle), across: a * Math.sin(angle) };
    }
    const reach = clamp(distance, Math.abs(a - b), a + b);
    if (reach === 0) return { reach, along: 0, across: a };
    const along = mistake === "half-way" ? reach / 2 : (a * a - b * b + reach * reach) / (2 * reach);
    return { reach, along, across: Math.sqrt(Math.max(a * a - along * along, 0)) };
  }

  /// The two angles of the bones, in degrees: of the upper one from the line, and of the lower one from the upper.
  function angles({ reach, along, across }) {
    const away = degrees(Math.atan2(across, along));
    return [away, away + degrees(Math.atan2(across, reach - along))];
  }

  /// The z of the axis about which the elbow bends: 1 to the left of the line, as seen from the shoulder.
  function hinge(ahead, pole, mistake) {
    const cross = ahead[0] * pole[1] - ahead[1] * pole[0];
    if (Math.abs(cross) <= 1e-4 * length(pole)) return 1;
    return Math.sign(mistake === "other-way" ? -cross : cross);
  }

  /// The arm, seen from its shoulder: its triangle, and where its joints are.
  function reached(a, b, target, pole, mistake) {
    const triangle = bend(a, b, length(target), mistake);
    const [away, back] = angles(triangle);
    const axis = hinge(times(target, 1 / length(target)), pole, mistake);
    const upper = angle(target) + axis * away;
    const elbow = direction(turn(upper), [a, 0]);
    return { ...triangle, away, back, axis, elbow, hand: add(elbow, direction(turn(upper - axis * back), [b, 0])) };
  }

  /// From a, b, the target and the pole, both seen from the shoulder: the triangle's x, h and d, elbow and hand.
  function answers([a, b, target_x, target_y, pole_x, pole_y], mistake) {
    const { along, across, reach, elbow, hand } = reached(a, b, [target_x, target_y], [pole_x, pole_y], mistake);
    return [along, across, reach, ...elbow, ...hand];
  }

  const wrong = {
    "16.1 half-way": "above the middle",
    "16.1 angle-of-nothing": "no angle has this cosine",
    "16.2 other-way": "axis the other way",
  };

  function mount(box) {
    const state = { target: [2.1, 1.6], pole: [1.5, -0.4], mistake: null };
    // How near and how far the target has been: so much of the curve is drawn.
    let been = null;
    const board = live.board(box, state, draw);
    const stage = live.stage(board, [-1.7, -1.05], [3.75, 4.05]);
    const from_shoulder = (at) => sub(at, shoulder);
    const seen = (mistake = state.mistake) =>
      reached(a, b, from_shoulder(state.target), from_shoulder(state.pole), mistake);
    const distance = () => length(from_shoulder(state.target));
    const missed = () => length(sub(seen().hand, from_shoulder(state.target)));
    const least_missed = () => length(sub(seen(null).hand, from_shoulder(state.target)));
    // Where the arm stands: where it was, if its angles are no numbers.
    let standing = seen();

    function draw() {
      const arm = seen();
      if (!Number.isNaN(arm.away)) standing = arm;
      const [elbow, hand] = [standing.elbow, standing.hand].map((at) => add(shoulder, at));
      const ahead = times(from_shoulder(state.target), 1 / distance());
      const foot = add(shoulder, times(ahead, arm.along));
      const end = add(shoulder, times(ahead, arm.reach));
      const is_wrong =
        state.mistake &&
        (Number.isNaN(arm.away) ||
          missed() > least_missed() + 1e-6 ||
          (arm.across > 0 && arm.axis !== seen(null).axis));
      stage.draw(() => {
        stage.grid();
        stage.arc(shoulder, a + b, [-90, 270], "faint thin");
        stage.arc(shoulder, a - b, [-90, 270], "faint thin");
        stage.line(
          [
            [-0.45, 0],
            [-0.2, 1],
            [0.2, 1],
            [0.45, 0],
          ],
          "faint thin",
        );
        stage.line([elbow, state.pole], "blue thin dotted");
        if (is_wrong) {
          const right = seen(null);
          stage.line([shoulder, add(shoulder, right.elbow), add(shoulder, right.hand)], "faint");
        }
        stage.line([shoulder, end], "plain");
        stage.text(live.mix(shoulder, end, 0.78), "d", "strong", [0, arm.axis < 0 ? -14 : 16]);
        if (!Number.isNaN(arm.along)) {
          const top = add(foot, times([-ahead[1], ahead[0]], arm.axis * arm.across));
          stage.line([foot, top], "blue");
          stage.text(live.mix(foot, top, 0.3), "h", "blue strong", [12, 0]);
          stage.text(live.mix(shoulder, foot, 0.5), "x", "strong", [0, arm.axis < 0 ? -14 : 16]);
        }
        stage.line([hand, state.target], "wrong thin");
        stage.line([shoulder, elbow], (is_wrong ? "wrong" : "orange") + " bone");
        stage.line([elbow, hand], (is_wrong ? "wrong" : "green") + " bone");
        const first = angle(sub(shoulder, elbow));
        const opened = standing.axis * (180 - standing.back);
        stage.arc(elbow, 0.28, [first, first + opened], "plain thin");
        // In the larger of the two parts into which h cuts the angle.
        const part = Number.isNaN(arm.along) ? 0 : ((angle(sub(foot, elbow)) - first + 900) % 360) - 180;
        const beside = Math.abs(part) > Math.abs(opened / 2) ? part / 2 : (part + opened) / 2;
        stage.text(add(elbow, direction(turn(first + beside), [0.46, 0])), "γ", "plain strong");
        stage.text(live.mix(shoulder, elbow, 0.5), "a", "orange strong", [-8, arm.axis < 0 ? 16 : -16]);
        stage.text(live.mix(elbow, hand, 0.5), "b", "green strong", [14, 6]);
        [shoulder, elbow, hand].forEach((at) => stage.dot(at, 5, "ring plain"));
        stage.text(state.target, "target", "plain strong", [18, -14]);
        stage.text(state.pole, "pole", "blue strong", [18, 0]);
      });
      curve.draw(() => {
        // Of γ, from 0 to 180 degrees, over d.
        const gamma = (d, mistake) => [d, (180 - angles(bend(a, b, d, mistake))[1]) / 90];
        been = [Math.min(been?.[0] ?? distance(), distance(), 3.4), Math.max(been?.[1] ?? 0, distance())];
        const over = (mistake) =>
          Array.from({ length: 171 }, (_, i) =>
            gamma(state.mistake ? i / 50 : live.mix(...been, i / 170), mistake),
          ).filter(([d, y]) => y === y && d <= 3.4);
        curve.arrow([0, 0], [3.5, 0], "faint thin");
        curve.arrow([0, 0], [0, 2.25], "faint thin");
        curve.line(
          [
            [0, 2],
            [3.4, 2],
          ],
          "grid",
        );
        curve.text([3.5, 0], "d, in m", "faint", [-8, 14]);
        [1, 2].forEach((d) => curve.text([d, 0], String(d), "faint", [0, 14]));
        curve.text([0, 2.25], "γ", "faint", [12, 4]);
        curve.text([0, 2], "180°", "faint", [40, -8]);
        curve.line(over(null), state.mistake && state.mistake !== "other-way" ? "faint" : "plain");
        if (state.mistake && state.mistake !== "other-way") curve.line(over(state.mistake), "wrong");
        const here = gamma(distance(), state.mistake);
        if (here[1] === here[1])
          curve.dot([Math.min(here[0], 3.4), here[1]], 6, "ring " + (is_wrong ? "wrong" : "plain"));
      });
    }

    const held = { min: [-1.5, -0.9], max: [3.6, 3.9], step: 0.02 };
    live.handle(board, stage, {
      ...held,
      label: "pole",
      className: "blue",
      of: "pole",
      at: () => state.pole,
      value: (at) => at,
      text: () => `pole at ${place(state.pole)}, the elbow is at ${place(add(shoulder, standing.elbow))}`,
    });
    live.handle(board, stage, {
      ...held,
      label: "target",
      className: "plain",
      of: "target",
      // No direction leads to the shoulder itself.
      put: (target) => board.put({ target: length(from_shoulder(target)) < 0.02 ? add(shoulder, [0.02, 0]) : target }),
      at: () => state.target,
      value: (at) => at,
      text: () =>
        `target at ${place(state.target)}, ` +
        (Number.isNaN(missed())
          ? "the arm stands still"
          : `γ ${number(180 - seen().back, 0)}°, missed by ${short(missed())} m`),
    });

    live.sentence(board, () => {
      const miss = [state.mistake ? "wrong" : "plain", `${number(missed())} m`];
      const gamma = ["plain", `${number(180 - seen().back, 0)}°`];
      if (state.mistake === "half-way") {
        return ["The elbow stands over the middle of d, as if a and b were equal. The hand misses by ", miss, "."];
      }
      if (state.mistake === "angle-of-nothing" && Number.isNaN(seen().away)) {
        const cosine = (a * a + distance() ** 2 - b * b) / (2 * a * distance());
        return [
          "The cosine of α comes to ",
          ["wrong", short(cosine)],
          ", and no angle has it: α is no number. The arm stands still.",
        ];
      }
      if (state.mistake === "angle-of-nothing")
        return ["Within reach all is well. Pull the target beyond the outer circle."];
      if (state.mistake === "other-way")
        return ["The factors of the cross product are exchanged: the elbow goes where the pole is not."];
      if (distance() > a + b)
        return [
          "Farther than a + b = 3 m no hand comes. The arm is straight, γ is ",
          gamma,
          ", and it misses by ",
          miss,
          ".",
        ];
      if (distance() < a - b)
        return [
          "Nearer than |a − b| = 0.4 m no hand comes. The arm is folded, γ is ",
          gamma,
          ", and it misses by ",
          miss,
          ".",
        ];
      return [
        "The elbow is open by γ = ",
        gamma,
        ". Pull the target outwards by even steps: does γ grow evenly too? Then pull the pole over to the other side of d.",
      ];
    });

    live.choice(board, "the triangle, and its side", wrong, (mistake) => {
      board.put({ mistake });
      // Within reach this mistake does not show.
      if (mistake === "angle-of-nothing" && distance() <= a + b) board.glide("target", [2.7, 2.9]);
    });
    live.table(board, ["", "metres"], () => {
      const { along, across, reach } = seen();
      const row = (name, value, className = "") => ({
        name,
        numbers: { [name]: value },
        className: Number.isNaN(value) ? "wrong" : className,
      });
      return [row("d, to the hand", reach), row("x, along d", along), row("h, beside d", across, "blue")];
    });
    const curve = live.stage(board, [-0.12, -0.45], [3.65, 2.5], board.side);
    curve.svg.setAttribute("aria-hidden", "true");
    return board.figure;
  }

  live.figure("16-two-bones", { answers, mount });
}
