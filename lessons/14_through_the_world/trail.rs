//! The footprints of the last seconds.

use common::clip::footprints::{self, Print, prints};
use gl::colour::{ACCENT, CHANGED, with_alpha};
use glam::Vec3;
use stage::Frame;
use std::collections::VecDeque;

/// Longest step of a figure's motion, in seconds, so that its footprints are the same at all rates of frames.
pub const STEP: f32 = 1.0 / 60.0;

/// Longest time between two places of a foot, in seconds, between which its path is known.
const A_MOMENT: f64 = 0.1;

/// Height of footprints above the ground, in metres, so that it doesn't hide them.
const ABOVE: f32 = 0.004;

/// The places of both feet in the world, at moments that may also run back.
pub struct Trail {
    past: VecDeque<(f64, [Option<Vec3>; 2])>,
    /// Seconds since the figure began, and those for which its prints stay.
    pub passed: f64,
    stay: f64,
}

impl Trail {
    pub fn new(stay: f64) -> Self {
        Self { past: VecDeque::new(), passed: 0.0, stay }
    }

    /// Adds the places of both feet now, and drops those of long ago.
    pub fn add(&mut self, toes: [Option<Vec3>; 2]) {
        if self.past.back().is_none_or(|(time, _)| *time != self.passed) {
            self.past.push_back((self.passed, toes));
        }
        while self.past.front().is_some_and(|(time, _)| (time - self.passed).abs() > self.stay) {
            self.past.pop_front();
        }
    }

    fn prints(&self, foot: usize) -> impl Iterator<Item = Print> {
        let moment =
            move |(time, toes): &(f64, [Option<Vec3>; 2])| Some(((time - self.passed) as f32, toes[foot]?));
        let path = prints(self.past.iter().filter_map(moment));
        path.filter(|print| f64::from(print.seconds.abs()) < A_MOMENT)
    }

    /// Returns the average speed at which feet slide on the ground, in metres a second.
    pub fn slide(&self) -> f32 {
        footprints::slide((0..2).flat_map(|foot| self.prints(foot)))
    }

    /// Draws a dot where a foot stays, and a line where it slides, the left one's in blue. All of it is moved.
    pub fn draw(&self, frame: &mut Frame<'_>, moved: Vec3) {
        for (foot, colour) in [ACCENT, CHANGED].into_iter().enumerate() {
            for print in self.prints(foot) {
                let [from, to] = [print.from, print.to].map(|place| place + moved + ABOVE * Vec3::Y);
                frame.lines.line(from, to, 9.0, with_alpha(colour, 0.8));
            }
        }
    }
}
