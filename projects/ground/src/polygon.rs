//! Polygons that can be ground, and shapes that a player can have.

use super::{FARTHEST, LARGEST, convex_pieces, edges, on_grid, side};
use glam::{DVec2, dvec2};
use serde::{Deserialize, Serialize};

/// A polygon with an inside, which need not be convex. It is counter-clockwise, edges meet only at common
/// corners, no corner is on the line through its neighbours, and all are on the grid.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Vec<DVec2>", into = "Vec<DVec2>")]
pub struct Polygon(Vec<DVec2>);

/// A corner, with its index among those that were given.
type Numbered = (usize, DVec2);

impl Polygon {
    /// Returns a polygon with these corners, in either direction, without needless ones.
    ///
    /// # Errors
    /// Returns a sentence about the fault if it can't be. Corners and edges are counted from 1, as given;
    /// edge 1 begins at corner 1.
    pub fn new(corners: &[DVec2]) -> Result<Self, String> {
        let mut ring = Vec::with_capacity(corners.len());
        for (number, corner) in (1..).zip(corners) {
            if !corner.is_finite() {
                return Err(format!("Corner {number} has a coordinate that is infinite or not a number."));
            }
            if corner.abs().max_element() > FARTHEST {
                return Err(format!(
                    "Corner {number} is too far away: no coordinate may be beyond {FARTHEST} units."
                ));
            }
            ring.push((number, on_grid(*corner)));
        }
        drop_where(&mut ring, |before, at, _| before == at);
        if ring.len() < 3 {
            let count = ring.len();
            return Err(format!("A polygon needs three corners in different places. This one has {count}."));
        }
        drop_where(&mut ring, |before, at, after| side(before, at, after) == 0.0);
        if ring.len() < 3 {
            return Err("All corners lie on one line, so the polygon has no inside.".to_owned());
        }
        refuse_crossings(&ring)?;
        let mut corners: Vec<DVec2> = ring.into_iter().map(|(_, at)| at).collect();
        let [before, at, after] = around(&corners, lowest(&corners));
        if side(before, at, after) < 0.0 {
            corners.reverse();
        }
        Ok(Self(corners))
    }

    /// Returns the corners, counter-clockwise.
    pub fn corners(&self) -> &[DVec2] {
        &self.0
    }

    /// Returns the lower left and the upper right corner of the box around it.
    pub fn bounds(&self) -> [DVec2; 2] {
        [DVec2::min, DVec2::max].map(|pick| self.0.iter().copied().fold(self.0[0], pick))
    }
}

impl TryFrom<Vec<DVec2>> for Polygon {
    type Error = String;

    fn try_from(corners: Vec<DVec2>) -> Result<Self, String> {
        Self::new(&corners)
    }
}

/// Converts to corners for a file, with few digits if these round to the same places of the grid.
impl From<Polygon> for Vec<DVec2> {
    fn from(polygon: Polygon) -> Self {
        let short =
            |corner: DVec2| Some((1e6 * corner).round() / 1e6).filter(|&short| on_grid(short) == corner);
        polygon.0.into_iter().map(|corner| short(corner).unwrap_or(corner)).collect()
    }
}

/// The shape of a player: a convex polygon about the player's own origin.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape(Vec<DVec2>);

impl Shape {
    /// Returns a shape with these corners, in either direction, or none if it is too large or not convex.
    pub fn new(corners: &[DVec2]) -> Option<Self> {
        let polygon = Polygon::new(corners).ok()?;
        let is_small = polygon.0.iter().all(|corner| corner.abs().max_element() <= LARGEST);
        (is_small && convex_pieces(&polygon).len() == 1).then_some(Self(polygon.0))
    }

    /// Returns an upright box around the player's origin.
    pub fn upright(half: DVec2) -> Option<Self> {
        Self::new(&[-half, DVec2::new(half.x, -half.y), half, DVec2::new(-half.x, half.y)])
    }

    /// Returns an upright box that stands on the player's origin. Its size is at least a step of the grid.
    pub(super) fn standing(size: DVec2) -> Self {
        let half = on_grid(0.5 * size).x;
        let top = on_grid(size).y;
        Self([[-half, 0.0], [half, 0.0], [half, top], [-half, top]].map(DVec2::from).to_vec())
    }

    /// Returns the part of a player that must be on a ladder: the same height, and an eighth of the width.
    pub(super) fn narrow(&self) -> Self {
        let narrow = self.0.iter().map(|corner| on_grid(dvec2(0.125 * corner.x, corner.y)));
        Self(narrow.collect())
    }

    /// Returns the corners, counter-clockwise.
    pub fn corners(&self) -> &[DVec2] {
        &self.0
    }
}

/// Returns a corner of a ring, with its neighbours.
pub(super) fn around<T: Copy>(ring: &[T], middle: usize) -> [T; 3] {
    let count = ring.len();
    [count - 1, 0, 1].map(|step| ring[(middle + step) % count])
}

/// Drops corners as long as `needless` is true of one, given the ones before and after.
fn drop_where(ring: &mut Vec<Numbered>, needless: impl Fn(DVec2, DVec2, DVec2) -> bool) {
    let is_needless = |ring: &[Numbered], middle: usize| {
        let [before, at, after] = around(ring, middle).map(|(_, at)| at);
        needless(before, at, after)
    };
    while ring.len() > 1
        && let Some(found) = (0..ring.len()).find(|&middle| is_needless(ring, middle))
    {
        ring.remove(found);
    }
}

fn refuse_crossings(ring: &[Numbered]) -> Result<(), String> {
    let all: Vec<_> = edges(ring).collect();
    for (i, &[a, b]) in all.iter().enumerate() {
        for (j, &[c, d]) in all.iter().enumerate().skip(i + 2) {
            let neighbours = i == 0 && j + 1 == all.len();
            if !neighbours && meet([a.1, b.1], [c.1, d.1]) {
                let (first, second) = (a.0.min(c.0), a.0.max(c.0));
                return Err(format!(
                    "Edges {first} and {second} meet. Edges may meet only at the corner they share."
                ));
            }
        }
    }
    Ok(())
}

/// Returns true if two edges have a point in common.
fn meet([a, b]: [DVec2; 2], [c, d]: [DVec2; 2]) -> bool {
    let apart = a.max(b).cmplt(c.min(d)).any() || c.max(d).cmplt(a.min(b)).any();
    let crosses = |from, to, p, q| {
        let [p, q] = [side(from, to, p), side(from, to, q)];
        !(p > 0.0 && q > 0.0 || p < 0.0 && q < 0.0)
    };
    !apart && crosses(a, b, c, d) && crosses(c, d, a, b)
}

/// Returns the index of the lowest corner, the leftmost if there are several.
pub(super) fn lowest(corners: &[DVec2]) -> usize {
    let is_lower = |a: DVec2, b: DVec2| a.y < b.y || a.y == b.y && a.x < b.x;
    (1..corners.len())
        .fold(0, |best, index| if is_lower(corners[index], corners[best]) { index } else { best })
}

/// Returns true if a place is inside a ring, since a line to the right crosses that an odd number of times.
pub fn contains(ring: &[DVec2], at: DVec2) -> bool {
    let crossed = edges(ring).filter(|[from, to]| {
        let spans = (from.y > at.y) != (to.y > at.y);
        spans && at.x < from.x + (at.y - from.y) / (to.y - from.y) * (to.x - from.x)
    });
    crossed.count() % 2 == 1
}
