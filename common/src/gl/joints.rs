//! The matrices of a skeleton's joints, as shaders read them.

use super::colour::Colour;
use crate::collada::{Document, Error};
use anyhow::{Result, ensure};
use glam::Mat4;

/// How many joints the block in the shaders holds.
///
/// OpenGL promises 256 matrices in a block; glium has blocks of 128.
pub const MAX_JOINTS: usize = 128;

/// A matrix per joint, each as four columns; in a shader
/// `layout(std140) uniform Joints { mat4 u_world_from_joint[128]; }`.
pub type Joints = [[[f32; 4]; 4]; MAX_JOINTS];

/// A colour per joint; in a shader `layout(std140) uniform Colours { vec4 u_joint_colour[128]; }`.
pub type JointColours = [Colour; MAX_JOINTS];

/// The identity for every joint.
pub const UNMOVED: Joints = [Mat4::IDENTITY.to_cols_array_2d(); MAX_JOINTS];

/// Whether the block has room for a skeleton.
pub(super) fn ensure_room(joints: usize) -> Result<()> {
    ensure!(
        joints <= MAX_JOINTS,
        "the skeleton has {joints} joints, but the block in the shaders holds {MAX_JOINTS}"
    );
    Ok(())
}

/// Whether the block has room for each skeleton of a file.
pub(super) fn ensure_room_for_skeletons(document: &Document) -> Result<(), Error> {
    let chains = document.scene.chains();
    let most = chains.iter().map(|chain| chain.joints.len()).max().unwrap_or(0);
    match most <= MAX_JOINTS {
        true => Ok(()),
        false => Err(too_many(document, &format!("A skeleton has {most} joints"), MAX_JOINTS)),
    }
}

/// Whether the block has room for what each skin of a file hangs on, and for its bind shape.
pub(super) fn ensure_room_for_skins(document: &Document) -> Result<(), Error> {
    let skins = document.instances.iter().filter_map(|instance| instance.skin.as_ref());
    let most = skins.map(|skin| skin.joints.len()).max().unwrap_or(0);
    match most < MAX_JOINTS {
        true => Ok(()),
        false => Err(too_many(document, &format!("A skin hangs on {most} joints"), MAX_JOINTS - 1)),
    }
}

fn too_many(document: &Document, what: &str, most: usize) -> Error {
    let advice = "Leave out those that move least, or those of other skeletons, and export it again.";
    document.error(format!("{what}, and the lessons draw {most} at most."), advice)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_with_too_many_joints_is_refused_with_its_place() {
        let scene = |joints| {
            let nodes = "<node type='JOINT'>".repeat(joints) + &"</node>".repeat(joints);
            let text = format!(
                "<COLLADA>\n<library_visual_scenes> <visual_scene id='s'>{nodes}</visual_scene></library_visual_scenes></COLLADA>"
            );
            Document::parse(text.as_bytes(), "a.dae").unwrap()
        };
        assert!(ensure_room_for_skeletons(&scene(128)).is_ok());
        let error = ensure_room_for_skeletons(&scene(129)).unwrap_err().to_string();
        assert!(
            error.starts_with("a.dae:2:25: A skeleton has 129 joints, and the lessons draw 128 at most."),
            "{error}"
        );
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
