//! A paper knight: one picture pinned to each joint, and a handful of angles that make it walk.

mod puppet;

use anyhow::Result;
use common::gl::colour::{Colour, FAINT, INK, PAPER, joint_colour, mix, rgb, with_alpha};
use common::gl::{Gl, Live, Mesh, Texture};
use common::shapes::{PICTURE_CORNERS, back_to_front, sprite_corners};
use common::skeleton::Skeleton;
use common::stage::{self, Args, Camera, Clock, Frame, Lesson, Motion, Panel, Phase, Pointer, Step};
use common::transform::transform_point;
use glam::{Mat4, Vec2, Vec3, vec2, vec3};
use glium::index::{NoIndices, PrimitiveType};
use glium::{Blend, DrawParameters, Program, Surface, Vertex, VertexBuffer, implement_vertex, uniform};
use puppet::{Part, Placed};
use std::process::ExitCode;
use std::rc::Rc;

fn main() -> ExitCode {
    stage::run::<CutOutPuppet>(env!("CARGO_BIN_NAME"))
}

/// Seconds of one stride: a step of the near leg and a step of the far leg.
const STRIDE: f32 = 1.25;
/// How far the knight comes in one stride, in metres; the ground goes back by as much.
const STRIDE_LENGTH: f32 = 1.45;
/// What can touch the ground: points of parts, by the ends of their names, in the part's frame.
const CONTACTS: [(&str, Vec3); 4] = [
    ("lower leg", vec3(-0.07, -0.42, 0.0)),
    ("lower leg", vec3(0.17, -0.42, 0.0)),
    ("lower arm", vec3(0.0, -0.30, 0.0)),
    ("head", vec3(-0.05, 0.58, 0.0)),
];

#[derive(Clone, Copy)]
struct Corner {
    a_position: [f32; 3],
    a_picture: [f32; 2],
}
implement_vertex!(Corner, a_position, a_picture);

struct CutOutPuppet {
    puppet: Rc<Live<(Vec<Part>, Skeleton)>>,
    pictures: Vec<Rc<Live<Texture>>>,
    program: Rc<Live<Program>>,
    ground: Mesh,
    /// Every part's angle.
    degrees: Vec<f32>,
    /// How far through the stride the walk is, from 0 to 1.
    phase: f32,
    swing: f32,
    torso_growth: f32,
    arm_growth: f32,
    apart: f32,
    pins_shown: bool,
    outlines_shown: bool,
    skeleton_shown: bool,
    /// The part in hand, and by how many degrees the mouse is off its angle.
    grabbed: Option<(usize, f32)>,
}

impl CutOutPuppet {
    /// Turns every part as the walk has it at this phase.
    fn walk(&mut self) {
        self.degrees = puppet::walk(&self.puppet.get().0, self.phase, self.swing);
    }

    /// Where every part is, with the lowest of them on the ground.
    fn place(&self) -> Vec<Placed> {
        let (parts, skeleton) = &*self.puppet.get();
        let growth = |part: &Part| match part.name.as_str() {
            "torso" => self.torso_growth,
            "near upper arm" => self.arm_growth,
            _ => 1.0,
        };
        let growths: Vec<f32> = parts.iter().map(growth).collect();
        let mut placed = puppet::place(parts, skeleton, &self.degrees, &growths);
        // An answer that is not finished may leave parts out.
        placed.resize(parts.len(), Placed { model_from_joint: Mat4::IDENTITY, size: Vec2::ONE });
        let heights = (parts.iter().zip(&placed)).flat_map(|(part, placed)| {
            let touching = CONTACTS.iter().filter(|(name, _)| part.name.ends_with(name));
            touching.map(|(_, point)| transform_point(placed.model_from_joint, *point).y)
        });
        let lowest = heights.fold(f32::INFINITY, f32::min);
        for (part, placed) in parts.iter().zip(&mut placed) {
            let lift = if lowest.is_finite() { Vec3::Y * -lowest } else { Vec3::ZERO };
            let moved = lift + pulled_apart(part, placed.model_from_joint.w_axis.y) * self.apart;
            placed.model_from_joint = Mat4::from_translation(moved) * placed.model_from_joint;
        }
        placed
    }

