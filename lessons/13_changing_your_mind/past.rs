//! What the knight has done in the last seconds, for the instruments to show: weights, and the ways of two joints.

use crate::knight::Knight;
use crate::scene::Shares;
use glam::{Mat4, Vec3};
use std::collections::VecDeque;

/// For how many seconds he is remembered.
pub const REMEMBERED: f32 = 3.0;

/// The joints whose way is shown: a hand and a foot.
pub const FOLLOWED: [&str; 2] = ["hand.R", "toe.R"];

/// Below this height, in metres, the joint of the toes is on the ground.
const GROUNDED: f32 = 0.05;

/// A moment that is remembered.
#[derive(Clone, Debug)]
pub struct Moment {
    /// Counted as the show's own time is now, in seconds.
    pub time: f32,
    /// What the kept pose is made of. Together with the motion that is played it is 1.
    pub kept: Shares,
    /// The number of the motion that is played, and its weight.
    pub playing: (usize, f32),
    /// The number of the motion that is laid over, and its weight.
    pub layer: (usize, f32),
    /// Where the followed joints are, in the world.
    pub places: [Vec3; FOLLOWED.len()],
    /// How far he had gone, in metres, counted as [`Show::gone`] is now.
    pub gone: f32,
}

/// The last seconds.
pub struct Past {
    /// The latest at the end.
    pub moments: VecDeque<Moment>,
    followed: [Option<usize>; FOLLOWED.len()],
}

impl Past {
    pub fn new(knight: &Knight) -> Self {
        Self { moments: VecDeque::new(), followed: FOLLOWED.map(|name| knight.joint(name)) }
    }

    /// Where the followed joints are, in the world.
    pub fn places(&self, world_from_joints: &[Mat4]) -> [Vec3; FOLLOWED.len()] {
        let place = |joint: usize| world_from_joints[joint].w_axis.truncate();
        self.followed.map(|joint| joint.map_or(Vec3::ZERO, place))
    }

    /// Takes a moment in, and lets go of those that are too long ago.
    pub fn remember(&mut self, moment: Moment) {
        let oldest = moment.time - REMEMBERED;
        self.moments.push_back(moment);
        while self.moments.front().is_some_and(|moment| moment.time < oldest) {
            self.moments.pop_front();
        }
    }

    /// Counts seconds and metres from here on, as the show does.
    pub fn count_from(&mut self, time: f32, gone: f32) {
        for moment in &mut self.moments {
            moment.time -= time;
            moment.gone -= gone;
        }
    }

    /// How fast the foot that is followed slides while it is on the ground, on average, in metres a second.
    pub fn slide(&self) -> f32 {
        let (mut way, mut seconds) = (0.0, 0.0);
        for (a, b) in self.moments.iter().zip(self.moments.iter().skip(1)) {
            let [from, to] = [a, b].map(|moment| moment.places[1] + moment.gone * Vec3::Z);
            if to.y < GROUNDED {
                way += from.distance(to.with_y(from.y));
                seconds += b.time - a.time;
            }
        }
        if seconds > 0.0 { way / seconds } else { 0.0 }
    }

    /// The fastest that a followed joint was in the time that is remembered, in metres a second.
    pub fn fastest(&self, followed: usize) -> f32 {
        let pairs = self.moments.iter().zip(self.moments.iter().skip(1));
        let speeds = pairs.map(|(a, b)| a.places[followed].distance(b.places[followed]) / (b.time - a.time));
        speeds.fold(0.0, f32::max)
    }
}
