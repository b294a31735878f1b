//! Weights of three joints in a row, by the height along them.

/// Heights at which the second and the third joint take over, as parts of the whole.
pub const CUTS: [f32; 2] = [1.0 / 3.0, 2.0 / 3.0];

/// The weights of three joints at the height `t`, from 0 at the foot to 1 at the top.
///
/// Around every cut, from `margin` below it to `margin` above it, the weight goes over evenly from one joint to the
/// next. Elsewhere one joint has all of it. The margin is above 0, and below a sixth, so that there is an elsewhere
/// between the cuts.
pub fn three_weights(t: f32, margin: f32) -> [f32; 3] {
    // TODO 09.1: Give the three weights at this height.
    // BEGIN SOLUTION 09.1
    let [first, second] = CUTS.map(|cut| {
        let over = (t - (cut - margin)) / (2.0 * margin);
        over.clamp(0.0, 1.0)
    });
    [1.0 - first, first - second, second]
    // END SOLUTION 09.1
    // STARTER 09.1: let _ = (t, margin);
    // STARTER 09.1: [1.0, 0.0, 0.0]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The largest step of any weight between neighbours of many heights.
    fn largest_step() -> f32 {
        let heights = (0..=10_000u16).map(|i| f32::from(i) / 10_000.0);
        let all: Vec<[f32; 3]> = heights.map(|t| three_weights(t, 1.0 / 24.0)).collect();
        let steps = all.windows(2).flat_map(|pair| [0, 1, 2].map(|i| (pair[1][i] - pair[0][i]).abs()));
        steps.fold(0.0, f32::max)
    }

    #[test]
    fn weights_go_over_evenly_and_sum_to_one() {
        for i in 0..=480u16 {
            let weights = three_weights(f32::from(i) / 480.0, 1.0 / 24.0);
            assert!((weights.iter().sum::<f32>() - 1.0).abs() < 1e-6);
            assert!(weights.iter().all(|weight| (0.0..=1.0).contains(weight)), "{weights:?}");
        }
        // A ramp is a twelfth long, so its slope is twelve.
        assert!(largest_step() < 12.1 / 10_000.0);
        assert_eq!(three_weights(0.1, 1.0 / 24.0), [1.0, 0.0, 0.0]);
        assert_eq!(three_weights(0.5, 1.0 / 24.0), [0.0, 1.0, 0.0]);
        assert_eq!(three_weights(0.9, 1.0 / 24.0), [0.0, 0.0, 1.0]);
        assert!((three_weights(1.0 / 3.0, 1.0 / 24.0)[1] - 0.5).abs() < 1e-6);
    }
}
