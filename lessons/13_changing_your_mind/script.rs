//! A scene that plays by itself: who is told what, and when.

/// When it is over, and begins again.
pub const SECONDS: f32 = 8.5;

/// From a time on: a motion, and what is laid over it. Pictures come every 60th of a second, and no time here is at one of
/// them: rounding would decide whether it has come.
const SCENE: [(f32, &str, &str); 11] = [
    (0.0, "walk", "nothing"),
    (0.81, "walk", "swing"),
    (2.21, "walk", "nothing"),
    (3.01, "run", "nothing"),
    // In the midst of the fade:
    (3.21, "jump", "nothing"),
    (4.01, "fall", "nothing"),
    (4.29, "land", "nothing"),
    (5.09, "run", "nothing"),
    (5.99, "run", "punch"),
    (6.99, "run", "nothing"),
    // Then he has gone ten metres when it begins again, and the ground is where it was.
    (7.38, "walk", "nothing"),
];

/// The names of the motion and of the layer that are wanted at a time.
pub fn wanted(time: f32) -> (&'static str, &'static str) {
    let begun = SCENE.iter().rev().find(|(begin, ..)| *begin <= time);
    let (_, motion, layer) = begun.unwrap_or(&SCENE[0]);
    (motion, layer)
}
