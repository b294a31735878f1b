//! Tests that half of the knight's walk, flipped, is the other half of it.

use common::clip::Animator;
use course::root;
use editor::flip::Flip;
use std::sync::Arc;

/// The greatest difference of the two halves in degrees, a few times the rounding of seven digits. His left
/// and right thighs differ by 0.02° at rest, so flipping them in their parents would be off by more.
const DEGREES: f32 = 1e-3;
const METRES: f32 = 1e-6;

/// The arms' joints, which differ since his right hand holds a sword.
const OF_THE_ARMS: [&str; 3] = ["upper_arm", "forearm", "hand"];

#[test]
fn one_leg_walks_as_the_other_did_half_a_cycle_before() {
    for file in ["knight_walk.dae", "knight_run.dae"] {
        let asset = formats::read(&root().join("assets/knight").join(file)).expect("a knight");
        let flip = Flip::new(&asset.rig, asset.world_from_model);
        let clip = Arc::clone(&asset.clips[0]);
        let mut animator = Animator::new(Arc::clone(&asset.rig), Arc::clone(&clip));
        let mut pose_at = |part: f32| {
            animator.seek(part * clip.seconds);
            animator.pose().to_vec()
        };
        let steps = 24u8;
        for step in 0..steps {
            let part = f32::from(step) / f32::from(steps);
            let [now, later] = [part, part + 0.5].map(&mut pose_at);
            let pairs = flip.pose(&now).into_iter().zip(later);
            for (joint, (flipped, later)) in asset.rig.skeleton.joints().iter().zip(pairs) {
                if OF_THE_ARMS.iter().any(|arm| joint.name.starts_with(arm)) {
                    continue;
                }
                let apart = (flipped.rotation * later.rotation.inverse()).xyz().length().asin() * 2.0;
                let apart = apart.to_degrees();
                let far = flipped.translation.distance(later.translation);
                let name = &joint.name;
                assert!(apart < DEGREES && far < METRES, "{file}, {name} at {part}: {apart}°, {far} m");
            }
        }
    }
}
