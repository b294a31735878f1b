//! Grows obstacles by the player's shape, so that the player is a point.

use super::Shape;
use super::polygon::lowest;
#[allow(unused_imports, reason = "an answer may do without it")]
use super::side;
use glam::DVec2;

/// Returns a convex obstacle grown by a player's shape: all places of the player's origin at which the two overlap or
/// touch. It is convex too. Its corners go round counter-clockwise, as those of both do, and none is on the line
/// through its neighbours. Corners of equal height stay equally high, to the last bit.
pub fn grown(piece: &[DVec2], shape: &Shape) -> Vec<DVec2> {
    // TODO 17.1: Give the corners of the grown obstacle: at which places of the player's origin does a corner of the player
    //   touch a corner of the obstacle, and which of them lie outside? The player may look left or right, stand or duck:
    //   the origin is anywhere in the shape.
    // BEGIN SOLUTION 17.1
    // The player's right side meets the obstacle's left one.
    let mirrored: Vec<DVec2> = shape.corners().iter().map(|&corner| -corner).collect();
    // From the lowest corner on, the edges of each come in the order of their angles.
    let [a, b] = [from_lowest(piece), from_lowest(&mirrored)];
    let edge = |ring: &[DVec2], at: usize| ring[(at + 1) % ring.len()] - ring[at];
    let mut sum = Vec::new();
    let (mut i, mut j) = (0, 0);
    while i < a.len() || j < b.len() {
        // The sum of two corners, not of all edges before it: equal numbers stay equal.
        sum.push(a[i % a.len()] + b[j % b.len()]);
        // Take the edge that turns first. If one ring has none left, take the other's.
        let turn = match (i < a.len(), j < b.len()) {
            (true, true) => side(DVec2::ZERO, edge(&a, i), edge(&b, j)),
            (true, false) => 1.0,
            (false, _) => -1.0,
        };
        // Two in the same direction become one.
        if turn >= 0.0 {
            i += 1;
        }
        if turn <= 0.0 {
            j += 1;
        }
    }
    sum
    // END SOLUTION 17.1
    // STARTER 17.1: let _ = shape;
    // STARTER 17.1: piece.to_vec()
}

/// Returns the ring from its lowest corner on, the left one if two are equally low.
#[allow(dead_code, reason = "an answer may do without it")]
fn from_lowest(ring: &[DVec2]) -> Vec<DVec2> {
    let mut ring = ring.to_vec();
    let first = lowest(&ring);
    ring.rotate_left(first);
    ring
}
