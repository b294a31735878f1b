//! Records the knight's last seconds for the instruments: weights, and the path of a hand.

use crate::knight::Knight;
use crate::scene::Shares;
use glam::{Mat4, Vec3};
use std::collections::VecDeque;

/// Length of his recorded past, in seconds.
pub const REMEMBERED: f32 = 3.0;

/// The joint whose path is recorded.
pub const FOLLOWED: &str = "hand.R";

#[derive(Clone, Debug)]
pub struct Moment {
    /// Its time, counted like the show's own time, in seconds.
    pub time: f32,
    /// Shares of the motions in the kept pose. Together with the weight of the present motion they sum to 1.
    pub kept: Shares,
    /// The index of the present motion, and its weight.
    pub playing: (usize, f32),
    /// The index of the layer's motion, and its weight.
    pub layer: (usize, f32),
    /// Place of the followed joint, in the world.
    pub place: Vec3,
    /// The distance he had gone, in metres, counted like [`Show::gone`].
    pub gone: f32,
}

/// The last seconds.
pub struct Past {
    /// The moments, the latest at the end.
    pub moments: VecDeque<Moment>,
    followed: Option<usize>,
}

impl Past {
    pub fn new(knight: &Knight) -> Self {
        Self { moments: VecDeque::new(), followed: knight.joint(FOLLOWED) }
    }

    pub fn place(&self, world_from_joints: &[Mat4]) -> Vec3 {
        self.followed.map_or(Vec3::ZERO, |joint| world_from_joints[joint].w_axis.truncate())
    }

    /// Adds a moment, and drops those that are too long ago.
    pub fn remember(&mut self, moment: Moment) {
        let oldest = moment.time - REMEMBERED;
        self.moments.push_back(moment);
        while self.moments.front().is_some_and(|moment| moment.time < oldest) {
            self.moments.pop_front();
        }
    }

    /// Counts seconds and metres from here on, like the show.
    pub fn count_from(&mut self, time: f32, gone: f32) {
        for moment in &mut self.moments {
            moment.time -= time;
            moment.gone -= gone;
        }
    }

    /// The greatest recorded speed of the joint, in metres a second.
    pub fn fastest(&self) -> f32 {
        let pairs = self.moments.iter().zip(self.moments.iter().skip(1));
        let speeds = pairs.map(|(a, b)| a.place.distance(b.place) / (b.time - a.time));
        speeds.fold(0.0, f32::max)
    }
}
