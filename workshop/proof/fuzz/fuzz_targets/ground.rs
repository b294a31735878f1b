//! Moves a player by any keys in any level. Each tick must end with the player outside of all that is solid.
//!
//! In the folder `proof`, for a minute: `cargo +nightly fuzz run --dev ground -- -max_len=600 -max_total_time=60`.

#![no_main]

#[path = "../../../../projects/ground/src/judge_tests.rs"]
mod judge_tests;

use ground::{BENT, Controls, ObstacleKind, Level, Moves, Obstacle, Player, Polygon, STEP, Stance, MovementMode, World};
use ground::{Shape, convex_pieces, edges, grown};
use glam::{DVec2, dvec2};
use judge_tests::{Judge, keys_of};
use libfuzzer_sys::fuzz_target;

/// The greatest distance by which places are rounded, beyond that by which edges are bent.
const ROUNDED: f64 = 4e-11;

fuzz_target!(|bytes: &[u8]| {
    let mut bytes = Bytes(bytes);
    let level = level(&mut bytes);
    let world = World::new(&level);
    let judges = Stance::ALL.map(|stance| judges(&level.obstacles, stance));
    let stance = Stance::ALL[usize::from(bytes.next() % 2)];
    let Some(mut player) = world.put(level.start, stance, u64::from(bytes.next())) else { return };
    while let Some((&byte, rest)) = bytes.0.split_first() {
        bytes.0 = rest;
        // Five bits for the keys, and three for how long they are held.
        for _ in 0..1 << (byte >> 5) {
            player = world.step(&player, keys_of(byte));
            check(&world, &judges[player.stance as usize], &player);
        }
    }
});

/// The fuzzer's bytes, followed by zeros.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn next(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        first
    }

    /// Returns a place on a coarse grid, or if `fine` a few steps of the fine grid beside it.
    fn place(&mut self, fine: bool) -> DVec2 {
        let mut value = || {
            let coarse = 0.25 * f64::from(self.next() as i8);
            if fine { coarse + STEP * f64::from(self.next() as i8) } else { coarse }
        };
        dvec2(value(), value())
    }
}

fn level(bytes: &mut Bytes<'_>) -> Level {
    let count = bytes.next() % 16;
    let obstacles = (0..count).filter_map(|_| obstacle(bytes)).collect();
    Level { obstacles, start: bytes.place(true) }
}

fn obstacle(bytes: &mut Bytes<'_>) -> Option<Obstacle> {
    let flags = bytes.next();
    let fine = flags & 1 == 1;
    let corners: Vec<DVec2> = (0..3 + (flags >> 1) % 6).map(|_| bytes.place(fine)).collect();
    let flags = bytes.next();
    let moves = (flags & 8 != 0)
        .then(|| Moves { by: bytes.place(fine), seconds: f64::from(bytes.next()) / 16.0 });
    let kind = [ObstacleKind::Solid, ObstacleKind::Solid, ObstacleKind::Thin, ObstacleKind::Ladder][usize::from(flags & 3)];
    Some(Obstacle { polygon: Polygon::new(&corners).ok()?, kind, moves })
}

/// Returns judges for all that does not move, and for each platform in its own frame.
fn judges(obstacles: &[Obstacle], stance: Stance) -> (Judge, Vec<(usize, Judge)>) {
    let alone = |obstacle: &Obstacle| [Obstacle { moves: None, ..obstacle.clone() }];
    let moving = obstacles.iter().enumerate().filter(|(_, obstacle)| obstacle.moves.is_some());
    let platforms = moving.map(|(index, one)| (index, Judge::new(&alone(one), &stance.shape())));
    (Judge::new(obstacles, &stance.shape()), platforms.collect())
}

fn check(world: &World, (still, platforms): &(Judge, Vec<(usize, Judge)>), player: &Player) {
    let at = player.at(world);
    assert!(at.is_finite() && world.mesh(player.stance).is_free(player.triangle()));
    assert!(still.depth(at) <= BENT + ROUNDED, "{} deep: {player:?}", still.depth(at));
    for (obstacle, judge) in platforms.iter().filter(|_| player.state() != MovementMode::Crushed) {
        let depth = judge.depth(at - world.moved(*obstacle, player.tick));
        assert!(depth <= BENT + ROUNDED, "{depth} deep in platform {obstacle}: {player:?}");
    }
}
