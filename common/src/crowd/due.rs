//! Turns in which characters are updated: one who is hardly visible waits a few pictures, and then catches up.

/// Largest jump of a joint between two updates, in pixels, that nobody notices.
pub const HARDLY_SEEN: f32 = 1.0;

/// Longest time between two updates, in pictures.
pub const LONGEST: usize = 8;

/// A character's turns: the pictures in which he is updated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Turn {
    /// Number of pictures from one update to the next: 1, 2, 4 or 8.
    pub every: usize,
    /// Time since the last update, in seconds.
    waiting: f32,
}

impl Default for Turn {
    fn default() -> Self {
        Self::every(1)
    }
}

impl Turn {
    /// Turns of one update in `every` pictures.
    pub fn every(every: usize) -> Self {
        Self { every, waiting: 0.0 }
    }

    /// Lets `dt` seconds pass. If it is the character's turn in this picture, returns the time since his last one.
    /// `index` is his index in the crowd, so that those who wait take turns, and each picture has equally many of them:
    /// index 0 has his turn in picture 0, and the next index one picture earlier.
    #[inline]
    pub fn pass(&mut self, dt: f32, picture: usize, index: usize) -> Option<f32> {
        // TODO 20.5: Return what has passed since his last update, if it is his turn; otherwise none, and nothing is lost.
        // BEGIN SOLUTION 20.5
        self.waiting += dt;
        let is_due = (picture + index).is_multiple_of(self.every);
        is_due.then(|| std::mem::take(&mut self.waiting))
        // END SOLUTION 20.5
        // STARTER 20.5: let _ = (picture, index, self.waiting);
        // STARTER 20.5: (self.every == 1).then_some(dt)
    }
}

/// Returns the number of pictures, of `dt` seconds each, from one update of a character to the next: 1, 2, 4 or 8.
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
    fn nobody_loses_time_whoever_waits_and_each_picture_has_as_many() {
        for every in [1, 2, 4, 8] {
            let mut crowd = [(Turn::every(every), 0.0); 64];
            for picture in 0..61 {
                let mut due = 0;
                for (index, (turn, passed)) in crowd.iter_mut().enumerate() {
                    if let Some(dt) = turn.pass(0.25, picture, index) {
                        *passed += dt;
                        due += 1;
                    }
                }
                assert_eq!(due, 64 / every);
            }
            assert!(crowd.iter().all(|(turn, passed)| passed + turn.waiting == 61.0 * 0.25));
        }
    }

    #[test]
    fn who_comes_nearer_waits_no_longer_than_before() {
        for index in 0..8 {
            let mut turn = Turn::every(8);
            let mut pictures = 0;
            for picture in 0..40 {
                turn.every = if picture < 13 { 8 } else { 4 };
                pictures = if turn.pass(0.1, picture, index).is_some() { 0 } else { pictures + 1 };
                assert!(pictures < 8);
            }
            assert!(pictures < 4);
        }
    }

    #[test]
    fn who_is_near_or_fast_is_updated_in_each_picture() {
        let dt = 1.0 / 60.0;
        // At 2 m a second and 30 pixels for a metre, a point moves by a pixel in each picture.
        assert_eq!(
            [1000.0, 31.0, 15.0, 7.0, 3.0, 0.0].map(|pixels| every(2.0, pixels, dt)),
            [1, 1, 2, 4, 8, 8]
        );
        assert_eq!(every(0.0, 1000.0, dt), LONGEST);
        assert_eq!(every(f32::NAN, 1.0, dt), 1);
    }
}
