//! The part of a clip that is played in a tick.

use super::Span;

/// The greatest fraction of a clip or stride in a tick, beyond which the clip must have begun again.
const LONGEST: f32 = 0.1;

/// The part of a clip that was played in the last tick.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Played {
    clip: String,
    /// The clip's seconds before and after the tick.
    seconds: [f32; 2],
    /// The tick in which the state began that plays it.
    since: u64,
}

impl Played {
    /// Notes the second of a clip at the end of a tick, in a state that began in the tick `since`.
    pub(super) fn note(&mut self, clip: &str, second: f32, since: u64) {
        let before = self.seconds[1];
        let goes_on = self.clip == clip && self.since == since && (second - before).abs() < LONGEST;
        clip.clone_into(&mut self.clip);
        (self.seconds, self.since) = ([if goes_on { before } else { second }, second], since);
    }

    pub fn meets(&self, span: &Span) -> bool {
        let ([from, to], [a, b]) = (span.seconds, self.seconds);
        self.clip == span.clip && from <= a.max(b) && a.min(b) <= to
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_is_met_by_any_part_of_a_tick() {
        let span = Span { clip: "swing".to_owned(), seconds: [0.5, 0.75] };
        for (from, to, meets) in [
            (0.0, 0.49, false),
            (0.49, 0.51, true),
            (0.6, 0.61, true),
            (0.74, 0.8, true),
            (0.76, 0.8, false),
            // Faster than the span is long, and backwards.
            (0.4, 0.9, true),
            (0.9, 0.4, true),
            (0.9, 0.8, false),
            (f32::NAN, f32::NAN, false),
        ] {
            let played = Played { clip: "swing".to_owned(), seconds: [from, to], since: 0 };
            assert_eq!(played.meets(&span), meets, "{from} {to}");
            assert!(!Played { clip: "punch".to_owned(), ..played }.meets(&span));
        }
    }

    #[test]
    fn on_the_way_to_a_new_beginning_nothing_is_played() {
        let mut played = Played::default();
        // A clip goes on, back, round its end and back again; then its state begins anew, and another clip.
        for (clip, second, since, wanted) in [
            ("run", 0.5, 0, [0.5, 0.5]),
            ("run", 0.52, 0, [0.5, 0.52]),
            ("run", 0.51, 0, [0.52, 0.51]),
            ("run", 0.01, 0, [0.01, 0.01]),
            ("run", 0.98, 0, [0.98, 0.98]),
            ("run", 0.97, 9, [0.97, 0.97]),
            ("fall", 0.98, 9, [0.98, 0.98]),
        ] {
            played.note(clip, second, since);
            assert_eq!(played.seconds, wanted, "{clip} {second}");
        }
    }
}
