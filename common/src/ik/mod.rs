//! Inverse kinematics: the rotations of joints that bring a hand or a foot to its place.

mod chain;
mod feet;
mod foot_lock;
mod legs;
mod limb;
mod look_at;
mod named;
mod two_bone;

pub use chain::Chain;
pub use feet::{Feet, Ground, smooth};
pub use foot_lock::FootLock;
pub use legs::{Foot, FootGoal, FootPlaces, Legs, drop_to_reach};
pub use limb::{Limb, NoLimb, Turns, turns_in_parents};
pub use look_at::LookAt;
pub use named::{NamedLimb, bending_limbs, named_limbs};
pub use two_bone::{Arm, Bend, Goal, Reached, bend, hinge, softened};

use glam::{DVec3, Vec3, Vec3A};

/// The unit vector of a vector that has a direction.
#[inline]
fn direction(vector: Vec3A) -> Option<Vec3A> {
    let square = vector.length_squared();
    // Only the squares of rare lengths need 64 bits.
    if square > 1e-30 && square < 1e30 {
        return Some(vector / square.sqrt());
    }
    direction_in_64_bits(vector)
}

#[cold]
#[inline(never)]
fn direction_in_64_bits(vector: Vec3A) -> Option<Vec3A> {
    first_direction([vector.as_dvec3()]).map(Vec3A::from)
}

/// The unit vector of the first vector that has a direction. In 64 bits no square overflows or vanishes.
fn first_direction(vectors: impl IntoIterator<Item = DVec3>) -> Option<Vec3> {
    let mut directions = vectors.into_iter().filter_map(DVec3::try_normalize);
    directions.next().map(|direction| direction.as_vec3())
}

#[cfg(test)]
mod tests {
    use glam::Vec3;
    use proptest::prelude::*;

    pub(crate) fn direction() -> impl Strategy<Value = Vec3> {
        prop::array::uniform3(-1.0f32..1.0).prop_map(|numbers| {
            let vector = Vec3::from(numbers);
            if vector.length() > 0.1 { vector } else { Vec3::X }
        })
    }
}
