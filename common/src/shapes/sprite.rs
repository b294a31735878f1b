//! Sprites: flat images on joints.

use glam::{Mat4, Vec2, Vec3, vec2};

/// The corners of a sprite, as fractions of its width and height: from the lower left, counter-clockwise.
pub const UNIT_SQUARE: [Vec2; 4] = [vec2(0.0, 0.0), vec2(1.0, 0.0), vec2(1.0, 1.0), vec2(0.0, 1.0)];

/// The four corners of a sprite in model space, in the order of [`UNIT_SQUARE`].
///
/// `size` is the sprite's width and height in metres. `pivot` is the point of the sprite on the joint's origin, as a
/// fraction of width and height from its lower left corner.
pub fn sprite_corners(model_from_joint: Mat4, size: Vec2, pivot: Vec2) -> [Vec3; 4] {
    // TODO 03.1: Find the four corners in model space. The pivot is on the joint's origin.
    // BEGIN SOLUTION 03.1
    UNIT_SQUARE.map(|corner| {
        let corner_in_joint = (corner - pivot) * size;
        model_from_joint.transform_point3(corner_in_joint.extend(0.0))
    })
    // END SOLUTION 03.1
    // STARTER 03.1: let _ = (model_from_joint, pivot);
    // STARTER 03.1: UNIT_SQUARE.map(|corner| (corner * size).extend(0.0))
}

/// Returns the parts' indices in the order of drawing, so that nearer parts cover farther ones.
///
/// `layers[i]` is the layer of part `i`; larger is nearer.
pub fn back_to_front(layers: &[i32]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..layers.len()).collect();
    order.sort_by_key(|&part| layers[part]);
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{Quat, vec3};

    #[test]
    fn a_sprite_has_its_size_along_the_joints_axes_and_its_pivot_on_the_joint() {
        let turn = Quat::from_rotation_z(0.7) * Quat::from_rotation_x(0.4);
        let joint = Mat4::from_scale_rotation_translation(vec3(2.0, -0.5, 1.0), turn, vec3(3.0, 1.0, -2.0));
        for (size, pivot) in [(vec2(0.3, 1.2), vec2(0.5, 0.0)), (vec2(2.0, 0.7), vec2(-0.25, 1.5))] {
            let [low, right, high, left] = sprite_corners(joint, size, pivot);
            let [along, up] = [right - low, left - low];
            assert!(along.abs_diff_eq(joint.transform_vector3(size.x * Vec3::X), 1e-5));
            assert!(up.abs_diff_eq(joint.transform_vector3(size.y * Vec3::Y), 1e-5));
            assert!(high.abs_diff_eq(right + up, 1e-5));
            let origin = low + pivot.x * along + pivot.y * up;
            assert!(origin.abs_diff_eq(joint.w_axis.truncate(), 1e-5));
        }
    }
}
