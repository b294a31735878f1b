//! Lets characters who are hardly visible wait a few frames for their update, after which they catch up.

/// The largest jump of a joint between two updates, in pixels, that nobody notices.
pub const HARDLY_SEEN: f32 = 1.0;

/// The most frames between two updates.
pub const LONGEST: usize = 8;

/// The frames in which a character is updated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Turn {
    /// The number of frames from one update to the next: 1, 2, 4 or 8.
    pub every: usize,
    /// The time since the last update, in seconds.
    waiting: f32,
}

impl Default for Turn {
    fn default() -> Self {
        Self::every(1)
    }
}

impl Turn {
    /// Returns turns of one update in `every` frames.
    pub fn every(every: usize) -> Self {
        Self { every, waiting: 0.0 }
    }

    /// Lets `dt` seconds pass. If it is the character's turn in this frame, returns the seconds since his
    /// last one. `index` is his index in the crowd, so that each frame has equally many who are due: index 0
    /// has his turn in frame 0, and the next index one frame earlier.
    #[inline]
    pub fn pass(&mut self, dt: f32, frame: usize, index: usize) -> Option<f32> {
        // TODO 21.5: Return what has passed since his last update, if it is his turn; otherwise none, and nothing is lost.
        // BEGIN SOLUTION 21.5
        self.waiting += dt;
        let is_due = (frame + index).is_multiple_of(self.every);
        is_due.then(|| std::mem::take(&mut self.waiting))
        // END SOLUTION 21.5
        // STARTER 21.5: let _ = (frame, index, self.waiting);
        // STARTER 21.5: (self.every == 1).then_some(dt)
    }
}

/// Returns the number of frames, of `dt` seconds each, from one update of a character to the next: 1, 2, 4 or 8.
///
/// `speed` is his fastest joint's in the model, in metres a second; `pixels` the length of a metre on the screen there.
pub fn every(speed: f32, pixels: f32, dt: f32) -> usize {
    let jump = speed * pixels * dt;
    let mut every = LONGEST;
    // NaN counts as visible.
    while every > 1 && (jump.is_nan() || every as f32 * jump > HARDLY_SEEN) {
        every /= 2;
    }
    every
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_loses_time_whoever_waits_and_each_frame_has_as_many() {
        for every in [1, 2, 4, 8] {
            let mut crowd = [(Turn::every(every), 0.0); 64];
            for frame in 0..61 {
                let mut due = 0;
                for (index, (turn, passed)) in crowd.iter_mut().enumerate() {
                    if let Some(dt) = turn.pass(0.25, frame, index) {
                        *passed += dt;
                        due += 1;
                    }
                }
                assert_eq!(due, 64 / every);
            }
            assert!(crowd.iter().all(|(turn, passed)| passed + turn.waiting == 61.0 * 0.25));
        }
    }
}
