//! A surface of triangles, made here or read from a file.

use crate::skin::Influences;
use crate::transform::transform_point;
use glam::{Mat4, Vec2, Vec3, Vec4};

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

/// Bounds of a mesh: they tell if any of it can be in a picture, and if a light can reach it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Extent {
    /// The middle of a ball around it.
    pub centre: Vec3,
    /// The ball's radius.
    pub radius: f32,
    /// If all of it faces one way: that way, of unit length, and how far along it the hindmost vertex is.
    pub faces: Option<(Vec3, f32)>,
}

impl Extent {
    /// Returns a mesh's bounds.
    pub fn of(mesh: &Mesh) -> Self {
        let points = || mesh.positions.iter().copied();
        let Some(first) = points().next() else { return Self::default() };
        let (low, high) = points().fold((first, first), |(low, high), at| (low.min(at), high.max(at)));
        let centre = 0.5 * (low + high);
        let radius = points().map(|at| at.distance(centre)).fold(0.0, f32::max);
        let same = |way: &&Vec3| mesh.normals.iter().all(|normal| normal.abs_diff_eq(**way, 1e-6));
        let way = mesh.normals.first().filter(same);
        let hindmost = |way: Vec3| points().map(|at| at.dot(way)).fold(f32::INFINITY, f32::min);
        Self { centre, radius, faces: way.map(|&way| (way, hindmost(way))) }
    }

    /// Returns the bounds in the world of a model that is turned, moved and scaled evenly.
    pub fn moved(&self, world_from_model: &Mat4) -> Self {
        let axes = [world_from_model.x_axis, world_from_model.y_axis, world_from_model.z_axis];
        let scale = axes.map(Vec4::length).into_iter().fold(0.0, f32::max);
        let turned = |(way, hindmost): (Vec3, f32)| {
            let way = world_from_model.transform_vector3(way).normalize_or_zero();
            (way, scale * hindmost + way.dot(world_from_model.w_axis.truncate()))
        };
        Self {
            centre: transform_point(*world_from_model, self.centre),
            radius: scale * self.radius,
            faces: self.faces.map(turned),
        }
    }

    /// Returns true if all of it faces away from a point.
    pub fn faces_away_from(&self, point: Vec3) -> bool {
        self.faces.is_some_and(|(way, hindmost)| way.dot(point) <= hindmost)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shapes::{octahedron, outline};
    use glam::{Quat, vec2, vec3};

    #[test]
    fn no_vertex_lies_outside_its_ball_and_a_plate_faces_away_from_what_is_behind_it() {
        let corners = [vec2(-2.0, -1.0), vec2(2.0, -1.0), vec2(2.0, 3.0), vec2(-2.0, 3.0)];
        let turn = Quat::from_rotation_y(90f32.to_radians());
        let world_from_model =
            Mat4::from_scale_rotation_translation(Vec3::splat(2.0), turn, vec3(5.0, 0.0, 0.0));
        for (mesh, is_flat) in [(outline::plate(&corners), true), (octahedron(1.0, 0.2), false)] {
            for by in [Mat4::IDENTITY, world_from_model] {
                let extent = Extent::of(&mesh).moved(&by);
                let distance = |at: &Vec3| transform_point(by, *at).distance(extent.centre);
                let farthest = mesh.positions.iter().map(distance).fold(0.0, f32::max);
                assert!((farthest - extent.radius).abs() < 1e-5, "{farthest} {extent:?}");
                assert_eq!(extent.faces.is_some(), is_flat);
            }
        }
        let plate = Extent::of(&outline::plate(&corners));
        assert_eq!((plate.centre, plate.radius), (Vec3::Y, 8f32.sqrt()));
        // It faced along z, and faces along x now.
        let turned = plate.moved(&world_from_model);
        for (point, away, turned_away) in [
            (vec3(4.0, 0.0, 0.1), false, true),
            (vec3(4.0, 0.0, -0.1), true, true),
            (vec3(5.1, 9.0, -0.1), true, false),
        ] {
            assert_eq!(plate.faces_away_from(point), away, "{point}");
            assert_eq!(turned.faces_away_from(point), turned_away, "{point}");
        }
        assert_eq!(Extent::of(&Mesh::default()), Extent::default());
    }

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
