//! One state of the triangulation, with the step that led to it lit.

use super::sheet::Sheet;
use super::words::{FRAME, corner, reflex};
use crate::force::forced::{End, Run};
use gl::colour::{ACCENT, CHANGED, Colour, ERROR, FAINT, INK, PAPER, STEEL, mix, rgb, with_alpha};
use glam::{DVec2, Vec2, vec2};
use ground::{ConstrainedTriangulation, InsertionStep, side};
use stage::{Corner, Frame};

/// Colour of the edges across the way.
const ACROSS: Colour = rgb(0x9b3f86);

/// Most corners with numbers: more of them would cover the picture.
const MANY: usize = 40;

/// Input of the picture.
pub struct Shown<'a> {
    pub run: &'a Run,
    pub at: usize,
    /// Place of the mouse, if circles are to be drawn there.
    pub mouse: Option<DVec2>,
}

/// A triangulation, and where its corners are.
struct Drawing<'a, 'f> {
    sheet: Sheet<'f>,
    sketch: &'a ConstrainedTriangulation,
}

pub fn draw(frame: &mut Frame<'_>, shown: &Shown<'_>) {
    let moment = &shown.run.moments[shown.at];
    let sketch = &moment.forcing.sketch;
    for (index, &place) in sketch.corners().iter().enumerate().skip(FRAME) {
        frame.handle(format!("corner {}", corner(index)), place.as_vec2().extend(0.0));
    }
    let mut drawing = Drawing { sheet: Sheet::new(frame), sketch };
    let before = shown.at.checked_sub(1).map(|before| &shown.run.moments[before].forcing);
    drawing.light(moment.step, before.map(|forcing| &forcing.sketch));
    if let (End::TurnedOver(triangle), true) = (&shown.run.end, shown.at == shown.run.count()) {
        drawing.fill(*triangle, with_alpha(ERROR, 0.5));
    }
    drawing.edges();
    if let Some(mouse) = shown.mouse {
        drawing.circles(mouse);
    }
    drawing.across(&moment.forcing.across());
    drawing.wanted(moment.forcing.still_wanted());
    drawing.step(moment.step, before.map(|forcing| &forcing.sketch));
    drawing.order(moment.forcing.wanted(), &moment.forcing.across());
    drawing.corners(shown.run.moments[0].forcing.sketch.corners().len(), moment.step);
    legend(frame);
}

impl Drawing<'_, '_> {
    fn at(&self, corner: usize) -> DVec2 {
        self.sketch.corners()[corner]
    }

    fn ends(&self, edge: [usize; 2]) -> [DVec2; 2] {
        edge.map(|corner| self.at(corner))
    }

    fn fill(&mut self, triangle: [usize; 3], colour: Colour) {
        // A triangle that reaches the frame is too large to be drawn as a whole.
        if triangle.iter().all(|&corner| corner >= FRAME) {
            let corners = triangle.map(|corner| self.at(corner));
            self.sheet.filled(&corners, colour);
        }
    }

    /// The two triangles of a step.
    fn light(&mut self, step: Option<InsertionStep>, before: Option<&ConstrainedTriangulation>) {
        let (edge, colour) = match step {
            Some(InsertionStep::Flip(old)) => {
                (before.and_then(|sketch| sketch.beside(old)), with_alpha(ACCENT, 0.22))
            }
            Some(InsertionStep::Wait(edge) | InsertionStep::TooNarrow(edge)) => {
                (Some(edge), with_alpha(ERROR, 0.16))
            }
            _ => (None, ACCENT),
        };
        let Some([from, to]) = edge else { return };
        let Some([left, right]) = self.sketch.beside([from, to]) else { return };
        self.fill([from, to, left], colour);
        self.fill([to, from, right], colour);
    }

