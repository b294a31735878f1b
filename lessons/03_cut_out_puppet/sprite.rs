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
