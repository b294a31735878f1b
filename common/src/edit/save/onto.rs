//! Animations of one skeleton for another one.

use crate::clip::Channel;
use crate::edit::{Animation, Document};
use crate::skeleton::Skeleton;
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

/// Which joint of another skeleton each joint is: the one of the same name. Where several share one, they are matched in
/// their order.
///
/// Two skeletons are the same for an animation if every joint is matched with itself.
pub fn match_joints(its_own: &Skeleton, other: &Skeleton) -> Vec<Option<usize>> {
    let mut called: HashMap<&str, VecDeque<usize>> = HashMap::new();
    for (index, joint) in other.joints().iter().enumerate() {
        called.entry(&joint.name).or_default().push_back(index);
    }
    let joints = its_own.joints().iter();
    joints.map(|joint| called.get_mut(joint.name.as_str())?.pop_front()).collect()
}

/// A document for another skeleton; `joints` says which joint of that one each joint becomes. The keys of a joint that
/// becomes none are left out, and so are those of a second one that becomes the same.
pub fn document_onto(document: &Document, joints: &[Option<usize>]) -> Document {
    let animations = document.animations.iter();
    Document { animations: animations.map(|animation| Arc::new(onto(animation, joints))).collect() }
}

fn onto(animation: &Animation, joints: &[Option<usize>]) -> Animation {
    let other = |joint: usize| joints.get(joint).copied().flatten();
    let moved = |channel: &Arc<Channel>| {
        let joint = other(channel.joint)?;
        Some(Arc::new(Channel { joint, ..Channel::clone(channel) }))
    };
    let mut channels: Vec<_> = animation.channels.iter().filter_map(moved).collect();
    // Of two for one joint the first stays the first.
    channels.sort_by_key(|channel| channel.joint);
    channels.dedup_by_key(|channel| channel.joint);
    Animation { channels, ..animation.clone() }
}
