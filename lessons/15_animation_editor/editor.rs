//! Holds the edited document, and turns edits into steps of its history.

use common::clip::Channel;
use common::pose::Pose;
use common::rig::Rig;
use common::transform::Transform;
use drafts::Draft;
use editor::flip::Flip;
use editor::{Animation, Document, Selection};
use formats::Asset;
use stage::{Chosen, Edit};
use std::sync::Arc;

/// Animations that are being edited, and what is chosen and copied for the next edit.
pub struct Editor {
    pub rig: Arc<Rig>,
    /// The document and its steps, with the edit in progress.
    pub draft: Draft<Document>,
    pub chosen: Chosen,
    /// Keys and a pose that were copied.
    pub copied_keys: Vec<Channel>,
    pub copied_pose: Option<Pose>,
    flip: Flip,
}

impl Editor {
    /// An editor of a model's animations.
    pub fn new(asset: &Asset, document: Document) -> Self {
        let (rig, flip) = (asset.rig.clone(), Flip::new(&asset.rig, asset.world_from_model));
        let (chosen, copied_keys, copied_pose) = Default::default();
        Self { rig, draft: Draft::new(document), chosen, copied_keys, copied_pose, flip }
    }

    /// All animations, including the edit in progress.
    pub fn document(&self) -> &Document {
        self.draft.now()
    }

    /// The animation that is edited; none if all were deleted.
    pub fn animation(&self) -> Option<&Arc<Animation>> {
        self.document().animation()
    }

    /// Returns every joint's transform in its parent at a time.
    pub fn pose(&self, time: f32) -> Pose {
        self.animation().map_or_else(|| self.rig.rest.clone(), |animation| animation.pose(&self.rig, time))
    }

    /// Changes the keys of the animation in one step, given those selected, and selects those returned.
    pub fn edit_keys(&mut self, name: &str, edit: impl FnOnce(&mut Animation, &Selection) -> Selection) {
        self.draft.edit(name, |document| document.edit(edit));
    }

    /// Follows a control of the panel, whose edit is one step.
    pub fn follow(&mut self, edit: Edit, name: &str, change: impl FnOnce(&mut Self)) {
        // A command in between ends the edit, and the hand goes on.
        if edit.began || edit.changed {
            self.draft.hold(name);
        }
        if edit.changed {
            change(self);
        }
        if edit.ended {
            self.draft.let_go();
        }
    }

    /// Inserts keys at a time, which change nothing: of the chosen joints, or of all these if none is chosen.
    pub fn insert(&mut self, all: &[usize], time: f32) {
        let (rig, chosen) = (self.rig.clone(), self.chosen.all().to_vec());
        let joints = if chosen.is_empty() { all } else { &chosen };
        self.edit_keys("Insert keys", |animation, _| animation.insert(time, joints, &rig.rest));
    }

    /// Sets joints by hand at a time, as part of an edit in progress, and keys what has changed.
    pub fn set_joints(&mut self, joints: &[(usize, Transform)], time: f32) {
        let rig = self.rig.clone();
        self.draft.change(|document| document.edit(|animation, _| animation.set(time, joints, &rig)));
    }

    /// Sets joints by hand in one step.
    pub fn place(&mut self, joints: &[(usize, Transform)], time: f32) {
        let rig = self.rig.clone();
        self.edit_keys("Pose", |animation, _| animation.set(time, joints, &rig));
    }

    /// Copies the selected keys, if there are any.
    pub fn copy_keys(&mut self) {
        let Document { selection, .. } = self.document();
        if let Some(animation) = self.animation().filter(|_| !selection.is_empty()) {
            self.copied_keys = animation.copy(selection);
        }
    }

    /// Copies the pose of all joints, and tells how to paste it.
    pub fn copy_pose(&mut self, time: f32) {
        self.copied_pose = Some(self.pose(time));
        self.draft.told = Some(
            "The whole pose is copied. Choose the joints that you paste it for, or none to paste it for all."
                .to_owned(),
        );
    }

    /// Pastes the copied pose at a time: for the chosen joints, or for all if none is chosen.
    pub fn paste_pose(&mut self, time: f32, mirrored: bool) {
        let Some(mut copied) = self.copied_pose.clone() else {
            self.draft.told = Some("No pose is copied yet. Alt+C copies one.".to_owned());
            return;
        };
        if mirrored {
            copied = self.flip.pose(&copied);
        }
        let is_meant = |joint: usize| self.chosen.all().is_empty() || self.chosen.contains(joint);
        let joints: Vec<_> = copied.into_iter().enumerate().filter(|&(joint, _)| is_meant(joint)).collect();
        self.place(&joints, time);
    }

    /// Sets the chosen joints to rest.
    pub fn lay_to_rest(&mut self, time: f32) {
        let rest: Vec<_> = self.chosen.all().iter().map(|&joint| (joint, self.rig.rest[joint])).collect();
        self.place(&rest, time);
    }
}
