//! Opens a program's window on a display in memory.

use crate::display::Screen;
use anyhow::{Result, bail};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The limit for any wait, since a program is built meanwhile, beside other tests.
const PATIENCE: Duration = Duration::from_secs(600);

/// The rows and columns of the screen that show the scene and errors, right of the panel and below messages.
const VIEW: [std::ops::Range<usize>; 2] = [120..790, 360..1270];

/// A display, and the program on it. Both end when this is dropped.
pub struct Desk {
    screen: Screen,
    program: Child,
}

impl Desk {
    /// Opens a program's window.
    pub fn open(mut program: Command) -> Result<Self> {
        let screen = Screen::open(1280, 800)?;
        let program = program.env("DISPLAY", &screen.name).stdin(Stdio::null()).spawn()?;
        Ok(Self { screen, program })
    }

    /// Presses a key in the window once there is one only. One that is about to be replaced would lose it.
    pub fn key(&self, key: &str) -> Result<()> {
        let begin = Instant::now();
        while begin.elapsed() < PATIENCE {
            let windows = self.screen.try_xdotool(&["search", "--onlyvisible", "--name", "^99 "])?;
            if let [window] = windows.unwrap_or_default().lines().collect::<Vec<_>>()[..] {
                self.screen.xdotool(&["windowfocus", "--sync", window])?;
                return self.screen.xdotool(&["key", key]).map(drop);
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        bail!("there never is one window")
    }

    fn view(&self) -> Result<Vec<u8>> {
        let ((width, _), pixels) = self.screen.pixels()?;
        let [rows, columns] = VIEW;
        let row = |row: usize| &pixels[4 * row * width as usize..][4 * columns.start..4 * columns.end];
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
        // It may have ended.
        let (_, _) = (self.program.kill(), self.program.wait());
    }
}
