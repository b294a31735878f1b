//! Builds meshes from flat pieces in space.

use common::mesh::Mesh;
use glam::{DVec2, Vec3};

pub use play::BEHIND;

/// Returns a point of the level at a depth in the picture.
pub fn deep(at: DVec2, z: f32) -> Vec3 {
    at.as_vec2().extend(z)
}

/// Adds a flat convex piece, whose corners go counter-clockwise as seen from where it faces.
pub fn face(mesh: &mut Mesh, corners: &[Vec3]) {
    let normal = corners.windows(3).map(|three| (three[1] - three[0]).cross(three[2] - three[1]));
    let normal = normal.reduce(|a, b| if b.length() > a.length() { b } else { a }).unwrap_or(Vec3::ZERO);
    let first = mesh.positions.len() as u32;
    mesh.positions.extend(corners);
    mesh.normals.extend(corners.iter().map(|_| normal.normalize_or(Vec3::Z)));
    mesh.triangles.extend((2..corners.len() as u32).map(|last| [first, first + last - 1, first + last]));
}

/// Adds a wall along an edge of the level, from one depth to another, that faces to the edge's right.
pub fn wall(mesh: &mut Mesh, [from, to]: [DVec2; 2], [near, far]: [f32; 2]) {
    face(mesh, &[deep(from, near), deep(from, far), deep(to, far), deep(to, near)]);
}

/// Adds a beam of square cross-section from one point to another, but not along z.
pub fn beam(mesh: &mut Mesh, [from, to]: [Vec3; 2], half: f32) {
    let along = (to - from).normalize_or(Vec3::X);
    let aside = half * along.cross(Vec3::Z).normalize_or(Vec3::Y);
    let (deep, sides) = (half * Vec3::Z, [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)]);
    let ring = |end: Vec3| sides.map(|(a, b)| end + a * aside + b * deep);
    let (start, end) = (ring(from), ring(to));
    for i in 0..4 {
        let next = (i + 1) % 4;
        face(mesh, &[start[next], start[i], end[i], end[next]]);
    }
    let [a, b, c, d] = start;
    face(mesh, &[a, b, c, d]);
    let [a, b, c, d] = end;
    face(mesh, &[d, c, b, a]);
}
