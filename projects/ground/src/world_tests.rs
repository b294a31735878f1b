//! Tests players with keys, on ladders, platforms and walls.

use super::button::{DOWN, JUMP, LEFT, RIGHT, UP};
use super::judge_tests::keys_of;
use super::levels_tests::regression_levels;
use super::tests::{NONE, polygon, random_level, solid};
use super::*;
use glam::dvec2;
use proptest::prelude::*;

/// The rounding of places in a platform's frame and of a pushed player, beside the mesh's.
const ROUNDED: f64 = 4e-11;

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

    fn press(&mut self, keys: Buttons, ticks: usize) -> &mut Self {
        for _ in 0..ticks {
            self.player = self.world.step(&self.player, keys, &[]);
        }
        self
    }

    fn at(&self) -> DVec2 {
        self.player.at
    }

    /// Plays words, each of keys and the ticks for which they are held: `L` and `R` run, `U` and `D` climb and duck, `J` jumps.
    /// Returns what holds the player then, the place, and which way he moves.
    fn play(&mut self, script: &str) -> String {
        for word in script.split(' ') {
            let (letters, ticks) = word.split_at(word.find(|letter: char| letter.is_ascii_digit()).unwrap());
            let keys = [('L', LEFT), ('R', RIGHT), ('U', UP), ('D', DOWN), ('J', JUMP)];
            let pressed = keys.into_iter().filter(|(letter, _)| letters.contains(*letter));
            self.press(pressed.map(|(_, key)| key).sum(), ticks.parse().unwrap());
        }
        let rounded = |number: f64| (number * 1e6).round() / 1e6 + 0.0;
        let [at, velocity] = [self.at(), self.player.velocity];
        let ducks = if self.player.stance == Stance::Ducking { ", ducking" } else { "" };
        let moves = if velocity.y > 0.0 {
            ", rising"
        } else if velocity.y < 0.0 {
            ", falling"
        } else {
            ""
        };
        format!("{}{ducks}{moves} at {} {}", self.player.state, rounded(at.x), rounded(at.y))
    }
}

/// Returns a game on a floor with more of a level.
fn named(level: &str) -> Game {
    let slope =
        |sign: f64| ring(&[[5.0 * sign, 0.0], [0.3 * sign, 0.0], [0.9 * sign, 12.0], [5.0 * sign, 12.0]]);
    let block = || moving(solid([2.0, 0.0], [4.0, 3.0]), [-3.0, 0.0], 4.0);
    let (start, more) = match level {
        "floor" => ([0.0, 0.0], vec![]),
        "air" => ([0.0, 2.0], vec![]),
        "ladder" => (
            [2.5, 0.0],
            vec![
                of(ObstacleKind::Ladder, solid([2.0, 0.0], [3.0, 5.0])),
                solid([3.0, 4.0], [9.0, 5.0]),
                of(ObstacleKind::Thin, solid([1.0, 4.5], [3.0, 5.0])),
            ],
        ),
        "plank" => ([0.0, 0.0], vec![of(ObstacleKind::Thin, solid([-2.0, 2.0], [2.0, 2.5]))]),
        "wall" => ([2.0, 30.0], vec![solid([3.0, 0.0], [4.0, 40.0])]),
        "roof" => ([0.0, 0.0], vec![solid([2.0, 1.2], [6.0, 3.0])]),
        "valley" => ([0.1, 12.5], vec![slope(-1.0), slope(1.0)]),
        "press" => ([-1.0, 0.0], vec![block(), solid([-2.7, 0.0], [-1.7, 3.0])]),
        "wide press" => ([-1.0, 0.0], vec![block(), solid([-3.0, 0.0], [-2.0, 3.0])]),
        "lift" => ([0.0, 0.0], vec![moving(solid([-2.0, -1.0], [2.0, 0.0]), [0.0, 7.0], 3.0)]),
        "raft" => ([0.0, 4.0], vec![moving(solid([-2.0, -1.0], [2.0, 0.03125]), [0.0, 0.0], 3.0)]),
        "ledge" => ([-0.5, 5.0], vec![solid([-20.0, 0.0], [0.0, 5.0])]),
        _ => panic!("{level}"),
    };
    Game::new([vec![floor()], more].concat(), start)
}

