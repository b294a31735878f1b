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

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{Quat, Vec2};
    use proptest::prelude::*;

    fn point() -> impl Strategy<Value = Vec3> {
        prop::array::uniform3(-3.0f32..3.0).prop_map(Vec3::from)
    }

    prop_compose! {
        /// A space that is turned, stretched and perhaps mirrored in its parent.
        fn space()(place in point(), turn in point(), scale in prop::array::uniform3(0.6f32..1.5), side in 0usize..2) -> Mat4 {
            let scale = [1.0, -1.0][side] * Vec3::from(scale);
            Mat4::from_scale_rotation_translation(scale, Quat::from_scaled_axis(turn), place)
        }
    }

    proptest! {
        #[test]
        fn a_hinge_turns_counter_clockwise_about_its_offset(offset in point(), degrees in -400.0f32..400.0, at in point()) {
            let turned = Vec2::from_angle(degrees.to_radians()).rotate(at.truncate());
            let placed = parent_from_hinge(offset, degrees).transform_point3(at);
            prop_assert!(placed.distance(offset + turned.extend(at.z)) < 1e-5);
        }

        #[test]
        fn a_space_of_a_chain_leads_through_all_before_it(spaces in prop::collection::vec(space(), 0..7), at in point()) {
            let world_from_spaces = world_from_spaces(&spaces);
            prop_assert_eq!(world_from_spaces.len(), spaces.len());
            for (last, world_from_space) in world_from_spaces.iter().enumerate() {
                let outwards = spaces[..=last].iter().rev();
                let placed = outwards.fold(at, |at, parent_from_space| parent_from_space.transform_point3(at));
                prop_assert!(world_from_space.transform_point3(at).distance(placed) < 1e-3);
            }
        }

        #[test]
        fn a_hinge_that_aims_sees_its_tip_in_front_of_the_target(parent in space(), offset in point(), tip in point(), to in point()) {
            let [tip, to] = [tip, to].map(|at| at.with_z(0.0));
            prop_assume!(tip.length() > 0.1 && to.length() > 0.1);
            let degrees = aim_hinge(parent, offset, tip, parent.transform_point3(offset + to));
            let seen = parent_from_hinge(offset, degrees).transform_point3(tip) - offset;
            prop_assert!(seen.normalize().distance(to.normalize()) < 1e-3, "{seen} {to}");
        }
    }
}
