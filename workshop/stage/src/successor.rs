//! Replaces this program by a new one, with all that it hands over.
//!
//! A terminal waits for the program that was started first. When that one's window closes, its process
//! becomes the new program, but only to [`wait`] for the last of those that follow. So a prompt comes back
//! when no window is left, and Ctrl-C reaches them all.

use crate::inspect::Subject;
use anyhow::{Context as _, Result, bail};
use programs::process;
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::time::SystemTime;

/// The environment variable with what a program was handed.
const HANDED: &str = "WORKBOOK_HANDED";

/// The environment variable with the file of [`Handed::shown`], for a program that only waits.
const WAITS: &str = "WORKBOOK_WAITS";

/// The extension of the file beside [`Handed::shown`] in which a program says why it ends before it draws.
const WHY: &str = "why";

/// The data that a program hands over, beside its command line.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Handed {
    /// The time when the successor's build began.
    pub begun: SystemTime,
    /// The file in which each program writes its process id once it has drawn.
    pub shown: PathBuf,
    /// True if the successor is the process that the terminal waits for.
    pub waits: bool,
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
}

impl Handed {
    /// Reads what this program was handed, or none if it is the first.
    pub fn read() -> Option<Self> {
        serde_json::from_str(&std::env::var(HANDED).ok()?).ok()
    }

    /// Tells the program before this one that this one has drawn.
    pub fn tell_drawn(&self) -> Result<()> {
        Ok(fs::write(&self.shown, std::process::id().to_string())?)
    }

    /// Returns the command that starts a program with this handed over.
    fn command(&self, program: &Path, words: &[OsString]) -> Result<Command> {
        let mut command = Command::new(program);
        command.args(words).env(HANDED, serde_json::to_string(self)?);
        Ok(command)
    }

    /// Replaces this program, in its process, by the new one.
    pub fn go_on(&self, program: &Path, words: &[OsString]) -> Result<()> {
        process::go_on_as(&mut self.command(program, words)?).context("the new program cannot be started")
    }
}

/// A program that was started to replace this one. It ends with this one, unless it has drawn.
pub struct Successor {
    child: Child,
    shown: PathBuf,
}

impl Successor {
    pub fn start(program: &Path, words: &[OsString], handed: &Handed) -> Result<Self> {
        Ok(Self { child: handed.command(program, words)?.spawn()?, shown: handed.shown.clone() })
    }

    /// Returns true once it has drawn, or an error if it has ended before.
    pub fn has_drawn(&mut self) -> Result<bool> {
        if newest(&self.shown) == Some(self.child.id()) {
            return Ok(true);
        }
        let Some(status) = self.child.try_wait()? else { return Ok(false) };
        match fs::read_to_string(self.shown.with_extension(WHY)) {
            Ok(why) => bail!("{why}"),
            Err(_) => bail!("The new program ended before it drew anything ({status})."),
        }
    }

    /// Replaces this program by one that only waits for those that follow.
    pub fn wait_as(&self, program: &Path) -> Result<()> {
        process::go_on_as(Command::new(program).env(WAITS, &self.shown))
    }
}

impl Drop for Successor {
    fn drop(&mut self) {
        if self.has_drawn().is_ok_and(|drawn| !drawn) {
            let _ = self.child.kill().and_then(|()| self.child.wait());
        }
        // Most have none.
        let _ = fs::remove_file(self.shown.with_extension(WHY));
    }
}

/// Prints why this program ends, and says it to the window that waits for this one's, if there is one.
pub fn tell_end(why: &str) {
    eprintln!("error: {why}");
    if let Some(handed) = Handed::read().filter(|handed| newest(&handed.shown) != Some(std::process::id())) {
        // Without it, that window still tells that this program has ended.
        let _ = fs::write(handed.shown.with_extension(WHY), why);
    }
}

/// Returns the process id of the newest program that has drawn.
fn newest(shown: &Path) -> Option<u32> {
    fs::read_to_string(shown).ok()?.parse().ok()
}

/// Waits for the last window if this program was started for that, and returns its exit code.
pub fn wait() -> Option<u8> {
    let shown = PathBuf::from(std::env::var_os(WAITS)?);
    let code = process::wait_for_last(|| newest(&shown));
    let _ = fs::remove_file(shown);
    Some(code)
}
