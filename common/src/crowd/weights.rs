//! Weights of two rotations for one between them.
//!
//! Neighbours in a table have the same sign, so `cos`, the cosine of the arc between the two quaternions, is never
//! negative. The angle between the rotations is twice that arc.

use crate::crowd::lanes::Lanes;

/// The cosine of the widest arc for which [`of_short_arc`] is exact but for rounding: 30°, which is a rotation by 60°.
pub const SHORT: f32 = 0.866_025_4;

/// Fractions by which the last factors are enlarged for the terms left out, fitted by trial for the widest arcs.
const REST_OF_4: f32 = 0.060;
const REST_OF_6: f32 = 0.150;

/// The two numbers of each factor in [`part_of_sine`], whose last one includes the `rest`.
const fn factors<const TERMS: usize>(rest: f32) -> [[f32; 2]; TERMS] {
    let mut factors = [[0.0; 2]; TERMS];
    let mut i = 1;
    while i <= TERMS {
        let (n, larger) = (i as f32, if i == TERMS { 1.0 + rest } else { 1.0 });
        factors[i - 1] = [larger / (n * (2.0 * n + 1.0)), -larger * n / (2.0 * n + 1.0)];
        i += 1;
    }
    factors
}

const SHORT_FACTORS: [[f32; 2]; 4] = factors(REST_OF_4);
const HALF_FACTORS: [[f32; 2]; 6] = factors(REST_OF_6);

/// sin(t·θ) / sin θ from cos θ - 1, without a sine: the first terms of its series, each the term before times a factor.
#[inline(always)]
fn part_of_sine<L: Lanes, const TERMS: usize>(cos_less_1: L, t: L, factors: &[[f32; 2]; TERMS]) -> L {
    let (one, t_squared) = (L::splat(1.0), t * t);
    let mut sum = one;
    let mut term = TERMS;
    while term > 0 {
        term -= 1;
        let [u, v] = factors[term];
        sum = (L::splat(u) * t_squared + L::splat(v)) * cos_less_1 * sum + one;
    }
    t * sum
}

/// Returns the weights of the first and of the second rotation for the one between them, evenly along the arc, equal to
/// lesson 10's within rounding.
#[inline(always)]
pub fn weigh<L: Lanes>(cos: L, alpha: L) -> [L; 2] {
    if cos.least() >= SHORT { of_short_arc(cos, alpha) } else { of_any_arc(cos, alpha) }
}

/// The weights of slerp for an arc of 30° at most. The error of at most 1.2e-7 is rounding.
#[inline(always)]
pub fn of_short_arc<L: Lanes>(cos: L, alpha: L) -> [L; 2] {
    let x = cos - L::splat(1.0);
    [part_of_sine(x, L::splat(1.0) - alpha, &SHORT_FACTORS), part_of_sine(x, alpha, &SHORT_FACTORS)]
}

/// The weights of slerp for any arc up to 90°, with an error of at most 4e-7: computed from half the arc.
#[inline(always)]
pub fn of_any_arc<L: Lanes>(cos: L, alpha: L) -> [L; 2] {
    let half = (L::splat(0.5) + L::splat(0.5) * cos).sqrt();
    let x = half - L::splat(1.0);
    let p = part_of_sine(x, L::splat(1.0) - alpha, &HALF_FACTORS);
    let q = part_of_sine(x, alpha, &HALF_FACTORS);
    let over = L::splat(1.0) / half;
    [p * (q + half * p) * over, q * (p + half * q) * over]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The weights by sines, in double precision.
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
            let want = exact(f64::from(cos).acos(), f64::from(alpha));
            prop_assert!(off(of_any_arc(cos, alpha), want) < 4e-7);
            if cos >= SHORT {
                prop_assert!(off(of_short_arc(cos, alpha), want) < 1.2e-7);
            }
        }
    }
}
