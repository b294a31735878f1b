//! Inverse kinematics: the rotations of joints that bring a hand or a foot to its place.

mod feet;
mod foot_lock;
mod limb;
mod named;
mod two_bone;

pub use feet::{Feet, Foot, Ground, smooth};
pub use foot_lock::FootLock;
pub use limb::{Limb, Turns, turn_in, turns_in_parents};
pub use named::{Side, bending_limbs, named_limbs, words};
pub use two_bone::{Arm, Bend, Goal, bend, hinge, softened};

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
