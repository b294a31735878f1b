//! Keyframes: a pose, the time until the next one, and all that is between them.

use super::Easing;
use crate::pose::Pose;
use crate::transform::Transform;

/// A pose, and the time from it to the next one.
#[derive(Clone, Debug, PartialEq)]
pub struct Keyframe {
    /// From this keyframe to the next, in seconds; never negative.
    pub seconds: f32,
    /// The pose at the beginning of that time.
    pub pose: Pose,
}

/// A motion as a list of keyframes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Keyframes {
    /// Its name.
    pub name: String,
    /// All of the same skeleton, in the order of time.
    pub frames: Vec<Keyframe>,
    /// Goes on from the last one to the first if true. Else the last one is held, and its time does not count.
    pub looping: bool,
    /// The easing from each to the next.
    pub easing: Easing,
}

impl Keyframes {
    /// The keyframe that is held, since none follows it: the last, unless the motion loops.
    pub fn held(&self) -> Option<usize> {
        if self.looping { None } else { self.frames.len().checked_sub(1) }
    }

    /// Returns the seconds until the motion repeats, or is held.
    pub fn seconds(&self) -> f32 {
        let moving = self.held().unwrap_or(self.frames.len());
        self.frames[..moving].iter().map(|frame| frame.seconds).sum()
    }

    /// The moment of every keyframe, in seconds since the first.
    pub fn moments(&self) -> Vec<f32> {
        let begin = |next: &mut f32, frame: &Keyframe| {
            let moment = *next;
            *next += frame.seconds;
            Some(moment)
        };
        self.frames.iter().scan(0.0, begin).collect()
    }

    /// Returns the pose at the playhead.
    pub fn pose_at(&self, playhead: Playhead) -> Pose {
        self.between(playhead, Transform::interpolate)
    }

    /// Mixes every joint at the playhead: `mix` gets its transform in one keyframe, that in the next, and the part of
    /// the motion between them that is over.
    pub fn between<T>(&self, playhead: Playhead, mix: impl Fn(Transform, Transform, f32) -> T) -> Vec<T> {
        let Some(this) = self.frames.get(playhead.frame) else {
            return Vec::new();
        };
        // TODO 10.4: Say what `mix` makes of every joint.
        // BEGIN SOLUTION 10.4
        let next = match self.held() {
            Some(held) if held == playhead.frame => this,
            _ => &self.frames[(playhead.frame + 1) % self.frames.len()],
        };
        // A keyframe that takes no time must not be divided by it.
        let alpha = if this.seconds > 0.0 { playhead.in_frame / this.seconds } else { 0.0 };
        let eased = self.easing.ease(alpha);
        let joints = this.pose.iter().zip(&next.pose);
        joints.map(|(&from, &to)| mix(from, to, eased)).collect()
        // END SOLUTION 10.4
        // STARTER 10.4: this.pose.iter().map(|&joint| mix(joint, joint, 0.0)).collect()
    }
}

/// The playhead of a motion.
///
/// Every step is rounded. In an hour of small ones the time in the keyframe would go wrong by thousandths of a second, and
/// the total, which is larger, by seconds: see [`Self::keep_to`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Playhead {
    /// All the time that has passed, in seconds.
    pub total: f32,
    /// For how long the keyframe has been on its way to the next one, in seconds.
    pub in_frame: f32,
    /// Index of that keyframe, from 0.
    pub frame: usize,
}

/// Rounding may move a time by this many seconds: enough for the total of four hours.
const ROUNDING: f64 = 5e-4;

impl Playhead {
    /// Returns the playhead at some seconds after the motion's start.
    pub fn at(seconds: f32, keyframes: &Keyframes) -> Self {
        let mut playhead = Self::default();
        playhead.advance(seconds.max(0.0), keyframes);
        playhead
    }

    /// Lets `dt` seconds pass. A negative `dt` goes back, at most to the start. An infinite one or NaN changes nothing.
    pub fn advance(&mut self, dt: f32, keyframes: &Keyframes) {
        if keyframes.frames.is_empty() || !dt.is_finite() {
            return;
        }
        if dt < 0.0 || self.frame >= keyframes.frames.len() {
            // Back is forward again from the start; and so it is when keyframes were taken away.
            *self = Self::at(self.total + dt, keyframes);
            return;
        }
        // A whole round ends where it began.
        let round = if keyframes.looping { keyframes.seconds() } else { f32::INFINITY };
        let less_than_a_round = if round > 0.0 { dt % round } else { 0.0 };
        self.total += dt - less_than_a_round;
        if round > 0.0 {
            self.step(less_than_a_round, keyframes);
        }
    }

