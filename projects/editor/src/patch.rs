//! What differs between two states of a document, so that a history keeps no more than that.

use super::{Animation, Document};
use common::clip::{Channel, Keys};
use drafts::{Edited, Stored};
use glam::{Quat, Vec3};
use std::sync::Arc;

/// What makes one document of another: what they share is not in it.
#[derive(Clone, Debug)]
pub struct Patch {
    animations: Vec<AnimationFrom>,
}

/// Where an animation comes from.
#[derive(Clone, Debug)]
enum AnimationFrom {
    /// It is one of the other document.
    Same(usize),
    /// One of the other document, changed.
    Changed(usize, Box<AnimationPatch>),
    /// None of the other document.
    New(Arc<Animation>),
}

/// What makes one animation of another.
#[derive(Clone, Debug)]
struct AnimationPatch {
    /// Unless it is the same.
    name: Option<String>,
    seconds: f32,
    looping: bool,
    /// In the order of the joints.
    channels: Vec<(usize, ChannelFrom)>,
}

/// Where the channel of a joint comes from.
#[derive(Clone, Debug)]
enum ChannelFrom {
    /// There is none.
    Nothing,
    /// There was none.
    New(Arc<Channel>),
    /// There was one.
    Changed(Box<ChannelPatch>),
}

/// What makes one channel of another.
#[derive(Clone, Debug)]
struct ChannelPatch {
    translations: KeysPatch<Vec3>,
    rotations: KeysPatch<Quat>,
    scales: KeysPatch<Vec3>,
}

/// What makes one list of keys of another. Keys that only move keep their values, which are most of them.
#[derive(Clone, Debug)]
struct KeysPatch<T> {
    times: Runs<f32>,
    values: Runs<T>,
}

/// The runs that one list must exchange to become another.
#[derive(Clone, Debug)]
struct Runs<T> {
    spans: Box<[Span]>,
    /// What comes in, of all runs one after the other.
    items: Box<[T]>,
}

/// So many items go from a place in the old list, and so many come in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Span {
    at: u32,
    gone: u32,
    come: u32,
}

/// Whether two are the same to the last bit. What is no number is the same as itself.
trait Bits {
    fn same(&self, other: &Self) -> bool;
}

impl Bits for f32 {
    fn same(&self, other: &Self) -> bool {
        self.to_bits() == other.to_bits()
    }
}

impl Bits for Vec3 {
    fn same(&self, other: &Self) -> bool {
        self.to_array().map(f32::to_bits) == other.to_array().map(f32::to_bits)
    }
}

impl Bits for Quat {
    fn same(&self, other: &Self) -> bool {
        self.to_array().map(f32::to_bits) == other.to_array().map(f32::to_bits)
    }
}

impl<T: Bits> Bits for [T] {
    fn same(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().zip(other).all(|(a, b)| a.same(b))
    }
}

impl<T: Bits> Bits for Keys<T> {
    fn same(&self, other: &Self) -> bool {
        self.times().same(other.times()) && self.values().same(other.values())
    }
}

impl Bits for Arc<Channel> {
    fn same(&self, other: &Self) -> bool {
        Arc::ptr_eq(self, other)
            || self.joint == other.joint
                && self.translations.same(&other.translations)
                && self.rotations.same(&other.rotations)
                && self.scales.same(&other.scales)
    }
}

impl Bits for Arc<Animation> {
    fn same(&self, other: &Self) -> bool {
        Arc::ptr_eq(self, other)
            || self.name == other.name
                && self.looping == other.looping
                && self.seconds.same(&other.seconds)
                && self.channels.same(&other.channels)
    }
}

impl Patch {
    /// What makes `to` of `from`.
    pub fn between(from: &Document, to: &Document) -> Self {
        let come_from =
            |(index, animation)| AnimationFrom::any(&from.animations, animation, index, to.animations.len());
        Self { animations: to.animations.iter().enumerate().map(come_from).collect() }
    }

    /// The other document, to the last bit; nothing if this is not the document that the patch was made for.
    pub fn apply(&self, document: &Document) -> Option<Document> {
        let old = &document.animations;
        let made = |come_from: &AnimationFrom| match come_from {
            AnimationFrom::Same(index) => old.get(*index).cloned(),
            AnimationFrom::Changed(index, patch) => patch.apply(old.get(*index)?).map(Arc::new),
            AnimationFrom::New(animation) => Some(animation.clone()),
        };
        Some(Document { animations: self.animations.iter().map(made).collect::<Option<_>>()? })
    }
}

impl Edited for Document {
    type Change = Patch;
    const NAME: &'static str = "animation";

    fn is(&self, other: &Self) -> bool {
        self.animations.same(&other.animations)
    }

    fn change_to(&self, other: &Self) -> Patch {
        Patch::between(self, other)
    }

    fn put(&mut self, patch: &Patch) {
        if let Some(other) = patch.apply(self) {
            *self = other;
        }
    }
}

