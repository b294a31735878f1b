// From time to skin: the knight in space. Which link of the chain is broken when he looks like that?
"use strict";

{
  const { number, short } = live;

  const clips = ["walk", "run", "idle", "swing", "punch", "jump", "fall", "land"];
  /// Every three hundredth corner of his triangles.
  const corners = Array.from({ length: 30 }, (_, i) => 299 * i);
  const in_shader = ["weights-forgotten"];

  /// Of a clip and a time: the places of some of his vertices in the model, as the graphics card has them.
  async function answers([clip, time], mistake) {
    if (!in_shader.includes(mistake)) return space.asked(clips[clip], time, corners, mistake);
    return space.asked(clips[clip], time, corners, null, mistake);
  }

  const wrong = {
    "07.2 no-inverse-bind": ["𝕋⁻¹ left out", { near: 0.65 }],
    "07.2 factors-swapped": "factors exchanged",
    "08.3 weights-forgotten": ["weights forgotten", { near: 0.16 }],
    "02.4 parent-is-the-root": "the root for the parent",
    "10.2 the-long-way": ["the long way round", { clip: "walk", playing: false, time: 0.215 }],
    "12.2 never-wrapped": ["time never wrapped", { clip: "walk", playing: false, time: 1.5 }],
  };

  function mount(box, still) {
    const state = space.begin();
    const board = live.board(box, state, () => scene.draw());
    const scene = space.stage(board, still, {
      mistake: () => (in_shader.includes(state.mistake) ? null : state.mistake),
      code: (shader) => space.filling(shader, in_shader.includes(state.mistake) ? state.mistake : null),
    });

    live.sentence(board, () => {
      const seconds = scene.seconds();
      switch (state.mistake) {
        case "no-inverse-bind":
          return [
            "His vertices are in the model, but each joint takes them for places of its own. So all of them are moved ",
            ["wrong", "once too often"],
            ", and he is pulled apart.",
          ];
        case "factors-swapped":
          return [
            "Each vertex is first moved by its joint and then taken into it. Every part of him turns about ",
            ["wrong", "the model’s origin"],
            ", on the ground between his feet.",
          ];
        case "weights-forgotten":
          return [
            "The shader adds up four whole places. A vertex with a single joint counts ",
            ["wrong", "four times"],
            ", because its unused slots mean joint 0.",
          ];
        case "parent-is-the-root":
          return [
            "A key only says where a joint is in its parent, and each joint takes the root for that. He’s ",
            ["wrong", "one heap"],
            " around the model’s origin.",
          ];
        case "the-long-way":
          return state.clip === "walk"
            ? [
                "Four times in a round two keys of a thigh have opposite signs, first from 0.20 to 0.23 s. There you see ",
                ["wrong", "a leg whirl"],
                " the long way round. Set the speed low.",
              ]
            : ["In this clip all keys of a joint have the same sign, so you see nothing. Take the walk."];
        case "never-wrapped":
          return state.time >= seconds
            ? [`The clip ends at ${short(seconds)} s. Your time goes on, but his pose is `, ["wrong", "the last key’s"], " for ever."]
            : [`Nothing is wrong yet. Wait until ${short(seconds)} s, where the clip ends.`];
      }
      return [
        "He’s ",
        ["blue", `${number(state.time % seconds)} s`],
        " into the clip. Keys give each joint a rotation, the tree takes it to the model, and the shader mixes what his joints say.",
      ];
    });
    space.player(board, clips);
    live.choice(board, "break one link", wrong, (mistake) => {
      board.put({ mistake });
      // From where another mistake has sent him.
      if (state.near < 0.7) board.glide("near", 1);
    });
    return board.figure;
  }

  live.figure("12-knight", { answers, mount });
}
