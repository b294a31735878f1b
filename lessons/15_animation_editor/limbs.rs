//! Arms and legs that follow when their hands and feet are dragged: by the two bones of lesson 16.

use crate::figure::Figure;
use common::ik::{Limb, bending_limbs};
use common::transform::{Transform, transform_point};
use gl::Model;
use glam::Mat4;

/// The limbs of a model, and the switch that lets them follow.
pub struct Limbs {
    follow: bool,
    all: Vec<Limb>,
}

impl Limbs {
    /// Finds the limbs with usual names.
    pub fn of(scene: &Model) -> Self {
        let world_from_model = scene.world_from_model();
        let at_rest: Vec<Mat4> =
            scene.model_from_nodes_at_rest().into_iter().map(|from| world_from_model * from).collect();
        let all =
            bending_limbs(&scene.asset.rig.skeleton, &at_rest).into_iter().map(|(_, limb)| limb).collect();
        Self { follow: false, all }
    }

    /// Switches it on or off, and returns a message.
    pub fn switch(&mut self) -> String {
        self.follow = !self.follow && !self.all.is_empty();
        let told = match self.follow {
            true => "Drag a hand or a foot by its dot, and the two joints above follow. L ends this.",
            false if self.all.is_empty() => {
                "This model has no arms or legs with usual names, such as upper_arm.L, forearm.L and hand.L."
            }
            false => "Hands and feet move alone again.",
        };
        told.to_owned()
    }

    fn ending_at(&self, joint: usize) -> Option<&Limb> {
        self.all.iter().find(|limb| self.follow && limb.joints[2] == joint)
    }

    pub fn leads(&self, joint: usize) -> bool {
        self.ending_at(joint).is_some()
    }

    /// Returns the transforms of the two joints above a hand that move it from where it was taken to its target. None if no
    /// limb follows it.
    pub fn reaching(
        &self,
        joint: usize,
        taken: &Figure,
        wanted: Transform,
    ) -> Option<Vec<(usize, Transform)>> {
        let limb = self.ending_at(joint)?;
        let mut pose = taken.pose.clone();
        // A hand that is back at its start turns nothing, not even by rounding.
        if wanted != taken.pose[joint] {
            let world_from_model = taken.scene.world_from_model();
            let world_from_nodes: Vec<Mat4> = taken
                .model_from_nodes
                .iter()
                .map(|&model_from_node| world_from_model * model_from_node)
                .collect();
            let target = transform_point(taken.placed(joint).world_from_parent, wanted.translation);
            limb.turn(&mut pose, limb.turns_for_drag(&world_from_nodes, target));
        }
        let [root, middle, _] = limb.joints;
        Some([root, middle].map(|joint| (joint, pose[joint])).to_vec())
    }
}
