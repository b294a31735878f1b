// One point of the knight, all the way: from the time to its place. Which of six stages is wrong when it isn't there?
"use strict";

{
  const { node, number, write, attribute, sub, length } = live;
  const { plus, times_point } = space;

  const clips = ["walk", "run", "idle", "swing", "punch", "jump", "fall", "land"];
  /// A vertex at the elbow of his sword arm, which lesson 11 works out by hand.
  const elbow = 642;
  /// It, and every three hundredth corner of his triangles.
  const corners = [elbow, ...Array.from({ length: 30 }, (_, i) => 299 * i)];
  const in_shader = ["weights-forgotten", "first-joint-only"];

  /// A clip in which one key of a joint is turned further, about the joint's own x.
  function with_turned(clip, joint, key, degrees) {
    const turn = space.about([1, 0, 0], degrees);
    const turned = ([times, values]) => [times, values.map((value, i) => (i === key ? space.product(value, turn) : value))];
    return { ...clip, channels: clip.channels.map((all) => (all[0] === joint ? all.with(2, turned(all[2])) : all)) };
  }
  const rotations = ({ channels }, joint) => channels.find(([moved]) => moved === joint)[2];

  /// What all of him goes through: the time in the clip, each joint in its parent, and in the model, and the palette.
  function through(knight, clip, time, mistake) {
    const pose = space.pose(knight, clip, time, mistake);
    const [model, palette] = [space.walk(knight, pose, mistake), space.palette(knight, pose, mistake)];
    return { now: space.wrapped(clip, time, mistake), pose, model, palette };
  }

  /// The four slots of a vertex, each an entry of the palette and its weight. The first may have another share than its own,
  /// and the others then divide the rest as before.
  function slots({ vertices }, corner, share = null) {
    const of = (name) => [...vertices[name].slice(4 * corner, 4 * corner + 4)];
    const [entries, weights] = [of("a_joints"), of("a_weights")];
    const rest = weights[0] < 1 ? (1 - share) / (1 - weights[0]) : 0;
    return entries.map((entry, i) => [entry, share === null ? weights[i] : i ? weights[i] * rest : share]);
  }
  const place_of = ({ vertices }, corner) => [...vertices.a_position.slice(3 * corner, 3 * corner + 3)];

  /// Where the joint of each slot alone would take a vertex, the shares that count, and where it ends up.
  function mixed(knight, palette, corner, slots, mistake) {
    const place = place_of(knight, corner);
    const places = slots.map(([entry]) => times_point(palette.subarray(16 * entry, 16 * entry + 16), place).slice(0, 3));
    const wrong = { "weights-forgotten": [1, 1, 1, 1], "first-joint-only": [1, 0, 0, 0] }[mistake];
    const shares = wrong ?? slots.map(([, weight]) => weight);
    return { places, shares, point: places.reduce((sum, place, i) => plus(sum, place, shares[i]), [0, 0, 0]) };
  }

  /// Of a clip, a time, and by how much the key of his right forearm is turned that holds then: where some vertices end up.
  async function answers([number_of_clip, time, degrees], mistake) {
    const knight = await space.model();
    const clip = knight.clips.find(({ name }) => name === clips[number_of_clip]);
    const forearm = knight.names.indexOf("forearm.R");
    const [key] = space.pair(rotations(clip, forearm)[0], space.wrapped(clip, time));
    const { palette } = through(knight, with_turned(clip, forearm, key, degrees), time, mistake);
    return corners.flatMap((corner) => mixed(knight, palette, corner, slots(knight, corner), mistake).point);
  }

  const wrong = {
    time: { "12.2 never-wrapped": "never wrapped" },
    keys: { "12.1 never-blended": "the key alone", "12.1 seconds-as-part": "seconds taken for α" },
    pose: { "10.2 the-long-way": "the long way round", "12.1 keys-on-the-rest": ["keys on top of the rest", { near: 0.5 }] },
    model: { "02.4 parent-is-the-root": "the root for the parent", "02.4 child-times-parent": "child times parent" },
    palette: { "07.2 no-inverse-bind": "𝕋⁻¹ left out", "07.2 factors-swapped": "factors exchanged" },
    vertex: { "08.3 weights-forgotten": ["weights forgotten", { near: 0.16 }], "08.3 first-joint-only": "the first joint alone" },
  };
  const stages = Object.keys(wrong);
  const label_of = (stage) => (stage === "keys" ? "two keys" : stage);
  /// Of each mistake the stage that has it, and what its switch is called.
  const homes = Object.fromEntries(
    stages.flatMap((stage) => Object.entries(wrong[stage]).map(([named, words]) => [live.name_of(named), [stage, [words].flat()[0]]])),
  );
  const unseen = {
    "never-wrapped": "Let him play on, past the end of his clip.",
    "never-blended": "At a key you see nothing. Go on a little.",
    "seconds-as-part": "At a key you see nothing. Go on a little.",
    "the-long-way": "Go to two keys, and turn one by more than 180°.",
    "first-joint-only": "This point has only one joint. Choose another.",
  };
  const colours = ["orange", "blue", "green", "plain"];

  function mount(box, still, open) {
    const first = { clip: "swing", time: 1.65, corner: elbow, joint: null, key: 0, turned: 0, share: null, open: open || null };
    const state = space.begin({ ...first, turn: -65, tilt: 8, near: 1 });
    const board = live.board(box, state, draw);
    box.classList.add("live-point");
    // The way of the vertex as it's right, and as it's now; and from which stage on all is wrong, behind the last if nothing is.
    let [knight, right, now, first_wrong] = [null, null, null, stages.length];
    let [opened, weighed] = [null, ""];

    // ------------------------------------------------------------ the way of the vertex
    const parents = (joint) => (joint === null ? [] : [...parents(knight.parents[joint]), joint]);
    const used = () => slots(knight, state.corner).flatMap(([, weight], slot) => (weight > 0 ? [slot] : []));
    /// The slots that the shader adds up: one that forgets the weights adds unused ones, too.
    const counted = () => (state.mistake === "weights-forgotten" ? [0, 1, 2, 3] : used());
    const entry_of = (slot) => slots(knight, state.corner)[slot][0];
    const node_of = (slot) => knight.nodes[entry_of(slot)];
    /// From the root to the last joint that moves the vertex.
    const chain = () => parents(Math.max(...used().map(node_of)));
    /// The joint whose keys one sees.
    const joint = () => (state.joint ? knight.names.indexOf(state.joint) : chain().at(-1));
    const clip = () => {
      const clip = knight.clips.find(({ name }) => name === state.clip);
      return state.turned ? with_turned(clip, joint(), state.key, state.turned) : clip;
    };
    function way(mistake) {
      const all = through(knight, clip(), state.time, mistake);
      const [key, alpha] = space.pair(rotations(clip(), joint())[0], all.now, mistake);
      return { ...all, key, alpha, ...mixed(knight, all.palette, state.corner, slots(knight, state.corner, state.share), mistake) };
    }
    const entry = ({ palette }, slot) => [...palette.subarray(16 * entry_of(slot), 16 * entry_of(slot) + 16)];
    /// The vertex after the first of a product's two factors: in its joint.
    const within = ({ model }, slot, mistake) => {
      const first = { "no-inverse-bind": space.identity, "factors-swapped": model[node_of(slot)] }[mistake];
      return times_point(first ?? knight.joints_from_bind[entry_of(slot)], place_of(knight, state.corner));
    };
    const numbers = {
      time: ({ now }) => [now],
      keys: ({ key, alpha }) => [key, alpha],
      pose: ({ pose }) => space.of_transform(pose[joint()]),
      model: ({ model }) => chain().flatMap((joint) => model[joint]),
      palette: (way) => used().flatMap((slot) => entry(way, slot)),
      vertex: ({ shares, point }) => [...shares, ...point],
    };
    const differ = (a, b) => !(Math.abs(a - b) < 1e-5);
    const is_wrong = (stage) => {
      const [ours, theirs] = [now, right].map(numbers[stage]);
      return ours.some((value, i) => differ(value, theirs[i]));
    };
    const off = () => Math.hypot(...plus(now.point, right.point, -1));

    // ------------------------------------------------------------ the picture
    const scene = space.stage(board, still, {
      posed: (knight, time, mistake) => space.pose(knight, clip(), time, mistake),
      mistake: () => (in_shader.includes(state.mistake) ? null : state.mistake),
      code: (shader) => space.filling(shader, in_shader.includes(state.mistake) ? state.mistake : null),
      come: (come) => {
        knight = come;
        board.put({});
      },
    });
    const drawn = (name, className) => {
      const made = document.createElementNS("http://www.w3.org/2000/svg", name);
      attribute(made, "class", className);
      return made;
    };
    const [over, hands] = [drawn("svg", "live-stage over"), drawn("g", "hands")];
    const kinds = ["plain bone", "plain joint", ...colours.flatMap((colour) => [colour, `${colour} small`]), "wrong", "plain ring"];
    const traces = kinds.map((kind) => over.appendChild(drawn("path", `line trace ${kind}`)));
    // Only the bones are below the point: at a bend the other places are close to it.
    over.prepend(...traces.slice(0, 2), hands);
    scene.frame.append(over);
    const path = (places) => places.map((place, i) => `${i ? "L" : "M"}${scene.to(place).map((x) => x.toFixed(1)).join(" ")}`).join("");
    const dots = (places) => places.map((place) => `${path([place])}h0.01`).join("");

    function draw() {
      if (state.open !== opened) [opened, state.playing] = [state.open, state.playing && !state.open];
      if (knight) weigh();
      scene.draw();
      if (!knight || !scene.eye()) return;
      right = way(null);
      now = state.mistake ? way(state.mistake) : right;
      first_wrong = (stages.findIndex(is_wrong) + stages.length + 1) % (stages.length + 1);
      const joints = chain().slice(1).map((joint) => now.model[joint].slice(12, 15));
      const alone = colours.flatMap((_, i) => {
        const slot = counted()[i];
        const has = slot !== undefined && counted().length > 1;
        return has ? [path([now.places[slot], now.point]), dots([now.places[slot]])] : ["", ""];
      });
      const away = differ(off(), 0) ? [path([right.point, now.point]), dots([right.point])] : ["", ""];
      [path(joints), dots(joints), ...alone, ...away].forEach((d, i) => attribute(traces[i], "d", d));
    }

    /// Gives the vertex its share in the picture, and all that are with it at its place.
    function weigh() {
      const wanted = state.share === null ? "" : `${state.corner} ${state.share}`;
      if (wanted === weighed) return;
      weighed = wanted;
      const weights = knight.vertices.a_weights.slice();
      const place = String(place_of(knight, state.corner));
      if (wanted)
        for (let i = 0; i < knight.vertices.count; i++)
          if (String(place_of(knight, i)) === place) slots(knight, i, state.share).forEach(([, weight], k) => (weights[4 * i + k] = weight));
      scene.weigh(weights);
    }

    // ------------------------------------------------------------ choosing a vertex
    /// The vertex at a pixel, or the next one in a direction: of those that face the eye.
    function choose([x, y], is_at) {
      const [places] = scene.points();
      const here = is_at ? [x, y] : scene.to(now.point);
      let [found, least] = [null, Infinity];
      for (let i = 0; i < knight.vertices.count; i++) {
        const place = [...places.subarray(3 * i, 3 * i + 3)];
        const to = sub(scene.to(place), here);
        const away = length(to);
        const [matrix, normal] = [now.palette.subarray(16 * knight.vertices.a_joints[4 * i]), knight.vertices.a_normal.subarray(3 * i, 3 * i + 3)];
        const facing = [0, 1, 2].map((row) => space.dot([0, 4, 8].map((column) => matrix[row + column]), [...normal]));
        const to_eye = plus(scene.eye(), place, -1);
        if (space.dot(facing, to_eye) <= 0) continue;
        const along = is_at ? 1 : (to[0] * (x - here[0]) + to[1] * (y - here[1])) / away;
        if (!is_at && (away < 3 || !(along > 0.6))) continue;
        // Of several at one pixel the nearest to the eye is seen.
        const cost = is_at ? (away < 14 ? 0.1 * away : 20 * away) + 40 * Math.sqrt(space.dot(to_eye, to_eye)) : away * (2 - along);
        if (cost < least) [found, least] = [i, cost];
      }
      if (found !== null) board.put({ corner: found, joint: null, turned: 0, share: null });
    }
    const over_picture = {
      svg: over,
      hands,
      to: ([x, y]) => [x, -y],
      from: ([x, y]) => [x, -y],
      size: () => [over.clientWidth, over.clientHeight],
    };
    let [held, pressed] = [false, null];
    const start = [0, 0];
    hands.addEventListener("pointerdown", () => (held = true));
    hands.addEventListener("keydown", () => (held = false));
    const name_at = (slot) => knight.names[node_of(slot)] + (used().includes(slot) ? "" : ", unused");
    const joint_names = () => used().map(name_at);
    live.handle(board, over_picture, {
      label: "the point; arrows choose another",
      className: "plain",
      min: [0, -4000],
      max: [4000, 0],
      shown: () => Boolean(now),
      at: () => (now ? over_picture.from(scene.to(now.point)) : start),
      get: () => (now ? over_picture.from(scene.to(now.point)) : start),
      put: (place) => (place === start ? board.put({ corner: elbow, joint: null, turned: 0, share: null }) : choose(over_picture.to(place), held)),
      value: (place) => place,
      text: () => (now ? `a point of ${joint_names().join(" and ")}` : ""),
    });
    scene.frame.addEventListener("pointerdown", (event) => (pressed = [event.clientX, event.clientY]));
    scene.frame.addEventListener("click", (event) => {
      const [at, { left, top }] = [[event.clientX, event.clientY], over.getBoundingClientRect()];
      if (now && !event.target.closest(".knob") && pressed && length(sub(at, pressed)) < 5) choose(sub(at, [left, top]), true);
    });

    // ------------------------------------------------------------ what each stage says
    live.sentence(board, () => {
      if (!now) return ["He comes in a moment."];
      if (!state.mistake)
        return [`This point of him follows ${joint_names().join(" and ")}. ${state.open ? "" : "Six stages take it from the time to its place: open one."}`];
      if (first_wrong === stages.length) return [`On this point’s way nothing is wrong yet. ${unseen[state.mistake] ?? ""}`];
      return ["From ", ["wrong", label_of(stages[first_wrong])], " on it’s wrong, and the point is ", ["wrong", `${number(100 * off(), 1)} cm`], " from its place."];
    });
    space.player({ ...board, side: board.side.appendChild(node("div", "live-bar")) }, clips);
    const line = board.side.appendChild(node("div", "live-way"));
    const place = (values) => `(${values.map((value) => number(value)).join(", ")})`;
    const key_time = (key) => rotations(clip(), joint())[0][key];
    const is_last = () => key_time(now.key + 1) === undefined;
    const name = () => knight.names[joint()];

    /// A table whose rows come and go: each a name, its numbers, the right ones, and a colour.
    function table(panel, heads, rows) {
      const made = panel.appendChild(node("table", "live-table"));
      let before = "";
      return () => {
        const cell = (value, i, right) => (differ(value, right[i]) ? `<td class="wrong">≠\u2009${number(value)}</td>` : `<td>${number(value)}</td>`);
        const row = ([name, values, right, colour = ""]) =>
          `<tr><th scope="row" class="${colour}"><span>${name}</span></th>${values.map((value, i) => cell(value, i, right)).join("")}</tr>`;
        const html = `<tr>${heads.map((words) => `<t${words ? "h" : "d"}>${words}</t${words ? "h" : "d"}>`).join("")}</tr>${rows().map(row).join("")}`;
        if (html !== before) made.innerHTML = before = html;
      };
    }
    function joint_choice(panel) {
      const choice = panel.appendChild(node("div", "live-row")).appendChild(node("select"));
      choice.setAttribute("aria-label", "joint");
      choice.addEventListener("change", () => board.put({ joint: choice.value, turned: 0 }));
      return () => {
        const names = chain().slice(1).map((joint) => knight.names[joint]);
        if (choice.textContent !== names.join("")) choice.replaceChildren(...names.map((name) => node("option", "", name)));
        choice.value = name();
      };
    }
    /// Of the last stage: the places of the joints alone, and between them the point, as they are in the picture.
    function drawn_near(stage, ink, wide = 0.8) {
      const shown = counted().map((slot) => now.places[slot]);
      const middle = scene.to(space.times(shown.reduce((sum, place) => plus(sum, place)), 1 / shown.length));
      const flat = (place) => sub(scene.to(place), middle).map((x, i) => (i ? -x : x));
      const most = [0, 1].map((i) => Math.max(...[...shown, now.point].map((place) => Math.abs(flat(place)[i])), 1e-3));
      const at = (place) => live.times(flat(place), Math.min(wide / most[0], 0.5 / most[1]));
      shown.forEach((place) => stage.line([at(place), at(now.point)], "faint thin"));
      shown.forEach((place, i) => {
        stage.dot(at(place), 4, colours[i]);
        if (wide > 1 && length(sub(at(shown[0]), at(shown.at(-1)))) > 0.5) stage.text(at(place), name_at(counted()[i]), `${colours[i]} strong`, [0, at(place)[1] < at(now.point)[1] ? 20 : -20]);
      });
      stage.dot(at(now.point), 5, `ring ${ink}`);
    }
    /// Keys on a line, and the time between the two that count.
    function drawn_keys(stage, wide, ink) {
      const ends = [-0.8 * wide, 0.8 * wide];
      stage.line(ends.map((x) => [x, 0]), "faint thin");
      ends.forEach((x, i) => {
        if (is_last() && i) return;
        stage.areas([[[x - 0.14, 0], [x, 0.14], [x + 0.14, 0], [x, -0.14]]], "blue");
        if (wide > 1) stage.text([x, 0], `key ${now.key + i}: ${number(key_time(now.key + i))} s`, "faint", [i ? -1 : 1, 26]);
      });
      const at = live.mix(...ends, Math.min(now.alpha, 1));
      stage.line([[at, 0.3], [at, -0.3]], ink);
    }
    const pictures = {
      time(stage, ink) {
        const part = now.now / clip().seconds;
        stage.arc([0, 0], 0.55, [0, 360], "faint thin");
        stage.arc([0, 0], 0.55, [90, 90 - 360 * part], `${ink} bone-thin`);
        stage.line([[0, 0], [0.55 * Math.sin(2 * Math.PI * part), 0.55 * Math.cos(2 * Math.PI * part)]], ink);
      },
      keys: (stage, ink) => drawn_keys(stage, 1, ink),
      pose(stage, ink) {
        const angle = 2 * Math.acos(Math.min(Math.abs(now.pose[joint()][1][3]), 1));
        const [from, end] = [[0, -0.35], [0.8, -0.35]];
        stage.line([from, end], "faint thin");
        stage.arc(from, 0.4, [0, live.degrees(angle)], "faint thin");
        stage.line([from, plus(from, [Math.cos(angle), Math.sin(angle)], 0.8)], `${ink} bone-thin`);
      },
      model(stage, ink) {
        const flat = chain().slice(1).map((joint) => [1.3 * (now.model[joint][12] - now.model[joint][14]), 1.6 * (now.model[joint][13] - 1.15)]);
        stage.line(flat, ink);
        flat.forEach((place) => stage.dot(place, 2.5, ink));
      },
      palette(stage, ink) {
        const matrix = entry(now, used()[0]);
        for (let i = 0; i < 12; i++) {
          const value = matrix[4 * (i % 4) + Math.floor(i / 4)];
          stage.dot([0.4 * (i % 4) - 0.6, 0.4 - 0.4 * Math.floor(i / 4)], 1 + 3.5 * Math.min(Math.abs(value), 1), ink);
        }
      },
      vertex: drawn_near,
    };
    /// A stage's own parts, each of which may return what keeps it up to date, and its sentence.
    const inside = {
      time: () => [],
      keys(panel, own) {
        const strip = live.stage(board, [-4, -0.85], [4, 0.4], panel);
        const choice = joint_choice(panel);
        live.scrub_degrees(own, {
          label: "turn the first key by",
          min: -270,
          max: 270,
          get: () => (now && state.key === now.key ? state.turned : 0),
          put: (turned) => now && board.put({ turned, key: now.key, playing: false }),
        });
        return [choice, () => strip.draw(() => drawn_keys(strip, 4, is_wrong("keys") ? "wrong" : "plain"))];
      },
      pose: (panel) => [
        joint_choice(panel),
        table(panel, ["", "x", "y", "z", "w"], () => {
          const values = rotations(clip(), joint())[1];
          const keys = [now.key, now.key + 1].filter((key) => key in values).map((key) => [`key ${key}`, values[key], values[key]]);
          return [...keys, ["mixed", now.pose[joint()][1], right.pose[joint()][1], "orange"]];
        }),
      ],
      model: (panel) => [
        table(panel, ["", "x", "y", "z"], () =>
          chain().map((joint) => [knight.names[joint], ...[now, right].map(({ model }) => model[joint].slice(12, 15))]),
        ),
      ],
      palette: (panel) => [
        table(panel, ["", "x", "y", "z", "1"], () =>
          used().flatMap((slot, i) => [
            [`${state.mistake === "factors-swapped" ? "𝕊v of" : "in"} ${knight.names[node_of(slot)]}`, ...[within(now, slot, state.mistake), within(right, slot)], colours[i]],
            ...[0, 1, 2].map((row) => [row ? "\u00a0" : "its matrix", ...[now, right].map((way) => [0, 4, 8, 12].map((column) => entry(way, slot)[row + column]))]),
          ]),
        ),
      ],
      vertex(panel, own) {
        const near = live.stage(board, [-2.4, -0.7], [2.4, 0.7], panel);
        const fill = table(panel, ["", "weight", "x", "y", "z"], () => [
          ...counted().map((slot, i) => [name_at(slot), ...[now, right].map(({ shares, places }) => [shares[slot], ...places[slot]]), colours[i]]),
          ["mixed", ...[now, right].map(({ shares, point }) => [shares.reduce((sum, share) => sum + share), ...point])],
        ]);
        const share = live.scrub(own, {
          label: "weight of the first",
          get: () => (knight ? slots(knight, state.corner, state.share)[0][1] : 1),
          put: (share) => board.put({ share, playing: false }),
        });
        // A joint alone has all of the weight, and with a mistake in the shader its weight doesn't count.
        const shares = () => (share.style.display = used().length < 2 || in_shader.includes(state.mistake) ? "none" : "");
        return [fill, shares, () => near.draw(() => drawn_near(near, is_wrong("vertex") ? "wrong" : "plain", 1.7))];
      },
    };
    const last_key = () => `Key ${now.key} is the last of ${name()}’s whose time has come`;
    const placed = (ink) => {
      const [move, turn] = now.pose[joint()];
      const angle = live.degrees(2 * Math.acos(Math.min(Math.abs(turn[3]), 1)));
      return [[ink, `${number(angle, 0)}°`], ` from ${name()}’s parent, and `, [ink, `${number(Math.hypot(...move))} m`], " away from it."];
    };
    const standing = (ink) => {
      const last = chain().at(-1);
      return [`${knight.names[last]} stands at `, [ink, place(now.model[last].slice(12, 15))], "."];
    };
    const bound = () => ["", place(place_of(knight, state.corner))];
    /// What a stage does, and what it does instead with each of its mistakes.
    const said = {
      time: (ink) => [`${number(state.time)} s have passed, and a round of his clip takes ${number(clip().seconds)} s. So you’re `, [ink, `${number(now.now)} s`], " into it."],
      "never-wrapped": (ink) => [
        `${number(state.time)} s have passed, and nobody takes whole rounds away. His clip has no key after ${number(clip().seconds)} s, so you’re `,
        [ink, `${number(now.now)} s`],
        " into it.",
      ],
      keys: (ink) =>
        is_last()
          ? [`${last_key()}, and none comes after it. So it holds, with `, [ink, `α = ${number(now.alpha)}`], "."]
          : [`${last_key()}, and from there it’s `, [ink, `α = ${number(now.alpha)}`], " of the way to the next."],
      "never-blended": (ink) => [`${last_key()}, and it alone holds until the next. So it’s always `, [ink, `α = ${number(now.alpha)}`], "."],
      "seconds-as-part": (ink) => [`${last_key()}, and the seconds since then are taken for the part of the way, so `, [ink, `α = ${number(now.alpha)}`], "."],
      pose: (ink) => [now.alpha ? "Slerp makes one rotation of both keys: " : `α is 0, so key ${now.key} counts alone: `, ...placed(ink)],
      "the-long-way": (ink) => ["Slerp doesn’t ask if the two quaternions have opposite signs, and if they do, it goes the long way round. Here it comes to ", ...placed(ink)],
      "keys-on-the-rest": (ink) => ["Both keys say where the joint is in its parent, but they’re put on top of the rest pose, which does so already. That makes ", ...placed(ink)],
      model: (ink) => ["From the root down, each joint’s matrix is its parent’s times its own. ", ...standing(ink)],
      "parent-is-the-root": (ink) => ["Each joint’s matrix is the root’s times its own, and those between don’t count. ", ...standing(ink)],
      "child-times-parent": (ink) => ["From the root down, each joint’s matrix is its own times its parent’s, so the parent’s acts first. ", ...standing(ink)],
      palette: (ink) => ["𝕋⁻¹ takes the point from ", bound(), " in the bind pose into each joint, and 𝕊 takes it out to where that ", first_wrong < 4 ? "is believed to be" : "is now", ". ", [ink, "Both"], " are one matrix."],
      "no-inverse-bind": (ink) => ["Nobody takes the point from ", bound(), " in the bind pose into a joint, so 𝕊 believes that it’s there already. The matrix is ", [ink, "𝕊 alone"], "."],
      "factors-swapped": (ink) => ["𝕊 comes first, and believes that ", bound(), " in the bind pose is in a joint already. Then 𝕋⁻¹ takes into the joint what comes out. ", [ink, "Both"], " are one matrix."],
      vertex: (ink) => ["Each joint says a place, and the shader mixes them by their weights: ", [ink, place(now.point)], "."],
      "weights-forgotten": (ink) => ["Each of four slots says a place, and an unused one says that of joint 0. The shader adds up all of them whole, and comes to ", [ink, place(now.point)], "."],
      "first-joint-only": (ink) => ["The first joint says a place, and the shader takes it as it is, whatever others say: ", [ink, place(now.point)], "."],
    };
    const home = () => homes[state.mistake]?.[0];
    stages.forEach((stage, i) => {
      const [button, panel] = [line.appendChild(node("button")), line.appendChild(node("div", "live-stage-panel"))];
      button.type = "button";
      const small = live.stage(board, [-1, -0.7], [1, 0.7], button);
      const [sign, label] = [button.appendChild(node("span", "sign")), button.appendChild(node("span"))];
      panel.id = `live-${stage}`;
      button.setAttribute("aria-controls", panel.id);
      button.addEventListener("click", () => board.put({ open: state.open === stage ? null : stage }));
      const inner = panel.appendChild(node("div"));
      const own = { ...board, main: inner, side: inner };
      const updates = inside[stage](inner, own);
      live.sentence(own, () => (now && state.open === stage ? said[home() === stage ? state.mistake : stage](i < first_wrong ? "blue" : "wrong") : []));
      const choice = live.choice({ ...board, side: panel }, "now break it", wrong[stage], (mistake) => {
        board.put({ mistake });
        // From where another mistake has sent him.
        if (state.near < 0.7) board.glide("near", 1);
      });
      const elsewhere = choice.appendChild(node("button"));
      elsewhere.type = "button";
      elsewhere.addEventListener("click", () => board.put({ open: home() }));
      board.parts.push(() => {
        const is_open = state.open === stage;
        elsewhere.hidden = !state.mistake || home() === stage;
        if (!elsewhere.hidden) write(elsewhere, `${stages.indexOf(home()) < i ? "←" : "→"} broken at ${label_of(home())}: ${homes[state.mistake][1]}`);
        attribute(button, "aria-expanded", is_open);
        panel.hidden = !is_open;
        const broken = i >= first_wrong;
        write(sign, broken ? "≠ " : "");
        write(label, label_of(stage));
        attribute(button, "class", broken ? "wrong" : "");
        if (!now) return;
        small.draw(() => pictures[stage](small, broken ? "wrong" : "plain"));
        if (is_open) updates.forEach((update) => update());
      });
    });
    return board.figure;
  }

  live.figure("12-point", { answers, mount });
}