    /// Draws all edges: forced ones thick, and those at the frame faint.
    fn edges(&mut self) {
        let edges = self.sketch.triangles().iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]);
        for edge in edges.filter(|[from, to]| from < to) {
            let to_frame = edge[0] < FRAME;
            let (width, colour) = match self.sketch.is_constrained(edge) {
                true => (5.0, INK),
                false if to_frame => (1.0, with_alpha(STEEL, 0.45)),
                false => (1.5, mix(STEEL, INK, 0.3)),
            };
            let ends = self.ends(edge);
            self.sheet.line(ends, width, colour);
        }
    }

    fn across(&mut self, across: &[[usize; 2]]) {
        for &edge in across {
            let ends = self.ends(edge);
            if self.sketch.is_constrained(edge) {
                self.sheet.line(ends, 10.0, ACROSS);
                self.sheet.line(ends, 5.0, INK);
            } else {
                self.sheet.line(ends, 3.0, ACROSS);
            }
        }
    }

    /// Draws the edges that are still wanted, the next one thickest.
    fn wanted(&mut self, wanted: impl Iterator<Item = [usize; 2]>) {
        let mut wanted: Vec<_> = wanted.enumerate().collect();
        wanted.reverse();
        for (index, edge) in wanted {
            let ends = self.ends(edge);
            if index == 0 {
                self.sheet.line(ends, 7.0, with_alpha(PAPER, 0.8));
                self.sheet.dashed(ends, [13.0, 8.0], 4.0, CHANGED);
            } else {
                self.sheet.dashed(ends, [7.0, 7.0], 1.8, with_alpha(CHANGED, 0.8));
            }
        }
    }

    /// Draws the change of an edge in a step.
    fn step(&mut self, step: Option<InsertionStep>, before: Option<&ConstrainedTriangulation>) {
        match step {
            Some(InsertionStep::There(edge)) => {
                let ends = self.ends(edge);
                self.sheet.line(ends, 16.0, with_alpha(ACCENT, 0.3));
                self.sheet.line(ends, 5.0, INK);
            }
            Some(InsertionStep::Flip(old)) => {
                let ends = self.ends(old);
                self.sheet.dashed(ends, [3.0, 6.0], 2.5, FAINT);
                if let Some(new) = before.and_then(|sketch| sketch.beside(old)) {
                    let ends = self.ends(new);
                    self.sheet.line(ends, 4.5, ACCENT);
                }
            }
            Some(InsertionStep::Wait(edge)) => {
                if let Some(other) = self.sketch.beside(edge) {
                    let ends = self.ends(other);
                    self.sheet.dashed(ends, [3.0, 6.0], 2.5, ERROR);
                }
            }
            Some(InsertionStep::Corner(_) | InsertionStep::Split(_) | InsertionStep::TooNarrow(_)) | None => {
            }
        }
    }

    /// Numbers the edges across the way where they are crossed.
    fn order(&mut self, wanted: Option<[usize; 2]>, across: &[[usize; 2]]) {
        /// Distance beside the crossing, in pixels. The sides alternate, so that neighbours keep apart.
        const BESIDE: f32 = 15.0;
        let Some([from, to]) = wanted.map(|wanted| self.ends(wanted)) else { return };
        for (index, &edge) in across.iter().enumerate() {
            let [start, end] = self.ends(edge);
            let [before, after] = [side(from, to, start), side(from, to, end)];
            let part = before / (before - after);
            if !part.is_finite() {
                continue;
            }
            let place = start.lerp(end, part);
            let mut sides = if (before > 0.0) == (index % 2 == 0) { [start, end] } else { [end, start] };
            let at = self.sheet.pixel(place);
            // No number hides a corner's.
            if self.sheet.pixel(sides[0]).distance(at) < 2.4 * BESIDE {
                sides.reverse();
            }
            let beside = BESIDE * (self.sheet.pixel(sides[0]) - at).normalize_or_zero();
            self.sheet.number(at + beside, 9.0, [PAPER, ACROSS], &(index + 1).to_string());
        }
    }

    /// Draws numbered corners: discs are given, and diamonds come from split edges.
    fn corners(&mut self, given: usize, step: Option<InsertionStep>) {
        let count = self.sketch.corners().len();
        for index in FRAME..count {
            let at = self.at(index);
            let name = if count > MANY { String::new() } else { corner(index) };
            let radius = if count > MANY { 4.5 } else { 10.5 };
            match index < given {
                true => self.sheet.disc(at, radius, [PAPER, INK], &name),
                false => self.sheet.diamond(at, 1.35 * radius, [PAPER, INK], &name),
            }
        }
        let lit = match step {
            Some(InsertionStep::Corner(corner) | InsertionStep::Split(corner)) => Some((corner, ACCENT)),
            Some(InsertionStep::Wait(edge)) => reflex(self.sketch, edge).map(|corner| (corner, ERROR)),
            _ => None,
        };
        if let Some((corner, colour)) = lit {
            let at = self.at(corner);
            self.sheet.ring(at, 16.0, 4.0, colour);
        }
    }

    /// The circles of the triangle under the mouse and of those beside it.
    fn circles(&mut self, mouse: DVec2) {
        let within = |&[a, b, c]: &[usize; 3]| {
            [[a, b], [b, c], [c, a]].into_iter().all(|edge| {
                let [from, to] = self.ends(edge);
                side(from, to, mouse) >= 0.0
            })
        };
        let Some(&here @ [a, b, c]) = self.sketch.triangles().iter().find(|triangle| within(triangle)) else {
            return;
        };
        let beside =
            [[b, a], [c, b], [a, c]].map(|edge| Some([edge[0], edge[1], self.sketch.beside(edge)?[0]]));
        for triangle in beside.into_iter().flatten() {
            self.circle(triangle, 1.2, with_alpha(ACCENT, 0.55));
        }
        self.circle(here, 2.5, ACCENT);
    }

    fn circle(&mut self, triangle: [usize; 3], width: f32, colour: Colour) {
        let corners = triangle.map(|corner| self.at(corner));
        if let Some((centre, radius)) =
            circle_through(corners).filter(|_| triangle.iter().all(|&corner| corner >= FRAME))
        {
            self.sheet.circle(centre, radius, width, colour);
        }
    }
}

