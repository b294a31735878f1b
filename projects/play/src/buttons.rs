//! Buttons that the player presses.

use ground::{ButtonSet, Controls};

/// Buttons pressed during a tick.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Buttons {
    /// Keys for running, climbing, ducking and jumping.
    pub keys: Controls,
    /// Walk instead of running.
    pub walk: bool,
    /// Strike with the fist.
    pub punch: bool,
    /// Swing the sword, if it is in the right hand.
    pub swing: bool,
    /// Put the sword into the other hand, and the lamp into this one.
    pub exchange: bool,
}

impl ButtonSet for Buttons {
    fn merged(self, other: Self, rule: fn(bool, bool) -> bool) -> Self {
        Self {
            keys: self.keys.merged(other.keys, rule),
            walk: rule(self.walk, other.walk),
            punch: rule(self.punch, other.punch),
            swing: rule(self.swing, other.swing),
            exchange: rule(self.exchange, other.exchange),
        }
    }
}
