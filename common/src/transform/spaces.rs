//! Spaces joined by hinges, as in the arm of lesson 01.

use glam::{Mat4, Vec3};

/// The matrix that places the space of a hinge in its parent.
///
/// The hinge is at `offset`, in the parent's coordinates. The space is rotated there by
/// `degrees` about the z axis, counter-clockwise.
pub fn parent_from_hinge(offset: Vec3, degrees: f32) -> Mat4 {
    // TODO 01.1: Return the matrix of a space with its origin at `offset` and its axes rotated by `degrees`.
    // BEGIN SOLUTION 01.1
    Mat4::from_translation(offset) * Mat4::from_rotation_z(degrees.to_radians())
    // END SOLUTION 01.1
    // STARTER 01.1: let _ = (offset, degrees);
    // STARTER 01.1: Mat4::IDENTITY
}

/// Places every space of a chain in the world.
///
/// Each of `parent_from_spaces` places one space in the space before it, the first one in the
/// world. The result places every space in the world, in the same order.
pub fn world_from_spaces(parent_from_spaces: &[Mat4]) -> Vec<Mat4> {
    // TODO 01.2: Walk along the chain; for every space push its `world_from_space`.
    // BEGIN SOLUTION 01.2
    let mut world_from_spaces = Vec::new();
    let mut world_from_parent = Mat4::IDENTITY;
    for &parent_from_space in parent_from_spaces {
        let world_from_space = world_from_parent * parent_from_space;
        world_from_spaces.push(world_from_space);
        world_from_parent = world_from_space;
    }
    world_from_spaces
    // END SOLUTION 01.2
    // STARTER 01.2: vec![Mat4::IDENTITY; parent_from_spaces.len()]
}

/// The angle in degrees, as in [`parent_from_hinge`], at which a hinge points its arm at a target.
///
/// The hinge is at `offset` in its parent, and `world_from_parent` places the parent in the world, perhaps stretched or
/// mirrored. The arm's tip is fixed in the hinge's space, on its x axis or not. At this angle the hinge sees tip and
/// target in one direction.
pub fn aim_hinge(world_from_parent: Mat4, offset: Vec3, tip_in_hinge: Vec3, target_in_world: Vec3) -> f32 {
    // TODO 01.3: Find the angle, in degrees, at which tip and target are in one direction from the hinge.
    // BEGIN SOLUTION 01.3
    let parent_from_world = world_from_parent.inverse();
    let from_hinge = parent_from_world.transform_point3(target_in_world) - offset;
    let direction = |point: Vec3| point.y.atan2(point.x);
    (direction(from_hinge) - direction(tip_in_hinge)).to_degrees()
    // END SOLUTION 01.3
    // STARTER 01.3: let _ = (world_from_parent, offset, tip_in_hinge, target_in_world);
    // STARTER 01.3: 0.0
}