#[test]
fn the_keys_do_what_the_table_says() {
    const KNIGHT: MovementParameters = MovementParameters::KNIGHT;
    let plain = MovementParameters::default();
    for (movement, level, script, wanted) in [
        // A held key jumps once.
        (plain, "floor", ".5 J300", "on the ground at 0 0"),
        // A ladder is climbed up, holds fast, is left at its top, and is climbed down from there.
        (plain, "ladder", ".5", "on the ground at 2.5 0"),
        (plain, "ladder", ".5 U30", "on a ladder, rising at 2.5 1"),
        (plain, "ladder", ".5 U30 .100", "on a ladder at 2.5 1"),
        (plain, "ladder", ".5 U230", "on the ground at 2.5 5"),
        (plain, "ladder", ".5 U230 D30", "on a ladder, falling at 2.5 4"),
        (plain, "ladder", ".5 U230 D230", "on the ground, ducking at 2.5 0"),
        (plain, "ladder", ".5 U30 RJ20", "in the air, falling at 3.4025 2.1775"),
        // A plank is jumped on from below, and dropped through. Who would drop through the floor jumps.
        (plain, "plank", ".5 J200", "on the ground at 0 2.5"),
        (plain, "plank", ".5 J200 D20", "on the ground, ducking at 0 2.5"),
        (plain, "plank", ".5 J200 D20 DJ100", "on the ground, ducking at 0 0"),
        (plain, "plank", ".5 D1 DJ10", "in the air, ducking, rising at 0 0.797733"),
        // A wall is slid down by 3 a second, and jumped off once.
        (plain, "wall", "R90", "at a wall, falling at 2.6 27.695"),
        (plain, "wall", "R98", "at a wall, falling at 2.6 27.495"),
        (plain, "wall", "R90 .60", "in the air, falling at 2.6 21.945"),
        (plain, "wall", "R90 RJ12", "in the air, rising at 2.065 28.637279"),
        (plain, "wall", "R90 RJ12 .3", "in the air, rising at 1.98 28.839099"),
        (plain, "wall", "R90 RJ12 .1 J2", "in the air, rising at 1.98 28.839099"),
        // Who ducks gets up where there is room.
        (plain, "roof", ".5 R60", "on the ground at 1.6 0"),
        (plain, "roof", ".5 R60 DR120", "on the ground, ducking at 4.058333 0"),
        (plain, "roof", ".5 R60 DR120 .30", "on the ground, ducking at 4.0875 0"),
        (plain, "roof", ".5 R60 DR120 .30 R300", "on the ground at 15.662501 0"),
        // A narrow valley holds him, but he can jump.
        (plain, "valley", ".200", "between two walls at 0 2"),
        (plain, "valley", ".200 L30 R30 U30 D30 .60", "between two walls at 0 2"),
        (plain, "valley", ".200 J40", "in the air, rising at 0 4.44093"),
        // Between a platform and a wall he has room, or is crushed. A raft holds him, and a lift throws him.
        (plain, "wide press", ".480", "on the ground at -1.4 0"),
        (plain, "press", ".480", "crushed at -1.3 0"),
        (plain, "press", ".480 LJ60", "crushed at -1.3 0"),
        (plain, "raft", ".120", "on the ground at 0 0.03125"),
        (plain, "lift", ".90", "on the ground, rising at 0 3.5"),
        (plain, "lift", ".90 J20", "in the air, rising at 0 5.903798"),
        // For twelve ticks after an edge the knight can still jump, once.
        (KNIGHT, "ledge", "R40", "in the air at 0.405417 5"),
        (KNIGHT, "ledge", "R40 J1", "in the air, rising at 0.43875 5.052543"),
        (KNIGHT, "ledge", "R51 J1", "in the air, rising at 0.805417 4.976918"),
        (KNIGHT, "ledge", "R52 J1", "in the air, falling at 0.838333 4.894375"),
        (KNIGHT, "ledge", "R42 J1 .5", "in the air, rising at 0.665833 5.295507"),
        (KNIGHT, "ledge", "R42 J1 .1 J4", "in the air, rising at 0.665833 5.295507"),
        (KNIGHT, "ledge", ".5 J1 .9", "in the air, rising at -0.5 5.471878"),
        (KNIGHT, "ledge", ".5 J1 .5 J4", "in the air, rising at -0.5 5.471878"),
        (plain, "ledge", "R26 J1", "in the air, falling at 0.57375 4.98875"),
        // He lands after 57 ticks. A jump pressed 13 ticks before waits for the ground, and is one jump.
        (KNIGHT, "air", ".57", "on the ground at 0 0"),
        (KNIGHT, "air", ".43 J1 .20", "in the air, rising at 0 0.343349"),
        (KNIGHT, "air", ".42 J1 .20", "on the ground at 0 0"),
        (KNIGHT, "air", ".43 J1 .300", "on the ground at 0 0"),
        (plain, "air", ".30 J1 .20", "on the ground at 0 0"),
    ] {
        let mut game = named(level);
        game.world.movement = movement;
        assert_eq!(game.play(script), wanted, "{level}: {script}");
    }
}

#[test]
fn a_platform_carries() {
    for by in [[9.0, 0.0], [0.0, 7.0], [6.0, 5.0], [-3.0, -4.0]] {
        let mut game = Game::new(vec![moving(solid([-2.0, -1.0], [2.0, 0.0]), by, 3.0)], [0.5, 0.0]);
        for _ in 0..720 {
            game.press(NONE, 1);
            let place = game.world.moved(0, game.player.tick) + dvec2(0.5, 0.0);
            assert_eq!(game.player.state, MovementMode::Ground);
            assert!(game.at().distance(place) < 1e-14, "{} {place}", game.at());
        }
        assert_eq!(game.player.stands_on(&game.world), [0]);
    }
}

