//! What can be done by key and by menu: one list for both, and what it comes to.

use crate::AnimationEditor;
use crate::editor::Editor;
use crate::foreign::{Foreign, Made};
use common::clip::SAME_TIME;
use editor::{Animation, Edit};
use stage::gizmo::Gizmo;
use stage::{Action, Input, Key, Lesson as _, Panels, SheetView};

/// Something to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    Save,
    ExportGltf,
    ExportCollada,
    Undo,
    Redo,
    Insert,
    InsertForChosen,
    Delete,
    Duplicate,
    SelectAll,
    SelectBefore,
    SelectAfter,
    Earlier,
    Later,
    Move,
    Stretch,
    NextKey,
    LastKey,
    ShowAll,
    CopyKeys,
    PasteKeys,
    PasteKeysMirrored,
    CopyPose,
    PastePose,
    PastePoseMirrored,
    ToRest,
    Limbs,
    KeyLoose,
    KeyLooseThere,
    DropLoose,
}

/// A deed in its menu.
struct Command {
    menu: &'static str,
    deed: Deed,
    action: Action,
}

const fn command(menu: &'static str, deed: Deed, name: &'static str, keys: &'static [Key]) -> Command {
    Command { menu, deed, action: Action::new(name, keys).untold() }
}

const COMMANDS: [Command; 30] = [
    command("File", Deed::Save, "Save", &[Key::char('s').ctrl()]),
    command("File", Deed::ExportGltf, "Export as glTF", &[Key::char('e').ctrl()]),
    command("File", Deed::ExportCollada, "Export as Collada", &[]),
    command("Edit", Deed::Undo, "Undo", &[Key::char('z').ctrl()]),
    command("Edit", Deed::Redo, "Redo", &[Key::char('z').ctrl().shift(), Key::char('y').ctrl()]),
    command("Keys", Deed::Insert, "Insert for all joints", &[Key::char('i')]),
    command("Keys", Deed::InsertForChosen, "Insert for the chosen joints", &[Key::char('i').shift()]),
    command("Keys", Deed::Delete, "Delete", &[Key::DELETE]),
    command("Keys", Deed::Duplicate, "Duplicate", &[Key::char('d').shift()]),
    command("Keys", Deed::SelectAll, "Select all", &[Key::char('a')]),
    command("Keys", Deed::SelectBefore, "Select all up to now", &[Key::char('[')]),
    command("Keys", Deed::SelectAfter, "Select all from now on", &[Key::char(']')]),
    command("Keys", Deed::CopyKeys, "Copy keys", &[Key::char('c').ctrl()]),
    command("Keys", Deed::PasteKeys, "Paste keys", &[Key::char('v').ctrl()]),
    command("Keys", Deed::PasteKeysMirrored, "Paste keys mirrored", &[Key::char('v').ctrl().shift()]),
    command("Keys", Deed::Earlier, "Keyframe one place earlier", &[Key::LEFT.alt()]),
    command("Keys", Deed::Later, "Keyframe one place later", &[Key::RIGHT.alt()]),
    command("Keys", Deed::Move, "Move (G over the keys)", &[]),
    command("Keys", Deed::Stretch, "Stretch from now (S over the keys)", &[]),
    command("View", Deed::NextKey, "To the next key", &[Key::UP]),
    command("View", Deed::LastKey, "To the key before", &[Key::DOWN]),
    command("View", Deed::ShowAll, "Show all", &[Key::HOME]),
    command("Pose", Deed::CopyPose, "Copy pose", &[Key::char('c').alt()]),
    command("Pose", Deed::PastePose, "Paste pose", &[Key::char('v').alt()]),
    command("Pose", Deed::PastePoseMirrored, "Paste pose mirrored", &[Key::char('v').alt().shift()]),
    command("Pose", Deed::ToRest, "Back to rest", &[Key::char('r').alt()]),
    command("Pose", Deed::Limbs, "Limbs follow (IK)", &[Key::char('l')]),
    command("Pose", Deed::KeyLoose, "Key here what was changed", &[Key::char('k')]),
    command("Pose", Deed::KeyLooseThere, "Key it where it was changed", &[Key::char('k').alt()]),
    command("Pose", Deed::DropLoose, "Drop it", &[Key::char('k').shift()]),
];

/// All actions of the lesson: those of the commands, and the gizmo's.
pub const ACTIONS: [Action; COMMANDS.len() + 3] = {
    let mut all = [Gizmo::SCALE; COMMANDS.len() + 3];
    (all[0], all[1]) = (Gizmo::MOVE, Gizmo::TURN);
    let mut i = 0;
    while i < COMMANDS.len() {
        all[i + 3] = COMMANDS[i].action;
        i += 1;
    }
    all
};

/// What was done by key since the last step.
pub fn done(input: &Input) -> Vec<Deed> {
    COMMANDS.iter().filter(|command| input.pressed(command.action)).map(|command| command.deed).collect()
}

