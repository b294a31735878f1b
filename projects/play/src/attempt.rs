//! Times a way through the yard, from the first button to the finish.

use ground::TICK;

/// The ticks that a fall out of the level costs, and a dummy that has not fallen by the end.
pub const FALL_COSTS: u32 = 360;
pub const STANDING_COSTS: u32 = 2400;

/// A way through the yard after a tick.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Attempt {
    /// The ticks since the first button, with all that the way has cost.
    pub ticks: u32,
    /// For each dummy, whether it has fallen once.
    pub fallen: Vec<bool>,
    /// The ticks since he arrived, if he has.
    pub ended: Option<u32>,
}

impl Attempt {
    /// Counts a tick, in which buttons are pressed, he came back from a fall, or he arrives, and these dummies are down.
    /// Before the first button and after the end, nothing counts.
    pub fn step(&mut self, [presses, is_back, arrives]: [bool; 3], down: impl Iterator<Item = bool>) {
        if let Some(ago) = &mut self.ended {
            *ago += 1;
            return;
        }
        if self.ticks == 0 && !presses {
            return;
        }
        self.ticks += 1 + if is_back { FALL_COSTS } else { 0 };
        self.fallen.iter_mut().zip(down).for_each(|(fallen, down)| *fallen |= down);
        if arrives {
            self.ended = Some(0);
            self.ticks += STANDING_COSTS * (self.fallen.len() - self.count()) as u32;
        }
    }

    /// Returns the number of dummies that have fallen.
    pub fn count(&self) -> usize {
        self.fallen.iter().filter(|&&fallen| fallen).count()
    }
}

pub fn seconds(ticks: u32) -> f64 {
    f64::from(ticks) * TICK
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOTHING: [bool; 3] = [false; 3];
    const PRESSES: [bool; 3] = [true, false, false];
    const BACK: [bool; 3] = [false, true, false];
    const ARRIVES: [bool; 3] = [false, false, true];

    /// Returns the ticks of a way, the dummies that have fallen, and whether it has ended, after a tick for each of these. In
    /// those marked, the first of two dummies falls.
    fn after(ticks: &[([bool; 3], bool)]) -> (u32, usize, bool) {
        let mut attempt = Attempt { fallen: vec![false; 2], ..Attempt::default() };
        ticks.iter().for_each(|&(what, falls)| attempt.step(what, [falls, false].into_iter()));
        (attempt.ticks, attempt.count(), attempt.ended.is_some())
    }

    #[test]
    fn the_clock_runs_from_the_first_button_to_the_finish_and_everything_counts_once() {
        for (ticks, wanted) in [
            (&[(NOTHING, true), (BACK, false), (ARRIVES, false)][..], (0, 0, false)),
            (&[(NOTHING, false), (PRESSES, false), (NOTHING, false)], (2, 0, false)),
            (&[(PRESSES, true), (NOTHING, false), (NOTHING, true)], (3, 1, false)),
            (&[(PRESSES, false), (BACK, false)], (2 + FALL_COSTS, 0, false)),
            (&[(PRESSES, true), (ARRIVES, false)], (2 + STANDING_COSTS, 1, true)),
            (&[(PRESSES, false), (ARRIVES, false), (BACK, true)], (2 + 2 * STANDING_COSTS, 0, true)),
        ] {
            assert_eq!(after(ticks), wanted, "{ticks:?}");
        }
    }
}
