//! What of a clip goes by in a tick.

use super::Played;

/// What somebody plays, from tick to tick.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Playing {
    clip: String,
    /// Its second before the last tick, and after it.
    seconds: [f64; 2],
    /// How long the clip takes, if it begins again at its end.
    period: Option<f64>,
    /// Since which tick the state is on that plays it.
    since: u64,
}

impl Playing {
    /// Notes what is played after a tick.
    pub fn follow(&mut self, (clip, second): (&str, f32), period: Option<f32>, since: u64) {
        let second = f64::from(second);
        if self.clip == clip && self.since == since {
            // Where the clip is wrapped around, the time goes on.
            let rounds = period.map_or(0.0, |period| {
                let period = f64::from(period);
                if second + 0.5 * period < self.seconds[1] { period } else { 0.0 }
            });
            self.seconds = [self.seconds[1], second + rounds];
        } else {
            clip.clone_into(&mut self.clip);
            self.seconds = [second; 2];
        }
        (self.period, self.since) = (period.map(f64::from), since);
    }

    /// What went by in the last tick.
    pub fn played(&self) -> Option<Played<'_>> {
        let Self { clip, seconds, period, .. } = self;
        (!clip.is_empty()).then_some(Played { clip, seconds: *seconds, period: *period })
    }
}
