//! One tube, twice: each vertex pulled by one joint alone, and by the four that pull most, mixed on the graphics card.

mod arm;
mod skin;

use anyhow::Result;
use common::gl::colour::{ERROR, FAINT, INK, STEEL, joint_colour, mix, with_alpha};
use common::gl::{Gl, RiggedVertex, SkinLook, SkinPainter, VertexShader, View};
use common::pose::model_from_joints;
use common::skeleton::Skeleton;
use common::skin::{joints_from_bind, palette, skin_point};
use common::stage::{self, Args, Camera, Clock, Frame, Lesson, Motion, Panel, Pointer, Step};
use common::transform::transform_point;
use glam::{Mat4, Vec3, vec2, vec3};
use skin::{Placed, Skin, thousands};
use std::process::ExitCode;

fn main() -> ExitCode {
    stage::run::<Blending>(env!("CARGO_BIN_NAME"))
}

/// Seconds until the arm is straight again.
const ROLL: f32 = 4.0;
/// The two arms.
const ARMS: [&str; 2] = ["rigid", "blended"];
/// Where they stand, in the world.
const FEET: [Vec3; 2] = [vec3(-1.0, 0.0, 0.0), vec3(0.6, 0.0, 0.0)];
/// What is in the middle of the view at first, in the world.
const MIDDLE: Vec3 = vec3(0.3, 1.1, 0.0);
/// How many times larger a vertex is seen from near.
const CLOSER: f32 = 3.0;
/// Sums that differ by less are the same but for rounding, in metres.
const SAME: f32 = 1e-5;

struct Blending {
    gl: Gl,
    painter: SkinPainter,
    /// The shader that draws the skins, with its results read back.
    shader: VertexShader<Placed>,
    skeleton: Skeleton,
    joints_from_bind: Vec<Mat4>,
    skins: [Skin; 2],
    /// How wide the blend is, in bones, and how wide the skin was made for.
    width: f32,
    made_width: f32,
    /// Why a skin could not be made.
    refusal: Option<String>,
    phase: f32,
    bend: f32,
    weights_shown: bool,
    skeleton_shown: bool,
    /// Whether the chosen vertex is looked at from near.
    close: bool,
    /// The chosen arm and vertex.
    arm: usize,
    vertex: f32,
}

impl Blending {
    fn posed_from_joints(&self) -> Vec<Mat4> {
        model_from_joints(&self.skeleton, &arm::pose(self.phase, self.bend))
    }

    fn palette(&self) -> Vec<Mat4> {
        palette(&self.posed_from_joints(), &self.joints_from_bind)
    }

    fn skin(&self) -> &Skin {
        &self.skins[self.arm]
    }

    fn chosen(&self) -> usize {
        (self.vertex as usize).min(self.skin().vertices.len() - 1)
    }

    /// Makes the blended skin anew after its width was changed.
    fn follow_width(&mut self) {
        if self.width == self.made_width {
            return;
        }
        self.made_width = self.width;
        match Skin::blended(&self.gl, self.width) {
            Ok(skin) => (self.skins[1], self.refusal) = (skin, None),
            Err(error) => self.refusal = Some(format!("{error:#}")),
        }
    }

    /// Where the chosen vertex is now, in the world, as this processor has it.
    fn mixed(&self, palette: &[Mat4]) -> Vec3 {
        FEET[self.arm] + skin_point(palette, &self.skin().influences[self.chosen()], self.point())
    }

    /// The same view, or one from near that has the chosen vertex in its middle.
    fn seen(&self, view: View, palette: &[Mat4]) -> View {
        if !self.close {
            return view;
        }
        let far_from_near = Mat4::from_translation(MIDDLE)
            * Mat4::from_scale(Vec3::splat(CLOSER))
            * Mat4::from_translation(-self.mixed(palette));
        View {
            clip_from_world: view.clip_from_world * far_from_near,
            eye: transform_point(far_from_near.inverse(), view.eye),
            ..view
        }
    }

