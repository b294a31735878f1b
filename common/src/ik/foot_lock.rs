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
        // TODO 15.4: Find the offset, and keep what the next frame needs.
        // BEGIN SOLUTION 15.4
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
        // END SOLUTION 15.4
        // STARTER 15.4: let _ = (free, stands, share, dt, HALF_LIFE);
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

    const DT: f32 = 1.0 / 60.0;

    #[test]
    fn what_is_drawn_too_far_lets_go() {
        let mut held = FootLock::default();
        held.hold([Vec3::ZERO; 2], [true; 2], 0.5, DT);
        assert_eq!(held.hold([Vec3::X; 2], [true; 2], 0.5, DT), Vec3::ZERO);
        assert_eq!(held.hold([Vec3::NAN; 2], [true; 2], 0.5, f32::NAN), Vec3::ZERO);
    }
}
