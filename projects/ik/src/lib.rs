//! Inverse kinematics: from where a hand or a foot is to be, to how the joints above it turn.
//!
//! **In here:** What turns joints so that something is reached; whose joints they are, and what draws them, is not known. **Depends on:** `common`.

mod chain;
mod descent;
mod fabrik;
mod feet;
mod foot_contacts;
mod foot_lock;
mod foot_placement;
mod limb;
mod limit;
mod look_at;
mod methods;
mod named;
mod two_bone;

pub use chain::{Chain, Link};
pub use feet::{Feet, FeetOptions, Foot, Ground};
pub use foot_contacts::{Air, FootContacts};
pub use foot_lock::FootLock;
pub use limb::{Limb, NoLimb, Turns, turns_in_parents};
pub use limit::Limit;
pub use look_at::LookAt;
pub use methods::{Method, Report, Rules};
pub use named::{NamedLimb, named_limbs};
pub use two_bone::{Arm, Bend, Goal, Reached, bend, hinge, softened};

use glam::{DVec3, Vec3};

/// The direction of the first of several vectors that has one, in 32 bits. Squares of long and short vectors fit into 64.
fn first_direction(vectors: impl IntoIterator<Item = DVec3>) -> Option<Vec3> {
    let mut directions = vectors.into_iter().filter_map(DVec3::try_normalize);
    directions.next().map(|direction| direction.as_vec3())
}

#[cfg(test)]
mod tests {
    use crate::{Chain, Limit, Link};
    use glam::{Quat, Vec3};
    use proptest::prelude::*;

    pub(crate) fn direction() -> impl Strategy<Value = Vec3> {
        prop::array::uniform3(-1.0f32..1.0).prop_map(|numbers| {
            let vector = Vec3::from(numbers);
            if vector.length() > 0.1 { vector } else { Vec3::X }
        })
    }

    fn limit() -> impl Strategy<Value = Limit> {
        let hinge = (direction(), -3.1f32..0.5, 0.0f32..2.5).prop_map(|(axis, least, more)| Limit::Hinge {
            axis: axis.normalize(),
            range: [least, least + more],
        });
        prop_oneof![Just(Limit::Free), hinge, (0.1f32..3.0).prop_map(Limit::Cone)]
    }

    prop_compose! {
        fn link()(bone in direction(), limit in limit()) -> Link {
            Link { bone: 0.3 * bone, limit }
        }
    }

    prop_compose! {
        /// A chain of joints of all kinds, turned any way.
        pub(crate) fn chain()(links in prop::collection::vec(link(), 1..12), root in direction(),
                              turns in prop::collection::vec(direction(), 12)) -> Chain {
            let mut chain = Chain::new(root, links);
            chain.turn_to(|joint| Quat::from_scaled_axis(1.5 * turns[joint]));
            chain
        }
    }
}
