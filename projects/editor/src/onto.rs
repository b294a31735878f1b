//! Transfers animations from one skeleton to another.

use crate::{Animation, Copied, Document};
use common::clip::Channel;
use common::skeleton::Skeleton;
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

/// Returns each joint's match in another skeleton, by name. If several share a name, they are matched in their order.
///
/// For an animation two skeletons are equal if every joint is matched with itself.
pub fn match_joints(its_own: &Skeleton, other: &Skeleton) -> Vec<Option<usize>> {
    let mut called: HashMap<&str, VecDeque<usize>> = HashMap::new();
    for (index, joint) in other.joints().iter().enumerate() {
        called.entry(&joint.name).or_default().push_back(index);
    }
    let joints = its_own.joints().iter();
    joints.map(|joint| called.get_mut(joint.name.as_str())?.pop_front()).collect()
}

/// Returns true if two skeletons are equal for an animation, by how they are matched.
pub fn are_same(joints: &[Option<usize>]) -> bool {
    joints.iter().enumerate().all(|(index, &joint)| joint == Some(index))
}

/// A document for another skeleton; `joints` has each joint's match there. The keys of a joint without a match are left
/// out, and so are those of a second joint with the same match.
pub fn document_onto(document: &Document, joints: &[Option<usize>]) -> Document {
    let animations = document.animations.iter();
    Document { animations: animations.map(|animation| Arc::new(onto(animation, joints))).collect() }
}

fn onto(animation: &Animation, joints: &[Option<usize>]) -> Animation {
    let channels = channels_onto(animation.channels.iter().map(AsRef::as_ref), joints);
    Animation { channels: channels.into_iter().map(Arc::new).collect(), ..animation.clone() }
}

/// Transfers copied keys.
pub fn copied_onto(copied: &Copied, joints: &[Option<usize>]) -> Copied {
    Copied { channels: channels_onto(copied.channels.iter(), joints) }
}

fn channels_onto<'a>(channels: impl Iterator<Item = &'a Channel>, joints: &[Option<usize>]) -> Vec<Channel> {
    let other = |joint: usize| joints.get(joint).copied().flatten();
    let moved = |channel: &Channel| Some(Channel { joint: other(channel.joint)?, ..channel.clone() });
    let mut channels: Vec<_> = channels.filter_map(moved).collect();
    // Of two channels for one joint the first stays first.
    channels.sort_by_key(|channel| channel.joint);
    channels.dedup_by_key(|channel| channel.joint);
    channels
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::clip::Keys;
    use glam::Vec3;

    fn channel(joint: usize, time: f32) -> Arc<Channel> {
        Arc::new(Channel { joint, translations: Keys::new([time], [Vec3::X]), ..Channel::default() })
    }

    #[test]
    fn joints_are_matched_by_name_and_in_their_order() {
        let its_own = Skeleton::chain(&["hip", "knee", "toe", "toe", "toe", "tail"]);
        let other = Skeleton::chain(&["root", "hip", "toe", "knee", "toe"]);
        assert_eq!(match_joints(&its_own, &other), [Some(1), Some(3), Some(2), Some(4), None, None]);
        let same: Vec<_> = (0..6).map(Some).collect();
        assert_eq!(match_joints(&its_own, &its_own), same);
        assert!(are_same(&same) && !are_same(&match_joints(&its_own, &other)));
        assert!(!are_same(&[Some(1), Some(0)]) && !are_same(&[Some(0), None]));
    }

    #[test]
    fn keys_go_with_their_joints() {
        let channels = [(0, 1.0), (1, 2.0), (3, 3.0), (5, 4.0)].map(|(joint, time)| channel(joint, time));
        let animation =
            Animation { name: "walk".to_owned(), channels: channels.to_vec(), ..Animation::default() };
        let document = Document { animations: vec![Arc::new(animation)] };
        // The list is that of another skeleton, and ends early.
        let moved = document_onto(&document, &[Some(4), None, Some(1), Some(2), Some(0)]);
        assert_eq!(moved.animations[0].channels, [channel(2, 3.0), channel(4, 1.0)]);
        assert_eq!(moved.animations[0].name, "walk");
        let both = document_onto(&document, &[Some(1), Some(1), None, Some(0), None, None]);
        assert_eq!(both.animations[0].channels, [channel(0, 3.0), channel(1, 1.0)], "of two the first");
        let same: Vec<_> = (0..6).map(Some).collect();
        assert_eq!(document_onto(&document, &same), document);
        let copied = Copied { channels: channels.iter().map(|channel| Channel::clone(channel)).collect() };
        let copied = copied_onto(&copied, &[Some(4), None, Some(1), Some(2), Some(0)]);
        assert_eq!(
            copied.channels,
            moved.animations[0].channels.iter().map(|one| Channel::clone(one)).collect::<Vec<_>>()
        );
    }
}
