//! The knight changes his mind: from one clip to another, at any moment, without a jump.
//!
//! ```text
//! request ── start 13.1 ─→ a kept pose, and a motion ── weight ── blend ─→ pose                     `Show::start`, `update`
//! layer ── feathered_mask 13.2 ─→ mask; its pose ── add_layer 13.3 ─→ laid over that pose           `Show::lay_over`
//! pose ── walk 02.4 ─→ model ── fill_palette 07.2 ─→ palette ── skin.vert 08.3 ─→ frame              `draw`
//! ```

mod knight;
mod panel;
mod past;
mod scene;
mod script;

use anyhow::Result;
use common::pose::is_pose;
use gl::colour::ERROR;
use gl::{Gl, HotReload, ModelLook};
use glam::{Mat4, Vec3, vec2, vec3};
use knight::Knight;
use panel::Instruments;
use scene::Show;
use stage::{Args, Camera, Frame, Inspected, Lesson, Pace, Panel, Step};
use std::process::ExitCode;
use std::rc::Rc;

fn main() -> ExitCode {
    stage::run::<ChangingYourMind>(env!("CARGO_BIN_NAME"))
}

/// Longest step of his motion, in seconds, so that it is the same at all rates of frames.
const STEP: f32 = 1.0 / 60.0;

/// Longest time before the end of a motion that plays once at which he fades back to the lasting one, in seconds.
const LEAD: f32 = 0.3;

struct ChangingYourMind {
    /// The knight as his files are now.
    latest: Rc<HotReload<Rc<Knight>>>,
    show: Show,
    /// The reason why the knight could not do what was asked.
    refusal: Option<String>,
    /// Seconds into the scene, while it plays.
    scene: Option<f32>,
    instruments: Instruments,
}

impl Lesson for ChangingYourMind {
    fn open(gl: &Gl, _args: &Args) -> Result<Self> {
        let latest = Knight::open(gl)?;
        let show = Show::new(&latest.get())?;
        Ok(Self { latest, show, refusal: None, scene: None, instruments: Instruments::new() })
    }

    fn camera(&self) -> Camera {
        Camera::orbit(vec3(0.0, 0.85, 0.0), 2.5, 300.0, 8.0)
    }

    fn pace(&self) -> Pace {
        Pace::Plays(script::SECONDS)
    }

    /// Asks him, by hand or as the scene has it, and lets time pass.
    fn update(&mut self, step: Step) {
        let scripted = self.instruments.scripted;
        self.scene = self.scene.filter(|_| scripted);
        let moved = self.renew().and_then(|()| match self.scene {
            None if scripted => self.go_to(step.time),
            Some(_) if !(0.0..1.0).contains(&step.dt) => self.go_to(step.time),
            _ => self.pass(step.dt.max(0.0)),
        });
        // A sum of short steps would drift away from the clock.
        self.scene = scripted.then_some(step.time);
        self.refusal = moved.err().map(|error| format!("{error:#}"));
    }

    /// Draws him in the pose on screen, above ground that passes by.
    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        frame.grid_moved(-self.show.gone() * Vec3::Z)?;
        frame.shadow(Vec3::ZERO, vec2(0.42, 0.42))?;
        if !is_pose(&self.show.pose) {
            frame.label(Vec3::Y, [0.0, 0.0], "a rotation on screen is not normalised", ERROR);
        }
        let world_from_joints = self.show.world_from_joints(self.instruments.matrices_mixed);
        let scene = &self.show.knight.scene;
        frame.model(scene, Mat4::IDENTITY, &world_from_joints, ModelLook::default())?;
        panel::mark(self, frame, &world_from_joints);
        Ok(())
    }

    fn panel(&mut self, panel: &mut Panel<'_>) {
        panel::show(self, panel);
    }

    fn inspected(&self) -> Option<Inspected> {
        let placed = self.show.world_from_joints(self.instruments.matrices_mixed);
        Some(Inspected::of_posed(&self.show.knight.scene, Mat4::IDENTITY, &placed).opens_on("upper_arm.R"))
    }
}

impl ChangingYourMind {
    /// Shows the knight from the start if his files were saved.
    fn renew(&mut self) -> Result<()> {
        let latest = self.latest.get();
        if !Rc::ptr_eq(&latest, &self.show.knight) {
            self.show = Show::new(&latest)?;
        }
        Ok(())
    }

    /// Goes to a moment of the scene, with everything that is recorded then.
    fn go_to(&mut self, time: f32) -> Result<()> {
        self.show = Show::new(&self.show.knight)?;
        self.scene = Some(0.0);
        self.pass(script::SECONDS)?;
        self.scene = Some(0.0);
        self.pass(time)
    }

    /// Lets any time pass, in short steps.
    fn pass(&mut self, seconds: f32) -> Result<()> {
        let steps = (seconds / STEP).ceil().max(1.0);
        (0..steps as u16).try_for_each(|_| self.step(seconds / steps))
    }

    /// Lets a short time pass.
    fn step(&mut self, dt: f32) -> Result<()> {
        let request = &mut self.instruments.request;
        if let Some(time) = &mut self.scene {
            script::ask(*time, request);
            *time = (*time + dt).rem_euclid(script::SECONDS);
        }
        self.show.update(dt, request)?;
        // A motion that ends fades back to the lasting one, early enough for the fade.
        let source = self.show.mixer.source().filter(|source| !source.looping);
        let left = source.map(|source| source.clip().seconds - source.time());
        if self.scene.is_none() && left.is_some_and(|left| left <= request.fade.clamp(STEP, LEAD)) {
            request.once = None;
        }
        Ok(())
    }
}
