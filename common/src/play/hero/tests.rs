//! The knight, moved by keys.

use super::*;
use crate::ground::{Kind, Level, Moves, Obstacle, Polygon, Ways};
use crate::ik::{Foot, Stance};
use crate::play::KNIGHT;
use crate::transform::transform_point;
use glam::{Vec3, dvec2, vec3};
use std::path::Path;
use std::sync::OnceLock;

/// The folder of all models.
fn assets() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../assets"))
}

fn stock() -> &'static Arc<Stock> {
    static STOCK: OnceLock<Arc<Stock>> = OnceLock::new();
    STOCK.get_or_init(|| Arc::new(Stock::read(&assets().join("knight/knight.dae"), &KNIGHT).unwrap()))
}

fn table() -> Table {
    let file = assets().join("play/knight.toml");
    Table::read(&std::fs::read_to_string(&file).unwrap(), "knight.toml", &stock().names()).unwrap()
}

fn polygon(corners: &[[f64; 2]]) -> Obstacle {
    let corners: Vec<DVec2> = corners.iter().copied().map(DVec2::from).collect();
    Obstacle::still(Polygon::new(&corners).unwrap(), Kind::Solid)
}

/// A floor that rises by so much for each metre to the right.
fn slope(rise: f64) -> Obstacle {
    let high = 60.0 * rise;
    polygon(&[[-60.0, -high.abs() - 2.0], [60.0, -high.abs() - 2.0], [60.0, high], [-60.0, -high]])
}

struct Game {
    world: World,
    hero: Hero,
}

impl Game {
    fn new(obstacles: Vec<Obstacle>, start: [f64; 2], ways: Ways) -> Self {
        let world = World::with(&Level { obstacles, start: start.into() }, ways);
        let hero = Hero::new(stock(), table(), world.start(), &world);
        let mut game = Self { world, hero };
        game.press(Buttons::default(), 30);
        game
    }

    fn press(&mut self, buttons: Buttons, ticks: usize) {
        for _ in 0..ticks {
            self.hero.step(&self.world, buttons, Facts::default());
        }
    }

    /// Heel and toe of both feet, in the level.
    fn soles(&self) -> [[Vec3; 2]; 2] {
        let world_from_model = self.hero.world_from_model(1.0);
        let joints: Vec<Mat4> = self.hero.now().iter().map(|joint| world_from_model * *joint).collect();
        feet().map(|foot| foot.sole(&joints))
    }
}

fn feet() -> [Foot; 2] {
    let stock = stock();
    ["L", "R"].map(|side| {
        let joints =
            ["thigh", "shin", "foot", "toe"].map(|name| stock.joint(&format!("{name}.{side}")).unwrap());
        Foot::at_rest(&stock.rig, stock.world_from_model, joints, vec3(0.0, 0.0, 0.086)).unwrap()
    })
}

const RIGHT: Buttons = Buttons {
    keys: Keys { left: false, right: true, up: false, down: false, jump: false },
    walk: false,
    punch: false,
    swing: false,
    take: false,
    exchange: false,
};

/// When heel and toe of each foot stand in a gait where its feet do not slide, as lesson 15 finds it out.
fn stances(clip: &str, speed: f32) -> [Stance; 2] {
    let stock = stock();
    let mut animator = crate::clip::Animator::new(stock.rig.clone(), stock.clip(clip).unwrap().clone());
    let seconds = animator.clip().seconds;
    let count = (120.0 * seconds).round() as usize;
    let dt = seconds / count as f32;
    let mut joints = vec![Mat4::IDENTITY; stock.rig.rest.len()];
    let mut places = [Vec::new(), Vec::new()];
    for sample in 0..count {
        animator.seek(sample as f32 * dt);
        walk(&stock.rig.skeleton, animator.pose(), &mut joints);
        for (foot, places) in feet().iter().zip(&mut places) {
            let moved = sample as f32 * dt * speed * Vec3::Z;
            let world = |place: Vec3| transform_point(stock.world_from_model, place) + moved;
            places.push(foot.sole(&joints).map(world));
        }
    }
    places.map(|places| Stance::of(&places, dt, seconds * speed * Vec3::Z))
}

