//! Players jump, run and fall at random through random levels and nasty ones: prints how deep the deepest of them came into
//! the ground.
//!
//! `cargo run --release --package common --example ground_steps [STEPS]`
//!
//! A step is up to a hundred times as long as the player is high. Depths are measured exactly, in the obstacles as they were
//! grown, before any edge was bent to the grid.

use common::ground::{BENT, Body, Judge, Kind, Mesh, Obstacle, Place, Polygon, Rules, Shape, nasty_levels};
use glam::{DVec2, dvec2};
use std::time::{Duration, Instant};

const RULES: Rules = Rules { gravity: dvec2(0.0, -20.0), steepest: 1.0, takeoff: 2.0 };
const TIME: f64 = 1.0 / 60.0;
const LEVELS: usize = 200;

/// Numbers that look random, and are the same every time.
struct Random(u64);

impl Random {
    /// From 0 to 1.
    fn part(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    /// From -1 to 1, in x and in y.
    fn vector(&mut self) -> DVec2 {
        dvec2(self.part(), self.part()) * 2.0 - DVec2::ONE
    }

    fn below(&mut self, count: usize) -> usize {
        (self.part() * count as f64) as usize % count
    }
}

/// A box on a grid, or a polygon in any place that goes round its centre.
fn polygon(random: &mut Random) -> Option<Polygon> {
    if random.below(3) == 0 {
        let half = |random: &mut Random, count| 0.5 * random.below(count) as f64;
        let least = dvec2(half(random, 60), half(random, 60)) - 15.0;
        let size = dvec2(half(random, 12), half(random, 6)) + 0.5;
        let corners = [least, least + size * DVec2::X, least + size, least + size * DVec2::Y];
        return Polygon::new(&corners).ok();
    }
    let (centre, radius) = (15.0 * random.vector(), 0.2 + 4.0 * random.part());
    let mut angles: Vec<f64> = (0..3 + random.below(7)).map(|_| random.part()).collect();
    angles.sort_unstable_by(f64::total_cmp);
    let corner =
        |angle: f64| radius * (0.2 + random.part()) * DVec2::from_angle(angle * std::f64::consts::TAU);
    let corners: Vec<DVec2> = angles.into_iter().map(corner).map(|corner| centre + corner).collect();
    Polygon::new(&corners).ok()
}

fn level(random: &mut Random) -> Vec<Obstacle> {
    let count = 5 + random.below(40);
    let polygons: Vec<Polygon> = (0..count).filter_map(|_| polygon(random)).collect();
    let kind = |random: &mut Random| if random.below(5) == 0 { Kind::Thin } else { Kind::Solid };
    polygons.into_iter().map(|polygon| Obstacle::still(polygon, kind(random))).collect()
}

/// A box, or a polygon of up to eight corners.
fn shape(random: &mut Random) -> Option<Shape> {
    if random.below(2) == 0 {
        return Shape::upright(dvec2(0.5, 1.0)).ok();
    }
    let mut angles: Vec<f64> = (0..3 + random.below(6)).map(|_| random.part()).collect();
    angles.sort_unstable_by(f64::total_cmp);
    let corners: Vec<DVec2> =
        angles.into_iter().map(|angle| DVec2::from_angle(angle * std::f64::consts::TAU)).collect();
    Shape::new(&corners).ok()
}

#[derive(Default)]
struct Seen {
    steps: usize,
    supported: usize,
    not_ended: usize,
    in_solid: usize,
    inside: usize,
    deepest: f64,
    time: Duration,
}

fn start(mesh: &Mesh, random: &mut Random) -> Option<Body> {
    let at = 18.0 * random.vector();
    // Whole numbers are where corners are.
    let at = if random.below(4) == 0 { at.round() } else { at };
    let triangle = mesh.locate(at)?;
    Some(Body::Airborne { place: Place { at, triangle }, velocity: DVec2::ZERO })
}

/// What the player's keys make of a player.
fn with_keys(mesh: &Mesh, body: Body, random: &mut Random) -> Body {
    let far = [1.0, 10.0, 100.0, 12_000.0][random.below(4)];
    match (random.below(40), body) {
        (0, body) => mesh.jump(body, far * random.vector()),
        (1, body) => mesh.jump(body, far * random.vector().round()),
        (2, body) => mesh.drop_through(body),
        (3..12, Body::Supported { support, .. }) => {
            Body::Supported { support, speed: far * random.vector().x }
        }
        (_, body) => body,
    }
}

fn play(mesh: &Mesh, judge: &Judge, steps: usize, random: &mut Random, seen: &mut Seen) {
    let mut body = None;
    for step in 0..steps {
        if step % 1000 == 0 {
            body = (0..100).find_map(|_| start(mesh, random));
        }
        let Some(last) = body else { continue };
        let pressed = with_keys(mesh, last, random);
        let before = Instant::now();
        let stepped = mesh.step(pressed, &RULES, TIME);
        seen.time += before.elapsed();
        body = Some(stepped.body);
        let place = mesh.place(stepped.body);
        let depth = judge.depth(place.at);
        seen.steps += 1;
        seen.supported += usize::from(matches!(stepped.body, Body::Supported { .. }));
        seen.not_ended += usize::from(stepped.left > 0.0);
        seen.in_solid += usize::from(!mesh.is_free(place.triangle));
        seen.inside += usize::from(depth > 0.0);
        seen.deepest = seen.deepest.max(depth);
    }
}

fn main() {
    let steps = std::env::args().nth(1).and_then(|steps| steps.parse().ok()).unwrap_or(10_000_000);
    let mut seen = Seen::default();
    let mut random = Random(1);
    let mut levels: Vec<_> = (0..LEVELS).map(|_| level(&mut random)).collect();
    levels.extend(nasty_levels().into_iter().map(|(_, obstacles)| obstacles));
    let count = levels.len();
    for obstacles in levels {
        let Some(shape) = (0..9).find_map(|_| shape(&mut random)) else { continue };
        let (mesh, judge) = (Mesh::new(&obstacles, &shape), Judge::new(&obstacles, &shape));
        play(&mesh, &judge, steps / count, &mut random, &mut seen);
    }
    println!("| what | seen |\n|---|---|");
    println!("| steps, on {count} levels | {} |", seen.steps);
    println!("| of these with something to stand on | {} |", seen.supported);
    println!("| steps that did not end | {} |", seen.not_ended);
    println!("| in a solid triangle | {} |", seen.in_solid);
    println!("| in an obstacle, however little | {} |", seen.inside);
    println!("| deepest, in units | {:.2e} |", seen.deepest);
    println!("| by how much edges are bent at most | {BENT:.2e} |");
    println!("| nanoseconds a step | {} |", seen.time.as_nanos() / seen.steps.max(1) as u128);
}
