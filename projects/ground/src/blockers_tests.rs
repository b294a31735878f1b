//! Tests that nobody runs through a blocker, or is caught by one.

use super::button::{DOWN, JUMP, LEFT, RIGHT};
use super::judge_tests::keys_of;
use super::tests::{NONE, level, solid};
use super::*;
use glam::dvec2;
use proptest::prelude::*;

/// The size of the blockers, which with a player's half width keep him 0.6 away.
const SIZE: DVec2 = dvec2(0.4, 1.8);
const OFF: f64 = 0.6;

fn blocker(x: f64, y: f64) -> Blocker {
    Blocker { at: dvec2(x, y), size: SIZE }
}

fn world(obstacles: Vec<Obstacle>) -> World {
    World::with(&Level { obstacles, start: DVec2::ZERO }, MovementParameters::KNIGHT)
}

/// Returns a floor from -20 to 20 that rises by `rise` for each unit to the right.
fn slope(rise: f64) -> World {
    let top = |x: f64| dvec2(x, rise * x);
    world(level(&[vec![dvec2(-20.0, -40.0), dvec2(20.0, -40.0), top(20.0), top(-20.0)]]))
}

/// Returns a player on the ground or in the air at a place.
fn at(world: &World, x: f64, y: f64) -> Player {
    let lift = (0..400u16).map(|step| dvec2(x, y + 0.01 * f64::from(step)));
    lift.into_iter().find_map(|at| world.put(at, Stance::Standing, 0)).unwrap()
}

fn pressed(world: &World, player: Player, keys: Buttons, blockers: &[Blocker], ticks: usize) -> Player {
    (0..ticks).fold(player, |player, _| world.step(&player, keys, blockers))
}

#[test]
fn nobody_runs_through_a_blocker() {
    for rise in [0.0, 0.5, -0.5, 1.0] {
        let world = slope(rise);
        let blockers = [blocker(1.0, rise)];
        for (from, keys) in [(-3.0, RIGHT), (5.0, LEFT)] {
            let mut player = at(&world, from, rise * from);
            let side = (from - 1.0f64).signum();
            for _ in 0..300 {
                player = world.step(&player, keys, &blockers);
                let beside = side * (player.at.x - 1.0);
                assert!(beside > OFF - 1e-9, "{rise}, from {from}: {beside}");
            }
            let beside = side * (player.at.x - 1.0);
            assert!(beside < OFF + 1e-6 && player.speed().abs() < 1e-6, "{rise}, from {from}: {beside}");
            assert_eq!(player.state, MovementMode::Ground);
        }
    }
}

#[test]
fn a_post_elsewhere_changes_nothing() {
    let world = slope(0.25);
    let blockers = [blocker(0.0, 4.5), blocker(0.0, -4.0), blocker(9.0, 2.25)];
    let keys = [RIGHT, RIGHT | JUMP, NONE, LEFT, LEFT | DOWN];
    let [mut with, mut without] = [(); 2].map(|()| at(&world, -2.0, -0.5));
    for tick in 0..600 {
        let keys = keys[tick / 30 % keys.len()];
        with = world.step(&with, keys, &blockers);
        without = world.step(&without, keys, &[]);
        assert_eq!(with, without, "tick {tick}");
    }
}

#[test]
fn between_a_blocker_and_a_wall_or_two_posts_nobody_is_caught() {
    let floor = || solid([-20.0, -1.0], [20.0, 0.0]);
    // So low that he cannot jump.
    let roof = || solid([-20.0, 1.9], [20.0, 3.0]);
    let walled = world(vec![floor(), roof(), solid([0.7, 0.0], [2.0, 4.0])]);
    let left = pressed(&walled, at(&walled, 0.25, 0.0), LEFT, &[blocker(0.0, 0.0)], 120);
    assert!(left.at.x < -2.0, "{}", left.at);
    let between = world(vec![floor(), roof()]);
    for (keys, side) in [(LEFT, -1.0), (RIGHT, 1.0)] {
        let blockers = [blocker(-0.5, 0.0), blocker(0.5, 0.0)];
        let away = pressed(&between, at(&between, 0.0, 0.0), keys, &blockers, 240).at.x;
        assert!(side * away > 2.0, "{away}");
    }
}

fn any_keys() -> impl Strategy<Value = (Buttons, usize)> {
    ((0u8..32).prop_map(keys_of), 1usize..60)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    /// Tests that a player outside of a blocker never walks into it, beside other blockers at some distance.
    #[test]
    fn on_the_ground_nobody_comes_into_a_blocker(
        start in -8.0f64..8.0,
        apart in 1.9f64..4.0,
        pressed in prop::collection::vec(any_keys(), 1..12),
    ) {
        let world = slope(0.0);
        let blockers = [blocker(-apart, 0.0), blocker(0.0, 0.0), blocker(apart, 0.0)];
        let off = |at: DVec2| blockers.iter().map(|blocker| (at.x - blocker.at.x).abs()).fold(f64::MAX, f64::min);
        prop_assume!(off(dvec2(start, 0.0)) > OFF);
        let mut player = at(&world, start, 0.0);
        for (keys, ticks) in pressed {
            for _ in 0..ticks {
                let stood = player.state == MovementMode::Ground && off(player.at) >= OFF - 1e-6;
                player = world.step(&player, keys, &blockers);
                let now = player.at;
                prop_assert!(!stood || player.state != MovementMode::Ground || off(now) >= OFF - 1e-6, "{}", now);
            }
        }
        for _ in 0..120 {
            player = world.step(&player, NONE, &blockers);
        }
        prop_assert!(off(player.at) >= OFF - 1e-6, "{}", player.at);
    }
}
