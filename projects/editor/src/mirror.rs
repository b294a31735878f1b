//! Mirrors a joint's transform.

use common::transform::Transform;
use glam::Quat;
#[allow(unused_imports, reason = "an answer may do without it")]
use glam::{Vec3, vec3};

/// A joint's rest transform, and the axes of its parent in the world.
///
/// The world is rotated so that left and right are along x: the mirror is its plane x = 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// From the axes of the joint's parent to those of the world, at rest: a unit quaternion.
    pub world_from_parent: Quat,
    /// The transform of the joint in its parent, at rest.
    pub rest: Transform,
}

/// Returns the transform in its parent that makes a joint the mirror image of its partner.
///
/// `partner` is the partner's transform in its own parent, `its` the partner's place at rest, `own` the joint's own.
pub fn mirrored(partner: Transform, its: &Place, own: &Place) -> Transform {
    // Its scale grows like its partner's: mirroring changes no length.
    let scale = own.rest.scale * grown(partner.scale, its.rest.scale);
    // TODO 15.4: Say how our joint stands in its parent.
    // BEGIN SOLUTION 15.4
    let world_from_its = its.world_from_parent;
    let turn = partner.rotation * its.rest.rotation.inverse();
    let turn = world_from_its * turn * world_from_its.inverse();
    let step = world_from_its * (partner.translation - its.rest.translation);

    let turn = Quat::from_xyzw(turn.x, -turn.y, -turn.z, turn.w);
    let step = vec3(-step.x, step.y, step.z);

    let own_from_world = own.world_from_parent.inverse();
    let turn = own_from_world * turn * own.world_from_parent;
    Transform {
        translation: own.rest.translation + own_from_world * step,
        rotation: turn * own.rest.rotation,
        scale,
    }
    // END SOLUTION 15.4
    // STARTER 15.4: let _ = own;
    // STARTER 15.4: Transform { scale, ..partner }
}

/// Returns the factor of growth since rest, which is 1 for a size of zero at rest.
fn grown(scale: Vec3, at_rest: Vec3) -> Vec3 {
    Vec3::select(at_rest.cmpeq(Vec3::ZERO), Vec3::ONE, scale / at_rest)
}
