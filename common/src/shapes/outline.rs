//! Outlines of flat, convex plates, counter-clockwise.

use crate::mesh::Mesh;
use glam::{Vec2, Vec3, vec2};
use std::f32::consts::{PI, TAU};

/// Corners of a full circle.
const ROUND: u8 = 48;

/// Points on a circle from one angle to another.
fn arc(centre: Vec2, radius: f32, from: f32, to: f32) -> impl Iterator<Item = Vec2> {
    let steps = (f32::from(ROUND) * (to - from) / TAU).ceil().max(1.0) as u8;
    (0..=steps).map(move |step| {
        let angle = from + (to - from) * f32::from(step) / f32::from(steps);
        centre + radius * Vec2::from_angle(angle)
    })
}

/// A disc around the origin.
pub fn disc(radius: f32) -> Vec<Vec2> {
    let mut outline: Vec<Vec2> = arc(Vec2::ZERO, radius, 0.0, TAU).collect();
    // The last point is the first one again.
    outline.pop();
    outline
}

/// A bar from the origin along x: a circle at each end, and the straight edges that touch both.
pub fn bar(length: f32, start_radius: f32, end_radius: f32) -> Vec<Vec2> {
    // The edges touch where the circles' normals agree.
    let touch = ((start_radius - end_radius) / length).clamp(-1.0, 1.0).acos();
    let start = arc(Vec2::ZERO, start_radius, touch, TAU - touch);
    let end = arc(vec2(length, 0.0), end_radius, -touch, touch);
    end.chain(start).collect()
}

/// A plinth on the x axis: wide at its foot, rounded at the top.
pub fn plinth(foot: f32, height: f32, top_radius: f32) -> Vec<Vec2> {
    let half = 0.5 * foot;
    let foot = [vec2(-half, 0.0), vec2(half, 0.0), vec2(half, 0.12 * height)];
    let top = arc(vec2(0.0, height), top_radius, 0.1 * PI, 0.9 * PI);
    foot.into_iter().chain(top).chain([vec2(-half, 0.12 * height)]).collect()
}

/// The flat, convex plate in the plane z = 0 that has an outline.
pub fn plate(outline: &[Vec2]) -> Mesh {
    Mesh {
        positions: outline.iter().map(|point| point.extend(0.0)).collect(),
        normals: vec![Vec3::Z; outline.len()],
        triangles: (2..outline.len() as u32).map(|corner| [0, corner - 1, corner]).collect(),
        ..Mesh::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_outline_is_convex_and_counter_clockwise() {
        for outline in [disc(1.0), bar(2.0, 0.4, 0.1), bar(1.0, 0.2, 0.2), plinth(1.0, 0.9, 0.2)] {
            let corner = |i: usize| outline[i % outline.len()];
            for i in 0..outline.len() {
                let (before, after) = (corner(i + 1) - corner(i), corner(i + 2) - corner(i + 1));
                assert!(before.perp_dot(after) > -1e-5, "at {}", corner(i + 1));
            }
        }
    }
}
