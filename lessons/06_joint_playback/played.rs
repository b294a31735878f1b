//! A scene with its clips, and the keys of every node in each of them.

use anyhow::{Result, anyhow};
use common::clip::{FRAMES_PER_SECOND, MatrixKeys, matrices_from_floats};
use common::collada::{Clip, Node, Part, Scene, TransformKind};
use common::gl::JointScene;
use glam::{Mat4, Vec3};

/// How many moments of a clip are looked at, to see where it goes.
const PLACES: u8 = 24;

/// A scene that can be played.
pub struct Played {
    pub scene: JointScene,
    /// For each clip of the document, the keys of every node; without any for a node that nothing moves.
    pub keys: Vec<Vec<MatrixKeys>>,
}

impl Played {
    pub fn new(scene: JointScene) -> Result<Self> {
        let document = &scene.document;
        let keys = document.clips.iter().map(|clip| keys_of(&document.scene, clip)).collect::<Result<_>>()?;
        Ok(Self { scene, keys })
    }

    /// Where the joints are in the world, some times in a clip.
    pub fn places(&self, clip: usize) -> Vec<Vec3> {
        let Some(clip) = self.scene.document.clips.get(clip) else {
            return self.scene.places();
        };
        let moments =
            (0..=PLACES).map(|i| clip.start + (clip.end - clip.start) * f32::from(i) / f32::from(PLACES));
        let poses = moments.map(|time| clip.parent_from_nodes(&self.scene.document.scene, time));
        poses.flat_map(|pose| self.scene.places_in(&pose)).collect()
    }

    /// How many frames a clip has, if each of its keys is one.
    pub fn frames(&self, clip: usize) -> usize {
        let counts = self.keys.get(clip).into_iter().flatten().map(|keys| keys.matrices.len());
        counts.max().unwrap_or(0)
    }
}

/// Every node's keys in a clip.
fn keys_of(scene: &Scene, clip: &Clip) -> Result<Vec<MatrixKeys>> {
    let times = baked_times(clip);
    // Only for clips that need it.
    let mut baked: Option<Vec<Vec<Mat4>>> = None;
    let mut all = Vec::new();
    for (index, node) in scene.nodes.iter().enumerate() {
        let mut channels = clip.channels.iter().filter(|channel| channel.node == index);
        let keys = match (channels.next(), channels.next()) {
            (None, _) => MatrixKeys::default(),
            (Some(channel), None) if moves_whole_matrix(node, &channel.part) => MatrixKeys {
                times: channel.curve.times().to_vec(),
                matrices: matrices(node, channel.curve.values())?,
            },
            _ => {
                let poses = baked.get_or_insert_with(|| {
                    times.iter().map(|&time| clip.parent_from_nodes(scene, time)).collect()
                });
                let rows = poses.iter().flat_map(|pose| pose[index].transpose().to_cols_array());
                MatrixKeys { times: times.clone(), matrices: matrices(node, &rows.collect::<Vec<_>>())? }
            }
        };
        all.push(keys);
    }
    Ok(all)
}

/// The moments at which curves are made into keys: those at which an exporter would have done so.
fn baked_times(clip: &Clip) -> Vec<f32> {
    let frames = ((clip.end - clip.start) * FRAMES_PER_SECOND).round().clamp(0.0, 10_000.0) as u16;
    (0..=frames).map(|frame| clip.start + f32::from(frame) / FRAMES_PER_SECOND).collect()
}

/// Whether a channel says all about where a node stands, in matrices.
fn moves_whole_matrix(node: &Node, part: &Part) -> bool {
    let one_matrix = matches!(&node.transforms[..], [step] if matches!(step.kind, TransformKind::Matrix(_)));
    one_matrix && matches!(part, Part::Whole)
}

fn matrices(node: &Node, floats: &[f32]) -> Result<Vec<Mat4>> {
    matrices_from_floats(&node.name, floats).map_err(|error| anyhow!(error))
}
