//! Tests the knight, moved by keys.

use super::*;
use crate::Arena;
use crate::button::{DOWN, JUMP, LEFT, PUNCH, RIGHT, SWING, UP, WALK};
use crate::table::tests::{KNIGHT, table};
use common::ik::Foot;
use common::pose::placed;
use common::transform::Transform;
use course::root;
use glam::{DVec2, Vec3};
use ground::{Level, MovementParameters, Obstacle, ObstacleKind, Polygon};
use std::collections::VecDeque;
use std::sync::OnceLock;

fn character() -> &'static Arc<CharacterAsset> {
    static KNIGHT_ASSET: OnceLock<Arc<CharacterAsset>> = OnceLock::new();
    KNIGHT_ASSET
        .get_or_init(|| Arc::new(CharacterAsset::read(&root().join("assets/knight/knight.dae")).unwrap()))
}

pub(super) fn polygon(corners: &[[f64; 2]]) -> Obstacle {
    let corners: Vec<DVec2> = corners.iter().copied().map(DVec2::from).collect();
    Obstacle::still(Polygon::new(&corners).unwrap(), ObstacleKind::Solid)
}

/// Returns a floor that rises by `rise` for each metre to the right.
pub(super) fn slope(rise: f64) -> Obstacle {
    let high = 60.0 * rise;
    polygon(&[[-60.0, -high.abs() - 2.0], [60.0, -high.abs() - 2.0], [60.0, high], [-60.0, -high]])
}

pub(super) struct Game {
    pub world: World,
    pub hero: Hero,
}

impl Game {
    pub fn new(obstacles: Vec<Obstacle>, start: [f64; 2], movement: MovementParameters) -> Self {
        let world = World::with(&Level { obstacles, start: start.into() }, movement);
        let hero = Hero::new(character(), &Arc::new(table("knight.toml", &KNIGHT)), world.start(), &world);
        let mut game = Self { world, hero };
        game.press(0, 30);
        game
    }

    pub fn press(&mut self, buttons: Buttons, ticks: usize) {
        (0..ticks).for_each(|_| self.tick(buttons, Conditions::default()));
    }

    pub fn tick(&mut self, buttons: Buttons, struck: Conditions) {
        self.hero.step(&self.world, &[], buttons, struck);
    }

    /// Returns the heights of heels and toes above those at rest, on a slope.
    pub fn heights(&self, rise: f64) -> Vec<f64> {
        let rest = [0.0, 0.034];
        let soles = self.soles();
        let height = |(part, place): (usize, &Vec3)| {
            f64::from(place.y) - rise * f64::from(place.x) - rest[part % 2] * (1.0 + rise * rise).sqrt()
        };
        soles.as_flattened().iter().enumerate().map(height).collect()
    }

    /// Returns heel and toe of both feet, in the level.
    pub fn soles(&self) -> [[Vec3; 2]; 2] {
        let world_from_model = self.hero.actor.world_from_model(1.0);
        let joints: Vec<Mat4> = self.hero.actor.now().iter().map(|joint| world_from_model * *joint).collect();
        feet().map(|foot| foot.sole(&joints))
    }
}

fn feet() -> [Foot; 2] {
    let character = character();
    Foot::of_rig(&character.rig, character.world_from_model).1.try_into().unwrap()
}

/// Returns for each heel and toe if the clip plants it, as low as at rest, and moving with the ground.
fn stands(clip: &str, speed: f32, phase: f32) -> [[bool; 2]; 2] {
    const DT: f32 = 5e-3;
    let character = character();
    let mut animator =
        common::clip::Animator::new(character.rig.clone(), character.clip(clip).unwrap().clone());
    let time = phase * animator.clip().seconds;
    let mut soles = |time: f32| {
        animator.seek(time);
        let mut joints = placed(&character.rig.skeleton, animator.pose());
        joints.iter_mut().for_each(|joint| *joint = character.world_from_model * *joint);
        feet().map(|foot| foot.sole(&joints).map(|place| place + time * speed * Vec3::Z))
    };
    let [before, after] = [time - DT, time + DT].map(&mut soles);
    let is_still = |side: usize, part: usize| {
        let (from, to) = (before[side][part], after[side][part]);
        0.5 * (from.y + to.y) < [0.004, 0.039][part] && (to - from).with_y(0.0).length() < 0.6 * 2.0 * DT
    };
    [0, 1].map(|side| [0, 1].map(|part| is_still(side, part)))
}

