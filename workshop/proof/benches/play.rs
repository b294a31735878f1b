//! Times the playing of a clip in one thread: it is sampled, walked to model space, and made a palette.
//!
//! `cargo bench --package proof --bench play`.
//!
//! The animator is compared with ozz-animation if the variable `OZZ` names it, as docs/speed.md says.

#[cfg(unix)]
mod beside_ozz;
#[cfg(unix)]
#[path = "beside_ozz/player.rs"]
mod player;
mod timing;

use common::clip::{Animator, Channel, Clip, Keys, Search};
use common::pose::walk;
use common::rig::Rig;
use common::skeleton::Skeleton;
use common::skin::{SkinJoint, fill_palette};
use common::transform::Transform;
use glam::{EulerRot, Mat4, Quat, Vec3, vec3};
use std::hint::black_box;
use std::sync::Arc;
use timing::Group;

/// The joints of a human figure with all its fingers.
const JOINTS: usize = 67;

/// The keys of each list, 30 in a second for two seconds.
const KEYS: usize = 61;

const DT: f32 = 1.0 / 60.0;

/// Returns a joint's transform in its parent, at a key.
fn joint_at(joint: usize, key: usize) -> Transform {
    let angle = (joint as f32 + 0.1 * key as f32).sin();
    let rotation = Quat::from_euler(EulerRot::XYZ, angle, 0.5 * angle, 0.1);
    let translation = if joint == 0 { vec3(0.0, 0.9, 0.05 * key as f32) } else { vec3(0.0, 0.3, 0.01) };
    Transform { translation, rotation, scale: Vec3::ONE }
}

/// An animator of a clip, its joints' matrices to the model, and its palette.
type Character = (Animator, Vec<Mat4>, Vec<Mat4>);

/// A motion in which all joints rotate, and the root also moves.
struct Motion {
    rig: Arc<Rig>,
    clip: Arc<Clip>,
    #[cfg_attr(not(target_os = "linux"), allow(dead_code, reason = "for ozz-animation"))]
    joints_from_bind: Vec<Mat4>,
    joints: Vec<SkinJoint>,
}

impl Motion {
    fn new() -> Self {
        let mut skeleton = Skeleton::new();
        for joint in 0..JOINTS {
            // Chains of eight joints, which are all children of the first joint.
            let parent = (joint > 0).then(|| if joint % 8 == 1 { 0 } else { joint - 1 });
            skeleton.add(&format!("j{joint}"), parent);
        }
        let times = |keys: usize| (0..keys).map(|key| key as f32 / 30.0);
        let channel = |joint: usize| {
            let moving = if joint == 0 { KEYS } else { 1 };
            Channel {
                joint,
                translations: Keys::new(
                    times(moving),
                    (0..moving).map(|key| joint_at(joint, key).translation),
                ),
                rotations: Keys::new(times(KEYS), (0..KEYS).map(|key| joint_at(joint, key).rotation)),
                scales: Keys::new([0.0], [Vec3::ONE]),
            }
        };
        let channels = (0..JOINTS).map(channel).collect();
        let clip = Clip { name: "turning".to_owned(), seconds: 2.0, channels, ..Clip::default() };
        let rest: Vec<Transform> = (0..JOINTS).map(|joint| joint_at(joint, 0)).collect();
        let mut model_from_joints = vec![Mat4::IDENTITY; JOINTS];
        walk(&skeleton, |i| rest[i].to_matrix(), &mut model_from_joints);
        let joints_from_bind: Vec<Mat4> = model_from_joints.iter().map(Mat4::inverse).collect();
        let in_order = |(node, &joint_from_bind)| SkinJoint { node, joint_from_bind };
        let joints = joints_from_bind.iter().enumerate().map(in_order).collect();
        Self { rig: Arc::new(Rig { skeleton, rest }), clip: Arc::new(clip), joints_from_bind, joints }
    }

    /// Writes the palette into a list that is reused.
    fn palette(&self, model_from_joints: &[Mat4], palette: &mut Vec<Mat4>) {
        palette.resize(model_from_joints.len(), Mat4::IDENTITY);
        fill_palette(model_from_joints, &self.joints, palette);
    }

    /// Returns characters with an animator of the clip each, at these times.
    fn characters(&self, starts: &[f32], search: Search) -> Vec<Character> {
        let character = |&start: &f32| {
            let mut animator = Animator::new(Arc::clone(&self.rig), Arc::clone(&self.clip));
            animator.search_by(search);
            animator.seek(start);
            (animator, vec![Mat4::IDENTITY; JOINTS], Vec::new())
        };
        starts.iter().map(character).collect()
    }

    fn animate(&self, characters: &mut [Character]) {
        for (animator, model_from_joints, palette) in black_box(characters) {
            animator.update(DT);
            walk(&self.rig.skeleton, |i| animator.pose()[i].to_matrix(), model_from_joints);
            self.palette(model_from_joints, palette);
        }
    }

    fn animators(&self, group: &Group, starts: &[f32], name: &str, search: Search) {
        let mut characters = self.characters(starts, search);
        group.time(name, || self.animate(&mut characters));
    }

    /// Times the same with ozz-animation, by turns, if it is there.
    #[cfg(unix)]
    fn beside_ozz(&self, starts: &[f32]) {
        let Some(library) = beside_ozz::Library::named() else { return };
        let mut theirs = player::Player::new(&library, &self.rig, &self.clip, &self.joints_from_bind, starts);
        let mut characters = self.characters(starts, Search::FromLast);
        let mut palettes = vec![Mat4::IDENTITY; starts.len() * JOINTS];
        beside_ozz::in_turns(
            starts.len() * JOINTS,
            "joint",
            &mut [
                ("cursor", &mut || self.animate(&mut characters)),
                ("ozz-animation", &mut || theirs.play(DT, black_box(&mut palettes))),
            ],
        );
        let ours = characters.iter().flat_map(|(.., palette)| palette);
        // The palettes are compared by points a metre out of each joint along its axes.
        let apart = |(ours, theirs): (&Mat4, &Mat4)| {
            let far = |x: Vec3| ours.transform_point3(x).distance(theirs.transform_point3(x));
            Vec3::AXES.map(far).into_iter().fold(0.0, f32::max)
        };
        let apart = ours.zip(&palettes).map(apart).fold(0.0, f32::max);
        println!("  points of both differ by {apart:.1e} m at most");
        assert!(apart < 1e-2, "they do not play the same");
    }
}

fn main() {
    let motion = Motion::new();
    for count in [1, 1000] {
        let starts: Vec<f32> = (0..count).map(|i| 0.377 * i as f32 % 2.0).collect();
        let group = Group::new(&format!("{count} characters of {JOINTS} joints"), count * JOINTS, "joint");
        motion.animators(&group, &starts, "cursor", Search::FromLast);
        motion.animators(&group, &starts, "halving", Search::Halving);
        motion.animators(&group, &starts, "from the start", Search::FromStart);
        #[cfg(unix)]
        motion.beside_ozz(&starts);
    }
}
