//! The buttons that the player presses.

use ground::Controls;

/// The buttons pressed during a tick.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Buttons {
    /// The keys for running, climbing, ducking and jumping.
    pub keys: Controls,
    /// Walks instead of running.
    pub walk: bool,
    /// Strikes with the fist.
    pub punch: bool,
    /// Swings the sword, if it is in the right hand.
    pub swing: bool,
    /// Exchanges the hands of sword and lamp.
    pub exchange: bool,
}

impl Buttons {
    /// Returns buttons that are each the result of a rule for its state in both.
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