    /// The chosen vertex in the bind pose, in the model.
    fn point(&self) -> Vec3 {
        self.skin().solid.positions[self.chosen()]
    }

    /// Slot by slot: a joint, its weight, and where it alone would have the chosen vertex, in the model.
    fn pulls(&self, palette: &[Mat4]) -> Vec<(usize, f32, Vec3)> {
        let (point, influences) = (self.point(), self.skin().influences[self.chosen()]);
        let slots = influences.joints.into_iter().zip(influences.weights);
        let slots = slots.map(|(joint, weight)| (joint as usize, weight));
        slots.map(|(joint, weight)| (joint, weight, transform_point(palette[joint], point))).collect()
    }

    /// Slot by slot what pulls on the chosen vertex, and the sum, as both processors have it.
    fn vertex_panel(&mut self, panel: &mut Panel<'_>) {
        let palette = self.palette();
        let mut rows = Vec::new();
        for (joint, weight, place) in self.pulls(&palette) {
            let colour = if weight == 0.0 { FAINT } else { joint_colour(joint) };
            rows.push((format!("joint {joint}"), colour, row(Some(weight), place * weight)));
        }
        let vertex = self.chosen();
        let here = skin_point(&palette, &self.skin().influences[vertex], self.point());
        let there = match skin::on_the_card(&self.shader, &self.gl, &self.skin().vertices[vertex], &palette) {
            Ok(there) => there,
            Err(error) => return panel.text_colored(ERROR, format!("{error:#}")),
        };
        rows.push(("CPU".to_owned(), INK, row(None, here)));
        rows.push(("GPU".to_owned(), INK, row(None, there)));
        let rows: Vec<_> = rows.iter().map(|(name, colour, row)| (name.as_str(), *colour, row)).collect();
        panel.texts("pulls", &["", "weight", "x", "y", "z"], &rows);
        let apart = here.distance(there);
        if apart < SAME {
            panel.note("CPU and GPU: less than 0.00001 m apart.");
        } else {
            panel.text_colored(ERROR, format!("CPU and GPU: {apart:.5} m apart!"));
        }
        let joint = self.skin().influences[vertex].joints[0];
        panel.note(&format!("Bits of {joint}.0 as an integer: {}", (joint as f32).to_bits()));
    }

    fn bytes_panel(&self, panel: &mut Panel<'_>) {
        let vertices = self.skin().vertices.len();
        let counts = [
            ("vertices, once", vertices * size_of::<RiggedVertex>()),
            ("palette, for every picture", size_of::<common::gl::Joints>()),
            ("or positions and normals", vertices * 6 * size_of::<f32>()),
        ];
        let rows = counts.map(|(name, bytes)| (name, INK, [thousands(bytes)]));
        panel.texts("bytes", &["bytes for this arm", ""], &rows);
    }

    /// Where each joint would have the chosen vertex, and the place between that it gets.
    fn draw_pulls(&self, frame: &mut Frame<'_>, palette: &[Mat4]) {
        let (foot, mixed) = (FEET[self.arm], self.mixed(palette));
        for (joint, weight, place) in self.pulls(palette) {
            if weight == 0.0 {
                continue;
            }
            let (colour, place) = (joint_colour(joint), foot + place);
            frame.overlay.line(place, mixed, 2.0, with_alpha(colour, 0.6));
            frame.overlay.line(place, place, 4.0 + 9.0 * weight.sqrt(), colour);
            if self.close {
                frame.label(place, [12.0, 0.0], joint.to_string(), mix(colour, INK, 0.35));
            }
        }
        frame.overlay.line(mixed, mixed, 13.0, INK);
        frame.overlay.line(mixed, mixed, 9.0, [1.0; 4]);
    }
}

/// A weight and coordinates, as texts.
fn row(weight: Option<f32>, place: Vec3) -> Vec<String> {
    let weight = weight.map_or(String::new(), |weight| format!("{weight:.3}"));
    [vec![weight], place.to_array().map(stage::fixed).to_vec()].concat()
}

