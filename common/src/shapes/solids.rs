//! Closed bodies: the slim octahedron by which artists know a bone, a round one, and a cylinder in slices, so that it can bend.

use crate::mesh::Mesh;
use glam::{Vec2, Vec3, vec2, vec3};
use std::f32::consts::{PI, TAU};

/// A bone from the origin up to `length` along y, widest a little above its joint.
pub fn octahedron(length: f32, width: f32) -> Mesh {
    let (foot, tip) = (Vec3::ZERO, Vec3::Y * length);
    let half = 0.5 * width;
    let waist = [vec3(half, 0.0, 0.0), vec3(0.0, 0.0, -half), vec3(-half, 0.0, 0.0), vec3(0.0, 0.0, half)]
        .map(|corner| corner + Vec3::Y * 0.16 * length);
    let mut mesh = Mesh::default();
    for i in 0..4 {
        let (here, next) = (waist[i], waist[(i + 1) % 4]);
        for [a, b, c] in [[here, next, tip], [next, here, foot]] {
            let first = mesh.positions.len() as u32;
            let normal = (b - a).cross(c - a).normalize();
            mesh.positions.extend([a, b, c]);
            mesh.normals.extend([normal; 3]);
            mesh.triangles.push([first, first + 1, first + 2]);
        }
    }
    mesh
}

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

/// A cylinder from the origin up to `height`, with `samples` points around it and `slices` along it, and closed ends.
pub fn cylinder(radius: f32, height: f32, samples: u16, slices: u16) -> Mesh {
    let mut mesh = Mesh::default();
    let around = |sample: u16| f32::from(sample) / f32::from(samples);
    for slice in 0..=slices {
        let t = f32::from(slice) / f32::from(slices);
        // The first point of a ring comes again as its last, with other texture coordinates.
        for sample in 0..=samples {
            let normal = direction(around(sample));
            add(&mut mesh, radius * normal + height * t * Vec3::Y, normal, vec2(around(sample), t));
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
    fn the_faces_of_an_octahedron_look_outwards() {
        let mesh = octahedron(1.0, 0.2);
        let centre = Vec3::Y * 0.3;
        for triangle in &mesh.triangles {
            let corner = triangle[0] as usize;
            let outwards = mesh.positions[corner] - centre;
            assert!(mesh.normals[corner].dot(outwards) > 0.0, "{triangle:?}");
        }
        assert_eq!(mesh.triangles.len(), 8);
    }

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
