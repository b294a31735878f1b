//! Part of a clip that is played in a tick.

use super::hero::Move;
use super::{Played, StateMachine};
use common::clip;

/// Clip of a character, from tick to tick.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Playing {
    clip: String,
    /// Its second before the last tick, and after it.
    seconds: [f64; 2],
    /// Duration of the clip, if it begins again at its end.
    period: Option<f64>,
    /// Since which tick the state is on that plays it.
    since: u64,
}

impl Playing {
    /// Notes what is played after a tick, in the state that is on.
    pub fn follow(&mut self, clips: &clip::Mixer<Move>, machine: &StateMachine) {
        if let Some(source) = clips.source() {
            self.note(source.playing(), source.period(), machine.since());
        }
    }

    fn note(&mut self, (clip, second): (&str, f32), period: Option<f32>, since: u64) {
        let goes_on = self.clip == clip && self.since == since;
        let before = if goes_on { self.seconds[1] } else { second.into() };
        clip.clone_into(&mut self.clip);
        self.seconds = [before, second.into()];
        (self.period, self.since) = (period.map(f64::from).filter(|period| *period > 0.0), since);
    }

    /// Returns the part that was played in the last tick.
    pub fn played(&self) -> Option<Played<'_>> {
        let Self { clip, seconds: [from, to], period, .. } = self;
        // After a loop's end the time goes on: take the shorter of the two ways round.
        let wrapped = period.map_or(0.0, |period| period * ((from - to) / period).round());
        (!clip.is_empty()).then_some(Played { clip, seconds: [*from, to + wrapped], period: *period })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the seconds played in each of some ticks, given the times of a clip of 1 s at their ends.
    fn passed<const N: usize>(period: Option<f32>, ticks: [(f32, u64); N]) -> [f64; N] {
        let mut playing = Playing::default();
        ticks.map(|(second, since)| {
            playing.note(("clip", second), period, since);
            let [from, to] = playing.played().unwrap().seconds;
            to - from
        })
    }

    #[test]
    fn what_loops_goes_on_in_every_round_ahead_and_back() {
        let ahead = [0.5, 0.75, 0.0, 0.25, 0.5, 0.75, 0.0, 0.25].map(|second| (second, 0));
        assert_eq!(passed(Some(1.0), ahead), [0.0, 0.25, 0.25, 0.25, 0.25, 0.25, 0.25, 0.25]);
        let back = [0.25, 0.0, 0.75, 0.5, 0.25, 0.0, 0.75].map(|second| (second, 0));
        assert_eq!(passed(Some(1.0), back), [0.0, -0.25, -0.25, -0.25, -0.25, -0.25, -0.25]);
    }

    #[test]
    fn what_does_not_loop_or_begins_anew_does_not_go_round() {
        assert_eq!(passed(None, [(0.75, 0), (0.0, 0), (1.0, 0)]), [0.0, -0.75, 1.0]);
        assert_eq!(passed(Some(0.0), [(0.0, 0), (0.0, 0)]), [0.0, 0.0]);
        // A state that begins again starts at its own time: nothing was played on the way there.
        assert_eq!(passed(None, [(0.75, 0), (0.25, 9), (0.5, 9)]), [0.0, 0.0, 0.25]);
    }
}
