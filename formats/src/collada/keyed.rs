//! The keys of all animations as matrices, which lesson 06 plays.

use super::Document;
use super::animations::{Animation, AnimationChannel};
use super::bake::only_matrix;
use super::scenes::Scene;
use super::transforms::matrix_from_rows;
use crate::{KeyedClip, MatrixKeys};
use common::clip::FRAMES_PER_SECOND;
use std::sync::Arc;

/// Most matrices of all keys of a file together: 256 MiB. A short file could ask for far more.
const MAX_MATRICES: usize = 1 << 22;

/// Most transforms that are multiplied to compute them.
const MAX_STEPS: usize = 1 << 26;

/// Most times at which a curve is sampled: those of five minutes.
const MAX_FRAMES: f32 = 10_000.0;

impl Document {
    /// Returns the clips with the keys of every node, none for a node that a clip doesn't move.
    pub fn keyed_clips(&self) -> Vec<KeyedClip> {
        let moving = || self.clips.iter().flat_map(Animation::moving);
        let steps: usize = moving().map(|moving| self.scene.nodes[moving[0].node].transforms.len()).sum();
        let most = (MAX_MATRICES / moving().count().max(1)).min(MAX_STEPS / steps.max(1));
        let scene = Arc::new(self.scene.clone());
        let clip = |animation: &Animation| {
            let (animation, scene) = (animation.clone(), Arc::clone(&scene));
            KeyedClip {
                name: animation.name.clone(),
                start: animation.start,
                end: animation.end,
                keys: animation.matrix_keys(&scene, most),
                parent_from_nodes: Box::new(move |time| animation.parent_from_nodes(&scene, time)),
            }
        };
        self.clips.iter().map(clip).collect()
    }
}

impl Animation {
    /// The channels of each node that moves.
    pub(super) fn moving(&self) -> impl Iterator<Item = &[AnimationChannel]> {
        self.channels.chunk_by(|a, b| a.node == b.node)
    }

    /// Returns the keys of every node, at most `most` of each.
    fn matrix_keys(&self, scene: &Scene, most: usize) -> Vec<MatrixKeys> {
        let frames = self.frames();
        let mut all = vec![MatrixKeys::default(); scene.nodes.len()];
        for moving in self.moving() {
            let index = moving[0].node;
            let node = &scene.nodes[index];
            all[index] = match only_matrix(node, moving) {
                Some(curve) => {
                    let (rows, _) = curve.values().as_chunks::<16>();
                    MatrixKeys {
                        times: curve.times().iter().copied().take(most).collect(),
                        matrices: rows.iter().take(most).map(matrix_from_rows).collect(),
                    }
                }
                None => {
                    let times = frames[..frames.len().min(most)].to_vec();
                    let stands = |&time: &f32| node.parent_from_node_at(moving, time);
                    MatrixKeys { matrices: times.iter().map(stands).collect(), times }
                }
            };
        }
        all
    }

    /// The times at which curves are sampled: those at which exporters do it.
    fn frames(&self) -> Vec<f32> {
        let frames = ((self.end - self.start) * FRAMES_PER_SECOND).round().clamp(0.0, MAX_FRAMES) as u16;
        (0..=frames).map(|frame| self.start + f32::from(frame) / FRAMES_PER_SECOND).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file in which one turning node is instanced `2^levels` times, with keys at 0 and `seconds`.
    fn doubled(levels: usize, seconds: f32) -> Document {
        let mut library = r#"<node id="n0"><rotate sid="r">0 0 1 0</rotate></node>"#.to_owned();
        for level in 1..=levels {
            let below = format!(r##"<instance_node url="#n{}"/>"##, level - 1);
            library += &format!(r#"<node id="n{level}">{below}{below}</node>"#);
        }
        let text = format!(
            r##"<COLLADA><library_animations><animation>
            <source id="in"><float_array>0 {seconds}</float_array></source>
            <source id="out"><float_array>0 90</float_array></source>
            <sampler id="s"><input semantic="INPUT" source="#in"/><input semantic="OUTPUT" source="#out"/></sampler>
            <channel source="#s" target="n0/r.ANGLE"/></animation></library_animations>
            <library_nodes>{library}</library_nodes><library_visual_scenes><visual_scene>
            <node type="JOINT"><instance_node url="#n{levels}"/></node></visual_scene></library_visual_scenes></COLLADA>"##
        );
        Document::parse(text.as_bytes(), "doubled.dae").unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn what_moves_is_baked_and_nothing_else() {
        let document = doubled(2, 1.0);
        let keys = &document.keyed_clips()[0].keys;
        let counts: Vec<_> = keys.iter().map(|keys| (keys.times.len(), keys.matrices.len())).collect();
        let (none, all) = ((0, 0), (31, 31));
        assert_eq!(counts, [none, none, none, all, all, none, all, all]);
        for (time, matrix) in keys[3].times.iter().zip(&keys[3].matrices) {
            assert_eq!(*matrix, document.clips[0].parent_from_nodes(&document.scene, *time)[3]);
        }
    }

    #[test]
    fn a_short_file_cannot_ask_for_any_amount_of_memory() {
        let document = doubled(14, 334.0);
        let keys = document.keyed_clips().remove(0).keys;
        let matrices: Vec<usize> = keys.iter().map(|keys| keys.matrices.len()).collect();
        assert!(matrices.iter().sum::<usize>() <= MAX_MATRICES);
        assert_eq!(matrices.iter().max(), Some(&256), "the first of 10,021");
    }
}
