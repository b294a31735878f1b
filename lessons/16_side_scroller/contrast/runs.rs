//! Levels, and keys that were pressed in them, for the scene *contrast*.

use super::both::CORNERS;
use glam::{DVec2, dvec2};
use ground::{Controls, Obstacle, ObstacleKind, Polygon, STEP, on_grid};

/// A level with keys.
pub struct Example {
    /// What the panel calls it.
    pub name: &'static str,
    /// What is to be seen.
    pub told: &'static str,
    /// The level.
    pub obstacles: Vec<Obstacle>,
    /// Where the players' feet are at first.
    pub start: DVec2,
    /// For how many ticks which keys are held.
    pub keys: Vec<(usize, Controls)>,
    /// What of the level is seen: its middle, and how wide it is.
    pub seen: (DVec2, f64),
}

const NONE: Controls = Controls { left: false, right: false, up: false, down: false, jump: false };
const RIGHT: Controls = Controls { right: true, ..NONE };
const LEFT: Controls = Controls { left: true, ..NONE };
const JUMP: Controls = Controls { jump: true, ..NONE };
const RIGHT_JUMP: Controls = Controls { right: true, jump: true, ..NONE };

/// The given ones.
pub fn examples() -> [Example; 7] {
    [floor(), slope(), step(), wall(), wedge(), valley(), gap()]
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

fn step() -> Example {
    Example {
        name: "step",
        told: "X",
        obstacles: level([upright([0.0, -1.0], [4.0, 0.0]), upright([4.0, -1.0], [9.0, -STEP])]),
        start: dvec2(1.0, 0.3),
        keys: vec![(190, RIGHT)],
        seen: (dvec2(4.6, 0.5), 9.6),
    }
}

fn wall() -> Example {
    let boxes = (0..6u8).map(f64::from).map(|i| upright([4.0, 0.7 * i], [5.0, 0.7 * (i + 1.0)]));
    let floor = (0..5u8).map(f64::from).map(|x| upright([x, -1.0], [x + 1.0, 0.0]));
    Example {
        name: "wall",
        told: "A wall of boxes. Who pushes against it and jumps should slide up and down. One of the boxes has a normal that \
               is a rounding too short: there the sweep hangs.",
        obstacles: level(boxes.chain(floor)),
        start: dvec2(2.0, 0.3),
        keys: [(5, RIGHT_JUMP), (85, RIGHT)].repeat(4),
        seen: (dvec2(2.8, 1.9), 6.4),
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

fn valley() -> Example {
    Example {
        name: "valley",
        told: "A valley that becomes too narrow. Both fall in. The sweep goes from side to side, and out below.",
        obstacles: level([
            ring(&[[-3.5, 0.0], [-0.35, 0.0], [-0.45, 4.0], [-3.5, 4.0]]),
            ring(&[[3.5, 0.0], [0.35, 0.0], [0.48, 4.0], [3.5, 4.0]]),
        ]),
        start: dvec2(-2.0, 4.5),
        keys: vec![(3, RIGHT_JUMP), (45, RIGHT), (150, NONE)],
        seen: (dvec2(0.0, 2.5), 7.4),
    }
}

fn gap() -> Example {
    let half = on_grid(CORNERS[1]).x;
    Example {
        name: "gap",
        told: "A gap exactly as wide as the players. For a point it has no width at all. The sweep falls into it, since \
               it touches neither side. In the mesh there is no way between two edges that touch.",
        obstacles: level([upright([0.0, -2.0], [4.0, 0.0]), upright([4.0 + 2.0 * half, -2.0], [9.0, 0.0])]),
        start: dvec2(4.0 + half, 1.2),
        keys: vec![(50, NONE), (5, JUMP), (55, NONE), (60, LEFT)],
        seen: (dvec2(4.4, 0.0), 7.0),
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
