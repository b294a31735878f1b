//! Tests each help with jumping, with and without its switch.

use super::judge_tests::keys_of;
use super::tests::{JUMP, NONE, RIGHT, solid};
use super::*;
use glam::dvec2;
use proptest::prelude::*;

const PLAIN: MovementParameters =
    MovementParameters { coyote_time: 0, jump_buffer: 0, ..MovementParameters::KNIGHT };
const COYOTE: MovementParameters = MovementParameters { coyote_time: 12, ..PLAIN };
const BUFFERED: MovementParameters = MovementParameters { jump_buffer: 14, ..PLAIN };

/// Returns a ledge that ends at x = 0, five above a floor, with a ladder some way behind its end.
fn ledge(movement: MovementParameters) -> (World, Player) {
    let obstacles = vec![
        solid([-20.0, -1.0], [0.0, 5.0]),
        solid([-20.0, -2.0], [40.0, 0.0]),
        Obstacle { kind: ObstacleKind::Ladder, ..solid([-9.0, 5.0], [-8.0, 8.0]) },
    ];
    let world = World::with(&Level { obstacles, start: dvec2(-2.0, 5.0) }, movement);
    let player = world.start();
    (world, player)
}

fn pressed(world: &World, player: &Player, keys: Controls, ticks: usize) -> Player {
    (0..ticks).fold(player.clone(), |player, _| world.step(&player, keys))
}

/// Runs the player off the ledge, to the first tick in the air.
fn run_off(world: &World, player: &Player) -> Player {
    let mut player = player.clone();
    while player.state() == MovementMode::Ground {
        player = world.step(&player, RIGHT);
    }
    player
}

fn rises(world: &World, player: &Player) -> bool {
    player.velocity(world).y > 0.0
}

#[test]
fn grace_is_for_so_many_ticks_after_an_edge() {
    for (movement, late, jumps) in [
        (COYOTE, 0, true),
        (COYOTE, 8, true),
        (COYOTE, 11, true),
        (COYOTE, 12, false),
        (PLAIN, 0, false),
        (PLAIN, 8, false),
    ] {
        let (world, player) = ledge(movement);
        let off = pressed(&world, &run_off(&world, &player), RIGHT, late);
        let after = world.step(&off, Controls { right: true, ..JUMP });
        assert_eq!(rises(&world, &after), jumps, "{} ticks late, with {}", late, movement.coyote_time);
    }
}

#[test]
fn nobody_jumps_twice() {
    let (world, player) = ledge(COYOTE);
    for wait in 0..14 {
        // From the ground, and once more in the air.
        let up = pressed(&world, &world.step(&player, JUMP), NONE, wait);
        let again = world.step(&up, JUMP);
        assert!(again.velocity(&world).y < up.velocity(&world).y, "{wait} ticks after a jump");
        // Late, and once more.
        let late = world.step(&pressed(&world, &run_off(&world, &player), NONE, 3), JUMP);
        assert!(rises(&world, &late));
        let up = pressed(&world, &late, NONE, 1 + wait);
        assert!(world.step(&up, JUMP).velocity(&world).y < up.velocity(&world).y);
    }
}

#[test]
fn a_jump_that_is_pressed_early_waits_for_the_ground() {
    for (movement, ahead, jumps) in [
        (BUFFERED, 1, true),
        (BUFFERED, 9, true),
        (BUFFERED, 14, true),
        (BUFFERED, 16, false),
        (PLAIN, 1, false),
        (PLAIN, 9, false),
    ] {
        let world = World::with(
            &Level { obstacles: vec![solid([-9.0, -1.0], [9.0, 0.0])], start: dvec2(0.0, 2.0) },
            movement,
        );
        let mut falls = vec![world.start()];
        while falls.last().is_some_and(|player| player.state() == MovementMode::Air) {
            falls.push(world.step(&falls[falls.len() - 1], NONE));
        }
        // The last of them stands.
        let before = &falls[falls.len() - 1 - ahead];
        let after = pressed(&world, &world.step(before, JUMP), NONE, ahead);
        assert_eq!(rises(&world, &after), jumps, "{ahead} ticks early, with {}", movement.jump_buffer);
        // Without the key the player lands once, and does not jump again.
        let rests = pressed(&world, &after, NONE, 300);
        assert_eq!(rests.state(), MovementMode::Ground);
    }
}

proptest! {
    /// Tests that a player never remembers a chance to jump for longer than the parameters say.
    #[test]
    fn chances_are_as_long_as_they_are(keys in prop::collection::vec((0u8..32, 1usize..20), 1..40)) {
        let worlds = [MovementParameters::default(), PLAIN, MovementParameters::KNIGHT].map(ledge);
        for (index, (world, mut player)) in worlds.into_iter().enumerate() {
            for &(byte, ticks) in &keys {
                for _ in 0..ticks {
                    let before = player.clone();
                    player = world.step(&player, keys_of(byte));
                    let [coyote_time, jump_buffer] = [world.movement().coyote_time, world.movement().jump_buffer];
                    prop_assert!(player.coyote_time <= coyote_time && player.waits <= jump_buffer);
                    prop_assert!(index == 2 || (player.coyote_time, player.waits) == (0, 0));
                    let stands = matches!(player.state(), MovementMode::Ground | MovementMode::Ladder);
                    prop_assert!(!stands || player.coyote_time == 0);
                    prop_assert!(player.coyote_time <= before.coyote_time || before.state() == MovementMode::Ground || before.state() == MovementMode::Wedged);
                }
            }
        }
    }
    #[test]
    fn however_a_jump_is_cut_into_steps_it_is_a_parabola(gravity in 5.0f64..40.0, held in 0.1f64..1.0, jump_height in 0.2f64..5.0,
                                                         parts in prop::collection::vec(0.01f64..1.0, 1..8), fall in 0.1f64..20.0) {
        let movement = MovementParameters { gravity, held, jump_height, fall, ..PLAIN };
        let light = held * gravity;
        let start = (2.0 * light * jump_height).sqrt();
        let thrown = |velocity: f64, gravity: f64, time: f64| {
            [velocity * time - 0.5 * gravity * time * time, velocity - gravity * time]
        };
        let is_near = |given: [f64; 2], wanted: [f64; 2]| given.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-9);
        let (mut motion, mut height, mut passed) = (VerticalMotion { velocity: 0.0, rises: false }, 0.0, 0.0);
        for (step, part) in parts.iter().enumerate() {
            let time = start / light * part / parts.iter().sum::<f64>();
            // Without the key he has all of gravity, and no key lets him rise again.
            let [free, again] = [motion, VerticalMotion { rises: false, ..motion }].map(|motion| {
                let key = if motion.rises { JumpKey::Free } else { JumpKey::Held };
                vertical_step(motion, key, &MovementParameters { fall: 1e3, ..movement }, time)
            });
            let wanted = thrown(motion.velocity, gravity, time);
            prop_assert!([free, again].iter().all(|(higher, after)| is_near([*higher, after.velocity], wanted) && !after.rises));
            let key = if step == 0 { JumpKey::Starts } else { JumpKey::Held };
            let (higher, after) = vertical_step(motion, key, &movement, time);
            (motion, height, passed) = (after, height + higher, passed + time);
            prop_assert!(is_near([height, motion.velocity], thrown(start, light, passed)), "{height} {motion:?}");
        }
        prop_assert!((height - jump_height).abs() < 1e-9);
        let (higher, after) = vertical_step(VerticalMotion { velocity: -fall, rises: true }, JumpKey::Held, &movement, passed);
        prop_assert!(is_near([higher, after.velocity], [-fall * passed, -fall]) && !after.rises);
    }
}
