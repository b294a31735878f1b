//! The knight changes his mind: whatever is started when, nothing jumps, and his feet stay on the ground.
#![expect(clippy::unwrap_used, reason = "all of it is a test, its helpers too")]

use common::clip::{Animator, BlendSpace, Clip, Layer, Mixer, Source, Steps, blend, feathered_mask};
use common::pose::{Pose, model_from_joints};
use common::rig::Rig;
use common::transform::Transform;
use course::root;
use formats::Asset;
use glam::{Mat4, Vec3};
use proptest::prelude::*;
use std::sync::{Arc, LazyLock};

/// The clips beside the model, and whether they loop.
const CLIPS: [(&str, bool); 7] = [
    ("walk", true),
    ("run", true),
    ("jump", false),
    ("fall", true),
    ("land", false),
    ("punch", false),
    ("swing", false),
];

/// The knight, and his clips in the order of [`CLIPS`].
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
        self.rig.skeleton.joints().iter().position(|joint| joint.name == name).unwrap()
    }

    fn places(&self, pose: &[Transform]) -> Vec<Vec3> {
        let parent_from_joints: Vec<Mat4> = pose.iter().map(|joint| joint.to_matrix()).collect();
        let model_from_joints = model_from_joints(&self.rig.skeleton, &parent_from_joints);
        model_from_joints.iter().map(|matrix| matrix.w_axis.truncate()).collect()
    }

    /// His upper body, with a soft edge.
    fn upper_body(&self) -> Vec<f32> {
        feathered_mask(&self.rig.skeleton, self.joint("spine"), self.joint("chest"))
    }
}

/// Returns the distance that the joint has moved which moved most, in metres.
fn largest_move(before: &[Vec3], after: &[Vec3]) -> f32 {
    before.iter().zip(after).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max)
}

/// A change of mind: what to start, its fade, what to lay over it, and after how many steps the next one comes.
type Change = (usize, f32, Option<usize>, u32);

fn changes() -> impl Strategy<Value = Vec<Change>> {
    let layer = prop::option::of(5usize..7);
    prop::collection::vec((0..CLIPS.len(), 0.15f32..0.6, layer, 0u32..400), 1..12)
}

/// The farthest that any joint moves in a step of `dt` seconds, and where in the list that was.
fn worst_step(changes: &[Change], dt: f32, wrong_start: bool) -> (f32, usize) {
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
        if wrong_start {
            // From the first frame of the old clip.
            let playing = player.source().unwrap().name().to_owned();
            player.restart(&playing, 0.0).unwrap();
            player.update(0.0);
        }
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

/// The longest way of a joint in a 960th of a second, in metres: at 31 metres a second. A clip alone moves a hand at 12
/// of them; a fade and a layer may both lead it over 1.5 m in 0.15 s meanwhile.
const STEP: f32 = 0.032;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn no_joint_ever_jumps(changes in changes()) {
        let (moved, index) = worst_step(&changes, 1.0 / 960.0, false);
        prop_assert!(moved < STEP, "{moved} m in one step, after change {index} of {changes:?}");
    }
}

#[test]
fn a_jump_would_be_seen() {
    let changes = [(0, 0.3, None, 500), (6, 0.3, None, 600), (1, 0.3, None, 100)];
    assert!(worst_step(&changes, 1.0 / 960.0, false).0 < STEP);
    assert!(worst_step(&changes, 1.0 / 960.0, true).0 > 5.0 * STEP);
}

fn gait() -> BlendSpace {
    let steps = |which, speed| Steps { animator: KNIGHT.animator(which), speed };
    BlendSpace::new("stride", steps(0, 1.0), steps(1, 2.4))
}

#[test]
fn a_gait_goes_as_far_as_a_mixed_stride_in_the_time_that_one_takes() {
    let mut gait = gait();
    for (mix, speed) in [(0.0, 1.0), (0.25, 1.15 / (0.75 + 0.5 / 3.0)), (0.6, 1.7), (1.0, 2.4)] {
        gait.set_mix(mix);
        gait.update(0.0);
        assert!((gait.speed() - speed).abs() < 1e-5, "{mix}: {}", gait.speed());
    }
}

