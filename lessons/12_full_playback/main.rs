//! A whole character plays its clips: channels, an animator, and the skin that follows.
//!
//! ```text
//! time ── update 12.2 ─→ time in the clip ── sample 12.1 ─→ pose       `update`
//! pose ── walk 02.4 ─→ model                                           `update`
//! model ── fill_palette 07.2 ─→ palette ── skin.vert 08.3 ─→ frame     `draw`
//! ```

mod panel;
mod played;
mod player;

use anyhow::Result;
use common::pose::walk;
use gl::Gl;
use gl::ModelLook;
use glam::{Vec2, Vec3};
use panel::Instruments;
use played::Played;
use player::Player;
use stage::{Args, Camera, Clock, Frame, Inspected, Lesson, Models, Pace, Panel, Pointer, Step};
use std::process::ExitCode;
use std::rc::Rc;

fn main() -> ExitCode {
    stage::run::<FullPlayback>(env!("CARGO_BIN_NAME"))
}

struct FullPlayback {
    models: Models<Rc<Played>>,
    /// Made anew when another model or clip is chosen, or when a file is saved.
    player: Player,
    instruments: Instruments,
}

impl Lesson for FullPlayback {
    fn open(gl: &Gl, args: &Args) -> Result<Self> {
        let own = [("knight", "knight/knight.dae"), ("tick", "joints/tick.dae")];
        let read = |gl: &Gl, path: &_, _is_own, others: &mut _| Ok(Rc::new(Played::read(gl, path, others)?));
        let models = Models::open(gl, args.model.as_deref(), own, read)?;
        let mut instruments = Instruments::new(&models.shown().get());
        let player = Player::new(instruments.choice(&models));
        Ok(Self { models, player, instruments })
    }

    fn camera(&self) -> Camera {
        Camera::around(self.player.choice.played.places.iter().copied(), 32.0, 12.0)
    }

    fn pace(&self) -> Pace {
        Pace::Plays(self.player.animator.clip().seconds)
    }

    /// Computes the pose at a time, and its matrices to the model.
    fn update(&mut self, step: Step) {
        // A new player is at its start.
        let dt = if self.renew() { step.time } else { step.dt };
        let Player { animator, model_from_nodes, .. } = &mut self.player;
        animator.update(dt);
        let pose = animator.pose();
        walk(&animator.rig().skeleton, |node| pose[node].to_matrix(), model_from_nodes);
    }

    /// Computes a palette for each surface, and draws it.
    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        let (world_from_model, model_from_nodes) = self.player.placed();
        let played = &self.player.choice.played;
        frame.grid()?;
        frame.shadow(Vec3::ZERO, Vec2::splat(0.322 * played.reach()))?;
        frame.model(&played.scene, world_from_model, model_from_nodes, ModelLook::default())?;
        if played.scene.asset.surfaces.is_empty() {
            frame.skeletons(&played.scene, world_from_model, model_from_nodes)?;
        }
        panel::mark(self, frame);
        Ok(())
    }

    fn panel(&mut self, panel: &mut Panel<'_>) {
        panel::show(self, panel);
    }

    fn pointer(&mut self, pointer: &Pointer, _clock: &mut Clock) -> bool {
        panel::press(self, pointer)
    }

    fn inspected(&self) -> Option<Inspected> {
        let (world_from_model, model_from_nodes) = self.player.placed();
        let inspected =
            Inspected::of_posed(&self.player.choice.played.scene, world_from_model, model_from_nodes);
        Some(inspected.follows(self.instruments.node))
    }
}

impl FullPlayback {
    /// Plays what is chosen from its start, unless that plays already. Returns true if it is new.
    fn renew(&mut self) -> bool {
        let choice = self.instruments.choice(&self.models);
        let is_new = choice != self.player.choice;
        if is_new {
            let looping = self.player.animator.looping;
            self.player = Player::new(choice);
            self.player.animator.looping = looping;
        }
        is_new
    }
}