    /// The nearest part under a point of the model.
    fn part_at(&self, point: Vec3) -> Option<usize> {
        let placed = self.place();
        let parts = &self.puppet.get().0;
        self.order().into_iter().rev().find(|&i| {
            let (part, placed) = (&parts[i], placed[i]);
            let in_joint = transform_point(placed.model_from_joint.inverse(), point).truncate();
            let in_picture = in_joint / placed.size + part.pivot;
            // The margin of a picture is transparent.
            in_picture.cmpgt(Vec2::splat(0.12)).all() && in_picture.cmplt(Vec2::splat(0.88)).all()
        })
    }

    /// The parts' indices in the order of drawing.
    fn order(&self) -> Vec<usize> {
        let layers: Vec<i32> = self.puppet.get().0.iter().map(|part| part.layer).collect();
        let mut order = back_to_front(&layers);
        order.retain(|&part| part < layers.len());
        order
    }

    /// The direction from a part's pin to a point, in degrees and in the model.
    fn direction(&self, part: usize, point: Vec3) -> f32 {
        let pin = self.place()[part].model_from_joint.w_axis.truncate();
        (point - pin).truncate().to_angle().to_degrees()
    }

    fn draw_ground(&self, frame: &mut Frame<'_>) -> Result<()> {
        let step = STRIDE_LENGTH / 3.0;
        frame.plate(&self.ground, Mat4::IDENTITY, mix(PAPER, rgb(0xcbb894), 0.40))?;
        frame.lines.line(vec3(-50.0, 0.0, 0.0), vec3(50.0, 0.0, 0.0), 3.0, mix(INK, PAPER, 0.45));
        for i in -12i8..12 {
            // Three marks in every stride, so that the ground comes round with the walk.
            let place = vec3(f32::from(i) * step - (self.phase * STRIDE_LENGTH) % step, -0.07, 0.0);
            frame.lines.line(place, place + Vec3::X * 0.16, 3.0, with_alpha(INK, 0.22));
        }
        Ok(())
    }

    fn draw_part(&self, frame: &mut Frame<'_>, i: usize, part: &Part, placed: Placed) -> Result<()> {
        let corners = sprite_corners(placed.model_from_joint, placed.size, part.pivot);
        let corner =
            |i: usize| Corner { a_position: corners[i].to_array(), a_picture: PICTURE_CORNERS[i].to_array() };
        let vertices = VertexBuffer::immutable(frame.gl(), &[0, 1, 2, 3].map(corner))?;
        let picture = self.pictures[i].get();
        let uniforms = uniform! {
            u_clip_from_model: frame.view.clip_from_world.to_cols_array_2d(),
            u_picture: picture.sampler(),
        };
        let fan = NoIndices(PrimitiveType::TriangleFan);
        let blended = DrawParameters { blend: Blend::alpha_blending(), ..DrawParameters::default() };
        frame.target.draw(&vertices, fan, &self.program.get(), &uniforms, &blended)?;
        if self.outlines_shown {
            frame.overlay.outline(Mat4::IDENTITY, &corners, 1.5, joint_colour(i));
        }
        Ok(())
    }
}

/// Where a part goes when the puppet is taken apart: near parts to the right, far ones to the left.
fn pulled_apart(part: &Part, height: f32) -> Vec3 {
    let side = match part.name.split(' ').next() {
        Some("near") => 0.5,
        Some("far") => -0.5,
        _ => 0.0,
    };
    let outwards = if part.name.ends_with("arm") { 1.9 } else { 1.0 };
    vec3(side * outwards, 0.45 * (height - 0.76), 0.0)
}

impl Lesson for CutOutPuppet {
    fn open(gl: &Gl, _args: &Args) -> Result<Self> {
        let puppet = gl.asset("puppet/puppet.toml", puppet::read)?;
        let load = |part: &Part| gl.texture(&format!("puppet/{}", part.picture));
        let pictures = puppet.get().0.iter().map(load).collect::<Result<_>>()?;
        let mut lesson = Self {
            puppet,
            pictures,
            program: gl.program("sprite.vert", "sprite.frag", &[Corner::build_bindings()])?,
            ground: Mesh::plate(
                gl,
                &[vec2(-50.0, -9.0), vec2(50.0, -9.0), vec2(50.0, 0.0), vec2(-50.0, 0.0)],
            )?,
            degrees: Vec::new(),
            phase: 0.0,
            swing: 26.0,
            torso_growth: 1.0,
            arm_growth: 1.0,
            apart: 0.0,
            pins_shown: false,
            outlines_shown: false,
            skeleton_shown: false,
            grabbed: None,
        };
        lesson.walk();
        Ok(lesson)
    }

