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
use crate::table::rotations;
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
    /// The joints, four at once. Unused lanes are children of the model that never move, since with groups of constant
    /// size the compiler keeps the lanes in registers.
    pub fours: Vec<[Lane; TOGETHER]>,
    /// The vectors from the joints' places to the origin, both in the bind pose, as x, y and z of four joints each.
    pub arms: Vec<[Vec4; 3]>,
    /// All other entries, each with its joint or the model, and the matrix before the joint's: for another
    /// bind pose on the same joint, for a surface that stays in the model, and for an inverse bind matrix
    /// that scales.
    pub others: Vec<(usize, usize, Rows)>,
}

/// A joint.
#[derive(Clone, Copy, Debug)]
pub struct Lane {
    /// Its parent, or the model.
    pub parent: usize,
    /// The entry of the palette that it computes, if there is one.
    pub entry: Option<usize>,
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
}

impl Around {
    /// Converts baked clips, for joints with these `parents`.
    pub fn new(parents: &[usize], skin: &[SkinJoint], clips: &[Vec<Pose>]) -> Self {
        let model = parents.len();
        let mut fours = vec![[Lane { parent: model, entry: None }; TOGETHER]; model.div_ceil(TOGETHER)];
        let lanes = fours.as_flattened_mut();
        lanes.iter_mut().zip(parents).for_each(|(lane, &parent)| lane.parent = parent);
        let (mut binds, mut others) = (vec![(Quat::IDENTITY, Vec3::ZERO); model + 1], Vec::new());
        for (entry, &SkinJoint { node: joint, joint_from_bind }) in skin.iter().enumerate() {
            match rigid(&joint_from_bind) {
                Some(bind) if joint < model && lanes[joint].entry.is_none() => {
                    (lanes[joint].entry, binds[joint]) = (Some(entry), bind);
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
        let arms = arms.chunks(TOGETHER).map(four).collect();
        let clips = clips.iter().map(|poses| Turning::new(parents, &binds, poses)).collect();
        Self { clips, fours, arms, others }
    }
}

impl Turning {
    fn new(parents: &[usize], binds: &[(Quat, Vec3)], poses: &[Pose]) -> Option<Self> {
        let is_rigid = |joint: &Transform| joint.scale.abs_diff_eq(Vec3::ONE, RIGID);
        if !poses.iter().flatten().all(is_rigid) {
            return None;
        }
        let turning = |(joint, parent_from_joint): (usize, &Transform)| {
            let (turn, place) = binds[parents[joint]];
            Transform {
                rotation: turn.inverse() * parent_from_joint.rotation * binds[joint].0,
                translation: turn.inverse() * (parent_from_joint.translation - place),
                scale: Vec3::ONE,
            }
        };
        let poses: Vec<Pose> =
            poses.iter().map(|pose| pose.iter().enumerate().map(turning).collect()).collect();
        let places: Vec<Vec3> = poses[0].iter().map(|joint| joint.translation).collect();
        let rows = rotations(&poses);
        let rows = rows.chunks(parents.len().max(1));
        Some(Self {
            first: places.chunks(TOGETHER).map(four).collect(),
            moving: Tracks::new(&poses, |joint| joint.translation),
            fours: rows.flat_map(|row| row.chunks(TOGETHER).map(four)).collect(),
        })
    }

    /// Returns the rotations of the joints in a row, in groups of four.
    #[inline(always)]
    pub fn row(&self, row: usize) -> &[[Vec4; 4]] {
        let fours = self.first.len();
        &self.fours[row * fours..][..fours]
    }
}

/// Returns the rotation and the translation of a matrix, if it has no scale or shear.
fn rigid(matrix: &Mat4) -> Option<(Quat, Vec3)> {
    let Transform { translation: place, rotation: turn, .. } = Transform::from_matrix(*matrix);
    Mat4::from_rotation_translation(turn, place).abs_diff_eq(*matrix, RIGID).then_some((turn, place))
}

/// Returns the rotations, the places or the arms of up to four joints, list by list, filled up with identities or zeros.
fn four<const LISTS: usize, T: Copy + Default + Into<[f32; LISTS]>>(joints: &[T]) -> [Vec4; LISTS] {
    let lanes = [0, 1, 2, 3].map(|lane| joints.get(lane).copied().unwrap_or_default().into());
    std::array::from_fn(|list| Vec4::from_array(lanes.map(|numbers| numbers[list])))
}
