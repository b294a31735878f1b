//! A scene that plays by itself: who is told what, and when.

use crate::knight::numbered;

/// When it is over, and begins again.
pub const SECONDS: f32 = 9.0;

/// From a time on: a motion, and what is laid over it.
const SCENE: [(f32, &str, Option<usize>); 10] = [
    (0.0, "walk", None),
    (0.8, "walk", Some(1)),
    (2.2, "walk", None),
    (3.0, "run", None),
    // In the midst of the fade:
    (3.2, "jump", None),
    (4.0, "fall", None),
    (4.5, "land", None),
    (5.3, "run", None),
    (6.2, "run", Some(0)),
    (7.2, "walk", None),
];

/// The motion and the layer that are wanted at a time.
pub fn wanted(time: f32) -> (usize, Option<usize>) {
    let begun = SCENE.iter().rev().find(|(begin, ..)| *begin <= time);
    let (_, motion, layer) = begun.unwrap_or(&SCENE[0]);
    (numbered(motion).unwrap_or(0), *layer)
}