#[test]
fn the_ground_below_is_the_highest_that_is_not_above() {
    // A floor at 0 up to x = 2, from where it rises to 2 at x = 4, a roof at 3, a ladder, and a platform.
    let obstacles = vec![
        ring(&[[-4.0, -1.0], [4.0, -1.0], [4.0, 2.0], [2.0, 0.0], [-4.0, 0.0]]),
        of(ObstacleKind::Thin, solid([-1.0, 2.5], [1.0, 3.0])),
        of(ObstacleKind::Ladder, solid([-2.0, 0.0], [-1.5, 4.0])),
        moving(of(ObstacleKind::Thin, solid([-3.5, 0.5], [-2.5, 1.0])), [1.0, 0.0], 2.0),
    ];
    let level = Level { obstacles, start: DVec2::ZERO };
    for (at, height) in [
        ([0.0, 1.0], Some(0.0)),
        ([0.0, 2.7], Some(0.0)),
        ([0.0, 3.5], Some(3.0)),
        ([0.0, 2.96], Some(3.0)),
        ([3.0, 1.5], Some(1.0)),
        ([-1.7, 9.0], Some(0.0)),
        ([-3.0, 9.0], Some(0.0)),
        ([0.0, -0.5], None),
        ([5.0, 9.0], None),
        ([f64::NAN, 9.0], None),
    ] {
        assert_eq!(level.height_below(at.into()), height, "{at:?}");
    }
}

#[test]
fn who_is_put_stays() {
    let game = Game::new(vec![floor(), solid([2.0, 0.0], [3.0, 3.0])], [0.0, 0.0]);
    let world = &game.world;
    assert_eq!(world.put(dvec2(2.5, 1.0), Stance::Standing, 0), None);
    let player = world.put(dvec2(1.5, 0.0), Stance::Standing, 7).unwrap();
    assert_eq!((player.tick, player.at), (7, dvec2(1.5, 0.0)));
    let next = world.step(&player, NONE, &[]);
    assert_eq!((next.tick, next.state, next.at), (8, MovementMode::Ground, dvec2(1.5, 0.0)));
    assert_eq!(world.put(dvec2(f64::NAN, 0.0), Stance::Standing, 0), None);
    // A start in the ground is moved up, and where there is none at all, nothing goes wrong.
    let buried = Game::new(vec![floor()], [0.0, -0.5]);
    assert!(buried.at().y >= 0.0 && buried.at().y < 0.3);
    let full = Game::new(vec![solid([-2000.0, -2000.0], [2000.0, 2000.0])], [0.0, 0.0]);
    assert_eq!(full.player.state, MovementMode::Crushed);
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
/// He has no more chances to jump than the movement gives him.
fn check(world: &World, judges: &[Judges], before: &Player, player: &Player) {
    let at = player.at;
    assert!(at.is_finite());
    let MovementParameters { coyote_time, jump_buffer, .. } = world.movement;
    assert!(player.coyote_time <= coyote_time && player.waits <= jump_buffer);
    let stands = |player: &Player| matches!(player.state, MovementMode::Ground | MovementMode::Wedged);
    assert!(player.coyote_time == 0 || !stands(player) && player.state != MovementMode::Ladder);
    assert!(player.coyote_time <= before.coyote_time || stands(before));
    let Judges { still, platforms } = &judges[player.stance as usize];
    assert!(world.mesh(player.stance).is_free(player.triangle()));
    assert!(still.depth(at) <= BENT + ROUNDED, "{} deep: {player:?}", still.depth(at));
    if player.state == MovementMode::Crushed {
        return;
    }
    for (obstacle, judge) in platforms {
        let depth = judge.depth(at - world.moved(*obstacle, player.tick));
        assert!(depth <= BENT + ROUNDED, "{depth} deep in platform {obstacle}: {player:?}");
    }
}

struct Judges {
    still: Sweep,
    platforms: Vec<(usize, Sweep)>,
}

fn judges(obstacles: &[Obstacle]) -> Vec<Judges> {
    let moving = || obstacles.iter().enumerate().filter(|(_, obstacle)| obstacle.moves.is_some());
    let all = Stance::ALL.iter().map(|stance| Judges {
        still: Sweep::new(obstacles, &stance.shape()),
        platforms: moving()
            .map(|(index, obstacle)| {
                let still = Obstacle { moves: None, ..obstacle.clone() };
                (index, Sweep::new(&[still], &stance.shape()))
            })
            .collect(),
    });
    all.collect()
}

proptest! {
    #[test]
    fn nothing_gets_through_worlds(obstacles in played_level(), keys in played_keys(),
                                   x in -20.0f64..20.0, y in -20.0f64..20.0, tick in 0u64..2000, is_knight in any::<bool>()) {
        let judges = judges(&obstacles);
        let movement = if is_knight { MovementParameters::KNIGHT } else { MovementParameters::default() };
        let world = World::with(&Level { obstacles, start: dvec2(x, y) }, movement);
        let Some(mut player) = world.put(dvec2(x, y), Stance::Standing, tick) else { return Ok(()) };
        for (byte, ticks) in keys {
            for _ in 0..ticks {
                let next = world.step(&player, keys_of(byte), &[]);
                check(&world, &judges, &player, &next);
                player = next;
            }
        }
    }
}