impl AnimationFrom {
    /// The shortest way to make an animation, which is to stand at `index` among `count`, of one of the old ones.
    fn any(old: &[Arc<Animation>], new: &Arc<Animation>, index: usize, count: usize) -> Self {
        if let Some(same) = old.iter().position(|old| old.same(new)) {
            return Self::Same(same);
        }
        let shared = |old: &Animation| old.channels.iter().filter(|&old| new.has(old)).count();
        let nearest = (0..old.len()).max_by_key(|&other| (shared(&old[other]), other == index));
        match nearest.filter(|&other| shared(&old[other]) > 0 || old.len() == count) {
            Some(other) => Self::Changed(other, Box::new(AnimationPatch::between(&old[other], new))),
            None => Self::New(new.clone()),
        }
    }
}

impl Animation {
    /// Whether it shares this channel.
    fn has(&self, channel: &Arc<Channel>) -> bool {
        self.channel(channel.joint).is_some_and(|own| Arc::ptr_eq(own, channel))
    }
}

impl AnimationPatch {
    fn between(from: &Animation, to: &Animation) -> Self {
        let gone =
            from.channels.iter().map(|channel| channel.joint).filter(|&joint| to.channel(joint).is_none());
        let mut channels: Vec<_> = gone.map(|joint| (joint, ChannelFrom::Nothing)).collect();
        channels.extend(to.channels.iter().filter_map(|new| match from.channel(new.joint) {
            None => Some((new.joint, ChannelFrom::New(new.clone()))),
            Some(old) if old.same(new) => None,
            Some(old) => Some((new.joint, ChannelFrom::Changed(Box::new(ChannelPatch::between(old, new))))),
        }));
        let name = (from.name != to.name).then(|| to.name.clone());
        Self { name, seconds: to.seconds, looping: to.looping, channels }
    }

    fn apply(&self, from: &Animation) -> Option<Animation> {
        let mut channels = from.channels.clone();
        for (joint, come_from) in &self.channels {
            let place = channels.binary_search_by_key(joint, |channel| channel.joint);
            match (come_from, place) {
                (ChannelFrom::Nothing, Ok(place)) => drop(channels.remove(place)),
                (ChannelFrom::New(channel), Err(place)) => channels.insert(place, channel.clone()),
                (ChannelFrom::Changed(patch), Ok(place)) => {
                    channels[place] = Arc::new(patch.apply(&channels[place])?)
                }
                _ => return None,
            }
        }
        let name = self.name.as_ref().unwrap_or(&from.name).clone();
        Some(Animation { name, seconds: self.seconds, looping: self.looping, channels })
    }
}

impl ChannelPatch {
    fn between(from: &Channel, to: &Channel) -> Self {
        Self {
            translations: KeysPatch::between(&from.translations, &to.translations),
            rotations: KeysPatch::between(&from.rotations, &to.rotations),
            scales: KeysPatch::between(&from.scales, &to.scales),
        }
    }

    fn apply(&self, from: &Channel) -> Option<Channel> {
        Some(Channel {
            joint: from.joint,
            translations: self.translations.apply(&from.translations)?,
            rotations: self.rotations.apply(&from.rotations)?,
            scales: self.scales.apply(&from.scales)?,
        })
    }
}

impl<T: Bits + Copy> KeysPatch<T> {
    /// Of two ways to tell the difference, the shorter one.
    fn between(from: &Keys<T>, to: &Keys<T>) -> Self {
        let by_time = Self::by_time(from, to);
        match Self::by_place(from, to) {
            Some(by_place) if by_place.bytes() < by_time.bytes() => by_place,
            _ => by_time,
        }
    }

    /// Time for time and value for value, if there are as many: short where keys were moved, but not past each other.
    fn by_place(from: &Keys<T>, to: &Keys<T>) -> Option<Self> {
        (from.times().len() == to.times().len()).then(|| Self {
            times: Runs::new(by_place(from.times(), to.times()), to.times()),
            values: Runs::new(by_place(from.values(), to.values()), to.values()),
        })
    }

    /// Keys of the same time beside each other: short where keys were added, or taken away.
    fn by_time(from: &Keys<T>, to: &Keys<T>) -> Self {
        let spans = by_time(from, to);
        Self { times: Runs::new(spans.clone(), to.times()), values: Runs::new(spans, to.values()) }
    }

    fn apply(&self, from: &Keys<T>) -> Option<Keys<T>> {
        let (times, values) = (self.times.apply(from.times())?, self.values.apply(from.values())?);
        (times.len() == values.len()).then(|| Keys::new(times, values))
    }
}

/// The spans in which two lists of one length differ.
fn by_place<T: Bits>(from: &[T], to: &[T]) -> Vec<Span> {
    let mut spans = Spans::default();
    for (from, to) in from.iter().zip(to) {
        if from.same(to) { spans.keep() } else { spans.exchange(1, 1) }
    }
    spans.list
}

