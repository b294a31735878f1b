//! The events of a lesson, the same from a window, a script or a test.

use super::input::Key;
use glam::Vec2;
pub use imgui::MouseButton as Button;
use std::path::PathBuf;

/// Input from a person, or from a script.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A key goes down, repeats while held, or comes up.
    Key {
        /// The key, with the modifiers held as it went down.
        key: Key,
        /// True if it goes down, false if it comes up.
        down: bool,
        /// True if it was down before.
        repeat: bool,
    },
    /// A character is typed.
    Text(char),
    /// The mouse is at this pixel, from the upper left, or has left the window.
    Mouse(Option<Vec2>),
    /// A mouse button goes down or comes up.
    Button {
        button: Button,
        /// True if it goes down, false if it comes up.
        down: bool,
    },
    /// The wheel turns by some notches, positive away from the user.
    Wheel(f32),
    /// A file is dropped onto the window.
    Drop(PathBuf),
    /// The window's close button is clicked.
    Close,
}

/// A request of an event to the program that runs the lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Request {
    /// The event asks for nothing.
    None,
    /// The picture is to be saved to a file.
    Picture,
    /// The lesson's text is to be opened in the browser.
    Text,
    /// This program is to end, and the new one to open.
    Follow,
    /// The program is to end.
    Quit,
}
