//! Draws a gizmo.

use crate::gizmo::drag::Drag;
use crate::gizmo::outline::{ARROW, BEYOND, MIDDLE, Outline, Outlines, RING, VIEW_RING};
use crate::gizmo::{AXIS_NAMES, Gizmo, Placed, Tool};
use gl::colour::{AXES, Colour, INK, PAPER, mix, with_alpha};
use glam::{Vec2, vec2};
use stage::{Frame, Overlay};
use std::f32::consts::TAU;

/// The width of plain lines, in pixels at scale 1.
const WIDE: f32 = 3.0;
const LIT: f32 = 4.5;
const THIN: f32 = 1.5;

/// The pixels by which a line's light edge is wider than the line.
const EDGE: f32 = 2.5;

/// The opacity of parts that are not held while another is.
const PALE: f32 = 0.16;
const BACK: f32 = 0.35;

/// The length of an arrow's head, and half its width, in pixels.
const HEAD: [f32; 2] = [20.0, 7.0];

/// The distance of a part's letter from its end, in pixels.
const LETTER: f32 = 17.0;

/// The number of corners of a wedge in a third of a circle.
const STEPS: usize = 32;

impl Gizmo {
    /// Draws the gizmo around a thing, over everything else, and names its parts for scripts.
    pub fn draw(&self, frame: &mut Frame<'_>, placed: &Placed) {
        let Some(outlines) = self.outlines(placed, &frame.view) else {
            return;
        };
        let lit = self.held().map_or(self.hovered, |drag| Some(drag.axis));
        let layer = frame.overlay_at(outlines.stand.pixel);
        let mut sketch = Sketch { outlines: &outlines, layer };
        if let Some(drag) = self.held().filter(|drag| drag.tool == Tool::Turn) {
            sketch.wedge(drag);
        }
        let is_lit = |outline: &&Outline| Some(outline.axis) == lit;
        let (shown, plain): (Vec<_>, Vec<_>) = outlines.parts.iter().partition(is_lit);
        let strength = if self.is_held() { PALE } else { 1.0 };
        if !self.is_held() {
            plain.iter().for_each(|outline| sketch.edge(outline, WIDE));
        }
        plain.iter().for_each(|outline| sketch.part(outline, WIDE, strength));
        shown.iter().for_each(|outline| sketch.edge(outline, LIT));
        shown.iter().for_each(|outline| sketch.part(outline, LIT, 1.0));
        if let Some(words) = self.words() {
            sketch.layer.tag(vec2(0.0, BEYOND), words, INK);
        }
        let tool = if outlines.tool == Tool::Turn { "turn" } else { "move" };
        for (index, outline) in outlines.parts.iter().enumerate() {
            if let Some(point) = outlines.stand.at(outlines.handle(index)) {
                let part = outline.axis.map_or("in view", |axis| AXIS_NAMES[axis]);
                frame.handle(format!("{tool} {part}"), point);
            }
        }
    }
}

fn colour(axis: Option<usize>) -> Colour {
    axis.map_or(INK, |axis| AXES[axis])
}

/// A gizmo that is being drawn.
struct Sketch<'a, 'f> {
    outlines: &'a Outlines,
    layer: Overlay<'f>,
}

impl Sketch<'_, '_> {
    /// Draws the light edge of a part's lines.
    fn edge(&mut self, outline: &Outline, width: f32) {
        let colour = with_alpha(PAPER, 0.55 * outline.strength);
        outline.front().for_each(|line| self.line(line, width + EDGE, colour));
    }

