//! Tests players with keys, on ladders, platforms and walls.

use super::judge_tests::{Judge, keys_of};
use super::levels_tests::regression_levels;
use super::tests::{DOWN, JUMP, LEFT, NONE, RIGHT, UP, polygon, random_level, solid};
use super::*;
use glam::dvec2;
use proptest::prelude::*;

/// The rounding of places in a platform's frame and of a pushed player, beside the mesh's.
const ROUNDED: f64 = 4e-11;

const DROP: Controls = Controls { down: true, jump: true, ..NONE };

fn ring(corners: &[[f64; 2]]) -> Obstacle {
    let corners: Vec<DVec2> = corners.iter().copied().map(DVec2::from).collect();
    Obstacle::still(Polygon::new(&corners).unwrap(), ObstacleKind::Solid)
}

fn of(kind: ObstacleKind, obstacle: Obstacle) -> Obstacle {
    Obstacle { kind, ..obstacle }
}

fn moving(obstacle: Obstacle, by: [f64; 2], seconds: f64) -> Obstacle {
    Obstacle { moves: Some(Moves { by: by.into(), seconds }), ..obstacle }
}

fn floor() -> Obstacle {
    solid([-50.0, -1.0], [50.0, 0.0])
}

/// A world, and a player that has fallen to its ground.
struct Game {
    world: World,
    player: Player,
}

impl Game {
    fn new(obstacles: Vec<Obstacle>, start: [f64; 2]) -> Self {
        let world = World::new(&Level { obstacles, start: start.into() });
        let player = world.start();
        Self { world, player }
    }

    fn press(&mut self, keys: Controls, ticks: usize) -> &mut Self {
        for _ in 0..ticks {
            self.player = self.world.step(&self.player, keys);
        }
        self
    }

    fn at(&self) -> DVec2 {
        self.player.at(&self.world)
    }

    fn velocity(&self) -> DVec2 {
        self.player.velocity(&self.world)
    }

    fn state(&self) -> MovementMode {
        self.player.state()
    }

    /// Returns the greatest height that the player reaches while keys are held for so many ticks.
    fn highest(&mut self, keys: Controls, ticks: usize) -> f64 {
        let mut most = self.at().y;
        for tick in 0..200 {
            self.press(if tick < ticks { keys } else { NONE }, 1);
            most = most.max(self.at().y);
        }
        most
    }
}

#[test]
fn a_held_key_jumps_once() {
    let mut game = Game::new(vec![floor()], [0.0, 0.0]);
    game.press(NONE, 5).press(JUMP, 300);
    assert_eq!((game.state(), game.at()), (MovementMode::Ground, DVec2::ZERO));
}

fn ladder() -> Vec<Obstacle> {
    vec![
        floor(),
        of(ObstacleKind::Ladder, solid([2.0, 0.0], [3.0, 5.0])),
        solid([3.0, 4.0], [9.0, 5.0]),
        of(ObstacleKind::Thin, solid([1.0, 4.5], [3.0, 5.0])),
    ]
}

#[test]
fn ladders_are_climbed_up_and_down() {
    let mut game = Game::new(ladder(), [2.5, 0.0]);
    game.press(NONE, 5);
    assert_eq!(game.state(), MovementMode::Ground);
    game.press(UP, 30);
    assert_eq!(game.state(), MovementMode::Ladder);
    let half = game.at();
    assert!((half.y - 1.0).abs() < 0.05 && half.x == 2.5, "{half}");
    // It holds fast.
    game.press(NONE, 100);
    assert_eq!((game.state(), game.at()), (MovementMode::Ladder, half));
    game.press(UP, 200);
    assert_eq!((game.state(), game.at()), (MovementMode::Ground, dvec2(2.5, 5.0)));
    game.press(DOWN, 30);
    assert_eq!(game.state(), MovementMode::Ladder);
    assert!(game.at().y < 4.5);
    game.press(DOWN, 200);
    assert_eq!((game.state(), game.at().y, game.player.stance), (MovementMode::Ground, 0.0, Stance::Ducking));
}