#[test]
fn a_matched_gait_keeps_its_phases_and_an_unmatched_one_loses_them() {
    let apart = |matched: bool| {
        let mut gait = gait();
        gait.matched = matched;
        gait.set_mix(0.6);
        let mut apart = 0.0f32;
        for _ in 0..200 {
            gait.update(1.0 / 60.0);
            let [slow, fast] = gait.phases();
            let away = (slow - fast).abs();
            apart = apart.max(away.min(1.0 - away));
        }
        apart
    };
    assert!(apart(true) < 1e-5);
    assert!(apart(false) > 0.45);
}

/// The mean speed of whichever foot is lower, over the ground that goes by below it, in metres a second.
fn slide(mix: f32, matched: bool) -> f32 {
    const DT: f32 = 1.0 / 120.0;
    let knight = &*KNIGHT;
    let mut gait = gait();
    gait.matched = matched;
    gait.set_mix(mix);
    gait.update(0.0);
    let speed = gait.speed();
    let feet = ["toe.L", "toe.R"].map(|name| knight.joint(name));
    let mut before = knight.places(gait.pose());
    let (mut sum, mut count) = (0.0, 0.0);
    for _ in 0..1200 {
        gait.update(DT);
        let after = knight.places(gait.pose());
        let [left, right] = feet;
        let lower = if after[left].z < after[right].z { left } else { right };
        // On the ground, in the model's own axes: he looks along -y.
        if after[lower].z < 0.05 {
            let back = (after[lower].y - before[lower].y) / DT;
            sum += (back - speed).abs();
            count += 1.0;
        }
        before = after;
    }
    sum / count
}

#[test]
fn feet_slide_less_when_phases_match() {
    for mix in [0.0, 1.0] {
        let [matched, unmatched] = [true, false].map(|matched| slide(mix, matched));
        assert!(matched < 0.1 && unmatched < 0.1, "one clip alone: {matched} {unmatched}");
    }
    // At 1.3, 1.7 and 2.1 metres a second.
    for mix in [0.29, 0.6, 0.846] {
        let [matched, unmatched] = [true, false].map(|matched| slide(mix, matched));
        assert!(matched < 0.16 && 2.0 * matched < unmatched, "at a mix of {mix}: {matched} {unmatched}");
    }
}

#[test]
fn an_added_layer_leaves_the_run_what_it_does() {
    let knight = &*KNIGHT;
    let punch = CLIPS.iter().position(|(name, _)| *name == "punch").unwrap();
    let (mut run, standing) = (knight.animator(1), knight.animator(punch).pose().to_vec());
    run.seek(0.3);
    let mut layer = Layer::new(knight.player(), standing.clone());
    layer.mask = knight.upper_body();
    layer.is_added = true;
    layer.goal = 1.0;
    layer.mixer.start("punch", 0.0).unwrap();
    for (seconds, moves) in [(0.0, false), (0.42, true)] {
        layer.update(seconds, 0.0);
        // Over the run, each joint turns as far as the punch turns it from his standing pose.
        let mut pose = run.pose().to_vec();
        layer.lay_over(&mut pose);
        for (name, part) in [("hips", 0.0), ("shin.L", 0.0), ("chest", 1.0), ("forearm.L", 1.0)] {
            let joint = knight.joint(name);
            let punched = standing[joint].rotation.angle_between(layer.mixer.pose()[joint].rotation);
            let added = run.pose()[joint].rotation.angle_between(pose[joint].rotation);
            assert!((added - part * punched).abs() < 1e-3, "{name}: {added} and {punched}");
            assert_eq!(added > 0.01, moves && part > 0.0, "{name}: {added}");
        }
    }
}

#[test]
fn a_layer_leaves_the_legs_alone() {
    let knight = &*KNIGHT;
    let mut layer = Layer::new(knight.player(), knight.rig.rest.clone());
    layer.mask = knight.upper_body();
    layer.goal = 1.0;
    layer.mixer.start("punch", 0.0).unwrap();
    layer.update(0.42, 0.1);
    let mut walk = knight.animator(0);
    walk.seek(0.3);
    let mut pose = walk.pose().to_vec();
    layer.lay_over(&mut pose);
    for (name, own) in
        [("hips", true), ("shin.L", true), ("toe.R", true), ("spine", false), ("hand.L", false)]
    {
        let joint = knight.joint(name);
        assert_eq!(pose[joint] == walk.pose()[joint], own, "{name}");
    }
    let mut half = vec![walk.pose()[knight.joint("spine")]];
    blend(&mut half, &[layer.mixer.pose()[knight.joint("spine")]], 0.5);
    assert!(half[0].rotation.dot(pose[knight.joint("spine")].rotation).abs() > 0.99999);
}
