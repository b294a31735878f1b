//! Levels, and keys that were pressed in them, for the scene *contrast*.

use glam::{DVec2, dvec2};
use ground::{Controls, Obstacle, ObstacleKind, Polygon};

/// A level with keys.
pub struct Example {
    /// Its name in the panel.
    pub name: &'static str,
    /// Its explanation.
    pub told: &'static str,
    /// The level.
    pub obstacles: Vec<Obstacle>,
    /// First place of the players' feet.
    pub start: DVec2,
    /// Keys, and the number of ticks for which they are held.
    pub keys: Vec<(usize, Controls)>,
    /// The visible part of the level: its middle, and its width.
    pub seen: (DVec2, f64),
}

const NONE: Controls = Controls { left: false, right: false, up: false, down: false, jump: false };
const RIGHT: Controls = Controls { right: true, ..NONE };
const RIGHT_JUMP: Controls = Controls { right: true, jump: true, ..NONE };

/// The given ones.
pub fn examples() -> [Example; 3] {
    [floor(), slope(), wedge()]
}

fn floor() -> Example {
    Example {
        name: "floor",
        told: "A level floor of boxes. Both run over its seams, and neither feels them.",
        obstacles: level((0..14u8).map(f64::from).map(|x| upright([x, -1.0], [x + 1.0, 0.0]))),
        start: dvec2(0.7, 0.4),
        keys: vec![(130, RIGHT), (10, RIGHT_JUMP), (120, RIGHT)],
        seen: (dvec2(6.5, 0.5), 14.0),
    }
}

fn slope() -> Example {
    let rise = 0.25;
    let piece = |x: f64| {
        let [low, high] = [rise * x, rise * (x + 1.0)];
        ring(&[[x, low - 1.0], [x + 1.0, high - 1.0], [x + 1.0, high], [x, low]])
    };
    Example {
        name: "slope",
        told: "The same floor, tilted. In tick 25 the sweep is a rounding deep in it. From then on nothing holds it.",
        obstacles: level((0..12u8).map(f64::from).map(piece)),
        start: dvec2(0.8, 1.0),
        keys: vec![(200, RIGHT)],
        seen: (dvec2(5.0, 0.6), 10.0),
    }
}

fn wedge() -> Example {
    Example {
        name: "wedge",
        told: "Between the floor and a box that leans over it. Both push in, and jump. The sweep comes through.",
        obstacles: level([
            upright([-3.0, -1.0], [4.0, 0.0]),
            ring(&[[0.5, 0.0], [2.6, 0.0], [2.4, 2.5], [0.3, 2.5]]),
        ]),
        start: dvec2(-1.6, 0.3),
        keys: [(5, RIGHT_JUMP), (55, RIGHT)].repeat(4),
        seen: (dvec2(0.6, 1.2), 7.0),
    }
}

/// Solid obstacles. Those above are polygons, so none is left out.
fn level(rings: impl IntoIterator<Item = Vec<DVec2>>) -> Vec<Obstacle> {
    let polygons = rings.into_iter().filter_map(|ring| Polygon::new(&ring).ok());
    polygons.map(|polygon| Obstacle::still(polygon, ObstacleKind::Solid)).collect()
}

fn upright([left, low]: [f64; 2], [right, high]: [f64; 2]) -> Vec<DVec2> {
    ring(&[[left, low], [right, low], [right, high], [left, high]])
}

fn ring(corners: &[[f64; 2]]) -> Vec<DVec2> {
    corners.iter().copied().map(DVec2::from).collect()
}
