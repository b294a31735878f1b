//! `<skin>`: the joints that influence each point of a geometry, and the bind pose of joints and surface.

use super::error::{Error, Notes, refusal};
use super::inputs::Inputs;
use super::numbers::{at_word, beyond, exactly, integers};
use super::primitives::lengths;
use super::sources::{self, Source};
use super::transforms::{force_last_row, matrix_from_rows};
use super::xml::{self, Element, Xml};
use crate::{is_out_of_sight, out_of_sight};
#[allow(unused_imports, reason = "an answer may do without it")]
use common::skin::strongest;
use common::skin::{Influences, SLOTS, mend};
use glam::Mat4;

/// The columns of a record in `<v>`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InfluenceColumns {
    /// Numbers in a record.
    pub stride: usize,
    pub joint: usize,
    /// The column of the weight's place in the list of weights.
    pub weight: usize,
}

/// Returns the influences of every position, from the two lists of a file.
///
/// `vcount` is the number of records in `v` for each position. The joint −1 is the bind shape.
pub fn unrolled(
    vcount: &[usize],
    v: &[i32],
    columns: InfluenceColumns,
    weights: &[f32],
    joints: usize,
) -> Vec<Influences> {
    // TODO 11.2: Give the influences of each position, by the entries of the palette.
    // BEGIN SOLUTION 11.2
    let mut influences = Vec::with_capacity(vcount.len());
    let mut records = v.chunks_exact(columns.stride);
    let mut joint_weights = Vec::new();
    for &count in vcount {
        joint_weights.clear();
        for record in records.by_ref().take(count) {
            let joint = usize::try_from(record[columns.joint]).unwrap_or(joints);
            let weight = weights[record[columns.weight] as usize];
            joint_weights.push((joint, weight));
        }
        influences.push(strongest(&mut joint_weights));
    }
    influences
    // END SOLUTION 11.2
    // STARTER 11.2: let _ = (v, columns, weights, strongest);
    // STARTER 11.2: vec![Influences::of(joints); vcount.len()]
}

/// A `<skin>`: the binding of a geometry to joints. Each surface that it deforms finds its own nodes for them.
pub(super) struct Skin<'a> {
    element: Element<'a>,
    name: String,
    /// From the geometry's own space to the model in the bind pose.
    pub bind_shape: Mat4,
    /// The list of the joints' names.
    list: Element<'a>,
    /// The names of the joints, as the file gives them.
    pub joints: Vec<String>,
    /// True if these are ids.
    pub by_id: bool,
    /// For every joint, the matrix from the bind pose to the joint.
    pub inverse_binds: Vec<Mat4>,
    /// The influences of every position of the geometry, by the entries of the skin's own palette.
    pub influences: Vec<Influences>,
    /// For every joint, true if it influences anything.
    is_used: Vec<bool>,
}

/// Reads a skin without its influences. `is_known` is true for the name of a node in the scene.
pub(super) fn skin<'a>(
    xml: &Xml<'a>,
    controller: Element<'a>,
    element: Element<'a>,
    is_known: impl Fn(&str) -> bool,
) -> Result<Skin<'a>, Error> {
    let bind_shape = match xml::child(element, "bind_shape_matrix") {
        Some(matrix) => {
            let mut rows = exactly::<16>(matrix)?;
            if force_last_row(&mut rows) {
                xml.note(matrix, || "The last row of this matrix is read as 0 0 0 1.".to_owned());
            }
            matrix_from_rows(&rows)
        }
        None => Mat4::IDENTITY,
    };
    let joints = needed_child(element, "joints")?;
    let names = needed_input(joints, "JOINT")?;
    let names = xml.referred(names, "source", &["source"])?;
    let (names, list) = sources::known_names(xml, names, is_known)?;
    xml.spend(list, NAME * names.len())?;
    let matrices = needed_input(joints, "INV_BIND_MATRIX")?;
    let source = xml.referred(matrices, "source", &["source"])?;
    let source = sources::numbers(xml, source)?;
    xml.spend(matrices, source.size())?;
    let inverse_binds = inverse_binds(matrices, &source, names.len(), &xml.notes)?;
    let name = xml::name_of(controller).to_owned();
    let by_id = list.tag_name().name() == "IDREF_array";
    let (influences, is_used) = (Vec::new(), Vec::new());
    Ok(Skin { element, name, bind_shape, list, joints: names, by_id, inverse_binds, influences, is_used })
}

/// Memory for the name of a joint, in numbers of four bytes.
const NAME: usize = 16;

