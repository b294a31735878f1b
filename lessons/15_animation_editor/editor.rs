//! Holds the edited document, and turns edits into steps of its history.

use anyhow::Result;
use common::pose::Pose;
use common::rig::Rig;
use common::transform::Transform;
use drafts::Draft;
use editor::flip::Flip;
use editor::save::Saved;
use editor::{Animation, Copied, Document, Edit, ListEdit, Posed, Selection};
use formats::Asset;
use stage::Chosen;
use std::sync::Arc;

/// Animations that are being edited, and the selection in them.
pub struct Editor {
    pub rig: Arc<Rig>,
    pub draft: Draft<Document>,
    /// Index of the edited animation.
    pub index: usize,
    /// The chosen joints.
    pub chosen: Chosen,
    /// The selected keys.
    pub selection: Selection,
    /// Keys and a pose that were copied.
    pub copied_keys: Option<Copied>,
    pub copied_pose: Option<Pose>,
    flip: Flip,
    /// The keys that were selected when the current edit began; none without an edit.
    held: Option<Selection>,
}

impl Editor {
    /// An editor of a model's animations.
    pub fn new(asset: &Asset, document: Document) -> Self {
        let (rig, flip) = (asset.rig.clone(), Flip::new(&asset.rig, asset.world_from_model));
        let (index, chosen, selection, copied_keys, copied_pose, held) = Default::default();
        let draft = Draft::new(document);
        Self { rig, draft, index, chosen, selection, copied_keys, copied_pose, flip, held }
    }

    /// Replaces the document by that of a save, which is a step.
    pub fn replace(&mut self, name: &'static str, Saved { model, document, .. }: Saved) {
        self.edit_list(|_| Some(ListEdit { name, document, shown: None }));
        self.keep_in_range();
        if let Some(last) = model.edited {
            self.show_named(&last);
        }
    }

    /// All animations, including the edit in progress.
    pub fn document(&self) -> &Document {
        self.draft.now()
    }

    /// The animation that is edited; none if all were deleted.
    pub fn animation(&self) -> Option<&Arc<Animation>> {
        self.document().animations.get(self.index)
    }

    /// Returns every joint's transform in its parent at a time.
    pub fn pose(&self, time: f32) -> Pose {
        self.pose_in(self.document(), time)
    }

    fn pose_in(&self, document: &Document, time: f32) -> Pose {
        let animation = document.animations.get(self.index);
        animation.map_or_else(|| self.rig.rest.clone(), |animation| animation.pose(&self.rig, time))
    }

    /// Shows the error of something over the view, if there is one.
    pub fn complain(&mut self, done: Result<()>) {
        if let Err(error) = done {
            self.draft.told = Some(format!("{error:#}"));
        }
    }

    /// Begins an edit: all changes from now on are one step, and can be cancelled.
    pub fn hold(&mut self) {
        self.held.get_or_insert_with(|| self.selection.clone());
        self.draft.hold("");
    }

    /// Changes the animation. Each change starts from the state before the edit, so nothing adds up in a drag.
    pub fn change(&mut self, edit: impl FnOnce(&Animation, &Selection) -> Edit) {
        self.hold();
        let (index, Some(held)) = (self.index, &self.held) else { return };
        let Some(before) = self.draft.before().and_then(|before| before.animations.get(index)) else {
            return;
        };
        let Edit { name, animation, selection } = edit(before, held);
        self.selection = selection;
        self.set(name, |document| *document = document.with(index, animation));
    }

    /// Changes the document as it was when the edit began, and names the edit.
    fn set(&mut self, name: &str, edit: impl FnOnce(&mut Document)) {
        self.draft.call(name.to_owned());
        self.draft.change(|document| {
            edit(document);
            Ok(())
        });
    }

    /// Returns true if an edit is in progress.
    pub fn is_held(&self) -> bool {
        self.held.is_some()
    }

    /// Ends an edit. If it has changed anything, it becomes a step of the history.
    pub fn let_go(&mut self) {
        self.held = None;
        self.draft.let_go();
    }

    /// Cancels an edit: everything is as it was when it began.
    pub fn give_up(&mut self) {
        self.draft.give_up();
        self.selection = self.held.take().unwrap_or_else(|| std::mem::take(&mut self.selection));
    }

