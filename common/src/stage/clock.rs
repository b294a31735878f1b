//! A lesson's time.

/// What changed since the lesson was last updated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// Seconds into the motion.
    pub time: f32,
    /// Seconds since the last update: zero while paused, negative when scrubbed back.
    pub dt: f32,
}

/// How long a lesson's motion is.
#[derive(Clone, Copy, Debug)]
pub struct Motion {
    /// Seconds until it repeats.
    pub seconds: f32,
    /// Whether it plays when the lesson opens.
    pub plays_at_start: bool,
}

/// The clock behind the transport bar.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    /// Seconds into the motion.
    pub time: f32,
    /// Whether time passes.
    pub playing: bool,
    /// How fast, as a multiple.
    pub speed: f32,
    /// Whether the motion begins again at its end.
    pub looping: bool,
    /// The motion's length in seconds.
    pub seconds: f32,
    /// The time of the last step.
    stepped: f32,
}

/// What one press of an arrow key moves, in seconds.
const NUDGE: f32 = 1.0 / 30.0;

/// A pause of the program longer than this, in seconds, is not caught up with.
const LONGEST_STEP: f32 = 0.25;

impl Clock {
    /// A clock at the start of a motion.
    pub fn new(motion: Option<Motion>) -> Self {
        Self {
            time: 0.0,
            playing: motion.is_some_and(|motion| motion.plays_at_start),
            speed: 1.0,
            looping: true,
            seconds: motion.map_or(0.0, |motion| motion.seconds),
            stepped: 0.0,
        }
    }

    /// Lets real time pass, and returns what it means for the lesson.
    pub fn step(&mut self, real_seconds: f32) -> Step {
        let mut wrapped = 0.0;
        if self.playing && self.seconds > 0.0 {
            let time = self.time + self.speed * real_seconds.clamp(0.0, LONGEST_STEP);
            if self.looping {
                self.time = time.rem_euclid(self.seconds);
                wrapped = time - self.time;
            } else {
                self.time = time.clamp(0.0, self.seconds);
                self.playing = self.time == time;
            }
        }
        let dt = self.time + wrapped - self.stepped;
        self.stepped = self.time;
        Step { time: self.time, dt }
    }

    /// Moves by one small step, and pauses.
    pub fn nudge(&mut self, steps: f32) {
        self.playing = false;
        let time = self.time + steps * NUDGE;
        if self.seconds > 0.0 {
            self.time =
                if self.looping { time.rem_euclid(self.seconds) } else { time.clamp(0.0, self.seconds) };
        }
    }

    /// Goes to a moment, and pauses.
    pub fn scrub(&mut self, time: f32) {
        self.time = time;
        self.playing = false;
    }

    /// Plays or pauses. A motion that has ended begins again.
    pub fn toggle(&mut self) {
        self.playing = !self.playing;
        if self.playing && !self.looping && self.time >= self.seconds {
            self.time = 0.0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(looping: bool) -> Clock {
        let motion = Motion { seconds: 1.0, plays_at_start: true };
        Clock { looping, ..Clock::new(Some(motion)) }
    }

    #[test]
    fn a_loop_goes_on_without_losing_time() {
        let mut clock = clock(true);
        let passed: f32 = (0..10).map(|_| clock.step(0.23).dt).sum();
        assert!((passed - 2.3).abs() < 1e-5);
        assert!((clock.time - 0.3).abs() < 1e-5);
    }

    #[test]
    fn without_a_loop_it_stops_at_the_end() {
        let mut clock = clock(false);
        for _ in 0..10 {
            clock.step(0.23);
        }
        assert_eq!((clock.time, clock.playing), (1.0, false));
        clock.toggle();
        assert_eq!((clock.time, clock.playing), (0.0, true));
    }

    #[test]
    fn scrubbing_and_pausing_show_in_the_step() {
        let mut clock = clock(true);
        clock.step(0.2);
        clock.playing = false;
        assert_eq!(clock.step(0.2).dt, 0.0);
        clock.time = 0.1;
        assert!((clock.step(0.2).dt + 0.1).abs() < 1e-6);
    }

    #[test]
    fn odd_durations_and_steps_do_no_harm() {
        for (seconds, real) in [(0.0, 0.1), (1.0, -5.0), (1.0, 1e9), (1.0, f32::NAN)] {
            let mut clock = Clock { seconds, ..clock(true) };
            let step = clock.step(if real.is_nan() { 0.0 } else { real });
            assert!(step.time.is_finite() && (0.0..=1.0).contains(&step.time));
        }
    }

    #[test]
    fn a_nudge_pauses_and_wraps() {
        let mut clock = clock(true);
        clock.nudge(-1.0);
        assert!(!clock.playing);
        assert!((clock.time - (1.0 - NUDGE)).abs() < 1e-6);
    }
}
