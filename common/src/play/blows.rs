//! What strikes whom.

use super::{Placed, Touches, touch};
use glam::{DVec3, Vec3};
use std::cmp::Ordering;

/// Somebody who strikes or is struck, during a tick.
#[derive(Clone, Debug, PartialEq)]
pub struct Body<'a> {
    /// Its spheres.
    pub spheres: Vec<Placed<'a>>,
    /// The tick in which its state began: what it does now is another blow than what it did before.
    pub since: u64,
}

impl<'a> Body<'a> {
    fn active(&self, touches: Touches) -> impl Iterator<Item = &Placed<'a>> {
        self.spheres.iter().filter(move |placed| placed.active && placed.sphere.touches == touches)
    }
}

/// A blow that was struck.
#[derive(Clone, Debug, PartialEq)]
pub struct Blow {
    /// In which tick.
    pub tick: u64,
    /// At which part of that tick, from 0 to 1.
    pub part: f64,
    /// Which body struck, and which was struck.
    pub bodies: [usize; 2],
    /// The sphere that struck: its name.
    pub by: String,
    /// The sphere that was struck: its name.
    pub on: String,
    /// Where they touched, in the world.
    pub place: Vec3,
    /// Whether it was struck with a sword, or on the head.
    pub hard: bool,
}

/// Finds blows, and remembers which of them have counted: each does so once.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Blows {
    counted: Vec<Counted>,
}

/// Who has struck whom, in which of its states.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
struct Counted {
    striker: usize,
    since: u64,
    target: usize,
}

impl Blows {
    /// The blows of a tick, the earliest first. A body strikes another only once while any of its spheres is active to strike;
    /// when none is, or its state begins anew, the next blow may count.
    pub fn step(&mut self, tick: u64, bodies: &[Body<'_>]) -> Vec<Blow> {
        self.counted.retain(|counted| {
            let striker = bodies.get(counted.striker).filter(|striker| striker.since == counted.since);
            striker.is_some_and(|striker| striker.active(Touches::Hits).next().is_some())
        });
        let mut blows = Vec::new();
        for (striker, by) in bodies.iter().enumerate() {
            for (target, on) in bodies.iter().enumerate().filter(|(target, _)| *target != striker) {
                let counted = Counted { striker, since: by.since, target };
                if self.counted.contains(&counted) {
                    continue;
                }
                if let Some((part, [by, on])) = first_touch(by, on) {
                    self.counted.push(counted);
                    blows.push(blow(tick, part, [striker, target], [by, on]));
                }
            }
        }
        blows.sort_by(|a, b| a.part.total_cmp(&b.part));
        blows
    }

    /// All that it remembers: the same bytes are the same memory.
    pub fn to_bytes(&self) -> Vec<u8> {
        let numbers = |counted: &Counted| [counted.striker as u64, counted.since, counted.target as u64];
        self.counted.iter().flat_map(numbers).flat_map(u64::to_le_bytes).collect()
    }
}

/// The earliest touch of a sphere of one that strikes with one of another that can be struck. Of several at once, it is that
/// of the spheres that are named first.
fn first_touch<'a>(by: &Body<'a>, on: &Body<'a>) -> Option<(f64, [Placed<'a>; 2])> {
    let pairs = by.active(Touches::Hits).flat_map(|by| on.active(Touches::Hurts).map(move |on| [*by, *on]));
    let touches = pairs.filter_map(|pair| Some((touch(&pair[0].moving, &pair[1].moving)?, pair)));
    touches.min_by(|(a, _), (b, _)| a.partial_cmp(b).unwrap_or(Ordering::Equal))
}

fn blow(tick: u64, part: f64, bodies: [usize; 2], [by, on]: [Placed<'_>; 2]) -> Blow {
    let [striking, struck] = [by, on].map(|placed| placed.moving.from.lerp(placed.moving.to, part));
    let towards: DVec3 = striking - struck;
    // Not beyond the centre of what strikes, if that is inside already.
    let place = struck + towards.clamp_length_max(on.moving.radius);
    Blow {
        tick,
        part,
        bodies,
        by: by.sphere.name.clone(),
        on: on.sphere.name.clone(),
        place: place.as_vec3(),
        hard: by.sphere.on == SWORD || on.sphere.on == HEAD,
    }
}

/// A blow is hard with this thing, and on this joint.
const SWORD: &str = "sword";
const HEAD: &str = "head";