/// The farthest that a heel or a toe slides while it stands, in metres, for who goes over a slope at a speed: and the same
/// without any footwork.
fn slides(rise: f64, speed: f64) -> [f32; 2] {
    let ways = Ways { run: speed, ..Ways::KNIGHT };
    let mut game = Game::new(vec![slope(rise)], [-8.0, -8.0 * rise + 0.45 * rise.abs()], ways);
    let gaits: Vec<[Stance; 2]> =
        stock().gaits("stride").iter().map(|&(clip, speed)| stances(clip, speed)).collect();
    game.press(RIGHT, 200);
    let mut prints: [[[Option<Vec3>; 2]; 2]; 2] = Default::default();
    let mut worst = [0.0f32; 2];
    for _ in 0..600 {
        game.press(RIGHT, 1);
        let strides = game.hero.strides().unwrap();
        let (pace, phase) = (strides.pace(), strides.phase());
        let neighbours = [pace.slower, (pace.slower + 1).min(gaits.len() - 1)];
        let world_from_model = game.hero.world_from_model(1.0);
        let mut joints = vec![Mat4::IDENTITY; stock().rig.rest.len()];
        walk(&stock().rig.skeleton, clip::Source::pose(strides), &mut joints);
        joints.iter_mut().for_each(|joint| *joint = world_from_model * *joint);
        let raw = feet().map(|foot| foot.sole(&joints));
        for (which, soles) in [game.soles(), raw].into_iter().enumerate() {
            for side in 0..2 {
                for part in 0..2 {
                    let stands = neighbours.iter().all(|&gait| gaits[gait][side].stands(phase)[part]);
                    let print = &mut prints[which][side][part];
                    match stands {
                        true => {
                            let from = *print.get_or_insert(soles[side][part]);
                            worst[which] =
                                worst[which].max(from.with_y(0.0).distance(soles[side][part].with_y(0.0)));
                        }
                        false => *print = None,
                    }
                }
            }
        }
    }
    worst
}

#[test]
fn look_slides() {
    for rise in [0.0, 0.2, -0.2, 0.6, -0.6] {
        for speed in [0.3, 0.6, 0.8, 1.0, 1.2, 1.7, 2.0, 2.4, 2.8, 3.2, 3.6, 4.0] {
            let [fitted, raw] = slides(rise, speed);
            println!("rise {rise} speed {speed}: {:.1} mm, raw {:.1} mm", 1e3 * fitted, 1e3 * raw);
        }
    }
}

#[test]
fn look_gaits() {
    for (clip, speed) in stock().gaits("stride") {
        let stances = stances(clip, speed);
        let foot = feet()[0];
        let stock = stock();
        let mut animator = crate::clip::Animator::new(stock.rig.clone(), stock.clip(clip).unwrap().clone());
        let seconds = animator.clip().seconds;
        let mut joints = vec![Mat4::IDENTITY; stock.rig.rest.len()];
        let mut at = |time: f32| {
            animator.seek(time);
            walk(&stock.rig.skeleton, animator.pose(), &mut joints);
            foot.sole(&joints)
                .map(|place| transform_point(stock.world_from_model, place) + time * speed * Vec3::Z)
        };
        for step in 0..30 {
            let phase = step as f32 / 50.0 - 0.05;
            let time = phase.rem_euclid(1.0) * seconds;
            let (a, b) = (at(time), at(time + 1e-3));
            let v = [0, 1].map(|part| (b[part] - a[part]).length() / 1e-3);
            println!(
                "{clip} {phase:.2}: heel y {:.3} v {:.2}  toe y {:.3} v {:.2} {:?} z {:.3}",
                a[0].y,
                v[0],
                a[1].y,
                v[1],
                stances[0].stands(phase.rem_euclid(1.0)),
                a[1].z
            );
        }
    }
}

