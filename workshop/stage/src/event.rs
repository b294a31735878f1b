//! Events of a lesson. Windows, scripts and tests all send the same ones.

use super::input::Key;
use glam::Vec2;
pub use imgui::MouseButton as Button;
use std::path::PathBuf;

/// Input from a person, or from a script.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A key goes down, repeats while it is held, or comes up.
    Key {
        /// The key, and the modifiers that were held as it went down.
        key: Key,
        /// True if it is down now.
        down: bool,
        /// True if it was down before.
        repeat: bool,
    },
    /// A letter is written.
    Text(char),
    /// The mouse is at a pixel now, from the upper left; at none if it has left the window.
    Mouse(Option<Vec2>),
    /// A button of the mouse goes down or comes up.
    Button {
        /// The button.
        button: Button,
        /// True if it is down now.
        down: bool,
    },
    /// The wheel turns by some notches, away from the person.
    Wheel(f32),
    /// A file is dropped.
    Drop(PathBuf),
    /// The window's close button is clicked.
    Close,
}

/// A request that an event makes to the program that runs the lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Request {
    /// Nothing.
    None,
    /// Save the picture to a file.
    Picture,
    /// Open the lesson's text in the browser.
    Text,
    /// End the program, and open the new one.
    Follow,
    /// End the program.
    Quit,
}
