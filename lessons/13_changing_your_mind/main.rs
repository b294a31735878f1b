//! The knight changes his mind: from one clip to another, at any moment, without a jump.
//!
//! ```text
//! walk, run ── advance 13.5 ─→ phase ── in_step 13.4 ─→ a pose of each ── blend ─→ stride             `BlendSpace::update`
//! request ── start 13.1 ─→ a kept pose, and a motion ── weight ── blend ─→ pose                     `Show::start`, `update`
//! layer ── feathered_mask 13.2 ─→ mask; its pose ── add_layer 13.3 ─→ laid over that pose           `Show::lay_over`
//! pose ── walk 02.4 ─→ model ── fill_palette 07.2 ─→ palette ── skin.vert 08.2 ─→ frame              `draw`
//! ```

mod knight;
mod panel;
mod past;
mod scene;
mod script;

use anyhow::Result;
use gl::colour::ERROR;
use gl::{Gl, HotReload};
use glam::{Mat4, Vec3, vec2, vec3};
use knight::{Knight, STRIDE, numbered};
use models::ModelLook;
use panel::{ON_AND_ON, ONCE, OVER_IT};
use scene::{Change, Edge, Request, Show};
use stage::{Args, Camera, Frame, Inspected, Lesson, Motion, Panel, Step};
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
    /// The knight as his files are now, and as he is shown.
    latest: Rc<HotReload<Rc<Knight>>>,
    knight: Rc<Knight>,
    show: Show,
    /// The reason why the knight could not do what was asked.
    refusal: Option<String>,
    /// True if the scene plays; and true if it did so in the last frame.
    scripted: bool,
    was_scripted: bool,
    /// Choices made by hand: indices into the panel's lists.
    on_and_on: usize,
    once: usize,
    over_it: usize,
    topic: usize,
    /// Seconds into the scene.
    time: f32,
    request: Request,
    matrices_mixed: bool,
    ground_moves: bool,
    trail_shown: bool,
    footprints_shown: bool,
    bones_shown: bool,
}

impl Lesson for ChangingYourMind {
    fn open(gl: &Gl, _args: &Args) -> Result<Self> {
        let latest = Knight::open(gl)?;
        let knight = latest.get().clone();
        let request = Request {
            motion: STRIDE,
            layer: None,
            added: false,
            change: Change::Fade,
            fade: 0.4,
            mix: 0.6,
            matched: true,
            amount: 1.0,
            mask: [Edge::Spine, Edge::Chest],
        };
        Ok(Self {
            show: Show::new(&knight)?,
            latest,
            knight,
            refusal: None,
            scripted: false,
            was_scripted: false,
            on_and_on: 1,
            once: 0,
            over_it: 0,
            topic: 0,
            time: 0.0,
            request,
            matrices_mixed: false,
            ground_moves: true,
            trail_shown: false,
            footprints_shown: true,
            bones_shown: false,
        })
    }

    fn camera(&self) -> Camera {
        Camera::orbit(vec3(0.0, 0.85, 0.0), 2.5, 300.0, 8.0)
    }

    fn motion(&self) -> Option<Motion> {
        Some(Motion { seconds: script::SECONDS, plays_at_start: true })
    }

    fn update(&mut self, step: Step) {
        let sought = self.scripted && (!self.was_scripted || !(0.0..1.0).contains(&step.dt));
        self.was_scripted = self.scripted;
        let moved = self.renew().and_then(|()| match sought {
            true => self.go_to(step.time),
            false => self.pass(step.dt.max(0.0)),
        });
        // A sum of short steps would drift away from the clock.
        self.time = step.time;
        self.refusal = moved.err().map(|error| format!("{error:#}"));
    }

    fn panel(&mut self, panel: &mut Panel<'_>) {
        panel::show(self, panel);
    }

    fn inspected(&self) -> Option<Inspected> {
        let placed = self.show.world_from_joints(self.matrices_mixed);
        Some(self.knight.scene.inspected_posed(Mat4::IDENTITY, &placed))
    }

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        let gone = if self.ground_moves { self.show.gone() } else { 0.0 };
        frame.grid_moved(-gone * Vec3::Z)?;
        frame.shadow(Vec3::ZERO, vec2(0.42, 0.42))?;
        if self.show.pose.iter().any(|joint| !joint.rotation.is_normalized()) {
            frame.label(Vec3::Y, [0.0, 0.0], "a rotation on screen is not normalised", ERROR);
        }
        let world_from_joints = self.show.world_from_joints(self.matrices_mixed);
        self.knight.scene.draw_posed(frame, Mat4::IDENTITY, &world_from_joints, ModelLook::default())?;
        panel::mark(self, frame, &world_from_joints);
        Ok(())
    }
}

/// Returns the index of a name in a list.
fn place(names: &[&str], name: &str) -> Option<usize> {
    names.iter().position(|other| *other == name)
}

impl ChangingYourMind {
    /// Returns the current request to him.
    fn request(&self) -> Request {
        let name = if self.once > 0 { ONCE[self.once] } else { ON_AND_ON[self.on_and_on] };
        let (motion, layer) = (numbered(name).unwrap_or(0), self.over_it.checked_sub(1));
        Request { motion, layer, ..self.request }
    }

    /// Lets a short time pass.
    fn step(&mut self, dt: f32) -> Result<()> {
        if self.scripted {
            let (motion, over_it, how) = script::wanted(self.time);
            self.request.added = how == "add";
            self.on_and_on = place(&ON_AND_ON, motion).unwrap_or(self.on_and_on);
            self.once = place(&ONCE, motion).unwrap_or(0);
            self.over_it = place(&OVER_IT, over_it).unwrap_or(0);
        }
        let request = self.request();
        self.show.update(dt, &request)?;
        // A motion that ends fades back to the lasting one, early enough for the fade.
        let left = self.show.mixer.source().and_then(common::clip::Motion::left);
        if !self.scripted && left.is_some_and(|left| left <= request.fade.clamp(STEP, LEAD)) {
            self.once = 0;
        }
        self.time = (self.time + dt).rem_euclid(script::SECONDS);
        Ok(())
    }

    /// Lets any time pass, in short steps.
    fn pass(&mut self, seconds: f32) -> Result<()> {
        let steps = (seconds / STEP).ceil().max(1.0);
        for _ in 0..steps as u16 {
            self.step(seconds / steps)?;
        }
        Ok(())
    }

    /// Replaces the knight if his files were saved, and shows him from the start.
    fn renew(&mut self) -> Result<()> {
        let latest = self.latest.get().clone();
        if !Rc::ptr_eq(&latest, &self.knight) {
            self.show = Show::new(&latest)?;
            self.knight = latest;
        }
        Ok(())
    }

    /// Goes to a moment of the scene, with everything that is recorded then.
    fn go_to(&mut self, time: f32) -> Result<()> {
        self.show = Show::new(&self.knight)?;
        self.time = 0.0;
        self.pass(script::SECONDS)?;
        self.time = 0.0;
        self.pass(time)
    }
}
