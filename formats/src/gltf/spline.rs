//! The cubic spline between two keys that have tangents.

use glam::Vec4;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CubicKey {
    /// The derivative of the value by time, in seconds, before the key (*in-tangent*).
    pub arriving: Vec4,
    pub value: Vec4,
    /// The derivative of the value by time, in seconds, after the key (*out-tangent*).
    pub leaving: Vec4,
}

/// The value between two keys that are `seconds` apart; `alpha` is the fraction of that time, from 0 to 1.
pub fn cubic(from: CubicKey, to: CubicKey, seconds: f32, alpha: f32) -> Vec4 {
    // TODO 19.3: Give the value of the cubic curve that has these values and these tangents at its ends. The tangents are for
    //   a second, and `alpha` is the part of the way.
    // BEGIN SOLUTION 19.3
    let (square, cube) = (alpha * alpha, alpha * alpha * alpha);
    (2.0 * cube - 3.0 * square + 1.0) * from.value
        + (cube - 2.0 * square + alpha) * seconds * from.leaving
        + (3.0 * square - 2.0 * cube) * to.value
        + (cube - square) * seconds * to.arriving
    // END SOLUTION 19.3
    // STARTER 19.3: let _ = (to, seconds, alpha);
    // STARTER 19.3: from.value
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_spline_is_the_curve_of_bezier_with_handles_of_a_third(vectors in prop::array::uniform4(prop::array::uniform4(-4.0f32..4.0)),
                                                                   seconds in 0.01f32..5.0, alpha in 0.0f32..=1.0) {
            let [start, leaving, arriving, end] = vectors.map(Vec4::from);
            let from = CubicKey { arriving: Vec4::NAN, value: start, leaving };
            let to = CubicKey { arriving, value: end, leaving: Vec4::NAN };
            let mut points = vec![start, start + seconds / 3.0 * leaving, end - seconds / 3.0 * arriving, end];
            while points.len() > 1 {
                points = points.windows(2).map(|pair| pair[0].lerp(pair[1], alpha)).collect();
            }
            prop_assert!(cubic(from, to, seconds, alpha).abs_diff_eq(points[0], 1e-4));
        }
    }
}
