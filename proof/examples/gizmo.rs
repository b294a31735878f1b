//! A lesson that shows a box with a gizmo, for `tests/gizmo.rs`.

use anyhow::Result;
use common::mesh::Mesh;
use common::transform::Transform;
use gizmo::{Axes, Change, Gizmo, Placed, Tool};
use glam::{Mat4, Quat, Vec3, vec3};
use stage::gl::colour::STEEL;
use stage::gl::{Gl, MeshBuffers};
use stage::{Action, Args, Camera, Clock, Frame, KeyPress, Lesson, Pace, Panel, Pointer, Step, fixed};
use std::process::ExitCode;

/// What the box stands in.
const PARENTS: [&str; 5] = ["world", "turned", "stretched", "mirrored", "flat"];

/// Places one of them in the model.
fn model_from_parent(parent: usize) -> Mat4 {
    match parent {
        1 => Mat4::from_rotation_z(0.4) * Mat4::from_rotation_x(0.5),
        2 => Mat4::from_rotation_y(0.5) * Mat4::from_scale(vec3(2.0, 0.7, 1.0)),
        3 => Mat4::from_scale(vec3(-1.0, 1.0, 1.0)),
        4 => Mat4::from_scale(vec3(1.0, 0.0, 1.0)),
        _ => Mat4::IDENTITY,
    }
}

struct BoxLesson {
    mesh: MeshBuffers,
    gizmo: Gizmo,
    stands: Transform,
    parent: usize,
    ends: String,
}

impl BoxLesson {
    fn placed(&self) -> Placed {
        let world_from_model = Mat4::from_translation(Vec3::Y);
        let world_from_parent = world_from_model * model_from_parent(self.parent);
        Placed { parent_from_own: self.stands, world_from_parent, world_from_model }
    }

    /// Does what the gizmo asks for; true if it is anything.
    fn change(&mut self, change: Change) -> bool {
        match change {
            Change::Nothing => return false,
            Change::Began => self.ends = "held".to_owned(),
            Change::Changed(stands) => self.stands = stands,
            Change::Ended(stands) => (self.stands, self.ends) = (stands, "ended".to_owned()),
            Change::Cancelled(stands) => (self.stands, self.ends) = (stands, "cancelled".to_owned()),
        }
        true
    }
}

impl Lesson for BoxLesson {
    const PACE: Pace = Pace::Free;
    const ACTIONS: &'static [Action] = &[Gizmo::MOVE, Gizmo::TURN, Gizmo::SCALE];
    const TAKES_RIGHT_BUTTON: bool = true;

    fn open(gl: &Gl, _: &Args) -> Result<Self> {
        Ok(Self {
            mesh: MeshBuffers::new(gl, &solid(vec3(0.30, 0.42, 0.22)))?,
            gizmo: Gizmo::default(),
            stands: Transform { rotation: Quat::from_rotation_y(0.3), ..Transform::IDENTITY },
            parent: 0,
            ends: "free".to_owned(),
        })
    }

    fn camera(&self) -> Camera {
        Camera::orbit(Vec3::Y, 3.2, 32.0, 22.0)
    }

    fn update(&mut self, Step { input, .. }: Step) {
        let change = self.gizmo.hover(input.mouse.as_ref(), &self.placed());
        self.change(change);
    }

    fn pointer(&mut self, pointer: &Pointer, _: &mut Clock) -> bool {
        let change = self.gizmo.pointer(pointer, &self.placed());
        self.change(change)
    }

    fn key(&mut self, press: &KeyPress) -> bool {
        let change = self.gizmo.key(press, &self.placed());
        self.change(change)
    }

    fn panel(&mut self, panel: &mut Panel<'_>) {
        let tools = [(Tool::Turn, "turn"), (Tool::Move, "move"), (Tool::Scale, "scale")];
        panel.choice_of("tool", &mut self.gizmo.tool, &tools);
        let axes = [(Axes::Own, "own"), (Axes::Parent, "parent's"), (Axes::Model, "model's")];
        panel.choice_of("axes", &mut self.gizmo.axes, &axes);
        panel.switch("snap", &mut self.gizmo.snaps);
        panel.choice("stands in", &mut self.parent, &PARENTS);
        panel.heading("The box");
        let Transform { translation, rotation, scale } = self.stands;
        let numbers =
            |numbers: &[f32]| numbers.iter().map(|number| fixed(*number)).collect::<Vec<_>>().join("");
        panel.number("translation", &numbers(&translation.to_array()));
        panel.number("rotation", &numbers(&rotation.to_array()));
        panel.number("scale", &numbers(&scale.to_array()));
        panel.number("ends", &self.ends);
        panel.note(Gizmo::HELP);
    }

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        frame.grid()?;
        let placed = self.placed();
        let world_from_own = placed.world_from_parent * self.stands.to_matrix();
        frame.solid(&self.mesh, world_from_own, STEEL)?;
        self.gizmo.draw(frame, &placed);
        Ok(())
    }
}

/// A box around the origin.
fn solid(half: Vec3) -> Mesh {
    let mut mesh = Mesh::default();
    for (axis, sign) in (0..3).flat_map(|axis| [(axis, 1.0), (axis, -1.0)]) {
        let normal = Vec3::AXES[axis] * sign;
        let (a, b) = (Vec3::AXES[(axis + 1) % 3], Vec3::AXES[(axis + 2) % 3] * sign);
        let first = mesh.positions.len() as u32;
        mesh.positions.extend([-a - b, a - b, a + b, b - a].map(|corner| (normal + corner) * half));
        mesh.normals.extend([normal; 4]);
        mesh.triangles.extend([[0, 1, 2], [0, 2, 3]].map(|corners| corners.map(|corner| first + corner)));
    }
    mesh
}

fn main() -> ExitCode {
    // It has no text of its own.
    stage::run::<BoxLesson>("01-hierarchical-transforms")
}
