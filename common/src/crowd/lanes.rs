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
}

/// Transposes four vectors.
#[inline(always)]
pub fn transposed([x, y, z, w]: [Vec4; 4]) -> [Vec4; 4] {
    let Mat4 { x_axis, y_axis, z_axis, w_axis } = Mat4::from_cols(x, y, z, w).transpose();
    [x_axis, y_axis, z_axis, w_axis]
}
