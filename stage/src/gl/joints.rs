//! The matrices of a skeleton's joints, as shaders read them.

use super::colour::Colour;
use super::texels::MOST_TEXELS;
use anyhow::{Result, ensure};
use common::skeleton::Chain;
use formats::Surface;
use glam::Mat4;

/// How many joints the block in the shaders holds.
///
/// OpenGL promises 256 matrices in a block; glium has blocks of 128.
pub const MAX_JOINTS: usize = 128;

/// How many joints can be drawn at all: as many as have their matrices in a buffer texture of the size that OpenGL
/// promises. Up to [`MAX_JOINTS`] are in a block.
pub const MOST_JOINTS: usize = MOST_TEXELS / 4;

/// A matrix per joint, each as four columns; in a shader
/// `layout(std140) uniform Joints { mat4 u_world_from_joint[128]; }`.
pub type Joints = [[[f32; 4]; 4]; MAX_JOINTS];

/// A colour per joint; in a shader `layout(std140) uniform Colours { vec4 u_joint_colour[128]; }`.
pub type JointColours = [Colour; MAX_JOINTS];

/// The identity for every joint.
pub const UNMOVED: Joints = [Mat4::IDENTITY.to_cols_array_2d(); MAX_JOINTS];

/// Whether the block has room for so many joints.
pub(super) fn ensure_room(joints: usize) -> Result<()> {
    ensure!(
        joints <= MAX_JOINTS,
        "the skeleton has {joints} joints, but the block in the shaders holds {MAX_JOINTS}"
    );
    Ok(())
}

/// The block of some matrices, as shaders read it.
pub fn block(matrices: &[Mat4]) -> Result<Joints> {
    ensure_room(matrices.len())?;
    let mut block = UNMOVED;
    for (slot, matrix) in block.iter_mut().zip(matrices) {
        *slot = matrix.to_cols_array_2d();
    }
    Ok(block)
}

/// What is wrong with a model, and what to do about it: two sentences for an error that has the place.
pub(super) type TooLarge = (String, &'static str);

/// Whether each skeleton of a model can be drawn.
pub(super) fn ensure_room_for_skeletons(chains: &[Chain]) -> Result<(), TooLarge> {
    let most = chains.iter().map(|chain| chain.joints.len()).max().unwrap_or(0);
    match most <= MOST_JOINTS {
        true => Ok(()),
        false => Err(too_large(&format!("A skeleton has {most} joints"), MOST_JOINTS)),
    }
}

/// Whether each surface of a model can be drawn with all that it hangs on, and with its bind shape.
pub(super) fn ensure_room_for_skins(surfaces: &[Surface]) -> Result<(), TooLarge> {
    let most = surfaces.iter().map(|surface| surface.joints.len()).max().unwrap_or(0);
    match most < MOST_JOINTS {
        true => Ok(()),
        false => Err(too_large(&format!("A skin hangs on {most} joints"), MOST_JOINTS - 1)),
    }
}

fn too_large(what: &str, most: usize) -> TooLarge {
    let advice = "Leave out those that move least, or those of other skeletons, and export it again.";
    (format!("{what}, and the lessons draw {most} at most."), advice)
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::skeleton::Skeleton;

    #[test]
    fn a_model_with_too_many_joints_is_refused() {
        let chain = |joints| Chain { joints: (0..joints).collect(), skeleton: Skeleton::new() };
        assert!(ensure_room_for_skeletons(&[chain(16_384)]).is_ok());
        let (what, _) = ensure_room_for_skeletons(&[chain(3), chain(16_385)]).unwrap_err();
        assert_eq!(what, "A skeleton has 16385 joints, and the lessons draw 16384 at most.");
    }

    #[test]
    fn a_skeleton_that_is_too_large_is_refused_with_its_number() {
        assert!(ensure_room(MAX_JOINTS).is_ok());
        assert_eq!(
            ensure_room(129).unwrap_err().to_string(),
            "the skeleton has 129 joints, but the block in the shaders holds 128"
        );
    }
}
