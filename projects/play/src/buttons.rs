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
    /// Returns each button as a rule makes it from its state in both.
    pub(super) fn merged(self, other: Self, rule: fn(bool, bool) -> bool) -> Self {
        Self {
            keys: self.keys.merged(other.keys, rule),
            walk: rule(self.walk, other.walk),
            punch: rule(self.punch, other.punch),
            swing: rule(self.swing, other.swing),
            exchange: rule(self.exchange, other.exchange),
        }
    }
}