#[test]
fn thin_platforms_are_dropped_through() {
    let mut game =
        Game::new(vec![floor(), of(ObstacleKind::Thin, solid([-2.0, 2.5], [2.0, 3.0]))], [0.0, 0.0]);
    game.press(NONE, 5);
    assert!((game.highest(JUMP, 60) - 2.9).abs() < 0.1);
    game.world = World::new(&Level {
        obstacles: vec![floor(), of(ObstacleKind::Thin, solid([-2.0, 2.0], [2.0, 2.5]))],
        start: DVec2::ZERO,
    });
    game.player = game.world.start();
    game.press(NONE, 5).press(JUMP, 200);
    assert_eq!(game.at(), dvec2(0.0, 2.5));
    game.press(DOWN, 20);
    assert_eq!((game.at(), game.player.stance), (dvec2(0.0, 2.5), Stance::Ducking));
    game.press(DROP, 100);
    assert_eq!((game.at(), game.state()), (DVec2::ZERO, MovementMode::Ground));
    // Through the floor it does not come: it jumps.
    game.press(NONE, 60).press(DOWN, 1).press(DROP, 10);
    assert!(game.at().y > 0.5 && game.player.stance == Stance::Ducking);
}

#[test]
fn walls_are_slid_down_and_jumped_off() {
    let mut game = Game::new(vec![floor(), solid([3.0, 0.0], [4.0, 40.0])], [2.0, 30.0]);
    game.press(RIGHT, 90);
    assert_eq!(game.state(), MovementMode::Wall);
    assert!((game.at().x - 2.6).abs() < STEP, "{}", game.at());
    assert!((game.velocity().y + 3.0).abs() < 1e-9, "{}", game.velocity());
    // A player who does not push falls.
    let mut falls = Game { world: game.world.clone(), player: game.player.clone() };
    falls.press(NONE, 60);
    assert_eq!((falls.state(), falls.velocity().y), (MovementMode::Air, -18.0));
    let before = game.at();
    game.press(Controls { jump: true, ..RIGHT }, 12);
    assert!(game.at().x < before.x - 0.4 && game.at().y > before.y + 0.8, "{}", game.at());
    // In the air it cannot jump once more.
    game.press(NONE, 1);
    let speed = game.velocity().y;
    game.press(JUMP, 1);
    assert!(game.velocity().y < speed);
}

#[test]
fn who_ducks_gets_up_where_there_is_room() {
    let mut game = Game::new(vec![floor(), solid([2.0, 1.2], [6.0, 3.0])], [0.0, 0.0]);
    game.press(NONE, 5).press(RIGHT, 60);
    assert!(game.at().distance(dvec2(1.6, 0.0)) < STEP, "{}", game.at());
    game.press(Controls { down: true, ..RIGHT }, 120);
    assert!(game.at().x > 3.0 && game.at().y == 0.0 && game.state() == MovementMode::Ground);
    game.press(NONE, 30);
    assert_eq!((game.player.stance, game.state()), (Stance::Ducking, MovementMode::Ground));
    assert_eq!(game.player.stands_on(&game.world), [0]);
    game.press(RIGHT, 300);
    assert_eq!((game.player.stance, game.state()), (Stance::Standing, MovementMode::Ground));
    assert!(game.at().x > 6.4);
}

#[test]
fn a_narrow_valley_holds() {
    let walls = [-1.0, 1.0]
        .map(|sign| ring(&[[5.0 * sign, 0.0], [0.3 * sign, 0.0], [0.9 * sign, 12.0], [5.0 * sign, 12.0]]));
    let mut game = Game::new(walls.to_vec(), [0.1, 12.5]);
    game.press(NONE, 200);
    let bottom = game.at();
    assert_eq!(game.state(), MovementMode::Wedged);
    assert!((bottom.x.abs() < 1e-6) && bottom.y > 0.0, "{bottom}");
    for keys in [NONE, LEFT, RIGHT, UP, DOWN] {
        game.press(keys, 30);
        assert!(game.at().distance(bottom) < 1e-6 || keys == DOWN, "{keys:?} {}", game.at());
    }
    game.press(NONE, 60);
    assert_eq!((game.at(), game.state()), (bottom, MovementMode::Wedged));
    assert!(game.highest(JUMP, 60) > bottom.y + 2.0);
}

