//! What an obstacle grows to when the player is to be a point.

use super::polygon::lowest;
use super::{Shape, side};
use glam::DVec2;

/// A convex obstacle grown by a player's shape: where the player's origin is when the two overlap. It is the sum of the
/// obstacle and the shape's mirror image through its origin: the player's right side meets the obstacle's left one.
pub fn grown(piece: &[DVec2], shape: &Shape) -> Vec<DVec2> {
    let mirrored: Vec<DVec2> = shape.corners().iter().map(|&corner| -corner).collect();
    minkowski_sum(piece, &mirrored)
}

/// All sums of a point of one convex polygon and one of the other: a convex polygon again. All three go round
/// counter-clockwise, and no corner lies on the line through its neighbours.
///
/// Both begin at their lowest corner, so the edges of each come in the order of their angles. The sum's edges are all of
/// them, merged in this order; two in the same direction become one. Each corner is the sum of two corners, not of the edges
/// before it: then what was equally high stays so to the last bit.
pub fn minkowski_sum(a: &[DVec2], b: &[DVec2]) -> Vec<DVec2> {
    let (first_a, first_b) = (lowest(a), lowest(b));
    let corner_a = |i: usize| a[(first_a + i) % a.len()];
    let corner_b = |j: usize| b[(first_b + j) % b.len()];
    let mut sum = Vec::with_capacity(a.len() + b.len());
    let (mut i, mut j) = (0, 0);
    while i < a.len() || j < b.len() {
        sum.push(corner_a(i) + corner_b(j));
        let edge_a = corner_a(i + 1) - corner_a(i);
        let edge_b = corner_b(j + 1) - corner_b(j);
        // Which of the two comes first, counter-clockwise. Where one has no edge left, it is the other's turn.
        let turn = match (i < a.len(), j < b.len()) {
            (true, true) => side(DVec2::ZERO, edge_a, edge_b),
            (true, false) => 1.0,
            (false, _) => -1.0,
        };
        if turn >= 0.0 {
            i += 1;
        }
        if turn <= 0.0 {
            j += 1;
        }
    }
    sum
}
