//! Holds the edited document, and turns edits into steps of its history.

use common::clip::Channel;
use common::clip::SAME_TIME;
use common::pose::Pose;
use common::rig::Rig;
use common::transform::Transform;
use editor::drafts::Draft;
use editor::flip::Flip;
use editor::{Animation, Copied, Document, Edit, ListEdit, Posed, Selection};
use stage::Chosen;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

thread_local! {
    /// Copied keys, and the joints that they move. They are kept when another model is opened, to be pasted there.
    static COPIED: RefCell<Option<(Copied, Arc<Rig>)>> = const { RefCell::new(None) };
}

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
    /// True if a joint that is changed is keyed at once.
    pub auto_key: bool,
    /// Changes without keys.
    pub loose: Loose,
    /// A pose that was copied.
    copied_pose: Option<Pose>,
    flip: Flip,
    held: Option<Held>,
}

/// Most joints of a step that is taken for a change of those joints: more say nothing about the intention.
const MOST_JOINTS: usize = 6;

/// The joints that two animations move differently.
fn changed_joints(one: &Animation, other: &Animation) -> BTreeSet<usize> {
    let lacks = |animation: &Animation, channel: &Arc<Channel>| {
        !animation.channels.iter().any(|other| Arc::ptr_eq(other, channel))
    };
    let gone = one.channels.iter().filter(|channel| lacks(other, channel));
    let come = other.channels.iter().filter(|channel| lacks(one, channel));
    gone.chain(come).map(|channel| channel.joint).collect()
}

/// Joints changed without a key, with their transforms. They stay so at all times until they are keyed or dropped.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Loose {
    /// Each joint's transform in its parent.
    pub joints: BTreeMap<usize, Transform>,
    /// Time of the last change.
    pub time: f32,
}

/// The state outside of the document at the beginning of the current edit.
struct Held {
    selection: Selection,
    loose: Loose,
}

impl Editor {
    /// An editor of a model's animations. `flip` has its left and right joints.
    pub fn new(rig: Arc<Rig>, document: Document, flip: Flip) -> Self {
        let (selection, loose) = (Selection::default(), Loose::default());
        let (index, chosen, copied_pose, held) = Default::default();
        Self {
            rig,
            draft: Draft::new(document),
            index,
            chosen,
            selection,
            auto_key: true,
            loose,
            copied_pose,
            flip,
            held,
        }
    }

    /// Replaces the document by another one, which isn't saved yet.
    pub fn replace(&mut self, document: Document) {
        self.give_up();
        self.draft.replace(document);
        self.draft.history.mark_unsaved();
        self.keep_in_range();
    }

    /// All animations, including the edit in progress.
    pub fn document(&self) -> &Document {
        self.draft.now()
    }

    /// The animation that is edited; none if all were deleted.
    pub fn animation(&self) -> Option<&Arc<Animation>> {
        self.document().animations.get(self.index)
    }

    /// Returns every joint's transform in its parent at a time: the keyed one, or one changed without a key.
    pub fn pose(&self, time: f32) -> Pose {
        let mut pose = self.keyed_pose(self.document(), time);
        for (&joint, &transform) in &self.loose.joints {
            pose[joint] = transform;
        }
        pose
    }

    fn keyed_pose(&self, document: &Document, time: f32) -> Pose {
        let mut pose = self.rig.rest.clone();
        if let Some(animation) = document.animations.get(self.index) {
            animation.pose_into(&self.rig.rest, time, &mut pose);
        }
        pose
    }

    /// Begins an edit: all changes from now on are one step, and can be cancelled.
    pub fn hold(&mut self) {
        let Self { selection, loose, .. } = self;
        let held = || Held { selection: selection.clone(), loose: loose.clone() };
        self.held.get_or_insert_with(held);
        self.draft.hold("");
    }

    /// Changes the animation. Each change starts from the state before the edit, so nothing adds up in a drag.
    pub fn change(&mut self, edit: impl FnOnce(&Animation, &Selection) -> Edit) {
        self.hold();
        let (index, Some(held)) = (self.index, &self.held) else { return };
        let Some(before) = self.draft.before().and_then(|before| before.animations.get(index)) else {
            return;
        };
        let Edit { name, animation, selection } = edit(before, &held.selection);
        self.selection = selection;
        self.set(name, |document| *document = document.with(index, animation));
    }

    /// Changes the document as it was when the edit began, and names the edit.
    fn set(&mut self, name: String, edit: impl FnOnce(&mut Document)) {
        self.draft.call(name);
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
        if let Some(before) = self.draft.let_go() {
            self.tell_first_keys(&before);
        }
    }

