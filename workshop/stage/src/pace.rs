//! Turns real time into a lesson's steps.

use super::clock::{LONGEST_STEP, Moment};

/// The pace of a lesson's time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pace {
    /// No time passes, but there is a step for every frame.
    Still,
    /// A motion of so many seconds plays, as the transport bar says, with one step for every frame.
    Plays(f32),
    /// Real time passes, with one step for every frame and no transport bar.
    Free,
    /// Real time passes in equal steps, as many as fit, without a transport bar.
    ///
    /// A frame is mostly between two steps: [`Frame::between`](super::Frame::between) tells how far.
    Fixed {
        /// The number of steps in a second.
        hertz: u32,
    },
}

/// The most real time, in seconds, for which a frame runs fixed steps. On a machine that takes longer for
/// them the lesson slows down. If it caught up instead, the next frame would have even more to do.
const LONGEST_CATCH: f64 = 0.1;

/// The fraction of a step that may be missing to a step that is due, since a sixtieth of a second is rounded,
/// and not quite two steps of 1/120 s.
const NEARLY: f64 = 1e-9;

/// The time of a lesson without a transport bar.
#[derive(Clone, Copy, Debug)]
pub struct Pacer {
    hertz: Option<u32>,
    /// The seconds since the lesson began, with [`Pace::Free`].
    passed: f64,
    /// The steps since the lesson began, with [`Pace::Fixed`].
    taken: u64,
    /// The time that no step has used yet, in steps, with [`Pace::Fixed`].
    left: f64,
}

impl Pace {
    /// Returns the seconds of the motion that plays, if one does.
    pub fn seconds(self) -> Option<f32> {
        if let Self::Plays(seconds) = self { Some(seconds) } else { None }
    }

    /// Returns true if the lesson's time is the clock's, and not real time.
    pub fn is_clocks(self) -> bool {
        matches!(self, Self::Still | Self::Plays(_))
    }
}

impl Pacer {
    /// Returns a lesson's time at its beginning.
    pub fn new(pace: Pace) -> Self {
        let hertz = if let Pace::Fixed { hertz } = pace { Some(hertz.max(1)) } else { None };
        Self { hertz, passed: 0.0, taken: 0, left: 0.0 }
    }

    /// Returns the steps for some real time. Take all of them before real time passes again.
    pub fn pass(&mut self, real_seconds: f64) -> impl Iterator<Item = Moment> + use<> {
        let real = if real_seconds > 0.0 { real_seconds } else { 0.0 };
        let (first, count, dt) = match self.hertz {
            None => {
                let dt = real.min(f64::from(LONGEST_STEP));
                self.passed += dt;
                (self.passed, 1, dt)
            }
            Some(hertz) => {
                let dt = 1.0 / f64::from(hertz);
                self.left += real.min(LONGEST_CATCH) * f64::from(hertz);
                let count = (self.left + NEARLY).floor();
                self.left = (self.left - count).max(0.0);
                let first = self.taken + 1;
                self.taken += count as u64;
                (first as f64 * dt, count as u64, dt)
            }
        };
        (0..count).map(move |step| Moment { time: (first + step as f64 * dt) as f32, dt: dt as f32 })
    }

    /// Returns how far the frame is between the last two steps, or 1 if each frame has its own step.
    pub fn between(&self) -> f32 {
        if self.hertz.is_some() { self.left as f32 } else { 1.0 }
    }

    /// Returns the most real time, in seconds, that passes in one call.
    pub fn longest(pace: Pace) -> f64 {
        if matches!(pace, Pace::Fixed { .. }) { LONGEST_CATCH } else { f64::from(LONGEST_STEP) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fixed_steps_fill_real_time_and_what_is_left_tells_where_the_picture_is() {
        let mut pacer = Pacer::new(Pace::Fixed { hertz: 120 });
        let counts: Vec<usize> = (0..600).map(|_| pacer.pass(1.0 / 60.0).count()).collect();
        assert_eq!(counts, vec![2; 600]);
        // Five frames hold twelve steps of 1/144 s, though both are rounded.
        let mut pacer = Pacer::new(Pace::Fixed { hertz: 144 });
        assert_eq!([1.0 / 60.0; 5].map(|seconds| pacer.pass(seconds).count()), [2, 2, 3, 2, 3]);
        let mut pacer = Pacer::new(Pace::Fixed { hertz: 10 });
        assert_eq!((pacer.pass(0.025).next(), pacer.between()), (None, 0.25));
        assert_eq!((pacer.pass(0.1).next(), pacer.between()), (Some(Moment { time: 0.1, dt: 0.1 }), 0.25));
        assert_eq!(pacer.pass(0.075).next(), Some(Moment { time: 0.2, dt: 0.1 }));
    }

    #[test]
    fn a_slow_machine_slows_down_and_never_spirals() {
        // Each step costs 50 ms, as long as six steps: a frame takes a second at most.
        let mut pacer = Pacer::new(Pace::Fixed { hertz: 120 });
        let mut frame = 1.0 / 60.0;
        for _ in 0..100 {
            let taken = pacer.pass(frame).count();
            assert!(taken <= 13, "{taken}");
            frame = 0.05 * taken as f64;
        }
        assert_eq!([3600.0, f64::NAN, -1.0].map(|seconds| pacer.pass(seconds).count()), [12, 0, 0]);
        let mut free = Pacer::new(Pace::Free);
        assert_eq!(free.pass(0.125).next(), Some(Moment { time: 0.125, dt: 0.125 }));
        assert_eq!(free.pass(3600.0).next(), Some(Moment { time: 0.375, dt: 0.25 }));
    }
}
