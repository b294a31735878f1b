//! Numbers that change over time: curves.

use super::transforms::matrix_from_rows;
use crate::between::{around, blend, given_key};
use glam::Mat4;

/// The interpolation of a curve from one key to the next.
///
/// A matrix curve distinguishes only steps: see [`Curve::matrix_at`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Interpolation {
    /// Holds the key's value until the next key.
    Step,
    /// A straight line.
    #[default]
    Linear,
    /// A cubic Bézier curve in the plane of time and value.
    Bezier,
    /// A cubic curve in that plane, given by its tangents at the keys.
    Hermite,
}

/// Keys: values at times, and the interpolation between them.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    times: Vec<f32>,
    values: Vec<f32>,
    width: usize,
    interpolations: Vec<Interpolation>,
    /// One for each number of every key but the last; none if the curve is straight everywhere.
    handles: Vec<Handles>,
}

/// The two middle points of the Bézier curve from a number of a key to the same number of the next key.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Handles {
    /// Their times: 0 at the key, 1 at the next one. Within these bounds time can't run backwards.
    pub times: [f32; 2],
    /// Their values.
    pub values: [f32; 2],
}

impl Curve {
    /// A curve with `width` numbers per key; the times don't decrease, and there is at least one.
    pub(super) fn new(
        times: Vec<f32>,
        values: Vec<f32>,
        interpolations: Vec<Interpolation>,
        handles: Vec<Handles>,
    ) -> Self {
        let width = values.len() / times.len();
        Self { times, values, width, interpolations, handles }
    }

    /// The times of the keys, in seconds. They do not decrease.
    pub fn times(&self) -> &[f32] {
        &self.times
    }

    /// The numbers of the first key, then those of the second, and so on. Matrices are written row by row.
    pub fn values(&self) -> &[f32] {
        &self.values
    }

    /// The interpolation after each key.
    pub fn interpolations(&self) -> &[Interpolation] {
        &self.interpolations
    }

    /// The time of the first key.
    pub fn start(&self) -> f32 {
        self.times.first().copied().unwrap_or(0.0)
    }

    /// The time of the last key.
    pub fn end(&self) -> f32 {
        self.times.last().copied().unwrap_or(0.0)
    }

    /// The numbers at a time, each interpolated by itself.
    pub fn numbers_at(&self, time: f32) -> impl Iterator<Item = f32> {
        let (key, alpha) = self.find(time);
        (0..self.width).map(move |i| self.between(key, i, alpha))
    }

    /// The matrix at a time, for a curve whose keys are matrices.
    ///
    /// Between keys the rotation is interpolated as a rotation, whatever the file asks for other than steps: numbers
    /// interpolated one by one would shrink the model in the middle of a turn.
    pub fn matrix_at(&self, time: f32) -> Mat4 {
        let (key, alpha) = self.find(time);
        match alpha == 0.0 || self.interpolations[key] == Interpolation::Step {
            true => self.matrix(key),
            false => blend(self.matrix(key), self.matrix(key + 1), alpha),
        }
    }

    fn matrix(&self, key: usize) -> Mat4 {
        let numbers = self.values[key * self.width..].first_chunk();
        numbers.map_or(Mat4::IDENTITY, matrix_from_rows)
    }

    /// The key that holds at a time, and the part of the interval to the next one that is over: 0 before the first key and
    /// after the last.
    fn find(&self, time: f32) -> (usize, f32) {
        // Of equal times the last one is found: the value steps there.
        let found = around(&self.times, given_key(&self.times, time), time);
        found.map_or((0, 0.0), |(key, _, alpha)| (key, alpha))
    }

    fn between(&self, key: usize, i: usize, alpha: f32) -> f32 {
        let index = key * self.width + i;
        let v0 = self.values[index];
        if alpha == 0.0 {
            return v0;
        }
        let v1 = self.values[index + self.width];
        match (self.interpolations[key], self.handles.get(index)) {
            (Interpolation::Step, _) => v0,
            (Interpolation::Bezier | Interpolation::Hermite, Some(handles)) => {
                let Handles { times: [t1, t2], values: [c1, c2] } = *handles;
                bezier([v0, c1, c2, v1], parameter(t1, t2, alpha))
            }
            _ => (1.0 - alpha) * v0 + alpha * v1,
        }
    }
}

/// The point at `u` of a cubic Bézier curve, for one coordinate.
fn bezier([p0, p1, p2, p3]: [f32; 4], u: f32) -> f32 {
    let w = 1.0 - u;
    w * w * w * p0 + 3.0 * w * w * u * p1 + 3.0 * w * u * u * p2 + u * u * u * p3
}

