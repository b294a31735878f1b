//! Times crowds in every way of `crowd`, `common`'s animator, and ozz-animation if `OZZ` names it.

use super::beside_ozz::{Library, Named, in_turns};
use super::player::Player;
use common::clip::{Animator, Channel, Clip, Keys};
use common::pose::walk;
use common::rig::Rig;
use common::skeleton::Skeleton;
use common::skin::{SkinJoint, fill_palette};
use common::transform::Transform;
use crowd::{Character, Crowd, Figure, How, Way};
use glam::{EulerRot, Mat4, Quat, Vec3, vec3};
use std::hint::black_box;
use std::sync::Arc;

/// The joints of a human figure with all its fingers.
const JOINTS: usize = 67;

/// The keys of each list, 30 in a second for two seconds.
const KEYS: usize = 61;

const DT: f32 = 1.0 / 60.0;

/// The motion of the bench `play`, in which all joints rotate, and the root also moves.
struct Motion {
    rig: Arc<Rig>,
    clip: Arc<Clip>,
    joints_from_bind: Vec<Mat4>,
    joints: Vec<SkinJoint>,
}

fn joint_at(joint: usize, key: usize) -> Transform {
    let angle = (joint as f32 + 0.1 * key as f32).sin();
    let rotation = Quat::from_euler(EulerRot::XYZ, angle, 0.5 * angle, 0.1);
    let translation = if joint == 0 { vec3(0.0, 0.9, 0.05 * key as f32) } else { vec3(0.0, 0.3, 0.01) };
    Transform { translation, rotation, scale: Vec3::ONE }
}

impl Motion {
    fn new() -> Self {
        let mut skeleton = Skeleton::new();
        for joint in 0..JOINTS {
            // Chains of eight joints, which are all children of the first joint.
            let parent = (joint > 0).then(|| if joint % 8 == 1 { 0 } else { joint - 1 });
            skeleton.add(&format!("j{joint}"), parent);
        }
        let rest: Vec<Transform> = (0..JOINTS).map(|joint| joint_at(joint, 0)).collect();
        let times = |keys: usize| (0..keys).map(|key| key as f32 / 30.0);
        let channel = |joint: usize| {
            let moving = if joint == 0 { KEYS } else { 1 };
            let rotations = (0..KEYS).map(|key| joint_at(joint, key).rotation);
            let translations = (0..moving).map(|key| joint_at(joint, key).translation);
            Channel {
                joint,
                translations: Keys::new(times(moving), translations),
                rotations: Keys::new(times(KEYS), rotations),
                scales: Keys::new([0.0], [Vec3::ONE]),
            }
        };
        let channels = (0..JOINTS).map(channel).collect();
        let clip = Clip { name: "bench".to_owned(), start: 0.0, seconds: 2.0, channels };
        let mut bind_from_joints = vec![Mat4::IDENTITY; JOINTS];
        walk(&skeleton, |i| rest[i].to_matrix(), &mut bind_from_joints);
        let joints_from_bind: Vec<Mat4> = bind_from_joints.iter().map(Mat4::inverse).collect();
        let in_order = |(node, &joint_from_bind)| SkinJoint { node, joint_from_bind };
        let joints = joints_from_bind.iter().enumerate().map(in_order).collect();
        Self { rig: Arc::new(Rig { skeleton, rest }), clip: Arc::new(clip), joints_from_bind, joints }
    }

    fn crowd(&self, starts: &[f32]) -> Crowd {
        let skin = self.joints_from_bind.iter().enumerate();
        let skin = skin.map(|(joint, &joint_from_bind)| (Some(joint), joint_from_bind));
        let figure = Figure::new(self.rig.clone(), vec![self.clip.clone()], skin, 30.0);
        let character = |&start: &f32| Character::new(0, f64::from(start));
        Crowd::new(Arc::new(figure), starts.iter().map(character).collect())
    }
}

/// Characters as in lesson 12, each with an animator, its joints' matrices to the model, and its palette.
struct Animators<'m> {
    motion: &'m Motion,
    characters: Vec<(Animator, Vec<Mat4>, Vec<Mat4>)>,
}

impl<'m> Animators<'m> {
    fn new(motion: &'m Motion, starts: &[f32]) -> Self {
        let character = |&start: &f32| {
            let mut animator = Animator::new(motion.rig.clone(), motion.clip.clone());
            animator.seek(start);
            (animator, vec![Mat4::IDENTITY; JOINTS], vec![Mat4::IDENTITY; JOINTS])
        };
        Self { motion, characters: starts.iter().map(character).collect() }
    }

    fn update(&mut self) {
        for (animator, model_from_joints, palette) in black_box(&mut self.characters) {
            animator.update(DT);
            walk(&self.motion.rig.skeleton, |i| animator.pose()[i].to_matrix(), model_from_joints);
            fill_palette(model_from_joints, &self.motion.joints, palette);
        }
    }
}

/// The ways that are timed, the last ones on two threads, which are worth it only for many characters.
const HOW: [(&str, Way, usize); 5] = [
    ("one loop", Way::OneLoop, 1),
    ("four loops", Way::FourLoops, 1),
    ("four joints at once", Way::Joints, 1),
    ("four loops on two threads", Way::FourLoops, 2),
    ("four joints on two threads", Way::Joints, 2),
];

fn beside(motion: &Motion, count: usize) {
    println!("\n{count} characters of {JOINTS} joints");
    let starts: Vec<f32> = (0..count).map(|i| 0.377 * i as f32 % 2.0).collect();
    let mut animators = Animators::new(motion, &starts);
    let mut crowds = HOW.map(|_| motion.crowd(&starts));
    let mut updates: Vec<_> = crowds
        .iter_mut()
        .zip(HOW)
        .map(|(crowd, (name, way, threads))| {
            let how = How { way, threads, ..How::default() };
            (name, move || black_box(&mut *crowd).update(DT, &how))
        })
        .collect();
    let mut functions: Vec<Named<'_>> = Vec::new();
    for (name, update) in &mut updates {
        functions.push((name, update));
    }
    let mut animate = || animators.update();
    functions.push(("common's animator", &mut animate));
    let library = Library::named();
    let mut palettes = vec![Mat4::IDENTITY; JOINTS * count];
    let mut theirs = library
        .map(|library| Player::new(&library, &motion.rig, &motion.clip, &motion.joints_from_bind, &starts));
    let mut play;
    if let Some(theirs) = &mut theirs {
        play = || theirs.play(DT, black_box(&mut palettes));
        functions.push(("ozz-animation", &mut play));
    }
    in_turns(JOINTS * count, "joint", &mut functions);
}

/// Times all ways, for several sizes of the crowd.
pub fn compare() {
    let motion = Motion::new();
    for count in [1, 1_000, 10_000] {
        beside(&motion, count);
    }
}
