//! Levels at which other programs have failed.

use super::{Obstacle, ObstacleKind, Polygon, STEP};
use glam::{DVec2, dvec2};

/// Fifteen levels, with what is nasty about them. They are meant for a player of a half-size of 0.5 × 1.
pub fn regression_levels() -> Vec<(&'static str, Vec<Obstacle>)> {
    let rings: [(&str, Vec<Vec<DVec2>>); 15] = [
        ("a seam", two_floors(1.0)),
        ("a seam that is a step of the grid high", two_floors(1.0 + STEP)),
        ("a box on a box", vec![upright([0.0, 0.0], [4.0, 1.0]), upright([2.0, 1.0], [3.0, 2.0])]),
        (
            "two boxes whose grown corners touch",
            vec![upright([0.0, 0.0], [1.0, 1.0]), upright([2.0, 3.0], [3.0, 4.0])],
        ),
        ("a shaft as wide as the player", shaft(2.0)),
        ("a shaft two steps of the grid wider", shaft(2.0 + 2.0 * STEP)),
        ("a needle of a kilometre", vec![ring(&[[0.0, 0.0], [1000.0, 0.0], [1000.0, 1e-6]])]),
        ("edges that cross nearly in parallel, far away", far_away()),
        ("a valley too narrow for the player", vec![wall(-1.0), wall(1.0)]),
        (
            "a ceiling that comes down",
            vec![upright([0.0, 0.0], [10.0, 1.0]), ring(&[[0.0, 3.5], [10.0, 3.0], [10.0, 4.0]])],
        ),
        ("three needles through one point", vec![needle(1.0, 0.0), needle(0.5, 0.866), needle(-0.5, 0.866)]),
        ("the same box twice", vec![upright([0.0, 0.0], [1.0, 1.0]), upright([0.0, 0.0], [1.0, 1.0])]),
        ("a box in a box", vec![upright([0.0, 0.0], [10.0, 10.0]), upright([4.0, 4.0], [5.0, 5.0])]),
        ("one box", vec![upright([0.0, 0.0], [1.0, 1.0])]),
        ("stairs", (0..100u8).map(|i| upright([f64::from(i), 0.0], [f64::from(i) + 1.0; 2])).collect()),
    ];
    rings.map(|(name, rings)| (name, rings.iter().filter_map(|ring| solid(ring)).collect())).into()
}

fn solid(ring: &[DVec2]) -> Option<Obstacle> {
    Polygon::new(ring).ok().map(|polygon| Obstacle::still(polygon, ObstacleKind::Solid))
}

fn ring(corners: &[[f64; 2]]) -> Vec<DVec2> {
    corners.iter().copied().map(DVec2::from).collect()
}

fn upright([left, low]: [f64; 2], [right, high]: [f64; 2]) -> Vec<DVec2> {
    vec![dvec2(left, low), dvec2(right, low), dvec2(right, high), dvec2(left, high)]
}

fn two_floors(second: f64) -> Vec<Vec<DVec2>> {
    vec![upright([0.0, 0.0], [1.0, 1.0]), upright([1.0, 0.0], [2.0, second])]
}

fn shaft(right: f64) -> Vec<Vec<DVec2>> {
    vec![upright([0.0, 0.0], [1.0, 9.0]), upright([right, 0.0], [3.0, 9.0])]
}

fn far_away() -> Vec<Vec<DVec2>> {
    vec![
        ring(&[[1990.0, 0.0], [1991.0, 0.0], [1991.0, 1.0]]),
        ring(&[[1990.0, -5e-7], [1991.0, 5e-7], [1990.0, 1.0]]),
    ]
}

fn wall(sign: f64) -> Vec<DVec2> {
    ring(&[[5.0 * sign, 0.0], [0.5 * sign, 0.0], [0.6 * sign, 12.0]])
}

/// Twenty long, and at its thickest place a tenth of a millimetre thick.
fn needle(x: f64, y: f64) -> Vec<DVec2> {
    let along = dvec2(x, y);
    vec![-10.0 * along, 10.0 * along, 9.0 * along + 1e-4 * along.perp()]
}
