//! The bounds of what is drawn.

use super::View;
use common::transform::transform_point;
use glam::{Mat4, Vec3};

/// A box around points, which tells if any of them can be in a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Extent {
    /// The corner with the least coordinates.
    pub low: Vec3,
    /// The corner with the greatest coordinates.
    pub high: Vec3,
}

impl Extent {
    /// Returns the box around some points.
    pub fn of(points: impl IntoIterator<Item = Vec3>) -> Self {
        let boxes = points.into_iter().map(|at| Self { low: at, high: at });
        let both = |a: Self, b: Self| Self { low: a.low.min(b.low), high: a.high.max(b.high) };
        boxes.reduce(both).unwrap_or_default()
    }

    /// Returns true if a part of it may be in the picture. The matrix turns, moves and scales evenly.
    pub fn may_be_seen(&self, view: &View, world_from_box: Mat4) -> bool {
        let radius = 0.5 * self.low.distance(self.high) * world_from_box.x_axis.length();
        view.sees(transform_point(world_from_box, self.low.midpoint(self.high)), radius)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{Quat, vec3};

    #[test]
    fn a_box_is_seen_where_a_matrix_takes_it() {
        let view =
            View { clip_from_world: Mat4::IDENTITY, eye: Vec3::Z, flat: true, size: [9, 9], scale: 1.0 };
        let extent = Extent::of([vec3(3.0, 0.5, 0.0), vec3(4.0, -0.5, 0.0), vec3(3.5, 0.0, 0.0)]);
        assert_eq!(extent, Extent { low: vec3(3.0, -0.5, 0.0), high: vec3(4.0, 0.5, 0.0) });
        // The picture reaches from -1 to 1. Twice as large and turned about the upward axis, the box is 7 m behind.
        let turned = Quat::from_rotation_y(90f32.to_radians());
        for (x, z, is_seen) in [(0.0, 7.0, true), (2.3, 7.0, true), (2.5, 7.0, false), (0.0, 0.0, false)] {
            let world_from_box =
                Mat4::from_scale_rotation_translation(Vec3::splat(2.0), turned, vec3(x, 0.0, z));
            assert_eq!(extent.may_be_seen(&view, world_from_box), is_seen, "{x} {z}");
        }
    }
}
