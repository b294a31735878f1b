//! A robot arm of three frames, each placed in the one before it.

use anyhow::Result;
use common::gl::colour::{Colour, INK, PAPER, STEEL, joint_colour, mix};
use common::gl::{Gl, Mesh};
use common::shapes::outline;
use common::stage::{self, Args, Camera, Clock, Frame, Lesson, Motion, Panel, Phase, Pointer, Step};
use common::transform::{parent_from_hinge, point_in_frame, transform_point, world_from_frames};
use glam::{Mat4, Vec2, Vec3, vec3};
use std::f32::consts::TAU;
use std::process::ExitCode;

fn main() -> ExitCode {
    stage::run::<RobotArm>(env!("CARGO_BIN_NAME"))
}

/// Where the first hinge stands, in frame o.
const B_IN_O: Vec3 = vec3(0.0, 0.9, 0.0);
/// Where the second hinge stands, in frame b: at the end of the upper arm.
const C_IN_B: Vec3 = vec3(1.7, 0.0, 0.0);
/// The marked point on the tool, in frame c. It never changes.
const P_IN_C: Vec3 = vec3(1.3, 0.0, 0.0);

/// What can be dragged.
#[derive(Clone, Copy, PartialEq)]
enum Part {
    Base,
    UpperArm,
    Forearm,
}

struct RobotArm {
    base_x: f32,
    /// Degrees, as all angles here.
    base_turn: f32,
    theta: f32,
    phi: f32,
    /// The part in hand, and by how much the mouse is off what it moves.
    grabbed: Option<(Part, f32)>,
    base: Plate,
    upper_arm: Plate,
    forearm: Plate,
    hub: Plate,
}

/// A mesh, and the line around it.
struct Plate {
    mesh: Mesh,
    outline: Vec<Vec3>,
}

impl Plate {
    fn new(gl: &Gl, outline: &[Vec2]) -> Result<Self> {
        let points = outline.iter().map(|point| point.extend(0.0)).collect();
        Ok(Self { mesh: Mesh::plate(gl, outline)?, outline: points })
    }

    /// Draws the plate in its frame; `layer` decides which plate covers which.
    fn draw(&self, frame: &mut Frame<'_>, world_from_frame: Mat4, layer: f32, colour: Colour) -> Result<()> {
        let nearer = Mat4::from_translation(Vec3::Z * 0.02 * layer) * world_from_frame;
        frame.plate(&self.mesh, nearer, mix(colour, PAPER, 0.35))?;
        frame.lines.outline(nearer, &self.outline, 2.0, mix(colour, INK, 0.35));
        Ok(())
    }
}

impl RobotArm {
    /// A, B and C: each frame in the one before it.
    fn parent_from_frames(&self) -> [Mat4; 3] {
        let world_from_o = parent_from_hinge(vec3(self.base_x, 0.0, 0.0), self.base_turn);
        let o_from_b = parent_from_hinge(B_IN_O, self.theta);
        let b_from_c = parent_from_hinge(C_IN_B, self.phi);
        [world_from_o, o_from_b, b_from_c]
    }

    /// Every frame in the world.
    fn world_from_frames(&self) -> [Mat4; 3] {
        let frames = world_from_frames(&self.parent_from_frames());
        std::array::from_fn(|i| frames.get(i).copied().unwrap_or(Mat4::IDENTITY))
    }

    /// The part under a point of the world, if there is one.
    fn part_at(&self, world: Vec3) -> Option<Part> {
        let [world_from_o, world_from_b, world_from_c] = self.world_from_frames();
        let on_bar = |world_from_frame: Mat4, length: f32, radius: f32| {
            let point = transform_point(world_from_frame.inverse(), world);
            point.distance(vec3(point.x.clamp(0.0, length), 0.0, 0.0)) < radius
        };
        if on_bar(world_from_c, P_IN_C.x, 0.16) {
            Some(Part::Forearm)
        } else if on_bar(world_from_b, C_IN_B.x, 0.24) {
            Some(Part::UpperArm)
        } else {
            let point = transform_point(world_from_o.inverse(), world);
            let on_base = point.x.abs() < 0.6 && (0.0..1.1).contains(&point.y);
            on_base.then_some(Part::Base)
        }
    }

    /// The value that moving `part` to a point of the world stands for: metres or degrees.
    fn value_at(&self, part: Part, world: Vec3) -> f32 {
        let [world_from_o, world_from_b, _] = self.world_from_frames();
        let degrees_around = |hinge: Vec3, point: Vec3| (point - hinge).truncate().to_angle().to_degrees();
        match part {
            Part::Base => world.x,
            Part::UpperArm => degrees_around(B_IN_O, point_in_frame(world_from_o, world)),
            Part::Forearm => degrees_around(C_IN_B, point_in_frame(world_from_b, world)),
        }
    }

    fn value(&mut self, part: Part) -> &mut f32 {
        match part {
            Part::Base => &mut self.base_x,
            Part::UpperArm => &mut self.theta,
            Part::Forearm => &mut self.phi,
        }
    }
}

