//! The rigged cylinder: three blended bones, normals that follow, and a lamp that stays where it is.

mod cylinder;
mod lamp;
mod often_seen;
mod panel;
mod scene;

use anyhow::Result;
use common::mesh::Mesh;
use common::shapes::octahedron;
use cylinder::{HEIGHT, LENGTH, Weights};
use gl::colour::{INK, joint_colour, mix, rgb};
use gl::{Gl, MeshBuffers};
use glam::{Mat4, Vec3, vec2, vec3};
use lamp::{CLAY, LAMP, Lamp, LampPainter, Material, lamp_place};
use panel::WEIGHTS;
use scene::{SWEEP, Scene};
use stage::{Args, Camera, Frame, Inspected, Lesson, Pace, Panel, Step};
use std::f32::consts::TAU;
use std::process::ExitCode;

fn main() -> ExitCode {
    stage::run::<RiggedCylinder>(env!("CARGO_BIN_NAME"))
}

/// The seconds in which the lamp goes around once, two sweeps, so that both repeat together.
const ROUND: f32 = 2.0 * SWEEP;
/// The metres between the two cylinders.
const APART: f32 = 1.7;

struct RiggedCylinder {
    gl: Gl,
    scene: Scene,
    painter: LampPainter,
    bone: MeshBuffers,
    rigid: MeshBuffers,
    weights: Weights,
    /// The skin with the present weights.
    mesh: Mesh,
    skin: MeshBuffers,
    lamp: Lamp,
    material: Material,
    lamp_angle: f32,
    /// True if rigid parts are shown beside the skin.
    rigid_shown: bool,
    bones_shown: bool,
}

impl Lesson for RiggedCylinder {
    fn open(gl: &Gl, _args: &Args) -> Result<Self> {
        let mesh = cylinder::skinned(WEIGHTS);
        Ok(Self {
            gl: gl.clone(),
            scene: Scene::new(),
            painter: LampPainter::new(gl)?,
            bone: MeshBuffers::new(gl, &octahedron(LENGTH, 0.16))?,
            rigid: MeshBuffers::skin(gl, &cylinder::rigid())?,
            skin: MeshBuffers::skin(gl, &mesh)?,
            weights: WEIGHTS,
            mesh,
            lamp: LAMP,
            material: CLAY,
            lamp_angle: 0.0,
            rigid_shown: true,
            bones_shown: false,
        })
    }

    fn camera(&self) -> Camera {
        Camera::orbit(vec3(0.0, 0.48 * HEIGHT, 0.0), 1.26 * HEIGHT, 18.0, 8.0)
    }

    fn pace(&self) -> Pace {
        Pace::Plays(ROUND)
    }

    fn panel(&mut self, panel: &mut Panel<'_>) {
        panel::show(self, panel);
    }

    fn inspected(&self) -> Option<Inspected> {
        Some(self.scene.inspected(&self.mesh, Mat4::from_translation(Vec3::X * self.stand())))
    }

    fn update(&mut self, step: Step) {
        self.lamp_angle = TAU * step.time / ROUND;
        if step.dt != 0.0 {
            self.scene.sweep(step.time);
        }
    }

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        frame.grid()?;
        let lamp = Lamp { place: lamp_place(self.lamp_angle), ..self.lamp };
        frame.lines.line(lamp.place, lamp.place, 16.0, rgb(0xe8b93c));
        frame.label(lamp.place, [0.0, -20.0], "lamp", INK);

        let x = self.stand();
        let [here, there] = [x, -x].map(|x| Mat4::from_translation(Vec3::X * x));
        let names = if self.rigid_shown { ["skin", "rigid parts"] } else { ["", ""] };
        for (stand, name) in [here, there].into_iter().zip(names) {
            let foot = stand.transform_point3(Vec3::ZERO);
            frame.shadow(foot, vec2(0.7, 0.7))?;
            frame.label(foot, [0.0, 26.0], name, INK);
        }

        let light = (&lamp, &self.material);
        let palette = self.scene.palette();
        let normals = self.scene.normal_palette(&palette);
        if self.bones_shown {
            self.draw_bones(frame, here)?;
        } else {
            self.painter.draw(frame, &self.skin, here, (&palette, &normals), light)?;
        }
        if self.rigid_shown {
            self.painter.draw(frame, &self.rigid, there, (&palette, &normals), light)?;
        }
        Ok(())
    }
}

impl RiggedCylinder {
    /// Returns the x coordinate of the skin.
    fn stand(&self) -> f32 {
        if self.rigid_shown { 0.5 * APART } else { 0.0 }
    }

    fn draw_bones(&self, frame: &mut Frame<'_>, world_from_model: Mat4) -> Result<()> {
        for (i, model_from_bone) in self.scene.model_from_bones().into_iter().enumerate() {
            let world_from_bone = world_from_model * model_from_bone;
            frame.solid(&self.bone, world_from_bone, joint_colour(i))?;
            let place = world_from_bone.transform_point3(vec3(0.0, 0.5 * LENGTH, 0.0));
            frame.label(place, [-60.0, 0.0], format!("bone {i}"), mix(joint_colour(i), INK, 0.4));
        }
        Ok(())
    }
}
