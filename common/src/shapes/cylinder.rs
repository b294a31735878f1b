//! A solid cylinder with flat ends.

use glam::Vec3;
use std::f32::consts::TAU;

/// A closed surface as triangles.
pub struct Solid {
    /// One position per vertex, in the solid's own frame.
    pub positions: Vec<Vec3>,
    /// One normal per vertex, of length one, pointing outwards.
    pub normals: Vec<Vec3>,
    /// Three vertices per triangle, counter-clockwise when seen from outside.
    pub triangles: Vec<[u16; 3]>,
}

/// A cylinder of `sides` sides that stands on the origin and reaches up to `height` along y.
pub fn cylinder(radius: f32, height: f32, sides: u16) -> Solid {
    let mut solid = Solid { positions: Vec::new(), normals: Vec::new(), triangles: Vec::new() };
    wall(&mut solid, radius, height, sides);
    lid(&mut solid, radius, 0.0, -Vec3::Y, sides);
    lid(&mut solid, radius, height, Vec3::Y, sides);
    solid
}

/// The direction from the axis to the rim, counter-clockwise when seen from above.
fn spoke(side: u16, sides: u16) -> Vec3 {
    let (sin, cos) = (TAU * f32::from(side) / f32::from(sides)).sin_cos();
    Vec3::new(cos, 0.0, -sin)
}

fn wall(solid: &mut Solid, radius: f32, height: f32, sides: u16) {
    for side in 0..=sides {
        let normal = spoke(side, sides);
        let foot = normal * radius;
        solid.positions.extend([foot, foot + Vec3::Y * height]);
        solid.normals.extend([normal, normal]);
    }
    for side in 0..sides {
        let [low, high, next_low, next_high] = [0, 1, 2, 3].map(|i| 2 * side + i);
        solid.triangles.push([low, next_low, high]);
        solid.triangles.push([high, next_low, next_high]);
    }
}

fn lid(solid: &mut Solid, radius: f32, height: f32, normal: Vec3, sides: u16) {
    let centre = solid.positions.len() as u16;
    solid.positions.push(Vec3::Y * height);
    solid.normals.push(normal);
    for side in 0..=sides {
        solid.positions.push(spoke(side, sides) * radius + Vec3::Y * height);
        solid.normals.push(normal);
    }
    for side in 0..sides {
        let (here, next) = (centre + 1 + side, centre + 2 + side);
        let triangle = if normal.y > 0.0 { [centre, here, next] } else { [centre, next, here] };
        solid.triangles.push(triangle);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_triangle_is_counter_clockwise_from_outside() {
        let solid = cylinder(0.5, 2.0, 12);
        for triangle in &solid.triangles {
            let [a, b, c] = triangle.map(|i| solid.positions[usize::from(i)]);
            let face_normal = (b - a).cross(c - a).normalize();
            let vertex_normal = solid.normals[usize::from(triangle[0])];
            assert!(face_normal.dot(vertex_normal) > 0.9, "{triangle:?}");
        }
    }

    #[test]
    fn its_volume_nears_that_of_the_round_one() {
        let solid = cylinder(0.5, 2.0, 200);
        let six_volumes: f32 = (solid.triangles.iter())
            .map(|triangle| {
                let [a, b, c] = triangle.map(|i| solid.positions[usize::from(i)]);
                a.dot(b.cross(c))
            })
            .sum();
        let round = std::f32::consts::PI * 0.25 * 2.0;
        assert!((six_volumes / 6.0 - round).abs() < 1e-2 * round);
    }
}
