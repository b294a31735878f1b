//! A model with all clips that it can play.

use anyhow::Result;
use common::clip::{Channel, Clip};
use common::pose::Pose;
use common::rig::Rig;
use common::transform::Transform;
use formats::Beside;
use formats::all_clips;
use gl::{Gl, Model};
use glam::{Mat4, Vec3};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Number of moments of a clip at which its extent is measured.
const MOMENTS: usize = 12;

/// A model that can be played.
pub struct Played {
    pub scene: Model,
    /// The clips, at least one.
    pub clips: Vec<Arc<Clip>>,
    pub notes: Vec<String>,
    /// The outermost points in the world during the clips.
    pub places: Vec<Vec3>,
}

/// Equal only to itself: a file that is read anew is another model.
impl PartialEq for Played {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Played {
    pub fn read(gl: &Gl, path: &Path, others: &mut Vec<PathBuf>) -> Result<Self> {
        let scene = Model::new(gl, formats::read(path)?)?;
        let asset = &scene.asset;
        let Beside { mut clips, notes: odd, paths, .. } = all_clips(path, asset);
        others.extend(paths);
        let mut notes = [&scene.notes[..], &asset.pose_notes, &asset.clip_notes, &odd].concat();
        if clips.is_empty() {
            notes.insert(0, "Nothing moves in this file, because it has no animations.".to_owned());
            clips.push(Arc::new(Clip { name: "rest".to_owned(), ..Clip::default() }));
        }
        let places = clips.iter().flat_map(|clip| places(&scene, clip)).collect();
        Ok(Self { scene, clips, notes, places })
    }

    /// The clip at the start: the knight walks.
    pub fn first_clip(&self) -> usize {
        self.clips.iter().position(|clip| clip.name == "walk").unwrap_or(0)
    }

    /// The node at the start: the first joint that a clip moves, or else any node that it moves, or else any joint.
    pub fn first_node(&self, clip: usize) -> Option<usize> {
        let channels = || self.clips[clip].channels.iter();
        let moves = |node: &usize| channels().any(|channel| channel.joint == *node && is_moving(channel));
        let mut joints = self.scene.skeletons.joints().map(|(node, _)| node);
        let first = joints.next();
        let other = || (0..self.scene.asset.nodes.len()).find(&moves);
        first.into_iter().chain(joints).find(&moves).or_else(other).or(first)
    }

    /// Distance of its farthest point from the middle, in metres.
    pub fn reach(&self) -> f32 {
        let reach = |place: &Vec3| place.x.abs().max(place.z.abs());
        self.places.iter().map(reach).fold(0.01, f32::max)
    }
}

/// Returns true if a channel has more than one pose.
fn is_moving(channel: &Channel) -> bool {
    let Channel { translations, rotations, scales, .. } = channel;
    [translations.times().len(), rotations.times().len(), scales.times().len()].iter().any(|&keys| keys > 1)
}

/// The directions in which the farthest points are searched: along the axes, and to the corners of a cube.
fn directions() -> impl Iterator<Item = Vec3> {
    let corner = |i: u8| [0, 1, 2].map(|axis| if i >> axis & 1 == 0 { 1.0 } else { -1.0 });
    let axes = Vec3::AXES.into_iter().flat_map(|axis| [axis, -axis]);
    axes.chain((0..8).map(corner).map(Vec3::from))
}

/// Returns the outermost points of the model at some moments of a clip.
fn places(scene: &Model, clip: &Clip) -> Vec<Vec3> {
    let mut farthest = Vec::new();
    for moment in 0..=MOMENTS {
        let pose = pose_near(&scene.asset.rig, clip, moment, MOMENTS);
        let parent_from_nodes: Vec<Mat4> = pose.iter().map(|transform| transform.to_matrix()).collect();
        let model_from_nodes = scene.model_from_nodes(&parent_from_nodes);
        let places = scene.places(&model_from_nodes);
        for direction in directions() {
            let along = |place: &&Vec3| place.dot(direction);
            let finite = places.iter().filter(|place| place.is_finite());
            farthest.extend(finite.max_by(|a, b| along(a).total_cmp(&along(b))).copied());
        }
    }
    farthest
}

/// Returns an approximate pose of a clip at a moment, from 0 to `last`, to measure its extent: keys at this fraction of
/// their lists. The camera doesn't depend on the exercises.
fn pose_near(rig: &Rig, clip: &Clip, moment: usize, last: usize) -> Pose {
    fn pick<T: Copy>(values: &[T], [moment, last]: [usize; 2], rest: T) -> T {
        let last_key = values.len().saturating_sub(1);
        values.get(last_key * moment / last.max(1)).copied().unwrap_or(rest)
    }
    let at = [moment, last];
    let mut pose = rig.rest.clone();
    for channel in &clip.channels {
        let rest = pose[channel.joint];
        pose[channel.joint] = Transform {
            translation: pick(channel.translations.values(), at, rest.translation),
            rotation: pick(channel.rotations.values(), at, rest.rotation),
            scale: pick(channel.scales.values(), at, rest.scale),
        };
    }
    pose
}