    /// Changes the animation in one step.
    pub fn edit(&mut self, edit: impl FnOnce(&Animation, &Selection) -> Edit) {
        self.let_go();
        self.change(edit);
        self.let_go();
    }

    /// Changes the list of animations, or the data of one. Like [`Editor::change`] it starts from the state before the
    /// edit.
    pub fn change_list(&mut self, edit: impl FnOnce(&Document) -> Option<ListEdit>) {
        self.hold();
        let Some(ListEdit { name, document, shown }) = self.draft.before().and_then(edit) else { return };
        self.set(name, |now| *now = document);
        self.turn_to(shown.unwrap_or(0));
    }

    /// Changes the list in one step.
    pub fn edit_list(&mut self, edit: impl FnOnce(&Document) -> Option<ListEdit>) {
        self.let_go();
        self.change_list(edit);
        self.let_go();
    }

    /// Edits another animation from now on.
    pub fn show(&mut self, index: usize) {
        self.let_go();
        self.turn_to(index);
    }

    /// Edits the animation with a name, if there is one.
    pub fn show_named(&mut self, name: &str) {
        if let Some(index) = self.document().animations.iter().position(|animation| animation.name == name) {
            self.show(index);
        }
    }

    /// A selection of keys belongs to one animation.
    fn turn_to(&mut self, index: usize) {
        if std::mem::replace(&mut self.index, index) != index {
            self.selection = Selection::default();
        }
    }

    /// Inserts keys at a time, which change nothing: of the chosen joints, or of all these if none is chosen.
    pub fn insert(&mut self, all: &[usize], time: f32) {
        let (rig, chosen) = (self.rig.clone(), self.chosen.all().to_vec());
        let joints = if chosen.is_empty() { all } else { &chosen };
        self.edit(|animation, _| animation.insert(time, joints, &rig.rest));
    }

    /// Sets joints by hand at a time, and keys what has changed.
    pub fn set_joints(&mut self, joints: &[(usize, Transform)], time: f32) {
        let before = self.pose_in(self.draft.before().unwrap_or(self.document()), time);
        let posed = joints.iter().map(|&(joint, now)| Posed { joint, was: before[joint], now });
        let posed: Vec<Posed> = posed.collect();
        self.change(|animation, _| animation.set(time, &posed));
    }

    /// Sets joints by hand in one step.
    pub fn place(&mut self, joints: &[(usize, Transform)], time: f32) {
        self.let_go();
        self.set_joints(joints, time);
        self.let_go();
    }

    /// Selects all keys.
    pub fn select_all(&mut self) {
        if let Some(animation) = self.animation() {
            self.selection = Selection::all(animation);
        }
    }

    pub fn copy_keys(&mut self) {
        if let Some(animation) = self.animation().filter(|_| !self.selection.is_empty()) {
            self.copied_keys = Some(animation.copy(&self.selection));
        }
    }

    /// Pastes copied keys into the animation, the first of them at a time.
    pub fn paste_keys(&mut self, time: f32) {
        if let Some(copied) = self.copied_keys.clone() {
            self.edit(|animation, _| animation.paste(&copied, time));
        }
    }

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

    pub fn undo(&mut self) {
        self.go_to(self.draft.history.done().saturating_sub(1));
    }

    pub fn redo(&mut self) {
        self.go_to(self.draft.history.done() + 1);
    }

    /// Goes to the state after this number of steps, and shows the first animation that is another one then.
    fn go_to(&mut self, steps: usize) {
        self.give_up();
        let before = self.document().clone();
        self.draft.go_to(steps);
        let is_new = |animation: &Arc<Animation>| !before.animations.contains(animation);
        if let Some(index) = self.document().animations.iter().position(is_new) {
            self.turn_to(index);
        }
        self.keep_in_range();
    }

    /// Removes things that no longer exist from the choice.
    fn keep_in_range(&mut self) {
        self.index = self.index.min(self.document().animations.len().saturating_sub(1));
        self.selection = match self.animation() {
            Some(animation) => self.selection.still_in(animation),
            None => Selection::default(),
        };
    }
}
