//! The knight falls out of a level.

use super::*;
use ground::{Controls, Level, Moves, Obstacle, ObstacleKind, Polygon};
use std::path::Path;

fn block(from: [f64; 2], to: [f64; 2], moves: Option<Moves>) -> Obstacle {
    let corners = [from, [to[0], from[1]], to, [from[0], to[1]]].map(DVec2::from);
    Obstacle { moves, ..Obstacle::still(Polygon::new(&corners).unwrap(), ObstacleKind::Solid) }
}

/// Ground from a wall on to x = 6, a platform that goes away to the right from there, and whatever else.
fn game(more: Option<Obstacle>) -> Game {
    let assets = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets"));
    let table =
        |name: &str| std::fs::read_to_string(assets.join("play").join(name).with_extension("toml")).unwrap();
    let moves = Some(Moves { by: dvec2(8.0, 0.0), seconds: 16.0 });
    let wall = block([-3.0, -9.0], [-2.0, 9.0], None);
    let ground = block([-2.0, -9.0], [6.0, 0.0], None);
    let platform = block([6.5, -0.4], [9.5, 0.0], moves);
    let obstacles = [wall, ground, platform].into_iter().chain(more).collect();
    let level = Level { obstacles, start: DVec2::ZERO };
    let arena = Arena { level, tables: ["knight", "dummy"].map(table), ..Arena::default() };
    Game::new(&CharacterAssets::read(assets).unwrap(), arena).unwrap()
}

const STAYS: Controls = Controls { left: false, right: false, up: false, down: false, jump: false };
const RIGHT: Controls = Controls { right: true, ..STAYS };
const JUMPS: Controls = Controls { jump: true, ..RIGHT };
const LEFT: Controls = Controls { left: true, ..STAYS };

/// Presses keys for some ticks, and returns how often he began meanwhile.
fn press(game: &mut Game, keys: Controls, ticks: usize) -> u32 {
    let begun = game.begun();
    (0..ticks).for_each(|_| game.step(Buttons { keys, ..Buttons::default() }));
    game.begun() - begun
}

fn at(game: &Game) -> DVec2 {
    game.hero().player().at(game.world())
}

#[test]
fn whoever_falls_comes_back_to_where_he_stood_and_falls_again_by_another_press_alone() {
    let mut game = game(None);
    // Into the gap between the ground and the platform, which is further away by now.
    press(&mut game, STAYS, 600);
    assert_eq!(press(&mut game, RIGHT, 600), 1, "he falls once, though the key is held");
    let safe = at(&game);
    assert!((4.0..6.0 - SAFE).contains(&safe.x) && safe.y.abs() < 1e-6, "{safe}");
    assert_eq!(game.hero().player().state(), MovementMode::Ground);
    assert!(game.hero().player().tick > 1000, "the platforms go on from where they are");
    // Let go for a tick, the key means something again.
    press(&mut game, STAYS, 1);
    assert_eq!(press(&mut game, RIGHT, 300), 1);
    // Before the wall he stands as safely.
    press(&mut game, STAYS, 1);
    press(&mut game, LEFT, 300);
    assert_eq!(game.safe, Some(at(&game)));
    assert!(at(&game).x < -1.0, "{}", at(&game));
    game.restart();
    assert_eq!(at(&game), DVec2::ZERO);
}

#[test]
fn nobody_comes_back_to_a_platform_and_the_same_keys_make_the_same_game() {
    let played = || {
        // There is ground below the platform at first.
        let mut game = game(Some(block([6.0, -9.0], [11.0, -3.0], None)));
        while at(&game).x < 5.3 {
            press(&mut game, RIGHT, 1);
        }
        press(&mut game, JUMPS, 80);
        press(&mut game, STAYS, 200);
        let rides = game.hero().player().carried(game.world()).x > 0.0;
        assert!(rides, "he rides at {}", at(&game));
        let [fell, again] = [press(&mut game, RIGHT, 400), press(&mut game, STAYS, 10)];
        assert_eq!([fell, again], [1, 0], "{}", at(&game));
        game
    };
    let game = played();
    let here = at(&game);
    assert!(here.x < 6.0 - SAFE && here.y.abs() < 1e-6, "he stands at {here}");
    assert_eq!(game.to_bytes(), played().to_bytes());
}
