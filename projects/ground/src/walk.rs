//! Moves a place from triangle to triangle.

use super::{Edge, NavMesh, side};
use glam::DVec2;

/// A place, and the triangle that contains it but for rounding.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeshPosition {
    /// The place in the level's space.
    pub at: DVec2,
    /// The index of the triangle in the mesh.
    pub triangle: usize,
}

/// A place on an edge, kept as such since coordinates are hardly ever exactly on a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Support {
    /// The edge, as seen from the player's triangle.
    pub edge: Edge,
    /// The distance from the edge's start.
    pub along: f64,
}

/// The end of a motion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Walked {
    /// The place where it ends.
    pub place: MeshPosition,
    /// The fraction of the motion that was made, from 0 to 1.
    pub part: f64,
    /// The edge that stopped it, if one did.
    pub hit: Option<Support>,
}

/// The side on which a motion passes a corner that is on its line.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Pass {
    /// The motion passes with the corner to its right.
    Left,
    /// The motion passes with the corner to its left.
    Right,
}

/// The length at which motions are cut off. From everywhere in the level, it is beyond the frame.
const LONGEST: f64 = 16384.0;

impl NavMesh {
    /// Returns the coordinates of a place on an edge.
    pub fn on(&self, Support { edge, along }: Support) -> DVec2 {
        let [from, to] = self.ends(edge);
        from + along * (to - from).normalize()
    }

    /// Moves in a straight line until an edge blocks. A corner on the line is passed on the left if nothing blocks
    /// there, and otherwise on the right. If both are blocked, as between two corners that touch, nobody gets through.
    pub fn walk(&self, start: MeshPosition, motion: DVec2) -> Walked {
        let length = motion.abs().max_element();
        let motion = if length > LONGEST { motion * (LONGEST / length) } else { motion };
        let to = start.at + motion;
        if !to.is_finite() || to == start.at {
            // A motion that is no motion is over at once.
            return Walked { place: start, part: 1.0, hit: None };
        }
        let lost = Walked { place: start, part: 0.0, hit: None };
        let left = self.pass(start, to, Pass::Left).unwrap_or(lost);
        let at_corner = |hit: Support| self.ends(hit.edge).iter().any(|&end| side(start.at, to, end) == 0.0);
        if !left.hit.is_some_and(at_corner) {
            return left;
        }
        let right = self.pass(start, to, Pass::Right).unwrap_or(lost);
        if right.part > left.part { right } else { left }
    }

    /// Moves to a place, and passes each corner on the line on the same side. A straight line crosses each
    /// edge once; if rounding should ever send it around in a circle, it returns none.
    fn pass(&self, start: MeshPosition, to: DVec2, pass: Pass) -> Option<Walked> {
        let mut triangle = start.triangle;
        for _ in 0..3 * self.count() {
            let edge = leaves(self.triangle(triangle), [start.at, to], pass);
            let Some(edge) = edge.filter(|&edge| edge < 3) else {
                return Some(Walked { place: MeshPosition { at: to, triangle }, part: 1.0, hit: None });
            };
            let edge = Edge { triangle, edge };
            match self.across(edge) {
                Some(across) if !self.blocks(edge) => triangle = across.triangle,
                _ => return Some(self.hit(edge, [start.at, to])),
            }
        }
        None
    }

    /// Returns the end of a motion that hits an edge. Only its place along the edge counts.
    fn hit(&self, edge: Edge, [start, to]: [DVec2; 2]) -> Walked {
        let [from, end] = self.ends(edge);
        let [before, after] = [side(from, end, start), side(from, end, to)];
        // The start may be a rounding beyond the edge.
        let part = if before > 0.0 { before / (before - after) } else { 0.0 };
        let length = from.distance(end);
        let along = (start + part * (to - start) - from).dot((end - from) / length).clamp(0.0, length);
        let support = Support { edge, along };
        Walked {
            place: MeshPosition { at: self.on(support), triangle: edge.triangle },
            part,
            hit: Some(support),
        }
    }
}

/// Returns the edge by which a motion leaves a triangle, or none if it ends inside or on an edge. Edge 0 goes from
/// corner 0 to corner 1, and the triangle is to its left. The motion comes through the triangle, or begins there but
/// for rounding. A corner on its line is passed as `pass` says.
pub fn leaves(corners: [DVec2; 3], [from, to]: [DVec2; 2], pass: Pass) -> Option<usize> {
    // TODO 17.3: Say by which.
    // BEGIN SOLUTION 17.3
    // It can leave only by an edge that has the motion's end strictly on its outer side. The one by which it came is none of
    // them.
    let ends_beyond = |edge: usize| side(corners[edge], corners[(edge + 1) % 3], to) < 0.0;
    let first = (0..3).find(|&edge| ends_beyond(edge) && !ends_beyond((edge + 2) % 3))?;
    let second = (first + 1) % 3;
    if !ends_beyond(second) {
        return Some(first);
    }
    // If there are two, it leaves on that side of their common corner on which its line runs.
    let corner = side(from, to, corners[second]);
    let corner_on_left = corner > 0.0 || corner == 0.0 && pass == Pass::Right;
    Some(if corner_on_left { first } else { second })
    // END SOLUTION 17.3
    // STARTER 17.3: let _ = (corners, from, to, pass);
    // STARTER 17.3: None
}
