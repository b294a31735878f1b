//! Tests all operations, and the history with them.

use super::*;
use common::clip::{Channel, Keys};
use common::rig::Rig;
use common::skeleton::Skeleton;
use common::transform::Transform;
use glam::{Quat, Vec3, vec3};
use std::sync::Arc;

pub fn animation(seconds: f32, channels: Vec<Channel>) -> Animation {
    let channels = channels.into_iter().map(Arc::new).collect();
    Animation { name: "walk".to_owned(), seconds, channels }
}

/// Returns a channel with rotations only, no two of them equal.
pub fn turned(joint: usize, times: &[f32]) -> Channel {
    let angles =
        (0u16..).map(|key| Quat::from_rotation_y(0.002 * f32::from(key)) * Quat::from_rotation_x(0.5));
    Channel { joint, rotations: Keys::new(times.iter().copied(), angles), ..Channel::default() }
}

/// Returns a channel with all three lists, and a step of the translation at 1 s.
fn all(joint: usize) -> Channel {
    Channel {
        joint,
        translations: Keys::new([0.0, 1.0, 1.0, 2.0], [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z]),
        rotations: Keys::new([0.0, 1.0, 2.0], [0.0, 1.0, -1.0].map(Quat::from_rotation_z)),
        scales: Keys::new([1.0], [vec3(1.0, 2.0, 1.0)]),
    }
}

fn two_joints() -> Animation {
    animation(2.0, vec![all(0), turned(2, &[0.0, 0.5, 1.0])])
}

fn rest() -> Vec<Transform> {
    let joint = |x| Transform { translation: vec3(x, 1.0, 0.0), ..Transform::IDENTITY };
    vec![joint(0.0), joint(1.0), joint(2.0)]
}

fn keys<const N: usize>(keys: [(usize, f32); N]) -> Selection {
    keys.into_iter().collect()
}

pub fn valid(animation: &Animation) {
    assert!(animation.channels.is_sorted_by(|a, b| a.joint < b.joint));
    assert!(animation.seconds >= animation.last_key());
    for channel in &animation.channels {
        let Channel { translations, rotations, scales, .. } = &**channel;
        let lists = [translations.times(), rotations.times(), scales.times()];
        assert!(lists.iter().any(|times| !times.is_empty()));
        assert!(
            lists.iter().all(|times| times.is_sorted() && times.first().is_none_or(|&first| first >= 0.0))
        );
        assert_eq!(
            lists.map(<[f32]>::len),
            [translations.values().len(), rotations.values().len(), scales.values().len()]
        );
    }
}

#[test]
fn a_selection_is_of_joints_and_times() {
    let walk = two_joints();
    assert_eq!(Selection::all(&walk).iter().count(), 6);
    assert_eq!(Selection::column(&walk, 1.00005), keys([(0, 1.0), (2, 1.0)]));
    let mut chosen = keys([(2, 0.5), (0, 2.0), (2, 0.50004), (2, 0.0)]);
    assert_eq!(chosen.iter().collect::<Vec<_>>(), [(0, 2.0), (2, 0.0), (2, 0.5)]);
    assert_eq!((chosen.times(), chosen.range()), (vec![0.0, 0.5, 2.0], Some((0.0, 2.0))));
    assert!(chosen.contains(2, 0.49995) && !chosen.contains(2, 0.4998) && !chosen.contains(1, 0.5));
    assert_eq!(chosen.still_in(&walk.delete(&keys([(2, 0.5)])).animation), keys([(2, 0.0), (0, 2.0)]));
    chosen.toggle(&Selection::column(&walk, 0.0));
    assert!(chosen.contains(0, 0.0) && chosen.contains(2, 0.0));
    chosen.toggle(&Selection::column(&walk, 0.0));
    assert_eq!(chosen, keys([(2, 0.5), (0, 2.0)]));
    chosen.toggle(&chosen.clone());
    assert!(chosen.is_empty() && chosen == Selection::default() && chosen.range().is_none());
}

