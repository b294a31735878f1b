//! A round shape, drawn out along the y axis in many slices so that it can bend.

use crate::mesh::Mesh;
use glam::{Mat4, Vec2, Vec3, vec2, vec3};
use std::f32::consts::TAU;

/// A cylinder from the origin up to `height`, with `samples` points around it and `slices` along it, and closed ends.
pub fn cylinder(radius: f32, height: f32, samples: u16, slices: u16) -> Mesh {
    let mut mesh = Mesh::default();
    let around = |sample: u16| f32::from(sample) / f32::from(samples);
    for slice in 0..=slices {
        let t = f32::from(slice) / f32::from(slices);
        let model_from_slice = Mat4::from_translation(Vec3::Y * height * t);
        // The first point of a ring comes again as its last, with other texture coordinates.
        for sample in 0..=samples {
            let normal = direction(around(sample));
            let position = model_from_slice.transform_point3(radius * normal);
            add(&mut mesh, position, normal, vec2(around(sample), t));
        }
    }
    let ring = u32::from(samples) + 1;
    for slice in 0..u32::from(slices) {
        for sample in 0..u32::from(samples) {
            let low = slice * ring + sample;
            let high = low + ring;
            mesh.triangles.extend([[low, low + 1, high + 1], [low, high + 1, high]]);
        }
    }
    add_end(&mut mesh, radius, 0.0, samples);
    add_end(&mut mesh, radius, height, samples);
    mesh
}

/// Adds a vertex and returns its number.
fn add(mesh: &mut Mesh, position: Vec3, normal: Vec3, texture_coordinates: Vec2) -> u32 {
    mesh.positions.push(position);
    mesh.normals.push(normal);
    mesh.texture_coordinates.push(texture_coordinates);
    mesh.positions.len() as u32 - 1
}

/// Returns the direction of a part of the way around. Triangles that follow it are counter-clockwise from outside.
fn direction(around: f32) -> Vec3 {
    let (sin, cos) = (-TAU * around).sin_cos();
    vec3(cos, 0.0, sin)
}

/// Closes an end by a disc that faces away from the cylinder.
fn add_end(mesh: &mut Mesh, radius: f32, y: f32, samples: u16) {
    let normal = if y > 0.0 { Vec3::Y } else { Vec3::NEG_Y };
    let centre = add(mesh, Vec3::Y * y, normal, vec2(0.5, 0.5));
    let rim: Vec<u32> = (0..=samples)
        .map(|sample| {
            let out = direction(f32::from(sample) / f32::from(samples));
            add(mesh, radius * out + Vec3::Y * y, normal, vec2(0.5 + 0.5 * out.x, 0.5 - 0.5 * out.z))
        })
        .collect();
    for pair in rim.windows(2) {
        let [a, b] = if y > 0.0 { [pair[0], pair[1]] } else { [pair[1], pair[0]] };
        mesh.triangles.push([centre, a, b]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_triangle_faces_outwards_and_the_surface_is_closed() {
        let mesh = cylinder(0.5, 2.0, 24, 8);
        let mut volume = 0.0;
        for corners in &mesh.triangles {
            let [a, b, c] = corners.map(|corner| mesh.positions[corner as usize]);
            let facing = (b - a).cross(c - a);
            let normals: Vec3 = corners.iter().map(|&corner| mesh.normals[corner as usize]).sum();
            assert!(facing.dot(normals) > 0.0, "{corners:?}");
            volume += a.dot(b.cross(c)) / 6.0;
        }
        // That of a prism over a regular polygon with 24 corners.
        let prism = 0.5 * 24.0 * 0.25 * (TAU / 24.0).sin() * 2.0;
        assert!((volume - prism).abs() < 1e-4, "{volume} is not {prism}");
    }

    #[test]
    fn points_lie_on_the_circle_at_their_height() {
        let mesh = cylinder(0.5, 3.0, 10, 6);
        assert_eq!(mesh.positions.len(), 11 * 7 + 2 * 12);
        assert!(mesh.positions[0].abs_diff_eq(vec3(0.5, 0.0, 0.0), 1e-6));
        for (position, normal) in mesh.positions.iter().zip(&mesh.normals).take(77) {
            assert!((position.with_y(0.0).length() - 0.5).abs() < 1e-6);
            assert!((normal.length() - 1.0).abs() < 1e-6);
        }
    }
}
