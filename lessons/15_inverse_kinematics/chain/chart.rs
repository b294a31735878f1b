//! The energy over the iterations, one curve for each method. A step up is as high as ten times the energy.

use super::run::Run;
use super::{METHODS, MOST, colour};
use gl::colour::{FAINT, INK, PAPER, with_alpha};
use glam::{Vec2, vec2};
use ik::Method;
use stage::{Corner, Frame, Overlay};

/// Its size at scale 1, in pixels, in a large picture, and as parts of a small one's; and how far it stands from the
/// picture's edges.
const SIZE: Vec2 = vec2(330.0, 150.0);
const PART: Vec2 = vec2(0.4, 0.19);
const MARGIN: Vec2 = vec2(24.0, 44.0);

/// How much of its width is left beside a landscape, and how much room the numbers on its left take.
const NARROW: f32 = 0.65;
const NUMBERS: f32 = 60.0;

/// The powers of ten between which it is drawn.
const POWERS: [f32; 2] = [-8.0, 1.0];

/// How many iterations it has room for.
const ROOMS: [usize; 4] = [20, 60, 120, MOST];

/// The chart's place in the picture.
struct Sheet<'f> {
    layer: Overlay<'f>,
    size: Vec2,
    /// Its left edge.
    left: f32,
}

/// Draws it at the lower right, or at the lower left, if the right is taken by a landscape.
pub fn draw(frame: &mut Frame<'_>, runs: &[&Run], iteration: usize, at_left: bool) {
    let room = ROOMS.into_iter().find(|room| *room >= iteration).unwrap_or(MOST);
    let layer = frame.overlay(if at_left { Corner::LowerLeft } else { Corner::LowerRight });
    let mut size = SIZE.min(PART * layer.size());
    let mut left = -size.x - MARGIN.x;
    if at_left {
        (size.x, left) = (NARROW * size.x, MARGIN.x + NUMBERS);
    }
    let mut sheet = Sheet { layer, size, left };
    let [from, to] = [-0.02, 1.02].map(|part| sheet.place(Vec2::splat(part)));
    sheet.layer.rectangle(from, to - vec2(0.0, 20.0), with_alpha(PAPER, 0.85));
    sheet.letter(room);
    for run in runs {
        let way = run.until(iteration);
        let point = |(i, energy): (usize, f32)| sheet.place(vec2(i as f32 / room as f32, height(energy)));
        let mut points: Vec<Vec2> = way.iter().map(|moment| moment.energy).enumerate().map(point).collect();
        // What moves no more stays where it is.
        let stays = way.last().filter(|_| way.len() <= iteration);
        points.extend(stays.map(|last| point((iteration, last.energy))));
        sheet.layer.line(points, 2.0, colour(run.method));
    }
    sheet.name(runs);
}

/// How high an energy stands: 0 to 1.
fn height(energy: f32) -> f32 {
    let [low, high] = POWERS;
    ((energy.max(1e-30).log10() - low) / (high - low)).clamp(0.0, 1.0)
}

impl Sheet<'_> {
    /// A point of the chart on the layer: both go from 0 to 1, from the lower left.
    fn place(&self, part: Vec2) -> Vec2 {
        vec2(part.x * self.size.x + self.left, -part.y * self.size.y - MARGIN.y)
    }

    /// Names the curves in a row above them.
    fn name(&mut self, runs: &[&Run]) {
        let is_seen = |method: Method| runs.iter().any(|run| run.method == method);
        let mut at = self.place(Vec2::ONE) - vec2(0.0, 6.0);
        for (method, name) in METHODS.into_iter().rev().filter(|(method, _)| is_seen(*method)) {
            self.layer.words(at, Vec2::ONE, name, colour(method));
            // About eight pixels a letter, and a gap.
            at.x -= 8.0 * name.len() as f32 + 10.0;
        }
    }

    fn letter(&mut self, room: usize) {
        for (energy, words) in [(1.0, "1"), (1e-2, "10⁻²"), (1e-4, "10⁻⁴"), (1e-6, "10⁻⁶")] {
            let ends = [0.0, 1.0].map(|across| self.place(vec2(across, height(energy))));
            self.layer.line(ends, 1.0, with_alpha(INK, 0.2));
            self.layer.words(ends[0] - vec2(6.0, 0.0), vec2(1.0, 0.5), words, FAINT);
        }
        let numbers = [0.0, 1.0].map(|part| (part, (room as f32 * part).to_string(), FAINT));
        for (part, words, colour) in numbers.into_iter().chain([(0.5, "iterations".to_owned(), INK)]) {
            let at = self.place(vec2(part, 0.0)) + vec2(0.0, 5.0);
            self.layer.words(at, vec2(0.5, 0.0), words, colour);
        }
        let corner = [(0.0, 1.0), (0.0, 0.0), (1.0, 0.0)].map(|(x, y)| self.place(vec2(x, y)));
        self.layer.line(corner, 1.0, INK);
        self.layer.words(corner[0] - vec2(6.0, 6.0), vec2(1.0, 0.5), "energy", INK);
    }
}
