//! A scene that plays by itself: requests to the knight, and their times.

use crate::knight::{LAYERS, MOTIONS, numbered};
use crate::scene::Request;

/// Length of the script, after which it begins again.
pub const SECONDS: f32 = 8.5;

/// Requests, each with its start: a motion, the layer over it, and the kind of change. Frames come every 60th of a
/// second, and no start equals one of their times, where rounding would decide which frame shows it first.
const SCENE: [(f32, &str, &str, &str); 13] = [
    (0.0, "walk", "nothing", "blend"),
    (0.81, "walk", "swing", "blend"),
    (2.21, "walk", "nothing", "blend"),
    (3.01, "run", "nothing", "blend"),
    // In the middle of the fade:
    (3.21, "jump", "nothing", "blend"),
    (4.01, "fall", "nothing", "blend"),
    (4.29, "land", "nothing", "blend"),
    (5.09, "run", "nothing", "blend"),
    (5.99, "run", "punch", "blend"),
    (6.99, "run", "nothing", "blend"),
    // So he has gone ten metres when the scene begins again, and the ground repeats.
    (7.38, "walk", "nothing", "blend"),
    (7.83, "walk", "hit", "add"),
    (8.39, "walk", "nothing", "add"),
];

/// Asks what the scene has at a time. A motion that doesn't last is played once.
pub fn ask(time: f32, request: &mut Request) {
    let begun = SCENE.iter().rev().find(|(begin, ..)| *begin <= time);
    let (_, motion, layer, how) = begun.unwrap_or(&SCENE[0]);
    request.added = *how == "add";
    request.layer = LAYERS.iter().position(|other| other == layer);
    let motion = numbered(motion).unwrap_or(0);
    match MOTIONS[motion].looping {
        true => (request.lasting, request.once) = (motion, None),
        false => request.once = Some(motion),
    }
}
