//! Compares the animator with numbers computed elsewhere, and with the files' own curves.

use common::clip::{Animator, Clip};
use common::pose::placed;
use course::root;
use formats::Asset;
use formats::collada::{self, Document};
use glam::Mat4;
use proptest::prelude::*;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

/// Blender's numbers for a file, in its own axes (z up) and metres.
#[derive(Deserialize)]
struct Oracle {
    file: String,
    /// The times in seconds, in the file's own time.
    times: Vec<f32>,
    /// The matrix of each joint to model space at each of the times, row by row, by name.
    joints: BTreeMap<String, Vec<[f32; 16]>>,
}

/// The oracles' names, each with its number of joints.
const ORACLES: [(&str, usize); 11] = [
    ("joints/heron_oracle.json", 40),
    ("cylinder/cylinder_oracle.json", 3),
    ("knight/knight_oracle.json", 22),
    ("knight/knight_fall_oracle.json", 22),
    ("knight/knight_jump_oracle.json", 22),
    ("knight/knight_land_oracle.json", 22),
    ("knight/knight_punch_oracle.json", 22),
    ("knight/knight_run_oracle.json", 22),
    ("knight/knight_swing_oracle.json", 22),
    ("knight/knight_walk_oracle.json", 22),
    ("root_motion/knight_limp_oracle.json", 22),
];

fn must<T>(result: Result<T, impl std::fmt::Display>) -> T {
    result.unwrap_or_else(|error| panic!("{error}"))
}

impl Oracle {
    fn read(name: &str) -> (Self, Asset) {
        let path = root().join("workshop/assets").join(name);
        let oracle: Self = must(serde_json::from_str(&must(std::fs::read_to_string(&path))));
        let asset = must(formats::read(&root().join("assets").join(name).with_file_name(&oracle.file)));
        (oracle, asset)
    }

    /// Returns the number of matrices that were compared, the greatest error, and its place.
    fn compare(&self, asset: &Asset, animator: &mut Animator) -> (usize, f32, String) {
        let mut compared = 0;
        let mut worst = (0.0, String::new());
        for (moment, &time) in self.times.iter().enumerate() {
            animator.seek(time - animator.clip().start);
            let model_from_nodes = placed(&asset.rig.skeleton, animator.pose());
            for (node, &model_from_node) in asset.rig.skeleton.joints().iter().zip(&model_from_nodes) {
                let Some(matrices) = self.joints.get(&node.name) else { continue };
                let off = difference(model_from_node, Mat4::from_cols_array(&matrices[moment]).transpose());
                compared += 1;
                if off > worst.0 {
                    worst = (off, format!("{} at {time} s", node.name));
                }
            }
        }
        (compared, worst.0, worst.1)
    }
}

/// Returns the largest difference of two matrices' numbers, as a fraction of the wanted one's largest number.
fn difference(given: Mat4, wanted: Mat4) -> f32 {
    let (given, wanted) = (given.to_cols_array(), wanted.to_cols_array());
    let largest = |numbers: [f32; 16]| numbers.into_iter().map(f32::abs).fold(0.0, f32::max);
    largest(std::array::from_fn(|i| given[i] - wanted[i])) / largest(wanted)
}

/// Returns the only clip of a file, converted to keys.
fn clip_of(asset: &Asset) -> Arc<Clip> {
    assert_eq!(asset.clip_notes, [""; 0]);
    asset.clips[0].clone()
}

fn animator(asset: &Asset, clip: Arc<Clip>) -> Animator {
    assert_eq!(asset.pose_notes, [""; 0]);
    let mut animator = Animator::new(Arc::clone(&asset.rig), clip);
    animator.looping = false;
    animator
}

#[test]
fn every_joint_is_where_blender_has_it() {
    for (name, joints) in ORACLES {
        let (oracle, asset) = Oracle::read(name);
        let mut animator = animator(&asset, clip_of(&asset));
        let (compared, off, place) = oracle.compare(&asset, &mut animator);
        println!("{name}: of {compared} matrices the worst is off by {off:.1e}: {place}");
        assert_eq!(compared, 10 * joints);
        assert!(off < 1e-5, "{place} is off by {off:.1e}");
    }
}

static DOCUMENTS: LazyLock<Vec<(Document, Asset)>> = LazyLock::new(|| {
    let mut paths =
        ["joints/tick.dae", "joints/tick_curves.dae"].map(|name| root().join("assets").join(name)).to_vec();
    paths.extend(ORACLES.map(|(name, _)| {
        let (oracle, _) = Oracle::read(name);
        root().join("assets").join(name).with_file_name(oracle.file)
    }));
    let documents = paths.iter().map(|path| must(collada::read(path)));
    documents.map(|document| (document.clone(), document.into_asset())).collect()
});

/// The distance that a joint of the model `tick` moves, in decimetres. Keys are exact to 2e-4 of it.
const REACH: f32 = 7.1;

proptest! {
    /// Tests keys from matrices, which are exact but for shears of some 7e-6 that Blender wrote, and between
    /// keys for arcs that count as straight, with an error of 9.1e-5 radians: see `NEARLY_STRAIGHT`.
    #[test]
    fn keys_are_as_good_as_the_curves(alphas in prop::collection::vec(-0.1f32..1.1, 20)) {
        for (document, asset) in &*DOCUMENTS {
            let clip = clip_of(asset);
            let mut animator = animator(asset, clip.clone());
            for alpha in &alphas {
                let time = alpha * clip.seconds;
                animator.seek(time);
                let wanted = document.clips[0].parent_from_nodes(&document.scene, clip.start + time);
                for ((node, given), wanted) in document.scene.nodes.iter().zip(animator.pose()).zip(wanted) {
                    let off = difference(given.to_matrix(), wanted);
                    let allowed = if clip.name == "tick_curves" { REACH * 2e-4 } else { 1.5e-5 + 9.1e-5 };
                    prop_assert!(off < allowed, "{} {} at {time} s: {off:.1e}", clip.name, node.name);
                }
            }
        }
    }
}
