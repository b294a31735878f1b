// Lesson 09: a tube on three bones. From where to where does the weight go over from one bone to the next?
"use strict";

{
  const { identity, move, turn, mul, point, add, times, clamp, number, short } = live;

  const cuts = [1 / 3, 2 / 3];

  /// The part of the weight that was handed over around each cut, at a height from 0 to 1.
  const over = (t, margin, mistake) =>
    cuts.map((cut) => {
      const even = (t - (cut - margin)) / (2 * margin);
      if (mistake === "half-the-slope") return t < cut - margin ? 0 : t > cut + margin ? 1 : 0.25 + 0.5 * even;
      if (mistake === "hard-steps") return t < cut ? 0 : 1;
      if (mistake === "ramp-not-ended") return even;
      return clamp(mistake === "ramp-begins-at-the-cut" ? even - 0.5 : even, 0, 1);
    });

  /// Of a height and a margin: the weights of the three bones.
  function answers([t, margin], mistake) {
    const [first, second] = over(t, margin, mistake);
    return [1 - first, first - second, second];
  }

  const wrong = {
    "09.1 half-the-slope": "from 1/4 to 3/4",
    "09.1 hard-steps": "no ramp",
    "09.1 ramp-not-ended": "no end",
    "09.1 ramp-begins-at-the-cut": "from the cut on",
  };
  const colours = ["blue", "orange", "green"];
  const [radius, height, slices] = [0.3, 3, 48];

  function mount(box) {
    const state = { t: 0.35, margin: 1 / 12, bend: 55, mistake: null };
    const board = live.board(box, state, draw);
    const stage = live.stage(board, [-0.75, -0.35], [5.2, 3.35]);
    const weights = (t, mistake = state.mistake) => answers([t, state.margin], mistake);
    /// The chart is as high as the tube at rest, and a weight of 1 so wide.
    const wide = 1.5;
    const in_chart = (t, weight) => [wide * weight, height * t];
    const foot = [3.35, 0];

    const palette = () => {
      const bent = (y, degrees) => mul(move([0, y]), turn(degrees), move([0, -y]));
      const first = bent(1, -state.bend);
      return [identity, first, mul(first, bent(2, state.bend))];
    };
    const placed = (x, t, mistake) =>
      palette().reduce((sum, matrix, i) => add(sum, times(point(matrix, [x, height * t]), weights(t, mistake)[i])), foot);
    const edge = (mistake) => {
      const side = (x) => live.even(slices).map((t) => placed(x, t, mistake));
      return [...side(-radius), ...side(radius).toReversed()];
    };

    function draw() {
      const { t, margin, mistake } = state;
      stage.draw(() => {
        // Beside the weights are the heights where one goes over to the next.
        cuts.forEach((cut) => {
          const [low, high] = [cut - margin, cut + margin].map((t) => height * t);
          stage.area([[0, low], [wide, low], [wide, high], [0, high]], "faint thin");
          stage.line([in_chart(cut, 0), in_chart(cut, 1)], "grid zero");
        });
        [0, 1].forEach((weight) => {
          stage.line([in_chart(0, weight), in_chart(1, weight)], "grid zero");
          stage.text(in_chart(0, weight), String(weight), "faint", [0, 14]);
        });
        stage.text(in_chart(1, 0), "t", "faint", [-12, 4]);
        colours.forEach((colour, bone) => {
          const heights = live.even(600);
          const inside = ([x]) => x > -0.4 && x < wide + 0.4;
          if (mistake) stage.line(heights.map((t) => in_chart(t, weights(t, null)[bone])), colour + " thin ghostly");
          stage.line(heights.map((t) => in_chart(t, weights(t)[bone])).filter(inside), colour);
          stage.text(in_chart((2 * bone + 1) / 6, 0.5), `bone ${bone}`, colour + " strong");
        });
        stage.line([in_chart(t, 0), in_chart(t, 1)], "plain thin dotted");
        weights(t).forEach((weight, bone) => {
          if (Math.abs(weight - 0.5) < 0.78) stage.dot(in_chart(t, weight), 4, colours[bone]);
        });
        // The tube, slice by slice in the mixture of its bones' colours.
        if (mistake) stage.area(edge(null), "faint outline thin");
        for (let slice = 0; slice < slices; slice++) {
          const [a, , c] = weights((slice + 0.5) / slices).map((weight) => Math.round(100 * clamp(weight, 0, 1)));
          const low = `color-mix(in srgb, var(--blue) ${a}%, var(--orange))`;
          const [from, to] = [slice, slice + 1].map((slice) => slice / slices);
          const corners = [placed(-radius, from), placed(radius, from), placed(radius, to), placed(-radius, to)];
          stage.areas([corners], "tile", `--ink: color-mix(in srgb, var(--green) ${c}%, ${low})`);
        }
        stage.area(edge(mistake), (mistake ? "wrong" : "plain") + " outline");
        stage.line([placed(-radius, t), placed(radius, t)], "plain bone-thin");
      });
    }

    live.handle(board, stage, {
      label: "height of a slice",
      className: "plain",
      min: 0,
      max: 1,
      step: 0.01,
      of: "t",
      at: () => in_chart(state.t, 0),
      value: ([, y]) => y / height,
      text: () => `at ${short(state.t)} the weights are ${weights(state.t).map((weight) => short(weight)).join(", ")}`,
    });
    live.handle(board, stage, {
      label: "margin",
      className: "orange",
      min: 0.02,
      max: 0.16,
      step: 0.005,
      of: "margin",
      at: () => in_chart(cuts[0] + state.margin, 1),
      value: ([, y]) => y / height - cuts[0],
      text: () => `a margin of ${short(state.margin, 3)}`,
    });

    live.sentence(board, () => {
      switch (state.mistake) {
        case "half-the-slope":
          return ["At the cut all is right, but at both ends of a ramp the weight ", ["wrong", "jumps by 1/4"], ": each bend has two sharp edges."];
        case "hard-steps":
          return ["Each slice follows one bone alone. At the cut there’s ", ["wrong", "a sharp fold"], ", as between stiff parts."];
        case "ramp-not-ended":
          return ["Beyond its ends the ramp goes on, below 0 and above 1. As soon as it bends, ", ["wrong", "foot and top fly apart"], "."];
        case "ramp-begins-at-the-cut":
          return ["All of the ramp is above its cut, but the joint is at the cut: ", ["wrong", "the bend is too high"], "."];
      }
      const [first, second] = over(state.t, state.margin).map((part) => short(part));
      return [`At t = ${short(state.t)} the ramps have handed over f₁ = ${first} and f₂ = ${second}. Bone 1 keeps the difference, `, ["orange", short(weights(state.t)[1])], "."];
    });
    live.choice(board, "the ramp", wrong);
    live.scrub(board, { of: "t" });
    live.scrub(board, { of: "margin", min: 0.02, max: 0.16, step: 0.005, text: () => number(state.margin, 3) });
    live.scrub_degrees(board, { of: "bend", min: -70, max: 70 });
    live.table(board, ["at t", "weight"], () =>
      weights(state.t).map((weight, bone) => ({ name: `bone ${bone}`, numbers: { [`bone ${bone}`]: weight }, className: colours[bone] })),
    );
    return board.figure;
  }

  live.figure("09-ramps", { answers, mount });
}
