//! Keyframes: a pose, the time until the next one, and all that is between them.

use common::pose::Pose;
use common::transform::Transform;

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

/// The start and end of a motion: maps the part of the time that has passed to the part of the motion, both from 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Easing {
    /// Evenly.
    #[default]
    Linear,
    /// Slowly at both ends.
    Smooth,
    /// Slowly at first.
    In,
    /// Slowly at last.
    Out,
}

impl Easing {
    /// Returns the part of the motion, from 0 to 1, when the part `alpha` of the time has passed.
    pub fn ease(self, alpha: f32) -> f32 {
        match self {
            Self::Linear => alpha,
            Self::Smooth => alpha * alpha * (3.0 - 2.0 * alpha),
            Self::In => alpha * alpha,
            Self::Out => alpha * (2.0 - alpha),
        }
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
