//! Drawing of a gizmo.

use crate::gizmo::drag::Drag;
use crate::gizmo::outline::{ARROW, Form, MIDDLE, Outline, Outlines, RING, VIEW_RING};
use crate::gizmo::part::{AXIS_NAMES, Part};
use crate::gizmo::{Gizmo, Placed, Tool};
use gl::colour::{AXES, Colour, INK, PAPER, mix, with_alpha};
use glam::{Vec2, Vec3, vec2};
use stage::{Frame, Overlay};
use std::f32::consts::TAU;

/// Widths of lines, in pixels: plain ones, lit ones, and those behind.
const WIDE: f32 = 3.0;
const LIT: f32 = 4.5;
const THIN: f32 = 1.5;

/// Width of a line's light edge, in pixels more than the line's.
const EDGE: f32 = 2.5;

/// Strength of the parts that are not held, and of those behind.
const PALE: f32 = 0.16;
const BACK: f32 = 0.35;

/// Length and radius of an arrow's head; and half the side of the cube at the end of a scaling arrow.
const HEAD: [f32; 2] = [20.0, 7.0];
const CUBE: f32 = 6.0;

/// Greatest length of an arrow, as a factor on its length at rest.
const LONGEST: f32 = 3.0;

/// Distance of a part's letter from the part's end, in pixels.
const LETTER: f32 = 17.0;

/// Corners around an arrow's head, and those of a wedge in a third of a circle.
const AROUND: usize = 20;
const STEPS: usize = 32;

impl Gizmo {
    /// Draws the gizmo around a thing, over everything else, and names its parts for scripts.
    pub fn draw(&self, frame: &mut Frame<'_>, placed: &Placed) {
        let Some(outlines) = self.outlines(placed, &frame.view) else {
            return;
        };
        let lit = self.drag.as_ref().map_or(self.hovered, |drag| Some(drag.part));
        let layer = frame.overlay_at(outlines.stand.pixel);
        let mut sketch = Sketch { gizmo: self, outlines: &outlines, layer };
        if let Some(drag) = &self.drag {
            sketch.swept(drag);
        }
        let is_lit = |outline: &&Outline| Some(outline.part) == lit;
        let (shown, plain): (Vec<_>, Vec<_>) = outlines.parts.iter().partition(is_lit);
        let strength = if self.is_held() { PALE } else { 1.0 };
        if !self.is_held() {
            plain.iter().for_each(|outline| sketch.edge(outline, WIDE));
        }
        plain.iter().for_each(|outline| sketch.part(outline, WIDE, strength));
        shown.iter().for_each(|outline| sketch.edge(outline, LIT));
        shown.iter().for_each(|outline| sketch.part(outline, LIT, 1.0));
        if let Some(words) = self.words() {
            sketch.layer.tag(vec2(0.0, VIEW_RING + 24.0), words, INK);
        }
        let tool = sketch.tool();
        for (index, outline) in outlines.parts.iter().enumerate() {
            if let Some(point) = outlines.stand.at(outlines.handle(index)) {
                frame.handle(outline.part.name(tool), point);
            }
        }
    }
}

fn colour(part: Part) -> Colour {
    match part {
        Part::Axis(axis) | Part::Plane(axis) => AXES[axis],
        Part::Free => INK,
    }
}

/// A gizmo that is being drawn.
struct Sketch<'a, 'f> {
    gizmo: &'a Gizmo,
    outlines: &'a Outlines,
    layer: Overlay<'f>,
}

impl Sketch<'_, '_> {
    /// The light edge of a part's lines.
    fn edge(&mut self, outline: &Outline, width: f32) {
        let colour = with_alpha(PAPER, 0.55 * outline.strength);
        match &outline.form {
            Form::Ring { front, .. } => {
                front.iter().for_each(|piece| self.line(piece, width + EDGE, colour));
            }
            Form::Arrow { from, to } => {
                self.line(&[*from, *to * self.reach(outline.part)], width + EDGE, colour);
            }
            Form::Square { .. } | Form::Middle => {}
        }
    }

