//! How a skin, its joints and the way of a vertex look.

use crate::figure::Figure;
use anyhow::Result;
use common::gl::Mesh;
use common::gl::colour::{Colour, FAINT, INK, PAPER, joint_colour, mix, with_alpha};
use common::shapes::Solid;
use common::stage::Frame;
use common::transform::transform_point;
use glam::{Mat4, Vec2, Vec3, vec2};

/// So many joints can have axes each, and the view is still clear.
const FEW: usize = 2;

/// The triangles, filled, as points of this moment have them. `strength` goes from 0 to 1.
pub fn skin(frame: &mut Frame<'_>, figure: &Figure, points: &[Vec3], strength: f32) -> Result<()> {
    let normals = vec![Vec3::Z; points.len()];
    let pictures = vec![Vec2::ZERO; points.len()];
    let triangles = figure.triangles.iter().map(|corners| corners.map(u32::from)).collect();
    let solid = Solid { positions: points.to_vec(), normals, pictures, triangles };
    let mesh = Mesh::solid(frame.gl(), &solid)?;
    frame.plate(&mesh, Mat4::IDENTITY, with_alpha([1.0; 4], 0.7 * strength))?;
    edges(frame, figure, points, with_alpha(INK, 0.6 * strength));
    Ok(())
}

/// The edges of the triangles.
pub fn edges(frame: &mut Frame<'_>, figure: &Figure, points: &[Vec3], colour: Colour) {
    for edge in figure.edges() {
        let [start, end] = edge.map(|corner| points[usize::from(corner)]);
        frame.lines.line(start, end, 1.5, colour);
    }
}

/// A dot on every vertex, in the colour of the joint that it follows.
pub fn vertices(frame: &mut Frame<'_>, figure: &Figure, points: &[Vec3], chosen: usize) {
    for (i, (&point, &joint)) in points.iter().zip(&figure.joints).enumerate() {
        if i == chosen {
            frame.overlay.line(point, point, 19.0, INK);
            frame.overlay.line(point, point, 15.0, [1.0; 4]);
        }
        frame.overlay.line(point, point, 11.0, joint_colour(joint));
    }
}

/// A line along every bone, and the axes of its joint; of many joints only the chosen one has axes.
pub fn bones(frame: &mut Frame<'_>, figure: &Figure, model_from_joints: &[Mat4], chosen: usize) {
    for (i, (model_from_joint, &end)) in model_from_joints.iter().zip(&figure.ends).enumerate() {
        let origin = model_from_joint.w_axis.truncate();
        let colour = with_alpha(joint_colour(i), 0.75);
        frame.overlay.line(origin, transform_point(*model_from_joint, end), 4.0, colour);
    }
    for (i, model_from_joint) in model_from_joints.iter().enumerate() {
        if i == chosen || model_from_joints.len() <= FEW {
            frame.axes(*model_from_joint, 0.45);
        }
    }
}

/// The line along which a vertex goes, with a dot and a name at each of its stations.
pub fn path(
    frame: &mut Frame<'_>,
    colour: Colour,
    line: &[Vec3],
    stations: &[(String, Vec3); 3],
    now: usize,
) {
    let faint = mix(colour, PAPER, 0.5);
    for pair in line.windows(2) {
        frame.overlay.line(pair[0], pair[1], 2.0, faint);
    }
    // On the side of the bone where the vertex is.
    let beside = if stations[1].1.y < 0.0 { 24.0 } else { -24.0 };
    let mut named: Vec<Vec3> = Vec::new();
    for i in [now, 0, 1, 2] {
        let (name, point) = (&stations[i].0, stations[i].1);
        frame.overlay.line(point, point, 8.0, faint);
        let room = vec2(110.0, 20.0) * frame.view.metres_of_pixels(point, 1.0);
        // Where names would lie on each other, the current one alone is left.
        if named.iter().all(|other| (other - point).truncate().abs().cmpgt(room).any()) {
            let ink = if i == now { mix(colour, INK, 0.3) } else { FAINT };
            frame.label(point, [0.0, beside], name.as_str(), ink);
            named.push(point);
        }
    }
}
