//! The triangle of an arm, with its sides and angles.

use super::Request;
use common::ik::{Arm, Bend, bend, softened};
use common::transform::{shortest_turn, slerp};
use gl::colour::{ACCENT, CHANGED, Colour, ERROR, INK, joint_colour, mix, with_alpha};
use glam::{Quat, Vec3};
use stage::Frame;
use std::f32::consts::PI;

/// The colours of both bones, and of the line to the hand.
const BONES: [usize; 2] = [1, 2];
const LINE: Colour = INK;

/// Number of pieces of a dashed line or an arc.
const PIECES: u16 = 24;

/// Total length of the bones below which a triangle is small, in pixels at scale 1.
const SMALL: f32 = 220.0;

pub fn bone_colour(bone: usize) -> Colour {
    mix(joint_colour(BONES[bone]), INK, 0.25)
}

/// A triangle with the student's answers for an arm and its goal.
#[derive(Clone, Copy)]
pub struct Triangle {
    /// The lengths of both bones.
    pub bones: [f64; 2],
    /// Distance from the shoulder to the target.
    pub distance: f64,
    pub bend: Bend,
}

impl Triangle {
    pub fn new([upper, lower]: [f32; 2], shoulder: Vec3, request: &Request) -> Self {
        let bones = [upper, lower].map(f64::from);
        let distance = f64::from(shoulder.distance(request.target));
        let soft = softened(distance, bones[0] + bones[1], f64::from(request.soft));
        Self { bones, distance, bend: bend(bones[0], bones[1], soft) }
    }

    /// Returns true if none of its numbers is NaN or infinite.
    pub fn is_answered(&self) -> bool {
        let Bend { along, across, reach } = self.bend;
        [reach, along, across].iter().all(|number| number.is_finite())
    }

    /// The angle between the upper arm and the line, and the one inside the elbow, in degrees.
    pub fn degrees(&self) -> [f32; 2] {
        let [at_shoulder, at_elbow] = self.bend.angles();
        [at_shoulder as f32, PI - at_elbow as f32].map(f32::to_degrees)
    }

    /// Draws the triangle of these joints, with letters at its sides and angles unless it is small.
    pub fn draw(&self, frame: &mut Frame<'_>, arm: Arm) {
        let Arm { root, middle, end } = arm;
        let is_small = arm.length() < frame.view.metres_of_pixels(root, SMALL);
        for (bone, (from, to), name) in [(0, (root, middle), "a"), (1, (middle, end), "b")] {
            frame.lines_on_top.line(from, to, 3.0, bone_colour(bone));
            let outwards = 0.5 * (from + to) - (root + middle + end) / 3.0;
            if !is_small {
                label_beside(frame, 0.5 * (from + to), outwards, name, bone_colour(bone));
            }
        }
        frame.lines_on_top.line(root, end, 3.0, LINE);
        let ahead = (end - root).normalize_or_zero();
        let foot = root + self.bend.along as f32 * ahead;
        if is_small {
            return;
        }
        let is_bent = self.bend.across.min(self.bend.reach) > 0.02 * f64::from(arm.length());
        // In a straight arm only rounding says on which side of the line the elbow is.
        let opposite = if is_bent { foot - middle } else { ahead };
        label_beside(frame, root.lerp(end, 0.85), opposite, "d", LINE);
        if is_bent {
            label_beside(frame, root.lerp(foot, 0.55), opposite, "x", LINE);
            frame.lines_on_top.dashed([foot, middle], PIECES, 2.0, ACCENT);
            frame.label(foot.lerp(middle, 0.45), [12.0, 0.0], "h", mix(ACCENT, INK, 0.3));
            let size = 0.1 * arm.length();
            self.arc(frame, root, [end - root, middle - root], size, ("α", bone_colour(0)));
            self.arc(frame, middle, [root - middle, end - middle], size, ("γ", bone_colour(1)));
        }
    }

    /// The arc of an angle between two directions, with its letter.
    fn arc(
        &self,
        frame: &mut Frame<'_>,
        at: Vec3,
        [from, to]: [Vec3; 2],
        size: f32,
        (name, colour): (&str, Colour),
    ) {
        let [Some(from), Some(to)] = [from.try_normalize(), to.try_normalize()] else { return };
        let turn = shortest_turn(from, to);
        let point = |part: f32| at + size * (slerp(Quat::IDENTITY, turn, part) * from);
        for piece in 0..PIECES {
            let [start, end] = [piece, piece + 1].map(|piece| point(f32::from(piece) / f32::from(PIECES)));
            frame.lines_on_top.line(start, end, 2.0, colour);
        }
        let letter = at + 1.35 * (point(0.5) - at);
        frame.label(letter, [0.0, 0.0], name, mix(colour, INK, 0.3));
    }
}

/// A letter a little beside a point, in the picture.
fn label_beside(frame: &mut Frame<'_>, at: Vec3, outwards: Vec3, name: &str, colour: Colour) {
    let towards = at + frame.view.metres_of_pixels(at, 16.0) * outwards.normalize_or_zero();
    frame.label(towards, [0.0, 0.0], name, mix(colour, INK, 0.3));
}

/// The target and the pole, which can be dragged, and a line from the pole to the elbow.
pub fn handles(frame: &mut Frame<'_>, request: &Request, arm: Arm, missed: f32) {
    frame.lines_on_top.dashed([arm.middle, request.pole], PIECES, 1.5, with_alpha(ACCENT, 0.7));
    if missed > 0.01 {
        frame.lines_on_top.dashed([arm.end, request.target], PIECES, 2.0, CHANGED);
    }
    for (place, name, colour) in [(request.target, "target", CHANGED), (request.pole, "pole", ACCENT)] {
        frame.lines_on_top.rimmed_dot(place, 13.0, colour);
        frame.label(place, [0.0, 20.0], name, mix(colour, INK, 0.2));
    }
}

/// Writes above the target that an answer is NaN or infinite.
pub fn no_number(frame: &mut Frame<'_>, request: &Request) {
    frame.label(request.target, [0.0, -22.0], "the answer is no number", ERROR);
}
