//! How a question works out the answer that it wants: rightly, or with a slip in every step of one kind.
//!
//! A question that is worked out in these steps offers the slips that a student can make in them, without a line more.

use super::slips::{Of, Slip, Slips};
use glam::{Mat4, Vec3, Vec4};

/// The steps by which an answer is worked out.
#[derive(Clone, Copy, Default)]
pub struct Workings {
    slips: Option<Slips>,
    /// Which of the wrong orders a product of three takes.
    order: usize,
}

/// The wrong orders of three factors.
const ORDERS: [[usize; 3]; 5] = [[2, 1, 0], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1]];

impl Workings {
    /// All wrong ways, those with one slip before those with two.
    pub(super) fn wrong() -> impl Iterator<Item = (Slips, Self)> {
        let steps = || Slip::of(Of::Step).chain([Slip::DegreesAsRadians]);
        let alone = steps().map(|slip| Slips(slip, None));
        let of_two = steps()
            .enumerate()
            .flat_map(move |(i, first)| steps().skip(i + 1).map(move |second| Slips(first, Some(second))));
        alone.chain(of_two).flat_map(|slips| {
            let orders = if slips.0 == Slip::Order { ORDERS.len() } else { 1 };
            (0..orders).map(move |order| (slips, Self { slips: Some(slips), order }))
        })
    }

    fn slips(self, slip: Slip) -> bool {
        self.slips.is_some_and(|slips| slips.each().any(|other| other == slip))
    }

    /// The product of some factors, from left to right.
    pub fn product(self, factors: impl IntoIterator<Item = Mat4>) -> Mat4 {
        let factors: Vec<Mat4> = factors.into_iter().collect();
        match factors[..] {
            _ if !self.slips(Slip::Order) => factors.iter().product(),
            [_, _, _] => ORDERS[self.order].iter().map(|&i| factors[i]).product(),
            _ => factors.iter().rev().product(),
        }
    }

    /// The inverse of a matrix.
    pub fn inverse(self, matrix: Mat4) -> Mat4 {
        if self.slips(Slip::TransposeForInverse) { matrix.transpose() } else { matrix.inverse() }
    }

    /// A matrix times a vector.
    pub fn applied(self, matrix: Mat4, vector: Vec4) -> Vec4 {
        if self.slips(Slip::RowVector) { matrix.transpose() * vector } else { matrix * vector }
    }

    /// A matrix times a point.
    pub fn moved(self, matrix: Mat4, point: Vec3) -> Vec3 {
        self.applied(matrix, point.extend(1.0)).truncate()
    }

    /// The part of the way from one end of a mix to the other.
    pub fn part(self, alpha: f32) -> f32 {
        if self.slips(Slip::EndsExchanged) { 1.0 - alpha } else { alpha }
    }

    /// What is left of a number when whole periods are taken off.
    pub fn remainder(self, number: f32, period: f32) -> f32 {
        if self.slips(Slip::Remainder) { number % period } else { number.rem_euclid(period) }
    }

    /// An angle in degrees, in radians.
    pub fn radians(self, degrees: f32) -> f32 {
        if self.slips(Slip::DegreesAsRadians) { degrees } else { degrees.to_radians() }
    }
}
