//! Writes scripts.

use super::PARTS_PER_SECOND;
use crate::event::{Button, Event};
use anyhow::{Context as _, Result};
use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// Writes down what happens, as it happens.
pub struct Recorder {
    file: File,
    path: PathBuf,
    /// How many pictures passed since the last line.
    passed: u32,
    size: Option<([u32; 2], f32)>,
}

impl Recorder {
    /// Begins a script in a file.
    pub fn create(path: &Path) -> Result<Self> {
        let file = File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Self { file, path: path.to_owned(), passed: 0, size: None })
    }

    /// A picture of that size passes.
    pub fn picture(&mut self, size: [u32; 2], scale: f32) -> Result<()> {
        if self.size.replace((size, scale)) != Some((size, scale)) {
            self.line(&format!("size {}x{} at {scale}", size[0], size[1]))?;
        }
        self.passed += 1;
        Ok(())
    }

    /// Something happens.
    pub fn event(&mut self, event: &Event) -> Result<()> {
        self.line(&line(event))
    }

    /// Writes how much time passed since the last line.
    pub fn end(&mut self) -> Result<()> {
        match std::mem::take(&mut self.passed) {
            0 => Ok(()),
            passed => self.write(&format!("wait {:.4}", f64::from(passed) / f64::from(PARTS_PER_SECOND))),
        }
    }

    fn line(&mut self, line: &str) -> Result<()> {
        self.end()?;
        self.write(line)
    }

    fn write(&mut self, line: &str) -> Result<()> {
        writeln!(self.file, "{line}").with_context(|| format!("cannot write {}", self.path.display()))
    }
}

fn line(event: &Event) -> String {
    match event {
        Event::Key { key, down, repeat } => {
            // What is held besides has lines of its own.
            let key = crate::Key::new(key.cap);
            let does = if *repeat {
                "repeat"
            } else if *down {
                "hold"
            } else {
                "release"
            };
            format!("{does} {key}")
        }
        Event::Text(letter @ ('"' | '\\')) => format!("type \"\\{letter}\""),
        Event::Text(letter) => format!("type \"{letter}\""),
        Event::Mouse(Some(at)) => format!("move {},{}", at.x, at.y),
        Event::Mouse(None) => "move away".to_owned(),
        Event::Button { button, down } => {
            let does = if *down { "press" } else { "release" };
            let button = match button {
                Button::Left => "left",
                Button::Right => "right",
                Button::Middle => "middle",
            };
            format!("{does} {button}")
        }
        Event::Wheel(notches) => format!("wheel {notches}"),
        Event::Drop(path) => format!("drop {}", path.display()),
        Event::Close => "close".to_owned(),
    }
}
