// What all live figures of the book share: points and matrices in the plane, a stage to draw on, and things to take hold
// of. A figure has a state and draws all of it from that; an event only changes the state.
"use strict";

globalThis.live = (() => {
  // ---------------------------------------------------------------- the plane

  // A point is [x, y]. A matrix is [x axis, y axis, origin] in six numbers, and is named by the spaces it joins, as in
  // the workbook: mul(world_from_o, o_from_b) is world_from_b.
  const radians = (degrees) => (degrees * Math.PI) / 180;
  const degrees = (radians) => (radians * 180) / Math.PI;
  const identity = [1, 0, 0, 1, 0, 0];
  const move = ([x, y]) => [1, 0, 0, 1, x, y];
  const scale = (x, y) => [x, 0, 0, y, 0, 0];
  const turn = (angle) => {
    const [cos, sin] = [Math.cos(radians(angle)), Math.sin(radians(angle))];
    return [cos, sin, -sin, cos, 0, 0];
  };
  const direction = ([a, b, c, d], [x, y]) => [a * x + c * y, b * x + d * y];
  const point = (m, p) => add(direction(m, p), [m[4], m[5]]);
  const mul = (...matrices) =>
    matrices.reduce((m, n) => [
      ...direction(m, [n[0], n[1]]),
      ...direction(m, [n[2], n[3]]),
      ...point(m, [n[4], n[5]]),
    ]);
  const inverse = ([a, b, c, d, x, y]) => {
    const area = a * d - b * c;
    const back = [d / area, -b / area, -c / area, a / area];
    const [u, v] = direction(back, [x, y]);
    return [...back, -u, -v];
  };
  const add = ([a, b], [c, d]) => [a + c, b + d];
  const sub = ([a, b], [c, d]) => [a - c, b - d];
  const times = ([x, y], factor) => [x * factor, y * factor];
  const length = ([x, y]) => Math.hypot(x, y);
  const angle = ([x, y]) => degrees(Math.atan2(y, x));
  const mix = (a, b, t) => (Array.isArray(a) ? a.map((value, i) => mix(value, b[i], t)) : a + (b - a) * t);
  const clamp = (value, low, high) => Math.min(Math.max(value, low), high);
  /// From 0 to 1 in so many even steps.
  const even = (steps) => Array.from({ length: steps + 1 }, (_, i) => i / steps);

  // ---------------------------------------------------------------- words and numbers

  const node = (tag, className, words = "") => {
    const made = document.createElement(tag);
    if (className) made.className = className;
    if (words) made.textContent = words;
    return made;
  };
  const number = (value, digits = 2) => {
    if (Number.isNaN(value)) return "no number";
    const text = Math.abs(value).toFixed(digits);
    return value < 0 && Number(text) !== 0 ? "−" + text : text;
  };
  /// A place in a sentence, as the texts write it: (2, 0.5).
  const short = (value, digits = 2) =>
    number(value, digits)
      .replace(/(\.\d*?)0+$/, "$1")
      .replace(/\.$/, "");
  const place = ([x, y]) => `(${short(x)},\u00a0${short(y)})`;

  /// Writes only what has changed, for a reader of the screen would say it again.
  const write = (element, words) => {
    if (element.textContent !== words) element.textContent = words;
  };
  const attribute = (element, name, value) => {
    if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
  };

  const { src: folder = "", dataset = {} } = globalThis.document?.currentScript ?? {};
  /// The address of the knight, as a script.
  const knight = dataset.knight && new URL(dataset.knight, document.baseURI);
  /// Loads a script from this one's folder.
  const load = (name) =>
    new Promise((done, fail) => {
      const script = node("script");
      Object.assign(script, { src: new URL(name, folder), onload: done, onerror: fail });
      document.head.append(script);
    });

  // ---------------------------------------------------------------- a figure

  const figures = {};

  /// Registers a figure. `answers(input, mistake)` computes without a page, `mount(box, still)` makes what is seen and returns
  /// `board.figure`; `still` is the picture for browsers that cannot, as HTML. `terms` of the law in the text name its parts.
  function figure(name, { answers, mount, terms = [] }) {
    figures[name] = { answers, mount };
    if (typeof document === "undefined") return;
    // At once, before the page is first drawn: a figure that came later would move what stands below it.
    for (const root of document.querySelectorAll(`figure.live[data-figure="${name}"]`)) {
      const box = node("div", "live-box");
      root.figure = mount(box, root.querySelector("noscript")?.textContent, root.dataset.later);
      root.replaceChildren(box);
      // What a front page says of him is seen and heard below his picture, and before what sets him.
      if (root.matches("h1 + *")) box.querySelector(".live-scene").after(root.nextElementSibling);
      if (terms.length) light_up(root, terms);
    }
  }

  /// Lets the parts of a figure light up together with what names them in the formulas between the headings around it:
  /// under the mouse, and by keys. Each of `terms` has a pattern of its letters, and its parts as a selector.
  function light_up(root, terms) {
    const is_before = (a, b) => !a || !b || a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING;
    const heads = [...document.querySelectorAll("h2")];
    const [first, last] = [heads.findLast((head) => is_before(head, root)), heads.find((head) => is_before(root, head))];
    const stroke = ({ nextElementSibling }) => (nextElementSibling?.textContent === "′" ? "′" : "");
    const term_of = (letter) => terms.find(([letters]) => letters.test(letter.textContent + stroke(letter)));
    // A letter with an index is no letter and an index.
    const letters = [...document.querySelectorAll("math :is(mi, msub, msup, msubsup)")]
      .filter((letter) => is_before(first, letter) && is_before(letter, last) && term_of(letter))
      .filter((letter, i, all) => !all.some((other) => other !== letter && other.contains(letter)));
    const law = letters.findLast((letter) => is_before(letter, root) && letter.closest("[display=block]"))?.closest("math");
    // By keys one comes to each term once.
    for (const term of terms) {
      const letter = letters.find((letter) => law?.contains(letter) && term_of(letter) === term);
      if (letter) letter.tabIndex = 0;
    }
    const find = (target) => {
      const letter = letters.find((letter) => letter.contains(target));
      if (letter) return term_of(letter);
      return root.contains(target) ? terms.find(([, parts]) => target.closest(parts)) : undefined;
    };
    let lit = undefined;
    const hear = ({ target }) => {
      const term = find(target);
      if (term === lit) return;
      lit = term;
      document.querySelectorAll(".lit").forEach((part) => part.classList.remove("lit"));
      if (!term) return;
      const named = [...letters.filter((letter) => term_of(letter) === term), ...root.querySelectorAll(term[1])];
      named.forEach((part) => part.classList.add("lit"));
    };
    ["pointerover", "focusin"].forEach((name) => document.addEventListener(name, hear));
  }

  // What a page has in passing loads when somebody comes near it.
  const loading = {};
  const once = (name) => (loading[name] ??= load(name));
  const near = globalThis.IntersectionObserver && new IntersectionObserver(
    (seen) =>
      seen.filter(({ isIntersecting }) => isIntersecting).forEach(async ({ target }) => {
        near.unobserve(target);
        if (!globalThis.space) await once("space.js");
        await once(`figures/${target.dataset.figure}.js`);
      }),
    { rootMargin: "100px" },
  );
  globalThis.document?.querySelectorAll("figure.live[data-later]").forEach((root) => near.observe(root));

  /// A link whose title is a setting, as in "way = 1, mistake = right", sets the figure below the heading to which it leads.
  globalThis.document?.addEventListener("click", (event) => {
    const link = event.target.closest('a[title*=" = "]');
    const heading = link && document.getElementById(decodeURIComponent(link.hash.slice(1)));
    const is_below = (root) => heading?.compareDocumentPosition(root) & Node.DOCUMENT_POSITION_FOLLOWING;
    const root = [...document.querySelectorAll("figure.live")].find(is_below);
    if (!root) return;
    event.preventDefault();
    root.scrollIntoView({ block: "nearest" });
    const { state, put, glide } = root.figure;
    for (const [name, value] of link.title.split(", ").map((setting) => setting.split(" = "))) {
      if (typeof state[name] === "number") glide(name, Number(value));
      else put({ [name]: value === "right" ? null : value });
    }
  });

  /// The state of a figure, and all that shows it. `draw` is called after every change, at most once a frame.
  function board(box, state, draw) {
    const [main, side] = [node("div", "live-main"), node("div", "live-side")];
    const spoken = node("p", "live-spoken");
    spoken.setAttribute("role", "status");
    box.append(main, side, spoken);
    // Elsewhere on the page the arrows turn it over.
    box.addEventListener("keydown", (event) => event.key.startsWith("Arrow") && event.stopPropagation());
    const parts = [];
    let asked = 0;
    const redraw = () => {
      cancelAnimationFrame(asked);
      asked = 0;
      draw();
      parts.forEach((part) => part());
    };
    const put = (change) => {
      Object.assign(state, change);
      asked ||= requestAnimationFrame(redraw);
      box.dispatchEvent(new Event("put", { bubbles: true }));
    };
    /// The numbers that stand on the screen, by their names.
    const shown = () => {
      redraw();
      const value = ({ textContent }) => Number(textContent.replace("−", "-").replace(/[^-.\d]/g, "") || NaN);
      return Object.fromEntries([...box.querySelectorAll("[data-number]")].map((e) => [e.dataset.number, value(e)]));
    };
    /// Lets a value of the state glide to `end`; at once for those who want no motion.
    const running = {};
    const glide = (name, end, seconds = 0.9) => {
      cancelAnimationFrame(running[name]);
      if (matchMedia("(prefers-reduced-motion: reduce)").matches) return put({ [name]: end });
      const [first, start] = [state[name], performance.now()];
      const next = (now) => {
        const t = clamp((now - start) / (1000 * seconds), 0, 1);
        put({ [name]: mix(first, end, t * t * (3 - 2 * t)) });
        running[name] = t < 1 && requestAnimationFrame(next);
      };
      running[name] = requestAnimationFrame(next);
    };
    const halt = (name) => cancelAnimationFrame(running[name]);
    /// What a reset goes back to. A figure whose beginning is loaded later writes it there.
    const first = structuredClone(state);
    const reset = node("button", "live-reset", "reset");
    reset.addEventListener("click", () => {
      Object.keys(running).forEach(halt);
      put(structuredClone(first));
    });
    box.append(reset);
    const say = (words) => write(spoken, words);
    return { main, side, state, first, parts, mistakes: [], put, redraw, glide, halt, say, figure: { state, put, shown, glide } };
  }

  // ---------------------------------------------------------------- the stage

  const drawn = (tag, className) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
    if (className) made.setAttribute("class", className);
    return made;
  };

  /// A window on the model from [left, bottom] to [right, top], in metres. It draws in pixels of the screen, so that
  /// words and things to hold are as large on a telephone.
  function stage(board, [left, bottom], [right, top], parent = board.main) {
    const svg = drawn("svg", "live-stage");
    const [ink, hands] = [drawn("g"), drawn("g")];
    svg.append(ink, hands);
    ink.setAttribute("aria-hidden", "true");
    parent.append(svg);
    const measure = document.createElement("canvas").getContext("2d");
    let pixels = 50;
    let next = 0;
    new ResizeObserver(([{ contentRect }]) => {
      if (!contentRect.width) return;
      pixels = contentRect.width / (right - left);
      const height = Math.round(pixels * (top - bottom));
      attribute(svg, "height", height);
      // On paper, where it is narrower, it is not drawn anew.
      attribute(svg, "viewBox", `0 0 ${contentRect.width} ${height}`);
      const { fontSize, fontFamily } = getComputedStyle(svg);
      measure.font = `${fontSize} ${fontFamily}`;
      board.redraw();
    }).observe(svg);

    const size = () => [(right - left) * pixels, (top - bottom) * pixels];
    const to = ([x, y]) => [(x - left) * pixels, (top - y) * pixels];
    const from = ([x, y]) => [left + x / pixels, top - y / pixels];
    /// The next element of the picture: the one that was there before, if it is of the same kind.
    const element = (tag, attributes) => {
      let made = ink.children[next];
      if (made?.tagName !== tag) {
        const fresh = drawn(tag);
        if (made) made.replaceWith(fresh);
        else ink.append(fresh);
        made = fresh;
      }
      next += 1;
      Object.entries(attributes).forEach(([name, value]) => attribute(made, name, value));
      return made;
    };
    const path = (points) =>
      points
        .map((p) =>
          to(p)
            .map((x) => x.toFixed(1))
            .join(" "),
        )
        .join("L");
    const stage = {
      svg,
      hands,
      to,
      from,
      size,
      /// Draws a new picture: what is not drawn again is gone.
      draw(picture) {
        next = 0;
        picture();
        while (ink.children.length > next) ink.lastChild.remove();
      },
      line: (points, className, style = "") =>
        element("path", { d: points.length ? "M" + path(points) : "", class: "line " + className, style }),
      area: (points, className) => stage.areas([points], className),
      areas: (all, className, style = "") =>
        element("path", { d: all.map((points) => `M${path(points)}Z`).join(""), class: "area " + className, style }),
      image(low, high, href) {
        const [[x, bottom], [right, y]] = [to(low), to(high)];
        element("image", { x, y, width: right - x, height: bottom - y, preserveAspectRatio: "none", href });
      },
      dot(at, radius, className) {
        const [cx, cy] = to(at);
        element("circle", { cx: cx.toFixed(1), cy: cy.toFixed(1), r: radius, class: "dot " + className });
      },
      arrow(start, end, className) {
        const [a, b] = [to(start), to(end)];
        const along = times(sub(b, a), 1 / (length(sub(b, a)) || 1));
        const side = [-along[1], along[0]];
        const barb = (across) =>
          add(add(b, times(along, -9)), times(side, across))
            .map((x) => x.toFixed(1))
            .join(" ");
        element("path", {
          d: `M${path([start, end])}M${barb(4.5)}L${b.join(" ")}L${barb(-4.5)}`,
          class: "line " + className,
          style: "",
        });
      },
      axes(model_from_frame, size, className) {
        const [origin, x, y] = [
          [0, 0],
          [size, 0],
          [0, size],
        ].map((p) => point(model_from_frame, p));
        stage.arrow(origin, x, className);
        stage.arrow(origin, y, className);
      },
      /// One metre from line to line.
      grid() {
        for (let x = Math.ceil(left); x <= right; x++)
          stage.line(
            [
              [x, bottom],
              [x, top],
            ],
            x ? "grid" : "grid zero",
          );
        for (let y = Math.ceil(bottom); y <= top; y++)
          stage.line(
            [
              [left, y],
              [right, y],
            ],
            y ? "grid" : "grid zero",
          );
      },
      /// A circle's part between two angles.
      arc(middle, radius, [first, last], className) {
        const at = (i) => add(middle, times(direction(turn(mix(first, last, i / 72)), [1, 0]), radius));
        stage.line(
          Array.from({ length: 73 }, (_, i) => at(i)),
          className,
        );
      },
      /// A curve; a mistake's is drawn over the right one. `points` gives either.
      curve(points, mistake) {
        if (mistake) stage.line(points(null), "faint");
        stage.line(points(mistake), mistake ? "wrong" : "plain");
      },
      seconds: (times, height) => times.forEach((time) => stage.text([time, height], `${time} s`, "faint", [0, 14])),
      /// Words, so many pixels beside a place, and never beyond the edge.
      text(at, words, className, [dx, dy] = [0, 0]) {
        const [[edge, height], measured] = [size(), measure.measureText(words)];
        const width = measured.width * (className.includes("strong") ? 1.1 : 1);
        const [x, y] = add(to(at), [dx, dy]);
        const begin = dx > 0 ? x : dx < 0 ? x - width : x - width / 2;
        const put = [clamp(begin, 4, edge - width - 4), clamp(y + 5, 16, height - 6)];
        write(element("text", { x: put[0].toFixed(1), y: put[1].toFixed(1), class: className }), words);
      },
    };
    return stage;
  }

  // ---------------------------------------------------------------- what one can take hold of

  const steps = {
    ArrowRight: [1, 0],
    ArrowUp: [0, 1],
    ArrowLeft: [-1, 0],
    ArrowDown: [0, -1],
    PageUp: [0, 10],
    PageDown: [0, -10],
  };

  /// What is set is a value of the state, named by `of`, unless a figure brings its own `get` or `put`.
  const held_by = (board, of) => ({ get: () => board.state[of], put: (value) => board.put({ [of]: value }) });

  /// A knob on the stage. Its value is a number, or a point, which has `min` and `max` as points too. `at()` says where the
  /// knob stands, `value(point)` which value belongs to a place of the hand, `text()` what a reader says of it, and
  /// `shown()` whether there is anything to hold.
  function handle(board, stage, options) {
    const { label, className, min, max, step = 1, snap = [], near = 0, at, value, text } = options;
    const { get, put, shown = () => true } = { ...held_by(board, options.of), ...options };
    const knob = drawn("g", "knob " + className);
    const radii = { reach: 22, halo: 14, core: 8 };
    const circles = Object.entries(radii).map(([name, r]) => {
      const circle = drawn("circle", name);
      circle.setAttribute("r", r);
      return circle;
    });
    knob.append(...circles);
    stage.hands.append(knob);
    const flat = Array.isArray(min);
    const fixed = {
      role: "slider",
      tabindex: 0,
      "aria-label": label,
      "aria-valuemin": flat ? min[0] : min,
      "aria-valuemax": flat ? max[0] : max,
    };
    Object.entries(fixed).forEach(([name, to]) => knob.setAttribute(name, to));
    const stepped = (x, low, high) => clamp(Math.round(x / step) * step, low, high);
    const within = (to) => (flat ? to.map((x, i) => stepped(x, min[i], max[i])) : stepped(to, min, max));
    const away = (a, b) => (flat ? length(sub(a, b)) : Math.abs(a - b));
    const snapped = (to) => snap.find((s) => away(s, to) <= near) ?? to;

    /// What a mistake sends out of the stage can still be reached at its edge.
    const standing = () => {
      const [[x, y], [width, height]] = [stage.to(at()), stage.size()];
      return [clamp(x, 12, width - 12), clamp(y, 12, height - 12)];
    };

    const first = get();
    let held = null;
    const hand = (event) => {
      const box = stage.svg.getBoundingClientRect();
      return [event.clientX - box.left, event.clientY - box.top];
    };
    knob.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      knob.setPointerCapture(event.pointerId);
      // The knob keeps its distance from the finger, and does not jump under it.
      held = sub(standing(), hand(event));
      knob.classList.add("held");
    });
    // `touch-action` alone does not keep Chromium from scrolling the page, for an element inside of an SVG.
    knob.addEventListener("touchstart", (event) => event.preventDefault(), { passive: false });
    knob.addEventListener("pointermove", (event) => {
      if (held) put(snapped(within(value(stage.from(add(hand(event), held))))));
    });
    const release = () => {
      if (held) board.say(text());
      held = null;
      knob.classList.remove("held");
    };
    ["pointerup", "pointercancel", "lostpointercapture"].forEach((name) => knob.addEventListener(name, release));
    knob.addEventListener("keydown", (event) => {
      const [x, y] = steps[event.key] ?? [0, 0];
      // A point has no least value: it goes back to where it was at first.
      const ends = flat ? { Home: first, End: first } : { Home: min, End: max };
      if (x || y) put(within(flat ? add(get(), times([x, y], step)) : get() + (x + y) * step));
      else if (event.key in ends) put(ends[event.key]);
      else return;
      event.preventDefault();
    });
    board.parts.push(() => {
      const [x, y] = standing();
      attribute(knob, "visibility", shown() ? "visible" : "hidden");
      attribute(knob, "transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
      attribute(knob, "aria-valuenow", Number((flat ? get()[0] : get()).toFixed(3)));
      attribute(knob, "aria-valuetext", text());
    });
  }

  /// A slider below the stage or beside it; by itself for a part of a whole.
  function scrub(board, { of, label = of, min = 0, max = 1, step = 0.01, snap = [], near = 0, ...own }) {
    const { get, put, text = () => number(get()) } = { ...held_by(board, of), ...own };
    const [row, input] = [node("div", "live-scrub"), node("input")];
    Object.assign(input, { type: "range", min, max, step });
    input.setAttribute("aria-label", label);
    const value = node("span", "value");
    row.append(node("span", "", label), input, value);
    board.side.append(row);
    let byHand = false;
    input.addEventListener("pointerdown", () => (byHand = true));
    input.addEventListener("keydown", () => (byHand = false));
    input.addEventListener("input", () => {
      const value = Number(input.value);
      put(snap.find((s) => byHand && Math.abs(s - value) <= near) ?? value);
    });
    board.parts.push(() => {
      // While it is held, the browser has it: a snapped value would tear it from the hand.
      if (Number(input.value) !== get()) input.value = get();
      attribute(input, "aria-valuetext", text());
      write(value, text());
    });
    return row;
  }

  /// A slider in whole degrees.
  function scrub_degrees(board, own) {
    const { get } = { ...held_by(board, own.of), ...own };
    return scrub(board, { step: 1, text: () => `${number(get(), 0)}°`, ...own });
  }

  let choices = 0;

  const name_of = (mistake) => mistake.split(" ")[1];

  /// Right, or one of some mistakes: `wrong` says for each, as "07.2 factors-swapped", what its switch is called. One that
  /// doesn't show everywhere has besides a setting in which it does.
  function choice(board, label, wrong, put = (mistake) => board.put({ mistake })) {
    const group = node("fieldset", "live-choice");
    group.append(node("legend", "", label));
    const name = "live-" + ++choices;
    for (const [mistake, named] of [[null, "right"], ...Object.entries(wrong)]) {
      const [words, there = {}] = [named].flat();
      const value = mistake && name_of(mistake);
      board.mistakes.push(value);
      const [row, input] = [node("label"), node("input")];
      Object.assign(input, { type: "radio", name });
      row.append(input, node("span", "", words));
      if (mistake) row.dataset.mistake = mistake;
      group.append(row);
      input.addEventListener("change", () => {
        put(value);
        for (const [of, end] of Object.entries(there))
          if (["number", "object"].includes(typeof end)) board.glide(of, end);
          else board.put({ [of]: end });
      });
      board.parts.push(() => {
        input.checked = board.state.mistake === value;
      });
    }
    board.side.append(group);
    return group;
  }

  /// A table of numbers. `rows()` gives for each its name, its numbers (each with the name by which a test asks), and a class.
  function table(board, heads, rows, press) {
    const [frame, head] = [node("table", "live-table"), node("tr")];
    head.append(...heads.map((words) => node(words ? "th" : "td", "", words)));
    frame.append(head);
    board.side.append(frame);
    const made = [];
    board.parts.push(() =>
      rows().forEach(({ name, numbers, className = "", digits = 2, none = "no number" }, i) => {
        if (!made[i]) {
          const row = node("tr");
          const title = node(press ? "button" : "span");
          const cells = Object.keys(numbers).map((key) => {
            const cell = node("td");
            cell.dataset.number = key;
            return cell;
          });
          if (press) title.addEventListener("click", () => press(i));
          const first = node(name ? "th" : "td");
          if (name) first.scope = "row";
          first.append(title);
          row.append(first, ...cells);
          frame.append(row);
          made[i] = { row, title, cells };
        }
        attribute(made[i].row, "class", className);
        write(made[i].title, name);
        Object.values(numbers).forEach((value, k) => {
          write(
            made[i].cells[k],
            Number.isNaN(value) ? none : number(value, Array.isArray(digits) ? digits[k] : digits),
          );
        });
      }),
    );
    return frame;
  }

  /// A sentence below the figure. `words()` gives its parts, each a string, or [class, string] for one in a colour.
  function sentence(board, words) {
    const line = node("p", "live-sentence");
    board.main.append(line);
    const fill = () => {
      const parts = words().map((part) => (Array.isArray(part) ? part : ["", part]));
      while (line.children.length > parts.length) line.lastChild.remove();
      parts.forEach(([className, text], i) => {
        const span = line.children[i] ?? line.appendChild(node("span"));
        attribute(span, "class", className);
        write(span, text);
      });
      // It keeps the room for the longest that it has said: what stands below stays where it is.
      if (line.offsetHeight > parseFloat(line.style.minHeight || 0)) line.style.minHeight = `${line.offsetHeight}px`;
    };
    let width = 0;
    new ResizeObserver(() => {
      if (line.clientWidth === width) return;
      width = line.clientWidth;
      line.style.minHeight = "";
      const { mistake } = board.state;
      for (board.state.mistake of [...board.mistakes, mistake]) fill();
    }).observe(line);
    // Who is here by keys, and can't see what changed, hears it once it has come to rest.
    let [last, rests] = ["", 0];
    board.parts.push(() => {
      fill();
      if (last === (last = line.textContent)) return;
      clearTimeout(rests);
      rests = setTimeout(() => document.activeElement === document.body || board.say(last), 800);
    });
    return line;
  }

  return {
    radians,
    degrees,
    identity,
    move,
    scale,
    turn,
    direction,
    point,
    mul,
    inverse,
    add,
    sub,
    times,
    length,
    angle,
    mix,
    clamp,
    even,
    node,
    write,
    attribute,
    load,
    knight,
    number,
    short,
    place,
    figures,
    figure,
    board,
    stage,
    handle,
    scrub,
    scrub_degrees,
    choice,
    name_of,
    table,
    sentence,
  };
})();
