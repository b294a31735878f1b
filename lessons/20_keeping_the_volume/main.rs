//! Keeping the volume: one skin on two bones, mixed by matrices, by dual quaternions, and with a helper joint.

mod dual_quaternion;
mod helper;
mod painter;
mod panel;
mod scene;
mod skin;

use anyhow::Result;
use common::mesh::Mesh;
use gl::colour::{ACCENT, CHANGED, Colour, INK, rgb};
use gl::{Gl, MeshBuffers};
use glam::{Mat4, Vec3, vec2, vec3};
use painter::{SkinPainter, Skinning};
use scene::{SWEEP, Scene};
use skin::{HEIGHT, skin};
use stage::{Args, Camera, Frame, Inspected, Lesson, Pace, Panel, Step};
use std::process::ExitCode;

fn main() -> ExitCode {
    stage::run::<KeepingTheVolume>(env!("CARGO_BIN_NAME"))
}

/// The metres between two cylinders.
const APART: f32 = 1.5;
/// The names of the kinds of skinning, from left to right, each with its colour in the panel.
const WAYS: [(&str, Colour); 3] =
    [("matrices", CHANGED), ("dual quaternions", ACCENT), ("helper joint", rgb(0x3f8f4f))];

struct KeepingTheVolume {
    gl: Gl,
    scene: Scene,
    painter: SkinPainter,
    /// The metres from the joint to each end of the ramp, as requested, and as in the present skins.
    margin: f32,
    made: f32,
    /// The skin on two bones, and the one on the two and their helper.
    meshes: [Mesh; 2],
    buffers: [MeshBuffers; 2],
    /// The panel's chart, as an index into its charts.
    chart: usize,
    /// The cylinders that are shown, as an index into [`panel::SHOWN`].
    shown: usize,
}

impl Lesson for KeepingTheVolume {
    fn open(gl: &Gl, _args: &Args) -> Result<Self> {
        let margin = 0.3;
        let meshes = [false, true].map(|helped| skin(margin, helped));
        Ok(Self {
            gl: gl.clone(),
            scene: Scene::new(),
            painter: SkinPainter::new(gl)?,
            margin,
            made: margin,
            buffers: buffers(gl, &meshes)?,
            meshes,
            chart: 0,
            shown: 0,
        })
    }

    fn camera(&self) -> Camera {
        let (yaw, pitch) = (6.0, 9.0);
        if self.shown == 0 {
            return Camera::orbit(vec3(0.0, 0.5 * HEIGHT, 0.0), 2.15 * HEIGHT, yaw, pitch);
        }
        // A little to the side to which the upper half bends.
        Camera::orbit(foot(self.shown - 1) + vec3(0.2, 0.47 * HEIGHT, 0.0), 1.2 * HEIGHT, yaw, pitch)
    }

    fn pace(&self) -> Pace {
        Pace::Plays(SWEEP)
    }

    fn panel(&mut self, panel: &mut Panel<'_>) {
        panel::show(self, panel);
    }

    fn inspected(&self) -> Option<Inspected> {
        // The one in the middle is moved by dual quaternions, which aren't matrices.
        let by_matrices = [0, 2].into_iter().zip(&self.meshes).filter(|(i, _)| self.shows(*i));
        let skins = by_matrices.map(|(i, mesh)| (WAYS[i].0, mesh.clone(), foot(i)));
        let world_from_model = Mat4::from_translation(foot(self.shown.saturating_sub(1)));
        Some(self.scene.inspected(world_from_model, skins))
    }

    fn update(&mut self, step: Step) {
        if step.dt != 0.0 {
            self.scene.sweep(step.time);
        }
    }

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        frame.grid()?;
        let (palette, pairs) = (self.scene.palette(), self.scene.dual_palette());
        let matrices = Skinning::Matrices(&palette);
        let [plain, helped] = &self.buffers;
        let skins = [(plain, &matrices), (plain, &Skinning::Pairs(&pairs)), (helped, &matrices)];
        let all = WAYS.into_iter().zip(skins).enumerate();
        for (i, ((name, _), (mesh, skinning))) in all.filter(|(i, _)| self.shows(*i)) {
            let foot = foot(i);
            frame.shadow(foot, vec2(0.7, 0.7))?;
            frame.label(foot, [0.0, 26.0], name, INK);
            self.painter.draw(frame, mesh, Mat4::from_translation(foot), skinning, rgb(0xd9a066))?;
        }
        Ok(())
    }
}

impl KeepingTheVolume {
    fn shows(&self, cylinder: usize) -> bool {
        [0, cylinder + 1].contains(&self.shown)
    }

    /// Makes the skins again if their ramp has changed.
    fn remake(&mut self) -> Result<()> {
        if self.made != self.margin {
            self.meshes = [false, true].map(|helped| skin(self.margin, helped));
            self.buffers = buffers(&self.gl, &self.meshes)?;
            self.made = self.margin;
        }
        Ok(())
    }
}

/// Returns the place of a cylinder's foot, in world space.
fn foot(i: usize) -> Vec3 {
    Vec3::X * APART * (i as f32 - 1.0)
}

fn buffers(gl: &Gl, [plain, helped]: &[Mesh; 2]) -> Result<[MeshBuffers; 2]> {
    Ok([MeshBuffers::skin(gl, plain)?, MeshBuffers::skin(gl, helped)?])
}