    fn camera(&self) -> Camera {
        Camera::flat(vec3(0.0, 0.88, 0.0), 2.4)
    }

    fn motion(&self) -> Option<Motion> {
        Some(Motion { seconds: STRIDE, plays_at_start: true })
    }

    fn update(&mut self, step: Step) {
        if step.dt != 0.0 {
            self.phase = step.time / STRIDE;
            self.walk();
        }
    }

    fn panel(&mut self, panel: &mut Panel<'_>) {
        panel.heading("Walk");
        if panel.slider("swing", &mut self.swing, 0.0..=45.0, "%.0f°") {
            self.walk();
        }
        panel.note("Drag a part to turn it by hand.");
        panel.heading("Pictures");
        panel.slider("torso size", &mut self.torso_growth, 0.5..=2.0, "%.2f ×");
        panel.slider("near arm size", &mut self.arm_growth, 0.5..=2.0, "%.2f ×");
        panel.slider("pull apart", &mut self.apart, 0.0..=1.0, "%.2f");
        panel.switch("pins", &mut self.pins_shown);
        panel.same_line();
        panel.switch("outlines", &mut self.outlines_shown);
        panel.same_line();
        panel.switch("skeleton", &mut self.skeleton_shown);

        let order = self.order();
        let parts = &self.puppet.get().0;
        let rows: Vec<(&str, Colour, [String; 3])> = (parts.iter().enumerate())
            .map(|(i, part)| {
                let drawn = order.iter().position(|&drawn| drawn == i).map_or(0, |place| place + 1);
                let degrees = format!("{:>5.0}°", self.degrees[i]);
                (
                    part.name.as_str(),
                    joint_colour(i),
                    [format!("{:>3}", part.layer), format!("{drawn:>3}"), degrees],
                )
            })
            .collect();
        panel.texts("parts", &["", "layer", "drawn", "angle"], &rows);
    }

    fn pointer(&mut self, pointer: &Pointer, clock: &mut Clock) -> bool {
        let Some(mouse) = pointer.on_plane_z() else {
            return false;
        };
        match pointer.phase {
            Phase::Press => {
                self.grabbed =
                    self.part_at(mouse).map(|part| (part, self.degrees[part] - self.direction(part, mouse)));
            }
            Phase::Drag => {
                if let Some((part, off)) = self.grabbed {
                    clock.playing = false;
                    let degrees = self.direction(part, mouse) + off;
                    self.degrees[part] = (degrees + 180.0).rem_euclid(360.0) - 180.0;
                }
            }
            Phase::Release => self.grabbed = None,
        }
        self.grabbed.is_some()
    }

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        frame.grid()?;
        self.draw_ground(frame)?;
        let (parts, skeleton) = &*self.puppet.get();
        let placed = self.place();
        for i in self.order() {
            self.draw_part(frame, i, &parts[i], placed[i])?;
        }
        for (i, joint) in skeleton.joints().iter().enumerate() {
            let pin = placed[i].model_from_joint.w_axis.truncate();
            if let (true, Some(parent)) = (self.skeleton_shown, joint.parent) {
                let parent_pin = placed[parent].model_from_joint.w_axis.truncate();
                frame.overlay.line(parent_pin, pin, 3.0, joint_colour(i));
            }
            if self.pins_shown {
                frame.axes(placed[i].model_from_joint, 0.10);
                frame.overlay.line(pin, pin, 7.0, INK);
            }
            if self.pins_shown && self.apart > 0.5 {
                frame.label(pin, [0.0, -54.0], joint.name.as_str(), mix(joint_colour(i), FAINT, 0.2));
            }
        }
        Ok(())
    }
}
