//! Locks a foot in its place while it stands.

use glam::Vec3;

/// Half-life of a released foot's offset, in seconds.
#[allow(dead_code, reason = "an answer may do without it")]
const HALF_LIFE: f32 = 0.1;

/// Greatest offset of a foot, in metres: beyond it the foot lets go.
const FARTHEST: f32 = 0.2;

/// A foot's heel and toe, held in place.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FootLock {
    /// Places at which heel and toe are planted, if they are.
    pub places: [Option<Vec3>; 2],
    /// Offset from the foot's free place to its own.
    pub offset: Vec3,
}

impl FootLock {
    /// Returns the offset from the foot's free place to the one at which it is held. `free` are the free places of heel
    /// and toe. A part that is planted keeps the place that it has then. If both stand, `share` is the weight of the
    /// toe. The offset of a foot that has left the ground fades: it is halved every tenth of a second.
    pub fn hold(&mut self, free: [Vec3; 2], stands: [bool; 2], share: f32, dt: f32) -> Vec3 {
        // A step back in time restores no offset.
        let dt = dt.max(0.0);
        // TODO 16.4: Find the offset, and keep what the next frame needs.
        // BEGIN SOLUTION 16.4
        for (place, stands) in self.places.iter_mut().zip(stands) {
            *place = place.filter(|_| stands);
        }
        let offset = |part: usize| self.places[part].map(|place| place - free[part]);
        self.offset = match [offset(0), offset(1)] {
            [Some(heel), Some(toe)] => heel.lerp(toe, share),
            [Some(one), None] | [None, Some(one)] => one,
            [None, None] => self.offset * 0.5f32.powf(dt / HALF_LIFE),
        };
        for ((place, free), stands) in self.places.iter_mut().zip(free).zip(stands) {
            if stands {
                place.get_or_insert(free + self.offset);
            }
        }
        // END SOLUTION 16.4
        // STARTER 16.4: let _ = (free, stands, share, dt, HALF_LIFE);
        // Further than this the figure has jumped, and the offset is dropped.
        if !self.offset.is_finite() || self.offset.length() > FARTHEST {
            *self = Self::default();
        }
        self.offset
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::vec3;

    const DT: f32 = 1.0 / 60.0;

    #[test]
    fn what_is_planted_stays_and_what_has_left_the_ground_fades_by_the_clock() {
        // A foot that slides ahead on its own, and turns.
        let free = |step: u8| [0.005, 0.008].map(|slides| slides * f32::from(step) * Vec3::X);
        let mut held = FootLock { offset: vec3(0.0, 0.03, -0.04), ..FootLock::default() };
        let heel = free(0)[0] + held.hold(free(0), [true, false], 0.5, DT);
        for step in 1..6 {
            assert!((free(step)[0] + held.hold(free(step), [true, false], 0.5, DT)).abs_diff_eq(heel, 1e-6));
        }
        // The toe is put down beside the heel, where it is drawn.
        let toe = free(6)[1] + held.hold(free(6), [true; 2], 0.5, DT);
        for (share, part, planted) in [(0.0, 0, heel), (1.0, 1, toe)] {
            let offset = { held }.hold(free(9), [true; 2], share, DT);
            assert!((free(9)[part] + offset).abs_diff_eq(planted, 1e-6));
        }
        let before = held.offset;
        for (dt, left) in [(0.07, 0.5f32.powf(0.7)), (0.0, 0.5f32.powf(0.7)), (0.13, 0.25)] {
            assert!(held.hold(free(9), [false; 2], 0.5, dt).abs_diff_eq(left * before, 1e-6));
        }
        assert_eq!(held.places, [None; 2]);
    }

    #[test]
    fn what_is_drawn_too_far_lets_go() {
        let mut held = FootLock::default();
        held.hold([Vec3::ZERO; 2], [true; 2], 0.5, DT);
        assert_eq!(held.hold([Vec3::X; 2], [true; 2], 0.5, DT), Vec3::ZERO);
        assert_eq!(held.hold([Vec3::NAN; 2], [true; 2], 0.5, f32::NAN), Vec3::ZERO);
    }
}
