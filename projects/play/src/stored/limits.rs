//! What may be in an arena: a reader and an editor ask the same.

use crate::{Arena, Lamp, Piece, Span, Sphere};
use common::transform::Transform;
use glam::{DVec2, Vec3};
use ground::FARTHEST;
use ground::stored::is_near;
use std::ops::RangeInclusive;

/// How many pieces there may be.
pub const MOST_PIECES: usize = 1000;
/// How many lamps.
pub const MOST_LAMPS: usize = 32;
/// How many dummies.
pub const MOST_DUMMIES: usize = 32;
/// How many spheres, the knight's and a dummy's together.
pub const MOST_SPHERES: usize = 400;
/// How many spans a sphere may have.
pub const MOST_SPANS: usize = 50;
/// How many bytes a name may have.
pub const MOST_NAME: usize = 200;
/// How many bytes a table may have.
pub const MOST_TABLE: usize = 100_000;

/// How many times as large as its model a piece may be, along each axis. A minus mirrors it.
pub const SIZES: RangeInclusive<f32> = 0.01..=100.0;
/// How long a lamp's direction may be, in metres.
pub const DIRECTIONS: RangeInclusive<f32> = 0.01..=1000.0;
/// Half of a lamp's cone, in degrees.
pub const CONES: RangeInclusive<f32> = 0.0..=90.0;
/// How bright a lamp may be, in each of its colours.
pub const COLOURS: RangeInclusive<f32> = 0.0..=20.0;
/// How far a lamp may reach, in metres.
pub const REACHES: RangeInclusive<f32> = 0.1..=200.0;
/// How large a sphere may be, in metres.
pub const RADII: RangeInclusive<f32> = 0.01..=5.0;
/// How far a sphere may be from its joint, along each axis of the joint's frame.
pub const FARTHEST_CENTRE: f32 = 1000.0;
/// When in a clip a span may be, in seconds.
pub const SECONDS: RangeInclusive<f32> = 0.0..=3600.0;

/// Why something cannot be in an arena, in a sentence.
pub trait Wrong {
    /// Nothing, if it can.
    fn wrong(&self) -> Option<String>;
}

impl Wrong for Piece {
    fn wrong(&self) -> Option<String> {
        let Transform { translation, rotation, scale } = self.place;
        wrong_name(&self.name)
            .or_else(|| wrong_name(&self.model))
            .or_else(|| wrong_place(translation))
            .or_else(|| {
                let is_turn = rotation.is_finite() && rotation.is_normalized();
                (!is_turn).then(|| "Its turn is no unit quaternion.".to_owned())
            })
            .or_else(|| {
                let wrong = scale.to_array().into_iter().find(|scale| !SIZES.contains(&scale.abs()));
                wrong.map(|scale| outside("It is", scale, &SIZES, " times its model's size"))
            })
    }
}

impl Wrong for Lamp {
    fn wrong(&self) -> Option<String> {
        let ([inner, outer], length) = (self.cone, self.towards.length());
        let colours = self.colour.to_array();
        wrong_name(&self.name)
            .or_else(|| wrong_place(self.at))
            .or_else(|| beyond("The lamp's direction is", length, &DIRECTIONS, " m long"))
            .or_else(|| {
                self.cone.into_iter().find_map(|half| beyond("Half of the cone is", half, &CONES, "°"))
            })
            .or_else(|| {
                let what = || format!("The inner cone, {inner}°, is wider than the outer one, {outer}°.");
                (inner > outer).then(what)
            })
            .or_else(|| {
                colours.into_iter().find_map(|part| beyond("A part of its colour is", part, &COLOURS, ""))
            })
            .or_else(|| beyond("It reaches", self.reach, &REACHES, " m"))
    }
}

/// A dummy is no more than its place.
impl Wrong for DVec2 {
    fn wrong(&self) -> Option<String> {
        (!is_near(*self)).then(too_far)
    }
}

