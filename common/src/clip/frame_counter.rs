//! Counting the frames of a clip, whatever the time between two pictures.

use std::ops::RangeInclusive;

/// Keys a second that modelling programs write by default.
pub const FRAMES_PER_SECOND: f32 = 30.0;

/// Longest step, in seconds; in a longer one there would be too many frames to count.
const LONGEST_STEP: f32 = 1e9;

/// Frames a second that somebody may mean.
const RATES: RangeInclusive<f32> = 1e-3..=1e6;

/// A place in a clip whose frames all take equally long.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FrameCounter {
    /// The frame that is shown, from 0.
    pub frame: usize,
    /// Seconds for which it has been shown: always less than a frame.
    pub left_over: f32,
}

impl FrameCounter {
    /// Lets `dt` seconds pass in a clip of so many frames, so many of them a second, which begins again after its last.
    /// A negative `dt` goes back; NaN changes nothing.
    pub fn advance(&mut self, dt: f32, frames: usize, per_second: f32) {
        if frames == 0 || dt.is_nan() || !RATES.contains(&per_second) {
            return;
        }
        let dt = dt.clamp(-LONGEST_STEP, LONGEST_STEP);
        // TODO 06.1: Let `dt` pass.
        // BEGIN SOLUTION 06.1
        self.left_over += dt;
        let passed = (self.left_over * per_second).floor();
        self.left_over -= passed / per_second;
        let frame = self.frame as i64 + passed as i64;
        self.frame = frame.rem_euclid(frames as i64) as usize;
        // END SOLUTION 06.1
        // STARTER 06.1: let _ = (dt, per_second);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_small_steps_are_one_large_one() {
        let mut small = FrameCounter::default();
        for _ in 0..1000 {
            small.advance(0.01713, 72, 30.0);
        }
        let mut large = FrameCounter::default();
        large.advance(17.13, 72, 30.0);
        assert_eq!(small.frame, large.frame);
        assert_eq!(large.frame, 513 % 72);
        assert!((small.left_over - large.left_over).abs() < 1e-3);
    }

    #[test]
    fn time_may_run_back_and_any_time_may_pass() {
        let mut counter = FrameCounter::default();
        counter.advance(-0.05, 10, 30.0);
        assert_eq!(counter.frame, 8);
        assert!((0.0..1.0 / 30.0).contains(&counter.left_over));
        counter.advance(1e9, 10, 30.0);
        assert!(counter.frame < 10);
        counter.advance(1.0, 0, 30.0);
        assert!(counter.frame < 10);
        for dt in [1e30, f32::INFINITY, f32::NEG_INFINITY, f32::NAN] {
            for per_second in [1e-30, 0.5, 1e6, f32::INFINITY, f32::NAN, -30.0, 0.0] {
                counter.advance(dt, 10, per_second);
                assert!(counter.frame < 10 && counter.left_over.is_finite(), "{dt} at {per_second}");
            }
        }
    }
}
