//! Works an answer out in steps, rightly or with a slip in every step of one kind.
//!
//! A check that uses these steps thereby recognises the slips that a student can make in them.

use super::slips::{Of, Slip};
use glam::{Mat4, Vec3, Vec4};

/// Steps for working out an answer, each of them right unless `slip` is of its kind.
#[derive(Clone, Copy, Default)]
pub struct Workings {
    slip: Option<Slip>,
    /// The index into [`ORDERS`] for a slip of order, or for missing parts a bit for each part that is added.
    way: usize,
}

/// The wrong orders of three factors.
const ORDERS: [[usize; 3]; 5] = [[2, 1, 0], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1]];

/// The number of subsets of four parts.
const SUMS: usize = 1 << 4;

impl Workings {
    /// Returns all workings with one slip. A slip of order, or of missing parts, comes in several ways.
    pub(super) fn wrong() -> impl Iterator<Item = (Slip, Self)> {
        Slip::of(Of::Step).chain([Slip::DegreesAsRadians]).flat_map(|slip| {
            let ways = match slip {
                Slip::Order => ORDERS.len(),
                Slip::PartMissing => SUMS,
                _ => 1,
            };
            (0..ways).map(move |way| (slip, Self { slip: Some(slip), way }))
        })
    }

    fn slips(self, slip: Slip) -> bool {
        self.slip == Some(slip)
    }

    /// Returns the product of some factors, from left to right.
    pub fn product(self, factors: impl IntoIterator<Item = Mat4>) -> Mat4 {
        let factors: Vec<Mat4> = factors.into_iter().collect();
        match factors[..] {
            _ if !self.slips(Slip::Order) => factors.iter().product(),
            [_, _, _] => ORDERS[self.way].iter().map(|&i| factors[i]).product(),
            _ => factors.iter().rev().product(),
        }
    }

    pub fn inverse(self, matrix: Mat4) -> Mat4 {
        if self.slips(Slip::TransposeForInverse) { matrix.transpose() } else { matrix.inverse() }
    }

    /// Returns a matrix times a vector.
    pub fn applied(self, matrix: Mat4, vector: Vec4) -> Vec4 {
        if self.slips(Slip::RowVector) { matrix.transpose() * vector } else { matrix * vector }
    }

    /// Returns a matrix times a point.
    pub fn moved(self, matrix: Mat4, point: Vec3) -> Vec3 {
        let w = if self.slips(Slip::AsDirection) { 0.0 } else { 1.0 };
        self.applied(matrix, point.extend(w)).truncate()
    }

    /// Returns the sum of up to four parts, each times its weight.
    pub fn sum(self, parts: impl IntoIterator<Item = (f32, Vec3)>) -> Vec3 {
        let is_added = |i: usize| !self.slips(Slip::PartMissing) || self.way >> i & 1 == 1;
        let weighted = |(weight, part)| if self.slips(Slip::Unweighted) { part } else { weight * part };
        parts.into_iter().enumerate().filter(|(i, _)| is_added(*i)).map(|(_, part)| weighted(part)).sum()
    }

    /// Returns the fraction of a mix, measured from its first end.
    pub fn part(self, alpha: f32) -> f32 {
        if self.slips(Slip::EndsExchanged) { 1.0 - alpha } else { alpha }
    }

    /// Returns the remainder of a number after its whole periods.
    pub fn remainder(self, number: f32, period: f32) -> f32 {
        if self.slips(Slip::Remainder) { number % period } else { number.rem_euclid(period) }
    }

    /// Returns in radians an angle in degrees.
    pub fn radians(self, degrees: f32) -> f32 {
        if self.slips(Slip::DegreesAsRadians) { degrees } else { degrees.to_radians() }
    }
}
