//! Controls that were pressed, to be played again.

use super::{Body, Controls, Player};

/// Whom keys can be recorded for: a player, or a whole game.
pub trait Recorded: Clone {
    /// Controls that are pressed during a tick.
    type Controls: Copy;

    /// Returns its whole state in bytes. If these are the same, no later tick can tell two of them apart.
    fn to_bytes(&self) -> Vec<u8>;
}

impl Recorded for Player {
    type Controls = Controls;

    fn to_bytes(&self) -> Vec<u8> {
        self.to_bytes()
    }
}

/// Whom keys were pressed for, and which, tick by tick.
#[derive(Clone, Debug, PartialEq)]
pub struct Recording<P: Recorded = Player> {
    start: P,
    keys: Vec<P::Controls>,
}

impl<P: Recorded> Recording<P> {
    /// Begins with somebody as it is now.
    pub fn new(start: P) -> Self {
        Self { start, keys: Vec::new() }
    }

    /// Notes what is pressed during the next tick.
    pub fn press(&mut self, keys: P::Controls) {
        self.keys.push(keys);
    }

    /// Returns the player before the first tick.
    pub fn start(&self) -> &P {
        &self.start
    }

    /// Returns the number of ticks.
    pub fn ticks(&self) -> usize {
        self.keys.len()
    }

    /// Returns the controls that were pressed during one of its ticks.
    pub fn keys(&self, tick: usize) -> Option<P::Controls> {
        self.keys.get(tick).copied()
    }
}

impl Player {
    /// Returns a player's whole state in bytes. If these are the same, no later tick can tell two players apart.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![self.stance as u8, self.state as u8, self.keys.to_byte(), u8::from(self.rises)];
        let mut add = |number: u64| bytes.extend(number.to_le_bytes());
        add(self.tick);
        add(self.wall.to_bits());
        add(self.ground as u64);
        self.triangles.iter().for_each(|&triangle| add(triangle as u64));
        match self.body {
            Body::Airborne { place, velocity } => {
                add(place.triangle as u64);
                let numbers = [place.at.x, place.at.y, velocity.x, velocity.y];
                numbers.iter().for_each(|number| add(number.to_bits()));
            }
            Body::Supported { support, speed } => {
                [support.edge.triangle, support.edge.edge].iter().for_each(|&index| add(index as u64));
                [support.along, speed].iter().for_each(|number| add(number.to_bits()));
            }
        }
        // Without such chances, there are no bytes for them.
        if (self.coyote_time, self.waits) != (0, 0) {
            bytes.extend([self.coyote_time, self.waits]);
        }
        bytes
    }
}

/// Bytes in short, to compare at a glance (FNV-1a): other bytes have another one, but for an accident.
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
