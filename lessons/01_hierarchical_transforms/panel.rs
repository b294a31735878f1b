//! The instruments: sliders, and the mouse, that set the arm, and tables that show its matrices and where p is.

use crate::RobotArm;
use crate::scene::{Arm, C_IN_B, P_IN_C};
use common::transform::transform_point;
use gl::colour::{CHANGED, INK, joint_colour};
use glam::{Mat4, Vec3, vec3};
use stage::{Clock, Frame, Panel, Phase, Pointer};

pub fn show(arm: &mut Arm, panel: &mut Panel<'_>) {
    let [o, b, c] = [0, 1, 2].map(joint_colour);
    panel.heading("Turn and move");
    panel.slider("base x", &mut arm.base_x, -2.0..=2.0, "%.2f m");
    panel.slider("base turn", &mut arm.base_turn, -45.0..=45.0, "%.0f°");
    let theta = panel.slider("θ (hinge b)", &mut arm.theta, -180.0..=180.0, "%.0f°");
    let phi = panel.slider("φ (hinge c)", &mut arm.phi, -180.0..=180.0, "%.0f°");
    panel.clock.playing &= !(theta || phi);

    panel.heading("Each frame in the one before");
    let [a_matrix, b_matrix, c_matrix] = arm.parent_from_frames();
    panel.plane_matrices("ABC", &[("A", o, a_matrix), ("B", b, b_matrix), ("C", c, c_matrix)]);

    panel.heading("The point p in every frame");
    let [world_from_o, world_from_b, world_from_c] = arm.world_from_frames();
    let p_in_world = arm.p_in_world();
    let p_in = |world_from_frame| point_in(world_from_frame, p_in_world);
    let row = |name, colour, p: Vec3| (name, colour, vec![p.x, p.y]);
    let rows = [
        row("in c", c, p_in(world_from_c)),
        row("in b", b, p_in(world_from_b)),
        row("in o", o, p_in(world_from_o)),
        row("in the world", INK, p_in_world),
    ];
    panel.table("p", &["", "x", "y"], &rows);
}

/// What the mouse holds.
#[derive(Clone, Copy)]
pub enum Held {
    /// The base, which is so much farther to the right than the mouse.
    Base(f32),
    /// A point of the upper arm, in frame b.
    UpperArm(Vec3),
    /// A point of the forearm, in frame c.
    Forearm(Vec3),
    /// The point p, for which both hinges turn.
    P,
}

/// Lets the mouse take hold of a point of the arm: the arm's hinges bring it as near to the mouse as they can.
pub fn drag(lesson: &mut RobotArm, pointer: &Pointer, clock: &mut Clock) -> bool {
    let Some(mouse) = pointer.on_plane_z() else {
        return false;
    };
    let arm = &mut lesson.arm;
    lesson.held = match pointer.phase {
        Phase::Press => held_at(arm, mouse).map(|held| (held, mouse)),
        Phase::Drag => lesson.held.map(|(held, _)| (held, mouse)),
        Phase::Release | Phase::Hover => None,
    };
    if let (Phase::Drag, Some((held, _))) = (pointer.phase, lesson.held) {
        clock.playing = false;
        match held {
            Held::Base(off) => arm.base_x = (mouse.x + off).clamp(-2.0, 2.0),
            Held::UpperArm(point_in_b) => arm.aim_shoulder(point_in_b, mouse),
            Held::Forearm(point_in_c) => arm.aim_elbow(point_in_c, mouse),
            Held::P => arm.reach(mouse),
        }
    }
    lesson.held.is_some()
}

/// What of the arm is under a point of the world, if anything is.
fn held_at(arm: &Arm, world: Vec3) -> Option<Held> {
    let [in_o, in_b, in_c] =
        arm.world_from_frames().map(|world_from_frame| point_in(world_from_frame, world));
    let on_bar = |point: Vec3, length: f32, radius: f32| {
        point.distance(vec3(point.x.clamp(0.0, length), 0.0, 0.0)) < radius
    };
    if in_c.distance(P_IN_C) < 0.12 {
        Some(Held::P)
    } else if on_bar(in_c, P_IN_C.x, 0.16) {
        Some(Held::Forearm(in_c))
    } else if on_bar(in_b, C_IN_B.x, 0.24) {
        Some(Held::UpperArm(in_b))
    } else {
        let on_base = in_o.x.abs() < 0.6 && (0.0..1.1).contains(&in_o.y);
        on_base.then_some(Held::Base(arm.base_x - world.x))
    }
}

/// A point of the world, seen from a frame.
fn point_in(world_from_frame: Mat4, point_in_world: Vec3) -> Vec3 {
    transform_point(world_from_frame.inverse(), point_in_world)
}

/// The point of the arm that is held, the mouse, and from the hinge that turns a line to the mouse.
pub fn mark_held(lesson: &RobotArm, frame: &mut Frame<'_>) {
    let Some((held, mouse)) = lesson.held else { return };
    let [_, world_from_b, world_from_c] = lesson.arm.world_from_frames();
    let (world_from_frame, point) = match held {
        Held::Base(_) => return,
        Held::UpperArm(point_in_b) => (world_from_b, point_in_b),
        Held::Forearm(point_in_c) => (world_from_c, point_in_c),
        Held::P => (world_from_c, P_IN_C),
    };
    let hinge = world_from_frame.w_axis.truncate();
    frame.lines_on_top.line(hinge, mouse, 2.5, INK);
    frame.lines_on_top.rimmed_dot(transform_point(world_from_frame, point), 9.0, INK);
    frame.lines_on_top.rimmed_dot(mouse, 9.0, CHANGED);
}
