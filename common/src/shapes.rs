//! Shapes to draw: a skeleton's lines; closed bodies; and flat, convex plates with their outlines, counter-clockwise.

use crate::mesh::Mesh;
use crate::skeleton::Skeleton;
use glam::{Vec2, Vec3, vec2, vec3};
use std::f32::consts::{PI, TAU};

/// The lines of a skeleton, depth first: for each the indices of a parent and its child, in either order.
pub fn joint_lines(skeleton: &Skeleton) -> Vec<[u16; 2]> {
    let mut pairs = Vec::new();
    for root in skeleton.roots() {
        add_lines_below(skeleton, root, &mut pairs);
    }
    pairs
}

/// Adds the lines from a joint to its children, and all lines below those.
fn add_lines_below(skeleton: &Skeleton, joint: usize, pairs: &mut Vec<[u16; 2]>) {
    // TODO 04.1: Add a pair for every line that begins at this joint, or anywhere below it.
    // BEGIN SOLUTION 04.1
    for child in skeleton.children(joint) {
        pairs.push([joint as u16, child as u16]);
        add_lines_below(skeleton, child, pairs);
    }
    // END SOLUTION 04.1
    // STARTER 04.1: let _ = (skeleton, joint, pairs);
}

/// The slim octahedron by which artists know a bone: from the origin up to `length` along y, widest a little above its joint.
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
    fn every_solid_is_closed_and_faces_outwards() {
        // Two pyramids over a square, an ellipsoid but for its facets, and a prism over a regular polygon with 24 corners.
        let ellipsoid = 4.0 / 3.0 * PI * 0.4 * 0.9 * 0.3;
        for (mesh, volume, close) in [
            (octahedron(1.0, 0.2), 0.02 / 3.0, 1e-6),
            (pebble(vec3(0.4, 0.9, 0.3), 2.0, 24, 16), ellipsoid, 0.03 * ellipsoid),
            (cylinder(0.5, 2.0, 24, 8), 0.5 * 24.0 * 0.25 * (TAU / 24.0).sin() * 2.0, 1e-4),
        ] {
            let mut given = 0.0;
            for corners in &mesh.triangles {
                let [a, b, c] = corners.map(|corner| mesh.positions[corner as usize]);
                let facing = (b - a).cross(c - a);
                let normals: Vec3 = corners.iter().map(|&corner| mesh.normals[corner as usize]).sum();
                // At the poles a triangle has no area.
                let agree = facing.normalize_or_zero().dot(normals.normalize());
                assert!(facing.length() < 1e-6 || agree > 0.97, "{corners:?}: {agree}");
                given += a.dot(b.cross(c)) / 6.0;
            }
            assert!((given - volume).abs() < close, "{given} is not {volume}");
        }
    }

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
