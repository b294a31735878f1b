//! Buttons that the player presses.

use ground::Controls;

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

impl Buttons {
    /// Returns each button as a rule makes it from its state in both.
    pub fn merged(self, other: Self, rule: fn(bool, bool) -> bool) -> Self {
        let (a, b) = (self.keys, other.keys);
        let keys = Controls {
            left: rule(a.left, b.left),
            right: rule(a.right, b.right),
            up: rule(a.up, b.up),
            down: rule(a.down, b.down),
            jump: rule(a.jump, b.jump),
        };
        Self {
            keys,
            walk: rule(self.walk, other.walk),
            punch: rule(self.punch, other.punch),
            swing: rule(self.swing, other.swing),
            exchange: rule(self.exchange, other.exchange),
        }
    }
}
