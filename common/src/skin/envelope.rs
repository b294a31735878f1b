//! Weights from the bones themselves, without a painter.

use glam::Vec3;

/// A bone of the bind pose, and how far it reaches. All is in the model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Envelope {
    /// Start of the bone.
    pub from: Vec3,
    /// Its end, which may be its start.
    pub to: Vec3,
    /// From this distance on it has no influence; above 0.
    pub radius: f32,
}

impl Envelope {
    /// Returns the bone's weight at a point: 1 on the bone itself, then smoothly less, and 0 from the radius on.
    pub fn weight(&self, point: Vec3) -> f32 {
        // TODO 08.2: Find how far the point is from the bone, and the weight that the formula has for this distance.
        // BEGIN SOLUTION 08.2
        let bone = self.to - self.from;
        let along = (point - self.from).dot(bone) / bone.length_squared().max(f32::MIN_POSITIVE);
        let nearest = self.from + along.clamp(0.0, 1.0) * bone;
        let part = (point.distance(nearest) / self.radius).min(1.0);
        let left = 1.0 - part * part;
        left * left
        // END SOLUTION 08.2
        // STARTER 08.2: let _ = point;
        // STARTER 08.2: if self.from == Vec3::ZERO { 1.0 } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::vec3;
    use proptest::prelude::*;

    fn any_point() -> impl Strategy<Value = Vec3> {
        prop::array::uniform3(-2.0f32..2.0).prop_map(Vec3::from)
    }

    proptest! {
        #[test]
        fn it_is_the_best_that_any_place_on_the_bone_would_have(
            from in any_point(), to in any_point(), point in any_point(), radius in 0.1f32..5.0,
        ) {
            let weight = Envelope { from, to, radius }.weight(point);
            let of = |place: Vec3| Envelope { from: place, to: place, radius }.weight(point);
            let best = (0..=1000u16).map(|i| of(from.lerp(to, f32::from(i) / 1000.0))).fold(0.0, f32::max);
            prop_assert!((weight - best).abs() < 1e-3, "{weight} is not {best}");
        }

        #[test]
        fn it_changes_little_where_the_point_does(
            from in any_point(), to in any_point(), point in any_point(), step in any_point(), radius in 0.5f32..5.0,
        ) {
            let envelope = Envelope { from, to, radius };
            let step = 0.001 * step;
            let change = envelope.weight(point + step) - envelope.weight(point);
            // The steepest slope of (1 - x²)² is 1.54.
            prop_assert!(change.abs() <= 1.55 * step.length() / radius + 1e-6);
        }
    }

    #[test]
    fn it_goes_from_one_on_the_bone_to_zero_at_the_radius() {
        let envelope = Envelope { from: Vec3::ZERO, to: Vec3::X, radius: 0.5 };
        let weights = [0.0, 0.25, 0.5, 0.6].map(|y| envelope.weight(vec3(0.3, y, 0.0)));
        assert_eq!(weights, [1.0, 0.5625, 0.0, 0.0]);
        assert_eq!(envelope.weight(vec3(1.25, 0.0, 0.0)), 0.5625);
        assert_eq!(envelope.weight(vec3(-0.25, 0.0, 0.0)), 0.5625);
    }
}
