//! A round body: an ellipsoid, or one with fuller shoulders.

use crate::mesh::Mesh;
use glam::{Vec3, vec3};
use std::f32::consts::{PI, TAU};

/// A body about the origin that reaches `radii` far along the axes. Round about y; its outline from the side is an ellipse
/// for a `power` of 2, and nearer to a box for a higher one.
pub fn pebble(radii: Vec3, power: f32, samples: u16, slices: u16) -> Mesh {
    let mut mesh = Mesh::default();
    for slice in 0..=slices {
        let (across, up) = (PI * f32::from(slice) / f32::from(slices)).sin_cos();
        // A direction is lengthened until it meets the body: there across^power + |up|^power is 1.
        let reach = (across.abs().powf(power) + up.abs().powf(power)).powf(-1.0 / power);
        let (out, high) = (across.abs().powf(power - 1.0), up.abs().powf(power - 1.0).copysign(up));
        for sample in 0..=samples {
            let (sin, cos) = (TAU * f32::from(sample) / f32::from(samples)).sin_cos();
            mesh.positions.push(reach * vec3(across * sin, up, across * cos) * radii);
            mesh.normals.push((vec3(out * sin, high, out * cos) / radii).normalize());
        }
    }
    let ring = u32::from(samples) + 1;
    for slice in 0..u32::from(slices) {
        for sample in 0..u32::from(samples) {
            let high = slice * ring + sample;
            let low = high + ring;
            mesh.triangles.extend([[high, low, low + 1], [high, low + 1, high + 1]]);
        }
    }
    mesh
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_reaches_as_far_as_it_is_asked_to_and_faces_outwards() {
        for power in [2.0, 3.0] {
            let radii = vec3(0.4, 0.9, 0.3);
            let mesh = pebble(radii, power, 24, 16);
            let high = mesh.positions.iter().copied().reduce(Vec3::max).unwrap();
            let low = mesh.positions.iter().copied().reduce(Vec3::min).unwrap();
            assert!(high.abs_diff_eq(radii, 1e-5) && low.abs_diff_eq(-radii, 1e-5), "{low} to {high}");
            for corners in &mesh.triangles {
                let [a, b, c] = corners.map(|corner| mesh.positions[corner as usize]);
                let facing = (b - a).cross(c - a);
                // At the poles a triangle has no area.
                let normals: Vec3 = corners.iter().map(|&corner| mesh.normals[corner as usize]).sum();
                assert!(facing.length() < 1e-6 || facing.dot(normals) > 0.0, "{corners:?}");
            }
        }
    }

    #[test]
    fn its_normals_are_those_of_an_ellipsoid() {
        // An ellipsoid's normal is along each coordinate, divided by the square of its radius.
        let radii = vec3(0.4, 0.9, 0.3);
        let mesh = pebble(radii, 2.0, 24, 16);
        for (position, normal) in mesh.positions.iter().zip(&mesh.normals) {
            let wanted = (*position / (radii * radii)).normalize();
            assert!(normal.abs_diff_eq(wanted, 1e-4), "{normal} is not {wanted}");
        }
    }
}