/// The spans in which two lists of keys differ, which are both in the order of time.
fn by_time<T: Bits>(from: &Keys<T>, to: &Keys<T>) -> Vec<Span> {
    let mut spans = Spans::default();
    let (mut old, mut new) = (0, 0);
    loop {
        let [old_time, new_time] = [from.times().get(old), to.times().get(new)];
        let (gone, come) = match (old_time, new_time) {
            (None, None) => return spans.list,
            (Some(_), None) => (1, 0),
            (None, Some(_)) => (0, 1),
            (Some(a), Some(b)) if a < b => (1, 0),
            (Some(a), Some(b)) if a > b => (0, 1),
            (Some(_), Some(_)) => (1, 1),
        };
        match [old_time, new_time] {
            [Some(a), Some(b)] if a.same(b) && from.values()[old].same(&to.values()[new]) => spans.keep(),
            _ => spans.exchange(gone, come),
        }
        old += gone as usize;
        new += come as usize;
    }
}

/// Spans as they are found, from the beginning of the old list on.
#[derive(Default)]
struct Spans {
    list: Vec<Span>,
    /// How much of the old list was looked at.
    at: u32,
    /// Whether the last item was exchanged.
    open: bool,
}

impl Spans {
    fn keep(&mut self) {
        self.at += 1;
        self.open = false;
    }

    fn exchange(&mut self, gone: u32, come: u32) {
        match self.list.last_mut().filter(|_| self.open) {
            Some(span) => {
                span.gone += gone;
                span.come += come;
            }
            None => self.list.push(Span { at: self.at, gone, come }),
        }
        self.at += gone;
        self.open = true;
    }
}

impl<T: Copy> Runs<T> {
    fn new(spans: Vec<Span>, to: &[T]) -> Self {
        let (mut items, mut old, mut new) = (Vec::new(), 0, 0);
        for span in &spans {
            new += (span.at - old) as usize;
            items.extend_from_slice(&to[new..][..span.come as usize]);
            new += span.come as usize;
            old = span.at + span.gone;
        }
        Self { spans: spans.into(), items: items.into() }
    }

    fn apply(&self, from: &[T]) -> Option<Vec<T>> {
        let (mut to, mut old, mut items) = (Vec::with_capacity(from.len()), 0, &self.items[..]);
        for span in &self.spans {
            let [at, gone, come] = [span.at, span.gone, span.come].map(|number| number as usize);
            to.extend_from_slice(from.get(old..at)?);
            let (these, rest) = items.split_at_checked(come)?;
            to.extend_from_slice(these);
            (old, items) = (at + gone, rest);
        }
        to.extend_from_slice(from.get(old..)?);
        Some(to)
    }
}

impl Stored for Patch {
    fn bytes(&self) -> usize {
        size_of_val(&self.animations[..]) + self.animations.iter().map(Stored::bytes).sum::<usize>()
    }
}

impl Stored for AnimationFrom {
    fn bytes(&self) -> usize {
        match self {
            Self::Same(_) => 0,
            Self::Changed(_, patch) => size_of::<AnimationPatch>() + patch.bytes(),
            Self::New(animation) => size_of::<Animation>() + animation.bytes(),
        }
    }
}

impl Stored for Animation {
    fn bytes(&self) -> usize {
        let channels = self.channels.iter().map(|channel| size_of::<Arc<Channel>>() + channel_bytes(channel));
        self.name.len() + channels.sum::<usize>()
    }
}

fn channel_bytes(channel: &Channel) -> usize {
    let Channel { joint: _, translations, rotations, scales } = channel;
    size_of::<Channel>() + list_bytes(translations) + list_bytes(rotations) + list_bytes(scales)
}

fn list_bytes<T>(keys: &Keys<T>) -> usize {
    size_of_val(keys.times()) + size_of_val(keys.values())
}

impl Stored for AnimationPatch {
    fn bytes(&self) -> usize {
        let name = self.name.as_ref().map_or(0, String::len);
        let channels = self.channels.iter().map(|(_, come_from)| match come_from {
            ChannelFrom::Nothing => 0,
            ChannelFrom::New(channel) => channel_bytes(channel),
            ChannelFrom::Changed(patch) => patch.bytes(),
        });
        name + size_of_val(&self.channels[..]) + channels.sum::<usize>()
    }
}

impl Stored for ChannelPatch {
    fn bytes(&self) -> usize {
        size_of::<Self>() + self.translations.bytes() + self.rotations.bytes() + self.scales.bytes()
    }
}

impl<T> Stored for KeysPatch<T> {
    fn bytes(&self) -> usize {
        self.times.bytes() + self.values.bytes()
    }
}

impl<T> Stored for Runs<T> {
    fn bytes(&self) -> usize {
        size_of_val(&self.spans[..]) + size_of_val(&self.items[..])
    }
}

#[cfg(test)]
#[path = "patch_tests.rs"]
mod tests;
