//! What is edited, and how it comes to be a step of its history.

use common::edit::{Animation, Document, History, Patch, Selection};
use common::pose::Pose;
use common::rig::Rig;
use common::transform::Transform;
use std::collections::BTreeMap;
use std::sync::Arc;

/// How much memory the history may take: 64 MB.
const BUDGET: usize = 64_000_000;

/// An animation in the making: the document, what is chosen of it, and what was done to it.
pub struct Editor {
    pub rig: Arc<Rig>,
    pub document: Document,
    pub history: History<Patch>,
    /// Which animation is edited.
    pub index: usize,
    /// Which joint.
    pub joint: Option<usize>,
    /// Which keys.
    pub selection: Selection,
    /// Whether a joint that is changed gets a key for it at once.
    pub auto_key: bool,
    /// What was changed and has no key.
    pub loose: Loose,
    /// The document and what had no key, before the edit that is going on.
    held: Option<(Document, Loose)>,
}

/// Joints that were changed without a key: how they stand instead. Time does not move them until they are keyed or dropped.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Loose {
    /// How each stands in its parent.
    pub joints: BTreeMap<usize, Transform>,
    /// When the last of them was changed.
    pub time: f32,
}

impl Editor {
    pub fn new(rig: Arc<Rig>, document: Document) -> Self {
        Self {
            rig,
            document,
            history: History::new(BUDGET),
            index: 0,
            joint: None,
            selection: Selection::default(),
            auto_key: true,
            loose: Loose::default(),
            held: None,
        }
    }

    /// The animation that is edited: none, if all were deleted.
    pub fn animation(&self) -> Option<&Arc<Animation>> {
        self.document.animations.get(self.index)
    }

    /// How every joint stands in its parent at a time: as it is keyed, or else as it was changed without a key.
    pub fn pose(&self, time: f32) -> Pose {
        let mut pose = self.rig.rest.clone();
        if let Some(animation) = self.animation() {
            animation.pose_into(&self.rig.rest, time, &mut pose);
        }
        for (&joint, &transform) in &self.loose.joints {
            pose[joint] = transform;
        }
        pose
    }

    /// Remembers how all was: what is changed from now on is one step.
    pub fn hold(&mut self) {
        if self.held.is_none() {
            self.held = Some((self.document.clone(), self.loose.clone()));
        }
    }

    /// Whether an edit is going on.
    pub fn is_held(&self) -> bool {
        self.held.is_some()
    }

    /// The document as it was before the edit that is going on. Every picture of a drag begins with it anew, so that
    /// nothing adds up.
    pub fn start(&self) -> &Document {
        self.held.as_ref().map_or(&self.document, |(document, _)| document)
    }

    /// Ends an edit: if it changed anything, it becomes a step with a name.
    pub fn let_go(&mut self, name: &str) {
        if let Some((before, _)) = self.held.take()
            && before != self.document
        {
            self.history.push(Patch::step(name, &before, &self.document));
        }
        self.keep_in_range();
    }

    /// Gives an edit up: all is as it was before.
    pub fn give_up(&mut self) {
        if let Some((document, loose)) = self.held.take() {
            (self.document, self.loose) = (document, loose);
        }
    }

    /// An edit of the animation, all at once.
    pub fn edit(&mut self, name: &str, edit: impl FnOnce(&Animation) -> Animation) {
        self.hold();
        self.change(edit);
        self.let_go(name);
    }

    /// Replaces the animation by what becomes of it as it was when the edit began.
    pub fn change(&mut self, edit: impl FnOnce(&Animation) -> Animation) {
        if let Some(before) = self.start().animations.get(self.index).cloned() {
            self.document = self.start().clone();
            self.document.animations[self.index] = Arc::new(edit(&before));
        }
    }

    /// A joint was turned, moved or stretched by hand, at a time. It is keyed, or else it stands loose.
    pub fn set_joint(&mut self, joint: usize, transform: Transform, time: f32) {
        if self.auto_key && self.animation().is_some() {
            let rest = self.rig.rest[joint];
            self.change(|animation| animation.with_key(joint, rest, time, transform));
            self.loose.joints.remove(&joint);
        } else {
            self.loose.joints.insert(joint, transform);
            self.loose.time = time;
        }
    }

    /// Keys all that is loose, at a time.
    pub fn key_loose(&mut self, time: f32) {
        let loose = std::mem::take(&mut self.loose);
        let rig = self.rig.clone();
        self.edit("Key what was changed", |animation| {
            let mut animation = animation.clone();
            for (&joint, &transform) in &loose.joints {
                animation = animation.with_key(joint, rig.rest[joint], time, transform);
            }
            animation
        });
    }

    /// Goes to the state after so many steps.
    pub fn go_to(&mut self, steps: usize) {
        self.give_up();
        let Self { history, document, .. } = self;
        history.go_to(steps, |patch| patch.apply(document));
        self.keep_in_range();
    }

    pub fn undo(&mut self) {
        // What is loose came after the last step.
        if self.loose.joints.is_empty() {
            self.go_to(self.history.done().saturating_sub(1));
        } else {
            self.loose = Loose::default();
        }
    }

    pub fn redo(&mut self) {
        self.go_to(self.history.done() + 1);
    }

    /// After any change: what is chosen must be there.
    fn keep_in_range(&mut self) {
        self.index = self.index.min(self.document.animations.len().saturating_sub(1));
    }
}
