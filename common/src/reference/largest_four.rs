//! The influences of a point, from any number of joints.

use crate::skin::{Influences, SLOTS};

/// The four largest weights, with their joints, as [`four_largest`](crate::skin::four_largest) makes them.
pub fn largest_four(joint_weights: &[(usize, f32)]) -> Influences {
    let mut left: Vec<_> = joint_weights.iter().copied().filter(|(_, weight)| *weight > 0.0).collect();
    left.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    left.truncate(SLOTS);
    let sum: f32 = left.iter().map(|(_, weight)| weight).sum();
    let mut influences = Influences::default();
    for (slot, (joint, weight)) in left.into_iter().enumerate() {
        influences.joints[slot] = joint as i32;
        influences.weights[slot] = weight / sum;
    }
    influences
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::skin::four_largest;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn it_is_what_students_make(weights in prop::collection::vec(0u8..4, 0..9)) {
            let joint_weights: Vec<_> = weights.into_iter().map(f32::from).enumerate().collect();
            let used = |influences: Influences| influences.used().collect::<Vec<_>>();
            prop_assert_eq!(used(largest_four(&joint_weights)), used(four_largest(&joint_weights)));
        }
    }
}
