// Lesson 08: the gap of exercise 08.2, and a knight who is skinned by what one writes there.
"use strict";

{
  const { node, write, attribute } = live;

  /// Every three hundredth corner of his triangles.
  const corners = Array.from({ length: 30 }, (_, i) => 299 * i);

  /// Of a time in the walk: the places of some of his vertices in the model, as the graphics card has them.
  const answers = ([time], mistake) => space.asked("walk", time, corners, null, mistake);

  /// What the compiler says, in words that help more often.
  const meant = (what) => {
    if (/'const int'|'int'/.test(what) && /operat|convert/.test(what))
      return `${what}. In the page a whole number is never made a float: write 2.0 for 2.`;
    return /syntax error/.test(what) ? `${what}. Perhaps a ; is missing before it.` : what;
  };

  function mount(box, still) {
    const state = space.begin({ code: "", own: "", errors: [], turn: 20 });
    const board = live.board(box, state, () => scene.draw());
    let shader = null;
    const scene = space.stage(board, still, {
      code: () => state.code,
      refused: (errors) => (state.errors = errors),
      come: (knight) => {
        shader = knight.shader;
        // What is there before the gap, but for the task itself.
        const lines = shader.before.trimEnd().split("\n");
        const main = lines.findLastIndex((line) => line.startsWith("void main"));
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
      node("ol", "live-errors"),
      node("div", "live-row"),
    ];
    Object.assign(text, { rows: 9, spellcheck: false, autocapitalize: "off", autocomplete: "off", wrap: "off" });
    text.setAttribute("aria-label", "the gap of exercise 08.2 in skin.vert");
    told.setAttribute("role", "status");
    numbers.setAttribute("aria-hidden", "true");
    rows.append(numbers, text);
    page.append(above, rows, told);
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
      attribute(text, "rows", Math.max(count + 1, 9));
      const wrong = new Set(state.errors.filter(({ own }) => own).map(({ line }) => line));
      write(
        numbers,
        Array.from({ length: count }, (_, i) => (wrong.has(i + 1) ? "▸" : "") + (i + 1)).join("\n"),
      );
      // Of each line the first: what follows mostly follows from it.
      const first = state.errors.filter(({ line }, i) => state.errors.findIndex((error) => error.line === line) === i);
      const words = first.map(({ own, line, what }) => `${own ? "line" : "skin.vert, line"} ${line}: ${meant(what)}`);
      if (told.textContent !== words.join("")) told.replaceChildren(...words.map((line) => node("li", "", line)));
    });

    live.sentence(board, () => {
      if (!shader) return ["He comes in a moment."];
      const known = shader.mistakes.find(({ code }) => code === state.code);
      if (state.errors.length) return [["wrong", "It doesn’t compile"], ", so he goes on with what compiled last."];
      if (known) return [["wrong", known.title], `. The belief behind it: ${known.belief.toLowerCase().replace(/\.$/, "")}.`];
      if (state.code === shader.starter)
        return ["It compiles, and he doesn’t move: each vertex stays in the bind pose. Mix what its four joints say."];
      return ["It compiles, and it’s yours. Does he walk, and does his skin stay whole?"];
    });
    space.player(board);
    board.side.append(node("p", "", "yours, or a mistake"), buttons);
    return board.figure;
  }

  live.figure("08-shader", { answers, mount });
}
