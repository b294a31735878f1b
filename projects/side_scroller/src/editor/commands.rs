//! The editor's commands, by key and by menu.

use stage::{Action, Key, Menu};

/// Something to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Undoes the last step.
    Undo,
    /// Does it again.
    Redo,
    /// Deletes what is chosen.
    Delete,
    /// Puts a copy of it beside it.
    Duplicate,
    /// Saves all.
    Save,
}

const COMMANDS: [(Command, Action); 5] = [
    (Command::Undo, Action::new("Undo", &[Key::char('z').ctrl()]).untold()),
    (Command::Redo, Action::new("Redo", &[Key::char('z').ctrl().shift(), Key::char('y').ctrl()]).untold()),
    (Command::Delete, Action::new("Delete", &[Key::DELETE, Key::BACKSPACE]).untold()),
    (Command::Duplicate, Action::new("Duplicate", &[Key::char('d').ctrl()]).untold()),
    (Command::Save, Action::new("Save", &[Key::char('s').ctrl()]).untold()),
];

impl Command {
    /// The actions that ask for them: scripts and the help line know them by these.
    pub const ACTIONS: [Action; 5] =
        [COMMANDS[0].1, COMMANDS[1].1, COMMANDS[2].1, COMMANDS[3].1, COMMANDS[4].1];

    /// Those that a menu for changes shows.
    pub const CHANGES: [Self; 4] = [Self::Undo, Self::Redo, Self::Duplicate, Self::Delete];

    /// Returns the command that a key asks for.
    pub fn by_key(key: Key) -> Option<Self> {
        COMMANDS.iter().find(|(_, action)| action.keys.contains(&key)).map(|(command, _)| *command)
    }

    /// Shows it in a menu, to be chosen there if it can be done. True if it was.
    pub fn item(self, menu: &mut Menu<'_, '_>, can: bool) -> bool {
        let action = COMMANDS.iter().find(|(command, _)| *command == self).map(|(_, action)| action);
        action.is_some_and(|action| menu.item_if(can, action.name, &action.keys[0].to_string()))
    }
}
