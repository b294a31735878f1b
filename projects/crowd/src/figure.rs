//! The data that all characters of a crowd share.

use crate::around::Around;
use crate::one_loop::OneLoop;
use crate::table::{Table, bake};
use common::clip::Clip;
use common::pose::{Pose, placed};
use common::rig::Rig;
use common::skin::SkinJoint;
use common::transform::transform_point;
use glam::{Mat4, Vec3};
use std::sync::Arc;

/// The greatest distance of a point from its joint, in metres, which is that of a sword's tip.
pub const REACH: f32 = 0.6;

/// The data that all characters of a crowd share. Joints are in the rig's order, palettes in the skin's.
#[derive(Clone, Debug)]
pub struct Figure {
    /// The joints, with their rest pose.
    pub rig: Arc<Rig>,
    /// The clips that the characters can play.
    pub clips: Vec<Arc<Clip>>,
    /// The clips as tables, in the same order.
    pub tables: Vec<Table>,
    /// The highest speed in each clip of a point in the model, as far out as [`REACH`], in metres a second.
    pub speeds: Vec<f32>,
    /// The parent of every joint, which for a root is [`Self::model`].
    pub parents: Vec<usize>,
    /// The joint of each entry of the palette, or [`Figure::model`] for one that stays in the model.
    pub skin: Vec<SkinJoint>,
    /// The figure as structs, for one loop.
    pub one_loop: OneLoop,
    /// The clips in the space of the bind pose, for SIMD lanes.
    pub around: Around,
}

impl Figure {
    /// Bakes clips at `rate` rows a second. `skin` has for every entry of the palette its joint, or none if
    /// it stays in the model, and the inverse bind matrix.
    ///
    /// # Panics
    /// If the skin or a clip refers to a joint that the rig doesn't have.
    pub fn new(
        rig: Arc<Rig>,
        clips: Vec<Arc<Clip>>,
        skin: impl IntoIterator<Item = (Option<usize>, Mat4)>,
        rate: f32,
    ) -> Self {
        let model = rig.rest.len();
        let parents: Vec<usize> =
            rig.skeleton.joints().iter().map(|joint| joint.parent.unwrap_or(model)).collect();
        let bound = |(joint, joint_from_bind): (Option<usize>, Mat4)| {
            let node = joint.unwrap_or(model);
            assert!(node <= model, "the skin asks for joint {node}, but the rig has {model}");
            SkinJoint { node, joint_from_bind }
        };
        let skin: Vec<SkinJoint> = skin.into_iter().map(bound).collect();
        let poses: Vec<Vec<Pose>> = clips.iter().map(|clip| bake(&rig, clip, rate)).collect();
        let table = |(clip, poses): (&Arc<Clip>, &Vec<Pose>)| Table::of_poses(clip.seconds, poses);
        let tables: Vec<Table> = clips.iter().zip(&poses).map(table).collect();
        let speeds =
            tables.iter().zip(&poses).map(|(table, poses)| fastest(&rig, table.seconds, poses)).collect();
        let one_loop = OneLoop::new(&rig, &skin, &tables, &poses);
        let around = Around::new(&parents, &skin, &poses);
        Self { rig, clips, tables, speeds, parents, skin, one_loop, around }
    }

    /// Returns the index after the last joint, for the model itself, whose matrix is the identity.
    pub fn model(&self) -> usize {
        self.parents.len()
    }
}

/// Returns the highest speed of points between two poses, each [`REACH`] away from its joint, in metres a second.
fn fastest(rig: &Rig, seconds: f32, poses: &[Pose]) -> f32 {
    let points = |pose: &Pose| -> Vec<Vec3> {
        let around = |joint: &Mat4| Vec3::AXES.map(|axis| transform_point(*joint, REACH * axis));
        placed(&rig.skeleton, pose).iter().flat_map(around).collect()
    };
    let points: Vec<Vec<Vec3>> = poses.iter().map(points).collect();
    let pairs = points.iter().zip(&points[1..]).flat_map(|(before, now)| before.iter().zip(now));
    let farthest = pairs.map(|(before, now)| before.distance(*now)).fold(0.0, f32::max);
    if seconds > 0.0 { farthest * (poses.len() - 1) as f32 / seconds } else { 0.0 }
}
