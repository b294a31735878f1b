//! Polygons that can be ground, and shapes that a player can have.

use super::{FARTHEST, LARGEST, edges, on_grid, side};
use glam::{DVec2, dvec2};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A polygon with an inside, which need not be convex. It goes round counter-clockwise, no two edges meet but
/// neighbours at their corner, no corner is on the line through its neighbours, and all are on the grid.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Vec<DVec2>", into = "Vec<DVec2>")]
pub struct Polygon(Vec<DVec2>);

/// Greatest number of a polygon's corners: the test for crossing edges takes the square of it.
const MOST_CORNERS: usize = 1000;

/// Why something is no polygon. Corners and edges are counted from 1, as they were given; edge 1 begins at corner 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Refused {
    /// A coordinate of this corner is infinite or not a number.
    NoNumber(usize),
    /// This corner is farther than so far from the origin.
    TooFar(usize, f64),
    /// Number of different corners, which is too small.
    TooFewCorners(usize),
    /// Number of corners, which is too large.
    TooManyCorners(usize),
    /// All corners lie on one line.
    NoArea,
    /// These two edges meet.
    Crossing(usize, usize),
    /// The shape turns inwards at this corner.
    NotConvex(usize),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoNumber(corner) => {
                write!(f, "Corner {corner} has a coordinate that is infinite or not a number.")
            }
            Self::TooFar(corner, most) => {
                write!(f, "Corner {corner} is too far away: no coordinate may be beyond {most} units.")
            }
            Self::TooFewCorners(count) => {
                write!(f, "A polygon needs three corners in different places. This one has {count}.")
            }
            Self::TooManyCorners(count) => {
                write!(f, "A polygon has at most {MOST_CORNERS} corners. This one has {count}.")
            }
            Self::NoArea => write!(f, "All corners lie on one line, so the polygon has no inside."),
            Self::Crossing(first, second) => {
                write!(f, "Edges {first} and {second} meet. Edges may meet only at the corner they share.")
            }
            Self::NotConvex(corner) => {
                write!(f, "The shape turns inwards at corner {corner}. A player's shape must be convex.")
            }
        }
    }
}

impl std::error::Error for Refused {}

/// A corner, with its number among those that were given.
type Numbered = (usize, DVec2);

impl Polygon {
    /// A polygon with these corners, in either direction.
    pub fn new(corners: &[DVec2]) -> Result<Self, Refused> {
        cleaned(corners, FARTHEST).map(|corners| Self(corners.into_iter().map(|(_, at)| at).collect()))
    }

    /// Its corners, counter-clockwise.
    pub fn corners(&self) -> &[DVec2] {
        &self.0
    }
}

impl TryFrom<Vec<DVec2>> for Polygon {
    type Error = Refused;

    fn try_from(corners: Vec<DVec2>) -> Result<Self, Refused> {
        Self::new(&corners)
    }
}

/// Its corners as a file has them: with few digits, if these round to the same places of the grid.
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
    /// A shape with these corners, in either direction.
    pub fn new(corners: &[DVec2]) -> Result<Self, Refused> {
        let corners = cleaned(corners, LARGEST)?;
        let count = corners.len();
        for middle in 0..count {
            let [before, at, after] = [count - 1, 0, 1].map(|step| corners[(middle + step) % count]);
            if side(before.1, at.1, after.1) < 0.0 {
                return Err(Refused::NotConvex(at.0));
            }
        }
        Ok(Self(corners.into_iter().map(|(_, at)| at).collect()))
    }

    /// An upright box about the player's origin.
    pub fn upright(half: DVec2) -> Result<Self, Refused> {
        Self::new(&[-half, DVec2::new(half.x, -half.y), half, DVec2::new(-half.x, half.y)])
    }

    /// An upright box that stands on the player's origin. Its size is at least a step of the grid.
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

    /// Its corners, counter-clockwise.
    pub fn corners(&self) -> &[DVec2] {
        &self.0
    }
}

