//! A lesson for `tests/scripts.rs`, with a ball that hops as keys say, and a mark to be saved.

use anyhow::{Context as _, Result};
use gl::Gl;
use gl::colour::{ACCENT, CHANGED, INK};
use glam::{Mat4, Vec3, vec3};
use stage::{Action, Args, Camera, Clock, Frame, Key, Lesson, Pace, Panel, Panels, Phase, Pointer, Step};
use std::process::ExitCode;

const JUMP: Action = Action::new("Jump", &[Key::SPACE, Key::UP, Key::char('w')]);
const LEFT: Action = Action::new("Left", &[Key::LEFT, Key::char('a')]);
const RIGHT: Action = Action::new("Right", &[Key::RIGHT, Key::char('d')]);
const UNDO: Action = Action::new("Undo", &[Key::char('z').ctrl()]);
const SAVE: Action = Action::new("Save", &[Key::char('s').ctrl()]);

/// The ball's speed along x, in metres per second.
const WALK: f32 = 2.0;
const LEAP: f32 = 4.5;
const FALL: f32 = -9.81;

/// The ball's place, and its speed upwards.
#[derive(Clone, Copy, Default)]
struct Ball {
    place: Vec3,
    rises: f32,
}

#[derive(Default)]
struct Hopper {
    before: Ball,
    ball: Ball,
    hops: u32,
    floats: bool,
    marks: Vec<Vec3>,
    unsaved: bool,
    hovered: bool,
}

impl Hopper {
    fn undo(&mut self) {
        self.unsaved |= self.marks.pop().is_some();
    }
}

impl Lesson for Hopper {
    const PACE: Pace = Pace::Fixed { hertz: 120 };
    const ACTIONS: &'static [Action] = &[JUMP, LEFT, RIGHT, UNDO, SAVE];

    fn open(_: &Gl, _: &Args) -> Result<Self> {
        Ok(Self::default())
    }

    fn camera(&self) -> Camera {
        Camera::flat(vec3(0.0, 0.8, 0.0), 4.0)
    }

    fn update(&mut self, Step { dt, input, .. }: Step) {
        self.before = self.ball;
        if input.pressed(JUMP) && self.ball.place.y == 0.0 {
            self.ball.rises = LEAP;
            self.hops += 1;
        }
        let walks = f32::from(u8::from(input.held(RIGHT))) - f32::from(u8::from(input.held(LEFT)));
        self.ball.place.x += WALK * walks * dt;
        self.ball.rises += if self.floats { 0.3 * FALL } else { FALL } * dt;
        self.ball.place.y += self.ball.rises * dt;
        if self.ball.place.y <= 0.0 {
            (self.ball.place.y, self.ball.rises) = (0.0, 0.0);
        }
        if input.pressed(UNDO) {
            self.undo();
        }
        if input.pressed(SAVE) {
            // A save that failed leaves the change unsaved, and the end asks again.
            let _ = self.save();
        }
        self.hovered = input.mouse.is_some_and(|mouse| mouse.over([((), self.ball.place)]).is_some());
    }

    fn panel(&mut self, panel: &mut Panel<'_>) {
        panel.switch("floats", &mut self.floats);
        panel.number("hops", &format!("{} hops", self.hops));
    }

    fn panels(&mut self, panels: &mut Panels<'_>) {
        panels.menu("Edit", |menu| {
            if menu.item_if(!self.marks.is_empty(), "Undo", "Ctrl+Z") {
                self.undo();
            }
        });
        panels.bottom(90.0, |panel| {
            panel.number("marks", &format!("{} marks", self.marks.len()));
            panel.number_field("place", &mut self.ball.place.x, 0.01, "%.2f m");
        });
    }

    fn pointer(&mut self, pointer: &Pointer, _: &mut Clock) -> bool {
        if pointer.phase == Phase::Press && pointer.double {
            self.marks.extend(pointer.on_plane_z());
            self.unsaved = true;
        }
        false
    }

    fn unsaved(&self) -> Option<String> {
        self.unsaved.then(|| format!("You have set {} marks.", self.marks.len()))
    }

    fn save(&mut self) -> Result<()> {
        let text: String = self.marks.iter().map(|mark| format!("{} {}\n", mark.x, mark.y)).collect();
        std::fs::write("marks.txt", text).context("cannot write marks.txt")?;
        self.unsaved = false;
        Ok(())
    }

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        frame.grid()?;
        let place = self.before.place.lerp(self.ball.place, frame.between);
        frame.axes(Mat4::from_translation(place), 0.4);
        let colour = if self.hovered { CHANGED } else { ACCENT };
        frame.label(place, [0.0, -18.0], "ball", colour);
        for mark in &self.marks {
            frame.label(*mark, [0.0; 2], "×", INK);
        }
        Ok(())
    }
}

fn main() -> ExitCode {
    // It has no text of its own.
    stage::run::<Hopper>("01-hierarchical-transforms")
}
