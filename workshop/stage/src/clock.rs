//! A lesson's time.

/// A moment of a lesson's time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moment {
    /// Seconds into the motion.
    pub time: f32,
    /// Seconds since the last update: zero while paused, negative when scrubbed back.
    pub dt: f32,
}

/// The clock behind the transport bar.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    /// Seconds into the motion.
    pub time: f32,
    /// True if time passes.
    pub playing: bool,
    /// Speed, as a multiple of the motion's own.
    pub speed: f32,
    /// True if the motion begins again at its end.
    pub looping: bool,
    /// The motion's length in seconds.
    pub seconds: f32,
    /// The time at the end of the last step: in single precision an hour would be off by hundredths of a second.
    stepped: f64,
}

/// Seconds that one press of an arrow key moves.
pub const NUDGE: f32 = 1.0 / 30.0;

/// Longest pause of the program, in seconds, that is caught up with: the computer may have slept for hours.
///
/// Real time comes from `Instant`, which setting the time of day doesn't move. On Linux it stops while the computer
/// sleeps; other systems differ.
pub const LONGEST_STEP: f32 = 0.25;

/// Longest motion, in seconds: thirty years.
const LONGEST: f32 = 1e9;

impl Clock {
    /// A clock at the start of a motion of so many seconds, which plays, or of none.
    pub fn new(seconds: Option<f32>) -> Self {
        Self {
            time: 0.0,
            playing: seconds.is_some(),
            speed: 1.0,
            looping: true,
            seconds: seconds.unwrap_or(0.0),
            stepped: 0.0,
        }
    }

    /// Lets real time pass, and returns the lesson's new moment. A negative real time, or NaN, lets none pass.
    ///
    /// The new time is between 0 and the motion's length, whatever was set from outside. Without a motion it is 0.
    pub fn step(&mut self, real_seconds: f32) -> Moment {
        let plays = self.playing && self.length() > 0.0;
        let moved = self.time != self.stepped as f32;
        let from = if moved { self.within(f64::from(self.time)) } else { self.stepped };
        let time = from + if plays { self.passes(real_seconds) } else { 0.0 };
        let now = self.within(time);
        if plays && !self.looping {
            self.playing = now == time;
        }
        let dt = if plays && self.looping { time } else { now } - self.stepped;
        (self.time, self.stepped) = (now as f32, now);
        Moment { time: self.time, dt: dt as f32 }
    }

    /// Returns the seconds of the motion that pass in some real time.
    fn passes(&self, real_seconds: f32) -> f64 {
        let passes = f64::from(self.speed) * f64::from(real_seconds.clamp(0.0, LONGEST_STEP));
        if passes.is_finite() { passes } else { 0.0 }
    }

    /// Returns the moment of the motion that is shown at a time. Only while a loop plays, its end is its beginning: a
    /// user who drags the time to the end wants to see the end.
    fn within(&self, time: f64) -> f64 {
        let length = f64::from(self.length());
        if !time.is_finite() || length == 0.0 {
            return 0.0;
        }
        let beyond = time < 0.0 || time > length;
        if self.looping && (self.playing || beyond) {
            time.rem_euclid(length)
        } else {
            time.clamp(0.0, length)
        }
    }

    /// The motion's length in seconds: finite, and 0 if there is none.
    pub fn length(&self) -> f32 {
        if self.seconds > 0.0 { self.seconds.min(LONGEST) } else { 0.0 }
    }

    /// Moves by one small step, and pauses.
    pub fn nudge(&mut self, steps: f32) {
        self.playing = false;
        self.time = self.within(f64::from(self.time + steps * NUDGE)) as f32;
    }

    /// Goes to a moment, limited to the motion, and pauses.
    pub fn scrub(&mut self, time: f32) {
        self.time = time.max(0.0).min(self.length());
        self.playing = false;
    }

