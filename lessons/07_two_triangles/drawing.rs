//! Draws a skin and its joints.

use crate::skin::Skin;
use anyhow::Result;
use common::transform::transform_point;
use gl::colour::{Colour, ERROR, INK, PAPER, joint_colour, with_alpha};
use glam::{Mat4, Vec3};
use stage::Frame;

/// The most joints for which all axes are drawn.
const FEW: usize = 2;

/// Fills the triangles between `points`, with an opacity `strength` from 0 to 1.
pub fn triangles(frame: &mut Frame<'_>, skin: &Skin, points: &[Vec3], strength: f32) -> Result<()> {
    let corners = skin.triangles.iter().map(|corners| corners.map(|corner| points[usize::from(corner)]));
    frame.fill(corners, with_alpha([1.0; 4], 0.7 * strength))?;
    edges(frame, skin, points, with_alpha(INK, 0.6 * strength));
    Ok(())
}

/// Draws the edges of the triangles.
pub fn edges(frame: &mut Frame<'_>, skin: &Skin, points: &[Vec3], colour: Colour) {
    for edge in skin.edges() {
        let [start, end] = edge.map(|corner| points[usize::from(corner)]);
        frame.lines.line(start, end, 1.5, colour);
    }
}

/// Draws a ring around every vertex of a joint that a test finds out of place.
pub fn out_of_place(frame: &mut Frame<'_>, skin: &Skin, points: &[Vec3], joint: usize) {
    for (point, _) in points.iter().zip(&skin.joints).filter(|(_, follows)| **follows == joint) {
        frame.lines_on_top.line(*point, *point, 30.0, ERROR);
        frame.lines_on_top.line(*point, *point, 24.0, PAPER);
    }
}

/// Draws a dot on every vertex, in the colour of the joint that it follows.
pub fn vertices(frame: &mut Frame<'_>, skin: &Skin, points: &[Vec3], chosen: usize) {
    for (i, (&point, &joint)) in points.iter().zip(&skin.joints).enumerate() {
        if i == chosen {
            frame.lines_on_top.line(point, point, 19.0, INK);
            frame.lines_on_top.line(point, point, 15.0, [1.0; 4]);
        }
        frame.lines_on_top.line(point, point, 11.0, joint_colour(joint));
    }
}

/// Draws a line along every bone, and the axes of its joint. Of many joints only the chosen one has axes, and
/// none while the origin's are drawn on its path.
pub fn bones(frame: &mut Frame<'_>, skin: &Skin, model_from_joints: &[Mat4], chosen: usize, on_way: bool) {
    for (i, (model_from_joint, &end)) in model_from_joints.iter().zip(&skin.ends).enumerate() {
        let origin = model_from_joint.w_axis.truncate();
        let colour = with_alpha(joint_colour(i), 0.75);
        frame.lines_on_top.line(origin, transform_point(*model_from_joint, end), 4.0, colour);
    }
    for (i, model_from_joint) in model_from_joints.iter().enumerate() {
        let is_there = on_way && model_from_joint.abs_diff_eq(Mat4::IDENTITY, 0.05);
        if (i == chosen || model_from_joints.len() <= FEW) && !is_there {
            frame.axes(*model_from_joint, 0.45);
        }
    }
}
