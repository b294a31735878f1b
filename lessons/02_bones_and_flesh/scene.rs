//! Three bones in a row: how each stands in its parent, and from there in the model.

use common::pose::model_from_joints;
use common::skeleton::Skeleton;
use common::transform::{RigidTransform, transform_point};
use glam::{Mat4, Quat, Vec3, vec3};
use stage::gl::View;
use std::f32::consts::TAU;

/// How long every bone is, and the flesh on it, in metres.
pub const LENGTH: f32 = 1.0;
/// The radius of the flesh, in metres.
pub const RADIUS: f32 = 0.28;
/// Seconds of one sweep.
pub const SWEEP: f32 = 4.0;

pub const BONES: [&str; 3] = ["bone 0", "bone 1", "bone 2"];

/// The skeleton, and all that can change: one offset and four angles, in degrees.
pub struct Bones {
    skeleton: Skeleton,
    pub bone_0_x: f32,
    pub turn_0: f32,
    pub bend_1: f32,
    pub bend_2: f32,
    /// Of bone 1 about its own length.
    pub twist: f32,
}

impl Bones {
    pub fn new() -> Self {
        let skeleton = Skeleton::chain(&BONES);
        Self { skeleton, bone_0_x: 0.0, turn_0: 0.0, bend_1: 45.0, bend_2: -55.0, twist: 0.0 }
    }

    /// Bends both joints as they are at this time of the sweep, in seconds.
    pub fn sweep(&mut self, time: f32) {
        let turn = TAU * time / SWEEP;
        self.bend_1 = 45.0 * turn.cos();
        self.bend_2 = -55.0 * turn.cos();
    }

    /// Every bone in its parent: bone 0 in the model, the others on the tip of the one below.
    pub fn parent_from_bones(&self) -> [RigidTransform; 3] {
        let tip = Vec3::Y * LENGTH;
        let about_z = |degrees: f32| Quat::from_rotation_z(degrees.to_radians());
        let twist = Quat::from_rotation_y(self.twist.to_radians());
        [
            RigidTransform::new(vec3(self.bone_0_x, 0.0, 0.0), about_z(self.turn_0)),
            RigidTransform::new(tip, about_z(self.bend_1) * twist),
            RigidTransform::new(tip, about_z(self.bend_2)),
        ]
    }

    /// Every bone in the model, whose space is the world here.
    pub fn model_from_bones(&self) -> Vec<RigidTransform> {
        model_from_joints(&self.skeleton, &self.parent_from_bones())
    }

    /// Looks from a bone: it stands where it stood when all were straight, and the others move around it.
    pub fn look_from(&self, bone: usize, view: &mut View) {
        let Some(model_from_bone) = self.model_from_bones().get(bone).copied() else {
            return;
        };
        let stand = Mat4::from_translation(Vec3::Y * LENGTH * bone as f32);
        let bone_from_model = model_from_bone.inverse().to_matrix();
        view.clip_from_world = view.clip_from_world * stand * bone_from_model;
        view.eye = model_from_bone.transform_point(transform_point(stand.inverse(), view.eye));
    }
}
