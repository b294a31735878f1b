//! The motion that benches play.

use common::clip::{Channel, Clip, Keys};
use common::pose::placed;
use common::rig::Rig;
use common::skeleton::Skeleton;
use common::skin::SkinJoint;
use common::transform::Transform;
use glam::{EulerRot, Mat4, Quat, Vec3, vec3};
use std::sync::Arc;

/// The joints of a human figure with all its fingers.
pub const JOINTS: usize = 67;

/// The keys of each list, 30 in a second for two seconds.
const KEYS: usize = 61;

pub const DT: f32 = 1.0 / 60.0;

/// Returns a joint's transform in its parent, at a key.
fn joint_at(joint: usize, key: usize) -> Transform {
    let angle = (joint as f32 + 0.1 * key as f32).sin();
    let rotation = Quat::from_euler(EulerRot::XYZ, angle, 0.5 * angle, 0.1);
    let translation = if joint == 0 { vec3(0.0, 0.9, 0.05 * key as f32) } else { vec3(0.0, 0.3, 0.01) };
    Transform { translation, rotation, scale: Vec3::ONE }
}

/// A motion in which all joints rotate, and the root also moves.
pub struct Motion {
    pub rig: Arc<Rig>,
    pub clip: Arc<Clip>,
    pub joints_from_bind: Vec<Mat4>,
    pub joints: Vec<SkinJoint>,
}

impl Motion {
    pub fn new() -> Self {
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
        let joints_from_bind: Vec<Mat4> = placed(&skeleton, &rest).iter().map(Mat4::inverse).collect();
        let in_order = |(node, &joint_from_bind)| SkinJoint { node, joint_from_bind };
        let joints = joints_from_bind.iter().enumerate().map(in_order).collect();
        Self { rig: Arc::new(Rig { skeleton, rest }), clip: Arc::new(clip), joints_from_bind, joints }
    }
}
