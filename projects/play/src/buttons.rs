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
    /// Swing what the right hand holds.
    pub swing: bool,
    /// Take up the prop here, or drop the one in the right hand.
    pub take: bool,
    /// Put the sword into the other hand, and the lamp into this one.
    pub exchange: bool,
}

impl Buttons {
    /// A bit for each button.
    pub fn to_bits(self) -> u16 {
        let own = [self.walk, self.punch, self.swing, self.take, self.exchange];
        let own = own.iter().zip(8..).map(|(&button, bit)| u16::from(button) << bit);
        u16::from(self.keys.to_byte()) | own.sum::<u16>()
    }

    /// Bits that mean nothing are overlooked.
    pub fn from_bits(bits: u16) -> Self {
        let [keys, own] = bits.to_le_bytes();
        let [walk, punch, swing, take, exchange] = [0, 1, 2, 3, 4].map(|bit| own >> bit & 1 == 1);
        Self { keys: Controls::from_byte(keys), walk, punch, swing, take, exchange }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buttons_come_back_from_their_bits() {
        for bits in 0..=u16::MAX {
            let kept = bits & 0b1_1111_0001_1111;
            assert_eq!(Buttons::from_bits(bits).to_bits(), kept);
        }
    }
}