    /// Corrects the last step's rounding; `moment` is the place in the motion by a clock. A larger difference isn't rounding,
    /// and is left.
    pub fn keep_to(&mut self, moment: f32, keyframes: &Keyframes) {
        let Some(&begin) = keyframes.moments().get(self.frame) else { return };
        let (moment, round) = (f64::from(moment), f64::from(keyframes.seconds()));
        let rounds = ((f64::from(self.total) - moment) / round).round();
        let total = if keyframes.looping && round > 0.0 { moment + rounds * round } else { moment };
        let in_frame = (moment - f64::from(begin)).max(0.0);
        for (kept, exact) in [(&mut self.total, total), (&mut self.in_frame, in_frame)] {
            if (f64::from(*kept) - exact).abs() < ROUNDING {
                *kept = exact as f32;
            }
        }
    }

    /// Lets less than a round pass. There is a keyframe at least; if the motion loops, some of them take time.
    fn step(&mut self, dt: f32, keyframes: &Keyframes) {
        let (frames, held) = (&keyframes.frames, keyframes.held());
        // TODO 10.3: Let `dt` pass.
        // BEGIN SOLUTION 10.3
        self.total += dt;
        self.in_frame += dt;
        while held != Some(self.frame) && self.in_frame >= frames[self.frame].seconds {
            self.in_frame -= frames[self.frame].seconds;
            self.frame = (self.frame + 1) % frames.len();
        }
        if held == Some(self.frame) {
            self.in_frame = 0.0;
        }
        // END SOLUTION 10.3
        // STARTER 10.3: let _ = (frames, held);
        // STARTER 10.3: self.total += dt;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{Quat, Vec3};
    use proptest::prelude::*;

    /// A pose of two joints that is unlike any other.
    fn pose(i: usize) -> Pose {
        let i = i as f32;
        let joint = |by: f32| Transform {
            translation: Vec3::new(by * i, by, -i),
            rotation: Quat::from_rotation_x(0.6 * i * by),
            scale: Vec3::splat(1.0 + 0.1 * i),
        };
        vec![joint(1.0), joint(0.7)]
    }

    fn keyframes(seconds: &[f32], looping: bool) -> Keyframes {
        let frames = seconds.iter().enumerate().map(|(i, &seconds)| Keyframe { seconds, pose: pose(i) });
        Keyframes { name: "test".to_owned(), frames: frames.collect(), looping, easing: Easing::Linear }
    }

    /// Durations, many of them zero.
    fn durations() -> impl Strategy<Value = Vec<f32>> {
        let one = prop_oneof![Just(0.0f32), Just(0.25f32), 0.01f32..2.0];
        prop::collection::vec(one, 1..7)
    }

    /// Returns the seconds between two moments; those of a loop are on a circle.
    fn apart(a: f32, b: f32, keyframes: &Keyframes) -> f32 {
        let away = (a - b).abs();
        if keyframes.looping { (keyframes.seconds() - away).abs().min(away) } else { away }
    }

    /// The moment of the motion that is shown.
    fn moment(playhead: Playhead, keyframes: &Keyframes) -> f32 {
        keyframes.moments()[playhead.frame] + playhead.in_frame
    }

    fn ensure_sound(playhead: Playhead, keyframes: &Keyframes) -> Result<(), TestCaseError> {
        let Playhead { total, in_frame, frame } = playhead;
        prop_assert!(in_frame >= 0.0);
        let over = in_frame >= keyframes.frames[frame].seconds;
        let waits = keyframes.held() == Some(frame) || keyframes.seconds() == 0.0;
        prop_assert!(!over || waits, "{playhead:?}");
        if keyframes.held() == Some(frame) {
            prop_assert_eq!(in_frame, 0.0);
        }
        let seconds = keyframes.seconds();
        if seconds > 0.0 {
            let want = if keyframes.looping { total % seconds } else { total.min(seconds) };
            prop_assert!(apart(moment(playhead, keyframes), want, keyframes) < 1e-3, "{playhead:?}");
        }
        Ok(())
    }

    proptest! {
        #[test]
        fn no_time_is_lost(seconds in durations(), looping in prop::bool::ANY,
                           steps in prop::collection::vec(prop_oneof![Just(0.0f32), 0.0f32..0.1, 0.0f32..9.0], 1..40)) {
            let keyframes = keyframes(&seconds, looping);
            let mut playhead = Playhead::default();
            for dt in steps {
                playhead.advance(dt, &keyframes);
                ensure_sound(playhead, &keyframes)?;
            }
        }

        #[test]
        fn back_is_where_it_was(seconds in durations(), looping in prop::bool::ANY, there in 0.0f32..9.0, back in 0.0f32..20.0) {
            let keyframes = keyframes(&seconds, looping);
            let mut playhead = Playhead::at(there, &keyframes);
            playhead.advance(-back, &keyframes);
            ensure_sound(playhead, &keyframes)?;
            let at_once = Playhead::at(playhead.total, &keyframes);
            prop_assert!(apart(moment(playhead, &keyframes), moment(at_once, &keyframes), &keyframes) < 1e-3);
        }

        #[test]
        fn every_pose_is_sound(seconds in durations(), looping in prop::bool::ANY, at in 0.0f32..20.0) {
            let keyframes = keyframes(&seconds, looping);
            for joint in keyframes.pose_at(Playhead::at(at, &keyframes)) {
                prop_assert!(joint.to_matrix().is_finite() && joint.rotation.is_normalized());
            }
        }
    }

    #[test]
    fn it_loops_or_it_is_held() {
        let at = |seconds: f32, looping: bool| {
            let Playhead { in_frame, frame, .. } =
                Playhead::at(seconds, &keyframes(&[1.0, 0.5, 2.0], looping));
            (frame, in_frame)
        };
        assert_eq!([0.75, 1.25, 1.5].map(|seconds| at(seconds, true)), [(0, 0.75), (1, 0.25), (2, 0.0)]);
        assert_eq!([3.25, 3.5, 7.75].map(|seconds| at(seconds, true)), [(2, 1.75), (0, 0.0), (0, 0.75)]);
        assert_eq!([1.25, 1.5, 9.0].map(|seconds| at(seconds, false)), [(1, 0.25), (2, 0.0), (2, 0.0)]);
    }

    #[test]
    fn hours_pass_at_once_and_odd_lists_do_no_harm() {
        let tiny = keyframes(&[1e-30, 0.0], true);
        assert!(Playhead::at(3600.0, &tiny).frame < 2);
        assert_eq!(Playhead::at(7200.25, &keyframes(&[0.5, 0.5], true)).in_frame, 0.25);
        assert_eq!(Playhead::at(5.0, &keyframes(&[0.0, 0.0, 0.0], true)).frame, 0);
        assert_eq!(Playhead::at(5.0, &keyframes(&[0.0, 0.0, 0.0], false)).frame, 2);
        assert_eq!(Playhead::at(5.0, &keyframes(&[0.0, f32::INFINITY], true)).frame, 1);
        assert_eq!(Playhead::at(5.0, &Keyframes::default()), Playhead::default());
        assert!(Keyframes::default().pose_at(Playhead::default()).is_empty());
    }

    #[test]
    fn what_is_no_number_is_no_step() {
        for dt in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            for looping in [true, false] {
                let keyframes = keyframes(&[1.0, 0.5, 2.0], looping);
                assert_eq!(Playhead::at(dt, &keyframes), Playhead::default());
                let mut playhead = Playhead::at(1.25, &keyframes);
                playhead.advance(dt, &keyframes);
                assert_eq!(playhead, Playhead::at(1.25, &keyframes));
            }
        }
    }

