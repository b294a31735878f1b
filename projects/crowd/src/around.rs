//! Plays clips in the space of the bind pose, in SIMD lanes, so that no palette has to be multiplied.
//!
//! A palette's entry is `posed_from_bind = model_from_joint * joint_from_bind`. Between a joint and its
//! parent, the parent's inverse bind matrix and its own inverse can be inserted, since they cancel:
//!
//! `posed_from_bind(joint) = posed_from_bind(parent) * (bind_from_parent * parent_from_joint * joint_from_bind)`
//!
//! The product in brackets is a [`Transform`] as well if the bind matrices only rotate and translate, so it is baked in
//! the place of `parent_from_joint`: it turns the skin around the joint's place in the bind pose. slerp works on such
//! products too, because two rotations keep their distance if both are multiplied by the same third.

use crate::rows::{Rows, rows};
use crate::table::Table;
use crate::tracks::Tracks;
use common::pose::Pose;
use common::skin::SkinJoint;
use common::transform::Transform;
use glam::{Mat4, Quat, Vec3, Vec4};

/// The number of joints that are processed at once.
pub const TOGETHER: usize = 4;

/// The largest difference of a scale from 1 that still counts as a file's rounding.
const RIGID: f32 = 1e-5;

/// The clips of a figure in the space of the bind pose.
#[derive(Clone, Debug)]
pub struct Around {
    /// The clips, with none for one that scales a joint.
    pub clips: Vec<Option<Turning>>,
    /// The vector from each joint's place to the origin, both in the bind pose.
    pub arms: Vec<Vec3>,
    /// The entry of the palette that each joint computes, if there is one.
    pub entries: Vec<Option<usize>>,
    /// All other entries, each with its joint or the model, and the matrix before the joint's: for another
    /// bind pose on the same joint, for a surface that stays in the model, and for an inverse bind matrix
    /// that scales.
    pub others: Vec<(usize, usize, Rows)>,
}

/// A clip whose rows have `bind_from_parent * parent_from_joint * joint_from_bind` for each joint.
#[derive(Clone, Debug)]
pub struct Turning {
    /// The joints' places in the first row, as x, y and z of four joints each.
    pub first: Vec<[Vec4; 3]>,
    /// The places of the joints that move later, row by row.
    pub moving: Tracks,
    /// The joints' rotations, row by row, as x, y, z and w of four joints each. Identities fill up a row.
    fours: Vec<[Vec4; 4]>,
    rows: usize,
}

impl Around {
    /// Converts the clips of these tables, for joints with these `parents`.
    pub fn new(parents: &[usize], skin: &[SkinJoint], tables: &[Table]) -> Self {
        let model = parents.len();
        let (mut entries, mut others) = (vec![None; model], Vec::new());
        let mut binds = vec![(Quat::IDENTITY, Vec3::ZERO); model + 1];
        for (entry, &SkinJoint { node: joint, joint_from_bind }) in skin.iter().enumerate() {
            match rigid(&joint_from_bind) {
                Some(bind) if entries.get(joint) == Some(&None) => {
                    (entries[joint], binds[joint]) = (Some(entry), bind);
                }
                _ => others.push((entry, joint)),
            }
        }
        let before = |(entry, joint): (usize, usize)| {
            let (turn, place): (Quat, Vec3) = binds[joint];
            let bind_from_joint = Mat4::from_rotation_translation(turn, place).inverse();
            (entry, joint, rows(&(bind_from_joint * skin[entry].joint_from_bind)))
        };
        let others = others.into_iter().map(before).collect();
        let arms: Vec<Vec3> = binds[..model].iter().map(|(turn, place)| turn.inverse() * *place).collect();
        let clips = tables.iter().map(|table| Turning::new(parents, &binds, table)).collect();
        Self { clips, arms, entries, others }
    }
}

impl Turning {
    fn new(parents: &[usize], binds: &[(Quat, Vec3)], table: &Table) -> Option<Self> {
        let stretches = |joint: &Transform| !joint.scale.abs_diff_eq(Vec3::ONE, RIGID);
        if !table.scales.joints.is_empty() || table.first.iter().any(stretches) {
            return None;
        }
        let joints: Vec<Pose> = (0..parents.len()).map(|joint| table.joint(joint)).collect();
        let step = |(joint, &parent): (usize, &usize), row: usize| {
            let (parent_from_joint, (turn, place)) = (joints[joint][row], binds[parent]);
            Transform {
                rotation: turn.inverse() * parent_from_joint.rotation * binds[joint].0,
                translation: turn.inverse() * (parent_from_joint.translation - place),
                scale: Vec3::ONE,
            }
        };
        let poses = (0..table.rows).map(|row| parents.iter().enumerate().map(|of| step(of, row)).collect());
        let table = Table::of_poses(table.seconds, poses.collect());
        let places: Vec<Vec3> = table.first.iter().map(|joint| joint.translation).collect();
        let row = |row: usize| table.rotations(row).chunks(TOGETHER).map(four_rotations);
        Some(Self {
            first: places.chunks(TOGETHER).map(four_places).collect(),
            fours: (0..table.rows).flat_map(row).collect(),
            rows: table.rows,
            moving: table.translations,
        })
    }

    /// Returns the rotations of the joints in a row, in groups of four.
    #[inline(always)]
    pub fn row(&self, row: usize) -> &[[Vec4; 4]] {
        let fours = self.fours.len() / self.rows;
        &self.fours[row * fours..][..fours]
    }
}

/// Returns the rotation and the translation of a matrix, if it has no scale or shear.
fn rigid(matrix: &Mat4) -> Option<(Quat, Vec3)> {
    let Transform { translation: place, rotation: turn, .. } = Transform::from_matrix(*matrix);
    Mat4::from_rotation_translation(turn, place).abs_diff_eq(*matrix, RIGID).then_some((turn, place))
}

/// Returns the rotations of up to four joints, filled up with identities.
fn four_rotations(joints: &[Quat]) -> [Vec4; 4] {
    let number = |list: usize, lane: usize| joints.get(lane).copied().unwrap_or_default().to_array()[list];
    std::array::from_fn(|list| Vec4::from_array(std::array::from_fn(|lane| number(list, lane))))
}

/// Returns the places of up to four joints, or their arms, filled up with zeros.
pub fn four_places(joints: &[Vec3]) -> [Vec4; 3] {
    let number = |list: usize, lane: usize| joints.get(lane).copied().unwrap_or_default()[list];
    std::array::from_fn(|list| Vec4::from_array(std::array::from_fn(|lane| number(list, lane))))
}
