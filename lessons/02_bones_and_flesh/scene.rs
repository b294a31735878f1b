//! Three bones in a row: each in its parent, and from there in the model.

use common::pose::model_from_joints;
use common::skeleton::Skeleton;
use common::transform::{RigidTransform, seen_from};
use glam::{Quat, Vec3, vec3};
use stage::Inspected;
use std::f32::consts::TAU;

/// The length of every bone and its flesh, in metres.
pub const LENGTH: f32 = 1.0;
/// The radius of the flesh, in metres.
pub const RADIUS: f32 = 0.28;
/// The seconds of one sweep.
pub const SWEEP: f32 = 4.0;

pub const BONES: [&str; 3] = ["bone 0", "bone 1", "bone 2"];

/// The skeleton, with one offset and three angles, in degrees.
pub struct Bones {
    skeleton: Skeleton,
    pub bone_0_x: f32,
    pub bend_1: f32,
    pub bend_2: f32,
    /// The angle of bone 1 about its own length.
    pub twist: f32,
}

impl Bones {
    pub fn new() -> Self {
        let skeleton = Skeleton::chain(&BONES);
        Self { skeleton, bone_0_x: 0.0, bend_1: 45.0, bend_2: -55.0, twist: 0.0 }
    }

    /// Bends both joints for this time of the sweep, in seconds.
    pub fn sweep(&mut self, time: f32) {
        let turn = TAU * time / SWEEP;
        self.bend_1 = 45.0 * turn.cos();
        self.bend_2 = -55.0 * turn.cos();
    }

    /// Returns every bone's transform to the tip of the one below, or for bone 0 to the model.
    pub fn parent_from_bones(&self) -> [RigidTransform; 3] {
        let tip = Vec3::Y * LENGTH;
        let about_z = |degrees: f32| Quat::from_rotation_z(degrees.to_radians());
        let twist = Quat::from_rotation_y(self.twist.to_radians());
        [
            RigidTransform::new(vec3(self.bone_0_x, 0.0, 0.0), Quat::IDENTITY),
            RigidTransform::new(tip, about_z(self.bend_1) * twist),
            RigidTransform::new(tip, about_z(self.bend_2)),
        ]
    }

    /// Returns every bone's transform to the model, which is the world here.
    pub fn model_from_bones(&self) -> Vec<RigidTransform> {
        model_from_joints(&self.skeleton, &self.parent_from_bones())
    }

    /// Returns the transforms to the world of the model with its ground, and of every bone.
    ///
    /// Without an observer the world is the model's space. Otherwise it is the space of a seat on a bone,
    /// which is on the ground when all bones are straight.
    pub fn in_world(&self, observer: Option<usize>) -> [RigidTransform; 4] {
        let mut model_from_things = vec![RigidTransform::IDENTITY];
        model_from_things.extend(self.model_from_bones());
        // An unfinished answer may leave transforms out.
        let mut world_from_things = match observer.filter(|bone| bone + 1 < model_from_things.len()) {
            Some(bone) => {
                let below = -Vec3::Y * LENGTH * bone as f32;
                seen_from(&model_from_things, bone + 1, RigidTransform::new(below, Quat::IDENTITY))
            }
            None => model_from_things,
        };
        world_from_things.resize(4, RigidTransform::IDENTITY);
        std::array::from_fn(|i| world_from_things[i])
    }

    /// Returns what the inspector shows, the skeleton and its matrices for this observer.
    pub fn inspected(&self, observer: Option<usize>) -> Inspected {
        let matrices = |bones: &[RigidTransform]| bones.iter().map(|bone| bone.to_matrix()).collect();
        let (in_parents, in_model) =
            (matrices(&self.parent_from_bones()), matrices(&self.model_from_bones()));
        let [world_from_model, ..] = self.in_world(observer);
        Inspected::new(&self.skeleton, Some(world_from_model.to_matrix()), in_parents, in_model)
    }
}
