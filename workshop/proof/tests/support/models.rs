//! Reads the workbook's own models, and poses them.
#![expect(clippy::unwrap_used, reason = "all of it is for tests")]

use common::clip::{Animator, Clip};
use common::pose::placed;
use course::root;
use formats::Asset;
use glam::Mat4;
use std::sync::{Arc, LazyLock};

/// Reads a model in `assets/`.
pub fn asset(file: &str) -> Asset {
    formats::read(&root().join("assets").join(file)).unwrap()
}

pub static KNIGHT: LazyLock<Asset> = LazyLock::new(|| asset("knight/knight.dae"));

/// Returns an animator of one of the knight's clips, by the name in its file's. All that it moves is there.
pub fn animator(name: &str) -> Animator {
    let its = asset(&format!("knight/knight_{name}.dae"));
    let (clip, notes) = formats::retarget(&its.clips[0], &its, &KNIGHT);
    assert_eq!(notes, [""; 0]);
    Animator::new(Arc::clone(&KNIGHT.rig), Arc::new(Clip { name: name.to_owned(), ..clip }))
}

/// Returns each node's matrix to the model, at a time of a clip.
pub fn posed(asset: &Asset, clip: &Arc<Clip>, time: f32) -> Vec<Mat4> {
    let mut animator = Animator::new(Arc::clone(&asset.rig), Arc::clone(clip));
    animator.looping = false;
    animator.seek(time);
    placed(&asset.rig.skeleton, animator.pose())
}
