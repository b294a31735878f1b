//! A judge who knows nothing of triangles: how deep is a place in what has grown, as it was before any edge was bent?

use super::grid::Cell;
use super::{Obstacle, ObstacleKind, Shape, convex_pieces, edges, grown};
use glam::DVec2;

/// All solid obstacles of a level that do not move, grown.
#[derive(Clone, Debug)]
pub struct Judge(Vec<Piece>);

#[derive(Clone, Debug)]
struct Piece {
    /// The least and the greatest coordinates.
    limits: [DVec2; 2],
    edges: Vec<[Cell; 2]>,
}

/// Parts of a step to which places are rounded: far finer than the coordinates in 64 bits that matter.
const FINE: i128 = 1 << 31;

impl Judge {
    /// Grows the solid obstacles of a level that do not move by a shape.
    pub fn new(obstacles: &[Obstacle], shape: &Shape) -> Self {
        let solid = obstacles
            .iter()
            .filter(|obstacle| obstacle.kind == ObstacleKind::Solid && obstacle.moves.is_none());
        let pieces = solid.flat_map(|obstacle| convex_pieces(&obstacle.polygon));
        Self(pieces.map(|piece| Piece::new(&grown(&piece, shape))).collect())
    }

    /// Returns the length of the nearest way out of the deepest obstacle, or 0 if the place is in none.
    pub fn depth(&self, place: DVec2) -> f64 {
        let near = self.0.iter().filter(|piece| {
            let [least, most] = piece.limits;
            place.cmpge(least).all() && place.cmple(most).all()
        });
        near.map(|piece| piece.depth(place)).fold(0.0, f64::max)
    }
}

impl Piece {
    fn new(ring: &[DVec2]) -> Self {
        let limit = |pick: fn(DVec2, DVec2) -> DVec2| ring.iter().copied().fold(ring[0], pick);
        let cells: Vec<Cell> = ring.iter().map(|&corner| Cell::of(corner)).collect();
        Self { limits: [limit(DVec2::min), limit(DVec2::max)], edges: edges(&cells).collect() }
    }

    /// Returns the distance of a place from the nearest edge's line, inwards. Only the quotients are rounded.
    fn depth(&self, place: DVec2) -> f64 {
        let depths = self.edges.iter().map(|&edge| -beside(edge, place));
        depths.fold(f64::INFINITY, f64::min)
    }
}

/// Returns the distance of a place to the right of the line through an edge. Only a quotient is rounded, and places finer
/// than a billionth of a billionth.
fn beside([from, to]: [Cell; 2], place: DVec2) -> f64 {
    let way = to.from(from);
    let fine = place.to_array().map(|value| (value / super::STEP * FINE as f64).round() as i128);
    let [x, y] = [0, 1].map(|axis| fine[axis] - i128::from(from.0[axis]) * FINE);
    let cross = (way[1] * x - way[0] * y) as f64 / FINE as f64;
    cross / (way[0] as f64).hypot(way[1] as f64) * super::STEP
}
