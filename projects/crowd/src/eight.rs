//! Eight numbers at once, for processors that have registers for them.

use crate::lanes::{Lanes, MOST, transposed};
use glam::Vec4;
use std::ops::{Add, Div, Mul, Sub};

/// Eight numbers. The compiler makes one register of them, where it may count on AVX2.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(32))]
pub struct Eight([f32; MOST]);

/// An operator, lane by lane.
macro_rules! lane_by_lane {
    ($operator:ident, $function:ident) => {
        impl $operator for Eight {
            type Output = Self;

            #[inline(always)]
            fn $function(mut self, other: Self) -> Self {
                for lane in 0..MOST {
                    self.0[lane] = self.0[lane].$function(other.0[lane]);
                }
                self
            }
        }
    };
}

lane_by_lane!(Add, add);
lane_by_lane!(Sub, sub);
lane_by_lane!(Mul, mul);
lane_by_lane!(Div, div);

impl Lanes for Eight {
    const COUNT: usize = MOST;

    #[inline(always)]
    fn splat(number: f32) -> Self {
        Self([number; MOST])
    }

    #[inline(always)]
    fn sqrt(mut self) -> Self {
        for lane in 0..MOST {
            self.0[lane] = self.0[lane].sqrt();
        }
        self
    }

    #[inline(always)]
    fn times_plus(mut self, factor: Self, more: Self) -> Self {
        for lane in 0..MOST {
            self.0[lane] = self.0[lane].mul_add(factor.0[lane], more.0[lane]);
        }
        self
    }

    #[inline(always)]
    fn new(numbers: &[f32; MOST]) -> Self {
        Self(*numbers)
    }

    #[inline(always)]
    fn of_vectors(&[a, b, c, d, e, f, g, h]: &[Vec4; MOST]) -> [Self; 4] {
        let low = transposed([a, b, c, d]);
        let high = transposed([e, f, g, h]);
        [joined(low[0], high[0]), joined(low[1], high[1]), joined(low[2], high[2]), joined(low[3], high[3])]
    }

    #[inline(always)]
    fn to_vectors([a, b, c, d]: [Self; 4]) -> [Vec4; MOST] {
        let ((a, e), (b, f), (c, g), (d, h)) = (halves(a), halves(b), halves(c), halves(d));
        let ([a, b, c, d], [e, f, g, h]) = (transposed([a, b, c, d]), transposed([e, f, g, h]));
        [a, b, c, d, e, f, g, h]
    }
}

/// Two registers of four as one.
#[inline(always)]
fn joined(low: Vec4, high: Vec4) -> Eight {
    let ([a, b, c, d], [e, f, g, h]) = (low.to_array(), high.to_array());
    Eight([a, b, c, d, e, f, g, h])
}

/// The other way round.
#[inline(always)]
fn halves(Eight([a, b, c, d, e, f, g, h]): Eight) -> (Vec4, Vec4) {
    (Vec4::new(a, b, c, d), Vec4::new(e, f, g, h))
}
