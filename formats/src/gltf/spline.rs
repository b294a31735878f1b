//! The cubic spline between two keys that have tangents.

use glam::Vec4;

/// A key of a cubic spline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CubicKey {
    /// How fast the value changes on the way to the key, per second (*in-tangent*).
    pub arriving: Vec4,
    /// The value at the key.
    pub value: Vec4,
    /// How fast it changes on the way on from there, per second (*out-tangent*).
    pub leaving: Vec4,
}

/// The value on the way between two keys that are `seconds` apart; `alpha` says which part of the way, from 0 to 1.
pub fn cubic(from: CubicKey, to: CubicKey, seconds: f32, alpha: f32) -> Vec4 {
    // TODO 18.3: Give the value of the cubic curve that has these values and these tangents at its ends. The tangents are for
    //   a second, and `alpha` is the part of the way.
    // BEGIN SOLUTION 18.3
    let (square, cube) = (alpha * alpha, alpha * alpha * alpha);
    (2.0 * cube - 3.0 * square + 1.0) * from.value
        + (cube - 2.0 * square + alpha) * seconds * from.leaving
        + (3.0 * square - 2.0 * cube) * to.value
        + (cube - square) * seconds * to.arriving
    // END SOLUTION 18.3
    // STARTER 18.3: let _ = (to, seconds, alpha);
    // STARTER 18.3: from.value
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn key() -> impl Strategy<Value = CubicKey> {
        let four = || prop::array::uniform4(-5.0f32..5.0).prop_map(Vec4::from_array);
        (four(), four(), four()).prop_map(|(arriving, value, leaving)| CubicKey { arriving, value, leaving })
    }

    proptest! {
        #[test]
        fn it_leaves_and_arrives_as_the_keys_say(from in key(), to in key(), seconds in 0.1f32..4.0) {
            prop_assert_eq!(cubic(from, to, seconds, 0.0), from.value);
            prop_assert!(cubic(from, to, seconds, 1.0).abs_diff_eq(to.value, 1e-5));
            // The slope, from two values close by.
            let step = 1.0 / 512.0;
            let slope = |alpha: f32| {
                (cubic(from, to, seconds, alpha + step) - cubic(from, to, seconds, alpha - step)) / (2.0 * step * seconds)
            };
            let bend = 1e-2 + 1e-4 * (from.value - to.value).length() / seconds;
            prop_assert!(slope(0.0).abs_diff_eq(from.leaving, bend), "{} {}", slope(0.0), from.leaving);
            prop_assert!(slope(1.0).abs_diff_eq(to.arriving, bend), "{} {}", slope(1.0), to.arriving);
        }

        #[test]
        fn it_is_the_bezier_curve_of_thirds(from in key(), to in key(), seconds in 0.1f32..4.0, alpha in 0.0f32..1.0) {
            // Another road to the same: middle points a third of the span away along the tangents, halved again and again.
            let middle = [from.value + from.leaving * (seconds / 3.0), to.value - to.arriving * (seconds / 3.0)];
            let mut points = vec![from.value, middle[0], middle[1], to.value];
            while points.len() > 1 {
                points = points.windows(2).map(|pair| pair[0].lerp(pair[1], alpha)).collect();
            }
            prop_assert!(cubic(from, to, seconds, alpha).abs_diff_eq(points[0], 1e-4));
        }
    }
}
