//! Samplers: keys, and the interpolation between them.

use super::spline::{CubicKey, cubic};
use crate::between::around;
use common::clip::key_at;
use common::transform::slerp;
use glam::{Quat, Vec4};

/// The interpolation from one key to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interpolation {
    /// A key's value holds until the next key.
    Step,
    /// Linear; rotations along the shorter arc.
    Linear,
    /// A cubic spline. Every key has three values: in-tangent, value, out-tangent.
    CubicSpline,
}

/// Values over time.
#[derive(Clone, Debug, PartialEq)]
pub struct Sampler {
    /// The interpolation from one key to the next.
    pub interpolation: Interpolation,
    /// True if the values are rotations: quaternions with x, y, z, w in this order. All others have w = 0.
    pub is_rotation: bool,
    /// The times of the keys, in seconds, each later than the one before.
    pub times: Vec<f32>,
    /// One for each key; for a cubic spline three.
    pub values: Vec<Vec4>,
}

impl Sampler {
    /// The value at a time. Before the first key and after the last, that key's value holds.
    pub fn at(&self, time: f32) -> Vec4 {
        let found = around(&self.times, key_at(&self.times, time), time);
        found.map_or(Vec4::ZERO, |(key, next, alpha)| self.between(key, next, alpha))
    }

    /// The value between two keys; `alpha` is the part of the time between them that has passed. At the end both are the same key.
    fn between(&self, key: usize, next: usize, alpha: f32) -> Vec4 {
        let value = match self.interpolation {
            Interpolation::Step => self.values[key],
            Interpolation::Linear if self.is_rotation => {
                let [from, to] = [key, next].map(|key| Quat::from_vec4(self.values[key]));
                slerp(from, to, alpha).into()
            }
            Interpolation::Linear => self.values[key].lerp(self.values[next], alpha),
            Interpolation::CubicSpline => {
                let seconds = self.times[next] - self.times[key];
                cubic(self.cubic_key(key), self.cubic_key(next), seconds, alpha)
            }
        };
        if self.is_rotation { value.normalize_or(Vec4::W) } else { value }
    }

    /// A key of a cubic spline, from its three values.
    fn cubic_key(&self, key: usize) -> CubicKey {
        CubicKey {
            arriving: self.values[3 * key],
            value: self.values[3 * key + 1],
            leaving: self.values[3 * key + 2],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::vec4;

    fn sampler(interpolation: Interpolation, is_rotation: bool, values: &[Vec4]) -> Sampler {
        Sampler { interpolation, is_rotation, times: vec![1.0, 3.0], values: values.to_vec() }
    }

    #[test]
    fn each_interpolation_goes_its_own_way() {
        let (a, b) = (vec4(1.0, 0.0, 0.0, 0.0), vec4(3.0, 4.0, 0.0, 0.0));
        let step = sampler(Interpolation::Step, false, &[a, b]);
        assert_eq!([0.0, 1.0, 2.9, 3.0, 9.0].map(|time| step.at(time)), [a, a, a, b, b]);
        let linear = sampler(Interpolation::Linear, false, &[a, b]);
        assert_eq!([0.0, 1.5, 3.0].map(|time| linear.at(time)), [a, vec4(1.5, 1.0, 0.0, 0.0), b]);
        let level =
            sampler(Interpolation::CubicSpline, false, &[Vec4::X, a, Vec4::ZERO, Vec4::ZERO, b, Vec4::Y]);
        assert_eq!([0.0, 1.0, 2.0, 3.0, 9.0].map(|time| level.at(time)), [a, a, (a + b) / 2.0, b, b]);
        let slope =
            sampler(Interpolation::CubicSpline, false, &[Vec4::X, a, Vec4::Z, Vec4::ZERO, b, Vec4::Y]);
        assert_eq!(slope.at(2.0), (a + b) / 2.0 + 2.0 * 0.125 * Vec4::Z, "a tangent is per second");
    }

    #[test]
    fn rotations_take_the_shorter_arc_and_keep_their_length() {
        let turned = |angle: f32| Vec4::from(Quat::from_rotation_y(angle));
        let linear = sampler(Interpolation::Linear, true, &[turned(0.2), -turned(1.2)]);
        assert!(Quat::from_vec4(linear.at(1.5)).dot(Quat::from_rotation_y(0.45)).abs() > 1.0 - 1e-6);
        let zero = Vec4::ZERO;
        let cubic =
            sampler(Interpolation::CubicSpline, true, &[zero, turned(0.0), zero, zero, turned(3.0), zero]);
        assert!((cubic.at(2.0).length() - 1.0).abs() < 1e-6);
    }

    #[test]
    fn one_key_holds_for_ever() {
        for (interpolation, values) in
            [(Interpolation::Linear, vec![Vec4::X]), (Interpolation::Step, vec![Vec4::X])]
        {
            let one = Sampler { times: vec![1.0], ..sampler(interpolation, false, &values) };
            assert_eq!([0.0, 1.0, 2.0].map(|time| one.at(time)), [Vec4::X; 3]);
        }
    }
}