impl Lesson for RobotArm {
    fn open(gl: &Gl, _args: &Args) -> Result<Self> {
        Ok(Self {
            base_x: 0.0,
            base_turn: 0.0,
            theta: 40.0,
            phi: -60.0,
            grabbed: None,
            base: Plate::new(gl, &outline::plinth(1.1, B_IN_O.y, 0.3))?,
            upper_arm: Plate::new(gl, &outline::bar(C_IN_B.x, 0.22, 0.16))?,
            forearm: Plate::new(gl, &outline::bar(P_IN_C.x, 0.14, 0.05))?,
            hub: Plate::new(gl, &outline::disc(0.07))?,
        })
    }

    fn camera(&self) -> Camera {
        Camera::flat(vec3(0.9, 1.35, 0.0), 4.6)
    }

    fn motion(&self) -> Option<Motion> {
        Some(Motion { seconds: 6.0, plays_at_start: false })
    }

    fn update(&mut self, step: Step) {
        if step.dt != 0.0 {
            let turn = TAU * step.time / 6.0;
            self.theta = 40.0 + 28.0 * turn.sin();
            self.phi = -60.0 - 34.0 * (2.0 * turn).sin();
        }
    }

    fn panel(&mut self, panel: &mut Panel<'_>) {
        let [o, b, c] = [0, 1, 2].map(joint_colour);
        panel.heading("Turn and move");
        panel.slider("base x", &mut self.base_x, -2.0..=2.0, "%.2f m");
        panel.slider("base turn", &mut self.base_turn, -45.0..=45.0, "%.0f°");
        let theta = panel.slider("θ (hinge b)", &mut self.theta, -180.0..=180.0, "%.0f°");
        let phi = panel.slider("φ (hinge c)", &mut self.phi, -180.0..=180.0, "%.0f°");
        panel.clock.playing &= !(theta || phi);

        panel.heading("Each frame in the one before");
        let [a_matrix, b_matrix, c_matrix] = self.parent_from_frames();
        panel.plane_matrices("ABC", &[("A", o, a_matrix), ("B", b, b_matrix), ("C", c, c_matrix)]);

        panel.heading("The point p in every frame");
        let [world_from_o, world_from_b, world_from_c] = self.world_from_frames();
        let p_in_world = transform_point(world_from_c, P_IN_C);
        let p_in = |world_from_frame| point_in_frame(world_from_frame, p_in_world);
        let row = |name, colour, p: Vec3| (name, colour, vec![p.x, p.y]);
        let rows = [
            row("in c", c, p_in(world_from_c)),
            row("in b", b, p_in(world_from_b)),
            row("in o", o, p_in(world_from_o)),
            row("in the world", INK, p_in_world),
        ];
        panel.table("p", &["", "x", "y"], &rows);
    }

    fn pointer(&mut self, pointer: &Pointer, clock: &mut Clock) -> bool {
        let Some(mouse) = pointer.on_plane_z() else {
            return false;
        };
        match pointer.phase {
            Phase::Press => {
                self.grabbed = self.part_at(mouse).map(|part| {
                    let at_mouse = self.value_at(part, mouse);
                    (part, *self.value(part) - at_mouse)
                });
            }
            Phase::Drag => {
                if let Some((part, off)) = self.grabbed {
                    clock.playing = false;
                    let value = self.value_at(part, mouse) + off;
                    *self.value(part) = match part {
                        Part::Base => value.clamp(-2.0, 2.0),
                        _ => (value + 180.0).rem_euclid(360.0) - 180.0,
                    };
                }
            }
            Phase::Release => self.grabbed = None,
        }
        self.grabbed.is_some()
    }

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        let [world_from_o, world_from_b, world_from_c] = self.world_from_frames();
        let [o, b, c] = [0, 1, 2].map(joint_colour);
        frame.grid()?;
        frame.lines.line(vec3(-40.0, 0.0, -0.1), vec3(40.0, 0.0, -0.1), 3.0, mix(INK, STEEL, 0.5));

        self.base.draw(frame, world_from_o, 0.0, o)?;
        self.upper_arm.draw(frame, world_from_b, 1.0, b)?;
        self.forearm.draw(frame, world_from_c, 2.0, c)?;
        for hinge in [world_from_b, world_from_c] {
            self.hub.draw(frame, hinge, 3.0, STEEL)?;
        }

        for (name, world_from_frame, colour) in
            [("o", world_from_o, o), ("b", world_from_b, b), ("c", world_from_c, c)]
        {
            frame.axes(world_from_frame, 0.5);
            let below = transform_point(world_from_frame, vec3(-0.13, -0.13, 0.0));
            frame.label(below, [0.0, 0.0], name, mix(colour, INK, 0.4));
        }
        let p = transform_point(world_from_c, P_IN_C);
        frame.overlay.line(p, p, 13.0, PAPER);
        frame.overlay.line(p, p, 9.0, INK);
        frame.label(p, [16.0, -14.0], "p", INK);
        Ok(())
    }
}