impl Lesson for Blending {
    fn open(gl: &Gl, _args: &Args) -> Result<Self> {
        let skeleton = arm::skeleton();
        let width = 0.35;
        Ok(Self {
            gl: gl.clone(),
            painter: SkinPainter::new(gl)?,
            shader: VertexShader::new(gl, "skin.vert")?,
            joints_from_bind: joints_from_bind(&skeleton, &arm::bind_pose()),
            skeleton,
            skins: [Skin::rigid(gl)?, Skin::blended(gl, width)?],
            width,
            made_width: width,
            refusal: None,
            phase: 0.0,
            bend: 1.0,
            weights_shown: false,
            skeleton_shown: true,
            close: false,
            arm: 1,
            vertex: 1290.0,
        })
    }

    fn camera(&self) -> Camera {
        Camera::orbit(MIDDLE, 2.85, 0.0, 8.0)
    }

    fn motion(&self) -> Option<Motion> {
        Some(Motion { seconds: ROLL, plays_at_start: true })
    }

    fn update(&mut self, step: Step) {
        self.phase = step.time / ROLL;
    }

    fn panel(&mut self, panel: &mut Panel<'_>) {
        panel.slider("bend", &mut self.bend, 0.0..=1.5, "%.2f ×");
        panel.slider("blend width", &mut self.width, 0.0..=1.0, "%.2f bones");
        panel.switch("weights", &mut self.weights_shown);
        panel.same_line();
        panel.switch("skeleton", &mut self.skeleton_shown);
        panel.same_line();
        panel.switch("close up", &mut self.close);
        self.follow_width();
        panel.heading("One vertex: weight × place, and the sum");
        panel.choice("arm", &mut self.arm, &ARMS);
        let last = (self.skin().vertices.len() - 1) as f32;
        panel.slider("vertex", &mut self.vertex, 0.0..=last, "%.0f");
        self.vertex_panel(panel);
        self.bytes_panel(panel);
        for note in &self.skins[1].notes {
            panel.note(&format!("mend would say: {note}"));
        }
        if let Some(refusal) = &self.refusal {
            panel.text_colored(ERROR, refusal);
        }
    }

    fn pointer(&mut self, pointer: &Pointer, _clock: &mut Clock) -> bool {
        let palette = self.palette();
        let pointer = Pointer { view: self.seen(pointer.view, &palette), ..*pointer };
        let facing = |arm: usize| {
            let facing = self.skins[arm].facing(&palette, pointer.view.eye - FEET[arm]);
            facing.into_iter().map(move |(vertex, place)| ((arm, vertex), place + FEET[arm]))
        };
        let Some((arm, vertex)) = pointer.pressed((0..ARMS.len()).flat_map(facing)) else {
            return false;
        };
        (self.arm, self.vertex, self.skeleton_shown) = (arm, vertex as f32, true);
        true
    }

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        let palette = self.palette();
        frame.view = self.seen(frame.view, &palette);
        frame.grid()?;
        let look = SkinLook { colour: mix(STEEL, [1.0; 4], 0.4), weights_shown: self.weights_shown };
        for (arm, skin) in self.skins.iter().enumerate() {
            frame.shadow(FEET[arm], vec2(0.4, 0.4))?;
            let world_from_model = Mat4::from_translation(FEET[arm]);
            self.painter.draw(
                &mut frame.target,
                &frame.view,
                &skin.mesh,
                world_from_model,
                &palette,
                look,
            )?;
            frame.label(FEET[arm], [0.0, 22.0], ARMS[arm], INK);
        }
        if self.skeleton_shown {
            let posed_from_joints = self.posed_from_joints();
            for foot in FEET {
                arm::draw_bones(frame, foot, &posed_from_joints);
            }
        }
        if self.skeleton_shown || self.close {
            self.draw_pulls(frame, &palette);
        }
        Ok(())
    }
}
