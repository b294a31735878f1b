//! The footprints of the last seconds.

use gl::colour::{ACCENT, CHANGED, with_alpha};
use glam::Vec3;
use stage::Frame;
use std::collections::VecDeque;

/// Longest step of a figure's motion, in seconds, so that its footprints are the same at all rates of frames.
pub const STEP: f32 = 1.0 / 60.0;

/// Longest time between two places of a foot, in seconds, between which its path is known.
const A_MOMENT: f64 = 0.1;

/// Below this height, in metres, the joint of the toes is on the ground.
const GROUNDED: f32 = 0.05;

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

    /// Returns a foot's path on the ground from each moment to the next, and the seconds between them.
    fn prints(&self, foot: usize) -> impl Iterator<Item = ([Vec3; 2], f64)> {
        let moments = self.past.iter().filter_map(move |(time, toes)| Some((*time, toes[foot]?)));
        let pairs = moments.clone().zip(moments.skip(1));
        let grounded = pairs.filter(|(_, (_, to))| to.y < GROUNDED);
        let prints = grounded.map(|((before, from), (now, to))| {
            ([from, to].map(|place| place.with_y(0.0)), (now - before).abs())
        });
        prints.filter(|(_, seconds)| *seconds < A_MOMENT)
    }

    /// Returns the average speed at which feet slide on the ground, in metres a second.
    pub fn slide(&self) -> f32 {
        let prints = (0..2).flat_map(|foot| self.prints(foot));
        let (way, seconds) = prints.fold((0.0, 0.0), |(way, seconds), ([from, to], passed)| {
            (way + from.distance(to), seconds + passed as f32)
        });
        if seconds > 0.0 { way / seconds } else { 0.0 }
    }

    /// Draws a dot where a foot stays, and a line where it slides, the left one's in blue. All of it is moved.
    pub fn draw(&self, frame: &mut Frame<'_>, moved: Vec3) {
        for (foot, colour) in [ACCENT, CHANGED].into_iter().enumerate() {
            for (print, _) in self.prints(foot) {
                let [from, to] = print.map(|place| place + moved + ABOVE * Vec3::Y);
                frame.lines.line(from, to, 9.0, with_alpha(colour, 0.8));
            }
        }
    }
}