/// Returns the metres that a planted heel or toe slides on a slope at most, with and without footwork.
fn slides(rise: f64, speed: f64) -> [f32; 2] {
    let movement = MovementParameters { run: speed, ..MovementParameters::KNIGHT };
    let mut game = Game::new(vec![slope(rise)], [-8.0, -8.0 * rise + 0.45 * rise.abs()], movement);
    let gaits = character().gaits("stride");
    game.press(RIGHT, 200);
    let mut seen = 0;
    let (mut prints, mut worst) = ([[None; 4]; 2], [0.0f32; 2]);
    for _ in 0..400 {
        game.press(RIGHT, 1);
        let strides = game.hero.actor.gaits().unwrap();
        let stand = strides.pair().map(|gait| stands(gaits[gait].0, gaits[gait].1, strides.phase()));
        let world_from_model = game.hero.actor.world_from_model(1.0);
        let mut joints = placed(&character().rig.skeleton, strides.pose());
        joints.iter_mut().for_each(|joint| *joint = world_from_model * *joint);
        let raw = feet().map(|foot| foot.sole(&joints));
        for (which, soles) in [game.soles(), raw].iter().enumerate() {
            for (part, &place) in soles.as_flattened().iter().enumerate() {
                let print: &mut Option<Vec3> = &mut prints[which][part];
                if !stand.iter().all(|stands| stands.as_flattened()[part]) {
                    *print = None;
                    continue;
                }
                seen += 1;
                let from = *print.get_or_insert(place);
                worst[which] = worst[which].max(from.with_y(0.0).distance(place.with_y(0.0)));
            }
        }
    }
    assert!(seen > 100, "hardly anything stands: {seen}");
    worst
}

#[test]
fn feet_do_not_slide_at_any_speed_or_on_slopes() {
    let level = [0.3, 0.6, 0.8, 1.0, 1.2, 1.7, 2.0, 2.4, 2.8, 3.2, 3.6, 4.0].map(|speed| (0.0, speed));
    let slopes = [(0.2, 1.2), (0.2, 3.2), (-0.2, 1.7), (0.6, 1.2), (0.6, 2.8), (-0.6, 2.0)];
    for (rise, speed) in level.into_iter().chain(slopes) {
        let [fitted, of_clips] = slides(rise, speed);
        // On level ground the clips alone do it already: their rate is right. What is mixed of two is a little off.
        let most = if rise == 0.0 { 0.003 } else { of_clips.clamp(0.003, 0.01) };
        assert!(
            fitted < most && (rise != 0.0 || of_clips < 0.01),
            "{rise}, {speed} m/s: {fitted} m, {of_clips} m"
        );
    }
}

#[test]
fn feet_stand_on_the_ground() {
    for (rise, walk) in [(0.0, true), (0.3, true), (-0.3, true), (0.8, true), (0.5, false), (-0.5, false)] {
        let mut game =
            Game::new(vec![slope(rise)], [-8.0, -8.0 * rise + 0.45 * rise.abs()], MovementParameters::KNIGHT);
        for _ in 0..2 {
            for _ in 0..240 {
                game.press(if walk { RIGHT | WALK } else { RIGHT }, 1);
                let heights = game.heights(rise);
                let (least, low) = (heights.iter().copied().fold(f64::MAX, f64::min), -0.02);
                assert!(least > low && least < 0.2, "{rise}: {heights:?}");
            }
            game.press(0, 120);
            let heights = game.heights(rise);
            assert!(heights.iter().all(|height| height.abs() < 0.02), "{rise}: {heights:?}");
        }
    }
}

/// Returns the yard of lesson 18.
fn yard() -> Vec<Obstacle> {
    let text = std::fs::read_to_string(root().join("assets/levels/lesson_18.toml")).unwrap();
    Arena::from_toml(&text, "lesson_18.toml").unwrap().level.obstacles
}

/// Returns random buttons, each with the ticks for which they are held.
fn drawn(seed: u64, count: usize) -> Vec<(Buttons, usize)> {
    let mut state = seed.wrapping_mul(2654435761).wrapping_add(1);
    let mut next = move |below: u64| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) % below
    };
    let draw = |_| {
        let across = next(5);
        let mut buttons = [LEFT, LEFT, 0, RIGHT, RIGHT][across as usize];
        for (button, one_in) in [(UP, 5), (DOWN, 7), (JUMP, 4), (PUNCH, 12), (SWING, 12), (WALK, 4)] {
            buttons |= if next(one_in) == 0 { button } else { 0 };
        }
        (buttons, 1 + next(50) as usize)
    };
    (0..count).map(draw).collect()
}

