//! Reads and plays scripts, a user's actions in a lesson, line by line. See docs/scripts.md.
//!
//! A script's time is counted in sixtieths of a second, and each frame has an equal share of it, in a window
//! too, so that nothing depends on the machine.

mod parse;
mod play;

pub use play::{Next, Player};

use super::event::Event;
use super::input::Key;
use glam::Vec2;
use std::path::PathBuf;

/// The parts of a second that scripts count in, which is also the usual number of pictures.
const PARTS_PER_SECOND: u16 = 60;

#[derive(Debug)]
pub struct Script {
    path: PathBuf,
    commands: Vec<(usize, ScriptCommand)>,
}

impl Script {
    /// Returns the size that it sets before any time passes, if it does.
    pub fn size(&self) -> Option<[u32; 2]> {
        let begins = self.commands.iter().take_while(|(_, command)| {
            !matches!(command, ScriptCommand::Wait(_) | ScriptCommand::Drag { .. })
        });
        let mut sizes = begins.filter_map(|(_, command)| match command {
            ScriptCommand::Size(size) => Some(*size),
            _ => None,
        });
        sizes.next()
    }

    fn parts(&self) -> u64 {
        let lasts = |(_, command): &(usize, ScriptCommand)| match command {
            ScriptCommand::Wait(parts) | ScriptCommand::Drag { parts, .. } => u64::from(*parts),
            _ => 0,
        };
        self.commands.iter().map(lasts).sum()
    }
}

#[derive(Clone, Debug, PartialEq)]
enum ScriptCommand {
    /// Waits so many parts of a second.
    Wait(u32),
    /// Presses a key and keeps it down.
    Hold(Key),
    Release(Key),
    /// Presses and releases a key.
    Tap(Key),
    Type(String),
    Move(Place),
    Click(Place),
    Drag {
        from: Place,
        to: Place,
        parts: u32,
    },
    /// Sends an event that needs no place and no modifiers.
    Do(Event),
    /// Shows words over the view, for the viewers of a film.
    Tell(String),
    Picture(PathBuf),
    Size([u32; 2]),
}

#[derive(Clone, Debug, PartialEq)]
enum Place {
    /// A pixel, counted from the upper left.
    Pixel(Vec2),
    /// The middle of the control, label or handle with this name.
    Named(String),
}
