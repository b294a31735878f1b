//! A faulty lesson, for `tests/halt.rs`. Its code panics, does not end, or cannot draw.

use anyhow::Result;
use gl::Gl;
use glam::Vec3;
use stage::{Args, Camera, Clock, Frame, Lesson, Panel, Pointer, Step};
use std::hint::black_box;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The environment variable that names the faulty function, or the way in which `update` does not end.
const FAULT: &str = "WORKBOOK_TEST_FAULT";

/// A lesson that is faulty when it is opened first, and works after a reset.
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
        Camera::orbit(Vec3::ZERO, 3.0, 0.5, 0.3)
    }

    fn update(&mut self, _: Step) {
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
            _ => {}
        }
    }

    fn panel(&mut self, panel: &mut Panel<'_>) {
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

fn main() -> ExitCode {
    // It has no text of its own.
    stage::run::<Faulty>("01-hierarchical-transforms")
}