    /// Reports joints that got their first key away from the start of an animation that already moves others. Such a
    /// joint has the key's value all the time, which may be a surprise.
    fn tell_first_keys(&mut self, before: &Document) {
        let (Some(old), Some(now)) = (before.animations.get(self.index), self.animation()) else { return };
        let moved = |joint: usize| old.channels.iter().any(|channel| channel.joint == joint);
        let is_first = |channel: &&Arc<Channel>| {
            matches!(now.key_times(channel.joint)[..], [time] if time > SAME_TIME) && !moved(channel.joint)
        };
        let first: Vec<usize> = now.channels.iter().filter(is_first).map(|channel| channel.joint).collect();
        let Some(&joint) = first.first().filter(|_| !old.channels.is_empty() && old.name == now.name) else {
            return;
        };
        let name = &self.rig.skeleton.joints()[joint].name;
        let (who, holds) = match first.len() {
            1 => (format!("{name} has its first key"), "it holds"),
            count => (format!("{name} and {} more have their first keys", count - 1), "they hold"),
        };
        self.draft.told = Some(format!("{who}: {holds} everywhere. At 0 s, Alt+R keys the rest pose."));
    }

    /// Cancels an edit: everything is as it was when it began.
    pub fn give_up(&mut self) {
        self.draft.give_up();
        if let Some(Held { selection, loose }) = self.held.take() {
            (self.selection, self.loose) = (selection, loose);
        }
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

    /// Inserts keys of joints at a time, which change nothing.
    pub fn insert(&mut self, joints: &[usize], time: f32) {
        let rig = self.rig.clone();
        self.edit(|animation, _| animation.insert(&rig.skeleton, time, joints, &rig.rest));
    }

    /// Inserts keys of the chosen joints at a time.
    pub fn insert_for_chosen(&mut self, time: f32) {
        let joints = self.chosen.all().to_vec();
        self.insert(&joints, time);
    }

    /// Sets joints by hand at a time. They are keyed, or else they are loose.
    pub fn set_joints(&mut self, joints: &[(usize, Transform)], time: f32) {
        self.hold();
        if self.auto_key && self.animation().is_some() {
            self.key(joints, time);
            self.loose.joints.retain(|loose, _| joints.iter().all(|(joint, _)| joint != loose));
        } else {
            self.loose = self.held.as_ref().map(|held| held.loose.clone()).unwrap_or_default();
            self.loose.joints.extend(joints.iter().copied());
            self.loose.time = time;
        }
    }

    /// Keys joints with their current transforms.
    fn key(&mut self, joints: &[(usize, Transform)], time: f32) {
        let before = self.keyed_pose(self.draft.before().unwrap_or(self.document()), time);
        let posed = joints.iter().map(|&(joint, now)| Posed { joint, was: before[joint], now });
        let posed: Vec<Posed> = posed.collect();
        let rig = self.rig.clone();
        self.change(|animation, _| animation.set(&rig.skeleton, time, &posed));
    }

    /// Sets joints by hand in one step.
    pub fn place(&mut self, joints: &[(usize, Transform)], time: f32) {
        self.let_go();
        self.set_joints(joints, time);
        self.let_go();
    }

    /// Keys all loose changes at a time.
    pub fn key_loose(&mut self, time: f32) {
        let loose: Vec<_> = std::mem::take(&mut self.loose).joints.into_iter().collect();
        self.key(&loose, time);
        self.let_go();
    }

    /// Drops all loose changes, so that the motion applies again.
    pub fn drop_loose(&mut self) {
        self.loose = Loose::default();
    }

    /// Selects the keys of all joints at some times.
    pub fn select(&mut self, wanted: impl Fn(f32) -> bool) {
        if let Some(animation) = self.animation() {
            self.selection = Selection::of(animation, |_, time| wanted(time));
        }
    }

    pub fn copy_keys(&mut self) {
        if let Some(animation) = self.animation().filter(|_| !self.selection.is_empty()) {
            let copied = animation.copy(&self.selection);
            COPIED.set(Some((copied, self.rig.clone())));
        }
    }

    /// Returns true if keys were copied, here or in another model.
    pub fn has_copied_keys() -> bool {
        COPIED.with_borrow(Option::is_some)
    }

    /// The keys that were copied last, perhaps in another model, and its joints.
    pub fn copied_keys() -> Option<(Copied, Arc<Rig>)> {
        COPIED.with_borrow(Clone::clone)
    }

    /// Pastes copied keys into the animation, the first of them at a time.
    pub fn lay_keys(&mut self, mut copied: Copied, time: f32, mirrored: bool) {
        if mirrored {
            copied = copied.flipped(&self.flip);
        }
        self.edit(|animation, _| animation.paste(&copied, time));
    }

    pub fn copy_pose(&mut self, time: f32) {
        self.copied_pose = Some(self.pose(time));
        self.draft.told = Some(
            "The whole pose is copied. It is pasted for the chosen joints, or for all if none is chosen."
                .to_owned(),
        );
    }

    /// Pastes the copied pose at a time: for the chosen joints, or for all if none is chosen.
    pub fn paste_pose(&mut self, time: f32, mirrored: bool) {
        let Some(mut copied) = self.copied_pose.clone() else {
            self.draft.told = Some("No pose is copied.".to_owned());
            return;
        };
        if mirrored {
            copied = self.flip.pose(&copied);
        }
        let is_meant = |joint: usize| self.chosen.all().is_empty() || self.chosen.contains(joint);
        let joints: Vec<_> = copied.into_iter().enumerate().filter(|&(joint, _)| is_meant(joint)).collect();
        let before = self.pose(time);
        let moved = joints.iter().filter(|&&(joint, stands)| before[joint] != stands).count();
        self.place(&joints, time);
        let first_keys = self.draft.told.take();
        let of = if mirrored { "mirrored pose" } else { "pose" };
        let pasted = match joints.len() {
            1 => format!("The {of} is pasted for 1 joint; {moved} stands otherwise now."),
            count => format!("The {of} is pasted for {count} joints; {moved} stand otherwise now."),
        };
        self.draft.told =
            Some([Some(pasted), first_keys].into_iter().flatten().collect::<Vec<_>>().join("\n"));
    }

    /// Sets the chosen joints to rest.
    pub fn lay_to_rest(&mut self, time: f32) {
        let rest: Vec<_> = self.chosen.all().iter().map(|&joint| (joint, self.rig.rest[joint])).collect();
        self.place(&rest, time);
    }

    /// Goes to the state after this number of steps.
    pub fn go_to(&mut self, steps: usize) {
        self.give_up();
        let before = self.document().clone();
        self.draft.go_to(steps);
        self.keep_in_range();
        self.show_what_changed(&before);
    }

    /// Shows the first changed animation and chooses the joints whose motion has changed, so that an undo or redo is
    /// visible.
    fn show_what_changed(&mut self, before: &Document) {
        let is_new =
            |animation: &Arc<Animation>| !before.animations.iter().any(|old| Arc::ptr_eq(old, animation));
        let Some(index) = self.document().animations.iter().position(is_new) else { return };
        self.turn_to(index);
        let now = self.document();
        let same_list = before.animations.len() == now.animations.len();
        let Some(old) = before.animations.get(index).filter(|_| same_list) else { return };
        let changed = changed_joints(old, &now.animations[index]);
        let is_seen = changed.iter().any(|&joint| self.chosen.contains(joint)) || self.is_their_end(&changed);
        if changed.len() <= MOST_JOINTS && !is_seen {
            changed.into_iter().enumerate().for_each(|(index, joint)| self.chosen.click(joint, index > 0));
        }
    }

    /// Returns true if a chosen joint is below all of several joints: a hand whose arm has followed it.
    fn is_their_end(&self, several: &BTreeSet<usize>) -> bool {
        let joints = self.rig.skeleton.joints();
        let above = |joint: usize| std::iter::successors(joints[joint].parent, |&above| joints[above].parent);
        let is_end = |&end: &usize| several.iter().all(|joint| above(end).any(|above| above == *joint));
        several.len() > 1 && self.chosen.all().iter().any(is_end)
    }

    /// Removes things that no longer exist from the choice.
    fn keep_in_range(&mut self) {
        self.index = self.index.min(self.document().animations.len().saturating_sub(1));
        self.selection = match self.animation() {
            Some(animation) => self.selection.still_in(animation),
            None => Selection::default(),
        };
    }

    /// Returns true if there are changes without keys.
    pub fn is_loose(&self) -> bool {
        !self.loose.joints.is_empty()
    }

    pub fn has_copied_pose(&self) -> bool {
        self.copied_pose.is_some()
    }

    pub fn can_undo(&self) -> bool {
        self.is_loose() || self.draft.history.undo_name().is_some()
    }

    pub fn undo(&mut self) {
        // Loose changes were made after the last step.
        if self.is_loose() {
            self.drop_loose();
        } else {
            self.undo_step();
        }
    }

    fn undo_step(&mut self) {
        self.go_to(self.draft.history.done().saturating_sub(1));
    }

    pub fn redo(&mut self) {
        self.go_to(self.draft.history.done() + 1);
    }
}
