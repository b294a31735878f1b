//! The matrices of a skeleton's joints, as shaders read them.

use super::{Result, ensure};
use glam::Mat4;

/// The number of joints that the shaders' uniform block has room for.
///
/// OpenGL promises 256 matrices in a block; glium has blocks of 128.
pub const MAX_JOINTS: usize = 128;

/// A matrix per joint, each as four columns, for `layout(std140) uniform Joints { mat4
/// u_world_from_joint[128]; }` in a shader.
pub type Joints = [[[f32; 4]; 4]; MAX_JOINTS];

/// Matrices that move no joint.
pub const UNMOVED: Joints = [Mat4::IDENTITY.to_cols_array_2d(); MAX_JOINTS];

/// Returns an error unless the block has room for so many joints.
pub fn ensure_room(joints: usize) -> Result<()> {
    ensure!(
        joints <= MAX_JOINTS,
        "the skeleton has {joints} joints, but the block in the shaders holds {MAX_JOINTS}"
    );
    Ok(())
}

/// Returns matrices as a uniform block, filled up with identities.
pub fn block(matrices: &[Mat4]) -> Result<Joints> {
    ensure_room(matrices.len())?;
    let mut block = UNMOVED;
    for (slot, matrix) in block.iter_mut().zip(matrices) {
        *slot = matrix.to_cols_array_2d();
    }
    Ok(block)
}
