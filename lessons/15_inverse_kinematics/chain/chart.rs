//! The energy over the iterations, one curve for each method. A step up is as high as ten times the energy.

use super::run::Run;
use super::{MOST, colour};
use common::gl::colour::{FAINT, INK, PAPER, with_alpha};
use common::stage::{Corner, Frame, Layer};
use glam::{Vec2, vec2};

/// Its size at scale 1, in pixels, and how far it stands from the picture's edges.
const SIZE: Vec2 = vec2(330.0, 150.0);
const MARGIN: Vec2 = vec2(24.0, 44.0);

/// The powers of ten between which it is drawn.
const POWERS: [f32; 2] = [-8.0, 1.0];

/// How many iterations it has room for.
const ROOMS: [usize; 4] = [20, 60, 120, MOST];

pub fn draw(frame: &mut Frame<'_>, runs: &[&Run], iteration: usize) {
    let room = ROOMS.into_iter().find(|room| *room >= iteration).unwrap_or(MOST);
    let mut layer = frame.layer(Corner::LowerRight);
    layer.rectangle(place(vec2(-0.01, -0.02)), place(vec2(1.01, 1.02)), with_alpha(PAPER, 0.85));
    letter(&mut layer, room);
    for run in runs {
        let way = run.until(iteration);
        let point = |(i, energy): (usize, f32)| place(vec2(i as f32 / room as f32, height(energy)));
        let mut points: Vec<Vec2> = way.iter().map(|moment| moment.energy).enumerate().map(point).collect();
        // What moves no more stays where it is.
        let stays = way.last().filter(|_| way.len() <= iteration);
        points.extend(stays.map(|last| point((iteration, last.energy))));
        layer.line(points, 2.0, colour(run.method));
    }
}

/// A point of the chart on the layer: both go from 0 to 1, from the lower left.
fn place(part: Vec2) -> Vec2 {
    vec2((part.x - 1.0) * SIZE.x - MARGIN.x, -part.y * SIZE.y - MARGIN.y)
}

/// How high an energy stands: 0 to 1.
fn height(energy: f32) -> f32 {
    let [low, high] = POWERS;
    ((energy.max(1e-30).log10() - low) / (high - low)).clamp(0.0, 1.0)
}

fn letter(layer: &mut Layer<'_>, room: usize) {
    for (energy, words) in [(1.0, "1"), (1e-2, "0.01"), (1e-4, "0.0001"), (1e-6, "0.000001")] {
        let up = height(energy);
        layer.line([0.0, 1.0].map(|across| place(vec2(across, up))), 1.0, with_alpha(INK, 0.2));
        layer.words(place(vec2(0.0, up)) - vec2(6.0, 0.0), vec2(1.0, 0.5), words, FAINT);
    }
    for part in [0.0, 0.5, 1.0] {
        let words = (room as f32 * part).to_string();
        layer.words(place(vec2(part, 0.0)) + vec2(0.0, 5.0), vec2(0.5, 0.0), words, FAINT);
    }
    layer.line([(0.0, 1.0), (0.0, 0.0), (1.0, 0.0)].map(|(x, y)| place(vec2(x, y))), 1.0, INK);
    layer.words(place(vec2(0.25, 0.0)) + vec2(0.0, 5.0), vec2(0.5, 0.0), "iterations", INK);
    layer.words(place(vec2(0.0, 1.0)) - vec2(6.0, 6.0), vec2(1.0, 0.5), "energy", INK);
}