    /// Goes to the start as a new clock does: no time passes on the way, so the next step is no jump back.
    pub fn restart(&mut self) {
        (self.time, self.stepped) = (0.0, 0.0);
    }

    /// Plays or pauses. A motion that has ended begins again.
    pub fn toggle(&mut self) {
        self.playing = !self.playing;
        if self.playing && !self.looping && self.time >= self.length() {
            self.time = 0.0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use proptest::test_runner::RngSeed;

    /// Does one thing to a clock, and returns the moment after it.
    fn does(clock: &mut Clock, what: usize, number: f32) -> Moment {
        match what {
            0 | 1 => return clock.step(number),
            2 => clock.scrub(number),
            3 => clock.nudge(number - 1.0),
            4 => clock.toggle(),
            5 => clock.looping = !clock.looping,
            6 => clock.speed = number,
            _ => clock.seconds = number,
        }
        clock.step(0.0)
    }

    /// Draws equal numbers in every run.
    fn seeded() -> ProptestConfig {
        ProptestConfig { rng_seed: RngSeed::Fixed(5), failure_persistence: None, ..ProptestConfig::default() }
    }

    proptest! {
        #![proptest_config(seeded())]

        #[test]
        fn whatever_is_done_time_stays_within_the_motion(
            all in prop::collection::vec((0usize..8, prop_oneof![prop::num::f32::ANY, -1.0f32..3.0, Just(1e9)]), 1..60)
        ) {
            let mut clock = Clock::new(Some(1.0));
            for (what, number) in all {
                let Moment { time, dt } = does(&mut clock, what, number);
                prop_assert!((0.0..=clock.length()).contains(&time), "{what} {number}: {time} {clock:?}");
                prop_assert!(time == clock.time && dt.is_finite(), "{what} {number}: {dt} {clock:?}");
            }
        }

        #[test]
        fn all_steps_together_lead_to_the_time(all in prop::collection::vec((0usize..7, 0.1f32..2.0), 1..100)) {
            let (mut clock, mut sum) = (Clock::new(Some(1.0)), 0.0);
            for (what, number) in all {
                let before = clock.time;
                let Moment { time, dt } = does(&mut clock, what, number);
                sum += f64::from(dt);
                // Except for whole rounds, and for the rounding of every step to seven digits.
                let off = sum - f64::from(time);
                prop_assert!((off - off.round()).abs() < 1e-5, "{what} {number}: {sum} is not {time}");
                if what < 2 && !clock.looping {
                    let played = before + clock.speed * number.min(LONGEST_STEP);
                    prop_assert!(!clock.playing || (time - played).abs() < 1e-6, "{played} is not {time}");
                }
            }
        }
    }

    #[test]
    fn at_the_end_a_loop_begins_again_and_else_the_time_stops() {
        let mut clock = Clock::new(Some(1.0));
        clock.nudge(-1.0);
        assert!(!clock.playing && (clock.time - (1.0 - NUDGE)).abs() < 1e-6);
        (clock.looping, clock.playing) = (false, true);
        clock.step(0.2);
        assert_eq!((clock.time, clock.playing), (1.0, false));
        clock.toggle();
        assert_eq!((clock.time, clock.playing), (0.0, true));
    }

    #[test]
    fn an_hour_on_a_screen_that_stumbles_does_not_drift() {
        let mut clock = Clock::new(Some(8.5));
        let (mut passed, mut sum) = (0.0, 0.0);
        for pace in [60.0, 37.3, 91.7].into_iter().cycle().take(200_000) {
            let dt = 1.0 / pace;
            passed += f64::from(dt);
            sum += f64::from(clock.step(dt).dt);
        }
        let off = (f64::from(clock.time) - passed).rem_euclid(8.5);
        // The time itself is rounded to seven digits.
        assert!(off.min(8.5 - off) < 1e-6, "{off}");
        assert!((sum - passed).abs() < 1e-4, "{sum}");
    }
}
