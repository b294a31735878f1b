//! The ground below a foot, as a plane.

use crate::ik::foot_contacts::smooth;
use crate::transform::shortest_turn;
use glam::{Quat, Vec3, vec3};

/// Steepest ground below a foot: the tangent of 35°.
const STEEPEST: f32 = 0.7;

/// Number of intervals at which the ground below a foot's path is sampled.
const LOOKS: u8 = 12;

/// A plane of ground.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct FootPlacement {
    at: Vec3,
    /// Rise for each metre along x and z.
    rise: [f32; 2],
}

impl FootPlacement {
    /// Finds the ground below a foot: a plane through the ground below heel and toe, with its slope to the side. NaN
    /// counts as zero.
    pub(crate) fn below([heel, toe]: [Vec3; 2], height: &dyn Fn(f32, f32) -> f32) -> Self {
        let height =
            |x: f32, z: f32| Some(height(x, z)).filter(|height| height.is_finite()).unwrap_or_default();
        let along = vec3(toe.x - heel.x, 0.0, toe.z - heel.z);
        let at = vec3(heel.x, height(heel.x, heel.z), heel.z);
        let length = along.length();
        if length <= 1e-6 {
            return Self { at, rise: [0.0; 2] };
        }
        let (ahead, aside) = (along / length, vec3(along.z, 0.0, -along.x) / length);
        let middle = heel + 0.5 * along;
        let rise_to = |from: Vec3, to: Vec3| {
            let rise = height(to.x, to.z) - height(from.x, from.z);
            (rise / from.with_y(0.0).distance(to.with_y(0.0))).clamp(-STEEPEST, STEEPEST)
        };
        let half = 0.25 * length * aside;
        let rise = rise_to(heel, toe) * ahead + rise_to(middle - half, middle + half) * aside;
        let rise = if rise.is_finite() { [rise.x, rise.z] } else { [0.0; 2] };
        Self { at, rise }
    }

    /// Returns the plane shifted by a vector.
    pub(crate) fn moved(self, by: Vec3) -> Self {
        Self { at: self.at + by, ..self }
    }

    pub(crate) fn height(self, place: Vec3) -> f32 {
        let away = place - self.at;
        self.at.y + self.rise[0] * away.x + self.rise[1] * away.z
    }

    /// The rotation from level ground to this.
    pub(crate) fn tilt(self) -> Quat {
        let normal = vec3(-self.rise[0], 1.0, -self.rise[1]).normalize();
        shortest_turn(Vec3::Y, normal)
    }
}

/// Returns the height by which the ground rises above the path from one footing to the next: zero or more.
pub(crate) fn hump([from, to]: [FootPlacement; 2], height: &dyn Fn(f32, f32) -> f32) -> f32 {
    let above = |look: u8| {
        let part = f32::from(look) / f32::from(LOOKS);
        let place = from.at.lerp(to.at, part);
        let way = from.height(place) + smooth(part) * (to.height(place) - from.height(place));
        height(place.x, place.z) - way
    };
    (1..LOOKS).map(above).filter(|hump| hump.is_finite()).fold(0.0, f32::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_footing_is_the_ground_under_heel_and_toe() {
        let height = |x: f32, z: f32| 0.3 * x - 0.2 * z + 1.0;
        let footing = FootPlacement::below([vec3(1.0, 9.0, 2.0), vec3(1.1, 9.0, 2.2)], &height);
        for (x, z) in [(1.0, 2.0), (1.1, 2.2), (0.5, 3.0)] {
            assert!((footing.height(vec3(x, 0.0, z)) - height(x, z)).abs() < 1e-5);
        }
        let normal = footing.tilt() * Vec3::Y;
        assert!(normal.distance(vec3(-0.3, 1.0, 0.2).normalize()) < 1e-5);
        let cliff = |_: f32, z: f32| if z > 2.1 { 5.0 } else { 0.0 };
        let steep = FootPlacement::below([vec3(1.0, 0.0, 2.0), vec3(1.0, 0.0, 2.2)], &cliff);
        assert!(steep.rise[1] <= STEEPEST);
        let nowhere = FootPlacement::below([Vec3::X; 2], &height);
        assert_eq!(nowhere.tilt(), Quat::IDENTITY);
    }
}
