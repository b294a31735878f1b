//! Computes a palette in one loop over structs, each of which has all data of a joint.

use crate::table::Table;
use crate::weights::weigh_one;
use common::pose::Pose;
use common::rig::Rig;
use common::skeleton::Joint;
use common::skin::SkinJoint;
use common::transform::Transform;
use glam::Mat4;

/// All data of a joint.
#[derive(Clone, Debug)]
struct Link {
    parent: Option<usize>,
    /// The joint's transform in its parent in each row of the table, for every clip.
    rows: Vec<Pose>,
    /// The joint's present matrix to the model.
    model_from_joint: Mat4,
    /// The entries of the palette that it fills, each with its inverse bind matrix.
    bound: Vec<(usize, Mat4)>,
}

/// A figure as a list of structs.
#[derive(Clone, Debug)]
pub struct OneLoop {
    links: Vec<Link>,
    /// The matrix from the bind pose to the model, for every entry of the palette.
    pub palette: Vec<Mat4>,
}

impl OneLoop {
    /// Copies a figure's data into structs.
    pub fn new(rig: &Rig, skin: &[SkinJoint], tables: &[Table], poses: &[Vec<Pose>]) -> Self {
        let rows = |joint: usize, (table, poses): (&Table, &Vec<Pose>)| -> Pose {
            let rotations = (0..table.rows).map(|row| table.rotations(row)[joint]);
            poses
                .iter()
                .zip(rotations)
                .map(|(pose, rotation)| Transform { rotation, ..pose[joint] })
                .collect()
        };
        let bound = |joint: usize| {
            let entries = skin.iter().enumerate().filter(|(_, bound)| bound.node == joint);
            entries.map(|(entry, bound)| (entry, bound.joint_from_bind)).collect()
        };
        let link = |(index, joint): (usize, &Joint)| Link {
            parent: joint.parent,
            rows: tables.iter().zip(poses).map(|clip| rows(index, clip)).collect(),
            model_from_joint: Mat4::IDENTITY,
            bound: bound(index),
        };
        // An entry that stays in the model never changes.
        let palette = skin.iter().map(|bound| bound.joint_from_bind).collect();
        Self { links: rig.skeleton.joints().iter().enumerate().map(link).collect(), palette }
    }

    /// Computes the palette at a place between two rows of a clip's table.
    #[inline(always)]
    pub fn make(&mut self, clip: usize, (row, alpha): (usize, f32)) {
        for joint in 0..self.links.len() {
            let link = &self.links[joint];
            let (from, to) = (link.rows[clip][row], link.rows[clip][row + 1]);
            let [of_from, of_to] = weigh_one(from.rotation.dot(to.rotation), alpha);
            let parent_from_joint = Transform {
                translation: from.translation + alpha * (to.translation - from.translation),
                rotation: from.rotation * of_from + to.rotation * of_to,
                scale: from.scale + alpha * (to.scale - from.scale),
            };
            let model_from_parent = link.parent.map_or(Mat4::IDENTITY, |up| self.links[up].model_from_joint);
            let model_from_joint = model_from_parent * parent_from_joint.to_matrix();
            for &(entry, joint_from_bind) in &link.bound {
                self.palette[entry] = model_from_joint * joint_from_bind;
            }
            self.links[joint].model_from_joint = model_from_joint;
        }
    }
}
