//! Scripts: what somebody does with a lesson, line by line. See docs/scripts.md.
//!
//! A script's time is counted in pictures of a sixtieth of a second, in a window too, so that nothing in it depends on
//! the machine.

mod parse;
mod play;
mod record;

pub use play::{Next, Player};
pub use record::Recorder;

use super::event::Button;
use super::input::Key;
use glam::Vec2;
use std::path::PathBuf;

/// How many pictures a second of a script has.
pub const PICTURES_PER_SECOND: f64 = 60.0;

/// A script that was read.
#[derive(Debug)]
pub struct Script {
    path: PathBuf,
    /// What is done, each with the number of its line.
    deeds: Vec<(usize, Deed)>,
}

impl Script {
    /// The size and the scale that it begins with, if it says them before any time passes.
    pub fn size(&self) -> Option<([u32; 2], f32)> {
        let begins =
            self.deeds.iter().take_while(|(_, deed)| !matches!(deed, Deed::Wait(_) | Deed::Drag { .. }));
        let mut sizes = begins.filter_map(|(_, deed)| match deed {
            Deed::Size { size, scale } => Some((*size, *scale)),
            _ => None,
        });
        sizes.next()
    }

    /// How many pictures it lasts, if it is played to its end.
    pub fn pictures(&self) -> u32 {
        let lasts = |(_, deed): &(usize, Deed)| match deed {
            Deed::Wait(pictures) | Deed::Drag { pictures, .. } => *pictures,
            _ => 0,
        };
        self.deeds.iter().map(lasts).fold(0, u32::saturating_add)
    }
}

/// What a line says.
#[derive(Clone, Debug, PartialEq)]
enum Deed {
    /// So many pictures pass.
    Wait(u32),
    /// A key goes down and stays there.
    Hold(Key),
    /// It says again that it is down.
    Repeat(Key),
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
        pictures: u32,
    },
    Wheel(f32),
    Drop(PathBuf),
    Close,
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
    /// In the middle of what has this name.
    Named(String),
}
