//! Tests that the knight's body is on the ground, and along it while he lies.

use super::tests::{Game, slope};
use super::*;
use glam::DVec2;
use ground::MovementParameters;

fn towards(side: f64) -> Buttons {
    button::WALK | if side < 0.0 { button::LEFT } else { button::RIGHT }
}

fn state(game: &Game) -> &str {
    &game.hero.actor.state().unwrap().name
}

/// Returns the place of a named joint in the level, without the smoothing between ticks.
fn place(game: &Game, joint: &str) -> DVec2 {
    let joint = game.hero.actor.now()[game.hero.actor.character.rig.skeleton.named(joint).unwrap()];
    (game.hero.actor.world_from_model(1.0) * joint).w_axis.truncate().truncate().as_dvec2()
}

/// Returns the heights of some joints above a slope, on which he lies after he was struck, looking to a side.
fn lying(rise: f64, side: f64) -> Vec<f64> {
    const JOINTS: [&str; 5] = ["hips", "chest", "head", "shin.L", "foot.R"];
    let mut game = Game::new(vec![slope(rise)], [0.0, 0.45 * rise.abs()], MovementParameters::KNIGHT);
    game.press(towards(side), 40);
    game.press(0, 60);
    game.tick(0, Conditions::from_iter([Condition::HitHard]));
    let mut before = JOINTS.map(|joint| place(&game, joint));
    let mut follow = |game: &mut Game, ticks: usize| {
        for _ in 0..ticks {
            game.press(0, 1);
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
    assert!((game.hero.actor.stands[1].lean - rise.atan()).abs() < 1e-3, "{rise}, {side}");
    follow(&mut game, 300);
    assert_eq!((state(&game), game.hero.actor.stands[1].lean), ("idle", 0.0));
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
