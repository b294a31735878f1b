//! Numbers for SIMD: one, or four in a lane each.

use glam::{Mat4, Vec4};
use std::ops::{Add, Div, Mul, Sub};

/// One number or four, so that one formula serves both.
pub trait Lanes:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self>
{
    /// The number in every lane.
    fn splat(number: f32) -> Self;

    /// The square root of every lane.
    fn sqrt(self) -> Self;

    /// The smallest number of all lanes.
    fn least(self) -> f32;

    /// In each lane the one number if this one is larger than a bound, and else the other.
    fn above(self, bound: f32, one: Self, other: Self) -> Self;
}

impl Lanes for f32 {
    #[inline(always)]
    fn splat(number: f32) -> Self {
        number
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        self.sqrt()
    }

    #[inline(always)]
    fn least(self) -> f32 {
        self
    }

    #[inline(always)]
    fn above(self, bound: f32, one: Self, other: Self) -> Self {
        if self > bound { one } else { other }
    }
}

/// Four at once: glam's vector, which is one register on most processors.
impl Lanes for Vec4 {
    #[inline(always)]
    fn splat(number: f32) -> Self {
        Self::splat(number)
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        self.sqrt()
    }

    #[inline(always)]
    fn least(self) -> f32 {
        self.min_element()
    }

    #[inline(always)]
    fn above(self, bound: f32, one: Self, other: Self) -> Self {
        Self::select(self.cmpgt(Self::splat(bound)), one, other)
    }
}

/// Transposes four vectors.
#[inline(always)]
pub fn transposed([x, y, z, w]: [Vec4; 4]) -> [Vec4; 4] {
    let Mat4 { x_axis, y_axis, z_axis, w_axis } = Mat4::from_cols(x, y, z, w).transpose();
    [x_axis, y_axis, z_axis, w_axis]
}