    /// Draws a part.
    fn part(&mut self, outline: &Outline, width: f32, strength: f32) {
        let strength = strength * outline.strength;
        let own = colour(outline.part);
        let colour = with_alpha(own, strength);
        let is_lit = width > WIDE;
        match &outline.form {
            Form::Ring { front, back } => {
                let is_free = outline.part == Part::Free && !is_lit;
                let width = if is_free { THIN } else { width };
                back.iter().for_each(|piece| self.line(piece, THIN, with_alpha(own, BACK * strength)));
                front.iter().for_each(|piece| self.line(piece, width, colour));
                if let Some(at) =
                    front.iter().max_by_key(|piece| piece.len()).map(|piece| piece[piece.len() / 2])
                {
                    self.letter(outline.part, 1.0 + LETTER / RING, at, strength);
                }
            }
            Form::Arrow { from, to } => {
                let Part::Axis(axis) = outline.part else { return };
                let reach = self.reach(outline.part);
                self.line(&[*from, *to * reach], width, colour);
                match self.tool() {
                    Tool::Scale => self.cube(axis, ARROW * reach, strength),
                    _ => self.head(axis, strength),
                }
                self.letter(outline.part, reach + LETTER / ARROW, *to, strength);
            }
            Form::Square { corners } => {
                self.filled(corners, with_alpha(own, if is_lit { 0.65 } else { 0.4 } * strength));
                let [a, b, c, d] = *corners;
                self.line(&[a, b, c, d, a, b], THIN, colour);
            }
            Form::Middle => self.middle(is_lit, strength),
        }
    }

    /// Draws an axis's letter, beyond a point of its part by a factor.
    fn letter(&mut self, part: Part, times: f32, point: Vec2, strength: f32) {
        if let Part::Axis(axis) = part {
            let colour = with_alpha(mix(AXES[axis], INK, 0.4), strength);
            self.layer.words(times * point, Vec2::splat(0.5), AXIS_NAMES[axis], colour);
        }
    }

    fn tool(&self) -> Tool {
        self.gizmo.drag.as_ref().map_or(self.gizmo.tool, |drag| drag.tool)
    }

    /// Returns the length of an arrow, which grows with the scale.
    fn reach(&self, part: Part) -> f32 {
        match (&self.gizmo.drag, part) {
            (Some(drag), Part::Axis(axis)) if drag.tool == Tool::Scale && drag.part.has(axis) => {
                drag.scaled().clamp(-LONGEST, LONGEST)
            }
            _ => 1.0,
        }
    }

    fn line(&mut self, points: &[Vec2], width: f32, colour: Colour) {
        self.layer.line(points.iter().copied(), width, colour);
    }

    /// A filled convex shape, in either orientation.
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

    /// The head of an arrow: a cone.
    fn head(&mut self, axis: usize, strength: f32) {
        let stand = &self.outlines.stand;
        let direction = stand.world_axis(axis);
        let [length, radius] = HEAD.map(|pixels| stand.metres(pixels));
        let base = direction * (stand.metres(ARROW + 4.0) - length);
        let (a, b) = direction.any_orthonormal_pair();
        let around = |i: usize| {
            let (sin, cos) = (i as f32 / AROUND as f32 * TAU).sin_cos();
            stand.seen(base + radius * (cos * a + sin * b))
        };
        let Some(rim) = (0..AROUND).map(around).collect::<Option<Vec<_>>>() else {
            return;
        };
        let Some(tip) = stand.seen(base + direction * length) else {
            return;
        };
        let shows_base = direction.dot(stand.towards) < 0.0;
        let hull = hull(rim.iter().copied().chain([tip]).collect());
        self.filled(&hull, with_alpha(AXES[axis], strength));
        if shows_base {
            self.filled(&rim, with_alpha(mix(AXES[axis], INK, 0.3), strength));
        }
    }

