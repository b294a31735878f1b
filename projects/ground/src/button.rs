//! The buttons of a player.

/// A set of buttons, those that are pressed during a tick, with a bit for each.
pub type Buttons = u16;

/// Runs to the left.
pub const LEFT: Buttons = 1;
/// Runs to the right.
pub const RIGHT: Buttons = 1 << 1;
/// Climbs up.
pub const UP: Buttons = 1 << 2;
/// Ducks, or climbs down.
pub const DOWN: Buttons = 1 << 3;
/// Jumps, or with `DOWN` drops through what is thin.
pub const JUMP: Buttons = 1 << 4;
/// Walks instead of running.
pub const WALK: Buttons = 1 << 5;
/// Only loses speed along the ground, whatever else is pressed. A game presses it for one who slides.
pub const SLIDE: Buttons = 1 << 6;
/// The first of the bits that are free for a game's own buttons, which move no player.
pub const OTHERS: Buttons = 1 << 7;

/// Returns -1 to the left, 1 to the right, and 0 if neither or both are pressed.
pub fn across(buttons: Buttons) -> f64 {
    f64::from(i8::from(buttons & RIGHT != 0) - i8::from(buttons & LEFT != 0))
}

/// Returns 1 up, -1 down, and 0 if neither or both are pressed.
pub fn climb(buttons: Buttons) -> f64 {
    f64::from(i8::from(buttons & UP != 0) - i8::from(buttons & DOWN != 0))
}
