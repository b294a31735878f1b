//! A program that takes another one's place, with all that the other one hands over.
//!
//! A terminal waits for the program that was started first. When that one's window closes, it goes on in its own process as
//! the new program, but only to [`wait`] for the last of those that follow: so a prompt comes back when no window is left,
//! and Ctrl-C reaches them all.

use crate::inspect::Selection;
use anyhow::{Context as _, Result, bail};
use programs::process;
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::time::SystemTime;

/// The environment variable with what a program was handed,
const HANDED: &str = "WORKBOOK_HANDED";

/// and the one with the file that a program waits by.
const WAITS: &str = "WORKBOOK_WAITS";

/// All that a program hands over, beside its command line.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Handed {
    /// The moment when the successor's build began.
    pub begun: SystemTime,
    /// The file in which each program writes its number once it has drawn.
    pub shown: PathBuf,
    /// True if the successor is the process that the terminal waits for.
    pub waits: bool,
    pub window: Placed,
    pub lesson: Playing,
}

/// A window among others.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Placed {
    /// Its corner and size in pixels, and the system's number for it.
    pub corner: Option<[i32; 2]>,
    pub size: [u32; 2],
    pub number: Option<u32>,
    pub maximised: bool,
    /// True if it had the keys.
    pub focused: bool,
}

/// The state of a lesson that no setting names.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Playing {
    pub playing: bool,
    pub speed: f32,
    pub looping: bool,
    pub panel: bool,
    /// True if the words of a check are shown; none unless each save is checked.
    pub checks: Option<bool>,
    /// What the inspector looks at, if it is open.
    pub inspects: Option<Selection>,
}

impl Handed {
    /// Reads what this program was handed; none if it is the first.
    pub fn read() -> Option<Self> {
        serde_json::from_str(&std::env::var(HANDED).ok()?).ok()
    }

    /// Tells the program before this one that this one has drawn.
    pub fn tell_drawn(&self) -> Result<()> {
        Ok(fs::write(&self.shown, std::process::id().to_string())?)
    }

    /// The command that starts a program with it.
    fn command(&self, program: &Path, words: &[OsString]) -> Result<Command> {
        let mut command = Command::new(program);
        command.args(words).env(HANDED, serde_json::to_string(self)?);
        Ok(command)
    }

    /// Goes on as the new program, in this process.
    pub fn go_on(&self, program: &Path, words: &[OsString]) -> Result<()> {
        process::go_on_as(&mut self.command(program, words)?).context("the new program cannot be started")
    }
}

/// A program that was started to take this one's place. It is ended with this one, unless it has drawn.
pub struct Successor {
    child: Child,
    shown: PathBuf,
}

impl Successor {
    /// Starts it.
    pub fn start(program: &Path, words: &[OsString], handed: &Handed) -> Result<Self> {
        Ok(Self { child: handed.command(program, words)?.spawn()?, shown: handed.shown.clone() })
    }

    /// Returns true once it has drawn; fails if it has ended before.
    pub fn has_drawn(&mut self) -> Result<bool> {
        if newest(&self.shown) == Some(self.child.id()) {
            return Ok(true);
        }
        match self.child.try_wait()? {
            Some(status) => {
                bail!("The new program has ended before it drew, {status}. The terminal says more.")
            }
            None => Ok(false),
        }
    }

    /// Goes on as a program that only waits for those that follow this one.
    pub fn wait_as(&self, program: &Path) -> Result<()> {
        process::go_on_as(Command::new(program).env(WAITS, &self.shown))
    }
}

impl Drop for Successor {
    fn drop(&mut self) {
        if self.has_drawn().is_ok_and(|drawn| !drawn) {
            let _ = self.child.kill().and_then(|()| self.child.wait());
        }
    }
}

/// The number of the newest program that has drawn.
fn newest(shown: &Path) -> Option<u32> {
    fs::read_to_string(shown).ok()?.parse().ok()
}

/// Waits for the last window, if this program is here for that; returns its exit code.
pub fn wait() -> Option<u8> {
    let shown = PathBuf::from(std::env::var_os(WAITS)?);
    let code = process::wait_for_last(|| newest(&shown));
    let _ = fs::remove_file(shown);
    Some(code)
}
