//! A foot that stands keeps its place.

use glam::Vec3;

/// How long it takes, in seconds, until half of what a foot was held back by is gone.
#[allow(dead_code, reason = "an answer may do without it")]
const HALF_LIFE: f32 = 0.1;

/// A foot that is held back farther than this, in metres, lets go.
const FARTHEST: f32 = 0.2;

/// A foot's heel and toe, held in place.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FootLock {
    /// Where heel and toe stand, if they do.
    pub places: [Option<Vec3>; 2],
    /// From where the foot would be to where it is.
    pub offset: Vec3,
}

impl FootLock {
    /// From where the foot would be to where it is held. `free` is where heel and toe would be. What begins to stand keeps
    /// the place that it has then. If both stand, `share` says how much the toe counts. A foot that has left comes back
    /// to where it would be: half of what is left of the way in a tenth of a second.
    pub fn hold(&mut self, free: [Vec3; 2], stands: [bool; 2], share: f32, dt: f32) -> Vec3 {
        // Whoever goes back in time brings nothing back.
        let dt = dt.max(0.0);
        // TODO 15.5: Find the offset, and keep what the next picture needs.
        // BEGIN SOLUTION 15.5
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
        // END SOLUTION 15.5
        // STARTER 15.5: let _ = (free, stands, share, dt, HALF_LIFE);
        // A leap is no step.
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

    /// Both would be drawn along evenly: the heel, and a toe that is ahead of it.
    fn free(step: u8) -> [Vec3; 2] {
        [vec3(0.0, 0.0, 0.001 * f32::from(step)), vec3(0.0, 0.0, 0.2 + 0.001 * f32::from(step))]
    }

    #[test]
    fn what_stands_stays_where_it_came_down() {
        let mut held = FootLock::default();
        for step in 0..50u8 {
            let stands = [step < 30, step >= 10];
            let share = (f32::from(step.clamp(10, 30)) - 10.0) / 20.0;
            let offset = held.hold(free(step), stands, share, DT);
            let [heel, toe] = free(step).map(|part| part + offset);
            assert!(!stands[0] || heel.distance(free(0)[0]) < 1e-6, "{step}");
            assert!(!stands[1] || toe.distance(free(0)[1]) < 1e-6, "{step}");
        }
    }

    #[test]
    fn what_leaves_comes_back_without_a_jump() {
        let mut held = FootLock::default();
        for step in 0..40u8 {
            held.hold(free(step), [true, false], 0.0, DT);
        }
        let mut before = held.offset;
        for _ in 0..6 {
            let offset = held.hold(free(40), [false; 2], 0.0, DT);
            assert!(offset.distance(before) < 0.006 && offset.length() < before.length());
            before = offset;
        }
        assert!((before.length() - 0.02).abs() < 0.001, "half of it is left after a tenth of a second");
        // What comes down again stands where it is seen.
        let offset = held.hold(free(40), [true, false], 0.0, DT);
        assert!(offset.distance(before) < 0.003);
        assert_eq!(held.hold(free(40), [true, false], 0.0, DT), offset);
    }

    #[test]
    fn what_is_drawn_too_far_lets_go() {
        let mut held = FootLock::default();
        held.hold([Vec3::ZERO; 2], [true; 2], 0.5, DT);
        assert_eq!(held.hold([Vec3::X; 2], [true; 2], 0.5, DT), Vec3::ZERO);
        assert_eq!(held.hold([Vec3::NAN; 2], [true; 2], 0.5, f32::NAN), Vec3::ZERO);
    }
}
