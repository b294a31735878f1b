//! Keyframes: a few poses with times, and everything between them computed. Beside it, ways that are often tried instead.

mod body;
mod motion;
mod panel;
mod scene;
mod ways;

use anyhow::Result;
use body::{Body, HEIGHT, JOINTS};
use common::gl::colour::{ACCENT, CHANGED, Colour, INK, joint_colour, mix, rgb, with_alpha};
use common::gl::{Gl, MeshBuffers, RiggedVertex, SkinLook, SkinPainter};
use common::stage::{self, Args, Camera, Frame, Lesson, Motion, Panel, Step};
use glam::{Mat4, Vec3, vec2, vec3};
use glium::Surface;
use scene::{Scene, Span, normalise, parent_from_joints};
use std::process::ExitCode;

fn main() -> ExitCode {
    stage::run::<KeyframesLesson>(env!("CARGO_BIN_NAME"))
}

/// How far apart two figures stand, in metres.
const APART: f32 = 2.3;
const SKIN: Colour = rgb(0xd8c39a);

struct KeyframesLesson {
    scene: Scene,
    body: Body,
    skin: MeshBuffers<RiggedVertex>,
    face: MeshBuffers<RiggedVertex>,
    painter: SkinPainter,
    /// What the panel shows.
    topic: usize,
    ghosts_shown: bool,
    axes_shown: bool,
}

impl Lesson for KeyframesLesson {
    fn open(gl: &Gl, _args: &Args) -> Result<Self> {
        let body = Body::new();
        Ok(Self {
            scene: Scene::new(),
            skin: MeshBuffers::new(gl, &body.mesh)?,
            face: MeshBuffers::new(gl, &Body::face())?,
            body,
            painter: SkinPainter::new(gl)?,
            topic: 0,
            ghosts_shown: false,
            axes_shown: false,
        })
    }

    fn camera(&self) -> Camera {
        Camera::orbit(vec3(0.0, 0.57 * HEIGHT, 0.0), 1.78 * HEIGHT, 14.0, 8.0)
    }

    fn motion(&self) -> Option<Motion> {
        Some(Motion { seconds: self.scene.keyframes.seconds(), plays_at_start: true })
    }

    fn update(&mut self, step: Step) {
        self.scene.advance(step.dt, step.time);
    }

    fn panel(&mut self, panel: &mut Panel<'_>) {
        panel::show(self, panel);
    }

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        frame.grid()?;
        let mut pose = self.scene.pose();
        let odd = normalise(&mut pose);
        let mut figures = vec![(parent_from_joints(&pose), "kept apart")];
        figures.extend(self.scene.pose_beside());
        let x = if figures.len() == 1 { 0.0 } else { -0.5 * APART };
        for (line, text) in odd.iter().enumerate() {
            frame.label(vec3(x, 1.25 * HEIGHT, 0.0), [0.0, 20.0 * line as f32], text, CHANGED);
        }
        for (i, (parent_from_joints, name)) in figures.iter().enumerate() {
            let stand = vec3(x + APART * i as f32, 0.0, 0.0);
            frame.shadow(stand, vec2(0.8, 0.8))?;
            let world_from_model = Mat4::from_translation(stand);
            if self.ghosts_shown {
                self.draw_ghosts(frame, world_from_model)?;
            }
            self.draw_figure(frame, world_from_model, parent_from_joints, name)?;
        }
        Ok(())
    }
}

impl KeyframesLesson {
    fn draw_figure(
        &self,
        frame: &mut Frame<'_>,
        world_from_model: Mat4,
        parent_from_joints: &[Mat4],
        name: &str,
    ) -> Result<()> {
        let palette = self.body.palette(parent_from_joints);
        let foot = world_from_model.transform_point3(Vec3::ZERO);
        let percent = self.body.volume_percent(&palette);
        let colour = if (percent - 100.0).abs() < 10.0 { INK } else { CHANGED };
        frame.label(foot, [0.0, 30.0], format!("{name}: {percent:.0} %"), colour);
        for (mesh, colour) in [(&self.skin, SKIN), (&self.face, INK)] {
            self.draw_skin(frame, mesh, world_from_model, &palette, colour)?;
        }
        if self.axes_shown {
            for (i, matrix) in self.body.model_from_joints(parent_from_joints).into_iter().enumerate() {
                let world_from_joint = world_from_model * matrix;
                frame.axes(world_from_joint, 0.6);
                let at = world_from_joint.w_axis.truncate();
                frame.label(at, [-44.0, 0.0], JOINTS[i], mix(joint_colour(i), INK, 0.3));
            }
        }
        Ok(())
    }

    /// The two keyframes that the figure is between.
    fn draw_ghosts(&self, frame: &mut Frame<'_>, world_from_model: Mat4) -> Result<()> {
        let Span { from, to, .. } = self.scene.span();
        for (key, colour) in [(from, ACCENT), (to, CHANGED)] {
            let parent_from_joints = parent_from_joints(&self.scene.keyframes.frames[key].pose);
            let palette = self.body.palette(&parent_from_joints);
            self.draw_skin(frame, &self.skin, world_from_model, &palette, with_alpha(colour, 0.22))?;
            // What is drawn after it lies over it, wherever it is.
            frame.target.clear_depth(1.0);
            let head = world_from_model * self.body.model_from_joints(&parent_from_joints)[2];
            frame.label(head.transform_point3(Vec3::Y), [0.0, -16.0], format!("key {key}"), INK);
        }
        Ok(())
    }

    fn draw_skin(
        &self,
        frame: &mut Frame<'_>,
        mesh: &MeshBuffers<RiggedVertex>,
        world_from_model: Mat4,
        palette: &[Mat4],
        colour: Colour,
    ) -> Result<()> {
        let look = SkinLook { colour, ..SkinLook::default() };
        self.painter.draw(&mut frame.target, &frame.view, mesh, world_from_model, palette, look)
    }
}