    /// Draws the cube at the end of a scaling arrow.
    fn cube(&mut self, axis: usize, reach: f32, strength: f32) {
        let stand = self.outlines.stand;
        let centre = stand.world_axis(axis) * stand.metres(reach);
        let half = [0, 1, 2].map(|axis| stand.world_axis(axis) * stand.metres(CUBE));
        for face in 0..3 {
            let out = half[face] * if half[face].dot(stand.towards) < 0.0 { -1.0 } else { 1.0 };
            let (a, b) = (half[(face + 1) % 3], half[(face + 2) % 3]);
            let corners = [a + b, b - a, -a - b, a - b].map(|corner| stand.seen(centre + out + corner));
            if let [Some(a), Some(b), Some(c), Some(d)] = corners {
                let shade = [0.14, 0.0, 0.3][face];
                self.filled(&[a, b, c, d], with_alpha(mix(AXES[axis], INK, shade), strength));
            }
        }
    }

    fn middle(&mut self, is_lit: bool, strength: f32) {
        let circle = circle(STEPS, MIDDLE);
        self.filled(&circle, with_alpha(PAPER, 0.6 * strength));
        let around: Vec<Vec2> = circle.iter().chain(&circle[..2]).copied().collect();
        self.line(&around, if is_lit { WIDE } else { 2.0 }, with_alpha(INK, strength));
    }

    /// Draws the change since the start: a wedge, or a line.
    fn swept(&mut self, drag: &Drag) {
        match drag.tool {
            Tool::Turn => self.wedge(drag),
            Tool::Move => self.way(drag),
            Tool::Scale => {}
        }
    }

    fn wedge(&mut self, drag: &Drag) {
        let colour = colour(drag.part);
        let (begin, turned) = (drag.begin(), drag.turned());
        let stand = self.outlines.stand;
        let rim = |angle: f32| match drag.axis() {
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
        if let Some(step) = drag.ticks() {
            for tick in 0..(TAU / step).round() as usize {
                if let Some(at) = rim(begin + tick as f32 * step) {
                    self.line(&[at * 1.05, at * 1.11], THIN, with_alpha(colour, 0.8));
                }
            }
        }
    }

    /// A sector of a circle, in convex pieces.
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

    fn way(&mut self, drag: &Drag) {
        let (start, stand) = (&drag.stand, &self.outlines.stand);
        let seen = |beside: Vec3| stand.seen(start.pivot - stand.pivot + beside);
        let axes: Vec<usize> =
            (0..3).filter(|axis| drag.part != Part::Free && drag.part.has(*axis)).collect();
        let lines = axes.into_iter().filter_map(|axis| {
            let far = start.world_axis(axis) * start.metres(6.0 * ARROW);
            Some((axis, [seen(-far)?, seen(far)?]))
        });
        let (lines, from) = (lines.collect::<Vec<_>>(), seen(Vec3::ZERO));
        for (axis, line) in lines {
            self.line(&line, THIN, with_alpha(AXES[axis], 0.5));
        }
        if let Some(from) = from {
            let dot: Vec<Vec2> = circle(AROUND, 4.0).iter().map(|corner| from + *corner).collect();
            self.line(&[from, Vec2::ZERO], 2.0, with_alpha(INK, 0.6));
            self.filled(&dot, with_alpha(INK, 0.6));
        }
    }
}

/// The corners of a circle.
fn circle(corners: usize, radius: f32) -> Vec<Vec2> {
    (0..corners).map(|i| radius * Vec2::from_angle(i as f32 / corners as f32 * TAU)).collect()
}

/// The convex hull of points.
fn hull(mut points: Vec<Vec2>) -> Vec<Vec2> {
    points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    let mut hull: Vec<Vec2> = Vec::new();
    for half in [points.clone(), points.into_iter().rev().collect()] {
        let begin = hull.len();
        for point in half {
            while let [.., a, b] = hull[begin..]
                && (b - a).perp_dot(point - a) <= 0.0
            {
                hull.pop();
            }
            hull.push(point);
        }
        hull.pop();
    }
    hull
}
