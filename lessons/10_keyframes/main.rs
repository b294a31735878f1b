//! Keyframes: a few poses with times, and all between them computed; beside it, methods that are often tried instead.
//!
//! ```text
//! matrix ── scale_and_rotation 10.1 ─→ scale and rotation                                           `matrix.rs`
//! time ── step 10.3 ─→ keyframe, and seconds in it ── between 10.4, by slerp 10.2 ─→ pose            `update`, `draw`
//! pose ── walk 02.4 ─→ model ── fill_palette 07.2 ─→ palette ── skin.vert 08.3 ─→ frame              `draw`
//! ```

mod body;
mod dial;
mod keyframes;
mod matrix;
mod motion;
mod panel;
mod scene;
mod ways;

use anyhow::Result;
use body::{Body, HEIGHT};
use dial::Dial;
use gl::Gl;
use gl::colour::{ACCENT, CHANGED, INK, with_alpha};
use glam::{Mat4, Vec3, vec2, vec3};
use matrix::Made;
use panel::Topic;
use scene::{Scene, Span, parent_from_joints};
use stage::{Args, Camera, Frame, Inspected, Lesson, Pace, Panel, Step};
use std::process::ExitCode;

fn main() -> ExitCode {
    stage::run::<KeyframesLesson>(env!("CARGO_BIN_NAME"))
}

/// Metres between two figures.
const APART: f32 = 2.3;

struct KeyframesLesson {
    scene: Scene,
    body: Body,
    topic: Topic,
    dial: Dial,
    matrix: Made,
    ghosts_shown: bool,
}

impl Lesson for KeyframesLesson {
    fn open(gl: &Gl, _args: &Args) -> Result<Self> {
        Ok(Self {
            scene: Scene::new(),
            body: Body::new(gl)?,
            topic: Topic::Easing,
            dial: Dial::new(),
            matrix: Made::new(),
            ghosts_shown: false,
        })
    }

    fn camera(&self) -> Camera {
        Camera::orbit(vec3(0.0, 0.57 * HEIGHT, 0.0), 1.78 * HEIGHT, 14.0, 8.0)
    }

    fn pace(&self) -> Pace {
        Pace::Plays(self.scene.keyframes.seconds())
    }

    /// Moves the playhead.
    fn update(&mut self, step: Step) {
        self.scene.advance(step.dt, step.time);
    }

    /// Computes the pose at the playhead, and for each figure a palette, and draws it.
    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        frame.grid()?;
        match self.topic {
            Topic::Dial => return self.dial.draw(frame, &self.body),
            Topic::Matrix => return self.matrix.draw(frame, &self.body),
            Topic::Easing | Topic::Speed => {}
        }
        let (pose, odd) = self.scene.pose();
        let mut figures = vec![(pose, "kept apart")];
        figures.extend(self.scene.pose_beside());
        for (line, text) in odd.iter().enumerate() {
            frame.label(self.stand(0).with_y(1.25 * HEIGHT), [0.0, 20.0 * line as f32], text, CHANGED);
        }
        for (i, (parent_from_joints, name)) in figures.iter().enumerate() {
            let stand = self.stand(i);
            frame.shadow(stand, vec2(0.8, 0.8))?;
            let world_from_model = Mat4::from_translation(stand);
            if self.ghosts_shown {
                self.draw_ghosts(frame, world_from_model)?;
            }
            let palette = self.body.palette(parent_from_joints);
            let percent = self.body.volume_percent(&palette);
            let colour = if (percent - 100.0).abs() < 10.0 { INK } else { CHANGED };
            frame.label(stand, [0.0, 30.0], format!("{name}: {percent:.0} %"), colour);
            self.body.draw(frame, world_from_model, &palette)?;
        }
        Ok(())
    }

    fn panel(&mut self, panel: &mut Panel<'_>) {
        panel::show(self, panel);
    }

    fn inspected(&self) -> Option<Inspected> {
        let (world_from_model, parent_from_joints) = match self.topic {
            Topic::Dial => (self.dial.world_from_figure(), Body::bind_pose().to_vec()),
            Topic::Matrix => (self.matrix.world_from_figure(), Body::bind_pose().to_vec()),
            Topic::Easing | Topic::Speed => (Mat4::from_translation(self.stand(0)), self.scene.pose().0),
        };
        Some(self.body.inspected(world_from_model, parent_from_joints))
    }
}

impl KeyframesLesson {
    /// The position of a figure: of the first, or of the one beside it.
    fn stand(&self, figure: usize) -> Vec3 {
        let is_alone = self.scene.pose_beside().is_none();
        if is_alone { Vec3::ZERO } else { Vec3::X * APART * (figure as f32 - 0.5) }
    }

    /// Draws the two keyframes that the figure is between.
    fn draw_ghosts(&self, frame: &mut Frame<'_>, world_from_model: Mat4) -> Result<()> {
        let Span { from, to, .. } = self.scene.span();
        for (key, colour, aside) in [(from, ACCENT, -46.0), (to, CHANGED, 46.0)] {
            let parent_from_joints = parent_from_joints(&self.scene.keyframes.frames[key].pose);
            let palette = self.body.palette(&parent_from_joints);
            self.body.draw_ghost(frame, world_from_model, &palette, with_alpha(colour, 0.22))?;
            let head = world_from_model * self.body.model_from_joints(&parent_from_joints)[2];
            // Beside it, since there may be a face in front.
            frame.label(head.transform_point3(Vec3::Y), [aside, -16.0], format!("key {key}"), INK);
        }
        Ok(())
    }
}
