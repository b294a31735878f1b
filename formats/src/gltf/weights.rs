//! Weights in bytes.

use common::skin::SLOTS;

/// The weights of a vertex as normalised bytes, which sum to 255.
///
/// No weight is negative, and they sum to 1, but for rounding. Of all bytes that sum to 255, these are the nearest: the
/// squares of what they differ from 255 times their weights have the least sum. Of equal weights the first has the larger
/// byte, if there must be one.
pub fn weight_bytes(weights: [f32; SLOTS]) -> [u8; SLOTS] {
    // TODO 18.2: Find the bytes that are nearest to the weights and sum to 255.
    // BEGIN SOLUTION 18.2
    let exact = weights.map(|weight| 255.0 * weight);
    // Rounded down, they sum to 255 at most.
    let mut bytes = exact.map(|exact| exact as u8);
    let sum: usize = bytes.iter().map(|&byte| usize::from(byte)).sum();
    let mut slots = [0, 1, 2, 3];
    slots.sort_by(|&a, &b| exact[b].fract().total_cmp(&exact[a].fract()));
    for &slot in slots.iter().take(255usize.saturating_sub(sum)) {
        bytes[slot] += 1;
    }
    bytes
    // END SOLUTION 18.2
    // STARTER 18.2: let _ = weights;
    // STARTER 18.2: [0; SLOTS]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Weights as files have them: of one joint to four, in any order, and often of a hundredth or of a half each.
    fn weights() -> impl Strategy<Value = [f32; SLOTS]> {
        let part = || prop_oneof![Just(0.0f32), Just(1.0), 0.0f32..1.0, (1u8..100).prop_map(f32::from)];
        prop::array::uniform4(part()).prop_filter_map("no weight at all", |parts| {
            let sum: f32 = parts.iter().sum();
            (sum > 0.0).then(|| parts.map(|part| part / sum))
        })
    }

    /// By how much bytes miss the weights.
    fn missed(bytes: [i32; SLOTS], weights: [f32; SLOTS]) -> f64 {
        let by = |(byte, weight): (i32, f32)| (f64::from(byte) - 255.0 * f64::from(weight)).powi(2);
        bytes.into_iter().zip(weights).map(by).sum()
    }

    proptest! {
        #[test]
        fn no_other_bytes_that_sum_to_255_are_nearer(weights in weights()) {
            let bytes = weight_bytes(weights).map(i32::from);
            prop_assert_eq!(bytes.iter().sum::<i32>(), 255);
            for (byte, weight) in bytes.into_iter().zip(weights) {
                prop_assert!((f64::from(byte) - 255.0 * f64::from(weight)).abs() < 1.0);
                prop_assert!(weight > 0.0 || byte == 0, "a weight of zero stays zero");
            }
            // All neighbours, further than one step away in each slot.
            for number in 0..5i32.pow(4) {
                let by = [0, 1, 2, 3].map(|slot| number / 5i32.pow(slot) % 5 - 2);
                let other: [i32; SLOTS] = std::array::from_fn(|slot| bytes[slot] + by[slot]);
                if other.iter().sum::<i32>() == 255 {
                    prop_assert!(missed(bytes, weights) < missed(other, weights) + 1e-4, "{other:?} is nearer");
                }
            }
        }
    }

    #[test]
    fn of_equal_weights_the_first_gets_more() {
        assert_eq!(weight_bytes([0.5, 0.5, 0.0, 0.0]), [128, 127, 0, 0]);
        assert_eq!(weight_bytes([0.0, 0.5, 0.0, 0.5]), [0, 128, 0, 127]);
        assert_eq!(weight_bytes([0.25; SLOTS]), [64, 64, 64, 63]);
        assert_eq!(weight_bytes([1.0, 0.0, 0.0, 0.0]), [255, 0, 0, 0]);
    }
}