/// A level with all that can happen: slopes, steps, a ladder, a platform that moves, a deep fall.
fn rough() -> Vec<Obstacle> {
    let still =
        |least: [f64; 2], most: [f64; 2]| polygon(&[least, [most[0], least[1]], most, [least[0], most[1]]]);
    let of = |kind: Kind, obstacle: Obstacle| Obstacle { kind, ..obstacle };
    vec![
        still([-30.0, -2.0], [6.0, 0.0]),
        still([-31.0, -2.0], [-30.0, 12.0]),
        polygon(&[
            [6.0, -2.0],
            [18.0, -2.0],
            [18.0, 0.0],
            [14.0, 0.0],
            [12.0, 1.5],
            [10.0, 1.5],
            [8.0, 0.0],
            [6.0, 0.0],
        ]),
        polygon(&[[-12.0, 0.0], [-6.0, 0.0], [-9.0, 3.0]]),
        still([2.0, 0.0], [5.0, 0.9]),
        still([18.0, -6.0], [30.0, -4.0]),
        still([30.0, -6.0], [31.0, 12.0]),
        of(Kind::Ladder, still([-2.0, 0.0], [-1.2, 4.0])),
        of(Kind::Thin, still([-4.0, 3.8], [-2.0, 4.0])),
        of(Kind::Ladder, still([22.0, -4.0], [23.0, 0.0])),
        Obstacle {
            moves: Some(Moves { by: dvec2(6.0, 2.0), seconds: 7.0 }),
            ..still([-20.0, 0.4], [-16.0, 0.8])
        },
    ]
}

/// Buttons that were drawn, and for how many ticks each of them is held.
fn drawn(seed: u64, count: usize) -> Vec<(Buttons, usize)> {
    let mut state = seed.wrapping_mul(2654435761).wrapping_add(1);
    let mut next = move |below: u64| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) % below
    };
    let draw = |_| {
        let across = next(5);
        let keys = Keys {
            left: across < 2,
            right: across > 2,
            up: next(5) == 0,
            down: next(7) == 0,
            jump: next(4) == 0,
        };
        let (punch, swing) = (next(12) == 0, next(12) == 0);
        (Buttons { keys, walk: next(4) == 0, punch, swing, ..Buttons::default() }, 1 + next(50) as usize)
    };
    (0..count).map(draw).collect()
}

/// How fast each joint turns at most in a state, in radians in a sixtieth of a second.
fn fastest_turns(state: &State) -> Vec<f32> {
    let stock = stock();
    let mut source = Move::new(stock, state).unwrap();
    let mut fastest = vec![0.0f32; stock.rig.rest.len()];
    let paces: &[f32] = match state.rate {
        Rate::Ground => &[0.5, 1.0, 1.7, 2.4, 3.2, 4.0],
        Rate::Climb => &[1.2 / 0.84],
        Rate::Even => &[1.0],
    };
    for &pace in paces {
        source.set_pace(pace, pace);
        clip::Source::restart(&mut source);
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

#[test]
fn look_turns() {
    let turns: Vec<Vec<f32>> = table().states.iter().map(fastest_turns).collect();
    let mut worst: std::collections::BTreeMap<(String, String, String), (f32, u64, usize)> =
        Default::default();
    for seed in 0..20 {
        let mut game = Game::new(rough(), [0.0, 0.0], Ways::KNIGHT);
        let mut pair = [0usize; 2];
        let mut tick = 0;
        let mut poses = std::collections::VecDeque::new();
        for (buttons, ticks) in drawn(seed, 60) {
            for step in 0..ticks {
                let mut struck = Facts::default();
                struck.set(Fact::Hit, step == 0 && tick % 17 == 3);
                struck.set(Fact::HitHard, step == 0 && tick % 23 == 3);
                game.hero.step(&game.world, buttons, struck);
                tick += 1;
                let state = game.hero.machine.state();
                if state != pair[1] {
                    pair = [pair[1], state];
                }
                poses.push_back(game.hero.pose().to_vec());
                if poses.len() > 3 {
                    poses.pop_front();
                }
                if poses.len() < 3 || game.hero.faded() >= 1.0 {
                    continue;
                }
                for (joint, angle) in angles(&poses[0], &poses[2]).into_iter().enumerate() {
                    let most = turns[pair[0]][joint].max(turns[pair[1]][joint]);
                    let over = (angle - most).to_degrees();
                    if over > 4.0 {
                        let names = pair.map(|state| game.hero.table().states[state].name.clone());
                        let name = stock().rig.skeleton.joints()[joint].name.clone();
                        let entry = worst.entry((name, names[0].clone(), names[1].clone())).or_default();
                        if over > entry.0 {
                            *entry = (over, seed, tick);
                        }
                    }
                }
            }
        }
    }
    let mut all: Vec<_> = worst.into_iter().collect();
    all.sort_by(|a, b| b.1.0.total_cmp(&a.1.0));
    for (key, value) in all.iter().take(70) {
        println!("{key:?} {value:?}");
    }
    println!("{} kinds", all.len());
}
