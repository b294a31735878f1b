//! Walks the knight over some ground, and measures the errors of his feet.

use anyhow::Result;
use common::clip::{Animator, Clip};
use common::ik::{Feet, Foot, Ground};
use common::pose::{Pose, placed};
use common::rig::Rig;
use common::transform::transform_point;
use course::root;
use glam::{Mat4, Quat, Vec3};
use std::sync::Arc;

/// The frames in a second.
const RATE: u16 = 60;

/// The speed of the clip's walk along z, in metres a second.
const CLIP_SPEED: f32 = 1.0;

/// A ground to walk over, as its name, the knight's speed, and its height at x and z.
pub type WalkedGround = (&'static str, f32, fn(f32, f32) -> f32);

pub const GROUNDS: [WalkedGround; 7] = [
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

/// The knight with his walk.
pub struct Knight {
    pub rig: Arc<Rig>,
    pub clip: Arc<Clip>,
    pub world_from_model: Mat4,
    /// The heights of heel and toe above level ground.
    soles: [f32; 2],
    feet: Vec<Foot>,
    /// For each sample of the clip, which heels and toes of each foot it plants.
    stands: Vec<Vec<[bool; 2]>>,
}

/// The clip's samples in which it is known what stands.
const SAMPLES: u16 = 144;

impl Knight {
    pub fn read() -> Result<Self> {
        let knight = formats::read(&root().join("assets/knight/knight.dae"))?;
        let clip = formats::first_clip(&root().join("assets/knight/knight_walk.dae"), &knight)?;
        let rig = knight.rig.clone();
        let world_from_model = knight.world_from_model;
        let (at_rest, feet) = Foot::of_rig(&rig, world_from_model);
        let soles = [0.0, at_rest[feet[0].toe].w_axis.y];
        let stands = Vec::new();
        let mut knight = Self { clip: Arc::new(clip), world_from_model, soles, feet, rig, stands };
        knight.stands = (0..SAMPLES).map(|i| knight.planted(f32::from(i) / f32::from(SAMPLES))).collect();
        Ok(knight)
    }

    /// Returns his feet before the first step.
    pub fn fitted(&self) -> Feet {
        Feet::new(&self.rig, self.world_from_model)
    }

    /// Returns which heels and toes the clip plants: they move slower than 0.15 m/s over level ground.
    fn planted(&self, phase: f32) -> Vec<[bool; 2]> {
        const DT: f32 = 1.0 / 60.0;
        let mut animator = Animator::new(self.rig.clone(), self.clip.clone());
        let mut soles = |time: f32| {
            animator.seek(time.rem_euclid(self.clip.seconds));
            let moved = Mat4::from_translation(CLIP_SPEED * time * Vec3::Z) * self.world_from_model;
            self.parts(&animator.pose().to_vec(), moved)
        };
        let time = phase * self.clip.seconds;
        let [before, after] = [time - DT, time + DT].map(&mut soles);
        let is_still = |(from, to): (&[Vec3; 2], &[Vec3; 2])| {
            [0, 1].map(|part| from[part].distance(to[part]) < 0.15 * 2.0 * DT)
        };
        before.iter().zip(&after).map(is_still).collect()
    }

    /// Returns heel and toe of each foot in world space.
    fn parts(&self, pose: &Pose, world_from_model: Mat4) -> Vec<[Vec3; 2]> {
        let joints = placed(&self.rig.skeleton, pose);
        self.feet
            .iter()
            .map(|foot| foot.sole(&joints).map(|place| transform_point(world_from_model, place)))
            .collect()
    }
}

/// The largest errors of a walk, in metres and degrees.
#[derive(Default)]
pub struct Worst {
    /// The distance that heel and toe slide while planted, in the clip on level ground and on this ground.
    pub drift: [[f32; 2]; 2],
    /// The depth below their right place while planted.
    pub sunk: f32,
    pub above: f32,
    /// The depth below the ground while in the air.
    pub dipped: f32,
    /// The angle between a flat foot on this ground and in the clip, in degrees.
    pub aside: f32,
    /// The largest change of a joint's correction between two frames, and the joint's name.
    pub jump: (f32, String),
}

/// Walks for some seconds with these feet, and returns the largest errors.
pub fn walked(knight: &Knight, mut feet: Feet, (_, speed, height): WalkedGround, seconds: u16) -> Worst {
    let mut animator = Animator::new(knight.rig.clone(), knight.clip.clone());
    let dt = 1.0 / f32::from(RATE);
    let mut worst = Worst::default();
    let mut before: Option<Vec<Quat>> = None;
    // For each foot and part, the place where it stopped: in the clip, and fitted.
    let mut came: Vec<[Option<[Vec3; 2]>; 2]> = vec![[None; 2]; knight.feet.len()];
    for picture in 0..RATE * seconds {
        let gone = speed * f32::from(picture) * dt * Vec3::Z;
        let ground = Ground {
            world_from_model: Mat4::from_translation(gone) * knight.world_from_model,
            height: Some(&height),
            weight: 1.0,
            moved: Vec3::ZERO,
        };
        animator.update(dt);
        let phase = animator.time() / knight.clip.seconds;
        let clip = animator.pose().to_vec();
        let mut pose = clip.clone();
        feet.fit(&mut pose, &ground, dt);

        let corrections: Vec<_> =
            pose.iter().zip(&clip).map(|(fitted, clip)| fitted.rotation * clip.rotation.inverse()).collect();
        for (joint, &now) in corrections.iter().enumerate() {
            let Some(before) = &before else { break };
            let turned = 2.0 * (now * before[joint].inverse()).xyz().length().min(1.0).asin().to_degrees();
            if turned > worst.jump.0 {
                worst.jump = (turned, format!("{} at {phase:.2}", knight.rig.skeleton.joints()[joint].name));
            }
        }
        before = Some(corrections);
        let parts = [&clip, &pose].map(|pose| knight.parts(pose, ground.world_from_model));
        for foot in 0..knight.feet.len() {
            let sample = (phase * f32::from(SAMPLES)) as usize % usize::from(SAMPLES);
            let stands = knight.stands[sample][foot];
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
                    worst.dipped =
                        worst.dipped.max(height(fitted.x, fitted.z) + knight.soles[part] - fitted.y);
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