#[test]
fn a_platform_carries() {
    for by in [[9.0, 0.0], [0.0, 7.0], [6.0, 5.0], [-3.0, -4.0]] {
        let mut game = Game::new(vec![moving(solid([-2.0, -1.0], [2.0, 0.0]), by, 3.0)], [0.5, 0.0]);
        for _ in 0..720 {
            game.press(NONE, 1);
            let place = game.world.moved(0, game.player.tick) + dvec2(0.5, 0.0);
            assert_eq!(game.state(), MovementMode::Ground);
            assert!(game.at().distance(place) < 1e-14, "{} {place}", game.at());
        }
        assert_eq!(game.player.stands_on(&game.world), [0]);
    }
}

#[test]
fn between_a_platform_and_a_wall_one_is_crushed() {
    let block = moving(solid([2.0, 0.0], [4.0, 3.0]), [-3.0, 0.0], 4.0);
    let level = |x| vec![floor(), block.clone(), solid([x - 1.0, 0.0], [x, 3.0])];
    let mut game = Game::new(level(-2.0), [-1.0, 0.0]);
    game.press(NONE, 480);
    assert_eq!(game.state(), MovementMode::Ground);
    let mut game = Game::new(level(-1.7), [-1.0, 0.0]);
    game.press(NONE, 480);
    assert_eq!(game.state(), MovementMode::Crushed);
    assert_eq!(game.state().to_string(), "crushed");
    let before = game.at();
    game.press(Controls { jump: true, ..LEFT }, 60);
    assert_eq!((game.at(), game.state()), (before, MovementMode::Crushed));
}

/// Returns the height, speed and state of a runner in each tick.
fn seen(obstacles: Vec<Obstacle>, start: f64, keys: Controls, ticks: usize) -> Vec<(f64, f64, MovementMode)> {
    let mut game = Game::new(obstacles, [start, 0.0]);
    game.press(NONE, 5);
    let mut seen = Vec::new();
    for _ in 0..ticks {
        game.press(keys, 1);
        seen.push((game.at().y, game.velocity().x, game.state()));
    }
    seen
}

#[test]
fn seams_between_platforms_and_ground_are_not_felt() {
    let piece = |x: f64| solid([x, -1.0], [x + 2.0, 0.0]);
    let rests = |x: f64| moving(piece(x), [0.0, 0.0], 1.0);
    let mixed = || -> Vec<Obstacle> {
        (-10..10i8)
            .map(|i| if i % 2 == 0 { piece(2.0 * f64::from(i)) } else { rests(2.0 * f64::from(i)) })
            .collect()
    };
    let only = || (-10..10i8).map(|i| rests(2.0 * f64::from(i))).collect();
    let over = || vec![floor(), rests(-3.0), rests(0.0), rests(1.3)];
    for (start, keys) in [(-15.3, RIGHT), (15.3, LEFT)] {
        let one = seen(vec![floor()], start, keys, 500);
        for level in [mixed(), only(), over()] {
            assert_eq!(seen(level, start, keys, 500), one);
        }
    }
}

