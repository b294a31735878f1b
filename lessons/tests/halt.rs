//! A lesson whose code panics, does not come to an end or cannot draw keeps its window, and says so in it.
//!
//! This program is also that lesson, when it is started with [`FAULT`] set.

mod support;

use anyhow::Result;
use common::gl::Gl;
use common::stage::{self, Args, Camera, Clock, Frame, Lesson, Panel, Pointer, Step};
use glam::Vec3;
use std::hint::black_box;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Names the function of the lesson that is at fault, or the way in which `update` does not end.
const FAULT: &str = "WORKBOOK_TEST_FAULT";

/// A lesson that is at fault the first time that it is opened, and well after a reset.
struct Faulty {
    fault: String,
}

impl Faulty {
    fn may_panic(&self, here: &str) {
        assert!(self.fault != here, "on purpose, in {here}");
    }
}

impl Lesson for Faulty {
    fn open(_: &Gl, _: &Args) -> Result<Self> {
        static OPENED: AtomicUsize = AtomicUsize::new(0);
        let first = OPENED.fetch_add(1, Ordering::Relaxed) == 0;
        let fault = std::env::var(FAULT).ok().filter(|_| first).unwrap_or_default();
        let lesson = Self { fault };
        lesson.may_panic("open");
        Ok(lesson)
    }

    fn camera(&self) -> Camera {
        self.may_panic("camera");
        Camera::orbit(Vec3::ZERO, 3.0, 0.5, 0.3)
    }

    fn update(&mut self, _: Step) {
        self.may_panic("update");
        match self.fault.as_str() {
            "an endless loop" => loop {
                black_box(&self);
            },
            "an endless list" => {
                let mut list = vec![0u64];
                while !list.is_empty() {
                    list.push(list.len() as u64);
                }
            }
            "an endless depth" => drop(black_box(deeper(1))),
            _ => {}
        }
    }

    fn panel(&mut self, panel: &mut Panel<'_>) {
        self.may_panic("panel");
        panel.heading("Well");
    }

    fn pointer(&mut self, _: &Pointer, _: &mut Clock) -> bool {
        self.may_panic("pointer");
        false
    }

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        self.may_panic("draw");
        anyhow::ensure!(self.fault != "an error", "on purpose, an error");
        frame.grid()
    }
}

/// Calls itself without an end.
fn deeper(depth: u64) -> u64 {
    let below = black_box([depth; 64]);
    black_box(deeper(depth + 1)) + below[1]
}

fn main() -> ExitCode {
    if std::env::var_os(FAULT).is_some() {
        return stage::run::<Faulty>(support::FIRST);
    }
    #[cfg(target_os = "linux")]
    if let Err(error) = linux::tests() {
        eprintln!("{error:?}");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

#[cfg(target_os = "linux")]
mod linux {
    use super::FAULT;
    use super::support::screen::{Screen, Window};
    use super::support::{for_each, wait_until};
    use anyhow::{Context, Result, ensure};
    use std::process::Command;
    use std::time::Duration;

    /// The ground of what a window says when something is wrong.
    const CARD: [u8; 3] = [0xfb, 0xe9, 0xe4];

    /// Where a lesson may be at fault, and what it says on stderr. On a slow machine a list is not long after ten seconds.
    const FAULTS: &[(&str, &str)] = &[
        ("open", "on purpose, in open"),
        ("camera", "on purpose, in camera"),
        ("update", "on purpose, in update"),
        ("panel", "on purpose, in panel"),
        ("pointer", "on purpose, in pointer"),
        ("draw", "on purpose, in draw"),
        ("an error", ""),
        ("an endless loop", "has not come to an end for ten seconds"),
        ("an endless list", "has not come to an end"),
        ("an endless depth", "has used up its stack"),
    ];

    pub fn tests() -> Result<()> {
        for_each(FAULTS.to_vec(), |(fault, said)| {
            keeps_its_window(fault, said).with_context(|| format!("a lesson with a fault: {fault}"))
        })
    }

    fn keeps_its_window(fault: &str, said: &str) -> Result<()> {
        let screen = Screen::open(1400, 900)?;
        let program = std::env::current_exe()?;
        let mut window = Window::start(&screen, Command::new(program).env(FAULT, fault), 1.0)?;
        if fault == "pointer" {
            window.click([800.0, 300.0])?;
        }
        let is_told = |window: &Window<'_>| -> Result<bool> {
            let shown = window.settled()?;
            Ok(shown.part(window.view()).filter(|pixel| pixel.starts_with(&CARD)).count() > 10_000)
        };
        // Where the program begins again, its old window goes and a new one comes.
        let told = wait_until(Duration::from_secs(60), || {
            let _ = window.find();
            Ok(is_told(&window).unwrap_or(false))
        })?;
        told.with_context(|| format!("the window does not say what is wrong; {}", window.process.said()))?;
        let stderr = window.process.stderr();
        ensure!(stderr.contains(said), "it says: {stderr}");
        let view = window.view();
        window.changes("the key F1 (the text)", view, 10_000, || window.keys("F1"))?;
        window.changes("the key Escape, which closes the text,", view, 10_000, || window.keys("Escape"))?;
        if !fault.contains("endless") {
            window.changes("the key R, which begins again,", view, 10_000, || window.keys("r"))?;
            ensure!(!is_told(&window)?, "the window still says that something is wrong");
        }
        window.keys("Escape")?;
        let ended = window.end()?;
        ensure!(ended.status.success(), "it ended with {}: {}", ended.status, ended.stderr);
        Ok(())
    }
}
