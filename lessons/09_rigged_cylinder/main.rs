//! The rigged cylinder: three blended bones, normals that follow, and a lamp that stays where it is.

mod figure;
mod rigged;

use anyhow::Result;
use common::clip::there_and_back;
use common::gl::colour::{ACCENT, CHANGED, INK, joint_colour, mix, rgb};
use common::gl::{Gl, Mesh, RiggedMesh};
use common::shapes::octahedron;
use common::skin::normal_palette;
use common::stage::{self, Args, Camera, Frame, Lesson, Motion, Panel, Step};
use figure::{Bones, Figure, HEIGHT, LENGTH, Making, duals};
use glam::{Mat3, Mat4, Quat, Vec3, vec2, vec3};
use rigged::{Lamp, LampPainter, Pull};
use std::f32::consts::TAU;
use std::process::ExitCode;

fn main() -> ExitCode {
    stage::run::<RiggedCylinder>(env!("CARGO_BIN_NAME"))
}

/// Seconds of one sweep there and back.
const SWEEP: f32 = 4.0;
/// Seconds in which the lamp goes round once: two sweeps, so that both come round together.
const ROUND: f32 = 2.0 * SWEEP;
/// The largest bend to either side, in degrees.
const LARGEST: f32 = 25.0;
/// How far apart two figures stand, in metres.
const APART: f32 = 1.7;
/// Points around the cylinder and slices along it: for looking at, and for measuring.
const COARSE: (u16, u16) = (40, 48);
const FINE: (u16, u16) = (400, 248);

struct RiggedCylinder {
    gl: Gl,
    bones: Bones,
    painter: LampPainter,
    bone: Mesh,
    stiff: RiggedMesh,
    making: Making,
    figure: Figure,
    skin: RiggedMesh,
    lamp: Lamp,
    lamp_angle: f32,
    /// Degrees, as all angles here.
    bend: f32,
    twist: f32,
    /// What the bend is when it is added up step by step, and which way it goes.
    added: f32,
    upwards: bool,
    by_steps: usize,
    stretch: f32,
    normals: usize,
    beside: usize,
    topic: usize,
    bones_shown: bool,
}

fn degrees(axis: Vec3, degrees: f32) -> Quat {
    Quat::from_axis_angle(axis, degrees.to_radians())
}

impl RiggedCylinder {
    /// Every bone's turn in its parent.
    fn turns(&self) -> [Quat; 3] {
        let bend = if self.by_steps == 1 { self.added } else { self.bend };
        [Quat::IDENTITY, degrees(Vec3::Z, bend), degrees(Vec3::Z, -bend) * degrees(Vec3::Y, self.twist)]
    }

    fn palette(&self) -> Vec<Mat4> {
        self.bones.palette(self.turns(), self.stretch)
    }

    /// The matrices for normals that are chosen: the right ones, those of directions, or none.
    fn normal_palette(&self, palette: &[Mat4]) -> Vec<Mat3> {
        match self.normals {
            0 => normal_palette(palette),
            1 => palette.iter().map(|&matrix| Mat3::from_mat4(matrix)).collect(),
            _ => vec![Mat3::IDENTITY; palette.len()],
        }
    }

    /// Makes the cylinder again if it is to be made otherwise.
    fn remake(&mut self) -> Result<()> {
        if self.figure.making != self.making {
            self.figure = Figure::skinned(self.making);
            self.skin = self.figure.upload(&self.gl)?;
        }
        Ok(())
    }

    fn weights_panel(&mut self, panel: &mut Panel<'_>) {
        let mut often_seen = usize::from(self.making.often_seen);
        panel.choice("ramp", &mut often_seen, &["continuous", "often seen"]);
        self.making.often_seen = often_seen == 1;
        panel.slider("margin", &mut self.making.margin, 0.005..=0.16, "%.3f");
        panel.switch("weights", &mut self.lamp.weights_shown);
        panel.same_line();
        let mut fine = self.making.samples > COARSE.0;
        panel.switch("fine", &mut fine);
        (self.making.samples, self.making.slices) = if fine { FINE } else { COARSE };
        let solid = &self.figure.solid;
        panel.note(&format!("{} vertices, {} triangles", solid.positions.len(), solid.triangles.len()));
    }

    fn light_panel(&mut self, panel: &mut Panel<'_>) {
        panel.choice("normals", &mut self.normals, &["normal matrix", "as directions", "not at all"]);
        panel.slider("stretch", &mut self.stretch, 0.3..=3.0, "%.2f ×");
        panel.slider("ambient", &mut self.lamp.ambient, 0.0..=1.0, "%.2f");
        panel.slider("diffuse", &mut self.lamp.diffuse, 0.0..=1.0, "%.2f");
        panel.slider("specular", &mut self.lamp.specular, 0.0..=1.0, "%.2f");
        panel.slider("shininess", &mut self.lamp.shininess, 1.0..=128.0, "%.0f");
        let mut halfway = usize::from(self.lamp.halfway);
        panel.choice("highlight", &mut halfway, &["Phong", "Blinn–Phong"]);
        self.lamp.halfway = halfway == 1;
    }

    fn twist_panel(&mut self, panel: &mut Panel<'_>) {
        panel.slider("twist", &mut self.twist, -180.0..=180.0, "%.0f°");
        panel.slider("margin", &mut self.making.margin, 0.005..=0.16, "%.3f");
        panel.heading("Room of each slice, from foot to top");
        let [linear, dual] = self.figure.rooms(&self.palette());
        panel.curves(
            "room",
            0.0..=1.2,
            &[("matrices", CHANGED, &linear), ("dual quaternions", ACCENT, &dual)],
        );
    }