#[test]
fn deleted_keys_are_gone_and_a_joint_without_keys_has_no_channel() {
    let walk = two_joints();
    let column = walk.delete(&Selection::column(&walk, 1.0));
    assert_eq!(column.animation.columns(), [0.0, 0.5, 2.0]);
    let channel = column.animation.channel(0).unwrap();
    assert_eq!((channel.translations.times(), channel.scales.times().len()), (&[0.0, 2.0][..], 0));
    let all = walk.delete(&keys([(2, 0.0), (2, 0.5), (2, 1.0)]));
    assert_eq!(all.animation.channel(2), None);
    assert!(all.selection.is_empty());
    assert!(Arc::ptr_eq(&all.animation.channels[0], &walk.channels[0]), "what is not touched is shared");
}

#[test]
fn moved_keys_win_and_the_animation_grows() {
    let walk = two_joints();
    let later = walk.shift(&keys([(0, 1.0), (2, 0.0)]), 1.0);
    let channel = later.animation.channel(0).unwrap();
    assert_eq!(
        channel.translations,
        Keys::new([0.0, 2.0, 2.0], [Vec3::ZERO, Vec3::X, Vec3::Y]),
        "a step moves as one"
    );
    assert_eq!(channel.rotations, Keys::new([0.0, 2.0], [0.0, 1.0].map(Quat::from_rotation_z)));
    let hand = later.animation.channel(2).unwrap();
    assert_eq!((hand.rotations.times(), hand.rotations.values()[1]), (&[0.5, 1.0][..], all_turns()[0]));
    assert_eq!(later.selection, keys([(0, 2.0), (2, 1.0)]));
    assert_eq!(later.animation.seconds, 2.0);
    assert_eq!(walk.shift(&keys([(2, 1.0)]), 4.0).animation.seconds, 5.0);
    let first = walk.shift(&keys([(0, 1.0), (2, 0.5)]), -7.0);
    assert_eq!(first.selection, keys([(0, 0.5), (2, 0.0)]), "no farther than to the beginning, all alike");
    for odd in [f32::NAN, f32::INFINITY, 0.0] {
        assert_eq!(walk.shift(&Selection::all(&walk), odd).animation, walk);
    }
    assert_eq!(walk.shift(&Selection::default(), 1.0).animation, walk);
}

fn all_turns() -> Vec<Quat> {
    turned(2, &[0.0, 0.5, 1.0]).rotations.values().to_vec()
}

#[test]
fn copies_are_laid_over_what_is_there() {
    let walk = two_joints();
    let doubled = walk.paste(&walk.copy(&keys([(2, 0.0)])), 0.5);
    let hand = &doubled.animation.channel(2).unwrap().rotations;
    let turns = all_turns();
    assert_eq!(hand, &Keys::new([0.0, 0.5, 1.0], [turns[0], turns[0], turns[2]]));
    assert_eq!(doubled.selection, keys([(2, 0.5)]));

    let copied = walk.copy(&keys([(2, 0.5), (2, 1.0), (0, 1.0)]));
    let other = Animation { name: "wave".to_owned(), ..Animation::default() };
    let pasted = other.paste(&copied, 3.0);
    assert_eq!(pasted.selection, keys([(2, 3.0), (2, 3.5), (0, 3.5)]));
    assert_eq!(pasted.animation.channel(2).unwrap().rotations, Keys::new([3.0, 3.5], [turns[1], turns[2]]));
    assert_eq!(pasted.animation.channel(0).unwrap().translations, Keys::new([3.5, 3.5], [Vec3::X, Vec3::Y]));
    assert_eq!(pasted.animation.seconds, 3.5);
    assert_eq!(walk.paste(&walk.copy(&Selection::all(&walk)), 0.0).animation, walk);
    assert_eq!(walk.paste(&Copied::default(), 1.0).animation, walk);
}

