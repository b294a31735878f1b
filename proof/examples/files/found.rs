//! What the importer finds in a file, and whether it makes sense.

use common::clip::Animator;
use common::pose::{model_from_joints, walk};
use common::skin::skin_point;
use formats::Asset;
use glam::{Mat4, Vec3};
use std::sync::Arc;

/// How many times larger than each other a skin and its skeleton may be.
const SANE_FACTOR: f32 = 20.0;

/// What the importer found in a file.
pub struct Found {
    joints: usize,
    vertices: usize,
    /// For every clip, how many seconds it takes.
    clips: Vec<f32>,
    /// What the importer says of it.
    pub notes: Vec<String>,
    /// What makes no sense.
    pub oddities: Vec<String>,
}

impl Found {
    /// Looks at a model at rest, and in all its clips.
    pub fn of(asset: &Asset) -> Self {
        let rest = model_from_joints(&asset.rig.skeleton, &asset.parent_from_nodes());
        let mut oddities: Vec<String> = oddity(asset, &rest).into_iter().collect();
        for clip in &asset.clips {
            let mut animator = Animator::new(asset.rig.clone(), Arc::new(clip.clone()));
            let mut now = rest.clone();
            walk(&asset.rig.skeleton, |i| animator.pose()[i].to_matrix(), &mut now);
            let first = now.clone();
            let mut moves = false;
            for _ in 0..3 {
                animator.update(0.26 * clip.seconds);
                walk(&asset.rig.skeleton, |i| animator.pose()[i].to_matrix(), &mut now);
                moves |= now.iter().zip(&first).any(|(a, b)| !a.abs_diff_eq(*b, 1e-4));
                oddities.extend(oddity(asset, &now));
            }
            oddities.extend((!moves).then(|| format!("the clip '{}' moves nothing", clip.name)));
        }
        oddities.dedup();
        Self {
            joints: asset.chains.iter().map(|chain| chain.joints.len()).sum(),
            vertices: asset.surfaces.iter().map(|surface| surface.mesh.points.len()).sum(),
            clips: asset.clips.iter().map(|clip| clip.seconds).collect(),
            notes: asset.notes.clone(),
            oddities,
        }
    }

    /// How much of everything there is, for a table.
    pub fn cells(&self) -> Vec<String> {
        let clips: Vec<String> = self.clips.iter().map(|seconds| format!("{seconds:.1} s")).collect();
        vec![self.joints.to_string(), self.vertices.to_string(), clips.join(", ")]
    }
}

/// What makes no sense in a pose: numbers that are none, and a skin that is far from the size of its skeleton.
fn oddity(asset: &Asset, model_from_nodes: &[Mat4]) -> Option<String> {
    if !model_from_nodes.iter().all(Mat4::is_finite) {
        return Some("a matrix is not finite".to_owned());
    }
    let vertices = asset.surfaces.iter().flat_map(|surface| {
        let palette = surface.palette(model_from_nodes);
        let points = surface.mesh.positions.iter().zip(&surface.mesh.influences);
        points.map(|(&point, influences)| skin_point(&palette, influences, point)).collect::<Vec<_>>()
    });
    let joints = asset.chains.iter().flat_map(|chain| &chain.joints);
    let joints = joints.map(|&node| model_from_nodes[node].w_axis.truncate());
    let [skin, skeleton] = [size(vertices), size(joints)];
    let comparable = skin > 0.0 && skeleton > 0.0;
    let times = (skin / skeleton).max(skeleton / skin);
    (comparable && times > SANE_FACTOR)
        .then(|| format!("a skin of the size {skin} on joints of the size {skeleton}"))
}

/// The diagonal of the box around some places.
fn size(places: impl Iterator<Item = Vec3> + Clone) -> f32 {
    let high = places.clone().reduce(Vec3::max);
    places.reduce(Vec3::min).zip(high).map_or(0.0, |(low, high)| low.distance(high))
}
