//! The knight changes his mind: whatever is started when, nothing jumps.
#![expect(clippy::unwrap_used, reason = "all of it is a test, its helpers too")]

use common::clip::{Animator, Clip, Layer, Mixer, feathered_mask};
use common::pose::{Pose, model_from_joints};
use common::rig::Rig;
use common::transform::Transform;
use course::root;
use formats::Asset;
use glam::{Mat4, Vec3};
use proptest::prelude::*;
use std::sync::{Arc, LazyLock};

/// The files of clips beside the model, and whether they loop.
const CLIPS: [(&str, bool); 7] = [
    ("walk", true),
    ("run", true),
    ("jump", false),
    ("fall", true),
    ("land", false),
    ("punch", false),
    ("swing", false),
];

/// The knight, with his clips in the order of [`CLIPS`].
struct Knight {
    rig: Arc<Rig>,
    clips: Vec<Arc<Clip>>,
}

static KNIGHT: LazyLock<Knight> = LazyLock::new(|| {
    let knight = read("knight.dae");
    let clips = CLIPS.map(|(name, _)| {
        let asset = read(&format!("knight_{name}.dae"));
        let (clip, notes) = formats::retarget(&asset.clips[0], &asset, &knight);
        assert_eq!(notes, [""; 0]);
        Arc::new(Clip { name: name.to_owned(), ..clip })
    });
    Knight { rig: knight.rig, clips: clips.into() }
});

fn read(file: &str) -> Asset {
    formats::read(&root().join("assets/knight").join(file)).unwrap()
}

impl Knight {
    fn animator(&self, which: usize) -> Animator {
        let mut animator = Animator::new(self.rig.clone(), self.clips[which].clone());
        animator.looping = CLIPS[which].1;
        animator
    }

    fn player(&self) -> Mixer<Animator> {
        Mixer::new(self.rig.rest.clone(), (0..CLIPS.len()).map(|which| self.animator(which)).collect())
    }

    fn joint(&self, name: &str) -> usize {
        self.rig.skeleton.named(name).unwrap()
    }

    fn places(&self, pose: &[Transform]) -> Vec<Vec3> {
        let parent_from_joints: Vec<Mat4> = pose.iter().map(|joint| joint.to_matrix()).collect();
        let model_from_joints = model_from_joints(&self.rig.skeleton, &parent_from_joints);
        model_from_joints.iter().map(|matrix| matrix.w_axis.truncate()).collect()
    }

    /// Returns the weights of his upper body, with a soft edge.
    fn upper_body(&self) -> Vec<f32> {
        feathered_mask(&self.rig.skeleton, self.joint("spine"), self.joint("chest"))
    }
}

/// Returns the largest distance that any joint has moved, in metres.
fn largest_move(before: &[Vec3], after: &[Vec3]) -> f32 {
    before.iter().zip(after).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max)
}

/// A change of clips: which to start, its fade's seconds, a clip to layer, and the steps until the next.
type Change = (usize, f32, Option<usize>, u32);

fn changes() -> impl Strategy<Value = Vec<Change>> {
    let layer = prop::option::of(5usize..7);
    prop::collection::vec((0..CLIPS.len(), 0.15f32..0.6, layer, 0u32..400), 1..12)
}

/// Returns the largest distance that any joint moves in a step of `dt` seconds, and the index of that change.
fn worst_step(changes: &[Change], dt: f32) -> (f32, usize) {
    let knight = &*KNIGHT;
    let mut player = knight.player();
    let mut layer = Layer::new(knight.player(), knight.rig.rest.clone());
    layer.mask = knight.upper_body();
    player.start("walk", 0.0).unwrap();
    player.update(0.0);
    let mut pose: Pose = player.pose().to_vec();
    let mut before = knight.places(&pose);
    let mut worst = (0.0, 0);
    for (index, &(which, fade, over, steps)) in changes.iter().enumerate() {
        player.start(CLIPS[which].0, fade).unwrap();
        if let Some(over) = over {
            layer.mixer.start(CLIPS[over].0, if layer.weight() > 0.0 { fade } else { 0.0 }).unwrap();
        }
        layer.goal = if over.is_some() { 1.0 } else { 0.0 };
        for _ in 0..=steps {
            player.update(dt);
            layer.update(dt, fade);
            pose.copy_from_slice(player.pose());
            layer.lay_over(&mut pose);
            let after = knight.places(&pose);
            let moved = largest_move(&before, &after);
            if moved > worst.0 {
                worst = (moved, index);
            }
            before = after;
        }
    }
    worst
}

/// The largest distance, in metres, that a joint may move in 1/960 s, which is 31 m/s. A clip alone moves a
/// hand at 12 m/s; a fade and a layer may both take it over 1.5 m in 0.15 s meanwhile.
const STEP: f32 = 0.032;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn no_joint_ever_jumps(changes in changes()) {
        let (moved, index) = worst_step(&changes, 1.0 / 960.0);
        prop_assert!(moved < STEP, "{moved} m in one step, after change {index} of {changes:?}");
    }
}
