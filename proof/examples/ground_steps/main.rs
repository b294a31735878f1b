//! Players jump, run and fall at random through random levels and nasty ones: prints how deep the deepest of them came into
//! the ground.
//!
//! `cargo run --release --package proof --example ground_steps [STEPS]`
//!
//! In a mesh, a step is up to a hundred times as long as the player is high. In a world, keys are pressed at random, some
//! obstacles move, and some are ladders. Depths are measured exactly, in the obstacles as they were grown, before any edge was
//! bent to the grid.

mod random;
mod steps;
mod ticks;

use ground::{BENT, regression_levels};
use random::{Random, level, level_that_moves, shape};
use std::time::Duration;

/// How many levels are random.
const LEVELS: usize = 200;

/// What came of many steps.
#[derive(Default)]
struct Seen {
    steps: usize,
    supported: usize,
    not_ended: usize,
    in_solid: usize,
    crushed: usize,
    inside: usize,
    deepest: f64,
    time: Duration,
}

impl Seen {
    fn deep(&mut self, depth: f64) {
        self.inside += usize::from(depth > 0.0);
        self.deepest = self.deepest.max(depth);
    }
}

fn main() {
    let steps = std::env::args().nth(1).and_then(|steps| steps.parse().ok()).unwrap_or(10_000_000);
    let mut random = Random(1);
    let nasty = || regression_levels().into_iter().map(|(_, obstacles)| obstacles);
    let mut levels: Vec<_> = (0..LEVELS).map(|_| level(&mut random)).collect();
    levels.extend(nasty());
    let count = levels.len();
    let mut mesh = Seen::default();
    for obstacles in levels {
        let Some(shape) = (0..9).find_map(|_| shape(&mut random)) else { continue };
        steps::play(&obstacles, &shape, steps / count, &mut random, &mut mesh);
    }
    let mut levels: Vec<_> = (0..LEVELS).map(|_| level_that_moves(&mut random)).collect();
    levels.extend(nasty());
    let mut world = Seen::default();
    for obstacles in levels {
        ticks::play(obstacles, steps / count, &mut random, &mut world);
    }
    let row = |what: &str, of: fn(&Seen) -> String| println!("| {what} | {} | {} |", of(&mesh), of(&world));
    println!("| what | in a mesh | in a world that moves |\n|---|---|---|");
    row(&format!("steps, on {count} levels"), |seen| seen.steps.to_string());
    row("of these with something to stand on", |seen| seen.supported.to_string());
    row("steps that did not end", |seen| seen.not_ended.to_string());
    row("in a solid triangle", |seen| seen.in_solid.to_string());
    row("crushed by a platform", |seen| seen.crushed.to_string());
    row("in an obstacle, however little", |seen| seen.inside.to_string());
    row("deepest, in units", |seen| format!("{:.2e}", seen.deepest));
    row("by how much edges are bent at most", |_| format!("{BENT:.2e}"));
    row("nanoseconds a step", |seen| (seen.time.as_nanos() / seen.steps.max(1) as u128).to_string());
}
