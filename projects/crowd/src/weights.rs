//! Computes the weights of two rotations for one between them.
//!
//! Neighbours in a table have the same sign, so `cos`, the cosine of the arc between the two quaternions, is
//! never negative. The angle between the rotations is twice that arc.

use crate::lanes::Lanes;
use common::transform::NEARLY_STRAIGHT;

/// The fraction by which the last factor is enlarged for the terms left out, fitted for the widest arcs.
const REST: f32 = 0.150;

/// The terms of the series after the first.
const TERMS: usize = 6;

/// The two numbers of each factor in [`part_of_sine`].
const FACTORS: [[f32; 2]; TERMS] = {
    let mut factors = [[0.0; 2]; TERMS];
    let mut i = 1;
    while i <= TERMS {
        let (n, larger) = (i as f32, if i == TERMS { 1.0 + REST } else { 1.0 });
        factors[i - 1] = [larger / (n * (2.0 * n + 1.0)), -larger * n / (2.0 * n + 1.0)];
        i += 1;
    }
    factors
};

/// Returns sin(t·θ) / sin θ from cos θ - 1, by a series whose terms are each the one before times a factor.
#[inline(always)]
fn part_of_sine<L: Lanes>(cos_less_1: L, t: L) -> L {
    let (one, t_squared) = (L::splat(1.0), t * t);
    let mut sum = one;
    for [u, v] in FACTORS.into_iter().rev() {
        sum = (L::splat(u) * t_squared + L::splat(v)) * cos_less_1 * sum + one;
    }
    t * sum
}

/// Returns the weights of the first and second rotation for the one between them, like lesson 10's, but
/// without a sine for wide arcs.
#[inline(always)]
pub fn weigh<L: Lanes>(cos: L, alpha: L) -> [L; 2] {
    let straight = of_straight_arc(cos, alpha);
    if cos.least() > NEARLY_STRAIGHT {
        return straight;
    }
    let wide = of_any_arc(cos, alpha);
    [0, 1].map(|i| cos.above(NEARLY_STRAIGHT, straight[i], wide[i]))
}

/// Returns the weights of the straight mix, scaled to unit length.
#[inline(always)]
fn of_straight_arc<L: Lanes>(cos: L, alpha: L) -> [L; 2] {
    let (a, b) = (L::splat(1.0) - alpha, alpha);
    let over = L::splat(1.0) / (a * a + b * b + L::splat(2.0) * a * b * cos).sqrt();
    [a * over, b * over]
}

/// Returns the weights of slerp for any arc up to 90°, by those of half the arc, exact to 4e-7.
#[inline(always)]
fn of_any_arc<L: Lanes>(cos: L, alpha: L) -> [L; 2] {
    let half = (L::splat(0.5) + L::splat(0.5) * cos).sqrt();
    let x = half - L::splat(1.0);
    let (p, q) = (part_of_sine(x, L::splat(1.0) - alpha), part_of_sine(x, alpha));
    let over = L::splat(1.0) / half;
    [p * (q + half * p) * over, q * (p + half * q) * over]
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::transform::arc_weights;
    use proptest::prelude::*;

    /// Returns the weights by sines, in double precision.
    fn exact(arc: f64, alpha: f64) -> [f64; 2] {
        if arc < 1e-9 {
            return [1.0 - alpha, alpha];
        }
        [1.0 - alpha, alpha].map(|t| (t * arc).sin() / arc.sin())
    }

    fn off(weights: [f32; 2], exact: [f64; 2]) -> f64 {
        (0..2).map(|i| (f64::from(weights[i]) - exact[i]).abs()).fold(0.0, f64::max)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4096))]

        #[test]
        fn slerps_weights_need_no_sine(arc in 0.0..90f32.to_radians(), alpha in 0.0f32..=1.0) {
            // The cosine after rounding, and its arc.
            let cos = arc.cos();
            prop_assert!(off(of_any_arc(cos, alpha), exact(f64::from(cos).acos(), f64::from(alpha))) < 4e-7);
            prop_assert!(off(weigh(cos, alpha), arc_weights(cos, alpha).map(f64::from)) < 1e-6);
        }
    }
}
