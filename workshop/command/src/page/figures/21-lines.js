// Lesson 21: the same joints as structs and as flat lists. Which cache lines does a loop fetch, and for which bytes?
"use strict";

{
  const { number, clamp } = live;

  /// A processor fetches memory by so many bytes.
  const line = 64;
  const joints = 16;

  /// The fields of a joint's Transform: where each begins in the struct, and how many bytes it has.
  const fields = [
    { name: "rotation", colour: "blue", begins: 0, bytes: 16 },
    { name: "translation", colour: "orange", begins: 16, bytes: 12 },
    { name: "scale", colour: "green", begins: 28, bytes: 12 },
  ];
  const struct = 48;
  const reads = [["rotation"], ["translation"], ["scale"], ["rotation", "translation", "scale"]];

  /// Where each list begins among all lists, in bytes: all of them at the start of a line.
  const list_of = {};
  let next = 0;
  for (const { name, bytes } of fields) {
    list_of[name] = next;
    next += Math.ceil((joints * bytes) / line) * line;
  }
  const places = [
    (joint, { begins }) => struct * joint + begins,
    (joint, { name, bytes }) => list_of[name] + bytes * joint,
  ];

  /// Which lines are fetched for some fields of the first joints, and how many bytes of them are read.
  function fetched(place, read, count) {
    const [lines, wanted] = [new Set(), fields.filter(({ name }) => reads[read].includes(name))];
    for (let joint = 0; joint < count; joint++) {
      for (const field of wanted) {
        const first = place(joint, field);
        for (let byte = first; byte < first + field.bytes; byte++) lines.add(Math.floor(byte / line));
      }
    }
    return { lines, used: count * wanted.reduce((sum, { bytes }) => sum + bytes, 0) };
  }

  /// From what the loop reads, and of how many joints: the lines that it fetches and the bytes that it reads, in structs
  /// and in lists.
  const answers = ([read, count]) =>
    places.flatMap((place) => {
      const { lines, used } = fetched(place, read, count);
      return [lines.size, used];
    });

  function mount(box) {
    const state = { count: 8, read: 0, mistake: null };
    const board = live.board(box, state, draw);
    const stage = live.stage(board, [-5, -135], [151, 13]);
    const [columns, high, pitch, track] = [[0, 82], 6.6, 9, -119];
    const now = () => places.map((place) => fetched(place, state.read, state.count));
    const share = ({ lines, used }) => Math.round((100 * used) / (line * lines.size));
    /// Bytes of one line as an area. Between two lists is a gap.
    const area = (column, from, to) => {
      const row = Math.floor(from / line);
      const lists = column ? fields.filter(({ name }) => list_of[name] / line <= row).length - 1 : 0;
      const [left, top] = [columns[column] - line * row, -pitch * row - 6 * lists];
      return [
        [left + from, top],
        [left + to, top],
        [left + to, top - high],
        [left + from, top - high],
      ];
    };
    const sizes = [struct * joints, next];

    function draw() {
      stage.draw(() => {
        now().forEach(({ lines }, column) => {
          const frames = { "grid outline": [], "faint tile lid": [] };
          for (let row = 0; row < sizes[column] / line; row++)
            frames[lines.has(row) ? "faint tile lid" : "grid outline"].push(area(column, line * row, line * (row + 1)));
          Object.entries(frames).forEach(([name, areas]) => stage.areas(areas, name));
          for (const field of fields) {
            const tiles = { "tile lid": [], tile: [], "tile dark": [] };
            for (let joint = 0; joint < joints; joint++) {
              const is_read = joint < state.count && reads[state.read].includes(field.name);
              const first = places[column](joint, field);
              // What goes over the end of a line has two parts.
              const end = first + field.bytes;
              const cut = clamp(Math.ceil((first + 1) / line) * line, first, end);
              for (const [from, to] of [[first, cut], [cut, end]]) {
                if (from === to) continue;
                const here = lines.has(Math.floor(from / line));
                tiles[is_read ? "tile dark" : here ? "tile" : "tile lid"].push(area(column, from + 0.4, to - 0.4));
              }
            }
            Object.entries(tiles).forEach(([name, areas]) => stage.areas(areas, `${field.colour} ${name}`));
          }
          stage.areas([...lines].map((row) => area(column, line * row, line * (row + 1))), "plain outline");
          stage.text([columns[column] + line / 2, 5.5], ["structs", "flat lists"][column], "plain strong");
        });
        stage.line([[0, track], [146, track]], "plain row");
        stage.line([[0, track], [at()[0], track]], "plain");
        stage.text(at(), told(), "plain strong", [0, 25]);
      });
    }

    const at = () => [(146 * state.count) / joints, track];
    const told = () => `${state.count} ${state.count === 1 ? "joint" : "joints"}`;
    live.handle(board, stage, {
      label: "joints that the loop has read",
      className: "plain",
      min: 1,
      max: joints,
      of: "count",
      at,
      value: ([x]) => (joints * x) / 146,
      text: () => `${told()}: ${now().map(({ lines }, i) => `${lines.size} lines ${["of structs", "of lists"][i]}`).join(", ")}`,
    });

    live.sentence(board, () => {
      const [structs, lists] = now();
      const lines = ({ lines }) => `${lines.size} ${lines.size === 1 ? "line" : "lines"}`;
      const [colour, read] = [
        ["blue", "rotations"],
        ["orange", "translations"],
        ["green", "scales"],
        ["", "all three"],
      ][state.read];
      return [
        `${told()} ${state.count === 1 ? "has" : "have"} ${structs.used} bytes of `,
        [colour, read],
        `. From structs they come in ${lines(structs)}, of which ${share(structs)}\u00a0% are used; from flat lists in ${lines(lists)}, of which ${share(lists)}\u00a0% are used.`,
      ];
    });
    live.table(
      board,
      ["% used", "structs", "lists"],
      () =>
        reads.map((names, read) => {
          const name = names.length > 1 ? "all three" : names[0];
          const [structs, lists] = places.map((place) => share(fetched(place, read, state.count)));
          return {
            name,
            numbers: { [`${name} structs`]: structs, [`${name} lists`]: lists },
            digits: 0,
            className: `${fields[read]?.colour ?? ""} ${read === state.read ? "here" : ""}`,
          };
        }),
      (read) => board.put({ read }),
    );
    return board.figure;
  }

  live.figure("21-lines", { answers, mount });
}
