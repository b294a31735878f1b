//! Tests that the knight's feet stay planted. With `-- --nocapture` it prints the table of docs/feet.md.

use crate::support::models::{KNIGHT, animator};
use common::ik::{Feet, Foot, Ground};
use common::pose::placed;
use common::transform::{Transform, transform_point};
use glam::{Mat4, Quat, Vec3};

/// The frames in a second.
const RATE: u16 = 60;

/// The speed of the clip's walk along z, in metres a second.
const CLIP_SPEED: f32 = 1.0;

/// A ground to walk over, as its name, the knight's speed, and its height at x and z.
type WalkedGround = (&'static str, f32, fn(f32, f32) -> f32);

const GROUNDS: [WalkedGround; 7] = [
    ("level", CLIP_SPEED, |_, _| 0.0),
    ("level, at 0.8 m/s", 0.8, |_, _| 0.0),
    ("up 10°", CLIP_SPEED, |_, z| 0.1763 * z),
    ("down 10°", CLIP_SPEED, |_, z| -0.1763 * z),
    ("10° to the side", CLIP_SPEED, |x, _| 0.1763 * x),
    ("hills to 16°", CLIP_SPEED, |x, z| {
        0.1 * (1.3 * z).sin() + 0.07 * (1.1 * z + 2.0 * x).cos() + 0.04 * (1.7 * x).sin()
    }),
    ("steps of 12 cm", CLIP_SPEED, |_, z| 0.12 * ((z / 2.0).rem_euclid(6.0).floor() - 3.0).abs()),
];

/// The clip's samples in which it is known what stands.
const SAMPLES: u16 = 144;

/// Returns heel and toe of each foot in world space.
fn soles(feet: &[Foot], pose: &[Transform], world_from_model: Mat4) -> Vec<[Vec3; 2]> {
    let joints = placed(&KNIGHT.rig.skeleton, pose);
    feet.iter().map(|foot| foot.sole(&joints).map(|place| transform_point(world_from_model, place))).collect()
}

/// Returns which heels and toes of each foot the clip plants in each sample: they move slower than 0.15 m/s over level ground.
fn stands(feet: &[Foot]) -> Vec<Vec<[bool; 2]>> {
    const DT: f32 = 1.0 / 60.0;
    let mut animator = animator("walk");
    let seconds = animator.clip().seconds;
    let mut at = |time: f32| {
        animator.seek(time.rem_euclid(seconds));
        let moved = Mat4::from_translation(CLIP_SPEED * time * Vec3::Z) * KNIGHT.world_from_model;
        soles(feet, animator.pose(), moved)
    };
    let mut stand = |sample: u16| {
        let time = f32::from(sample) / f32::from(SAMPLES) * seconds;
        let [before, after] = [time - DT, time + DT].map(&mut at);
        let is_still = |(from, to): (&[Vec3; 2], &[Vec3; 2])| {
            [0, 1].map(|part| from[part].distance(to[part]) < 0.15 * 2.0 * DT)
        };
        before.iter().zip(&after).map(is_still).collect()
    };
    (0..SAMPLES).map(&mut stand).collect()
}

/// The largest errors of a walk, in metres and degrees.
#[derive(Default)]
struct Worst {
    /// The distance that heel and toe slide while planted, in the clip on level ground and on this ground.
    drift: [[f32; 2]; 2],
    /// The depth below their right place while planted.
    sunk: f32,
    above: f32,
    /// The depth below the ground while in the air.
    dipped: f32,
    /// The angle between a flat foot on this ground and in the clip, in degrees.
    aside: f32,
    /// The largest change of a joint's correction between two frames, and the joint's name.
    jump: (f32, String),
}

/// Walks for some seconds, and returns the largest errors. Of each sample it's known what [`stands`].
fn walked(stands: &[Vec<[bool; 2]>], (_, speed, height): WalkedGround, seconds: u16) -> Worst {
    let (at_rest, all) = Foot::of_rig(&KNIGHT.rig, KNIGHT.world_from_model);
    // The heights of heel and toe above level ground.
    let heights = [0.0, at_rest[all[0].toe].w_axis.y];
    let (mut feet, mut animator) = (Feet::new(&KNIGHT.rig, KNIGHT.world_from_model), animator("walk"));
    let dt = 1.0 / f32::from(RATE);
    let mut worst = Worst::default();
    let mut before: Option<Vec<Quat>> = None;
    // For each foot and part, the place where it stopped: in the clip, and fitted.
    let mut came: Vec<[Option<[Vec3; 2]>; 2]> = vec![[None; 2]; all.len()];
    for picture in 0..RATE * seconds {
        let gone = speed * f32::from(picture) * dt * Vec3::Z;
        let ground = Ground {
            world_from_model: Mat4::from_translation(gone) * KNIGHT.world_from_model,
            height: Some(&height),
            weight: 1.0,
            moved: Vec3::ZERO,
        };
        animator.update(dt);
        let phase = animator.time() / animator.clip().seconds;
        let clip = animator.pose().to_vec();
        let mut pose = clip.clone();
        feet.fit(&mut pose, &ground, dt);

        let corrections: Vec<_> =
            pose.iter().zip(&clip).map(|(fitted, clip)| fitted.rotation * clip.rotation.inverse()).collect();
        for (joint, &now) in corrections.iter().enumerate() {
            let Some(before) = &before else { break };
            let turned = 2.0 * (now * before[joint].inverse()).xyz().length().min(1.0).asin().to_degrees();
            if turned > worst.jump.0 {
                worst.jump = (turned, format!("{} at {phase:.2}", KNIGHT.rig.skeleton.joints()[joint].name));
            }
        }
        before = Some(corrections);
        let parts = [&clip, &pose].map(|pose| soles(&all, pose, ground.world_from_model));
        for foot in 0..all.len() {
            let sample = (phase * f32::from(SAMPLES)) as usize % usize::from(SAMPLES);
            let stands = stands[sample][foot];
            if stands == [true; 2] {
                let [clip, fitted] =
                    [&parts[0][foot], &parts[1][foot]].map(|[heel, toe]| (toe - heel).with_y(0.0));
                worst.aside = worst.aside.max(clip.angle_between(fitted).to_degrees());
            }
            for part in 0..2 {
                let [clip, fitted] = [parts[0][foot][part], parts[1][foot][part]];
                let over = fitted.y - height(fitted.x, fitted.z) - clip.y;
                if !stands[part] {
                    came[foot][part] = None;
                    worst.dipped = worst.dipped.max(height(fitted.x, fitted.z) + heights[part] - fitted.y);
                    continue;
                }
                let [first_clip, first] = *came[foot][part].get_or_insert([clip, fitted]);
                worst.drift[part][0] = worst.drift[part][0].max(clip.distance(first_clip));
                worst.drift[part][1] = worst.drift[part][1].max(fitted.distance(first));
                worst.sunk = worst.sunk.max(-over);
                worst.above = worst.above.max(over);
            }
        }
    }
    worst
}

#[test]
fn heel_and_toe_stay_where_they_came_down() {
    let stands = stands(&Foot::of_rig(&KNIGHT.rig, KNIGHT.world_from_model).1);
    for way in GROUNDS {
        let name = way.0;
        let Worst { drift, sunk, above, jump, dipped, aside } = walked(&stands, way, 60);
        let [heel, toe] = drift.map(|both| both.map(|metres| 1000.0 * metres));
        let [below, over, air] = [sunk, above, dipped].map(|metres| 1000.0 * metres);
        println!(
            "| {name} | {:.1}, {:.1} | {:.1}, {:.1} | {below:.1}, {over:.1} | {air:.1} | {aside:.1}° | {:.2}° {} |",
            heel[0], heel[1], toe[0], toe[1], jump.0, jump.1
        );
        for [clip, fitted] in drift {
            // At its own speed the clip itself slides by 1.5 mm.
            let allowed = if name == "level" { 0.002 } else { 0.005 };
            assert!(fitted < allowed, "{name}: {fitted} m, in the clip {clip} m");
        }
        assert!(sunk < 0.005 && above < 0.005, "{name}: {sunk} {above}");
        // On uneven ground the leg in the air must be quicker than in the clip, most of all over steps: it sees them a
        // fifth of a second ahead.
        let most = match name {
            "level" => 2.0,
            "steps of 12 cm" => 12.0,
            _ => 7.0,
        };
        assert!(jump.0 < most && dipped < 0.003, "{name}: {jump:?} {dipped}");
        assert!(aside < 4.0, "{name}: {aside}°");
    }
}
