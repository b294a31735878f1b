//! The editor's commands, started by a key or from the menu.

use stage::{Action, Key};

/// Begins and ends to change the level, where the game stands still meanwhile.
pub const EDIT: Action = Action::new("Edit", &[Key::TAB]);

/// The keys that matter meanwhile.
pub(super) const EDITING: &str = "Tab plays on · Del delete · Ctrl+D copy · Ctrl+Z undo · Ctrl+S save";

/// Something to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Undoes the last step.
    Undo,
    /// Redoes the step that was undone last.
    Redo,
    /// Deletes the selection.
    Delete,
    /// Copies the selection, and puts the copy beside it.
    Duplicate,
    /// Saves the level.
    Save,
    /// Asks for another folder to save into from now on.
    SaveInto,
}

impl Command {
    const ALL: [Self; 6] =
        [Self::Undo, Self::Redo, Self::Delete, Self::Duplicate, Self::Save, Self::SaveInto];

    /// The actions that start the commands, by which scripts and the help line know them.
    pub const ACTIONS: [Action; 6] = [
        Action::new("Undo", &[Key::char('z').ctrl()]).untold(),
        Action::new("Redo", &[Key::char('z').ctrl().shift(), Key::char('y').ctrl()]).untold(),
        Action::new("Delete", &[Key::DELETE, Key::BACKSPACE]).untold(),
        Action::new("Duplicate", &[Key::char('d').ctrl()]).untold(),
        Action::new("Save", &[Key::char('s').ctrl()]).untold(),
        Action::new("Save into …", &[Key::char('s').ctrl().shift()]).untold(),
    ];

    pub fn all() -> impl Iterator<Item = (Self, Action)> {
        Self::ALL.into_iter().zip(Self::ACTIONS)
    }
}
