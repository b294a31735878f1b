//! The bounds of what is drawn.

use common::mesh::Mesh;
use common::transform::transform_point;
use glam::{Mat4, Vec3, Vec4};

/// Bounds of a mesh: they tell if any of it can be in a picture, and if a light can reach it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Extent {
    /// The middle of a ball around it.
    pub centre: Vec3,
    /// The ball's radius.
    pub radius: f32,
    /// If all of it faces one way: the plane through its hindmost vertex, as a factor for points that is positive in front.
    pub front: Option<Vec4>,
}

impl Extent {
    /// Returns a mesh's bounds.
    pub fn of(mesh: &Mesh) -> Self {
        let points = || mesh.positions.iter().copied();
        let Some([low, high]) =
            points().map(|at| [at, at]).reduce(|[low, high], [at, _]| [low.min(at), high.max(at)])
        else {
            return Self::default();
        };
        let centre = 0.5 * (low + high);
        let radius = points().map(|at| at.distance(centre)).fold(0.0, f32::max);
        let same = |way: &&Vec3| mesh.normals.iter().all(|normal| normal.abs_diff_eq(**way, 1e-6));
        let hindmost = |way: Vec3| points().map(|at| at.dot(way)).fold(f32::INFINITY, f32::min);
        let front = mesh.normals.first().filter(same).map(|&way| way.extend(-hindmost(way)));
        Self { centre, radius, front }
    }

    /// Returns the bounds in the world of a model that is turned, moved and scaled evenly.
    pub fn moved(&self, world_from_model: &Mat4) -> Self {
        let axes = [world_from_model.x_axis, world_from_model.y_axis, world_from_model.z_axis];
        Self {
            centre: transform_point(*world_from_model, self.centre),
            radius: axes.map(Vec4::length).into_iter().fold(0.0, f32::max) * self.radius,
            // What moves points moves planes by its transposed inverse.
            front: self.front.map(|front| world_from_model.inverse().transpose() * front),
        }
    }

    /// Returns true if all of it faces away from a point.
    pub fn faces_away_from(&self, point: Vec3) -> bool {
        self.front.is_some_and(|front| front.dot(point.extend(1.0)) <= 0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::shapes::{octahedron, outline};
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
                assert_eq!(extent.front.is_some(), is_flat);
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
}
