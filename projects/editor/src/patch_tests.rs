use super::super::tests::{animation, skeleton, turned};
use super::*;
use crate::{Copied, Edit, Posed, Selection};
use common::transform::Transform;
use drafts::History;
use glam::vec3;
use proptest::prelude::*;

/// Something done to a document: what, and numbers to choose keys and times by.
type Act = (u8, u8, u8, f32);

fn act() -> impl Strategy<Value = Act> {
    (0u8..19, any::<u8>(), any::<u8>(), -2.0f32..4.0)
}

/// A channel with keys on a coarse grid, so that many meet; with steps.
fn channel(joint: usize, keys: &[(u8, f32)]) -> Channel {
    let mut keys = keys.to_vec();
    keys.sort_by_key(|&(time, _)| time);
    let times = || keys.iter().map(|&(time, _)| 0.25 * f32::from(time));
    Channel {
        joint,
        translations: Keys::new(times(), keys.iter().map(|&(_, x)| vec3(x, -x, 0.0))),
        rotations: Keys::new(times(), keys.iter().map(|&(_, x)| Quat::from_rotation_y(x))),
        scales: Keys::new(times().take(2), [Vec3::ONE; 2]),
    }
}

prop_compose! {
    fn document()(lists in prop::collection::vec(prop::collection::vec((0u8..16, -3.0f32..3.0), 1..12), 0..6))
        -> Document {
        let channels = lists.iter().enumerate().map(|(index, keys)| channel(index % 3, keys));
        let animations = channels.collect::<Vec<_>>();
        let of = |channels: &[Channel]| Arc::new(animation(4.0, channels.to_vec()));
        Document { animations: animations.chunks(3).map(of).collect() }
    }
}

fn done(document: &Document, (what, joint, other, number): Act, copied: &mut Copied) -> Document {
    let index = usize::from(other) % document.animations.len().max(1);
    let (joint, other) = (usize::from(joint), usize::from(other));
    let listed = match what {
        0 => Some(document.add("wave", number.abs(), Some(index))),
        1 => document.duplicate(index),
        2 => document.rename(index, ["walk", "", "odd 3"][joint % 3]),
        3 => document.delete(index),
        4 => document.reorder(index, joint % 4),
        5 => document.set_looping(index, joint % 2 == 0),
        6 => document.set_seconds(index, number),
        _ => None,
    };
    if what < 7 {
        return listed.map_or_else(|| document.clone(), |edit| edit.document);
    }
    let Some(old) = document.animations.get(index) else { return document.clone() };
    let chosen = Selection::of(old, |of, time| of == joint % 3 || (8.0 * time) as usize % 5 == other % 5);
    let time = number.max(0.0);
    let rest = [Transform::IDENTITY; 3];
    let to = Transform { translation: vec3(number, 0.0, 1.0), ..Transform::IDENTITY };
    let was = Transform { rotation: Quat::from_rotation_x(1.0), translation: Vec3::X, ..to };
    let posed = Posed { joint: joint % 3, was, now: to };
    let Edit { animation, .. } = match what {
        7 => old.delete(&chosen),
        8 => old.shift(&chosen, number),
        9 => old.duplicate(&chosen, number),
        10 => old.stretch(&chosen, time, number),
        11 => old.set_duration(joint % 5, number),
        12 => old.reorder(joint % 5, other % 5),
        13 => old.set(&skeleton(), time, &[posed]),
        14 => old.insert(&skeleton(), time, &[joint % 3, other % 3], &rest),
        15 => {
            *copied = old.copy(&chosen);
            return document.clone();
        }
        _ => old.paste(copied, time),
    };
    document.with(index, animation)
}

fn exactly(a: &Document, b: &Document) -> bool {
    a.animations.same(&b.animations)
}