#[test]
fn who_is_put_stays() {
    let game = Game::new(vec![floor(), solid([2.0, 0.0], [3.0, 3.0])], [0.0, 0.0]);
    let world = &game.world;
    assert_eq!(world.put(dvec2(2.5, 1.0), Stance::Standing, 0), None);
    let player = world.put(dvec2(1.5, 0.0), Stance::Standing, 7).unwrap();
    assert_eq!((player.tick, player.at(world)), (7, dvec2(1.5, 0.0)));
    let next = world.step(&player, NONE);
    assert_eq!((next.tick, next.state(), next.at(world)), (8, MovementMode::Ground, dvec2(1.5, 0.0)));
    assert_eq!(world.put(dvec2(f64::NAN, 0.0), Stance::Standing, 0), None);
    // A start in the ground is moved up, and where there is none at all, nothing goes wrong.
    let buried = Game::new(vec![floor()], [0.0, -0.5]);
    assert!(buried.at().y >= 0.0 && buried.at().y < 0.3);
    let full = Game::new(vec![solid([-2000.0, -2000.0], [2000.0, 2000.0])], [0.0, 0.0]);
    assert_eq!(full.state(), MovementMode::Crushed);
}

/// Returns obstacles of which some are ladders and some move.
fn played_level() -> impl Strategy<Value = Vec<Obstacle>> {
    let moves = (-9.0f64..9.0, -9.0f64..9.0, 0.1f64..8.0);
    let platform = (polygon(), moves, 0u8..4).prop_map(|(polygon, (x, y, seconds), kind)| Obstacle {
        polygon,
        kind: [ObstacleKind::Solid, ObstacleKind::Solid, ObstacleKind::Thin, ObstacleKind::Ladder]
            [usize::from(kind)],
        moves: Some(Moves { by: dvec2(x, y), seconds }),
    });
    let ladder = polygon().prop_map(|polygon| Obstacle::still(polygon, ObstacleKind::Ladder));
    let others = prop_oneof![2 => platform, 1 => ladder];
    let nasty = (0usize..15).prop_map(|which| regression_levels(&Stance::Standing.shape())[which].clone());
    let still = prop_oneof![4 => random_level(), 1 => nasty];
    (still, prop::collection::vec(others, 0..6)).prop_map(|(still, others)| [still, others].concat())
}

/// Returns keys, each with the number of ticks for which they are held.
fn played_keys() -> impl Strategy<Value = Vec<(u8, u8)>> {
    prop::collection::vec((0u8..32, 1u8..30), 1..40)
}

/// Checks that the player is in free triangles, and no deeper in an obstacle than edges are bent.
fn check(world: &World, judges: &[Judges], player: &Player) {
    let at = player.at(world);
    assert!(at.is_finite());
    let Judges { still, platforms } = &judges[player.stance as usize];
    assert!(world.mesh(player.stance).is_free(player.triangle()));
    assert!(still.depth(at) <= BENT + ROUNDED, "{} deep: {player:?}", still.depth(at));
    if player.state() == MovementMode::Crushed {
        return;
    }
    for (obstacle, judge) in platforms {
        let depth = judge.depth(at - world.moved(*obstacle, player.tick));
        assert!(depth <= BENT + ROUNDED, "{depth} deep in platform {obstacle}: {player:?}");
    }
}

struct Judges {
    still: Judge,
    platforms: Vec<(usize, Judge)>,
}

fn judges(obstacles: &[Obstacle]) -> Vec<Judges> {
    let moving = || obstacles.iter().enumerate().filter(|(_, obstacle)| obstacle.moves.is_some());
    let all = Stance::ALL.iter().map(|stance| Judges {
        still: Judge::new(obstacles, &stance.shape()),
        platforms: moving()
            .map(|(index, obstacle)| {
                let still = Obstacle { moves: None, ..obstacle.clone() };
                (index, Judge::new(&[still], &stance.shape()))
            })
            .collect(),
    });
    all.collect()
}

proptest! {
    #[test]
    fn nothing_gets_through_worlds(obstacles in played_level(), keys in played_keys(),
                                   x in -20.0f64..20.0, y in -20.0f64..20.0, tick in 0u64..2000) {
        let judges = judges(&obstacles);
        let world = World::new(&Level { obstacles, start: dvec2(x, y) });
        let Some(mut player) = world.put(dvec2(x, y), Stance::Standing, tick) else { return Ok(()) };
        for (byte, ticks) in keys {
            for _ in 0..ticks {
                player = world.step(&player, keys_of(byte));
                check(&world, &judges, &player);
            }
        }
    }
}
