//! Times a way through the yard, from the first button to the finish.

use ground::TICK;

/// The ticks that a fall out of the level costs, and a dummy that has not fallen by the end.
const FALL: u32 = 360;
const STANDS: u32 = 600;

/// A way through the yard after a tick: its time, and what it costs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Attempt {
    /// The ticks since the first button, with those that falls cost.
    ticks: u32,
    has_begun: bool,
    /// For each dummy, whether it has fallen once.
    fallen: Vec<bool>,
    has_ended: bool,
}

/// What has happened in a tick that counts for an attempt.
#[derive(Clone, Copy, Debug, Default)]
pub struct Event {
    /// True if any button is pressed.
    pub presses: bool,
    /// True if the knight came back from a fall out of the level.
    pub is_back: bool,
    /// True if he stands at the finish.
    pub arrives: bool,
}

impl Attempt {
    /// Returns an attempt before its first button.
    pub fn new(dummies: usize) -> Self {
        Self { fallen: vec![false; dummies], ..Self::default() }
    }

    /// Counts a tick, in which these dummies lie or fall. After the end, nothing counts any more.
    pub fn step(&mut self, event: Event, falls: impl Iterator<Item = bool>) {
        self.has_begun |= event.presses;
        if !self.has_begun || self.has_ended {
            return;
        }
        self.ticks += 1 + if event.is_back { FALL } else { 0 };
        self.fallen.iter_mut().zip(falls).for_each(|(fallen, falls)| *fallen |= falls);
        if event.arrives {
            self.has_ended = true;
            self.ticks += STANDS * (self.fallen.len() - self.fallen()) as u32;
        }
    }

    /// Returns true once a button was pressed.
    pub fn has_begun(&self) -> bool {
        self.has_begun
    }

    /// Returns the ticks of the whole way, with all that it costs, if it has ended.
    pub fn ended(&self) -> Option<u32> {
        self.has_ended.then_some(self.ticks)
    }

    /// Returns the seconds so far.
    pub fn seconds(&self) -> f64 {
        seconds(self.ticks)
    }

    /// Returns the number of dummies that have fallen.
    pub fn fallen(&self) -> usize {
        self.fallen.iter().filter(|&&fallen| fallen).count()
    }

    /// Returns the number of all dummies.
    pub fn dummies(&self) -> usize {
        self.fallen.len()
    }
}

/// Returns the seconds of some ticks.
pub fn seconds(ticks: u32) -> f64 {
    f64::from(ticks) * TICK
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRESSES: Event = Event { presses: true, is_back: false, arrives: false };
    const NOTHING: Event = Event { presses: false, ..PRESSES };

    /// Returns an attempt with two dummies after a tick for each event, with those dummies down then.
    fn after(events: &[(Event, [bool; 2])]) -> Attempt {
        let mut attempt = Attempt::new(2);
        events.iter().for_each(|&(event, falls)| attempt.step(event, falls.into_iter()));
        attempt
    }

    #[test]
    fn the_clock_runs_from_the_first_button_on() {
        let attempt = after(&[(NOTHING, [false; 2]), (NOTHING, [true; 2])]);
        assert_eq!(attempt, Attempt::new(2));
        let attempt = after(&[(NOTHING, [false; 2]), (PRESSES, [false; 2]), (NOTHING, [false; 2])]);
        assert_eq!((attempt.has_begun(), attempt.ticks, attempt.ended()), (true, 2, None));
    }

    #[test]
    fn a_dummy_counts_once_and_a_fall_costs_three_seconds() {
        let back = Event { is_back: true, ..NOTHING };
        let attempt = after(&[(PRESSES, [true, false]), (NOTHING, [false; 2]), (back, [true, false])]);
        assert_eq!((attempt.fallen(), attempt.dummies()), (1, 2));
        assert!((attempt.seconds() - 3.0 - 3.0 * TICK).abs() < 1e-9);
    }

    #[test]
    fn at_the_end_who_still_stands_costs_five_seconds_and_then_nothing_counts() {
        let arrives = Event { arrives: true, ..NOTHING };
        let mut attempt = after(&[(PRESSES, [true, false]), (arrives, [false; 2])]);
        assert_eq!(attempt.ended(), Some(2 + STANDS));
        let before = attempt.clone();
        attempt.step(Event { is_back: true, ..arrives }, [true; 2].into_iter());
        assert_eq!(attempt, before);
        assert_eq!(after(&[(PRESSES, [true; 2]), (arrives, [false; 2])]).ended(), Some(2));
    }
}
