//! The knight's body is on the ground, not beside it, and along the ground while he is down.

use super::tests::{Game, RIGHT, polygon, slope};
use super::*;
use ground::{MovementParameters, Obstacle};

const NONE: Buttons =
    Buttons { keys: Controls { right: false, ..RIGHT.keys }, walk: false, punch: false, ..RIGHT };

fn towards(side: f64) -> Buttons {
    let keys = Controls { left: side < 0.0, right: side > 0.0, ..NONE.keys };
    Buttons { keys, walk: true, ..NONE }
}

/// A ledge from one place to another that rises by so much for each metre, high above a floor.
fn ledge([left, right]: [f64; 2], rise: f64) -> Vec<Obstacle> {
    let floor = polygon(&[[-30.0, -12.0], [30.0, -12.0], [30.0, -11.0], [-30.0, -11.0]]);
    let corners = [[left, -9.0], [right, -9.0], [right, rise * right], [left, rise * left]];
    vec![floor, polygon(&corners)]
}

fn at(game: &Game) -> DVec2 {
    game.hero.player().at(&game.world)
}

fn stands(game: &Game) -> bool {
    game.hero.player().state() == ground::MovementMode::Ground
}

fn state(game: &Game) -> &str {
    &game.hero.state().unwrap().name
}

#[test]
fn who_stops_beyond_an_edge_steps_back_on_the_ground_and_does_not_turn_for_it() {
    for (side, rise) in [(1.0, 0.0), (-1.0, 0.0), (1.0, 0.5), (1.0, -0.5), (-1.0, 0.5), (-1.0, -0.5)] {
        let ends = if side > 0.0 { [-8.0, 0.0] } else { [0.0, 8.0] };
        let mut game = Game::new(
            ledge(ends, rise),
            [-side, 0.45 * f64::abs(rise) - rise * side],
            MovementParameters::KNIGHT,
        );
        while side * at(&game).x < 0.3 {
            game.press(towards(side), 1);
            assert!(stands(&game), "{side}, {rise}");
        }
        let looks = game.hero.heading.to_the_right();
        for _ in 0..120 {
            game.press(NONE, 1);
            assert!(stands(&game) && (game.hero.heading.to_the_right() - looks).abs() < 1e-9);
        }
        let beyond = side * at(&game).x;
        assert!((-0.25..-0.14).contains(&beyond) && state(&game) == "idle", "{side}, {rise}: {beyond}");
        for sole in game.soles() {
            let middle = 0.5 * side as f32 * (sole[0].x + sole[1].x);
            assert!(middle < 0.0, "{side}, {rise}: {sole:?}");
        }
    }
}

/// The joints' places in the level, but for the steps on the way: of a joint that is named.
fn place(game: &Game, joint: &str) -> DVec2 {
    let joint = game.hero.now()[game.hero.character().joint(joint).unwrap()];
    (game.hero.world_from_model(1.0) * joint).w_axis.truncate().truncate().as_dvec2()
}

/// Knocked down on a slope, looking to a side: the heights of some joints straight above the slope when he lies.
fn lying(rise: f64, side: f64) -> Vec<f64> {
    const JOINTS: [&str; 5] = ["hips", "chest", "head", "shin.L", "foot.R"];
    let mut game = Game::new(vec![slope(rise)], [0.0, 0.45 * rise.abs()], MovementParameters::KNIGHT);
    game.press(towards(side), 40);
    game.press(NONE, 60);
    game.tick(NONE, Conditions::from_iter([Condition::HitHard]));
    let mut before = JOINTS.map(|joint| place(&game, joint));
    let mut follow = |game: &mut Game, ticks: usize| {
        for _ in 0..ticks {
            game.press(NONE, 1);
            let now = JOINTS.map(|joint| place(game, joint));
            let most = now.iter().zip(&before).map(|(now, before)| now.distance(*before)).fold(0.0, f64::max);
            assert!(most < 0.1, "{rise}, {side}: {most} m in a tick");
            before = now;
        }
    };
    follow(&mut game, 110);
    assert_eq!(state(&game), "down");
    let above = |place: DVec2| (place.y - rise * place.x) / rise.hypot(1.0);
    let heights = JOINTS.map(|joint| above(place(&game, joint))).to_vec();
    assert!((game.hero.stands[1].lean - rise.atan()).abs() < 1e-3, "{rise}, {side}");
    follow(&mut game, 300);
    assert_eq!((state(&game), game.hero.stands[1].lean), ("idle", 0.0));
    assert!(game.heights(rise).iter().all(|height| height.abs() < 0.02));
    heights
}

#[test]
fn who_lies_on_a_slope_lies_along_it_and_rises_on_his_feet() {
    let level = lying(0.0, 1.0);
    assert!(level.iter().all(|height| (-0.02..0.5).contains(height)), "{level:?}");
    for rise in [0.3, -0.3, 0.8, -0.8] {
        for side in [-1.0, 1.0] {
            let heights = lying(rise, side);
            let near = heights.iter().zip(&level).all(|(height, level)| (height - level).abs() < 0.03);
            assert!(near, "{rise}, {side}: {heights:?}, and on level ground {level:?}");
        }
    }
}
