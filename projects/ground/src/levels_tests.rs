//! Tests levels at which other programs have failed.

use super::tests::{level, square as upright};
use super::{Obstacle, STEP, Shape};
use glam::{DVec2, dvec2};

/// Returns fifteen levels that are difficult for a player of this shape, a box.
pub(super) fn regression_levels(shape: &Shape) -> [Vec<Obstacle>; 15] {
    let size = shape.corners()[2] - shape.corners()[0];
    let boxes = [upright([0.0, 0.0], [1.0, 1.0]), upright([0.0, 0.0], [10.0, 10.0])];
    [
        two_floors(1.0),
        // A seam that is a step of the grid high.
        two_floors(1.0 + STEP),
        vec![upright([0.0, 0.0], [4.0, 1.0]), upright([2.0, 1.0], [3.0, 2.0])],
        // Two boxes whose grown corners touch.
        vec![boxes[0].clone(), upright([1.0 + size.x, 1.0 + size.y], [9.0, 9.0])],
        // A shaft as wide as the player, and one that is two steps of the grid wider.
        shaft(1.0 + size.x),
        shaft(1.0 + size.x + 2.0 * STEP),
        // A needle of a kilometre.
        vec![ring(&[[0.0, 0.0], [1000.0, 0.0], [1000.0, 1e-6]])],
        // Edges that cross nearly in parallel, far away.
        vec![
            ring(&[[1990.0, 0.0], [1991.0, 0.0], [1991.0, 1.0]]),
            ring(&[[1990.0, -5e-7], [1991.0, 5e-7], [1990.0, 1.0]]),
        ],
        // A valley too narrow for the player.
        vec![wall(-1.0), wall(1.0)],
        // A ceiling that comes down.
        vec![upright([0.0, 0.0], [10.0, 1.0]), ring(&[[0.0, 3.5], [10.0, 3.0], [10.0, 4.0]])],
        // Three needles through one point.
        vec![needle(1.0, 0.0), needle(0.5, 0.866), needle(-0.5, 0.866)],
        vec![boxes[0].clone(), boxes[0].clone()],
        vec![boxes[1].clone(), upright([4.0, 4.0], [5.0, 5.0])],
        vec![boxes[0].clone()],
        // Stairs.
        (0..100u8).map(|i| upright([f64::from(i), 0.0], [f64::from(i) + 1.0; 2])).collect(),
    ]
    .map(|rings| level(&rings))
}

fn ring(corners: &[[f64; 2]]) -> Vec<DVec2> {
    corners.iter().copied().map(DVec2::from).collect()
}

fn two_floors(second: f64) -> Vec<Vec<DVec2>> {
    vec![upright([0.0, 0.0], [1.0, 1.0]), upright([1.0, 0.0], [2.0, second])]
}

fn shaft(right: f64) -> Vec<Vec<DVec2>> {
    vec![upright([0.0, 0.0], [1.0, 9.0]), upright([right, 0.0], [3.0, 9.0])]
}

fn wall(sign: f64) -> Vec<DVec2> {
    ring(&[[5.0 * sign, 0.0], [0.5 * sign, 0.0], [0.6 * sign, 12.0]])
}

/// Returns a triangle that is 20 long, and a tenth of a millimetre thick at most.
fn needle(x: f64, y: f64) -> Vec<DVec2> {
    let along = dvec2(x, y);
    vec![-10.0 * along, 10.0 * along, 9.0 * along + 1e-4 * along.perp()]
}