    fn part(&mut self, outline: &Outline, width: f32, strength: f32) {
        let (strength, is_lit) = (strength * outline.strength, width > WIDE);
        let width = if outline.axis.is_none() && !is_lit { THIN } else { width };
        let own = colour(outline.axis);
        for (is_front, line) in &outline.lines {
            let (width, alpha) = if *is_front { (width, strength) } else { (THIN, BACK * strength) };
            self.line(line, width, with_alpha(own, alpha));
        }
        match (outline.front().max_by_key(|line| line.len()), self.outlines.tool) {
            (None, Tool::Turn) => {}
            (None, Tool::Move) => self.middle(is_lit, strength),
            (Some(line), Tool::Turn) => {
                self.letter(outline.axis, 1.0 + LETTER / RING, line[line.len() / 2], strength);
            }
            (Some(line), Tool::Move) => {
                let (from, to) = (line[0], line[1]);
                let [length, half] = HEAD;
                let along = (to - from).normalize_or_zero();
                let base = to + (4.0 - length) * along;
                let corners = [base + half * along.perp(), base - half * along.perp(), to + 4.0 * along];
                self.filled(&corners, with_alpha(own, strength));
                self.letter(outline.axis, 1.0 + LETTER / ARROW, to, strength);
            }
        }
    }

    /// Draws an axis's letter, beyond a point of its part by a factor.
    fn letter(&mut self, axis: Option<usize>, times: f32, point: Vec2, strength: f32) {
        if let Some(axis) = axis {
            let colour = with_alpha(mix(AXES[axis], INK, 0.4), strength);
            self.layer.words(times * point, Vec2::splat(0.5), AXIS_NAMES[axis], colour);
        }
    }

    fn line(&mut self, points: &[Vec2], width: f32, colour: Colour) {
        self.layer.line(points.iter().copied(), width, colour);
    }

    /// Draws a filled convex shape, given in either orientation.
    fn filled(&mut self, corners: &[Vec2], colour: Colour) {
        let area: f32 =
            (0..corners.len()).map(|i| corners[i].perp_dot(corners[(i + 1) % corners.len()])).sum();
        // Dear ImGui smooths the edges of clockwise shapes.
        if area < 0.0 {
            self.layer.filled(corners.iter().rev().copied(), colour);
        } else {
            self.layer.filled(corners.iter().copied(), colour);
        }
    }

    fn middle(&mut self, is_lit: bool, strength: f32) {
        let corner = |i: usize| MIDDLE * Vec2::from_angle(i as f32 / STEPS as f32 * TAU);
        let circle: Vec<Vec2> = (0..STEPS).map(corner).collect();
        self.filled(&circle, with_alpha(PAPER, 0.6 * strength));
        let around: Vec<Vec2> = circle.iter().chain(&circle[..2]).copied().collect();
        self.line(&around, if is_lit { WIDE } else { 2.0 }, with_alpha(INK, strength));
    }

    /// Draws the angle between a rotation's start and now.
    fn wedge(&mut self, drag: &Drag) {
        let colour = colour(drag.axis);
        let (begin, turned) = (drag.begin(), drag.turned());
        let stand = self.outlines.stand;
        let rim = |angle: f32| match drag.axis {
            // The angles count from the front at the start.
            Some(axis) => stand.seen(drag.stand.on_ring(axis, angle, stand.metres(RING))),
            None => Some(VIEW_RING * vec2(angle.cos(), -angle.sin())),
        };
        // Each whole turn is drawn over the one before; more than a few look the same.
        let whole = (turned / TAU).trunc();
        let part = turned - whole * TAU;
        for _ in 0..whole.abs().min(3.0) as usize {
            self.sector(&rim, begin, TAU, with_alpha(colour, 0.2));
        }
        self.sector(&rim, begin, part, with_alpha(colour, 0.28));
        for (angle, width) in [(begin, THIN), (begin + turned, 2.0)] {
            if let Some(end) = rim(angle) {
                self.line(&[Vec2::ZERO, end], width, with_alpha(colour, 0.9));
            }
        }
    }

    /// Draws a sector of a circle, in convex pieces.
    fn sector(&mut self, rim: &impl Fn(f32) -> Option<Vec2>, begin: f32, angle: f32, colour: Colour) {
        let pieces = (3.0 * angle.abs() / TAU).ceil();
        for piece in 0..pieces as usize {
            let at = |step: usize| rim(begin + (piece as f32 + step as f32 / STEPS as f32) * angle / pieces);
            let corners = [Some(Vec2::ZERO)].into_iter().chain((0..=STEPS).map(at));
            if let Some(corners) = corners.collect::<Option<Vec<_>>>() {
                self.filled(&corners, colour);
            }
        }
    }
}
