//! Tests undo and redo of all operations.

use super::tests::{animation, valid};
use crate::{Copied, Document, Edit, Posed, Selection};
use common::clip::{Channel, Keys};
use common::transform::Transform;
use drafts::Draft;
use glam::{Quat, Vec3, vec3};
use proptest::prelude::*;
use std::sync::Arc;

/// An operation on a document, as its kind and numbers that choose keys and times.
type Act = (u8, u8, u8, f32);

fn act() -> impl Strategy<Value = Act> {
    (0u8..13, any::<u8>(), any::<u8>(), -2.0f32..4.0)
}

/// Returns a channel with keys on a coarse grid, so that many meet and make steps.
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
        0 => Some(document.add("wave", number.abs())),
        1 => document.duplicate(index),
        2 => document.rename(index, ["walk", "", "odd 3"][joint % 3]),
        3 => document.delete(index),
        4 => document.reorder(index, joint % 4),
        5 => document.set_seconds(index, number),
        _ => None,
    };
    if what < 6 {
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
        6 => old.delete(&chosen),
        7 => old.shift(&chosen, number),
        8 => old.set(time, &[posed]),
        9 => old.insert(time, &[joint % 3, other % 3], &rest),
        10 => {
            *copied = old.copy(&chosen);
            return document.clone();
        }
        _ => old.paste(copied, time),
    };
    document.with(index, animation)
}

proptest! {
    #[test]
    fn undo_of_all_is_the_first_document_and_redo_the_last(first in document(), acts in prop::collection::vec(act(), 0..30)) {
        let mut draft = Draft::<Document>::new(first.clone());
        let (mut states, mut copied) = (vec![first], Copied::default());
        for act in acts {
            draft.hold("act");
            draft.change(|document| {
                *document = done(document, act, &mut copied);
                Ok(())
            });
            draft.let_go();
            draft.now().animations.iter().for_each(|animation| valid(animation));
            if draft.history.done() == states.len() {
                states.push(draft.now().clone());
            }
        }
        for wanted in states.iter().rev() {
            prop_assert_eq!(draft.now(), wanted);
            draft.undo();
        }
        for wanted in &states {
            prop_assert_eq!(draft.now(), wanted);
            draft.redo();
        }
    }
}
