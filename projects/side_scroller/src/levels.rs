//! The levels that are given.

use glam::{DVec2, dvec2};
use ground::{Level, Moves, Obstacle, ObstacleKind, Polygon, regression_levels};

/// What the first of them is called.
pub const MAIN: &str = "the yard";

/// All levels that are given, with their names: one to play in, and those at which others have come to grief.
pub fn given() -> Vec<(&'static str, Level)> {
    let nasty = regression_levels().into_iter().zip(STARTS);
    let nasty = nasty.map(|((name, obstacles), start)| (name, Level { obstacles, start: start.into() }));
    [(MAIN, yard())].into_iter().chain(nasty).collect()
}

/// Where a player begins in each of the nasty levels.
const STARTS: [[f64; 2]; 15] = [
    [0.5, 1.0],
    [0.5, 1.0],
    [0.5, 1.0],
    [0.5, 1.0],
    [0.5, 9.0],
    [0.5, 9.0],
    [995.0, 0.5],
    [1990.5, 2.0],
    [-0.7, 12.0],
    [1.0, 1.0],
    [0.0, 2.0],
    [0.5, 1.0],
    [1.0, 10.0],
    // One step of a player's half width beside the box, and as high as its top.
    [1.4, 1.0],
    [0.5, 1.0],
];

/// A floor, and nothing else.
pub fn bare() -> Level {
    Level { obstacles: upright([-8.0, -1.0], [8.0, 0.0]).into_iter().collect(), start: DVec2::ZERO }
}

/// A walk to the right and back over all that a wrong answer spoils.
pub fn yard() -> Level {
    let all = ground().into_iter().chain(valley_and_cave()).chain(way_back());
    Level { obstacles: all.flatten().collect(), start: dvec2(-18.0, 0.0) }
}

/// Seams, a crest, a tilted floor of many pieces, and a step that is too high.
fn ground() -> Vec<Option<Obstacle>> {
    let mut all = vec![upright([-21.0, -1.0], [-20.0, 12.0])];
    // A level floor of many boxes.
    all.extend((0..16u8).map(|i| {
        let left = -20.0 + 0.5 * f64::from(i);
        upright([left, -1.0], [left + 0.5, 0.0])
    }));
    // Up and down again, with a crest between.
    all.push(solid(&[[-12.0, -1.0], [-6.5, -1.0], [-6.5, 0.0], [-9.0, 1.5], [-12.0, 0.0]]));
    // A tilted floor of many pieces: a tenth is none of the grid, so they do not lie on one line.
    all.extend((0..9u8).map(|i| {
        let [left, low] = [-6.5 + 0.5 * f64::from(i), 0.1 * f64::from(i)];
        solid(&[[left, -1.0], [left + 0.5, -1.0], [left + 0.5, low + 0.1], [left, low]])
    }));
    all.push(upright([-2.0, -1.0], [0.0, 0.9]));
    // Too high for a jump from the ground, but not from the thin platform in front of it.
    all.push(upright([0.0, -1.0], [1.5, 4.0]));
    all.push(thin([-2.25, 2.0], [-0.75, 2.25]));
    // A gap that is narrower than a player.
    all.push(upright([2.25, -1.0], [3.5, 4.0]));
    all.push(upright([1.0, -1.0], [3.0, 0.5]));
    all
}

/// A valley of polygons that overlap, a low ceiling, and a cave that is one concave polygon.
fn valley_and_cave() -> Vec<Option<Obstacle>> {
    vec![
        solid(&[[3.5, -1.0], [7.5, -1.0], [7.5, 0.8], [3.5, 4.0]]),
        solid(&[[4.5, -1.0], [8.0, -1.0], [8.0, 2.5], [4.5, 0.75]]),
        upright([8.0, -1.0], [13.0, 2.5]),
        // Here one must duck.
        solid(&[[8.5, 4.75], [9.5, 3.75], [12.0, 3.75], [12.0, 5.5], [8.5, 5.5]]),
        solid(&[
            [13.0, -1.0],
            [20.0, -1.0],
            [20.0, 6.5],
            [14.5, 6.5],
            [14.5, 4.0],
            [15.25, 4.0],
            [15.25, 5.5],
            [16.5, 5.5],
            [17.0, 3.75],
            [17.5, 5.5],
            [19.0, 5.5],
            [19.0, 0.0],
            [13.0, 0.0],
        ]),
        // Too steep to stand on.
        solid(&[[17.25, 0.0], [19.0, 0.0], [19.0, 2.5]]),
        upright([20.0, -1.0], [21.0, 12.0]),
        still(&rectangle([13.5, 0.0], [14.25, 6.5]), ObstacleKind::Ladder),
    ]
}

/// The way back, high above the ground: a moving platform, thin ones, and a shaft to jump up between its walls.
fn way_back() -> Vec<Option<Obstacle>> {
    let moves = Some(Moves { by: dvec2(-9.0, 0.0), seconds: 9.0 });
    vec![
        thin([11.25, 6.25], [13.25, 6.5]).map(|platform| Obstacle { moves, ..platform }),
        thin([-1.0, 5.75], [1.25, 6.0]),
        thin([-4.5, 5.0], [-2.5, 5.25]),
        thin([-8.0, 4.25], [-6.0, 4.5]),
        upright([-16.0, 2.5], [-15.25, 8.0]),
        upright([-13.5, 2.5], [-12.75, 7.0]),
        thin([-20.0, 5.75], [-18.0, 6.0]),
    ]
}

/// The corners of an upright rectangle, between its lower left and its upper right one.
pub fn rectangle([left, low]: [f64; 2], [right, high]: [f64; 2]) -> [[f64; 2]; 4] {
    [[left, low], [right, low], [right, high], [left, high]]
}

/// An upright rectangle that nobody gets into.
pub fn upright(low: [f64; 2], high: [f64; 2]) -> Option<Obstacle> {
    solid(&rectangle(low, high))
}

/// An upright rectangle on which one stands, and through which one comes from below.
pub fn thin(low: [f64; 2], high: [f64; 2]) -> Option<Obstacle> {
    still(&rectangle(low, high), ObstacleKind::Thin)
}

/// A polygon that nobody gets into.
pub fn solid(corners: &[[f64; 2]]) -> Option<Obstacle> {
    still(corners, ObstacleKind::Solid)
}

/// A polygon that stays where it is, if its corners make one.
pub fn still(corners: &[[f64; 2]], kind: ObstacleKind) -> Option<Obstacle> {
    let corners: Vec<DVec2> = corners.iter().copied().map(DVec2::from).collect();
    Polygon::new(&corners).ok().map(|polygon| Obstacle::still(polygon, kind))
}
