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
pub use limb::{Limb, Turns, turns_in_parents};
pub use look_at::LookAt;
pub use named::{NamedLimb, bending_limbs, named_limbs};
pub use two_bone::{Arm, Bend, Goal, Reached, bend, hinge, softened};

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
