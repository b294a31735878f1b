//! Finds hits of striking spheres on bodies.

use super::{Placed, SWORD, touch};
use glam::{DVec3, Vec3};
use std::cmp::Ordering;

/// A character that strikes or is struck, during a tick.
#[derive(Clone, Debug, PartialEq)]
pub struct Body<'a> {
    pub spheres: Vec<Placed<'a>>,
    /// The tick in which its state began, since a new state can hit again.
    pub since: u64,
}

impl<'a> Body<'a> {
    /// Returns the spheres that strike now, or those that can be struck.
    fn active(&self, hits: bool) -> impl Iterator<Item = &Placed<'a>> {
        self.spheres.iter().filter(move |placed| placed.active && placed.sphere.hits == hits)
    }
}

/// A hit of one body on another.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    pub tick: u64,
    /// The fraction of that tick at which they touched, from 0 to 1.
    pub part: f64,
    /// The indices of the striker and of the body that was struck.
    pub bodies: [usize; 2],
    /// The name of the sphere that struck.
    pub by: String,
    /// The name of the sphere that was struck.
    pub on: String,
    /// The place of the touch in world space.
    pub place: Vec3,
    /// True if the sword struck, or a head struck or was struck.
    pub hard: bool,
}

/// Finds hits, and remembers those that have counted, since each counts once.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Hits {
    counted: Vec<Counted>,
}

/// A hit that has counted, as its striker, the tick in which the striker's state began, and its target.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
struct Counted {
    striker: usize,
    since: u64,
    target: usize,
}

impl Hits {
    /// Returns the hits of a tick, the earliest first. A body strikes another only once while any of its
    /// striking spheres is active; when none is, or its state begins again, the next hit may count.
    pub fn step(&mut self, tick: u64, bodies: &[Body<'_>]) -> Vec<Hit> {
        self.counted.retain(|counted| {
            let striker = bodies.get(counted.striker).filter(|striker| striker.since == counted.since);
            striker.is_some_and(|striker| striker.active(true).next().is_some())
        });
        let mut hits = Vec::new();
        for (striker, by) in bodies.iter().enumerate() {
            for (target, on) in bodies.iter().enumerate().filter(|(target, _)| *target != striker) {
                let counted = Counted { striker, since: by.since, target };
                if self.counted.contains(&counted) {
                    continue;
                }
                if let Some((part, [by, on])) = first_touch(by, on) {
                    self.counted.push(counted);
                    hits.push(hit(tick, part, [striker, target], [by, on]));
                }
            }
        }
        hits.sort_by(|a, b| a.part.total_cmp(&b.part));
        hits
    }
}

/// Returns the earliest touch of a striking sphere with one that can be struck, and if several are first,
/// that of the spheres named first.
fn first_touch<'a>(by: &Body<'a>, on: &Body<'a>) -> Option<(f64, [Placed<'a>; 2])> {
    let pairs = by.active(true).flat_map(|by| on.active(false).map(move |on| [*by, *on]));
    let touches = pairs.filter_map(|pair| Some((touch(&pair[0].moving, &pair[1].moving)?, pair)));
    touches.min_by(|(a, _), (b, _)| a.partial_cmp(b).unwrap_or(Ordering::Equal))
}

fn hit(tick: u64, part: f64, bodies: [usize; 2], [by, on]: [Placed<'_>; 2]) -> Hit {
    let [striking, struck] = [by, on].map(|placed| placed.moving.from.lerp(placed.moving.to, part));
    let towards: DVec3 = striking - struck;
    // Not beyond the centre of what strikes, if that is inside already.
    let place = struck + towards.clamp_length_max(on.moving.radius);
    Hit {
        tick,
        part,
        bodies,
        by: by.sphere.name.clone(),
        on: on.sphere.name.clone(),
        place: place.as_vec3(),
        hard: by.sphere.on == SWORD || by.sphere.on == HEAD || on.sphere.on == HEAD,
    }
}

/// The joint by which and at which every hit is hard.
const HEAD: &str = "head";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Moving, Sphere};
    use glam::dvec3;

    fn sphere(name: &str, on: &str, hits: bool) -> Sphere {
        Sphere { name: name.into(), on: on.into(), centre: Vec3::ZERO, radius: 0.5, hits, spans: Vec::new() }
    }

    /// Returns a sphere that moves along x.
    fn along(sphere: &Sphere, from: f64, to: f64) -> Placed<'_> {
        let [from, to] = [from, to].map(|x| dvec3(x, 0.0, 0.0));
        Placed { sphere, moving: Moving { from, to, radius: sphere.radius.into() }, active: true }
    }

    fn body(spheres: Vec<Placed<'_>>) -> Body<'_> {
        Body { spheres, since: 0 }
    }

    #[test]
    fn the_earliest_touch_counts_and_hits_come_in_order() {
        let fist = sphere("fist", "hand.L", true);
        let (head, chest) = (sphere("head", "head", false), sphere("chest", "chest", false));
        let near = body(vec![along(&head, 4.0, 4.0), along(&chest, 2.0, 2.0)]);
        let nearer = body(vec![along(&head, 1.0, 1.0)]);
        let striker = body(vec![along(&fist, -5.0, 5.0)]);
        let hits = Hits::default().step(0, &[near, striker, nearer]);
        let told: Vec<_> = hits.iter().map(|hit| (hit.bodies, hit.on.as_str(), hit.hard)).collect();
        assert_eq!(told, [([1, 2], "head", true), ([1, 0], "chest", false)]);
    }

    #[test]
    fn a_swing_strikes_a_target_once() {
        let (upper, lower) = (sphere("upper", "sword", true), sphere("lower", "sword", true));
        let chest = sphere("chest", "chest", false);
        let mut hits = Hits::default();
        // For each tick: the active part of the blade, its place, and the start of its state.
        let mut count = |active: [bool; 2], at: f64, since| {
            let blade = [&upper, &lower].into_iter().zip(active);
            let spheres = blade.map(|(sphere, active)| Placed { active, ..along(sphere, at, at) }).collect();
            hits.step(0, &[Body { spheres, since }, body(vec![along(&chest, 0.0, 0.0)])]).len()
        };
        assert_eq!(count([true, false], 3.0, 0), 0);
        assert_eq!(count([true, false], 0.9, 0), 1);
        assert_eq!(count([true, true], 0.0, 0), 0);
        // It goes out and comes back; it is the same swing.
        assert_eq!(count([false, true], 3.0, 0), 0);
        assert_eq!(count([false, true], 0.5, 0), 0);
        // The state begins again.
        assert_eq!(count([true, true], 0.5, 9), 1);
        assert_eq!(count([true, true], 0.5, 9), 0);
        // The span ends, and the next begins.
        assert_eq!(count([false, false], 0.5, 9), 0);
        assert_eq!(count([true, true], 0.5, 9), 1);
    }
}
