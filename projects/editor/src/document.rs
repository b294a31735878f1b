//! The editor's document, which has the animations of a model.

use super::Selection;
use common::clip::{Animator, Channel, Clip, SAME_TIME};
use common::pose::Pose;
use common::rig::Rig;
use drafts::Edited;
use std::sync::Arc;

/// The editor's document: the animations of one model, and what of them is shown. A clone is cheap: it shares the
/// unchanged parts.
#[derive(Clone, Debug, Default)]
pub struct Document {
    /// The animations, in the order of the list.
    pub animations: Vec<Arc<Animation>>,
    /// The index of the animation that is edited.
    pub shown: usize,
    /// The selected keys of that animation.
    pub selection: Selection,
}

/// Documents are equal if their animations are: to look at another one, or to select, is no step.
impl PartialEq for Document {
    fn eq(&self, other: &Self) -> bool {
        self.animations == other.animations
    }
}

impl Edited for Document {
    const NAME: &'static str = "animation";
}

impl Document {
    /// Returns the document of a model that comes with clips.
    pub fn of_clips(clips: &[Arc<Clip>]) -> Self {
        Self::of(clips.iter().map(|clip| Arc::new(Animation::of_clip(clip))).collect())
    }

    /// Returns the document of some animations, which shows the first.
    pub fn of(animations: Vec<Arc<Animation>>) -> Self {
        Self { animations, ..Self::default() }
    }

    /// Returns the animation that is edited, or none if all were deleted.
    pub fn animation(&self) -> Option<&Arc<Animation>> {
        self.animations.get(self.shown)
    }

    /// Edits another animation from now on.
    pub fn show(&mut self, index: usize) {
        if index != self.shown {
            self.turn_to(index);
        }
    }

    /// Edits an animation, or the last one, without the selection, whose keys belong to another.
    pub(super) fn turn_to(&mut self, index: usize) {
        self.shown = index.min(self.animations.len().saturating_sub(1));
        self.selection = Selection::default();
    }

    /// Edits the animation with a name, if there is one.
    pub fn show_named(&mut self, name: &str) {
        if let Some(index) = self.animations.iter().position(|animation| animation.name == name) {
            self.show(index);
        }
    }

    /// Selects all keys of the animation that is edited.
    pub fn select_all(&mut self) {
        self.selection =
            self.animation().map_or_else(Selection::default, |animation| Selection::all(animation));
    }

    /// Changes the animation that is edited, and selects the keys that `edit` returns, given those selected.
    pub fn edit(&mut self, edit: impl FnOnce(&mut Animation, &Selection) -> Selection) {
        if let Some(animation) = self.animations.get_mut(self.shown) {
            self.selection = edit(Arc::make_mut(animation), &self.selection);
        }
    }
}

/// An animation in the editor: lesson 12's clip, with shared channels.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Animation {
    pub name: String,
    /// The duration in seconds.
    pub seconds: f32,
    /// The channels, at most one for each joint (a node of the rig), sorted by joint, and none without keys.
    pub channels: Vec<Arc<Channel>>,
}

impl Animation {
    /// Converts a clip to an animation.
    pub fn of_clip(clip: &Clip) -> Self {
        let keyed = clip.channels.iter().filter(|channel| has_keys(channel));
        let mut channels: Vec<_> = keyed.cloned().map(Arc::new).collect();
        channels.sort_by_key(|channel| channel.joint);
        channels.dedup_by_key(|channel| channel.joint);
        Self { name: clip.name.clone(), seconds: clip.seconds, channels }
    }

    /// Converts the animation to a clip that can be played.
    pub fn to_clip(&self) -> Clip {
        let channels = self.channels.iter().map(|channel| Channel::clone(channel)).collect();
        Clip { name: self.name.clone(), start: 0.0, seconds: self.seconds, channels }
    }

    /// Returns the channel that moves a joint, if there is one.
    pub fn channel(&self, joint: usize) -> Option<&Arc<Channel>> {
        let index = self.channels.binary_search_by_key(&joint, |channel| channel.joint).ok()?;
        Some(&self.channels[index])
    }

    /// Returns an animator of lesson 12 that plays it, and stays at its last pose.
    pub fn animator(&self, rig: &Arc<Rig>) -> Animator {
        let mut clip = self.to_clip();
        // An animation of another skeleton may have more joints, and keys may lie behind its end.
        clip.channels.retain(|channel| channel.joint < rig.rest.len());
        clip.seconds = clip.seconds.max(self.last_key());
        let mut animator = Animator::new(rig.clone(), Arc::new(clip));
        animator.looping = false;
        animator
    }

    /// Returns every joint's transform in its parent at a time, the rest transform for one without a channel.
    pub fn pose(&self, rig: &Arc<Rig>, time: f32) -> Pose {
        let mut animator = self.animator(rig);
        animator.seek(time);
        animator.pose().to_vec()
    }

    /// Returns the times of a joint's keys, those of its three lists merged.
    pub fn key_times(&self, joint: usize) -> Vec<f32> {
        self.channel(joint).map_or_else(Vec::new, |channel| united(lists(channel)))
    }

