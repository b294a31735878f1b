//! Scripts: what somebody does with a lesson, line by line. See docs/scripts.md.
//!
//! A script's time is counted in sixtieths of a second, and each picture has an equal share of it, in a window too: nothing
//! in it depends on the machine.

mod parse;
mod play;

pub use play::{Next, Player};

use super::event::Button;
use super::input::Key;
use glam::Vec2;
use std::path::PathBuf;

/// In how many parts a script divides a second. It is as many pictures, if nobody asks for others.
const PARTS_PER_SECOND: u16 = 60;

/// A script that was read.
#[derive(Debug)]
pub struct Script {
    path: PathBuf,
    /// The commands, each with the number of its line.
    commands: Vec<(usize, ScriptCommand)>,
}

impl Script {
    /// The size and the scale that it begins with, if it says them before any time passes.
    pub fn size(&self) -> Option<([u32; 2], f32)> {
        let begins = self.commands.iter().take_while(|(_, command)| {
            !matches!(command, ScriptCommand::Wait(_) | ScriptCommand::Drag { .. })
        });
        let mut sizes = begins.filter_map(|(_, command)| match command {
            ScriptCommand::Size { size, scale } => Some((*size, *scale)),
            _ => None,
        });
        sizes.next()
    }

    /// Returns its length in parts of a second, if it is played to its end.
    fn parts(&self) -> u64 {
        let lasts = |(_, command): &(usize, ScriptCommand)| match command {
            ScriptCommand::Wait(parts) | ScriptCommand::Drag { parts, .. } => u64::from(*parts),
            _ => 0,
        };
        self.commands.iter().map(lasts).sum()
    }
}

/// The meaning of a line.
#[derive(Clone, Debug, PartialEq)]
enum ScriptCommand {
    /// So many parts of a second pass.
    Wait(u32),
    /// A key goes down and stays there.
    Hold(Key),
    /// It comes up.
    Release(Key),
    /// It goes down and comes up.
    Tap(Key),
    Type(String),
    Move(Place),
    /// The mouse leaves the window.
    Leave,
    Press(Button),
    Lift(Button),
    Click(Place),
    Drag {
        from: Place,
        to: Place,
        parts: u32,
    },
    Wheel(f32),
    Drop(PathBuf),
    Close,
    /// Words are shown over the view, for the viewers of a film.
    Tell(String),
    Picture(PathBuf),
    Size {
        size: [u32; 2],
        scale: f32,
    },
}

/// Somewhere in the picture.
#[derive(Clone, Debug, PartialEq)]
enum Place {
    /// In pixels from the upper left.
    Pixel(Vec2),
    /// In the middle of the thing with this name.
    Named(String),
}
