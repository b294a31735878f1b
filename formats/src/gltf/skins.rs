//! Skins: the nodes that are joints, and each one's bind pose.

use super::Source;
use super::layout::Component;
use super::trouble::{Json, Trouble};
use crate::{is_out_of_sight, out_of_sight};
use common::skin::SkinJoint;
use glam::Mat4;

/// A skin as the file has it.
#[derive(Clone, Debug, PartialEq)]
pub struct Skin {
    /// Its name for people, or "skin 0".
    pub name: String,
    /// Its joints, as indices of nodes in the file. Influences refer to them in this order.
    pub joints: Vec<usize>,
    /// For each joint in the same order, from the bind pose to the joint (*inverse bind matrix*): sixteen numbers, column
    /// after column. None at all if the file has none.
    pub inverse_binds: Vec<[f32; 16]>,
}

/// Returns the joints of a skin in this order: each with its index in the tree, and its matrix from the bind pose.
/// `place_of` has the index in the tree of every node of the file. If the file has no inverse bind matrices, they are
/// the identity.
pub fn skin_joints(skin: &Skin, place_of: &[usize]) -> Vec<SkinJoint> {
    let of_file = skin.inverse_binds.iter().map(Mat4::from_cols_array);
    let inverse_binds = of_file.chain(std::iter::repeat(Mat4::IDENTITY));
    let places = skin.joints.iter().map(|&number| place_of[number]);
    places.zip(inverse_binds).map(|(node, joint_from_bind)| SkinJoint { node, joint_from_bind }).collect()
}

pub(super) fn skins<'t>(source: &Source<'t>) -> Result<Vec<Skin>, Trouble<'t>> {
    let skins = source.root.items("skins")?.iter().enumerate();
    skins.map(|(index, skin)| read(source, index, skin)).collect()
}

fn read<'t>(source: &Source<'t>, index: usize, skin: Json<'t>) -> Result<Skin, Trouble<'t>> {
    let name = skin.called("skin", index)?;
    let list = skin.required("joints")?;
    let numbers = list.as_items()?.iter().map(|joint| Ok(joint.as_reference(source.root, "nodes")?.0));
    let joints = numbers.collect::<Result<Vec<usize>, Trouble<'t>>>()?;
    if joints.is_empty() {
        return Err(Trouble::at(list, "A skin has one joint at least."));
    }
    let given = skin.get("inverseBindMatrices");
    let inverse_binds = given.map(|given| read_inverse_binds(source, given, joints.len()));
    let inverse_binds = inverse_binds.transpose()?.unwrap_or_default();
    Ok(Skin { name, joints, inverse_binds })
}

/// Reads the inverse bind matrices of `count` joints.
fn read_inverse_binds<'t>(
    source: &Source<'t>,
    given: Json<'t>,
    joints: usize,
) -> Result<Vec<[f32; 16]>, Trouble<'t>> {
    let matrices: Vec<[f32; 16]> = source.accessor(given, &["MAT4"], &[Component::F32])?.elements();
    if matrices.len() < joints {
        let what = format!("There are {} inverse bind matrices for {joints} joints.", matrices.len());
        return Err(Trouble::at(given, what));
    }
    let is_odd = |numbers: &[f32; 16]| !numbers.iter().all(|number| number.is_finite());
    if let Some(joint) = matrices.iter().position(is_odd) {
        return Err(Trouble::at(given, format!("The inverse bind matrix of joint {joint} is not finite.")));
    }
    if let Some(joint) = matrices.iter().position(is_out_of_sight) {
        source.notes.add(given, || out_of_sight(joint));
    }
    let has_row =
        |numbers: &[f32; 16]| [numbers[3], numbers[7], numbers[11], numbers[15]] == [0.0, 0.0, 0.0, 1.0];
    if let Some(joint) = matrices.iter().position(|numbers| !has_row(numbers)) {
        source.notes.add(given, || {
            format!(
                "The last row of joint {joint}'s inverse bind matrix is not 0 0 0 1. It may be transposed."
            )
        });
    }
    Ok(matrices)
}
