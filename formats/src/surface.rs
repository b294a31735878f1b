//! Surfaces that follow joints.
//!
//! Every surface follows joints, even one without a skin: it hangs on its node alone. So there is one way to draw all.

use common::mesh::Mesh;
use common::skin::SkinJoint;
use glam::Mat4;
use std::ops::Range;
use std::sync::Arc;

/// A surface in the scene.
#[derive(Clone, Debug, PartialEq)]
pub struct Surface {
    /// What people call it.
    pub name: String,
    /// Its vertices. Surfaces of the same geometry and skin share them.
    pub mesh: Arc<Mesh>,
    /// How many positions the file has for it: fewer than vertices, since corners at one position may differ.
    pub positions: usize,
    /// What its influences count.
    pub joints: Vec<SkinJoint>,
    /// From the mesh's own points to the model in the bind pose.
    pub bind_shape: Mat4,
    /// Its triangles by material; together they are all of the mesh's.
    pub submeshes: Vec<Submesh>,
}

/// Triangles of one material.
#[derive(Clone, Debug, PartialEq)]
pub struct Submesh {
    /// Which of the asset's materials.
    pub material: Option<usize>,
    /// Which of the mesh's triangles.
    pub triangles: Range<usize>,
}

impl Surface {
    /// For every joint, what takes the mesh's own points along with it; and last the bind shape, which takes points to
    /// the bind pose and leaves them there. `model_from_nodes` has all nodes of the asset.
    pub fn palette(&self, model_from_nodes: &[Mat4]) -> Vec<Mat4> {
        let mut palette = Vec::with_capacity(self.joints.len() + 1);
        self.palette_into(model_from_nodes, &mut palette);
        palette
    }

    /// Fills an empty list with the palette. One that has room for it takes no new memory.
    pub fn palette_into(&self, model_from_nodes: &[Mat4], palette: &mut Vec<Mat4>) {
        // TODO 11.4: For every joint chain the bind shape, the way into the joint, and the way out of it as its node
        //    stands now. Put the bind shape alone behind them.
        // BEGIN SOLUTION 11.4
        for joint in &self.joints {
            let model_from_joint = model_from_nodes[joint.node];
            palette.push(model_from_joint * joint.joint_from_bind * self.bind_shape);
        }
        palette.push(self.bind_shape);
        // END SOLUTION 11.4
        // STARTER 11.4: let _ = model_from_nodes;
        // STARTER 11.4: palette.resize(self.joints.len() + 1, self.bind_shape);
    }
}
