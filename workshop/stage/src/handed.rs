//! Hands a window's state over to the one that takes its place, by way of the command that watches over both.

use crate::inspect::Subject;
use programs::talk::{self, HANDED};
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::io::Write as _;

/// The data that a window hands over.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Handed {
    /// The command line of the settings, time and camera.
    pub words: Vec<OsString>,
    pub window: Placed,
    pub lesson: Playing,
}

/// The place and state of a window.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Placed {
    /// The corner in pixels, where the system tells it.
    pub corner: Option<[i32; 2]>,
    pub size: [u32; 2],
    pub number: Option<u32>,
    pub maximised: bool,
    /// True if the window had the keys.
    pub focused: bool,
}

/// The state of a lesson beyond its settings.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Playing {
    pub playing: bool,
    pub speed: f32,
    pub looping: bool,
    pub panel: bool,
    /// True if a check's output is shown, or none unless each save is checked.
    pub checks: Option<bool>,
    /// The inspector's choice, if it is open.
    pub inspects: Option<Subject>,
    /// The tool's sentence about earlier lessons that are not done.
    pub not_done: Option<String>,
}

impl Handed {
    /// Reads what this window was handed, or none if it is the first.
    pub fn read() -> Option<Self> {
        serde_json::from_str(&std::env::var(HANDED).ok()?).ok()
    }
}

/// Returns true if a command watches over this window.
pub fn is_watched() -> bool {
    std::env::var_os(HANDED).is_some()
}

/// Says a word to the command that watches over this window, if one does.
pub fn say(word: &str, text: &str) {
    if is_watched() {
        // Without it, the window soon ends.
        let _ = std::io::stdout().write_all(talk::line(word, text).as_bytes());
    }
}

/// Prints why this program ends, and says it for the window whose place it was to take.
pub fn tell_end(why: &str) {
    eprintln!("error: {why}");
    say("ends", why);
}
