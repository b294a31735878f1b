//! Corners, and the edges that are wanted between them: the start of the scene *force*.

use glam::{DVec2, dvec2};
use ground::{Obstacle, Shape, convex_pieces, grown, regression_levels};

/// Corners, and edges that are wanted between them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Task {
    /// Places of the corners.
    pub places: Vec<DVec2>,
    /// Pairs of corners, by their indices. The first one is forced first.
    pub wanted: Vec<[usize; 2]>,
}

/// Something to look at.
pub struct Example {
    /// Its name in the panel.
    pub name: &'static str,
    /// Its explanation, in a sentence.
    pub told: &'static str,
    /// The edges to force.
    pub task: Task,
}

/// The given ones, from the simplest to the nastiest.
pub fn examples() -> [Example; 8] {
    let example = |name, told, task| Example { name, told, task };
    [
        example("there", "The triangles have the wanted edge already.", there()),
        example("corner", "A corner lies on the way.", corner()),
        example("flip", "One edge lies across the way.", flip()),
        example("wait", "An edge that lies across cannot be flipped at once.", wait()),
        example("split", "The second edge crosses the first one, which must stay.", split()),
        example("long", "A long way, through many triangles.", long()),
        example("star", "Seven edges, each of which crosses four others.", star()),
        example("needles", "Three thin needles through one point, each grown by the player.", needles()),
    ]
}

fn task(places: &[[f64; 2]], wanted: &[[usize; 2]]) -> Task {
    Task { places: places.iter().copied().map(DVec2::from).collect(), wanted: wanted.to_vec() }
}

fn there() -> Task {
    task(&[[-3.5, -1.5], [3.5, -0.8], [-0.4, 2.6], [-2.6, 3.2], [3.0, 3.0], [0.6, -3.4]], &[[0, 2], [2, 1]])
}

fn corner() -> Task {
    task(
        &[[-4.0, -2.0], [4.0, 2.0], [0.0, 0.0], [-2.0, 2.6], [2.0, -2.6], [-1.0, -3.4], [1.4, 3.4]],
        &[[0, 1]],
    )
}

fn flip() -> Task {
    task(&[[-3.6, 0.2], [3.6, -0.2], [0.3, 2.1], [-0.4, -2.2]], &[[0, 1]])
}

fn wait() -> Task {
    task(&[[-4.0, 0.0], [4.0, 0.0], [-0.6, 0.7], [-0.9, -2.2], [1.6, 2.9], [2.6, -1.6]], &[[0, 1]])
}

fn split() -> Task {
    task(&[[-4.0, 1.0], [4.0, 1.0], [-3.0, -3.0], [1.0, 3.0], [2.6, -2.4], [-2.8, 3.2]], &[[0, 1], [2, 3]])
}

fn long() -> Task {
    // Two rows, each corner a bit off its place, in a way that comes again.
    let offs = [0.3, -0.45, 0.15, 0.5, -0.3, -0.1, 0.4, -0.5, 0.05];
    let row = |height: f64, shift: usize| {
        (0..8usize).map(move |i| {
            let off = |step: usize| offs[(i * 2 + shift + step) % offs.len()];
            dvec2(1.3 * (i as f64 - 3.5) + off(0), height + off(4))
        })
    };
    let mut places = vec![dvec2(-6.2, -0.5), dvec2(6.2, 0.4)];
    places.extend(row(2.4, 0).chain(row(0.9, 5)).chain(row(-1.0, 2)).chain(row(-2.6, 7)));
    Task { places, wanted: vec![[0, 1]] }
}

fn star() -> Task {
    // The corners of a heptagon, to a thousandth.
    let places = [
        [0.0, 4.0],
        [-3.127, 2.494],
        [-3.9, -0.89],
        [-1.736, -3.604],
        [1.736, -3.604],
        [3.9, -0.89],
        [3.127, 2.494],
    ];
    let wanted: Vec<[usize; 2]> = (0..7).map(|edge| [3 * edge % 7, 3 * (edge + 1) % 7]).collect();
    task(&places, &wanted)
}

/// A nasty level, grown by a player of half a unit by one, as for the mesh.
fn needles() -> Task {
    let level: Vec<Obstacle> = regression_levels().into_iter().nth(10).map_or(Vec::new(), |(_, level)| level);
    let shape = Shape::upright(dvec2(0.5, 1.0));
    let pieces = level.iter().flat_map(|obstacle| convex_pieces(&obstacle.polygon));
    let rings = pieces.filter_map(|piece| shape.as_ref().ok().map(|shape| grown(&piece, shape)));
    let mut task = Task::default();
    for ring in rings {
        let first = task.places.len();
        task.wanted.extend((0..ring.len()).map(|i| [first + i, first + (i + 1) % ring.len()]));
        task.places.extend(ring);
    }
    task
}
