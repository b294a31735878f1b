// Lesson 08: the gap of exercise 08.3, and a knight who is skinned by what one writes there.
"use strict";

{
  const { node, write, attribute, number } = live;

  /// Every three hundredth corner of his triangles.
  const corners = Array.from({ length: 30 }, (_, i) => 299 * i);

  /// Of a time in the walk: the places of some of his vertices in the model, as the graphics card has them.
  const answers = ([time], mistake) => space.asked("walk", time, corners, null, mistake);

  /// What the compiler says, in words that help more often.
  const meant = (what) => {
    if (/'const int'|'int'/.test(what) && /operat|convert/.test(what))
      return "In the page no whole number becomes a float by itself, so write 2.0 for 2.";
    return /syntax error/.test(what) ? `${what}. Perhaps a ; is missing before it.` : what;
  };

  /// Moments of the walk, in seconds, at which every corner is judged.
  const moments = [0.1, 0.45, 0.8];

  /// Vertices that he hasn't, but that another file may have: what is said of one, and its weights.
  const others = [
    { has: "uses all four slots", weights: [0.4, 0.3, 0.2, 0.1] },
    { has: "has an unused slot before a used one", weights: [0.6, 0, 0.4, 0] },
  ];
  /// The knight with these behind his own corners.
  function with_others({ vertices: { count, ...all }, ...knight }) {
    const more = ([name, values]) => {
      const first = [...values.subarray(0, values.length / count)];
      const added = others.flatMap(({ weights }) => ({ a_joints: [0, 5, 10, 15], a_weights: weights })[name] ?? first);
      return [name, new values.constructor([...values, ...added])];
    };
    return { ...knight, vertices: { ...Object.fromEntries(Object.entries(all).map(more)), count: count + others.length } };
  }

  /// What one may have written: the exercise's mistakes, and that a loop ends too early or too late.
  const slips = ({ right, mistakes }) => {
    const fewer = (n) => ({ title: `Only ${n} of 4 slots ${n > 1 ? "are" : "is"} added up`, code: right.replace("slot < 4", `slot < ${n}`) });
    const fifth = { title: "A fifth slot is read that isn’t there", belief: "The fourth slot has the number 4.", code: right.replace("slot < 4", "slot < 5") };
    return [...mistakes, ...[1, 2, 3].map(fewer), fifth];
  };

  /// All corners at these moments, and the other vertices, as some code places them. What is known by itself is computed once.
  const kept = {};
  let judge = null;
  function surfaces(knight, code) {
    if (kept[code]) return kept[code];
    judge ??= with_others(knight);
    const walk = knight.clips.find(({ name }) => name === "walk");
    const all = moments.map((time) => {
      const palette = space.palette(knight, space.pose(knight, walk, time));
      return space.computed("judge", [judge], [code], [palette])[0];
    });
    const { shader } = knight;
    if (code === shader.right || slips(shader).some((slip) => slip.code === code)) kept[code] = all;
    return all;
  }

  const count = (all) => all.filter((value) => value > 0).length;
  /// Of each corner, how far its place and its normal are from others at most.
  const apart = (own, others) => {
    const most = (all) => all[0].map((_, i) => Math.max(...all.map((each) => each[i])));
    return [
      most(own.map((is, i) => space.off(is, others[i]))),
      most(own.map((is, i) => space.off(is.normals, others[i].normals))),
    ];
  };

  /// What is wrong if some loop has no end.
  const endless = (own) =>
    own.some(({ normals }) => normals.includes(space.ENDLESS)) && { title: `A loop has no end, so the page stops it after ${space.ROUNDS.toLocaleString("en")} rounds` };

  /// By which factor all places are too large, if that is what is wrong.
  function scaled(own, others) {
    const factor = space.dot(own[0], others[0]) / space.dot(others[0], others[0]);
    const is_all = own.every((places, i) => !count(space.off(places, others[i].map((value) => factor * value))));
    return is_all && { title: factor ? `Each place is ${number(factor)} times what it should be` : "Nothing was added: all of him is at one point", is_point: !factor };
  }

  /// How many corners of the knight's triangles some code puts off their places at one of the moments, how far, and of how
  /// many it turns the normal; which of them, and which of the other vertices is wrong.
  function judged(knight, code) {
    const [own, right] = [code, knight.shader.right].map((code) => surfaces(knight, code));
    const all = knight.vertices.count;
    const both = apart(own, right);
    const wrong = both[0].map((value, i) => Math.sign(value + both[1][i]));
    const [places, normals, reds] = [...both, wrong].map((values) => values.slice(0, all));
    const counts = { all, places: count(places), normals: count(normals), other: others.find((_, i) => wrong[all + i]) };
    return { ...counts, own, farthest: Math.max(...places), reds, known: endless(own) || (counts.places && scaled(own, right)) };
  }

  function mount(box, still) {
    const state = space.begin({ code: "", own: "", errors: [], turn: 20 });
    const board = live.board(box, state, () => scene.draw());
    let [knight, shader, verdict, asked, waits] = [null, null, null, null, 0];
    const scene = space.stage(board, still, {
      code: () => state.code,
      refused: (errors) => (state.errors = errors),
      reds: () => [verdict?.reds],
      come: (come) => {
        knight = come;
        shader = knight.shader;
        // What is there before the gap, but for the task itself.
        const lines = shader.before.trimEnd().split("\n");
        const main = lines.findLastIndex((line) => line.startsWith("void main"));
        // Of what stands above it, each number of a vertex, and the palettes.
        const declared = lines.map((line) => line.match(/^(?:in|\s+mat4) .*?(\w+)(?:\[\d+\])?;/)?.[1]);
        write(names, `You have ${declared.filter(Boolean).join(", ")}.`);
        write(above, lines.slice(main).filter((line) => !line.trim().startsWith("//")).join("\n"));
        buttons.append(button("yours", () => state.own));
        shader.mistakes.forEach(({ name, code }) => buttons.append(button(name.replaceAll("-", " "), () => code)));
        const start = { code: shader.starter, own: shader.starter };
        Object.assign(board.first, start);
        board.put(start);
      },
    });

    // ------------------------------------------------------------ the box
    const [page, above, rows, numbers, text, told, buttons] = [
      node("div", "live-code"),
      node("pre"),
      node("div", "rows"),
      node("pre", "numbers", "1"),
      node("textarea"),
      node("div", "live-errors"),
      node("div", "live-row"),
    ];
    Object.assign(text, { rows: 6, spellcheck: false, autocapitalize: "off", autocomplete: "off", wrap: "off" });
    text.setAttribute("aria-label", "the gap of exercise 08.3 in skin.vert");
    told.setAttribute("role", "status");
    numbers.setAttribute("aria-hidden", "true");
    rows.append(numbers, text);
    const names = node("p", "live-names");
    page.append(node("p", "", "yours, or a mistake"), buttons, above, rows, told, names);
    board.side.after(page);
    const button = (words, code) => {
      const made = node("button", "", words);
      made.type = "button";
      made.addEventListener("click", () => board.put({ code: code() }));
      board.parts.push(() => attribute(made, "aria-pressed", state.code === code()));
      return made;
    };
    text.addEventListener("input", () => board.put({ code: text.value, own: text.value }));
    board.parts.push(() => {
      if (text.value !== state.code) text.value = state.code;
      const count = state.code.replace(/\n$/, "").split("\n").length;
      attribute(text, "rows", Math.max(count + 1, 6));
      const wrong = new Set(state.errors.filter(({ own }) => own).map(({ line }) => line));
      write(
        numbers,
        Array.from({ length: count }, (_, i) => (wrong.has(i + 1) ? "▸" : "") + (i + 1)).join("\n"),
      );
      // Of each line the first: what follows mostly follows from it.
      const first = state.errors.filter(({ line }, i) => state.errors.findIndex((error) => error.line === line) === i);
      const words = first.map(({ own, line, what }) => `${own ? "line" : "skin.vert, line"} ${line}: ${meant(what)}`);
      if (told.textContent !== words.join("")) told.replaceChildren(...words.map((line) => node("div", "", line)));
    });

    // One who is still typing isn't judged.
    board.parts.push(() => {
      if (!knight || state.code === asked) return;
      [asked, verdict] = [state.code, null];
      clearTimeout(waits);
      if (state.errors.length) return;
      waits = setTimeout(async () => {
        const found = (verdict = judged(knight, state.code));
        found.known = shader.mistakes.find(({ code }) => code === state.code) ?? found.known;
        board.put({ judged: state.code });
        // Whose belief puts every corner there? Each is another program, and meanwhile one may go on typing.
        let part = null;
        for (const slip of found.known || !(found.other || count(found.reds)) ? [] : slips(shader)) {
          await new Promise((done) => setTimeout(done));
          if (verdict !== found) return;
          const [places, normals] = apart(found.own, surfaces(knight, slip.code)).map(count);
          if (!places && !normals) {
            found.known = slip;
            return board.put({});
          }
          // Of a mistake in only one of the two sums.
          if (found.places && !places) part ??= slip;
          if (!found.places && found.normals && !normals) part ??= { ...slip, title: "The places are right, but the normals aren’t" };
        }
        if (part) found.known = part;
        board.put({});
      }, 300);
    });
    const thousands = (count) => count.toLocaleString("en");
    const counted = ({ all, places, farthest, normals, other, known }) => {
      if (places) {
        const how_far = farthest < 1e6 ? `, by up to ${number(farthest)} m${known?.is_point ? "." : ": here they’re red."}` : ", and have no numbers.";
        return [["wrong", `${thousands(places)} of ${thousands(all)}`], ` corners of his triangles are off${how_far}`];
      }
      if (normals) return ["All corners are in place, but ", ["wrong", thousands(normals)], " normals are wrong, and so is the light: here they’re red."];
      if (other) return [`All ${thousands(all)} corners are right. But none of them ${other.has}, and in another file `, ["wrong", "one that does"], " would be wrong."];
      const when = ` of his ${thousands(all / 3)} triangles are right, places and normals, at ${moments.length} moments of the walk.`;
      return [["green", `All ${thousands(all)} corners`], when];
    };

    live.sentence(board, () => {
      if (!shader) return ["He comes in a moment."];
      if (state.errors.length) return [["wrong", "It doesn’t compile"], ", so he goes on with what compiled last."];
      if (!verdict) return ["It compiles. Let’s see where his corners are."];
      if (state.code === shader.starter)
        return [
          "It compiles, and he doesn’t move: each vertex stays in the bind pose. Mix what its four joints say. ",
          ...counted(verdict),
        ];
      const { known, normals, places, other } = verdict;
      const belief = known?.belief ? `. The belief behind it: ${known.belief.toLowerCase().replace(/\.$/, "")}. ` : ". ";
      const nothing = known && !normals && !places && !other ? ["But on him it shows nothing. "] : [];
      return [...(known ? [["wrong", known.title], belief] : []), ...nothing, ...counted(verdict)];
    });
    space.player(board);
    return board.figure;
  }

  live.figure("08-shader", { answers, mount });
}