/// The matrices of all joints.
fn inverse_binds(input: Element, source: &Source, joints: usize, notes: &Notes) -> Result<Vec<Mat4>, Error> {
    let mut matrices = source.records::<16>()?;
    if matrices.len() != joints {
        let what = format!("There are {} inverse bind matrices for {joints} joints.", matrices.len());
        return Err(refusal(input, what, "Export the file again: every joint needs one."));
    }
    if let Some(joint) = matrices.iter().position(is_out_of_sight) {
        notes.add(input, || out_of_sight(joint));
    }
    let forced = matrices.iter_mut().filter_map(|rows| force_last_row(rows).then_some(())).count();
    if forced > 0 {
        notes.add(input, || format!("The last rows of {forced} of these matrices are read as 0 0 0 1."));
    }
    Ok(matrices.iter().map(matrix_from_rows).collect())
}

impl Skin<'_> {
    /// Reads the influences of the geometry's `positions`. `nodes` has every joint's node, if it has one.
    pub fn with_influences(
        mut self,
        xml: &Xml,
        positions: usize,
        nodes: &[Option<usize>],
    ) -> Result<Self, Error> {
        let joints = self.joints.len();
        let element = needed_child(self.element, "vertex_weights")?;
        xml.spend(element, 2 * SLOTS * positions)?;
        let mut influences = influences(xml, element, joints)?;
        // A mesh without triangles has no positions either, and has a note already.
        if influences.len() > positions && positions > 0 {
            let there = influences.len();
            xml.note(element, || {
                format!("There are weights for {there} positions, and {positions} positions.")
            });
        }
        influences.resize(positions, Influences::default());
        let without = influences.iter().filter(|influences| influences.used().next().is_none()).count();
        // Nodes come after their parents, so the first is a root.
        let root = (0..joints).filter(|&joint| nodes[joint].is_some()).min_by_key(|&joint| nodes[joint]);
        let root = root.unwrap_or(joints);
        if without > 0 {
            let leader = self.joints.get(root).map_or("nothing", String::as_str);
            xml.note(element, || format!("No joint influences {without} positions: they follow '{leader}'."));
        }
        mend(&mut influences, joints + 1, root).map_err(|error| {
            refusal(element, format!("These weights make no sense: {error}."), "Export the file again.")
        })?;
        self.is_used = vec![false; joints + 1];
        for (joint, _) in influences.iter().flat_map(Influences::used) {
            self.is_used[joint] = true;
        }
        self.influences = influences;
        Ok(self)
    }

    /// Fails if a joint that influences something has no node; notes one that influences nothing.
    pub fn check_nodes(
        &self,
        nodes: &[Option<usize>],
        there: impl Fn(&str) -> String,
        notes: &Notes,
    ) -> Result<(), Error> {
        for (joint, name) in self.joints.iter().enumerate().filter(|(joint, _)| nodes[*joint].is_none()) {
            let what =
                format!("The skin '{}' hangs on the joint '{name}', and the scene has no node", self.name);
            if self.is_used[joint] {
                let what = format!("{what} of that name. {}", there(name));
                return Err(refusal(self.list, what, "Export the skeleton together with the skin."));
            }
            notes.add(self.list, || format!("{what} of that name; it influences nothing."));
        }
        Ok(())
    }
}

/// Reads the influences of every position from `<vertex_weights>`.
fn influences<'a>(xml: &Xml<'a>, element: Element<'a>, joints: usize) -> Result<Vec<Influences>, Error> {
    let inputs = Inputs::of(element)?;
    let [joint, weight] = ["JOINT", "WEIGHT"].map(|semantic| inputs.find(semantic).ok_or(semantic));
    let (joint, weight) = match (joint, weight) {
        (Ok(joint), Ok(weight)) => (joint, weight),
        (Err(semantic), _) | (_, Err(semantic)) => return Err(lacks_input(element, semantic)),
    };
    let source = xml.referred(weight.element, "source", &["source"])?;
    let source = sources::numbers(xml, source)?;
    xml.spend(element, source.size())?;
    let weights = source.records::<1>()?;
    let weights = weights.as_flattened();
    if let Some(record) = weights.iter().position(|&weight| weight < 0.0) {
        let what = format!("The weight {} is below zero.", weights[record]);
        return Err(source.refuse(
            record,
            what,
            "Weights go from 0 to 1: normalise them, and export the file again.",
        ));
    }
    let columns = InfluenceColumns { stride: inputs.stride, joint: joint.offset, weight: weight.offset };
    let vcount = xml::child(element, "vcount").map_or(Ok(Vec::new()), lengths)?;
    let v = xml::child(element, "v");
    let numbers = v.map_or(Ok(Vec::new()), integers)?;
    check_records(v.unwrap_or(element), &vcount, &numbers, columns, weights.len(), joints)?;
    Ok(unrolled(&vcount, &numbers, columns, weights, joints))
}

