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

    fn clock(looping: bool) -> Clock {
        Clock { looping, ..Clock::new(Some(1.0)) }
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

    /// A call to a clock.
    #[derive(Clone, Copy, Debug)]
    enum ClockCommand {
        Step(f32),
        Scrub(f32),
        Nudge(f32),
        Toggle,
        Speed(f32),
        Loop,
        Seconds(f32),
    }

    impl ClockCommand {
        fn to(self, clock: &mut Clock) -> Moment {
            match self {
                Self::Step(real) => return clock.step(real),
                Self::Scrub(time) => clock.scrub(time),
                Self::Nudge(steps) => clock.nudge(steps),
                Self::Toggle => clock.toggle(),
                Self::Speed(speed) => clock.speed = speed,
                Self::Loop => clock.looping = !clock.looping,
                Self::Seconds(seconds) => clock.seconds = seconds,
            }
            clock.step(0.0)
        }
    }

    /// Returns commands as a user gives them.
    fn usual() -> impl Strategy<Value = ClockCommand> {
        prop_oneof![
            4 => (0.0f32..0.3).prop_map(ClockCommand::Step),
            1 => (-1.0f32..3.0).prop_map(ClockCommand::Scrub),
            1 => prop_oneof![Just(-1.0f32), Just(1.0)].prop_map(ClockCommand::Nudge),
            2 => Just(ClockCommand::Toggle),
            1 => (0.1f32..2.0).prop_map(ClockCommand::Speed),
            1 => Just(ClockCommand::Loop),
        ]
    }

    /// Returns commands that follow from a lesson's mistake.
    fn odd() -> impl Strategy<Value = ClockCommand> {
        let number = || prop_oneof![prop::num::f32::ANY, Just(-1.0), Just(0.0), Just(1e-6), Just(1e9)];
        let commands = [ClockCommand::Step, ClockCommand::Scrub, ClockCommand::Speed, ClockCommand::Seconds];
        (0..commands.len(), number()).prop_map(move |(command, number)| commands[command](number))
    }

    /// Draws equal commands in every run.
    fn seeded() -> ProptestConfig {
        ProptestConfig { rng_seed: RngSeed::Fixed(5), failure_persistence: None, ..ProptestConfig::default() }
    }

    proptest! {
        #![proptest_config(seeded())]

        #[test]
        fn whatever_is_done_time_stays_within_the_motion(commands in prop::collection::vec(prop_oneof![usual(), odd()], 1..60)) {
            let mut clock = clock(true);
            for command in commands {
                let Moment { time, dt } = command.to(&mut clock);
                prop_assert!((0.0..=clock.length()).contains(&time), "{command:?}: {time} {clock:?}");
                prop_assert!(time == clock.time && dt.is_finite(), "{command:?}: {dt} {clock:?}");
            }
        }

        #[test]
        fn all_steps_together_lead_to_the_time(commands in prop::collection::vec(usual(), 1..100)) {
            let mut clock = clock(true);
            let mut sum = 0.0;
            for command in commands {
                let before = clock.time;
                let Moment { time, dt } = command.to(&mut clock);
                sum += f64::from(dt);
                // Except for whole rounds, and for the rounding of every step to seven digits.
                let off = sum - f64::from(time);
                prop_assert!((off - off.round()).abs() < 1e-5, "{command:?}: {sum} is not {time}");
                if let ClockCommand::Step(real) = command && !clock.looping {
                    let played = before + clock.speed * real.min(LONGEST_STEP);
                    prop_assert!(!clock.playing || (time - played).abs() < 1e-6, "{played} is not {time}");
                }
            }
        }
    }

    #[test]
    fn a_computer_that_slept_goes_on_where_it_was() {
        let mut clock = Clock { seconds: 10.0, ..clock(true) };
        clock.step(0.1);
        let Moment { time, dt } = clock.step(3600.0);
        assert!((time - 0.35).abs() < 1e-6 && (dt - LONGEST_STEP).abs() < 1e-6);
    }

    /// At the pace of two screens, and of one that stumbles.
    #[test]
    fn an_hour_does_not_drift() {
        for pace in [[60.0, 60.0, 60.0], [144.0, 144.0, 144.0], [60.0, 37.3, 91.7]] {
            let mut clock = Clock { seconds: 8.5, ..clock(true) };
            let (mut passed, mut sum) = (0.0, 0.0);
            for step in 0.. {
                if passed > 3600.0 {
                    break;
                }
                let dt = 1.0 / pace[step % 3];
                passed += f64::from(dt);
                sum += f64::from(clock.step(dt).dt);
            }
            let off = (f64::from(clock.time) - passed).rem_euclid(8.5);
            // The time itself is rounded to seven digits.
            assert!(off.min(8.5 - off) < 1e-6, "{off}");
            assert!((sum - passed).abs() < 1e-4, "{sum}");
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
