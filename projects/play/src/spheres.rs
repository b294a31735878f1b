//! Places of spheres during a tick, and which of them are active.

use super::{Moving, Span, Sphere, Touches};
use common::transform::transform_point;
use course::Problem;
use course::from_table;
use course::table;
use course::table::serde_core::{Deserialize, Deserializer};
use glam::Mat4;

/// Part of a clip that is played during a tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Played<'a> {
    /// The clip.
    pub clip: &'a str,
    /// Its seconds at the start and at the end of the tick. They go on past the end of the clip, and before its start.
    pub seconds: [f64; 2],
    /// Duration of the clip, if it begins again at its end.
    pub period: Option<f64>,
}

impl Played<'_> {
    /// Returns true if any moment of a span is played: a tick may begin before it and end after it, or go round more than once.
    pub fn meets(&self, span: &Span) -> bool {
        if span.clip != self.clip {
            return false;
        }
        let [from, to] = span.seconds.map(f64::from);
        let [a, b] = self.seconds;
        let [first, last] = [a.min(b), a.max(b)];
        match self.period {
            Some(period) if period > 0.0 => {
                // The first time that the span ends at `first` or later: has it begun at `last`?
                let round = ((first - to) / period).ceil();
                from <= to && from + round * period <= last
            }
            _ => from <= last && first <= to,
        }
    }
}

/// A sphere during a tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed<'a> {
    /// Sphere that is placed.
    pub sphere: &'a Sphere,
    /// Motion in the world.
    pub moving: Moving,
    /// True if it strikes, or can be struck, in this tick.
    pub active: bool,
}

/// Returns the places of spheres during a tick. `world_from` gives the matrices of a joint or a thing, by its name, at
/// the start and at the end of the tick. Spheres of a missing joint or thing are left out.
pub fn placed<'a>(
    spheres: &'a [Sphere],
    world_from: impl Fn(&str) -> Option<[Mat4; 2]>,
    played: &[Played<'_>],
) -> Vec<Placed<'a>> {
    let place = |sphere: &'a Sphere| {
        let [from, to] =
            world_from(&sphere.on)?.map(|world| transform_point(world, sphere.centre).as_dvec3());
        let moving = Moving { from, to, radius: sphere.radius.into() };
        Some(Placed { sphere, moving, active: sphere.is_active(played) })
    };
    spheres.iter().filter_map(place).collect()
}

impl Sphere {
    /// Returns true if it strikes, or can be struck, while this is played. Without spans it can always be struck, and
    /// never strikes.
    pub fn is_active(&self, played: &[Played<'_>]) -> bool {
        let in_span = || self.spans.iter().any(|span| played.iter().any(|played| played.meets(span)));
        self.spans.is_empty() && self.touches == Touches::Hurts || in_span()
    }

    /// Returns the fault in its numbers, if there is one.
    fn odd(&self) -> Option<&'static str> {
        let in_order = |span: &Span| span.seconds[0] <= span.seconds[1];
        if !(self.radius > 0.0 && self.radius.is_finite() && self.centre.is_finite()) {
            return Some("needs a centre and a radius above 0: give it both in numbers");
        }
        if !self.spans.iter().all(in_order) {
            return Some("has a span that ends before it begins: exchange its seconds");
        }
        let never = self.touches == Touches::Hits && self.spans.is_empty();
        never.then_some("strikes, but in no span: say in which seconds of which clip")
    }
}

/// The spheres of the knight and of a dummy, from the text of a `spheres.toml`; `file` names it in errors.
pub fn read_spheres(file: &str, text: &str) -> Result<[Vec<Sphere>; 2], Problem> {
    let Both { knight, dummy } = table::read(file, text)?;
    let both = [knight, dummy];
    let odd = both.iter().flatten().find_map(|sphere| Some((&sphere.name, sphere.odd()?)));
    match odd {
        Some((name, what)) => Err(Problem::of(file, format!("the sphere '{name}' {what}"))),
        None => Ok(both),
    }
}

struct Both {
    knight: Vec<Sphere>,
    dummy: Vec<Sphere>,
}

from_table!(Both { knight, dummy });

from_table!(Sphere { name, on, centre, radius, touches: "hits", spans or Vec::new() });

impl<'de> Deserialize<'de> for Touches {
    fn deserialize<D: Deserializer<'de>>(hits: D) -> Result<Self, D::Error> {
        Ok(if bool::deserialize(hits)? { Self::Hits } else { Self::Hurts })
    }
}

from_table!(Span { clip, seconds });

#[cfg(test)]
mod tests {
    use super::*;

    fn span(from: f32, to: f32) -> Span {
        Span { clip: "swing".to_owned(), seconds: [from, to] }
    }

    fn played(from: f64, to: f64, period: Option<f64>) -> Played<'static> {
        Played { clip: "swing", seconds: [from, to], period }
    }

    #[test]
    fn a_span_is_met_by_any_part_of_a_tick() {
        let span = span(0.5, 0.75);
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
            (f64::NAN, f64::NAN, false),
        ] {
            assert_eq!(played(from, to, None).meets(&span), meets, "{from} {to}");
        }
        assert!(!Played { clip: "punch", ..played(0.6, 0.6, None) }.meets(&span));
    }

    #[test]
    fn what_loops_meets_it_in_every_round() {
        let (early, late) = (span(0.0, 0.25), span(0.75, 1.0));
        for (from, to, meets) in [
            (0.5, 0.7, [false, false]),
            (0.9, 1.1, [true, true]),
            (1.3, 1.7, [false, false]),
            (7.1, 7.2, [true, false]),
            (-0.2, -0.1, [false, true]),
            (-0.6, -0.5, [false, false]),
            // More than a round in one tick.
            (0.5, 3.0, [true, true]),
        ] {
            let played = played(from, to, Some(1.0));
            assert_eq!([&early, &late].map(|span| played.meets(span)), meets, "{from} {to}");
        }
        // A clip without a duration does not move.
        assert!(played(0.1, 0.1, Some(0.0)).meets(&early));
    }

    #[test]
    fn what_is_wrong_with_a_sphere_is_said_at_its_place() {
        let sphere =
            "[[knight]]\nname = 'fist'\non = 'hand.L'\ncentre = [0, 0, 0]\nradius = 0.1\nhits = true\n";
        let refused = |text: &str| read_spheres("s.toml", text).unwrap_err().to_string();
        assert_eq!(refused(sphere), "s.toml:1:1: missing field `dummy`");
        let spans = format!("dummy = []\n{sphere}spans = [{{ clip = 'punch', second = [0, 1] }}]");
        assert_eq!(refused(&spans), "s.toml:8:28: unknown field `second`, expected `clip` or `seconds`");
        let radius = format!("dummy = []\n{}", sphere.replace("0.1", "-0.1"));
        let wants = "needs a centre and a radius above 0: give it both in numbers";
        assert_eq!(refused(&radius), format!("s.toml: the sphere 'fist' {wants}"));
        let never = format!("dummy = []\n{sphere}");
        assert!(refused(&never).starts_with("s.toml: the sphere 'fist' strikes, but in no span"));
        let turned = format!("{never}spans = [{{ clip = 'punch', seconds = [0.5, 0.25] }}]");
        assert!(refused(&turned).starts_with("s.toml: the sphere 'fist' has a span that ends before"));
    }
}