/// Fails if `<v>` doesn't have as many records as `<vcount>` says, or has an index out of range.
fn check_records(
    list: Element,
    vcount: &[usize],
    v: &[i32],
    columns: InfluenceColumns,
    weights: usize,
    joints: usize,
) -> Result<(), Error> {
    let again = "Export the file again.";
    let InfluenceColumns { stride, joint, weight } = columns;
    let sum: usize = vcount.iter().sum();
    if sum.checked_mul(stride) != Some(v.len()) {
        let what = format!(
            "<vcount> adds up to {sum} influences of {stride} numbers each, and <v> has {} numbers.",
            v.len()
        );
        return Err(refusal(list, what, "Export the file again: it is not whole."));
    }
    for (at, record) in v.chunks_exact(stride).enumerate() {
        let (j, w) = (record[joint], record[weight]);
        if j < -1 || i64::from(j) >= joints as i64 {
            let what = beyond("An influence", j, "joints", joints);
            return Err(at_word(list, at * stride + joint, what, again));
        }
        if usize::try_from(w).map_or(true, |w| w >= weights) {
            let what = beyond("An influence", w, "weights", weights);
            return Err(at_word(list, at * stride + weight, what, again));
        }
    }
    Ok(())
}

fn needed_child<'a>(parent: Element<'a>, name: &'static str) -> Result<Element<'a>, Error> {
    xml::child(parent, name).ok_or_else(|| {
        let what = format!("<{}> has no <{name}>.", parent.tag_name().name());
        refusal(parent, what, "Export the file again.")
    })
}

fn needed_input<'a>(parent: Element<'a>, semantic: &str) -> Result<Element<'a>, Error> {
    xml::input(parent, semantic).ok_or_else(|| lacks_input(parent, semantic))
}

fn lacks_input(parent: Element, semantic: &str) -> Error {
    let what = format!("<{}> has no <input semantic='{semantic}'>.", parent.tag_name().name());
    refusal(parent, what, "Export the file again.")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    /// Number of the palette's joints, without the bind shape.
    const JOINTS: usize = 6;

    proptest! {
        #[test]
        fn each_position_has_its_own_records_and_each_joint_the_sum_of_its_weights(
            positions in prop::collection::vec(prop::collection::vec((-1i32..JOINTS as i32, 0u8..9), 0..9), 0..6), (joint, weight) in (0usize..3, 0usize..3),
        ) {
            prop_assume!(joint != weight);
            let columns = InfluenceColumns { stride: 3, joint, weight };
            let weights = [0.0, 0.3, 0.11, 0.52, 0.07, 1.0, 0.3, 0.23, 0.0];
            let vcount: Vec<usize> = positions.iter().map(Vec::len).collect();
            let record = |&(of, which): &(i32, u8)| {
                let mut record = [7; 3];
                (record[joint], record[weight]) = (of, which.into());
                record
            };
            let v: Vec<i32> = positions.iter().flatten().flat_map(record).collect();
            let given = unrolled(&vcount, &v, columns, &weights, JOINTS);
            prop_assert_eq!(given.len(), positions.len());
            for (given, records) in given.iter().zip(&positions) {
                let mut sums = BTreeMap::new();
                for &(of, which) in records {
                    let of = if of < 0 { JOINTS } else { of as usize };
                    *sums.entry(of).or_insert(0.0f32) += weights[usize::from(which)];
                }
                let mut largest: Vec<f32> = sums.values().copied().filter(|&weight| weight > 0.0).collect();
                largest.sort_by(|a, b| b.total_cmp(a));
                largest.truncate(SLOTS);
                let sum: f32 = largest.iter().sum();
                // Of joints with nearly the same weight, either may be kept.
                let is_right = |((of, given), wanted): ((usize, f32), &f32)| {
                    (sum * given - wanted).abs() < 1e-5 && (sums[&of] - wanted).abs() < 1e-5
                };
                prop_assert_eq!(given.used().count(), largest.len());
                prop_assert!(given.used().zip(&largest).all(is_right), "{given:?} {sums:?}");
            }
        }
    }
}