    fn draw_bones(&self, frame: &mut Frame<'_>, world_from_model: Mat4) -> Result<()> {
        for (i, model_from_bone) in self.bones.model_from_bones(self.turns()).into_iter().enumerate() {
            let world_from_bone = world_from_model * model_from_bone;
            frame.solid(&self.bone, world_from_bone, joint_colour(i))?;
            let place = world_from_bone.transform_point3(vec3(0.0, 0.5 * LENGTH, 0.0));
            frame.label(place, [-60.0, 0.0], format!("bone {i}"), mix(joint_colour(i), INK, 0.4));
        }
        Ok(())
    }
}

impl Lesson for RiggedCylinder {
    fn open(gl: &Gl, _args: &Args) -> Result<Self> {
        let making = Making { margin: 1.0 / 24.0, often_seen: false, samples: COARSE.0, slices: COARSE.1 };
        let figure = Figure::skinned(making);
        Ok(Self {
            gl: gl.clone(),
            bones: Bones::new(),
            painter: LampPainter::new(gl)?,
            bone: Mesh::solid(gl, &octahedron(LENGTH, 0.16))?,
            stiff: Figure::stiff(making).upload(gl)?,
            skin: figure.upload(gl)?,
            making,
            figure,
            lamp: Lamp {
                place: Vec3::ZERO,
                ambient: 0.22,
                diffuse: 0.75,
                specular: 0.35,
                shininess: 24.0,
                halfway: false,
                weights_shown: false,
                bands: true,
                colour: rgb(0xc8b79a),
            },
            lamp_angle: 0.0,
            bend: -LARGEST,
            twist: 0.0,
            added: -LARGEST,
            upwards: true,
            by_steps: 0,
            stretch: 1.0,
            normals: 0,
            beside: 1,
            topic: 0,
            bones_shown: false,
        })
    }

    fn camera(&self) -> Camera {
        Camera::orbit(vec3(0.0, 0.5 * HEIGHT, 0.0), 1.32 * HEIGHT, 18.0, 8.0)
    }

    fn motion(&self) -> Option<Motion> {
        Some(Motion { seconds: ROUND, plays_at_start: true })
    }

    fn update(&mut self, step: Step) {
        self.lamp_angle = TAU * step.time / ROUND;
        if step.dt == 0.0 {
            return;
        }
        // Without a minus on zero.
        self.bend = LARGEST * there_and_back(step.time, SWEEP) + 0.0;
        // The other way: a bit more with every step, and back when the end was passed.
        let turned = 4.0 * LARGEST / SWEEP * step.dt;
        self.added += if self.upwards { turned } else { -turned };
        if self.added.abs() > LARGEST {
            self.upwards = self.added < 0.0;
        }
    }

    fn panel(&mut self, panel: &mut Panel<'_>) {
        if panel.slider("bend", &mut self.bend, -90.0..=90.0, "%.1f°") {
            panel.clock.playing = false;
            self.added = self.bend;
        }
        panel.choice("turned by", &mut self.by_steps, &["angle", "steps"]);
        if self.by_steps == 1 {
            panel.number(
                "added",
                &format!("added up {:.2}°, off by {:.2}°", self.added, self.added - self.bend),
            );
        }
        panel.choice("beside it", &mut self.beside, &["nothing", "stiff parts", "dual quat."]);
        panel.switch("bones", &mut self.bones_shown);
        panel.same_line();
        panel.switch("bands", &mut self.lamp.bands);
        panel.choice("look at", &mut self.topic, &["weights", "light", "twist"]);
        match self.topic {
            0 => self.weights_panel(panel),
            1 => self.light_panel(panel),
            _ => self.twist_panel(panel),
        }
        if let Err(error) = self.remake() {
            panel.note(&format!("{error:#}"));
        }
    }

    fn vertices(&self) -> Option<usize> {
        Some(self.figure.solid.positions.len())
    }

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        frame.grid()?;
        let (sin, cos) = self.lamp_angle.sin_cos();
        let lamp = Lamp { place: vec3(2.2 * cos, 2.6, 2.2 * sin), ..self.lamp };
        frame.lines.line(lamp.place, lamp.place, 16.0, rgb(0xe8b93c));
        frame.label(lamp.place, [0.0, -20.0], "lamp", INK);
        let x = if self.beside == 0 { 0.0 } else { 0.5 * APART };
        let [here, there] = [x, -x].map(|x| Mat4::from_translation(Vec3::X * x));
        let palette = self.palette();
        let normals = self.normal_palette(&palette);
        let names = ["", "stiff parts", "dual quaternions"];
        for (stand, name) in [(here, "skin"), (there, names[self.beside])] {
            let foot = stand.transform_point3(Vec3::ZERO);
            frame.shadow(foot, vec2(0.7, 0.7))?;
            frame.label(foot, [0.0, 26.0], if self.beside == 0 { "" } else { name }, INK);
        }
        if self.bones_shown {
            self.draw_bones(frame, here)?;
        } else {
            self.painter.draw(frame, &self.skin, here, Pull::Linear(&palette, &normals), &lamp)?;
        }
        match self.beside {
            1 => self.painter.draw(frame, &self.stiff, there, Pull::Linear(&palette, &normals), &lamp),
            2 => self.painter.draw(frame, &self.skin, there, Pull::Dual(&duals(&palette)), &lamp),
            _ => Ok(()),
        }
    }
}
