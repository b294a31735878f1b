//! Weights along a row of bones, found by trying instead of by a formula.

use crate::skin::CUTS;
use glam::Vec3;

/// How many places of a bone are tried.
const PLACES: u16 = 200;

/// What an envelope's weight comes to: the most that any of many places along the bone would give, as
/// [`Envelope::weight`](crate::skin::Envelope::weight) finds it at once.
pub fn falloff_of_bone([from, to]: [Vec3; 2], radius: f32, point: Vec3) -> f32 {
    let near = (0..=PLACES).map(|i| point.distance_squared(from.lerp(to, f32::from(i) / f32::from(PLACES))));
    let inside = 1.0 - near.fold(f32::INFINITY, f32::min) / (radius * radius);
    inside.max(0.0).powi(2)
}

/// The weights of three bones in a row, as [`three_weights`](crate::skin::three_weights) has them: which part of a window as
/// wide as two margins, around the height, lies beside each bone.
pub fn shares_of_window(height: f32, margin: f32) -> [f32; 3] {
    let below = |cut: f32| (cut - (height - margin)).max(0.0).min(2.0 * margin) / (2.0 * margin);
    let [lower, upper] = CUTS.map(below);
    [lower, upper - lower, 1.0 - upper]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::skin::{Envelope, three_weights};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn both_come_to_what_students_make(x in -1.0f32..2.0, y in -1.0f32..1.0, margin in 0.01f32..0.16) {
            let (from, to, radius, point) = (Vec3::ZERO, Vec3::X, 0.7, Vec3::new(x, y, 0.1));
            let wanted = Envelope { from, to, radius }.weight(point);
            prop_assert!((falloff_of_bone([from, to], radius, point) - wanted).abs() < 0.01);
            let height = x.clamp(0.0, 1.0);
            for (is, wanted) in shares_of_window(height, margin).into_iter().zip(three_weights(height, margin)) {
                prop_assert!((is - wanted).abs() < 1e-4);
            }
        }
    }
}
