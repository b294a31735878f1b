//! A scene that plays by itself: who is told what, and when.

/// When it is over, and begins again.
pub const SECONDS: f32 = 8.5;

/// From a time on: a motion, and what is laid over it.
const SCENE: [(f32, &str, &str); 11] = [
    (0.0, "walk", "nothing"),
    (0.8, "walk", "swing"),
    (2.2, "walk", "nothing"),
    (3.0, "run", "nothing"),
    // In the midst of the fade:
    (3.2, "jump", "nothing"),
    (4.0, "fall", "nothing"),
    (4.3, "land", "nothing"),
    (5.1, "run", "nothing"),
    (6.0, "run", "punch"),
    (7.0, "run", "nothing"),
    // Then he has gone ten metres when it begins again, and the ground is where it was.
    (7.38, "walk", "nothing"),
];

/// The names of the motion and of the layer that are wanted at a time.
pub fn wanted(time: f32) -> (&'static str, &'static str) {
    let begun = SCENE.iter().rev().find(|(begin, ..)| *begin <= time);
    let (_, motion, layer) = begun.unwrap_or(&SCENE[0]);
    (motion, layer)
}