/// The circle through three corners.
fn circle_through([a, b, c]: [DVec2; 3]) -> Option<(DVec2, f64)> {
    let [ab, ac] = [b - a, c - a];
    let to_centre = (ab * ac.length_squared() - ac * ab.length_squared()).perp() / (2.0 * ab.perp_dot(ac));
    to_centre.is_finite().then(|| (a + to_centre, to_centre.length()))
}

/// Tells at the lower right what the lines mean.
fn legend(frame: &mut Frame<'_>) {
    /// Of a row, and of the whole, in pixels.
    const ROW: f32 = 22.0;
    const WIDTH: f32 = 182.0;
    /// A smaller picture has no room for it.
    const LEAST: f32 = 700.0;
    let mut layer = frame.overlay(Corner::LowerRight);
    if layer.size().x < LEAST {
        return;
    }
    let rows: [(&str, f32, Colour, &[f32]); 5] = [
        ("wanted", 4.0, CHANGED, &[0.0, 13.0, 21.0, 34.0]),
        ("lies across, in its order", 3.0, ACROSS, &[0.0, 34.0]),
        ("flipped, and what it was", 4.5, ACCENT, &[0.0, 34.0]),
        ("constrained: it stays", 5.0, INK, &[0.0, 34.0]),
        ("◇: new, from a split", 0.0, INK, &[]),
    ];
    let corner = vec2(-WIDTH - 62.0, -ROW * rows.len() as f32 - 40.0);
    layer.rectangle(corner - vec2(10.0, 8.0), vec2(-12.0, -36.0), with_alpha(PAPER, 0.85));
    for (index, (words, width, colour, dashes)) in rows.into_iter().enumerate() {
        let at = corner + vec2(0.0, ROW * (index as f32 + 0.5));
        for dash in dashes.chunks_exact(2) {
            layer.line([at + dash[0] * Vec2::X, at + dash[1] * Vec2::X], width, colour);
        }
        layer.words(at + vec2(44.0, 0.0), vec2(0.0, 0.5), words, INK);
    }
}
