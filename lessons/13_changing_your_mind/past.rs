//! Records the knight's last seconds for the instruments: weights, and the paths of two joints.

use crate::knight::Knight;
use crate::scene::Shares;
use common::clip::footprints::{self, Print};
use glam::{Mat4, Vec3};
use std::collections::VecDeque;

/// Length of his recorded past, in seconds.
pub const REMEMBERED: f32 = 3.0;

/// The joints whose paths are recorded: a hand and both feet.
pub const FOLLOWED: [&str; 3] = ["hand.R", "toe.R", "toe.L"];

/// The feet among them.
const FEET: [usize; 2] = [1, 2];

/// A recorded moment.
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
    /// Places of the followed joints, in the world.
    pub places: [Vec3; FOLLOWED.len()],
    /// The distance he had gone, in metres, counted like [`Show::gone`].
    pub gone: f32,
}

/// The last seconds.
pub struct Past {
    /// The moments, the latest at the end.
    pub moments: VecDeque<Moment>,
    followed: [Option<usize>; FOLLOWED.len()],
}

impl Past {
    pub fn new(knight: &Knight) -> Self {
        Self { moments: VecDeque::new(), followed: FOLLOWED.map(|name| knight.joint(name)) }
    }

    pub fn places(&self, world_from_joints: &[Mat4]) -> [Vec3; FOLLOWED.len()] {
        let place = |joint: usize| world_from_joints[joint].w_axis.truncate();
        self.followed.map(|joint| joint.map_or(Vec3::ZERO, place))
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

    /// Returns the average slide of the right foot while it is on the ground, in metres a second.
    pub fn slide(&self) -> f32 {
        footprints::slide(self.prints(FEET[0]))
    }

    /// Returns the marks of the right foot and the left one: a dot where a foot stays, a line where it slides.
    pub fn footprints(&self) -> [impl Iterator<Item = Print>; 2] {
        FEET.map(|foot| self.prints(foot))
    }

    /// Returns a foot's marks on the ground from each moment to the next, in metres from the origin of counting.
    fn prints(&self, foot: usize) -> impl Iterator<Item = Print> {
        let place = move |moment: &Moment| moment.places[foot] + moment.gone * Vec3::Z;
        footprints::prints(self.moments.iter().map(move |moment| (moment.time, place(moment))))
    }

    /// The greatest recorded speed of a joint, in metres a second.
    pub fn fastest(&self, followed: usize) -> f32 {
        let pairs = self.moments.iter().zip(self.moments.iter().skip(1));
        let speeds = pairs.map(|(a, b)| a.places[followed].distance(b.places[followed]) / (b.time - a.time));
        speeds.fold(0.0, f32::max)
    }
}
