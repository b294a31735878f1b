//! Computes the weights of two rotations for one between them, of four joints at once.
//!
//! Neighbours in a table have the same sign, so `cos`, the cosine of the arc between the two quaternions, is
//! never negative. The angle between the rotations is twice that arc.

use common::transform::NEARLY_STRAIGHT;
use glam::Vec4;

/// The two numbers of each factor in [`part_of_sine`]. The last factor is enlarged by a fraction for the terms
/// left out, fitted for the widest arcs.
const FACTORS: [[f32; 2]; 6] = {
    let mut factors = [[0.0; 2]; 6];
    let mut i = 1;
    while i <= 6 {
        let (n, larger) = (i as f32, if i == 6 { 1.150 } else { 1.0 });
        factors[i - 1] = [larger / (n * (2.0 * n + 1.0)), -larger * n / (2.0 * n + 1.0)];
        i += 1;
    }
    factors
};

/// Returns sin(t·θ) / sin θ from cos θ - 1, by a series whose terms are each the one before times a factor.
#[inline(always)]
fn part_of_sine(cos_less_1: Vec4, t: Vec4) -> Vec4 {
    let (mut sum, t_squared) = (Vec4::ONE, t * t);
    for [u, v] in FACTORS.into_iter().rev() {
        sum = (u * t_squared + v) * cos_less_1 * sum + 1.0;
    }
    t * sum
}

/// Returns the weights of the first and second rotation for the one between them, like lesson 10's, but
/// without a sine for wide arcs.
#[inline(always)]
pub fn weigh(cos: Vec4, alpha: Vec4) -> [Vec4; 2] {
    let straight = of_straight_arc(cos, alpha);
    if cos.min_element() > NEARLY_STRAIGHT {
        return straight;
    }
    let (wide, is_straight) = (of_any_arc(cos, alpha), cos.cmpgt(Vec4::splat(NEARLY_STRAIGHT)));
    [0, 1].map(|i| Vec4::select(is_straight, straight[i], wide[i]))
}

/// Returns the same for one joint.
#[inline(always)]
pub fn weigh_one(cos: f32, alpha: f32) -> [f32; 2] {
    weigh(Vec4::splat(cos), Vec4::splat(alpha)).map(|weight| weight.x)
}

/// Returns the weights of the straight mix, scaled to unit length.
#[inline(always)]
fn of_straight_arc(cos: Vec4, alpha: Vec4) -> [Vec4; 2] {
    let rest = 1.0 - alpha;
    let over = 1.0 / (rest * rest + alpha * alpha + 2.0 * rest * alpha * cos).sqrt();
    [rest * over, alpha * over]
}

/// Returns the weights of slerp for any arc up to 90°, by those of half the arc, exact to 4e-7.
#[inline(always)]
fn of_any_arc(cos: Vec4, alpha: Vec4) -> [Vec4; 2] {
    let half = (0.5 + 0.5 * cos).sqrt();
    let [p, q] = [1.0 - alpha, alpha].map(|t| part_of_sine(half - 1.0, t));
    let over = 1.0 / half;
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
            let wide = of_any_arc(Vec4::splat(cos), Vec4::splat(alpha)).map(|weight| weight.x);
            prop_assert!(off(wide, exact(f64::from(cos).acos(), f64::from(alpha))) < 4e-7);
            prop_assert!(off(weigh_one(cos, alpha), arc_weights(cos, alpha).map(f64::from)) < 1e-6);
        }
    }
}
