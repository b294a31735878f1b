//! The instruments: sliders and the mouse set the arm; tables show its matrices and the coordinates of p.

use crate::RobotArm;
use crate::scene::{Arm, C_IN_B, P_IN_C};
use common::transform::transform_point;
use gl::colour::{CHANGED, INK, joint_colour};
use glam::{Mat4, Vec3, vec3};
use stage::{Clock, Frame, Panel, Phase, Pointer};

pub fn show(arm: &mut Arm, panel: &mut Panel<'_>) {
    let [o, b, c] = [0, 1, 2].map(joint_colour);
    panel.slider("base x", &mut arm.base_x, -2.0..=2.0, "%.2f m");
    panel.slider("base turn", &mut arm.base_turn, -45.0..=45.0, "%.0f°");
    let theta = panel.slider("θ (hinge b)", &mut arm.theta, -180.0..=180.0, "%.0f°");
    let phi = panel.slider("φ (hinge c)", &mut arm.phi, -180.0..=180.0, "%.0f°");
    panel.clock.playing &= !(theta || phi);

    panel.heading("Each space in the one before");
    let [a_matrix, b_matrix, c_matrix] = arm.parent_from_spaces();
    panel.plane_matrices("ABC", &[("A", o, a_matrix), ("B", b, b_matrix), ("C", c, c_matrix)]);

    panel.heading("The point p in every space");
    let [world_from_o, world_from_b, world_from_c] = arm.world_from_spaces();
    let p_in_world = arm.p_in_world();
    let p_in = |world_from_space| point_in(world_from_space, p_in_world);
    let rows = [
        ("in c", c, p_in(world_from_c)),
        ("in b", b, p_in(world_from_b)),
        ("in o", o, p_in(world_from_o)),
        ("in the world", INK, p_in_world),
    ]
    .map(|(name, colour, p)| (name, colour, [p.x, p.y]));
    panel.table("p", &["", "x", "y"], &rows);
}

/// A point of the arm that the mouse drags.
#[derive(Clone, Copy)]
pub struct Held {
    /// The space in which the point is constant, 1 for b, 2 for c.
    frame: usize,
    /// The point's coordinates in that space.
    point: Vec3,
    /// The mouse in world space.
    mouse: Vec3,
}

/// Lets the mouse grab a point of the arm: the arm's hinges bring it as near to the mouse as they can.
pub fn drag(lesson: &mut RobotArm, pointer: &Pointer, clock: &mut Clock) -> bool {
    let Some(mouse) = pointer.on_plane_z() else {
        return false;
    };
    let arm = &mut lesson.arm;
    lesson.held = match pointer.phase {
        Phase::Press => held_at(arm, mouse),
        Phase::Drag => lesson.held.map(|held| Held { mouse, ..held }),
        Phase::Release | Phase::Hover => None,
    };
    if let (Phase::Drag, Some(held)) = (pointer.phase, lesson.held) {
        clock.playing = false;
        match held.frame {
            1 => arm.aim_shoulder(held.point, mouse),
            _ if held.point == P_IN_C => arm.reach(mouse),
            _ => arm.aim_elbow(held.point, mouse),
        }
    }
    lesson.held.is_some()
}

/// Finds the point of the arm under the mouse: p itself, or one of the forearm or the upper arm.
fn held_at(arm: &Arm, mouse: Vec3) -> Option<Held> {
    let [_, in_b, in_c] = arm.world_from_spaces().map(|world_from_space| point_in(world_from_space, mouse));
    let on_bar = |point: Vec3, length: f32, radius: f32| {
        point.distance(vec3(point.x.clamp(0.0, length), 0.0, 0.0)) < radius
    };
    let (frame, point) = if in_c.distance(P_IN_C) < 0.12 {
        (2, P_IN_C)
    } else if on_bar(in_c, P_IN_C.x, 0.16) {
        (2, in_c)
    } else if on_bar(in_b, C_IN_B.x, 0.24) {
        (1, in_b)
    } else {
        return None;
    };
    Some(Held { frame, point, mouse })
}

/// Converts a point of the world to a space's coordinates.
fn point_in(world_from_space: Mat4, point_in_world: Vec3) -> Vec3 {
    transform_point(world_from_space.inverse(), point_in_world)
}

/// Draws the held point, the mouse, and a line from the hinge to the mouse.
pub fn mark_held(lesson: &RobotArm, frame: &mut Frame<'_>) {
    let Some(held) = lesson.held else { return };
    let world_from_space = lesson.arm.world_from_spaces()[held.frame];
    let hinge = world_from_space.w_axis.truncate();
    frame.lines_on_top.line(hinge, held.mouse, 2.5, INK);
    frame.lines_on_top.rimmed_dot(transform_point(world_from_space, held.point), 9.0, INK);
    frame.lines_on_top.rimmed_dot(held.mouse, 9.0, CHANGED);
}
