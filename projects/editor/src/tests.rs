//! Tests all operations, and the history with them.

use super::*;
use common::clip::{Channel, Keys};
use common::rig::Rig;
use common::skeleton::Skeleton;
use common::transform::Transform;
use drafts::Draft;
use glam::{Quat, Vec3, vec3};
use proptest::prelude::*;
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

/// Returns any rotation.
pub fn rotation() -> impl Strategy<Value = Quat> {
    let numbers = prop::array::uniform4(-1.0f32..1.0);
    numbers.prop_map(|n| glam::Vec4::from(n).try_normalize().map_or(Quat::IDENTITY, Quat::from_vec4))
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

fn rig() -> Arc<Rig> {
    let joint = |x| Transform { translation: vec3(x, 1.0, 0.0), ..Transform::IDENTITY };
    let rest = vec![joint(0.0), joint(1.0), joint(2.0)];
    Arc::new(Rig { skeleton: Skeleton::chain(&["a", "b", "c"]), rest })
}

fn keys<const N: usize>(keys: [(usize, f32); N]) -> Selection {
    keys.into_iter().collect()
}

/// Returns a changed copy of an animation, and the result of the change.
fn changed<T>(animation: &Animation, change: impl FnOnce(&mut Animation) -> T) -> (Animation, T) {
    let mut copy = animation.clone();
    let result = change(&mut copy);
    valid(&copy);
    (copy, result)
}

fn valid(animation: &Animation) {
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
    chosen.toggle(&Selection::column(&walk, 0.0));
    assert!(chosen.contains(0, 0.0) && chosen.contains(2, 0.0));
    chosen.toggle(&Selection::column(&walk, 0.0));
    assert_eq!(chosen, keys([(2, 0.5), (0, 2.0)]));
    chosen.toggle(&chosen.clone());
    assert!(chosen.is_empty() && chosen == Selection::default() && chosen.range().is_none());
}

#[test]
fn deleted_keys_are_gone_and_what_is_not_touched_is_shared() {
    let walk = two_joints();
    let (column, ()) = changed(&walk, |copy| copy.delete(&Selection::column(&walk, 1.0)));
    assert_eq!(column.columns(), [0.0, 0.5, 2.0]);
    let (all, ()) = changed(&walk, |copy| copy.delete(&keys([(2, 0.0), (2, 0.5), (2, 1.0)])));
    assert!(all.channel(2).is_none() && Arc::ptr_eq(&all.channels[0], &walk.channels[0]));
}

#[test]
fn moved_keys_win_and_the_animation_grows() {
    let walk = two_joints();
    let shift = |keys: &Selection, seconds: f32| changed(&walk, |copy| copy.shift(keys, seconds));
    let (later, selection) = shift(&keys([(0, 1.0), (2, 0.0)]), 1.0);
    let channel = later.channel(0).unwrap();
    assert_eq!(
        channel.translations,
        Keys::new([0.0, 2.0, 2.0], [Vec3::ZERO, Vec3::X, Vec3::Y]),
        "a step moves as one"
    );
    assert_eq!(channel.rotations, Keys::new([0.0, 2.0], [0.0, 1.0].map(Quat::from_rotation_z)));
    let hand = later.channel(2).unwrap();
    assert_eq!((hand.rotations.times(), hand.rotations.values()[1]), (&[0.5, 1.0][..], all_turns()[0]));
    assert_eq!((selection, later.seconds), (keys([(0, 2.0), (2, 1.0)]), 2.0));
    assert_eq!(shift(&keys([(2, 1.0)]), 4.0).0.seconds, 5.0);
    let (_, selection) = shift(&keys([(0, 1.0), (2, 0.5)]), -7.0);
    assert_eq!(selection, keys([(0, 0.5), (2, 0.0)]), "no farther than to the beginning, all alike");
    for odd in [f32::NAN, f32::INFINITY, 0.0] {
        assert_eq!(shift(&Selection::all(&walk), odd), (walk.clone(), Selection::all(&walk)));
    }
    assert_eq!(shift(&Selection::default(), 1.0).0, walk);
}

fn all_turns() -> Vec<Quat> {
    turned(2, &[0.0, 0.5, 1.0]).rotations.values().to_vec()
}

#[test]
fn copies_are_laid_over_what_is_there() {
    let walk = two_joints();
    let paste = |to: &Animation, copied: &[Channel], time: f32| changed(to, |copy| copy.paste(copied, time));
    let (doubled, selection) = paste(&walk, &walk.copy(&keys([(2, 0.0)])), 0.5);
    let turns = all_turns();
    let wanted = Keys::new([0.0, 0.5, 1.0], [turns[0], turns[0], turns[2]]);
    assert_eq!((&doubled.channel(2).unwrap().rotations, selection), (&wanted, keys([(2, 0.5)])));

    let copied = walk.copy(&keys([(2, 0.5), (2, 1.0), (0, 1.0)]));
    let (pasted, selection) = paste(&Animation::default(), &copied, 3.0);
    assert_eq!(selection, keys([(2, 3.0), (2, 3.5), (0, 3.5)]));
    assert_eq!(pasted.channel(2).unwrap().rotations, Keys::new([3.0, 3.5], [turns[1], turns[2]]));
    assert_eq!(pasted.channel(0).unwrap().translations, Keys::new([3.5, 3.5], [Vec3::X, Vec3::Y]));
    assert_eq!(pasted.seconds, 3.5);
    assert_eq!(paste(&walk, &walk.copy(&Selection::all(&walk)), 0.0).0, walk);
}

#[test]
fn a_pose_is_keyed_where_it_is_new_and_changed_where_it_is_not() {
    let (walk, rig) = (two_joints(), rig());
    // Sets a joint at a time to how it stands there, but for a change.
    let set = |time: f32, joint: usize, change: fn(&mut Transform)| {
        let mut now = walk.pose(&rig, time)[joint];
        change(&mut now);
        changed(&walk, |copy| copy.set(time, &[(joint, now)], &rig))
    };
    let (arm, selection) = set(0.25, 1, |arm| arm.rotation = Quat::from_rotation_y(0.7));
    let rotations = Keys::new([0.25], [Quat::from_rotation_y(0.7)]);
    assert_eq!(**arm.channel(1).unwrap(), Channel { joint: 1, rotations, ..Channel::default() });
    assert_eq!((selection, arm.channels.len()), (keys([(1, 0.25)]), 3));

    let (step, _) = set(1.00003, 0, |hip| (hip.translation, hip.rotation) = (Vec3::NEG_X, Quat::IDENTITY));
    let hip = step.channel(0).unwrap();
    let places = [Vec3::ZERO, Vec3::X, Vec3::NEG_X, Vec3::Z];
    assert_eq!(hip.translations, Keys::new([0.0, 1.0, 1.0, 2.0], places));
    assert_eq!((hip.rotations.times(), hip.rotations.values()[1]), (&[0.0, 1.0, 2.0][..], Quat::IDENTITY));
    assert_eq!(set(7.0, 2, |hand| hand.scale *= 2.0).0.seconds, 7.0);
    assert_eq!(set(0.5, 0, |_| ()).0, walk);
    assert_eq!(set(0.5, 0, |same| same.rotation = -same.rotation).0, walk);
}

#[test]
fn inserted_keys_change_nothing() {
    let (walk, rig) = (two_joints(), rig());
    for time in [0.0, 0.3, 0.50004, 1.0, 1.7, 2.0, 2.5] {
        let (inserted, selection) = changed(&walk, |copy| copy.insert(time, &[0, 1, 2], &rig.rest));
        assert_eq!((selection.iter().count(), Selection::column(&inserted, time).iter().count()), (3, 3));
        assert_eq!(inserted.seconds, time.max(2.0));
        assert_eq!(changed(&inserted, |copy| copy.insert(time, &[0, 1, 2], &rig.rest)).0, inserted);
        for moment in 0..60u8 {
            let [before, after] =
                [&walk, &inserted].map(|animation| animation.pose(&rig, 0.05 * f32::from(moment)));
            for (before, after) in before.iter().zip(&after) {
                assert!(before.to_matrix().abs_diff_eq(after.to_matrix(), 1e-5));
            }
        }
    }
}

/// Returns the names in a document, and the number of the one that is shown.
fn names(document: &Document) -> (String, usize) {
    let names: Vec<&str> = document.animations.iter().map(|animation| &animation.name[..]).collect();
    (names.join(", "), document.shown)
}

#[test]
fn the_list_of_animations_is_changed_and_shows_what_has_changed() {
    let mut document = Document::of(vec![Arc::new(two_joints())]);
    let mut check = |change: fn(&mut Document), wanted: &str, shown: usize| {
        document.selection = keys([(0, 1.0)]);
        let before = document.shown;
        change(&mut document);
        assert_eq!(names(&document), (wanted.to_owned(), shown));
        assert!(document.selection.is_empty() || shown == before, "these keys are another animation's");
    };
    check(|document| document.duplicate(0), "walk, walk 2", 1);
    check(|document| document.duplicate(0), "walk, walk 3, walk 2", 1);
    check(|document| document.rename(2, "  walk 2 "), "walk, walk 3, walk 2", 2);
    check(|document| document.rename(0, " \t"), "animation, walk 3, walk 2", 0);
    check(|document| document.rename(0, "walk 2"), "walk 2 2, walk 3, walk 2", 0);
    check(|document| document.add("", 2.0), "walk 2 2, walk 3, walk 2, animation", 3);
    check(|document| document.reorder(3, 0), "animation, walk 2 2, walk 3, walk 2", 0);
    check(|document| document.reorder(0, 9), "walk 2 2, walk 3, walk 2, animation", 3);
    check(|document| document.delete(3), "walk 2 2, walk 3, walk 2", 2);
    check(|document| document.delete(0), "walk 3, walk 2", 0);
    check(|document| (document.rename(2, "d"), document.delete(2)).1, "walk 3, walk 2", 0);
    check(|document| (document.reorder(2, 0), document.duplicate(2)).1, "walk 3, walk 2", 0);
    check(|document| (document.delete(0), document.delete(0)).1, "", 0);
    assert_eq!(document.animation(), None);
}

#[test]
fn an_animation_is_as_long_as_asked_but_has_all_its_keys() {
    for (request, got) in [(5.0, 5.0), (0.5, 2.0), (-1.0, 2.0), (f32::NAN, 2.0), (f32::INFINITY, 2.0)] {
        assert_eq!(changed(&two_joints(), |copy| copy.set_seconds(request)).0.seconds, got);
    }
}

#[test]
fn undo_shows_and_selects_what_was_when_the_step_began() {
    let mut draft = Draft::<Document>::new(Document::of(vec![Arc::new(two_joints()), Arc::default()]));
    let document = draft.now_mut();
    document.selection = keys([(2, 0.5)]);
    draft.hold("Move keys");
    draft.change(|document| document.edit(|animation, keys| animation.shift(keys, 0.25)));
    draft.let_go();
    assert_eq!((&draft.now().selection, draft.done()), (&keys([(2, 0.75)]), 1));
    // To look at another animation is no step.
    draft.now_mut().show(1);
    draft.hold("");
    draft.let_go();
    assert!(draft.done() == 1 && draft.now().selection.is_empty());
    draft.undo();
    assert_eq!((draft.now().shown, &draft.now().selection), (0, &keys([(2, 0.5)])));
    draft.redo();
    assert_eq!((draft.now().shown, &draft.now().selection), (0, &keys([(2, 0.75)])));
    assert_eq!(draft.now().animation().unwrap().key_times(2), [0.0, 0.75, 1.0]);
}

proptest! {
    #[test]
    fn whatever_is_done_to_it_an_animation_stays_valid(acts in prop::collection::vec((0u8..6, 0usize..9, -2.0f32..4.0), 0..30)) {
        let (mut walk, mut copied, rig) = (two_joints(), Vec::new(), rig());
        for (what, which, number) in acts {
            let all = Selection::all(&walk);
            let is_chosen = |&(joint, time): &(usize, f32)| joint == which % 3 || (8.0 * time) as usize % 5 == which % 5;
            let chosen: Selection = all.iter().filter(is_chosen).collect();
            let placed = Transform { translation: vec3(number, 0.0, 1.0), ..Transform::IDENTITY };
            match what {
                0 => walk.delete(&chosen),
                1 => drop(walk.shift(&chosen, number)),
                2 => drop(walk.set(number, &[(which % 3, placed)], &rig)),
                3 => drop(walk.insert(number, &[which % 3, which % 2], &rig.rest)),
                4 => copied = walk.copy(&chosen),
                _ => drop(walk.paste(&copied, number.max(0.0))),
            }
            valid(&walk);
        }
    }
}
