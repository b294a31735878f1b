//! The slim octahedron by which artists know a bone.

use crate::mesh::Mesh;
use glam::{Vec3, vec3};

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn its_faces_look_outwards() {
        let mesh = octahedron(1.0, 0.2);
        let centre = Vec3::Y * 0.3;
        for triangle in &mesh.triangles {
            let corner = triangle[0] as usize;
            let outwards = mesh.positions[corner] - centre;
            assert!(mesh.normals[corner].dot(outwards) > 0.0, "{triangle:?}");
        }
        assert_eq!(mesh.triangles.len(), 8);
    }
}
