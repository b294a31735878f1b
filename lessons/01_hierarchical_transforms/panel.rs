//! The instruments: sliders, and the mouse, that set the arm, and tables that show its matrices and where p is.

use crate::RobotArm;
use crate::scene::{Arm, B_IN_O, C_IN_B, P_IN_C};
use common::transform::{point_in_frame, transform_point};
use glam::{Mat4, Vec3, vec3};
use stage::gl::colour::{INK, joint_colour};
use stage::{Clock, Panel, Pointer};

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

/// What can be dragged.
#[derive(Clone, Copy)]
pub enum Part {
    Base,
    UpperArm,
    Forearm,
}

/// Lets the mouse take hold of a part of the arm, and move or turn it.
pub fn drag(lesson: &mut RobotArm, pointer: &Pointer, clock: &mut Clock) -> bool {
    let Some(mouse) = pointer.on_plane_z() else {
        return false;
    };
    let arm = &mut lesson.arm;
    let at_mouse = |part| value_at(arm, part, mouse);
    let dragged =
        lesson.grip.follow(pointer.phase, || part_at(arm, mouse), |part| value(arm, part), at_mouse);
    if let Some((part, value)) = dragged {
        clock.playing = false;
        let degrees = (value + 180.0).rem_euclid(360.0) - 180.0;
        match part {
            Part::Base => arm.base_x = value.clamp(-2.0, 2.0),
            Part::UpperArm => arm.theta = degrees,
            Part::Forearm => arm.phi = degrees,
        }
    }
    lesson.grip.holds()
}

/// The part under a point of the world, if there is one.
fn part_at(arm: &Arm, world: Vec3) -> Option<Part> {
    let [world_from_o, world_from_b, world_from_c] = arm.world_from_frames();
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
fn value_at(arm: &Arm, part: Part, world: Vec3) -> f32 {
    let [world_from_o, world_from_b, _] = arm.world_from_frames();
    let degrees_around = |hinge: Vec3, point: Vec3| (point - hinge).truncate().to_angle().to_degrees();
    match part {
        Part::Base => world.x,
        Part::UpperArm => degrees_around(B_IN_O, point_in_frame(world_from_o, world)),
        Part::Forearm => degrees_around(C_IN_B, point_in_frame(world_from_b, world)),
    }
}

fn value(arm: &Arm, part: Part) -> f32 {
    match part {
        Part::Base => arm.base_x,
        Part::UpperArm => arm.theta,
        Part::Forearm => arm.phi,
    }
}
