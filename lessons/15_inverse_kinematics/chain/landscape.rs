//! The energy of two hinges as a landscape: across their first angle, up their second one.

use super::run::{Moment, Task};
use gl::colour::{ACCENT, CHANGED, Colour, FAINT, INK, PAPER, mix, with_alpha};
use glam::{Quat, Vec2, Vec3, vec2, vec3};
use ik::{Chain, Limit, Link};
use stage::{Frame, Overlay};
use std::f32::consts::{PI, TAU};

/// How many cells it has to each side.
const CELLS: usize = 64;

/// Its lower left corner in the world, beside the chain, and its side in metres.
const CORNER: Vec3 = vec3(1.75, -0.75, 0.0);
const SIDE: f32 = 3.2;

/// From one contour to the next the root of twice the energy grows by so much. If bends cost nothing, that is the way to
/// the target in metres.
const CONTOUR: f32 = 0.25;

/// How many colours there are from one contour to the next, and from the valley up.
const SHADES: f32 = 2.0;
const COLOURS: usize = 28;

/// The root of twice the energy at every corner of a cell, row by row from below.
struct Heights(Vec<f32>);

/// All that is drawn, worked out once. Places go from 0 to 1, from the lower left.
pub struct Landscape {
    /// Cells in a row that have the same colour: two corners, and the colour.
    cells: Vec<(Vec2, Vec2, Colour)>,
    contours: Vec<[Vec2; 2]>,
    /// The angles between which the hinges turn.
    range: [f32; 2],
}

/// The angle of a turn about z.
fn angle(turn: Quat) -> f32 {
    let angle = 2.0 * turn.z.atan2(turn.w);
    (angle + PI).rem_euclid(TAU) - PI
}

impl Landscape {
    /// That of a task of two hinges; none for another one.
    pub fn new(task: &Task) -> Option<Self> {
        let Limit::Hinge { range, .. } = task.joints.limit(2) else { return None };
        if task.from.len() != 2 {
            return None;
        }
        let chain = task.chain();
        // Also what lies beyond the limits is shown.
        let links = chain.links().iter().map(|link| Link { limit: Limit::Free, ..*link }).collect();
        let mut chain = Chain::new(chain.places()[0], links);
        let angle = |i: usize| TAU * (i as f32 / CELLS as f32 - 0.5);
        let corners = (0..=CELLS).flat_map(|up| (0..=CELLS).map(move |across| [across, up].map(angle)));
        let heights = corners.map(|angles| {
            chain.turn_to(|joint| Quat::from_rotation_z(angles[joint]));
            (2.0 * task.energy(&chain)).sqrt()
        });
        let heights = Heights(heights.collect());
        Some(Self { cells: heights.cells(), contours: heights.contours(), range })
    }

    /// Draws it beside the chain, with the way that was gone on it. `by_turns`: the second joint turned first each time,
    /// and the first one after it.
    pub fn draw(&self, frame: &mut Frame<'_>, way: &[Moment], by_turns: bool) {
        let Some(corner) = frame.view.pixel(CORNER) else { return };
        let side = SIDE / frame.view.metres_of_pixels(CORNER, 1.0);
        let mut sheet = Sheet { layer: frame.overlay_at(corner), side };
        let [from, to] = [-0.03, 1.03].map(|part| sheet.place(Vec2::splat(part)));
        sheet.layer.rectangle(from, to, with_alpha(PAPER, 0.9));
        for (from, to, colour) in &self.cells {
            // Wider than they are, so that no gap is seen between them and the next ones.
            let (from, to) = (sheet.place(*from), sheet.place(*to));
            sheet.layer.rectangle(from + vec2(-0.4, 0.4), to + vec2(0.4, -0.4), *colour);
        }
        for ends in &self.contours {
            let ends = ends.map(|end| sheet.place(end));
            sheet.layer.line(ends, 1.0, with_alpha(INK, 0.4));
        }
        self.limits(&mut sheet);
        sheet.letter();
        sheet.draw_way(way, by_turns);
    }

    /// Where both hinges are within their limits, if there are any.
    fn limits(&self, sheet: &mut Sheet<'_>) {
        let [low, high] = self.range.map(part);
        if high - low < 0.999 {
            let corners = [(low, low), (high, low), (high, high), (low, high), (low, low)];
            let corners = corners.map(|(x, y)| sheet.place(vec2(x, y)));
            sheet.layer.line(corners, 2.5, CHANGED);
        }
    }
}

/// A corner of a cell on the landscape.
fn corner(across: usize, up: usize) -> Vec2 {
    vec2(across as f32, up as f32) / CELLS as f32
}

impl Heights {
    fn at(&self, across: usize, up: usize) -> f32 {
        self.0[up * (CELLS + 1) + across]
    }

