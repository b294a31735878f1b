//! Through the world: he goes as far as his feet carry him, whoever leads: his root, or the program.
//!
//! ```text
//! root ── lead 14.1 ─→ figure in the world                                              `led.rs`
//! mix ──→ phase ── advance 14.3, in_step 14.2 ─→ a pose of each gait, speed of the ground  `paced.rs`
//! speed of the ground ── pace 14.4 ─→ mix, rate                                         `paced.rs`
//! ```

mod knight;
mod led;
mod paced;
mod panel;
mod trail;

use anyhow::Result;
use gl::{Gl, HotReload, ModelLook};
use glam::{Mat4, Vec3, vec2};
use knight::Knight;
use led::Led;
use paced::Paced;
use panel::{Instruments, Topic};
use stage::{Args, Camera, Frame, Inspected, Lesson, Pace, Panel, Step};
use std::process::ExitCode;
use std::rc::Rc;

fn main() -> ExitCode {
    stage::run::<ThroughTheWorld>(env!("CARGO_BIN_NAME"))
}

/// Seconds after which the limping knight has closed his circle, and after which his gaits begin again.
const SECONDS: [f32; 2] = [9.6, 10.0];

struct ThroughTheWorld {
    /// The knight as his files are now.
    latest: Rc<HotReload<Rc<Knight>>>,
    knight: Rc<Knight>,
    led: Led,
    paced: Paced,
    instruments: Instruments,
}

impl Lesson for ThroughTheWorld {
    fn open(gl: &Gl, _args: &Args) -> Result<Self> {
        let latest = Knight::open(gl)?;
        let knight = latest.get().clone();
        let (led, paced) = (Led::new(&knight), Paced::new(&knight));
        Ok(Self { latest, knight, led, paced, instruments: Instruments::new() })
    }

    fn camera(&self) -> Camera {
        match self.instruments.topic {
            Topic::Root => Camera::orbit(0.53 * Vec3::Y, 3.5, 32.0, 30.0),
            Topic::Mix | Topic::Pace => Camera::orbit(0.85 * Vec3::Y, 2.5, 300.0, 8.0),
        }
    }

    fn pace(&self) -> Pace {
        let seconds = SECONDS[usize::from(self.instruments.topic != Topic::Root)];
        Pace::Plays(seconds)
    }

    /// Lets time pass for the figure that is shown.
    fn update(&mut self, step: Step) {
        let is_new = self.renew();
        let dt = if is_new { step.time } else { step.dt };
        match self.instruments.asked() {
            None => self.led.update(dt, self.instruments.leader, self.instruments.every),
            Some(ask) => self.paced.update(dt, ask),
        }
    }

    /// Draws him and his footprints, above ground that stays or passes by.
    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        let (world_from_model, model_from_joints) = self.placed();
        let (below, moved, trail) = match self.instruments.topic {
            Topic::Root => (self.led.below(world_from_model), Vec3::ZERO, &self.led.trail),
            Topic::Mix | Topic::Pace => (Vec3::ZERO, self.paced.ground(), &self.paced.trail),
        };
        frame.grid_moved(moved)?;
        frame.shadow(below, vec2(0.42, 0.42))?;
        trail.draw(frame, moved);
        frame.model(&self.knight.scene, world_from_model, model_from_joints, ModelLook::default())
    }

    fn panel(&mut self, panel: &mut Panel<'_>) {
        panel::show(self, panel);
    }

    fn inspected(&self) -> Option<Inspected> {
        let (world_from_model, model_from_joints) = self.placed();
        Some(Inspected::of_posed(&self.knight.scene, world_from_model, model_from_joints).opens_on("hips"))
    }
}

impl ThroughTheWorld {
    /// Begins anew if the knight's files were saved, or something else is looked at. Returns true if it did.
    fn renew(&mut self) -> bool {
        let latest = self.latest.get().clone();
        let is_new = !Rc::ptr_eq(&latest, &self.knight) || self.instruments.is_new;
        if is_new {
            self.instruments.is_new = false;
            self.knight = latest;
            (self.led, self.paced) = (Led::new(&self.knight), Paced::new(&self.knight));
            self.paced.gaits.matched = self.instruments.matched;
        }
        is_new
    }

    /// Returns his matrix to the world, and those of his joints to the model.
    fn placed(&self) -> (Mat4, &[Mat4]) {
        match self.instruments.topic {
            Topic::Root => (self.led.world_from_model(self.instruments.leader), &self.led.model_from_joints),
            Topic::Mix | Topic::Pace => (self.knight.scene.world_from_model(), &self.paced.model_from_joints),
        }
    }
}
