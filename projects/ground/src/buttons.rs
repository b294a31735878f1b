//! Merges buttons of several moments.

use super::Controls;

/// Buttons that are each up or down.
pub trait ButtonSet: Copy + Default {
    /// Returns each button as a rule makes it from its state in both sets.
    fn merged(self, other: Self, rule: fn(bool, bool) -> bool) -> Self;
}

impl ButtonSet for Controls {
    fn merged(self, other: Self, rule: fn(bool, bool) -> bool) -> Self {
        Self {
            left: rule(self.left, other.left),
            right: rule(self.right, other.right),
            up: rule(self.up, other.up),
            down: rule(self.down, other.down),
            jump: rule(self.jump, other.jump),
        }
    }
}
