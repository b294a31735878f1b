//! Numbers for SIMD, one or four in a lane each.

use glam::{Mat4, Vec4};
use std::ops::{Add, Div, Mul, Sub};

/// A number, or four, so that one formula serves both.
pub trait Lanes:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self>
{
    /// Returns the number in every lane.
    fn splat(number: f32) -> Self;

    /// Returns the square root of every lane.
    fn sqrt(self) -> Self;

    /// Returns the smallest number of all lanes.
    fn least(self) -> f32;

    /// Returns in each lane `one` if this number is larger than `bound`, and else `other`.
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

/// Implements four lanes by glam's vector, which is a register on most processors.
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

/// Returns four vectors transposed.
#[inline(always)]
pub fn transposed([x, y, z, w]: [Vec4; 4]) -> [Vec4; 4] {
    let Mat4 { x_axis, y_axis, z_axis, w_axis } = Mat4::from_cols(x, y, z, w).transpose();
    [x_axis, y_axis, z_axis, w_axis]
}
