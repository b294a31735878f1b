//! What editing costs, held against playing: a long animation of many joints, in one thread.
//!
//! `cargo bench --package common --bench edit`.

mod timing;

use common::clip::{Animator, Channel, Clip, Keys};
use common::edit::{Animation, Document, Edit, Parts, Posed, Selection, Step, Stored};
use common::pose::Pose;
use common::rig::Rig;
use common::skeleton::Skeleton;
use common::transform::Transform;
use glam::{Quat, Vec3};
use std::hint::black_box;
use std::sync::Arc;
use timing::Group;

/// As many as a human figure with all its fingers has.
const JOINTS: usize = 67;

/// As many columns, 30 in a second.
const KEYS: u16 = 1000;

const DT: f32 = 1.0 / 60.0;

fn rig() -> Rig {
    let mut skeleton = Skeleton::new();
    for joint in 0..JOINTS {
        let parent = (joint > 0).then(|| if joint % 8 == 0 { 0 } else { joint - 1 });
        skeleton.add(&format!("joint {joint}"), parent);
    }
    Rig { skeleton, rest: vec![Transform::IDENTITY; JOINTS] }
}

/// Keys in all three lists of all joints.
fn clip() -> Clip {
    let times = || (0..KEYS).map(|key| f32::from(key) / 30.0);
    let channel = |joint: usize| {
        let turn = |time: f32| Quat::from_rotation_y((joint as f32 + 3.0 * time).sin());
        Channel {
            joint,
            translations: Keys::new(times(), times().map(|time| Vec3::new(time, joint as f32, 0.0))),
            rotations: Keys::new(times(), times().map(turn)),
            scales: Keys::new(times(), times().map(|time| Vec3::splat(1.0 + 0.01 * time))),
        }
    };
    Clip { name: "long".to_owned(), start: 0.0, seconds: 34.0, channels: (0..JOINTS).map(channel).collect() }
}

/// What is dragged, and by which name.
type Drag = (&'static str, Box<dyn Fn(&Animation) -> Edit>);

fn drags(rig: &Rig) -> Vec<Drag> {
    let skeleton = rig.skeleton.clone();
    let posed = [Posed { joint: 20, transform: Transform::IDENTITY, parts: Parts::ALL }];
    let shift = |keys: fn(&Animation) -> Selection| -> Box<dyn Fn(&Animation) -> Edit> {
        let keys = keys(&Animation::of_clip(&clip()));
        Box::new(move |animation| animation.shift(&keys, 0.01))
    };
    vec![
        ("a joint is turned", Box::new(move |animation| animation.set(&skeleton, 10.0, &posed))),
        ("a key is moved", shift(|_| [(20, 10.0)].into_iter().collect())),
        ("a column is moved", shift(|animation| Selection::column(animation, 10.0))),
        ("all keys are moved", shift(Selection::all)),
        ("a column is stretched", Box::new(|animation| animation.set_duration(500, 0.1))),
    ]
}

fn main() {
    let (rig, clip) = (Arc::new(rig()), Arc::new(clip()));
    let animation = Animation::of_clip(&clip);
    let before = Document { animations: vec![Arc::new(animation.clone())] };
    let mut pose = Pose::new();

    let group = Group::new("a frame of 67 joints with 1000 keys in each list", JOINTS, "joint");
    let mut animator = Animator::new(rig.clone(), clip.clone());
    let played = group.time("played by lesson 12", || {
        animator.update(DT);
        black_box(animator.pose()[0])
    });
    let mut moment = 0.0;
    let posed = group.time("posed by the editor", || {
        moment = (moment + DT) % 33.0;
        animation.pose_into(&rig.rest, moment, &mut pose);
    });
    println!("  {:32} {:12.2} of what is played", "", posed / played);
    group.time("the columns found", || animation.columns().len());

    let group = Group::new("a frame of a drag: the edit, and the pose", JOINTS, "joint");
    for (name, drag) in drags(&rig) {
        let dragged = group.time(name, || drag(&animation).animation.pose_into(&rig.rest, 10.0, &mut pose));
        println!("  {:32} {:12.2} of what is played", "", dragged / played);
    }

    let group = Group::new("the end of a drag: what it is kept as, and put back", JOINTS, "joint");
    for (name, drag) in drags(&rig) {
        let after = before.with(0, drag(&animation).animation);
        let Some(step) = Step::between(name, &before, &after) else { continue };
        group.time(name, || Step::between(name, &before, &after));
        group.time("… and undone", || step.before.apply(&after));
        println!("  {:32} {:12} bytes", "", step.before.bytes() + step.after.bytes());
    }
}
