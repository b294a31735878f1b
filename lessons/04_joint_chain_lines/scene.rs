//! Three chains as matrices: every joint's to its parent, and from it to the world.

use crate::chains::Chain;
use common::pose::model_from_joints;
use glam::{Mat4, Vec3};

/// The seconds of one swing.
pub const SWING: f32 = 4.0;

pub struct Chains {
    pub all: [Chain; 3],
    /// The time in swings, from 0 to 1.
    pub phase: f32,
    /// A factor on every swing.
    pub strength: f32,
    /// The angle of all chains about the y axis, in degrees.
    pub turn: f32,
}

impl Chains {
    pub fn new() -> Self {
        Self { all: Chain::all(), phase: 0.0, strength: 1.0, turn: 0.0 }
    }

    /// Returns the index of a chain's first matrix in the block, the number of joints before.
    pub fn first(&self, chain: usize) -> usize {
        self.all[..chain].iter().map(|chain| chain.skeleton.joints().len()).sum()
    }

    /// Returns a chain's matrix to the world.
    pub fn world_from_model(&self, chain: usize) -> Mat4 {
        Mat4::from_translation(self.all[chain].foot) * Mat4::from_rotation_y(self.turn.to_radians())
    }

    /// Returns every joint's matrix to its parent, for a chain.
    pub fn parent_from_joints(&self, chain: usize) -> Vec<Mat4> {
        self.all[chain].parent_from_joints(self.phase, self.strength)
    }

    /// Returns every joint's matrix to the model, for a chain.
    pub fn model_from_joints(&self, chain: usize) -> Vec<Mat4> {
        model_from_joints(&self.all[chain].skeleton, &self.parent_from_joints(chain))
    }

    /// Returns every joint's matrix to the world, for a chain.
    pub fn world_from_joints(&self, chain: usize) -> Vec<Mat4> {
        let world_from_model = self.world_from_model(chain);
        self.model_from_joints(chain)
            .iter()
            .map(|&model_from_joint| world_from_model * model_from_joint)
            .collect()
    }

    /// Returns the origins of a chain's joints in world space.
    pub fn origins(&self, chain: usize) -> Vec<Vec3> {
        self.world_from_joints(chain).iter().map(|matrix| matrix.w_axis.truncate()).collect()
    }
}