/// Returns the highest speed of each joint in a state, in radians in a sixtieth of a second.
fn fastest_turns(state: &State) -> Vec<f32> {
    let character = character();
    let mut source = Move::new(character, state).unwrap();
    let mut fastest = vec![0.0f32; character.rig.rest.len()];
    let paces: &[f32] = match state.rate {
        // Who sets off at a run still plays a slower gait for a moment, as fast as the ground.
        Rate::Ground => &[0.5, 4.0, 3.2, 2.4, 1.7, 1.0],
        Rate::Climb => &[1.2 / 0.84],
        Rate::Even => &[1.0],
    };
    source.set_pace(paces[0], paces[0]);
    clip::Source::restart(&mut source);
    for &pace in paces {
        source.set_pace(pace, pace);
        for _ in 0..240 {
            let before = clip::Source::pose(&source).to_vec();
            clip::Source::update(&mut source, 1.0 / 60.0);
            for (fastest, angle) in fastest.iter_mut().zip(angles(&before, clip::Source::pose(&source))) {
                *fastest = fastest.max(angle);
            }
        }
    }
    fastest
}

fn angles(from: &[Transform], to: &[Transform]) -> Vec<f32> {
    from.iter().zip(to).map(|(from, to)| from.rotation.angle_between(to.rotation)).collect()
}

/// The places in the yard where he starts: before a slope, a gap, dummies' ground, a ladder and a shaft.
const STARTS: [[f64; 2]; 5] = [[-7.0, 0.0], [7.3, 1.0], [17.4, 0.0], [24.3, 0.0], [29.3, 10.0]];

#[test]
fn a_fade_turns_no_joint_much_faster_than_the_clips_do() {
    let turns: Vec<Vec<f32>> = table("knight.toml", &KNIGHT).states.iter().map(fastest_turns).collect();
    let mut changes = 0;
    for seed in 0..10 {
        let start = STARTS[seed as usize % STARTS.len()];
        let mut game = Game::new(yard(), start, MovementParameters::KNIGHT);
        let (mut pair, mut since) = ([0usize; 2], 0);
        let mut poses = VecDeque::from(vec![game.hero.actor.clips.pose().to_vec(); 2]);
        for (buttons, ticks) in drawn(seed, 60) {
            for step in 0..ticks {
                game.tick(buttons, struck(seed, step));
                since += 1;
                let state = game.hero.actor.machine.state;
                if state != pair[1] {
                    (pair, since, changes) = ([pair[1], state], 1, changes + 1);
                }
                poses.push_back(game.hero.actor.clips.pose().to_vec());
                let before = poses.pop_front().unwrap();
                if game.hero.actor.faded() >= 1.0 || since < 2 {
                    continue;
                }
                for (joint, angle) in angles(&before, game.hero.actor.clips.pose()).into_iter().enumerate() {
                    let most = turns[pair[0]][joint].max(turns[pair[1]][joint]) + 5f32.to_radians();
                    let names = pair.map(|state| &*game.hero.actor.table.states[state].name);
                    let joint = &character().rig.skeleton.joints()[joint].name;
                    assert!(angle < most, "{joint}, {names:?}, seed {seed}: {angle} of {most}");
                }
            }
        }
    }
    assert!(changes > 300, "{changes} changes");
}

/// Returns hits now and then, at random.
fn struck(seed: u64, step: usize) -> Conditions {
    let mut struck = Conditions::default();
    struck.set(Condition::Hit, (step + 3 * seed as usize) % 41 == 7);
    struck.set(Condition::HitHard, (step + 5 * seed as usize) % 47 == 9);
    struck
}

#[test]
fn who_turns_round_on_the_run_does_not_stop_for_it() {
    let mut game = Game::new(vec![slope(0.0)], [0.0, 0.0], MovementParameters::KNIGHT);
    game.press(RIGHT, 60);
    for _ in 0..60 {
        game.press(LEFT, 1);
        assert_eq!(game.hero.actor.state().map(|state| &*state.name), Some("stride"));
    }
    game.press(0, 60);
    assert_eq!(game.hero.actor.state().map(|state| &*state.name), Some("idle"));
}
