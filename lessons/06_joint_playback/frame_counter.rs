//! Counting the frames of a clip, whatever the time between two pictures.

/// Longest step, in seconds; in a longer one there would be too many frames to count.
const LONGEST_STEP: f32 = 1e9;

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
        if frames == 0 || dt.is_nan() {
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