/// Returns the parameter `u` at which a curve with times 0, `t1`, `t2`, 1 has the time `alpha`.
///
/// Newton's method, with bisection wherever a step would leave the remaining interval.
fn parameter(t1: f32, t2: f32, alpha: f32) -> f32 {
    let (mut low, mut high) = (0.0, 1.0);
    let mut u = alpha;
    for _ in 0..24 {
        let error = bezier([0.0, t1, t2, 1.0], u) - alpha;
        if error.abs() < 1e-7 {
            break;
        }
        if error > 0.0 {
            high = u
        } else {
            low = u
        }
        let w = 1.0 - u;
        let slope = 3.0 * (w * w * t1 + 2.0 * w * u * (t2 - t1) + u * u * (1.0 - t2));
        let step = u - error / slope;
        u = if low < step && step < high { step } else { 0.5 * (low + high) };
    }
    u
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{Quat, Vec3, vec3};
    use proptest::prelude::*;

    fn curve(times: &[f32], values: &[f32], interpolation: Interpolation) -> Curve {
        Curve::new(times.to_vec(), values.to_vec(), vec![interpolation; times.len()], Vec::new())
    }

    fn at(curve: &Curve, time: f32) -> Vec<f32> {
        curve.numbers_at(time).collect()
    }

    #[test]
    fn outside_the_keys_the_nearest_holds() {
        for interpolation in [Interpolation::Step, Interpolation::Linear] {
            let curve = curve(&[1.0, 2.0], &[10.0, -1.0, 20.0, -2.0], interpolation);
            assert_eq!(at(&curve, -5.0), [10.0, -1.0]);
            assert_eq!(at(&curve, 1.0), [10.0, -1.0]);
            assert_eq!(at(&curve, 2.0), [20.0, -2.0]);
            assert_eq!(at(&curve, f32::INFINITY), [20.0, -2.0]);
        }
    }

    #[test]
    fn at_equal_times_the_later_key_wins() {
        let curve = curve(&[0.0, 1.0, 1.0, 2.0], &[0.0, 10.0, 50.0, 60.0], Interpolation::Linear);
        assert!((at(&curve, 0.9999)[0] - 10.0).abs() < 0.01);
        assert_eq!(at(&curve, 1.0), [50.0]);
        assert_eq!(at(&curve, 1.5), [55.0]);
    }

    #[test]
    fn extreme_times_and_values_stay_numbers() {
        let wide = curve(&[-3e38, 3e38], &[-3e38, 3e38], Interpolation::Linear);
        assert_eq!(at(&wide, 0.0), [0.0]);
        let narrow = curve(&[0.0, 1e-45], &[0.0, 1.0], Interpolation::Linear);
        assert_eq!(at(&narrow, 1e-45), [1.0]);
        assert_eq!(at(&narrow, f32::NAN), [0.0]);
    }

    proptest! {
        #[test]
        fn any_matrices_blend(a in prop::array::uniform16(prop::num::f32::NORMAL), b in prop::array::uniform16(-1.0f32..1.0)) {
            let [a, b] = [a, b].map(|numbers| Mat4::from_cols_array(&numbers));
            blend(a, b, 0.3);
            blend(b, a, 0.3);
        }
    }

    fn matrices(a: Mat4, b: Mat4) -> Curve {
        let rows = [a, b].map(|matrix| matrix.transpose().to_cols_array());
        curve(&[0.0, 1.0], &rows.concat(), Interpolation::Linear)
    }

    #[test]
    fn between_matrices_it_turns_and_does_not_shrink() {
        let place = |degrees: f32, scale: f32, x: f32| {
            let turn = Quat::from_rotation_z(degrees.to_radians());
            Mat4::from_scale_rotation_translation(Vec3::splat(scale), turn, vec3(x, 0.0, 0.0))
        };
        let curve = matrices(place(-10.0, 1.0, 2.0), place(110.0, 3.0, 4.0));
        assert!(curve.matrix_at(0.0).abs_diff_eq(place(-10.0, 1.0, 2.0), 1e-6));
        assert!(curve.matrix_at(0.5).abs_diff_eq(place(50.0, 2.0, 3.0), 1e-5));
        assert!(curve.matrix_at(1.0).abs_diff_eq(place(110.0, 3.0, 4.0), 1e-6));
    }

    #[test]
    fn sheared_mirrored_and_flat_matrices_pass_through_their_keys() {
        let sheared =
            Mat4::from_cols_array(&[1., 0., 0., 0., 0.7, 1., 0., 0., 0., 0., 1., 0., 1., 2., 3., 1.]);
        let mirrored = Mat4::from_scale(vec3(1.0, 1.0, -1.0));
        let flat = Mat4::from_scale(vec3(1.0, 0.0, 1.0));
        for (a, b) in [(sheared, mirrored), (mirrored, sheared), (flat, sheared), (flat, flat)] {
            let curve = matrices(a, b);
            assert!(curve.matrix_at(1e-4).abs_diff_eq(a, 1e-3));
            assert!(curve.matrix_at(1.0 - 1e-4).abs_diff_eq(b, 1e-3));
        }
    }
}