#[test]
fn a_pose_is_keyed_where_it_is_new_and_changed_where_it_is_not() {
    let walk = two_joints();
    let to =
        Transform { translation: Vec3::NEG_X, rotation: Quat::from_rotation_y(0.7), scale: Vec3::splat(2.0) };
    let posed = |joint, was| Posed { joint, was, now: to };
    let turn = Transform { rotation: Quat::IDENTITY, ..to };
    let set = |time, joint, was| walk.set(time, &[posed(joint, was)]);

    let arm = set(0.25, 1, turn);
    assert_eq!(arm.selection, keys([(1, 0.25)]));
    let wanted = Channel { joint: 1, rotations: Keys::new([0.25], [to.rotation]), ..Channel::default() };
    assert_eq!(**arm.animation.channel(1).unwrap(), wanted);
    assert_eq!(arm.animation.channels.len(), 3);

    let step = set(1.00003, 0, Transform::IDENTITY);
    let hip = step.animation.channel(0).unwrap();
    assert_eq!(
        hip.translations,
        Keys::new([0.0, 1.0, 1.0, 2.0], [Vec3::ZERO, Vec3::X, to.translation, Vec3::Z])
    );
    assert_eq!((hip.rotations.times(), hip.rotations.values()[1]), (&[0.0, 1.0, 2.0][..], to.rotation));
    assert_eq!(set(7.0, 2, turn).animation.seconds, 7.0);
    for same in [to, Transform { rotation: -to.rotation, ..to }] {
        assert_eq!(set(0.5, 1, same).animation, walk);
    }
}

#[test]
fn inserted_keys_change_nothing() {
    let (walk, rest) = (two_joints(), rest());
    for time in [0.0, 0.3, 0.50004, 1.0, 1.7, 2.0, 2.5] {
        let edit = walk.insert(time, &[0, 1, 2], &rest);
        valid(&edit.animation);
        assert_eq!(edit.selection.iter().count(), 3);
        assert_eq!(Selection::column(&edit.animation, time).iter().count(), 3);
        assert_eq!(edit.animation.seconds, time.max(2.0));
        let rig = Arc::new(Rig { skeleton: Skeleton::chain(&["a", "b", "c"]), rest: rest.clone() });
        for moment in 0..60u8 {
            let [before, after] =
                [&walk, &edit.animation].map(|animation| animation.pose(&rig, 0.05 * f32::from(moment)));
            for (before, after) in before.iter().zip(&after) {
                assert!(before.to_matrix().abs_diff_eq(after.to_matrix(), 1e-5));
            }
        }
    }
}

#[test]
fn names_of_animations_are_unique_and_never_empty() {
    let document = Document { animations: vec![Arc::new(two_joints())] };
    let names = |document: &Document| -> Vec<String> {
        document.animations.iter().map(|animation| animation.name.clone()).collect()
    };
    let two = document.duplicate(0).unwrap();
    assert_eq!((names(&two.document), two.shown), (vec!["walk".to_owned(), "walk 2".to_owned()], Some(1)));
    let three = two.document.duplicate(0).unwrap().document;
    assert_eq!(names(&three), ["walk", "walk 3", "walk 2"]);
    let renamed = three.rename(2, "  walk 2 ").unwrap().document;
    assert_eq!(names(&renamed)[2], "walk 2", "its own name is free for it");
    assert_eq!(names(&three.rename(0, " \t").unwrap().document), ["animation", "walk 3", "walk 2"]);
    assert_eq!(names(&three.rename(0, "walk 2").unwrap().document)[0], "walk 2 2");
    let added = three.add("", 2.0);
    assert_eq!((added.shown, names(&added.document)[3].as_str()), (Some(3), "animation"));
}

#[test]
fn the_list_of_animations_is_changed_and_knows_what_to_show() {
    let document = Document {
        animations: ["a", "b", "c"]
            .map(|name| Arc::new(Animation { name: name.to_owned(), ..two_joints() }))
            .to_vec(),
    };
    let deleted = document.delete(2).unwrap();
    assert_eq!((deleted.document.animations.len(), deleted.shown), (2, Some(1)));
    let nothing = deleted.document.delete(0).unwrap().document.delete(0).unwrap();
    assert_eq!(nothing.shown, None);
    let moved = document.reorder(0, 9).unwrap();
    assert_eq!((&moved.document.animations[2].name[..], moved.shown), ("a", Some(2)));
    for (request, got) in [(5.0, 5.0), (0.5, 2.0), (-1.0, 2.0), (f32::NAN, 2.0), (f32::INFINITY, 2.0)] {
        assert_eq!(document.set_seconds(0, request).unwrap().document.animations[0].seconds, got);
    }
    assert!(
        document.rename(3, "d").is_none() && document.delete(3).is_none() && document.reorder(3, 0).is_none()
    );
    assert_eq!(document.with(9, Animation::default()), document);
}
