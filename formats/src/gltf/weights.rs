//! Weights in bytes.

use common::skin::SLOTS;

/// The weights of a vertex as normalised bytes, which sum to 255.
///
/// No weight is negative, and they sum to 1, but for rounding. Of all bytes that sum to 255, these are the nearest: the
/// squares of what they differ from 255 times their weights have the least sum. Of equal weights the first has the larger
/// byte, if there must be one.
pub fn weight_bytes(weights: [f32; SLOTS]) -> [u8; SLOTS] {
    // TODO 19.2: Find the bytes that are nearest to the weights and sum to 255.
    // BEGIN SOLUTION 19.2
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
    // END SOLUTION 19.2
    // STARTER 19.2: let _ = weights;
    // STARTER 19.2: [0; SLOTS]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn no_step_from_one_byte_to_another_comes_nearer(parts in prop::array::uniform4(0u16..9), fine in prop::array::uniform4(0.0f32..1.0), even: bool) {
            let parts = if even { parts.map(f32::from) } else { fine };
            let sum: f32 = parts.iter().sum();
            prop_assume!(sum > 0.0);
            let weights = parts.map(|part| part / sum);
            let bytes = weight_bytes(weights);
            prop_assert_eq!(bytes.map(u32::from).iter().sum::<u32>(), 255);
            let over = |slot: usize| f32::from(bytes[slot]) - 255.0 * weights[slot];
            for (a, b) in (0..16).map(|pair| (pair / 4, pair % 4)) {
                // One less and one more change the squares' sum by twice as much.
                prop_assert!(bytes[a] == 0 || a == b || over(b) - over(a) + 1.0 > -1e-3, "{weights:?} {bytes:?}");
                prop_assert!(a >= b || weights[a] != weights[b] || bytes[a] >= bytes[b]);
            }
        }
    }
}
