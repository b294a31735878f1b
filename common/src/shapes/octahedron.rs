//! The slim octahedron by which artists know a bone.

use super::Solid;
use glam::{Vec2, Vec3, vec3};

/// A bone from the origin up to `length` along y, widest a little above its joint.
pub fn octahedron(length: f32, width: f32) -> Solid {
    let (foot, tip) = (Vec3::ZERO, Vec3::Y * length);
    let half = 0.5 * width;
    let waist = [vec3(half, 0.0, 0.0), vec3(0.0, 0.0, -half), vec3(-half, 0.0, 0.0), vec3(0.0, 0.0, half)]
        .map(|corner| corner + Vec3::Y * 0.16 * length);
    let mut solid = Solid::default();
    for i in 0..4 {
        let (here, next) = (waist[i], waist[(i + 1) % 4]);
        for [a, b, c] in [[here, next, tip], [next, here, foot]] {
            let first = solid.positions.len() as u32;
            let normal = (b - a).cross(c - a).normalize();
            solid.positions.extend([a, b, c]);
            solid.normals.extend([normal; 3]);
            solid.pictures.extend([Vec2::ZERO; 3]);
            solid.triangles.push([first, first + 1, first + 2]);
        }
    }
    solid
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn its_faces_look_outwards() {
        let solid = octahedron(1.0, 0.2);
        let centre = Vec3::Y * 0.3;
        for triangle in &solid.triangles {
            let corner = triangle[0] as usize;
            let outwards = solid.positions[corner] - centre;
            assert!(solid.normals[corner].dot(outwards) > 0.0, "{triangle:?}");
        }
        assert_eq!(solid.triangles.len(), 8);
    }
}
