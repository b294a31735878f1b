//! An edge is forced into a triangulation, step by step.

mod forced;
mod picture;
mod sheet;
mod sketches;
mod words;

use crate::force::forced::{End, Run};
use crate::force::sketches::{Example, examples};
use anyhow::Result;
use gl::Gl;
use gl::colour::{ACCENT, ERROR};
use glam::{DVec2, Vec3};
use picture::Shown;
use side_scroller::time::{JUMP, LEFT, RIGHT};
use stage::{Args, Camera, Clock, Frame, Lesson, Panel, Step};

pub struct Force {
    examples: [Example; 8],
    example: usize,
    run: Run,
    /// Number of steps that are done.
    at: usize,
    playing: bool,
    /// Part of the next step's time that is over while it plays, from 0 to 1.
    due: f32,
    circles: bool,
    mouse: Option<DVec2>,
}

impl Force {
    fn go_to(&mut self, at: usize) {
        (self.at, self.playing) = (at.min(self.run.count()), false);
    }

    /// Plays, from the start if it is at its end.
    fn play(&mut self) {
        if self.at == self.run.count() {
            self.at = 0;
        }
        (self.playing, self.due) = (!self.playing, 0.0);
    }

    fn is_at_end(&self) -> bool {
        self.at == self.run.count()
    }
}

impl Lesson for Force {
    const SCENE: &'static str = "force";

    fn open(_gl: &Gl, _args: &Args) -> Result<Self> {
        let (examples, example) = (examples(), 5);
        let run = Run::new(&examples[example].task);
        Ok(Self { examples, example, run, at: 0, playing: false, due: 0.0, circles: false, mouse: None })
    }

    fn camera(&self) -> Camera {
        let places = &self.examples[self.example].task.places;
        let low = places.iter().copied().reduce(DVec2::min).unwrap_or(DVec2::ZERO);
        let high = places.iter().copied().reduce(DVec2::max).unwrap_or(DVec2::ONE);
        let size = (high - low).as_vec2();
        // Room for the legend below.
        let height = (1.5 * size.y).max(1.05 * size.x).clamp(6.0, 100.0);
        Camera::flat((0.5 * (low + high)).as_vec2().extend(0.0) - 0.03 * height * Vec3::Y, height)
    }

    fn update(&mut self, step: Step) {
        let pointer = step.input.mouse.and_then(|mouse| mouse.on_plane_z());
        self.mouse = pointer.map(|place| place.truncate().as_dvec2());
        if step.input.pressed(JUMP) {
            self.play();
        }
        if step.input.pressed(RIGHT) {
            self.go_to(self.at + 1);
        }
        if step.input.pressed(LEFT) {
            self.go_to(self.at.saturating_sub(1));
        }
        if self.playing {
            self.due += step.dt;
            if self.due >= 1.0 {
                self.due -= 1.0;
                self.at += 1;
            }
            self.playing = !self.is_at_end();
        }
    }

    fn panel(&mut self, panel: &mut Panel<'_>) {
        let names = self.examples.each_ref().map(|example| example.name);
        let before = self.example;
        panel.choice("example", &mut self.example, &names);
        if self.example != before {
            self.run = Run::new(&self.examples[self.example].task);
            self.go_to(0);
            *panel.camera = self.camera();
        }
        panel.text_wrapped(self.examples[self.example].told);
        self.controls(panel);
        panel.heading(&format!("Step {} of {}", self.at, self.run.count()));
        panel.text_wrapped(words::told(&self.run, self.at));
        if self.is_at_end() {
            match self.run.end {
                End::Covered => panel.named("Done", ACCENT),
                _ => panel.named("It ends here", ERROR),
            }
            panel.text_wrapped(words::ended(&self.run.end));
        }
        panel.note("Space plays; Right and Left go a step on and back.");
    }

    fn pause(&mut self, _clock: &mut Clock) -> Option<&'static str> {
        self.playing = false;
        Some("Paused. Space goes on, Esc once more ends the lesson.")
    }

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        let mouse = self.mouse.filter(|_| self.circles);
        picture::draw(frame, &Shown { run: &self.run, at: self.at, mouse });
        Ok(())
    }
}

impl Force {
    fn controls(&mut self, panel: &mut Panel<'_>) {
        if panel.command("back") {
            self.go_to(self.at.saturating_sub(1));
        }
        panel.same_line();
        if panel.command("step") {
            self.go_to(self.at + 1);
        }
        panel.same_line();
        if panel.command(if self.playing { "pause" } else { "play" }) {
            self.play();
        }
        let mut done = self.at as f32;
        panel.slider("steps", &mut done, 0.0..=self.run.count().max(1) as f32, "%.0f");
        if done.round() as usize != self.at {
            self.go_to(done.round() as usize);
        }
        panel.switch("circles", &mut self.circles);
        panel.same_line();
        panel.note("of the triangles near the mouse");
    }
}
