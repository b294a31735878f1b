//! An edge is forced into a triangulation, step by step.

mod forced;
mod hand;
mod picture;
mod sheet;
mod sketches;
mod words;

use crate::Scene;
use crate::force::forced::{End, Run};
use crate::force::sketches::{Example, Task, examples};
use anyhow::Result;
use glam::{DVec2, Vec3};
use hand::Hand;
use picture::Shown;
use side_scroller::time::{JUMP, LEFT, RIGHT};
use stage::gl::Gl;
use stage::gl::colour::{ACCENT, CHANGED, Colour, ERROR, INK};
use stage::{Branch, Camera, Frame, Panel, Pointer, Step};

pub struct Force {
    examples: [Example; 8],
    example: usize,
    task: Task,
    run: Run,
    /// How many steps are done.
    at: usize,
    playing: bool,
    /// In steps a second.
    speed: f32,
    /// How much of the next step's time is over while it plays, from 0 to 1.
    due: f32,
    circles: bool,
    mouse: Option<DVec2>,
    hand: Hand,
}

impl Force {
    pub fn open(_gl: &Gl) -> Result<Self> {
        let (examples, example) = (examples(), 5);
        let task = examples[example].task.clone();
        let (run, hand) = (Run::new(&task), Hand::empty());
        Ok(Self {
            examples,
            example,
            task,
            run,
            at: 0,
            playing: false,
            speed: 1.0,
            due: 0.0,
            circles: false,
            mouse: None,
            hand,
        })
    }

    /// Begins anew with what is wanted.
    fn begin(&mut self) {
        self.run = Run::new(&self.task);
        (self.at, self.playing, self.due) = (0, false, 0.0);
    }

    fn take_example(&mut self) {
        self.task = self.examples[self.example].task.clone();
        self.hand = Hand::empty();
        self.begin();
    }

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

impl Scene for Force {
    fn camera(&self) -> Camera {
        let places = &self.task.places;
        let low = places.iter().copied().reduce(DVec2::min).unwrap_or(DVec2::ZERO);
        let high = places.iter().copied().reduce(DVec2::max).unwrap_or(DVec2::ONE);
        let size = (high - low).as_vec2();
        // Room for the legend below, and for what is dragged.
        let height = (1.5 * size.y).max(1.05 * size.x).clamp(6.0, 100.0);
        Camera::flat((0.5 * (low + high)).as_vec2().extend(0.0) - 0.03 * height * Vec3::Y, height)
    }

    fn update(&mut self, step: &Step) {
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
            self.due += self.speed * step.dt;
            if self.due >= 1.0 {
                self.due -= 1.0;
                self.at += 1;
            }
            self.playing = !self.is_at_end();
        }
    }

    fn panel(&mut self, panel: &mut Panel<'_>) {
        let names = [0, 1, 2, 3, 4, 5, 6, 7].map(|example: usize| self.examples[example].name);
        let before = self.example;
        panel.choice("example", &mut self.example, &names);
        if self.example != before {
            self.take_example();
            *panel.camera = self.camera();
        }
        let is_given = self.task == self.examples[self.example].task;
        panel.text_wrapped(if is_given { self.examples[self.example].told } else { "Yours." });
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
        self.list(panel);
        panel.note(
            "Space plays; Right and Left go a step on and back. Drag a corner. Click two corners to want an edge between \
             them, or no longer. Double click for a new corner.",
        );
    }

    fn pointer(&mut self, pointer: &Pointer) -> bool {
        if self.hand.follow(pointer, &mut self.task) {
            self.begin();
        }
        self.hand.holds()
    }

    fn pause(&mut self) -> &'static str {
        self.playing = false;
        "Paused. Space goes on, Esc once more ends the lesson."
    }

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        let chosen = self.hand.chosen.map(|corner| self.run.corners[corner]);
        let mouse = self.mouse.filter(|_| self.circles);
        picture::draw(frame, &Shown { run: &self.run, at: self.at, chosen, mouse });
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
        panel.same_line();
        if panel.command("begin anew") {
            self.take_example();
        }
        panel.slider("speed", &mut self.speed, 0.25..=8.0, "%.2f steps/s");
        let mut done = self.at as f32;
        panel.slider("steps", &mut done, 0.0..=self.run.count().max(1) as f32, "%.0f");
        if done.round() as usize != self.at {
            self.go_to(done.round() as usize);
        }
        panel.switch("circles", &mut self.circles);
        panel.same_line();
        panel.note("of the triangles near the mouse");
    }

    /// All steps: those that are done have a filled dot, and the last of them is lit.
    fn list(&mut self, panel: &mut Panel<'_>) {
        let steps: Vec<ground::InsertionStep> =
            self.run.moments.iter().filter_map(|moment| moment.step).collect();
        let name = |(index, step): (usize, &ground::InsertionStep)| {
            format!("{}  {}", index + 1, words::short(*step))
        };
        let names: Vec<String> = steps.iter().enumerate().map(name).collect();
        let branch = |(index, name)| Branch {
            depth: 0,
            name,
            end: "",
            colour: colour(steps[index]),
            solid: index < self.at,
        };
        let branches: Vec<Branch<'_>> = names.iter().map(String::as_str).enumerate().map(branch).collect();
        let mut chosen = self.at.checked_sub(1);
        if panel.tree("list", 10.0, &branches, &mut chosen) {
            self.go_to(chosen.map_or(0, |chosen| chosen + 1));
        }
    }
}

fn colour(step: ground::InsertionStep) -> Colour {
    match step {
        ground::InsertionStep::There(_) => INK,
        ground::InsertionStep::Flip(_) | ground::InsertionStep::Corner(_) => ACCENT,
        ground::InsertionStep::Split(_) => CHANGED,
        ground::InsertionStep::Wait(_) | ground::InsertionStep::TooNarrow(_) => ERROR,
    }
}
