//! Places spheres during a tick, and finds which are active.

use super::source::Source;
use super::{Moving, Played, Span, Sphere};
use common::transform::transform_point;
use common::unread::Error;
use course::from_table;
use glam::Mat4;

/// A sphere with its motion during a tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed<'a> {
    /// The sphere as the table has it.
    pub sphere: &'a Sphere,
    /// The motion in world space.
    pub moving: Moving,
    /// True if it strikes, or can be struck, in this tick.
    pub active: bool,
}

/// Returns spheres with their motions during a tick. `world_from` returns the matrices of a joint or prop, by
/// name, at the tick's start and end. Spheres of a missing joint or prop are left out.
pub fn placed<'a>(
    spheres: &'a [Sphere],
    world_from: impl Fn(&str) -> Option<[Mat4; 2]>,
    played: &Played,
) -> Vec<Placed<'a>> {
    let place = |sphere: &'a Sphere| {
        let [from, to] =
            world_from(&sphere.on)?.map(|world| transform_point(world, sphere.centre).as_dvec3());
        let moving = Moving { from, to, radius: sphere.radius.into() };
        // Without spans it can always be struck, and never strikes.
        let in_span = || sphere.spans.iter().any(|span| played.meets(span));
        let active = sphere.spans.is_empty() && !sphere.hits || in_span();
        Some(Placed { sphere, moving, active })
    };
    spheres.iter().filter_map(place).collect()
}

impl Sphere {
    /// Returns the fault in a sphere's numbers, if there is one.
    fn odd(&self) -> Option<&'static str> {
        let in_order = |span: &Span| span.seconds[0] <= span.seconds[1];
        if !(self.radius > 0.0 && self.radius.is_finite() && self.centre.is_finite()) {
            return Some("needs a centre and a radius above 0: give it both in numbers");
        }
        if !self.spans.iter().all(in_order) {
            return Some("has a span that ends before it begins: exchange its seconds");
        }
        let never = self.hits && self.spans.is_empty();
        never.then_some("strikes, but in no span: say in which seconds of which clip")
    }
}

/// Reads the knight's and a dummy's spheres from the text of a `spheres.toml`. `file` names it in errors.
///
/// # Errors
/// If it is no such table, or one of its numbers means nothing.
pub fn read_spheres(file: &str, text: &str) -> Result<[Vec<Sphere>; 2], Error> {
    const ADVICE: &str = "Mend it and save the file.";
    let source = Source { file, text };
    let Both { knight, dummy } = source.read(ADVICE)?;
    let both = [knight, dummy];
    let odd = both.iter().flatten().find_map(|sphere| Some((&sphere.name, sphere.odd()?)));
    match odd {
        Some((name, what)) => Err(source.error(&(0..0), format!("The sphere '{name}' {what}."), ADVICE)),
        None => Ok(both),
    }
}

struct Both {
    knight: Vec<Sphere>,
    dummy: Vec<Sphere>,
}

from_table!(Both { knight, dummy });

from_table!(Sphere { name, on, centre, radius, hits, spans or Vec::new() });

from_table!(Span { clip, seconds });

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_with_a_sphere_is_said_at_its_place() {
        let sphere =
            "[[knight]]\nname = 'fist'\non = 'hand.L'\ncentre = [0, 0, 0]\nradius = 0.1\nhits = true\n";
        let never = format!("dummy = []\n{sphere}");
        for (text, told) in [
            (sphere.to_owned(), "1:1: This cannot be read: missing field `dummy`."),
            (
                format!("{never}spans = [{{ clip = 'punch', second = [0, 1] }}]"),
                "8:28: This cannot be read: unknown field `second`",
            ),
            (never.replace("0.1", "-0.1"), "1:1: The sphere 'fist' needs a centre and a radius above 0"),
            (never.clone(), "1:1: The sphere 'fist' strikes, but in no span"),
            (
                format!("{never}spans = [{{ clip = 'punch', seconds = [0.5, 0.25] }}]"),
                "1:1: The sphere 'fist' has a span that ends before",
            ),
        ] {
            let refused = read_spheres("s.toml", &text).unwrap_err().to_string();
            assert!(refused.starts_with(&format!("s.toml:{told}")), "{text}: {refused}");
        }
    }
}
