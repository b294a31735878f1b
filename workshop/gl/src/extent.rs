//! The bounds of what is drawn.

use common::mesh::Mesh;
use common::transform::transform_point;
use glam::{Mat4, Vec3, Vec4};

/// A ball around a mesh, which tells if any of it can be in a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Extent {
    /// The middle of the ball.
    pub centre: Vec3,
    /// The ball's radius.
    pub radius: f32,
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
        Self { centre, radius: points().map(|at| at.distance(centre)).fold(0.0, f32::max) }
    }

    /// Returns the bounds in the world of a model that is turned, moved and scaled evenly.
    pub fn moved(&self, world_from_model: &Mat4) -> Self {
        let axes = [world_from_model.x_axis, world_from_model.y_axis, world_from_model.z_axis];
        Self {
            centre: transform_point(*world_from_model, self.centre),
            radius: axes.map(Vec4::length).into_iter().fold(0.0, f32::max) * self.radius,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::shapes::octahedron;
    use glam::{Quat, vec3};

    #[test]
    fn the_farthest_vertex_lies_on_the_ball() {
        let turn = Quat::from_rotation_y(90f32.to_radians());
        let moved = Mat4::from_scale_rotation_translation(Vec3::splat(2.0), turn, vec3(5.0, 0.0, 0.0));
        let mesh = octahedron(1.0, 0.2);
        for by in [Mat4::IDENTITY, moved] {
            let extent = Extent::of(&mesh).moved(&by);
            let distance = |at: &Vec3| transform_point(by, *at).distance(extent.centre);
            let farthest = mesh.positions.iter().map(distance).fold(0.0, f32::max);
            assert!((farthest - extent.radius).abs() < 1e-5, "{farthest} {extent:?}");
        }
        assert_eq!(Extent::of(&Mesh::default()), Extent::default());
    }
}