    fn cells(&self) -> Vec<(Vec2, Vec2, Colour)> {
        let mut filled = Vec::new();
        for up in 0..CELLS {
            let band = |across: usize| {
                let corners = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(x, y)| self.at(across + x, up + y));
                ((corners.iter().sum::<f32>() / 4.0 * SHADES / CONTOUR) as usize).min(COLOURS - 1)
            };
            let cells: Vec<usize> = (0..CELLS).collect();
            for run in cells.chunk_by(|a, b| band(*a) == band(*b)) {
                let (from, to) = (corner(run[0], up), corner(run[0] + run.len(), up + 1));
                filled.push((from, to, colour(band(run[0]))));
            }
        }
        filled
    }

    /// A line through all cells on whose edges the height passes a contour's.
    fn contours(&self) -> Vec<[Vec2; 2]> {
        let mut lines = Vec::new();
        for (up, across) in (0..CELLS).flat_map(|up| (0..CELLS).map(move |across| (up, across))) {
            let corners = [(0, 0), (1, 0), (1, 1), (0, 1)].map(|(x, y)| (across + x, up + y));
            let heights = corners.map(|(x, y)| self.at(x, y));
            let low = heights.into_iter().fold(f32::MAX, f32::min);
            let high = heights.into_iter().fold(f32::MIN, f32::max);
            for contour in (low / CONTOUR).ceil() as usize..=(high / CONTOUR) as usize {
                let level = contour as f32 * CONTOUR;
                let crossing = |i: usize| {
                    let (a, b) = (heights[i], heights[(i + 1) % 4]);
                    let [from, to] = [corners[i], corners[(i + 1) % 4]].map(|(x, y)| corner(x, y));
                    ((a < level) != (b < level)).then(|| from.lerp(to, (level - a) / (b - a)))
                };
                let ends: Vec<Vec2> = (0..4).filter_map(crossing).collect();
                lines.extend(ends.chunks_exact(2).map(|pair| [pair[0], pair[1]]));
            }
        }
        lines
    }
}

/// How far across the landscape an angle is: 0 to 1.
fn part(angle: f32) -> f32 {
    angle / TAU + 0.5
}

fn colour(band: usize) -> Colour {
    let height = (band as f32 / (COLOURS - 1) as f32).powf(0.7);
    mix(mix(ACCENT, INK, 0.25), PAPER, height)
}

/// The landscape's place in the picture.
struct Sheet<'f> {
    layer: Overlay<'f>,
    side: f32,
}

impl Sheet<'_> {
    /// A point of the landscape on the layer: both go from 0 to 1, from the lower left.
    fn place(&self, part: Vec2) -> Vec2 {
        vec2(part.x, -part.y) * self.side
    }

    /// Words below a part of the way across.
    fn below(&mut self, part: f32, words: &str, colour: Colour) {
        let at = self.place(vec2(part, 0.0)) + vec2(0.0, 6.0);
        self.layer.words(at, vec2(part, 0.0), words, colour);
    }

    /// Words at the left of a part of the way up.
    fn left_of(&mut self, part: f32, words: &str, colour: Colour) {
        let at = self.place(vec2(0.0, part)) - vec2(6.0, 0.0);
        self.layer.words(at, vec2(1.0, 1.0 - part), words, colour);
    }

    /// Names the axes, and what stands at their ends.
    fn letter(&mut self) {
        let corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0), (0.0, 0.0)];
        let corners = corners.map(|(x, y)| self.place(vec2(x, y)));
        self.layer.line(corners, 1.0, INK);
        for (part, degrees) in [(0.0, "-180°"), (1.0, "180°")] {
            self.below(part, degrees, FAINT);
            self.left_of(part, degrees, FAINT);
        }
        self.below(0.5, "first joint", INK);
        let distance = format!("distance: a line every {CONTOUR} m");
        for (part, words) in [(0.0, "second joint"), (1.0, &distance)] {
            let above = self.place(vec2(part, 1.0)) - vec2(0.0, 6.0);
            self.layer.words(above, vec2(part, 1.0), words, INK);
        }
    }

    /// The way that was gone: from the pale dot to the large one.
    fn draw_way(&mut self, way: &[Moment], by_turns: bool) {
        let angles = way.iter().map(|moment| [0, 1].map(|joint| part(angle(moment.turns[joint]))));
        let parts: Vec<Vec2> = angles.map(Vec2::from).collect();
        for pair in parts.windows(2) {
            let corner = if by_turns { vec2(pair[0].x, pair[1].y) } else { pair[0] };
            for [from, to] in [[pair[0], corner], [corner, pair[1]]] {
                // Round the back it comes in again on the other side.
                if (to - from).abs().max_element() < 0.5 {
                    let ends = [self.place(from), self.place(to)];
                    self.layer.line(ends, 4.0, PAPER);
                    self.layer.line(ends, 2.0, CHANGED);
                }
            }
        }
        for part in &parts {
            self.dot(*part, 2.5, CHANGED);
        }
        if let (Some(first), Some(last)) = (parts.first(), parts.last()) {
            for (part, radius, colour) in
                [(first, 5.0, PAPER), (first, 4.0, FAINT), (last, 6.5, PAPER), (last, 5.0, CHANGED)]
            {
                self.dot(*part, radius, colour);
            }
        }
    }

    fn dot(&mut self, part: Vec2, radius: f32, colour: Colour) {
        let at = self.place(part);
        let corner = |i: u8| at + radius * Vec2::from_angle(TAU * f32::from(i) / 12.0);
        self.layer.filled((0..12).map(corner), colour);
    }
}
