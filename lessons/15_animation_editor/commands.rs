//! Lists the commands for keys and menus, and runs them.

use crate::AnimationEditor;
use crate::editor::Editor;
use drafts::home;
use editor::Selection;
use editor::dope_sheet::SheetView;
use editor::gizmo::Gizmo;
use stage::{Action, Edits as _, Input, Key, Panels};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    Open,
    Save,
    SaveInto,
    Export,
    Undo,
    Redo,
    Insert,
    Delete,
    SelectAll,
    NextKey,
    LastKey,
    ShowAll,
    CopyKeys,
    PasteKeys,
    CopyPose,
    PastePose,
    PastePoseMirrored,
    ToRest,
    Limbs,
}

const fn action(name: &'static str, keys: &'static [Key]) -> Action {
    Action::new(name, keys).untold()
}

/// The commands, each with its menu.
const COMMANDS: [(&str, Command, Action); 19] = [
    ("File", Command::Open, action("Open", &[Key::char('o').ctrl()])),
    ("File", Command::Save, action("Save", &[Key::char('s').ctrl()])),
    ("File", Command::SaveInto, action("Save into …", &[Key::char('s').ctrl().shift()])),
    ("File", Command::Export, action("Export as glTF", &[Key::char('e').ctrl()])),
    ("Edit", Command::Undo, action("Undo", &[Key::char('z').ctrl()])),
    ("Edit", Command::Redo, action("Redo", &[Key::char('z').ctrl().shift(), Key::char('y').ctrl()])),
    ("Keys", Command::Insert, action("Insert keys", &[Key::char('i')])),
    ("Keys", Command::Delete, action("Delete", &[Key::DELETE])),
    ("Keys", Command::SelectAll, action("Select all", &[Key::char('a')])),
    ("Keys", Command::CopyKeys, action("Copy keys", &[Key::char('c').ctrl()])),
    ("Keys", Command::PasteKeys, action("Paste keys", &[Key::char('v').ctrl()])),
    ("View", Command::NextKey, action("To the next key", &[Key::UP])),
    ("View", Command::LastKey, action("To the key before", &[Key::DOWN])),
    ("View", Command::ShowAll, action("Show all", &[Key::HOME])),
    ("Pose", Command::CopyPose, action("Copy pose", &[Key::char('c').alt()])),
    ("Pose", Command::PastePose, action("Paste pose", &[Key::char('v').alt()])),
    ("Pose", Command::PastePoseMirrored, action("Paste pose mirrored", &[Key::char('v').alt().shift()])),
    ("Pose", Command::ToRest, action("Back to rest", &[Key::char('r').alt()])),
    ("Pose", Command::Limbs, action("Limbs follow (IK)", &[Key::char('l')])),
];

/// All actions of the lesson: those of the commands, and the gizmo's.
pub const ACTIONS: [Action; COMMANDS.len() + 2] = {
    let mut all = [Gizmo::TURN; COMMANDS.len() + 2];
    all[0] = Gizmo::MOVE;
    let mut i = 0;
    while i < COMMANDS.len() {
        all[i + 2] = COMMANDS[i].2;
        i += 1;
    }
    all
};

/// Returns the commands given by key since the last step.
pub fn done(input: &Input) -> Vec<Command> {
    COMMANDS.iter().filter(|(.., action)| input.pressed(*action)).map(|(_, command, _)| *command).collect()
}

/// Shows the menus, and returns the chosen command; `can` says which are possible now.
pub fn menus(panels: &mut Panels<'_>, can: impl Fn(Command) -> bool) -> Vec<Command> {
    let mut chosen = Vec::new();
    for menu in ["File", "Edit", "Keys", "Pose", "View"] {
        panels.menu(menu, |items| {
            for (_, command, action) in COMMANDS.iter().filter(|(own, ..)| *own == menu) {
                if *command == Command::Export {
                    items.separator();
                }
                let keys = action.keys.first().map(Key::to_string).unwrap_or_default();
                if items.item_if(can(*command), action.name, &keys) {
                    chosen.push(*command);
                }
            }
        });
    }
    chosen
}

impl Editor {
    pub fn can(&self, command: Command) -> bool {
        match command {
            Command::Undo => self.draft.undo_name().is_some(),
            Command::Redo => self.draft.redo_name().is_some(),
            Command::Delete | Command::CopyKeys => !self.document().selection.is_empty(),
            Command::PasteKeys => !self.copied_keys.is_empty(),
            Command::PastePose | Command::PastePoseMirrored => self.copied_pose.is_some(),
            Command::ToRest => self.chosen.active().is_some(),
            _ => true,
        }
    }
}

impl AnimationEditor {
    /// Runs the command. It first cancels a drag, and undo then does nothing more.
    pub fn act(&mut self, command: Command) {
        if self.editor.draft.give_up() {
            let _ = self.hand.gizmo.cancel();
            self.timeline.view.let_go();
            if command == Command::Undo {
                return;
            }
        }
        let (editor, time) = (&mut self.editor, self.timeline.time);
        match command {
            Command::Undo => editor.draft.undo(),
            Command::Redo => editor.draft.redo(),
            Command::Insert => editor.insert(&self.timeline.joints, time),
            Command::Delete => editor.edit_keys("Delete keys", |animation, selection| {
                animation.delete(selection);
                Selection::default()
            }),
            Command::SelectAll => editor.draft.now_mut().select_all(),
            Command::NextKey => self.timeline.seeks = editor.animation().and_then(|now| now.key_after(time)),
            Command::LastKey => self.timeline.seeks = editor.animation().and_then(|now| now.key_before(time)),
            Command::ShowAll => (self.timeline.view, self.seeing.shows_all) = (SheetView::default(), true),
            Command::CopyKeys => editor.copy_keys(),
            Command::PasteKeys => {
                let copied = editor.copied_keys.clone();
                editor.edit_keys("Paste keys", |animation, _| animation.paste(&copied, time));
            }
            Command::CopyPose => editor.copy_pose(time),
            Command::PastePose => editor.paste_pose(time, false),
            Command::PastePoseMirrored => editor.paste_pose(time, true),
            Command::ToRest => editor.lay_to_rest(time),
            Command::Limbs => editor.draft.told = Some(self.hand.limbs.switch()),
            Command::Save => {
                let saved = self.save();
                self.editor.draft.complain(saved);
            }
            Command::SaveInto => self.files.into = Some(home()),
            Command::Open => self.files.list(editor),
            Command::Export => {
                let exported = self.files.export(&self.scene.asset, editor.document());
                editor.draft.told = Some(exported.unwrap_or_else(|error| format!("{error:#}")));
            }
        }
    }
}