    #[test]
    fn keyframes_may_become_fewer() {
        let mut playhead = Playhead::at(2.5, &keyframes(&[1.0, 1.0, 1.0], true));
        playhead.advance(0.25, &keyframes(&[1.0, 1.0], true));
        assert_eq!((playhead.frame, playhead.in_frame), (0, 0.75));
    }

    #[test]
    fn a_pose_is_between_its_keyframe_and_the_next() {
        let close =
            |a: &Pose, b: &Pose| a.iter().zip(b).all(|(a, b)| a.to_matrix().abs_diff_eq(b.to_matrix(), 1e-5));
        let halves = |from: usize, to: usize| -> Pose {
            pose(from).iter().zip(&pose(to)).map(|(a, b)| a.interpolate(*b, 0.5)).collect()
        };
        for looping in [true, false] {
            let keyframes = keyframes(&[1.0, 0.5, 2.0], looping);
            let at = |seconds: f32| keyframes.pose_at(Playhead::at(seconds, &keyframes));
            assert!(close(&at(0.0), &pose(0)) && close(&at(1.0), &pose(1)) && close(&at(1.5), &pose(2)));
            assert!(close(&at(1.25), &halves(1, 2)));
            assert!(close(&at(2.5), &if looping { halves(2, 0) } else { pose(2) }));
        }
    }

    #[test]
    fn easing_moves_the_middle() {
        let mut keyframes = keyframes(&[1.0, 1.0], true);
        keyframes.easing = Easing::In;
        let joint = keyframes.pose_at(Playhead::at(0.5, &keyframes))[0];
        assert!((joint.translation.x - 0.25).abs() < 1e-6);
    }
}
