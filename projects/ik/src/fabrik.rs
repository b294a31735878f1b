//! Forward and backward reaching, which moves places first, and then turns joints towards them.

use crate::Chain;
use common::transform::shortest_turn;
use glam::{Quat, Vec3};

impl Chain {
    /// Forward and backward reaching: each joint is drawn towards the next one until it is a bone's length away, from the
    /// target back to the root. Then each bone, from the root on, points at where its end should be.
    pub(crate) fn draw_along(&mut self, target: Vec3) {
        let count = self.links().len();
        self.wanted[count] = target;
        for joint in (0..count).rev() {
            let next = self.wanted[joint + 1];
            let back = (self.places[joint] - next).normalize_or_zero();
            self.wanted[joint] = next + self.links()[joint].bone.length() * back;
        }
        for joint in 0..count {
            // What is above has turned already.
            let bone = self.above(joint) * (self.turns[joint] * self.links()[joint].bone);
            self.aim(joint, bone, self.wanted[joint + 1] - self.places[joint]);
            self.place_next(joint);
        }
    }

    /// Turns a joint so that what lies in one direction from it comes to lie in another, as far as that can be.
    pub(crate) fn aim(&mut self, joint: usize, from: Vec3, to: Vec3) {
        let (Some(from), Some(to)) = (from.try_normalize(), to.try_normalize()) else { return };
        let turn = match self.axis(joint) {
            Some(axis) => {
                // A hinge sees only what is square to its axis.
                let cosine = from.dot(to) - from.dot(axis) * to.dot(axis);
                Quat::from_axis_angle(axis, axis.dot(from.cross(to)).atan2(cosine))
            }
            None => shortest_turn(from, to),
        };
        self.turn_by(joint, turn);
    }
}
