//! Chance that a seed decides, alike on every machine.

use glam::{DQuat, DVec3, DVec4};

/// An endless row of numbers, of which none tells the next: splitmix64.
pub struct Chance(u64);

impl Chance {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// Returns a whole number from 0 to below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    /// Returns a number between two others.
    pub fn between(&mut self, from: f64, to: f64) -> f64 {
        // As many bits as a number between 0 and 1 keeps.
        from + (to - from) * (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    pub fn vector(&mut self, from: f64, to: f64) -> DVec3 {
        DVec3::from_array([0; 3].map(|_| self.between(from, to)))
    }

    /// Returns a turn by an angle between two others, about an axis of which none is likelier than another.
    pub fn turn(&mut self, from: f64, to: f64) -> DQuat {
        loop {
            let inside = self.vector(-1.0, 1.0);
            if (0.1..1.0).contains(&inside.length()) {
                return DQuat::from_axis_angle(inside.normalize(), self.between(from, to));
            }
        }
    }

    /// Returns a rotation, none of them likelier than another.
    pub fn rotation(&mut self) -> DQuat {
        loop {
            let four = DVec4::from_array([0; 4].map(|_| self.between(-1.0, 1.0)));
            // Beyond the ball the corners of the box are, where rotations would crowd.
            if (0.1..1.0).contains(&four.length()) {
                return DQuat::from_vec4(four.normalize());
            }
        }
    }

    /// Returns an order of `n` things that isn't the one they have, unless there's only that.
    pub fn order(&mut self, n: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..n).collect();
        while n > 1 && order.is_sorted() {
            (1..n).for_each(|last| order.swap(last, self.below(last + 1)));
        }
        order
    }
}
