//! The joints of a Collada file, moved by the keys that the file gives them.
//!
//! time → frame 06.1 or key 06.2 → matrices in the parents 06.3, places 06.4 → walk 02.4 → lines 04.1

mod frame_counter;
mod panel;
mod played;
mod scene;

use anyhow::Result;
use gl::Gl;
use gl::colour::INK;
use glam::{Mat4, Quat, Vec2, Vec3};
use panel::RULES;
use played::Played;
use scene::{Rule, Scene};
use stage::Models;
use stage::wings;
use stage::{Args, Camera, Clock, Frame, Inspected, Lesson, Pace, Panel, Pointer, Step};
use std::process::ExitCode;

/// The distance of the second figure from the first, in heights of the view.
const ASIDE: f32 = 0.75;

fn main() -> ExitCode {
    stage::run::<JointPlayback>(env!("CARGO_BIN_NAME"))
}

struct JointPlayback {
    models: Models<Played>,
    /// A camera that sees the whole motion of the model.
    around: Camera,
    scene: Scene,
    /// The chosen node of the model.
    chosen: Option<usize>,
    trail_shown: bool,
    /// True if the model is shown a second time, played by its keys' own times.
    is_twice: bool,
}

impl Lesson for JointPlayback {
    fn open(gl: &Gl, args: &Args) -> Result<Self> {
        let own = [
            ("heron", "joints/heron.dae"),
            ("tick", "joints/tick.dae"),
            ("curves", "joints/tick_curves.dae"),
        ];
        let read = |gl: &Gl, path: &_, is_own, _: &mut _| Played::read(gl, path, is_own);
        let models = Models::open(gl, args.model.as_deref(), own, read)?;
        let around = models.shown().get().camera(0);
        let mut scene = Scene::new();
        scene.begin(&models.shown().get());
        Ok(Self { models, around, scene, chosen: None, trail_shown: false, is_twice: false })
    }

    fn camera(&self) -> Camera {
        self.around
    }

    fn pace(&self) -> Pace {
        Pace::Plays(self.models.shown().get().seconds(self.scene.clip))
    }

    fn update(&mut self, step: Step) {
        let played = self.models.shown();
        self.scene.advance(step.dt, step.time, &played.get());
    }

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        frame.grid()?;
        let played = self.models.shown();
        let played = played.get();
        let world_from_nodes = self.scene.world_now(&played);
        self.draw_figure(&played, &world_from_nodes, Vec3::ZERO, frame)?;
        if self.is_twice {
            let aside = self.aside();
            let world_from_nodes = self.scene.world_by_own_times(&played);
            let world_from_nodes: Vec<Mat4> =
                world_from_nodes.iter().map(|matrix| Mat4::from_translation(aside) * *matrix).collect();
            self.draw_figure(&played, &world_from_nodes, aside, frame)?;
            self.name_rule(self.scene.rule, Vec3::ZERO, frame);
            self.name_rule(Rule::Times, aside, frame);
        }
        panel::mark(self, &played, &world_from_nodes, frame);
        Ok(())
    }

    fn panel(&mut self, panel: &mut Panel<'_>) {
        panel::show(self, panel);
    }

    fn pointer(&mut self, pointer: &Pointer, _clock: &mut Clock) -> bool {
        panel::press(self, pointer)
    }

    fn inspected(&self) -> Option<Inspected> {
        Some(self.scene.inspected(&self.models.shown().get()))
    }
}

impl JointPlayback {
    /// Returns the vector from the first figure to the second, to the right in the model's first view.
    fn aside(&self) -> Vec3 {
        Quat::from_rotation_y(self.around.yaw.to_radians()) * Vec3::X * (ASIDE * self.around.height)
    }

    /// Returns the point on the ground below a figure.
    fn ground(&self, aside: Vec3) -> Vec3 {
        self.around.target.with_y(0.0) + aside
    }

    fn draw_figure(
        &self,
        played: &Played,
        world_from_nodes: &[Mat4],
        aside: Vec3,
        frame: &mut Frame<'_>,
    ) -> Result<()> {
        frame.shadow(self.ground(aside), Vec2::splat(0.25 * self.around.height))?;
        played.model.skeletons.draw(&mut frame.target, &frame.view, world_from_nodes)?;
        wings::draw(frame, &played.model, world_from_nodes)
    }

    /// Writes a rule's name under a figure.
    fn name_rule(&self, rule: Rule, aside: Vec3, frame: &mut Frame<'_>) {
        for (_, name) in RULES.into_iter().filter(|(of, _)| *of == rule) {
            frame.label(self.ground(aside), [0.0, 30.0], name, INK);
        }
    }
}
