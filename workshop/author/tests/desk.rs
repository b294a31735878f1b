//! Opens a program's window on a display in memory.

use anyhow::{Context, Result, bail, ensure};
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The limit for any wait, since a program is built meanwhile, beside other tests.
const PATIENCE: Duration = Duration::from_secs(600);

/// The rows and columns of the screen that show the scene and errors, right of the panel and below messages.
const VIEW: [std::ops::Range<usize>; 2] = [120..790, 360..1270];

/// An X display, and the program on it. Both end when this is dropped.
pub struct Desk {
    screen: Child,
    display: String,
    /// The folder with the file in which Xvfb keeps the pixels, in the format of `xwd`.
    memory: TempDir,
    program: Child,
}

impl Desk {
    /// Opens a program's window.
    pub fn open(mut program: Command) -> Result<Self> {
        let memory = tempfile::tempdir()?;
        let mut command = Command::new("Xvfb");
        command.args(["-displayfd", "1", "-nolisten", "tcp", "-nocursor", "-noreset"]);
        command.args(["-screen", "0", "1280x800x24", "-fbdir"]).arg(memory.path());
        let mut screen = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        let mut number = String::new();
        BufReader::new(screen.stdout.take().context("no output")?).read_line(&mut number)?;
        let display = format!(":{}", number.trim());
        let program = program.env("DISPLAY", &display).stdin(Stdio::null()).spawn()?;
        Ok(Self { screen, display, memory, program })
    }

    fn hand(&self, words: &[&str]) -> Result<()> {
        let status = Command::new("xdotool").args(words).env("DISPLAY", &self.display).status()?;
        ensure!(status.success(), "xdotool {words:?} fails");
        Ok(())
    }

    /// Presses a key in the window that is open now.
    pub fn key(&self, key: &str) -> Result<()> {
        self.hand(&["search", "--sync", "--onlyvisible", "--name", "^99 ", "windowfocus", "--sync"])?;
        self.hand(&["key", key])
    }

    /// Returns the pixels of the view.
    fn view(&self) -> Result<Vec<u8>> {
        let file = std::fs::read(PathBuf::from(self.memory.path()).join("Xvfb_screen0"))?;
        let word = |place: usize| u32::from_be_bytes([0, 1, 2, 3].map(|i| file[4 * place + i])) as usize;
        let (begin, width) = (word(0) + 12 * word(19), word(12));
        let [rows, columns] = VIEW;
        let row = |row: usize| &file[begin + row * width..][4 * columns.start..4 * columns.end];
        Ok(rows.flat_map(row).copied().collect())
    }

    /// Waits until the view is as wanted and no longer changes, and returns it.
    pub fn shows(&self, wanted: impl Fn(&Vec<u8>) -> bool) -> Result<Vec<u8>> {
        let begin = Instant::now();
        let mut before = self.view()?;
        while begin.elapsed() < PATIENCE {
            std::thread::sleep(Duration::from_millis(400));
            let now = self.view()?;
            if now == before && wanted(&now) {
                return Ok(now);
            }
            before = now;
        }
        bail!("it never shows that")
    }

    /// Ends the last window by a key; returns true if the first program was there until then, and has ended well.
    pub fn ends(&mut self, key: &str) -> Result<bool> {
        let is_there = self.program.try_wait()?.is_none();
        self.key(key)?;
        let begin = Instant::now();
        while is_there && begin.elapsed() < PATIENCE {
            match self.program.try_wait()? {
                Some(status) => return Ok(status.success()),
                None => std::thread::sleep(Duration::from_millis(20)),
            }
        }
        Ok(false)
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        for child in [&mut self.program, &mut self.screen] {
            // It may have ended.
            let (_, _) = (child.kill(), child.wait());
        }
    }
}
