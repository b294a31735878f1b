//! Starts and ends of a motion: maps the part of the time that has passed to the part of the motion.

/// A function from 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Easing {
    /// Evenly.
    #[default]
    Linear,
    /// Slowly at both ends.
    Smooth,
    /// Slowly at first.
    In,
    /// Slowly at last.
    Out,
}

impl Easing {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Linear, Self::Smooth, Self::In, Self::Out];

    /// Returns the part of the motion, from 0 to 1, when the part `alpha` of the time has passed.
    pub fn ease(self, alpha: f32) -> f32 {
        match self {
            Self::Linear => alpha,
            Self::Smooth => alpha * alpha * (3.0 - 2.0 * alpha),
            Self::In => alpha * alpha,
            Self::Out => alpha * (2.0 - alpha),
        }
    }
}

/// A number that goes evenly from -1 to 1 in the first half of each period, and back in the second.
pub fn there_and_back(seconds: f32, period: f32) -> f32 {
    let passed = (seconds / period).rem_euclid(1.0);
    if passed < 0.5 { 4.0 * passed - 1.0 } else { 3.0 - 4.0 * passed }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the speed at a moment.
    fn speed(easing: Easing, alpha: f32) -> f32 {
        (easing.ease(alpha + 1e-3) - easing.ease(alpha - 1e-3)) / 2e-3
    }

    #[test]
    fn every_way_starts_at_0_ends_at_1_and_never_turns_back() {
        for easing in Easing::ALL {
            assert_eq!((easing.ease(0.0), easing.ease(1.0)), (0.0, 1.0));
            assert!((1..100u8).all(|i| speed(easing, f32::from(i) / 100.0) > 0.0));
        }
    }

    #[test]
    fn each_is_slow_where_it_says() {
        let ends = |easing| [0.0, 1.0].map(|alpha| speed(easing, alpha) < 0.5);
        let slow = Easing::ALL.map(ends);
        assert_eq!(slow, [[false, false], [true, true], [true, false], [false, true]]);
    }

    #[test]
    fn it_turns_around_without_a_jump() {
        let values = [0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, -0.5].map(|seconds| there_and_back(seconds, 2.0));
        assert_eq!(values, [-1.0, 0.0, 1.0, 0.0, -1.0, 0.0, 1.0, 0.0]);
    }
}
