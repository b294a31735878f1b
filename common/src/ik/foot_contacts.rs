//! Times at which a part of a foot is planted, from its motion in a clip.

use crate::clip::Easing;
use glam::Vec3;

/// Speed over the ground below which a part of a foot is planted, in metres a second.
const STILL: f32 = 0.15;

/// Number of samples before and after one that decide whether it is an outlier.
const BESIDE: usize = 3;

/// Heel and toe over a clip that loops, sampled at even steps.
#[derive(Clone, Debug, PartialEq)]
pub struct FootContacts {
    /// For heel and toe: true if planted.
    stands: Vec<[bool; 2]>,
    /// Share of the toe in the contact: from 0, all heel, to 1, all toe.
    shares: Vec<f32>,
}

/// Progress of a foot through the air, in fractions of the clip.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Air {
    /// Time since it left the ground.
    pub since: f32,
    /// Time until it lands.
    pub until: f32,
}

impl Air {
    /// Returns the fraction of its time in the air that is over: from 0 to 1.
    pub fn part(self) -> f32 {
        self.since / (self.since + self.until)
    }
}

impl FootContacts {
    /// Finds the contacts of a foot whose heel and toe are at these places over the ground, in metres, in steps of `dt`
    /// seconds through the clip. `moved` is the figure's displacement in the clip, from its end to its start.
    pub fn of(places: &[[Vec3; 2]], dt: f32, moved: Vec3) -> Self {
        let count = places.len();
        let is_still = |index: usize, part: usize| {
            let after =
                places[(index + 1) % count][part] + if index + 1 == count { moved } else { Vec3::ZERO };
            let before =
                places[(index + count - 1) % count][part] - if index == 0 { moved } else { Vec3::ZERO };
            after.distance(before) < STILL * 2.0 * dt
        };
        // A single sample among others that say the opposite is an outlier: the majority decides.
        let stands = |index: usize, part: usize| {
            let near = (0..=2 * BESIDE).map(|beside| (index + beside + BESIDE * (count - 1)) % count);
            near.filter(|&near| is_still(near, part)).count() > BESIDE
        };
        let stands: Vec<[bool; 2]> = (0..count).map(|index| [0, 1].map(|part| stands(index, part))).collect();
        let shares = (0..count).map(|index| share(&stands, index)).collect();
        Self { stands, shares }
    }

    /// Returns two flags, for heel and toe, that are true if the part is planted at a phase of the clip from 0 to 1.
    pub fn stands(&self, phase: f32) -> [bool; 2] {
        self.stands[self.at(phase).0]
    }

    /// Returns the share of the toe in the contact: 0 is all heel, 1 all toe. In the air it blends to the landing's.
    pub fn share(&self, phase: f32) -> f32 {
        let (index, part) = self.at(phase);
        let next = self.shares[(index + 1) % self.shares.len()];
        self.shares[index] + part * (next - self.shares[index])
    }

    /// Returns the foot's progress through the air. None, if it is planted, or never is.
    pub fn air(&self, phase: f32) -> Option<Air> {
        let count = self.stands.len();
        let (index, part) = self.at(phase);
        let is_down = |&steps: &usize| self.stands[(index + count + steps) % count] != [false; 2];
        if is_down(&0) {
            return None;
        }
        let until = (1..count).find(is_down)? as f32 - part;
        let since = (1..count).find(|back| is_down(&(count - back)))? as f32 - 1.0 + part;
        Some(Air { since: since / count as f32, until: until / count as f32 })
    }

    /// Returns the sample before a phase, and the fraction of the interval to the next one.
    fn at(&self, phase: f32) -> (usize, f32) {
        let samples = phase.rem_euclid(1.0) * self.stands.len() as f32;
        ((samples as usize).min(self.stands.len() - 1), samples.fract())
    }
}

/// Returns the share of the toe at a sample. With both or none planted, it blends from the one before to the next.
fn share(stands: &[[bool; 2]], index: usize) -> f32 {
    let count = stands.len();
    let one = |steps: usize| match stands[(index + steps) % count] {
        [true, false] => Some((steps, 0.0)),
        [false, true] => Some((steps, 1.0)),
        _ => None,
    };
    let (Some((after, to)), Some((before, from))) =
        ((0..count).find_map(one), (1..=count).rev().find_map(one))
    else {
        return 0.5;
    };
    let before = count - before;
    let part = if after == 0 { 0.0 } else { before as f32 / (before + after) as f32 };
    if after == 0 { to } else { from + smooth(part) * (to - from) }
}

/// Smooths a fraction from 0 to 1: slow at both ends.
pub fn smooth(part: f32) -> f32 {
    Easing::Smooth.ease(part.clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A foot sampled 100 times in a second, walking a metre: heel down from 0 to 0.35, toe from 0.1 to 0.6.
    fn walked() -> FootContacts {
        let place = |phase: f32, [from, to]: [f32; 2]| {
            let part = (phase - to).rem_euclid(1.0) / (1.0 + from - to);
            let is_down = (phase - from).rem_euclid(1.0) < to - from;
            if is_down { Vec3::ZERO } else { smooth(part) * Vec3::Z + 0.1 * part * (1.0 - part) * Vec3::Y }
        };
        let at = |sample: u8| {
            let phase = f32::from(sample) / 100.0;
            [[0.0, 0.35], [0.1, 0.6]].map(|span| {
                let before = if phase < span[0] { -Vec3::Z } else { Vec3::ZERO };
                place(phase, span) + before
            })
        };
        FootContacts::of(&(0..100).map(at).collect::<Vec<_>>(), 0.01, Vec3::Z)
    }

    #[test]
    fn the_heel_stands_first_and_then_the_toe() {
        let stance = walked();
        let stands = [0.05, 0.2, 0.5, 0.8].map(|phase| stance.stands(phase));
        assert_eq!(stands, [[true, false], [true, true], [false, true], [false, false]]);
        assert!([0.05, 0.2, 0.5].iter().all(|&phase| stance.air(phase).is_none()));
    }

    #[test]
    fn in_the_air_time_runs_evenly() {
        let stance = walked();
        let air = |phase| stance.air(phase).unwrap();
        for phase in [0.7, 0.81, 0.905] {
            assert!(
                (air(phase).since - (phase - 0.6)).abs() < 0.03
                    && (air(phase).until - (1.0 - phase)).abs() < 0.03
            );
            assert!((air(phase + 0.004).since - air(phase).since - 0.004).abs() < 1e-4);
        }
    }

    #[test]
    fn weight_goes_over_without_a_jump() {
        let stance = walked();
        assert_eq!([0.05, 0.5].map(|phase| stance.share(phase)), [0.0, 1.0]);
        for step in 0..1000u16 {
            let [a, b] = [0.0, 0.001].map(|more| stance.share(f32::from(step) / 1000.0 + more));
            assert!((a - b).abs() < 0.02, "{step}");
        }
    }

    #[test]
    fn what_never_moves_always_stands() {
        let still = FootContacts::of(&[[Vec3::ZERO; 2]; 10], 0.1, Vec3::ZERO);
        assert_eq!((still.stands(0.5), still.share(0.5), still.air(0.5)), ([true; 2], 0.5, None));
        assert_eq!(FootContacts::of(&[[Vec3::ZERO; 2]], 1.0, Vec3::ZERO).stands(0.7), [true; 2]);
        let flies = FootContacts::of(&[[Vec3::ZERO; 2]; 10], 0.1, 9.0 * Vec3::Z);
        assert_eq!((flies.share(0.5), flies.air(0.55)), (0.5, None));
    }
}