proptest! {
    #[test]
    fn a_patch_makes_one_document_of_another_to_the_last_bit(from in document(), to in document()) {
        prop_assert!(exactly(&Patch::between(&from, &to).apply(&from).unwrap(), &to));
        prop_assert!(drafts::step("nothing", &from, &from.clone()).is_none());
    }

    #[test]
    fn undo_of_all_is_the_first_document_and_redo_the_last(first in document(), acts in prop::collection::vec(act(), 0..30)) {
        let (mut now, mut history, mut copied) = (first.clone(), History::new(usize::MAX), Copied::default());
        let mut states = vec![first];
        for act in acts {
            let next = done(&now, act, &mut copied);
            next.animations.iter().for_each(|animation| super::super::tests::valid(animation));
            if let Some(step) = drafts::step("act", &now, &next) {
                history.push(step);
                states.push(next.clone());
            }
            now = next;
        }
        for wanted in states.iter().rev().skip(1) {
            history.undo(|patch| now = patch.apply(&now).unwrap());
            prop_assert!(exactly(&now, wanted));
        }
        history.go_to(usize::MAX, |patch| now = patch.apply(&now).unwrap());
        prop_assert!(exactly(&now, &states[states.len() - 1]));
    }
}

/// What a step of a joint with a thousand keys in each list keeps.
fn kept(act: impl Fn(&Animation) -> Edit) -> usize {
    let times: Vec<f32> = (0..1000u16).map(|key| f32::from(key) / 30.0).collect();
    let values = |key: usize| (0..1000).map(move |at| Vec3::splat((at + key) as f32));
    let channel = Channel {
        translations: Keys::new(times.iter().copied(), values(0)),
        scales: Keys::new(times.iter().copied(), values(7)),
        ..turned(1, &times)
    };
    let before = Document { animations: vec![Arc::new(animation(40.0, vec![channel, turned(2, &times)]))] };
    let edit = act(&before.animations[0]);
    let after = before.with(0, edit.animation);
    let step = drafts::step(edit.name, &before, &after).unwrap();
    assert!(exactly(&step.before.apply(&after).unwrap(), &before));
    assert!(exactly(&step.after.apply(&before).unwrap(), &after));
    step.before.bytes() + step.after.bytes()
}

#[test]
fn a_step_keeps_what_differs_and_no_more() {
    let at = |keys: &[u16]| -> Selection { keys.iter().map(|&key| (1, f32::from(key) / 30.0)).collect() };
    let was =
        Transform { translation: Vec3::X, rotation: Quat::from_rotation_x(1.0), scale: Vec3::splat(2.0) };
    let posed = Posed { joint: 1, was, now: Transform::IDENTITY };
    let scattered: Vec<u16> = (0..20).map(|key| 50 * key + 3).collect();
    for (what, bytes) in [
        ("a key is set", kept(|walk| walk.set(&skeleton(), 12.0, &[posed]))),
        ("a key comes", kept(|walk| walk.set(&skeleton(), 12.01, &[posed]))),
        ("a key goes", kept(|walk| walk.delete(&at(&[400])))),
        ("a key moves a little", kept(|walk| walk.shift(&at(&[400]), 0.01))),
        ("a key moves far", kept(|walk| walk.shift(&at(&[100]), 25.0))),
    ] {
        assert!(bytes < 1_500, "{what}: {bytes} bytes");
    }
    for (what, bytes) in [
        ("twenty keys go", kept(|walk| walk.delete(&at(&scattered)))),
        ("twenty keys move", kept(|walk| walk.shift(&at(&scattered), 0.01))),
    ] {
        assert!(bytes < 10_000, "{what}: {bytes} bytes");
    }
    // All keys after the first one: only their times are kept, four bytes each, of four lists, before and after.
    let all = kept(|walk| walk.set_duration(0, 0.5));
    assert!((32_000..34_000).contains(&all), "{all}");
}

#[test]
fn a_patch_of_another_document_is_refused() {
    let of = |times: &[f32]| Document { animations: vec![Arc::new(animation(4.0, vec![turned(1, times)]))] };
    let step = drafts::step("turn", &of(&[0.0, 1.0, 2.0]), &of(&[0.0, 2.0])).unwrap();
    assert!(step.after.apply(&of(&[0.0])).is_none());
    assert!(step.after.apply(&Document::default()).is_none());
    let nothing = of(&[]).with(0, animation(4.0, Vec::new()));
    let gone = drafts::step("delete", &of(&[0.0]), &nothing).unwrap();
    assert!(gone.before.apply(&of(&[1.0])).is_none());
}
