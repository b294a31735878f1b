//! Lets keys be recorded for players and games.

use super::{Controls, Player};

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

/// Whom keys can be recorded for: a player, or a whole game.
pub trait Recorded: Clone {
    /// Controls that are pressed during a tick.
    type Controls: ButtonSet;

    /// Returns its whole state in bytes. If these are equal, no later tick can tell two of them apart.
    fn to_bytes(&self) -> Vec<u8>;
}

impl Recorded for Player {
    type Controls = Controls;

    fn to_bytes(&self) -> Vec<u8> {
        self.to_bytes()
    }
}

/// Returns a hash of bytes by FNV-1a, to compare states at a glance.
pub fn in_short(bytes: &[u8]) -> u64 {
    let mix = |sum: u64, byte: &u8| (sum ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, mix)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_in_short_are_those_of_the_algorithm() {
        // From the list that its authors give.
        assert_eq!(in_short(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(in_short(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(in_short(b"foobar"), 0x8594_4171_f739_67e8);
    }
}
