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