/// Shows the menus, and tells what was chosen; `can` says what can be done now.
pub fn menus(panels: &mut Panels<'_>, can: impl Fn(Deed) -> bool) -> Vec<Deed> {
    let mut chosen = Vec::new();
    for menu in ["File", "Edit", "Keys", "Pose", "View"] {
        panels.menu(menu, |items| {
            for Command { deed, action, .. } in COMMANDS.iter().filter(|command| command.menu == menu) {
                let keys = action.keys.first().map(Key::to_string).unwrap_or_default();
                if items.item_if(can(*deed), action.name, &keys) {
                    chosen.push(*deed);
                }
            }
        });
    }
    chosen
}

impl AnimationEditor {
    /// Whether something can be done now.
    pub fn can(&self, deed: Deed) -> bool {
        let editor = &self.editor;
        let (has_joint, has_keys) = (editor.chosen.active().is_some(), !editor.selection.is_empty());
        match deed {
            Deed::Undo => editor.can_undo(),
            Deed::Redo => editor.history.redo_name().is_some(),
            Deed::Delete | Deed::Duplicate | Deed::CopyKeys | Deed::Move | Deed::Stretch => has_keys,
            Deed::PasteKeys | Deed::PasteKeysMirrored => Editor::has_copied_keys(),
            Deed::PastePose | Deed::PastePoseMirrored => editor.has_copied_pose(),
            Deed::InsertForChosen | Deed::ToRest => has_joint,
            Deed::KeyLoose | Deed::KeyLooseThere | Deed::DropLoose => editor.is_loose(),
            _ => true,
        }
    }

    /// Does it. What is being dragged is given up first, and to undo means nothing else then.
    pub fn act(&mut self, deed: Deed) {
        if self.editor.is_held() {
            // The editor gives up all of it.
            let _ = self.gizmo.cancel();
            self.timeline.view.let_go();
            self.editor.give_up();
            if deed == Deed::Undo {
                return;
            }
        }
        let (editor, time) = (&mut self.editor, self.time);
        let needs_change = matches!(deed, Deed::KeyLoose | Deed::KeyLooseThere | Deed::DropLoose);
        if needs_change && !editor.is_loose() {
            let keyed =
                if editor.auto_key { " Auto-key is on: what is changed has its key at once." } else { "" };
            self.told = Some(format!("Nothing was changed without a key.{keyed}"));
            return;
        }
        match deed {
            Deed::Undo => editor.undo(),
            Deed::Redo => editor.redo(),
            Deed::Insert => editor.insert(&self.timeline.joints(), time),
            Deed::InsertForChosen => editor.insert_for_chosen(time),
            Deed::Delete => editor.edit(|animation, selection| animation.delete(selection)),
            Deed::Duplicate if editor.selection.is_empty() => {}
            Deed::Duplicate => self.timeline.take_copies(),
            Deed::SelectAll => editor.select(|_| true),
            Deed::SelectBefore => editor.select(|key| key <= time + SAME_TIME),
            Deed::SelectAfter => editor.select(|key| key >= time - SAME_TIME),
            Deed::Earlier => editor.edit(|animation, _| reordered(animation, time, -1)),
            Deed::Later => editor.edit(|animation, _| reordered(animation, time, 1)),
            Deed::Move => self.timeline.view.take_to_move(),
            Deed::Stretch => self.timeline.view.take_to_stretch(),
            Deed::NextKey => self.seeks = editor.animation().and_then(|animation| animation.key_after(time)),
            Deed::LastKey => self.seeks = editor.animation().and_then(|animation| animation.key_before(time)),
            Deed::ShowAll => (self.timeline.view, self.shows_all) = (SheetView::default(), true),
            Deed::CopyKeys => editor.copy_keys(),
            Deed::PasteKeys => self.paste_keys(false),
            Deed::PasteKeysMirrored => self.paste_keys(true),
            Deed::CopyPose => editor.copy_pose(time),
            Deed::PastePose => editor.paste_pose(time, false),
            Deed::PastePoseMirrored => editor.paste_pose(time, true),
            Deed::ToRest => editor.lay_to_rest(time),
            Deed::Limbs => self.told = Some(self.limbs.switch()),
            Deed::KeyLoose => editor.key_loose(time),
            Deed::KeyLooseThere => editor.key_loose(editor.loose.time),
            Deed::DropLoose => editor.drop_loose(),
            Deed::Save => {
                let saved = self.save();
                self.complain(saved);
            }
            Deed::ExportGltf => {
                let told = self.saves.export_gltf(&self.opened.asset, &editor.document);
                self.tell(told);
            }
            Deed::ExportCollada => {
                let told = self.saves.export_collada(&self.opened.asset, &editor.document);
                self.tell(told);
            }
        }
    }

    /// Pastes keys. Those of another model are offered joint by joint, if it has other joints.
    fn paste_keys(&mut self, mirrored: bool) {
        let Some((copied, rig)) = Editor::copied_keys() else { return };
        let made = Made::Keys { copied, time: self.time, mirrored };
        self.foreign = Foreign::offer(made, &rig.skeleton, "The copied keys", &mut self.editor);
    }
}

/// An animation whose keyframe at a time has changed its place with a neighbour.
fn reordered(animation: &Animation, time: f32, by: isize) -> Edit {
    let column = animation.columns().partition_point(|&column| column < time - SAME_TIME);
    animation.reorder(column, column.saturating_add_signed(by))
}
