//! The ground of lesson 16 beside the kinematic character controller of rapier2d: the same levels, the same keys.
//!
//! `cd proof/comparison && cargo run --release [RUNS]`
//!
//! Each player begins at the same places and has the same keys pressed for twenty seconds, 60 steps a second. It is looked at
//! after each step, until it is lost. A run is lost if the player comes deeper into an obstacle than the gap that it is to
//! keep and a tenth of a millimetre, if it comes to where no way leads, or out of the level. It is stuck if a key has been
//! held for half a second, the player has moved by less than a centimetre, and a way of a tenth of a metre is free: level,
//! or up or down by less than the steepest slope.

mod judge;
mod levels;
mod players;
#[allow(dead_code, reason = "the program that it is shared with has other levels and shapes, too")]
#[path = "../../examples/ground_steps/random.rs"]
mod random;

use ground::NavMesh;
use glam::DVec2;
use judge::{Court, Verdict};
use levels::{Keys, Level, keys, nasty, random_level};
use players::{Ground, HALF, Player, in_32_bits, in_64_bits, shape};
use random::Random;
use std::time::Instant;

/// Random levels.
const LEVELS: usize = 200;

/// Steps in each run.
const TICKS: usize = 1200;

/// How fast one runs, in metres a second.
const SPEEDS: [f64; 2] = [6.0, 600.0];

/// Gaps that rapier keeps, in metres: its default, a hundredth of the height, and others to tune it.
const GAPS: [Option<f64>; 4] = [None, Some(0.05), Some(5e-3), Some(1e-3)];

/// What was seen of one of those who play.
struct Seen {
    name: String,
    gap: f64,
    verdict: Verdict,
    /// How long each step took, in nanoseconds.
    times: Vec<u64>,
}

impl Seen {
    fn new(name: String, gap: f64) -> Self {
        Self { name, gap, verdict: Verdict::default(), times: Vec::new() }
    }

    /// Plays some keys from a place.
    fn play(&mut self, player: &mut dyn Player, court: &Court, from: DVec2, keys: &[Keys], run: f64) {
        player.begin(from);
        let mut case = court.open(from, &mut self.verdict);
        for &keys in keys {
            let start = Instant::now();
            let at = player.step(keys, run);
            self.times.push(start.elapsed().as_nanos() as u64);
            if !court.look(&mut case, at, keys, self.gap, &mut self.verdict) {
                break;
            }
        }
    }

    fn counts(&self) -> [usize; 3] {
        [self.verdict.inside, self.verdict.through, self.verdict.stuck]
    }

    fn row(&mut self) -> String {
        let &Verdict { runs, inside, through, stuck, deepest } = &self.verdict;
        self.times.sort_unstable();
        let [half, most] = [50, 95].map(|part| self.times[self.times.len() * part / 100]);
        format!(
            "| {} | {runs} | {inside} | {through} | {stuck} | {deepest:.1e} | {half} | {most} |",
            self.name
        )
    }
}

/// All who play, at first the ground.
fn all() -> Vec<Seen> {
    let mut all = vec![Seen::new("ground".into(), 0.0)];
    for bits in [32, 64] {
        for gap in GAPS {
            let kept = gap.unwrap_or(0.01 * 2.0 * HALF.y);
            let note = if gap.is_none() { ", its default" } else { "" };
            all.push(Seen::new(format!("rapier, {bits} bits, gap {} mm{note}", 1000.0 * kept), kept));
        }
    }
    all
}

/// Lets all play one level: some runs, each from another place with other keys.
fn play(level: &Level, runs: usize, run: f64, random: &mut Random, all: &mut [Seen]) {
    let mesh = NavMesh::new(&level.obstacles, &shape(HALF));
    let gaps: Vec<f64> = all.iter().map(|seen| seen.gap).collect();
    let court = Court::new(level, &mesh, &gaps);
    let small = in_32_bits::World::new(&level.obstacles);
    let large = in_64_bits::World::new(&level.obstacles);
    if small.refused + large.refused > 0 {
        println!("rapier refused {} pieces in 32 bits, {} in 64", small.refused, large.refused);
    }
    let mut players: Vec<Box<dyn Player + '_>> = vec![Box::new(Ground::new(&mesh))];
    players.extend(GAPS.map(|gap| -> Box<dyn Player> { Box::new(in_32_bits::Character::new(&small, gap)) }));
    players.extend(GAPS.map(|gap| -> Box<dyn Player> { Box::new(in_64_bits::Character::new(&large, gap)) }));
    let [least, most] = level.room;
    for _ in 0..runs {
        let places = (0..1000).map(|_| least + (most - least) * (0.5 * random.vector() + 0.5));
        let Some(from) = places.into_iter().find(|&place| court.is_clear(place)) else { continue };
        let keys = keys(random, TICKS);
        for (player, seen) in players.iter_mut().zip(&mut *all) {
            seen.play(&mut **player, &court, from, &keys, run);
        }
    }
}

fn print(title: &str, all: &mut [Seen]) {
    println!("\n{title}\n");
    println!("| who | runs | lost: inside | lost: through | stuck | deepest, m | ns a step: 50 % | 95 % |");
    println!("|---|---|---|---|---|---|---|---|");
    for seen in all {
        println!("{}", seen.row());
    }
}

fn main() {
    let runs = std::env::args().nth(1).and_then(|runs| runs.parse().ok()).unwrap_or(5);
    let mut random = Random(1);
    let levels: Vec<Level> = (0..LEVELS).map(|_| random_level(&mut random)).collect();
    for run in SPEEDS {
        let mut seen = all();
        levels.iter().for_each(|level| play(level, runs, run, &mut random, &mut seen));
        print(&format!("{LEVELS} random levels, {run} m/s"), &mut seen);
        let mut seen = all();
        for (name, level) in nasty() {
            let before: Vec<[usize; 3]> = seen.iter().map(Seen::counts).collect();
            play(&level, 4 * runs, run, &mut random, &mut seen);
            for (seen, before) in seen.iter().zip(before).filter(|(seen, before)| seen.counts() != *before) {
                let [inside, through, stuck] = [0, 1, 2].map(|kind| seen.counts()[kind] - before[kind]);
                println!("{name}: {}: {inside} inside, {through} through, {stuck} stuck", seen.name);
            }
        }
        print(&format!("Fifteen nasty levels, {run} m/s"), &mut seen);
    }
}