/// The corners that a polygon needs, on the grid and counter-clockwise.
fn cleaned(corners: &[DVec2], most: f64) -> Result<Vec<Numbered>, Refused> {
    if corners.len() > MOST_CORNERS {
        return Err(Refused::TooManyCorners(corners.len()));
    }
    let mut ring = Vec::with_capacity(corners.len());
    for (number, corner) in (1..).zip(corners) {
        if !corner.is_finite() {
            return Err(Refused::NoNumber(number));
        }
        if corner.abs().max_element() > most {
            return Err(Refused::TooFar(number, most));
        }
        ring.push((number, on_grid(*corner)));
    }
    drop_where(&mut ring, |before, at, _| before == at);
    if ring.len() < 3 {
        return Err(Refused::TooFewCorners(ring.len()));
    }
    drop_where(&mut ring, |before, at, after| side(before, at, after) == 0.0);
    if ring.len() < 3 {
        return Err(Refused::NoArea);
    }
    refuse_crossings(&ring)?;
    if clockwise(&ring) {
        ring.reverse();
    }
    Ok(ring)
}

/// Drops corners until `needless` is true of none. It gets the corner before, the corner and the one after.
fn drop_where(ring: &mut Vec<Numbered>, needless: impl Fn(DVec2, DVec2, DVec2) -> bool) {
    let mut kept = 0;
    let mut middle = 0;
    while kept < ring.len() && ring.len() > 1 {
        let count = ring.len();
        middle %= count;
        let [before, at, after] = [count - 1, 0, 1].map(|step| ring[(middle + step) % count].1);
        if needless(before, at, after) {
            ring.remove(middle);
            // Its neighbours have other neighbours now.
            kept = 0;
        } else {
            middle += 1;
            kept += 1;
        }
    }
}

fn refuse_crossings(ring: &[Numbered]) -> Result<(), Refused> {
    let all: Vec<_> = edges(ring).collect();
    for (i, &[a, b]) in all.iter().enumerate() {
        for (j, &[c, d]) in all.iter().enumerate().skip(i + 2) {
            let neighbours = i == 0 && j + 1 == all.len();
            if !neighbours && meet([a.1, b.1], [c.1, d.1]) {
                return Err(Refused::Crossing(a.0.min(c.0), a.0.max(c.0)));
            }
        }
    }
    Ok(())
}

/// Returns true if two edges have a point in common.
pub(super) fn meet([a, b]: [DVec2; 2], [c, d]: [DVec2; 2]) -> bool {
    let apart = a.max(b).cmplt(c.min(d)).any() || c.max(d).cmplt(a.min(b)).any();
    let crosses = |from, to, p, q| {
        let [p, q] = [side(from, to, p), side(from, to, q)];
        !(p > 0.0 && q > 0.0 || p < 0.0 && q < 0.0)
    };
    !apart && crosses(a, b, c, d) && crosses(c, d, a, b)
}

/// Returns true if a ring goes round clockwise, from the turn at its lowest corner.
fn clockwise(ring: &[Numbered]) -> bool {
    let count = ring.len();
    let lowest = lowest(&ring.iter().map(|&(_, at)| at).collect::<Vec<_>>());
    let [before, at, after] = [count - 1, 0, 1].map(|step| ring[(lowest + step) % count].1);
    side(before, at, after) < 0.0
}

/// The lowest of some corners; if several are, the leftmost of them.
pub(super) fn lowest(corners: &[DVec2]) -> usize {
    let mut best = 0;
    for (index, corner) in corners.iter().enumerate() {
        if corner.y < corners[best].y || corner.y == corners[best].y && corner.x < corners[best].x {
            best = index;
        }
    }
    best
}
/// Returns true if a place is inside of a ring: a line from there to the right crosses the ring an odd number of times.
pub fn contains(ring: &[DVec2], at: DVec2) -> bool {
    let edges = ring.iter().zip(ring.iter().cycle().skip(1));
    let crossed = edges.filter(|(from, to)| {
        let spans = (from.y > at.y) != (to.y > at.y);
        spans && at.x < from.x + (at.y - from.y) / (to.y - from.y) * (to.x - from.x)
    });
    crossed.count() % 2 == 1
}
