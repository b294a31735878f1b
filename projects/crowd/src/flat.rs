//! Computes a palette in four loops over flat lists, each of which does one step for all joints.

use crate::figure::Figure;
use crate::table::Table;
use crate::weights::weigh_one;
use common::skin::fill_palette;
use common::transform::Transform;
use glam::{Mat4, Quat, Vec3};

/// The lists that the four loops pass on, with an entry for each joint.
#[derive(Clone, Debug)]
pub struct Lists {
    /// The rotation of every joint in its parent.
    pub rotations: Vec<Quat>,
    /// The translation of every joint in its parent.
    pub translations: Vec<Vec3>,
    /// The scale of every joint along its own axes.
    pub scales: Vec<Vec3>,
    /// The transforms as matrices to the parent.
    pub parent_from_joints: Vec<Mat4>,
    /// Every joint's matrix to the model, and last that of the model itself, the parent of roots.
    pub model_from_joints: Vec<Mat4>,
    /// The matrix from the bind pose to the model, for every entry of the palette.
    pub palette: Vec<Mat4>,
}

impl Lists {
    /// Returns lists with room for a figure.
    pub fn new(figure: &Figure) -> Self {
        let joints = figure.model();
        Self {
            rotations: vec![Quat::IDENTITY; joints],
            translations: vec![Vec3::ZERO; joints],
            scales: vec![Vec3::ONE; joints],
            parent_from_joints: vec![Mat4::IDENTITY; joints],
            model_from_joints: vec![Mat4::IDENTITY; joints + 1],
            palette: vec![Mat4::IDENTITY; figure.skin.len()],
        }
    }

    /// Writes the translations and scales between two rows over the constant ones: few joints change theirs.
    fn move_to(&mut self, table: &Table, place: (usize, f32)) {
        for (joint, first) in table.first.iter().enumerate() {
            (self.translations[joint], self.scales[joint]) = (first.translation, first.scale);
        }
        table.translations.between(place, |joint, translation| self.translations[joint] = translation);
        table.scales.between(place, |joint, scale| self.scales[joint] = scale);
    }
}

/// Computes the palette of a figure at a place between two rows of a table.
#[inline(always)]
pub fn four_loops(figure: &Figure, table: &Table, place: (usize, f32), lists: &mut Lists) {
    let (row, alpha) = place;
    lists.move_to(table, place);
    let pairs = table.rotations(row).iter().zip(table.rotations(row + 1));
    for (rotation, (&from, &to)) in lists.rotations.iter_mut().zip(pairs) {
        let [of_from, of_to] = weigh_one(from.dot(to), alpha);
        *rotation = from * of_from + to * of_to;
    }
    for (joint, parent_from_joint) in lists.parent_from_joints.iter_mut().enumerate() {
        let (translation, scale) = (lists.translations[joint], lists.scales[joint]);
        *parent_from_joint = Transform { translation, rotation: lists.rotations[joint], scale }.to_matrix();
    }
    for (joint, parent_from_joint) in lists.parent_from_joints.iter().enumerate() {
        lists.model_from_joints[joint] = lists.model_from_joints[figure.parents[joint]] * *parent_from_joint;
    }
    fill_palette(&lists.model_from_joints, &figure.skin, &mut lists.palette);
}
