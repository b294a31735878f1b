//! The knight changes his mind: whatever is started when, nothing jumps.
#![expect(clippy::unwrap_used, reason = "all of it is a test, its helpers too")]

use crate::support::models::{KNIGHT, animator};
use common::clip::{Animator, Layer, Mixer, feathered_mask};
use common::pose::{Pose, placed};
use common::transform::Transform;
use glam::Vec3;
use proptest::prelude::*;
use std::sync::LazyLock;

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

static ANIMATORS: LazyLock<Vec<Animator>> = LazyLock::new(|| {
    let animators = CLIPS.map(|(name, looping)| {
        let mut animator = animator(name);
        animator.looping = looping;
        animator
    });
    animators.into()
});

fn mixer() -> Mixer<Animator> {
    Mixer::new(KNIGHT.rig.rest.clone(), ANIMATORS.clone())
}

fn places(pose: &[Transform]) -> Vec<Vec3> {
    placed(&KNIGHT.rig.skeleton, pose).iter().map(|matrix| matrix.w_axis.truncate()).collect()
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
    let (skeleton, mut player) = (&KNIGHT.rig.skeleton, mixer());
    let mut layer = Layer::new(mixer(), KNIGHT.rig.rest.clone());
    // His upper body, with a soft edge.
    let [spine, chest] = ["spine", "chest"].map(|name| skeleton.named(name).unwrap());
    layer.mask = feathered_mask(skeleton, spine, chest);
    player.start("walk", 0.0).unwrap();
    player.update(0.0);
    let mut pose: Pose = player.pose().to_vec();
    let mut before = places(&pose);
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
            let after = places(&pose);
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
