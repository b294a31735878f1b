//! A rotation and a translation, nothing else.

use glam::{Mat4, Quat, Vec3};
use std::ops::Mul;

/// Moves a body without changing its shape: `x ↦ R x + t`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RigidTransform {
    /// `t`, applied second.
    pub translation: Vec3,
    /// `R`, applied first: a unit quaternion.
    pub rotation: Quat,
}

impl RigidTransform {
    /// Leaves every point where it is.
    pub const IDENTITY: Self = Self::new(Vec3::ZERO, Quat::IDENTITY);

    /// Turns by `rotation`, then moves by `translation`.
    pub const fn new(translation: Vec3, rotation: Quat) -> Self {
        Self { translation, rotation }
    }

    /// The point `R x + t`.
    pub fn transform_point(self, point: Vec3) -> Vec3 {
        self.rotation * point + self.translation
    }

    /// The transform that does `inner` first and `self` after it.
    ///
    /// If `self` is `a_from_b` and `inner` is `b_from_c`, this is `a_from_c`. Its rotation is a unit quaternion but for
    /// rounding: normalise it on the way if you chain a thousand of them.
    pub fn compose(self, inner: Self) -> Self {
        // TODO 02.1: Find the one rotation and the one translation that do what both do, one after the other.
        // BEGIN SOLUTION 02.1
        Self {
            translation: self.translation + self.rotation * inner.translation,
            rotation: self.rotation * inner.rotation,
        }
        // END SOLUTION 02.1
        // STARTER 02.1: let _ = inner;
        // STARTER 02.1: self
    }

    /// The transform back: if `self` is `a_from_b`, this is `b_from_a`.
    pub fn inverse(self) -> Self {
        // TODO 02.2: Undo both steps, by one rotation and one translation after it.
        // BEGIN SOLUTION 02.2
        let rotation = self.rotation.inverse();
        Self { translation: -(rotation * self.translation), rotation }
        // END SOLUTION 02.2
        // STARTER 02.2: self
    }

    /// The same transform as a 4×4 matrix for column vectors: its columns are the three axes and the origin.
    pub fn to_matrix(self) -> Mat4 {
        Mat4::from_cols(
            (self.rotation * Vec3::X).extend(0.0),
            (self.rotation * Vec3::Y).extend(0.0),
            (self.rotation * Vec3::Z).extend(0.0),
            self.translation.extend(1.0),
        )
    }
}

impl Mul for RigidTransform {
    type Output = Self;

    /// Chains two transforms as their matrices would be: `a_from_b * b_from_c` is `a_from_c`.
    fn mul(self, inner: Self) -> Self {
        self.compose(inner)
    }
}

/// Returns the transform of every thing to a seat on one of them, the `observer`.
///
/// The seat is a space fixed to the observer, and moves with it.
///
/// # Panics
/// If there is no thing with the index `observer`.
pub fn seen_from(
    model_from_things: &[RigidTransform],
    observer: usize,
    observer_from_seat: RigidTransform,
) -> Vec<RigidTransform> {
    // TODO 02.3: Return `seat_from_thing` for every thing: its transform to the seat's space.
    // BEGIN SOLUTION 02.3
    let model_from_seat = model_from_things[observer] * observer_from_seat;
    let seat_from_model = model_from_seat.inverse();
    model_from_things.iter().map(|&model_from_thing| seat_from_model * model_from_thing).collect()
    // END SOLUTION 02.3
    // STARTER 02.3: let _ = (observer, observer_from_seat);
    // STARTER 02.3: vec![RigidTransform::IDENTITY; model_from_things.len()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    prop_compose! {
        fn rigid()(t in prop::array::uniform3(-10.0f32..10.0), axis in prop::array::uniform3(-1.0f32..1.0), angle in -3.0f32..3.0) -> RigidTransform {
            let axis = Vec3::from(axis).try_normalize().unwrap_or(Vec3::Y);
            RigidTransform::new(t.into(), Quat::from_axis_angle(axis, angle))
        }
    }

    proptest! {
        #[test]
        fn a_product_is_one_after_the_other(a in rigid(), b in rigid(), x in prop::array::uniform3(-10.0f32..10.0)) {
            let x = Vec3::from(x);
            let together = (a * b).transform_point(x);
            let stepwise = a.transform_point(b.transform_point(x));
            let by_matrix = (a.to_matrix() * b.to_matrix()).transform_point3(x);
            prop_assert!(together.distance(stepwise) < 1e-4);
            prop_assert!(together.distance(by_matrix) < 1e-4);
        }

        #[test]
        fn the_inverse_undoes(a in rigid(), x in prop::array::uniform3(-10.0f32..10.0)) {
            let x = Vec3::from(x);
            prop_assert!(a.inverse().transform_point(a.transform_point(x)).distance(x) < 1e-4);
            prop_assert!(a.inverse().to_matrix().abs_diff_eq(a.to_matrix().inverse(), 1e-4));
        }

        #[test]
        fn what_is_seen_from_a_seat_is_where_it_is(things in prop::collection::vec(rigid(), 1..6), observer in any::<prop::sample::Index>(),
                                                   seat in rigid(), x in prop::array::uniform3(-10.0f32..10.0)) {
            let observer = observer.index(things.len());
            let seen = seen_from(&things, observer, seat);
            prop_assert_eq!(seen.len(), things.len());
            for (thing, seen) in things.iter().zip(seen) {
                let by_seat = things[observer].transform_point(seat.transform_point(seen.transform_point(x.into())));
                prop_assert!(by_seat.distance(thing.transform_point(x.into())) < 1e-3);
            }
        }
    }
}