impl Wrong for Sphere {
    fn wrong(&self) -> Option<String> {
        let is_near = self.centre.abs().cmple(Vec3::splat(FARTHEST_CENTRE)).all();
        let far = || format!("Its centre is too far away: no coordinate may be beyond {FARTHEST_CENTRE}.");
        wrong_name(&self.name)
            .or_else(|| wrong_name(&self.on))
            .or_else(|| (!is_near).then(far))
            .or_else(|| beyond("Its radius is", self.radius, &RADII, " m"))
            .or_else(|| too_many(self.spans.len(), MOST_SPANS, "spans"))
            .or_else(|| self.spans.iter().find_map(Wrong::wrong))
    }
}

impl Wrong for Span {
    fn wrong(&self) -> Option<String> {
        let [from, to] = self.seconds;
        wrong_name(&self.clip)
            .or_else(|| {
                self.seconds.into_iter().find_map(|end| beyond("A span's end is at", end, &SECONDS, " s"))
            })
            .or_else(|| (from > to).then(|| format!("A span ends at {to} s, before it begins, at {from} s.")))
    }
}

/// A sphere and whose it is.
impl Wrong for (usize, Sphere) {
    fn wrong(&self) -> Option<String> {
        self.1.wrong()
    }
}

/// A table is its text; what it says is the affair of those who read it.
impl Wrong for String {
    fn wrong(&self) -> Option<String> {
        too_many(self.len(), MOST_TABLE, "bytes")
    }
}

/// A whole arena: as many of each kind as there may be, and each of them right.
impl Wrong for Arena {
    fn wrong(&self) -> Option<String> {
        let Self { pieces, lamps, dummies, spheres, tables, .. } = self;
        let spheres = || spheres.iter().flatten();
        let named = |name: &str, wrong: Option<String>| wrong.map(|wrong| format!("{name}: {wrong}"));
        too_many(pieces.len(), MOST_PIECES, "pieces")
            .or_else(|| too_many(lamps.len(), MOST_LAMPS, "lamps"))
            .or_else(|| too_many(dummies.len(), MOST_DUMMIES, "dummies"))
            .or_else(|| too_many(spheres().count(), MOST_SPHERES, "spheres"))
            .or_else(|| pieces.iter().find_map(|piece| named(&piece.name, piece.wrong())))
            .or_else(|| lamps.iter().find_map(|lamp| named(&lamp.name, lamp.wrong())))
            .or_else(|| dummies.iter().find_map(|dummy| named("dummy", dummy.wrong())))
            .or_else(|| spheres().find_map(|sphere| named(&sphere.name, sphere.wrong())))
            .or_else(|| tables.iter().find_map(|table| named("table", table.wrong())))
    }
}

/// Why somebody or something cannot be called so.
pub fn wrong_name(name: &str) -> Option<String> {
    if name.trim().is_empty() {
        return Some("It needs a name.".to_owned());
    }
    too_many(name.len(), MOST_NAME, "bytes in a name")
}

/// Why there cannot be so many.
pub fn too_many(count: usize, most: usize, of_what: &str) -> Option<String> {
    (count > most).then(|| format!("{count} {of_what} are too many: {most} are the most."))
}

fn wrong_place(place: Vec3) -> Option<String> {
    let is_near = place.abs().cmple(Vec3::splat(FARTHEST as f32)).all();
    (!is_near).then(too_far)
}

fn too_far() -> String {
    format!("It is too far away: no coordinate may be beyond {FARTHEST} units.")
}

/// What is no number is beyond everything.
fn beyond(what: &str, number: f32, range: &RangeInclusive<f32>, unit: &str) -> Option<String> {
    (!range.contains(&number)).then(|| outside(what, number, range, unit))
}

fn outside(what: &str, number: f32, range: &RangeInclusive<f32>, unit: &str) -> String {
    format!("{what} {number}{unit}, and may be {} to {}{unit}.", range.start(), range.end())
}
