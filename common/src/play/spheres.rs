//! Where spheres are during a tick, and which of them are active.

use super::{Moving, Span, Sphere, Touches};
use crate::course::Problem;
use crate::course::table::{self, FromTable, Table};
use crate::transform::transform_point;
use glam::{Mat4, Vec3};

/// What of a clip is played during a tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Played<'a> {
    /// The clip.
    pub clip: &'a str,
    /// Its seconds at the start and at the end of the tick. They go on past the end of the clip, and before its start.
    pub seconds: [f64; 2],
    /// How long it takes, if it begins again at its end.
    pub period: Option<f64>,
}

impl Played<'_> {
    /// Whether any moment of a span is played: a tick may begin before it and end after it, or go round more than once.
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
    /// Which one.
    pub sphere: &'a Sphere,
    /// How it moves, in the world.
    pub moving: Moving,
    /// Whether it strikes, or can be struck, in this tick.
    pub active: bool,
}

/// Where spheres are during a tick. `world_from` says of a joint or a thing, by its name, where it is at the start and at the
/// end of the tick. What hangs on nothing that is there is left out: so does the sword's, while nobody holds it.
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
    /// Whether it strikes, or can be struck, while this is played. What has no spans can be struck always, and strikes never.
    pub fn is_active(&self, played: &[Played<'_>]) -> bool {
        let in_span = || self.spans.iter().any(|span| played.iter().any(|played| played.meets(span)));
        self.spans.is_empty() && self.touches == Touches::Hurts || in_span()
    }
}

/// The spheres of the knight and of a dummy, from the text of a `spheres.toml`; `file` names it in errors.
pub fn read_spheres(file: &str, text: &str) -> Result<[Vec<Sphere>; 2], Problem> {
    table::read(file, text).map(|Both { knight, dummy }| [knight, dummy])
}

struct Both {
    knight: Vec<Sphere>,
    dummy: Vec<Sphere>,
}

impl FromTable for Both {
    const KEYS: &[&str] = &["knight", "dummy"];

    fn from_table(table: &mut Table<'_>) -> Result<Self, Problem> {
        Ok(Self { knight: table.take("knight")?, dummy: table.take("dummy")? })
    }
}

impl FromTable for Sphere {
    const KEYS: &[&str] = &["name", "on", "centre", "radius", "hits", "spans"];

    fn from_table(table: &mut Table<'_>) -> Result<Self, Problem> {
        Ok(Self {
            name: table.take("name")?,
            on: table.take("on")?,
            centre: Vec3::from_array(table.take("centre")?),
            radius: table.take("radius")?,
            touches: if table.take("hits")? { Touches::Hits } else { Touches::Hurts },
            spans: table.take_if_there("spans")?.unwrap_or_default(),
        })
    }
}

impl FromTable for Span {
    const KEYS: &[&str] = &["clip", "seconds"];

    fn from_table(table: &mut Table<'_>) -> Result<Self, Problem> {
        Ok(Self { clip: table.take("clip")?, seconds: table.take("seconds")? })
    }
}
