//! Several numbers that are computed with at once: a lane for each.

use glam::{Mat4, Vec4};
use std::ops::{Add, Div, Mul, Sub};

/// So many lanes there are at most.
pub const MOST: usize = 8;

/// So many numbers at once. One is such a number too, so that one formula serves all.
///
/// Its functions are put in place wherever they are called: only so does the compiler make them for the processor that the
/// caller is compiled for. For the same reason they take lists and no closures.
pub trait Lanes:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self>
{
    /// How many.
    const COUNT: usize;

    /// The same number in every lane.
    fn splat(number: f32) -> Self;

    /// The root of every lane.
    fn sqrt(self) -> Self;

    /// `self * factor + more`, rounded once or twice.
    fn times_plus(self, factor: Self, more: Self) -> Self;

    /// A number for each lane, of as many as there are lanes.
    fn new(numbers: &[f32; MOST]) -> Self;

    /// The x of a vector for each lane, then their y, z and w.
    fn of_vectors(vectors: &[Vec4; MOST]) -> [Self; 4];

    /// The other way round.
    fn to_vectors(lists: [Self; 4]) -> [Vec4; MOST];
}

impl Lanes for f32 {
    const COUNT: usize = 1;

    #[inline(always)]
    fn splat(number: f32) -> Self {
        number
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        self.sqrt()
    }

    #[inline(always)]
    fn times_plus(self, factor: Self, more: Self) -> Self {
        self * factor + more
    }

    #[inline(always)]
    fn new(numbers: &[f32; MOST]) -> Self {
        numbers[0]
    }

    #[inline(always)]
    fn of_vectors(vectors: &[Vec4; MOST]) -> [Self; 4] {
        vectors[0].to_array()
    }

    #[inline(always)]
    fn to_vectors(lists: [Self; 4]) -> [Vec4; MOST] {
        [lists.into(); MOST]
    }
}

/// Four at once: glam's own vector, which is one register on most processors.
impl Lanes for Vec4 {
    const COUNT: usize = 4;

    #[inline(always)]
    fn splat(number: f32) -> Self {
        Self::splat(number)
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        self.sqrt()
    }

    #[inline(always)]
    fn times_plus(self, factor: Self, more: Self) -> Self {
        self * factor + more
    }

    #[inline(always)]
    fn new(&[a, b, c, d, ..]: &[f32; MOST]) -> Self {
        Self::new(a, b, c, d)
    }

    #[inline(always)]
    fn of_vectors(&[a, b, c, d, ..]: &[Vec4; MOST]) -> [Self; 4] {
        transposed([a, b, c, d])
    }

    #[inline(always)]
    fn to_vectors(lists: [Self; 4]) -> [Vec4; MOST] {
        let [a, b, c, d] = transposed(lists);
        [a, b, c, d, Self::ZERO, Self::ZERO, Self::ZERO, Self::ZERO]
    }
}

/// Rows for columns.
#[inline(always)]
pub fn transposed([x, y, z, w]: [Vec4; 4]) -> [Vec4; 4] {
    let Mat4 { x_axis, y_axis, z_axis, w_axis } = Mat4::from_cols(x, y, z, w).transpose();
    [x_axis, y_axis, z_axis, w_axis]
}