    /// Returns the times of all joints' keys, each once, for the sheet's columns.
    pub fn columns(&self) -> Vec<f32> {
        united(self.channels.iter().flat_map(|channel| lists(channel)))
    }

    /// Returns the time of the next key of any joint.
    pub fn key_after(&self, time: f32) -> Option<f32> {
        self.columns().into_iter().find(|key| key - time >= SAME_TIME)
    }

    /// Returns the time of the last key before a time.
    pub fn key_before(&self, time: f32) -> Option<f32> {
        self.columns().into_iter().rfind(|key| key - time <= -SAME_TIME)
    }

    /// Sets the length, at least up to the last key.
    pub fn set_seconds(&mut self, seconds: f32) {
        if seconds.is_finite() {
            self.seconds = seconds.max(self.last_key());
        }
    }

    /// Returns the time of its last key, or 0.
    pub fn last_key(&self) -> f32 {
        let lists = self.channels.iter().flat_map(|channel| lists(channel));
        lists.filter_map(|times| times.last().copied()).fold(0.0, f32::max)
    }
}

/// Returns the times of a channel's translations, rotations and scales.
pub(super) fn lists(channel: &Channel) -> [&[f32]; 3] {
    [channel.translations.times(), channel.rotations.times(), channel.scales.times()]
}

pub(super) fn has_keys(channel: &Channel) -> bool {
    lists(channel).iter().any(|times| !times.is_empty())
}

/// Returns the times of several lists merged, each once: of times that count as equal, the first.
pub(super) fn united<'a>(lists: impl IntoIterator<Item = &'a [f32]>) -> Vec<f32> {
    let mut different: Vec<&[f32]> = lists.into_iter().filter(|times| !times.is_empty()).collect();
    // The joint before mostly has equal times.
    different.dedup();
    let mut times = different.concat();
    times.sort_by(f32::total_cmp);
    times.dedup_by(|next, kept| *next - *kept < SAME_TIME);
    times
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::clip::{Cursors, Keys};
    use common::skeleton::Skeleton;
    use common::transform::Transform;
    use glam::{Quat, Vec3};

    fn channel(joint: usize, moved: &[f32], turned: &[f32]) -> Channel {
        Channel {
            joint,
            translations: Keys::new(moved.iter().copied(), moved.iter().map(|&x| x * Vec3::X)),
            rotations: Keys::new(turned.iter().copied(), turned.iter().map(|&x| Quat::from_rotation_y(x))),
            scales: Keys::default(),
        }
    }

    fn clip() -> Clip {
        let channels =
            vec![channel(2, &[0.0, 1.0, 1.0, 2.0], &[0.5, 1.00005]), channel(0, &[], &[0.25, 2.0])];
        Clip { name: "wave".to_owned(), start: 3.0, seconds: 1.5, channels }
    }

    #[test]
    fn a_joint_has_one_channel_and_none_without_keys() {
        let mut odd = clip();
        odd.channels.extend([channel(2, &[7.0], &[]), channel(5, &[], &[])]);
        let channels = Animation::of_clip(&odd).to_clip().channels;
        assert_eq!(channels, [clip().channels[1].clone(), clip().channels[0].clone()]);
    }

    #[test]
    fn times_are_merged_and_near_ones_are_one() {
        let animation = Animation::of_clip(&clip());
        assert_eq!(animation.key_times(2), [0.0, 0.5, 1.0, 2.0]);
        assert_eq!(animation.key_times(0), [0.25, 2.0]);
        assert!(animation.key_times(1).is_empty());
        assert_eq!(animation.columns(), [0.0, 0.25, 0.5, 1.0, 2.0]);
        assert_eq!(animation.last_key(), 2.0);
        assert!(Animation::default().columns().is_empty());
    }

    #[test]
    fn the_next_key_is_that_of_the_nearest_joint() {
        let animation = Animation::of_clip(&clip());
        let after: Vec<f32> =
            std::iter::successors(Some(-1.0), |&time| animation.key_after(time)).take(9).collect();
        assert_eq!(after, [-1.0, 0.0, 0.25, 0.5, 1.0, 2.0]);
        let before: Vec<f32> = std::iter::successors(Some(9.0), |&time| animation.key_before(time)).collect();
        assert_eq!(before, [9.0, 2.0, 1.0, 0.5, 0.25, 0.0]);
        assert_eq!((animation.key_after(0.49995), animation.key_before(0.50005)), (Some(1.0), Some(0.25)));
        assert_eq!((Animation::default().key_after(0.0), Animation::default().key_before(0.0)), (None, None));
    }

    #[test]
    fn a_pose_is_what_a_player_has_and_rest_where_nothing_moves() {
        let animation = Animation::of_clip(&clip());
        let rest = vec![Transform { scale: Vec3::splat(2.0), ..Transform::IDENTITY }; 3];
        let rig = Arc::new(Rig { skeleton: Skeleton::chain(&["a", "b", "c"]), rest });
        for time in [0.0, 0.3, 1.0, 1.4, 9.0] {
            let mut wanted = rig.rest.clone();
            for channel in &clip().channels {
                wanted[channel.joint] = channel.sample(rig.rest[0], time, &mut Cursors::default());
            }
            assert_eq!(animation.pose(&rig, time), wanted);
        }
    }
}
