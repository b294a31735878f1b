//! Computes a palette in one loop over structs, each of which has all data of a joint.

use crate::figure::Figure;
use crate::weights::weigh;
use common::pose::Pose;
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
    pub fn new(figure: &Figure) -> Self {
        let rows = |joint: usize| figure.tables.iter().map(|table| table.joint(joint)).collect();
        let bound = |joint: usize| {
            let entries = figure.skin.iter().enumerate().filter(move |(_, bound)| bound.node == joint);
            entries.map(|(entry, bound)| (entry, bound.joint_from_bind)).collect()
        };
        let joints = figure.rig.skeleton.joints().iter().enumerate();
        let links = joints.map(|(index, joint)| Link {
            parent: joint.parent,
            rows: rows(index),
            model_from_joint: Mat4::IDENTITY,
            bound: bound(index),
        });
        // An entry that stays in the model never changes.
        let palette = figure.skin.iter().map(|bound| bound.joint_from_bind).collect();
        Self { links: links.collect(), palette }
    }

    /// Computes the palette at a place between two rows of a clip's table.
    #[inline(always)]
    pub fn make(&mut self, clip: usize, (row, alpha): (usize, f32)) {
        for joint in 0..self.links.len() {
            let link = &self.links[joint];
            let (from, to) = (link.rows[clip][row], link.rows[clip][row + 1]);
            let [of_from, of_to] = weigh(from.rotation.dot(to.rotation), alpha);
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
