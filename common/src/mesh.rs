//! A surface of triangles, made here or read from a file.

use crate::skin::Influences;
use glam::{Vec2, Vec3, Vec4};

/// Vertices, and triangles between them. Each list has an entry for every vertex, or is empty if the mesh does without.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// Positions of the vertices.
    pub positions: Vec<Vec3>,
    /// The direction that the surface faces there: unit vectors.
    pub normals: Vec<Vec3>,
    /// Texture coordinates, from (0, 0) at the texture's lower left to (1, 1): v goes up.
    pub texture_coordinates: Vec<Vec2>,
    /// Factors of the material's colour: red, green and blue as amounts of light, and opacity.
    pub colours: Vec<Vec4>,
    /// Joints and weights of each vertex.
    pub influences: Vec<Influences>,
    /// Index of each vertex's position in the file.
    pub points: Vec<u32>,
    /// The vertices at the corners of every triangle, counter-clockwise from outside.
    pub triangles: Vec<[u32; 3]>,
}

impl Mesh {
    /// Adds all of another mesh that has the same lists.
    pub fn append(&mut self, other: Self) {
        if self.positions.is_empty() && self.triangles.is_empty() {
            *self = other;
            return;
        }
        let first = self.positions.len() as u32;
        self.positions.extend(other.positions);
        self.normals.extend(other.normals);
        self.texture_coordinates.extend(other.texture_coordinates);
        self.colours.extend(other.colours);
        self.influences.extend(other.influences);
        self.points.extend(other.points);
        self.triangles.extend(other.triangles.iter().map(|corners| corners.map(|corner| first + corner)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shapes::octahedron;

    #[test]
    fn what_is_added_keeps_its_own_corners() {
        let (one, other) = (octahedron(1.0, 0.2), octahedron(2.0, 0.4));
        let mut both = one.clone();
        both.append(other.clone());
        let corners = |mesh: &Mesh, triangle: usize| {
            mesh.triangles[triangle].map(|corner| mesh.positions[corner as usize])
        };
        let of_one = one.triangles.len();
        assert_eq!(both.triangles.len(), of_one + other.triangles.len());
        for triangle in 0..of_one {
            assert_eq!(corners(&both, triangle), corners(&one, triangle));
            assert_eq!(corners(&both, of_one + triangle), corners(&other, triangle));
        }
    }
}
