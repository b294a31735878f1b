//! Skin: a surface whose points follow the joints that influence them.
//!
//! Two poses matter. In the **bind** pose the surface was made, and its points are stored in model space as they were
//! then. The **posed** model is how it is now. A joint's matrix from one to the other, `posed_from_bind`, moves
//! any point as if it were fixed to that joint.

mod influences;
mod palette;

pub use influences::{CUTS, Influences, SLOTS, four_largest, mend, skin_point, strongest, three_weights};
pub use palette::{
    STILL, fill_normal_palette, fill_palette, joints_from_bind, normal_palette, out_of_place, palette,
    shader_normals, skin_rigidly,
};

use glam::Mat4;

/// A joint that a skin uses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SkinJoint {
    /// Index of the joint among all joints of the skeleton (of a file: among its nodes).
    pub node: usize,
    /// Inverse bind matrix: from the model in the bind pose to the joint.
    pub joint_from_bind: Mat4,
}
