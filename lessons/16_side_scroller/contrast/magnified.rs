//! Draws the surroundings of a player's place, magnified until places are dots.

use crate::clip;
use gl::colour::{ACCENT, CHANGED, Colour, FAINT, INK, PAPER, STEEL, mix, with_alpha};
use glam::{DVec2, Vec2, dvec2, vec2};
use ground::outside;
use stage::{Corner, Frame, Overlay};
use std::f32::consts::TAU;

/// Input of the picture.
pub struct Magnified<'a> {
    /// Place of the player.
    pub at: DVec2,
    /// The grown obstacles.
    pub rings: &'a [Vec<DVec2>],
    /// The triangle the player is in.
    pub triangle: Option<[DVec2; 3]>,
    /// The rectangle, in parts of what is free.
    pub within: [Vec2; 2],
}

/// A window around the place: coordinates in it are parts of half its height, from the place on.
struct Window<'f> {
    layer: Overlay<'f>,
    centre: Vec2,
    /// In pixels.
    half: Vec2,
    /// Half the height, in units of the level.
    reach: f64,
}

impl Magnified<'_> {
    pub fn draw(&self, frame: &mut Frame<'_>) {
        let layer = frame.overlay(Corner::UpperLeft);
        let [low, high] = self.within.map(|part| part * layer.size());
        let (centre, half) = (0.5 * (low + high), 0.5 * (high - low));
        let mut window = Window { layer, centre, half, reach: self.reach() };
        window.layer.rectangle(low, high, PAPER);
        for ring in self.rings {
            let edges = self.around(ring);
            window.fill(&edges, with_alpha(mix(STEEL, INK, 0.15), 0.6));
            window.edges(&edges, 2.5, INK);
        }
        if let Some(triangle) = self.triangle {
            let edges = self.around(&triangle);
            window.fill(&edges, with_alpha(ACCENT, 0.2));
            window.edges(&edges, 1.5, ACCENT);
        }
        let dots = window.places(self.at);
        window.place();
        window.scale();
        window.letter(self.triangle.is_some(), dots);
        window.frame();
    }

    /// Returns the visible distance: a power of ten, some times the distance to the edge that matters.
    fn reach(&self) -> f64 {
        let least = 3.0 * spacing(self.at.x).max(spacing(self.at.y));
        let far = self.edge_that_matters();
        let mut reach = 1.0;
        while reach > 10.0 * least && reach > 20.0 * far {
            reach /= 10.0;
        }
        reach
    }

    /// Returns the distance of the edge that matters: one next to the place, but not exactly there. For a player inside
    /// of an obstacle it is the depth in the deepest one, otherwise the distance to the nearest.
    fn edge_that_matters(&self) -> f64 {
        /// Distance that counts as next to the place.
        const NEXT: f64 = 1e-6;
        let away = |ring: &Vec<DVec2>| {
            let sides = (0..ring.len()).map(|i| outside([ring[i], ring[(i + 1) % ring.len()]], self.at));
            sides.fold(f64::NEG_INFINITY, f64::max)
        };
        let all: Vec<f64> = self.rings.iter().map(away).collect();
        let least = |some: &mut dyn Iterator<Item = f64>| some.min_by(f64::total_cmp);
        let next = least(&mut all.iter().map(|away| away.abs()).filter(|&away| away > 0.0 && away < NEXT));
        let deepest = least(&mut all.iter().copied().filter(|&away| away < 0.0));
        let nearest = least(&mut all.iter().copied());
        next.or(deepest).or(nearest).map_or(1.0, f64::abs)
    }

    /// The edges of a ring: which way is out, and how far out the place is.
    fn around(&self, ring: &[DVec2]) -> Vec<(DVec2, f64)> {
        let edge = |i: usize| [ring[i], ring[(i + 1) % ring.len()]];
        let out = |[from, to]: [DVec2; 2]| -(to - from).normalize_or_zero().perp();
        (0..ring.len()).map(|i| (out(edge(i)), outside(edge(i), self.at))).collect()
    }
}

/// Returns the distance to the next number that 64 bits can say.
fn spacing(number: f64) -> f64 {
    let number = number.abs().max(f64::MIN_POSITIVE);
    number.next_up() - number
}

impl Window<'_> {
    fn pixel(&self, part: DVec2) -> Vec2 {
        self.centre + self.half.y * vec2(part.x as f32, -part.y as f32)
    }

    /// The whole window.
    fn whole(&self) -> [DVec2; 2] {
        let high = dvec2(f64::from(self.half.x / self.half.y), 1.0);
        [-high, high]
    }

    /// The part of the window on the inner side of some edges.
    fn inside(&self, edges: &[(DVec2, f64)]) -> Vec<DVec2> {
        let [low, high] = self.whole();
        let whole = vec![low, dvec2(high.x, low.y), high, dvec2(low.x, high.y)];
        edges.iter().fold(whole, |left, &(out, away)| clip::halved(&left, out, -away / self.reach))
    }

    fn fill(&mut self, edges: &[(DVec2, f64)], colour: Colour) {
        let inside = self.inside(edges);
        if inside.len() > 2 {
            let corners: Vec<Vec2> = inside.into_iter().map(|corner| self.pixel(corner)).collect();
            self.layer.filled(corners, colour);
        }
    }

    /// Draws the edges of obstacles on their inner side.
    fn edges(&mut self, edges: &[(DVec2, f64)], width: f32, colour: Colour) {
        let inside = self.inside(edges);
        for (index, &from) in inside.iter().enumerate() {
            let to = inside[(index + 1) % inside.len()];
            let on = |&(out, away): &(DVec2, f64)| {
                [from, to].iter().all(|&end| (out.dot(end) + away / self.reach).abs() < 1e-6)
            };
            if edges.iter().any(on) {
                let ends = [from, to].map(|end| self.pixel(end));
                self.layer.line(ends, width, colour);
            }
        }
    }

    /// Draws all places that 64 bits can say, if their dots keep apart.
    fn places(&mut self, at: DVec2) -> bool {
        /// Least distance between them, in pixels.
        const APART: f64 = 9.0;
        let step = dvec2(spacing(at.x), spacing(at.y)) / self.reach;
        let [_, high] = self.whole();
        if step.min_element() * f64::from(self.half.y) < APART * 0.5
            || step.max_element() * f64::from(self.half.y) < APART
        {
            return false;
        }
        let [columns, rows] = (high / step).to_array().map(|count| count as i32);
        for (row, column) in
            (-rows..=rows).flat_map(|row| (-columns..=columns).map(move |column| (row, column)))
        {
            let pixel = self.pixel(step * dvec2(f64::from(column), f64::from(row)));
            self.layer.rectangle(pixel - 1.4, pixel + 1.4, FAINT);
        }
        true
    }

    /// Tells what is what.
    fn letter(&mut self, in_mesh: bool, dots: bool) {
        let mut at = self.centre - self.half + vec2(12.0, 8.0);
        let rows = [
            (true, "around its position, magnified", INK),
            (in_mesh, "blue: its triangle", ACCENT),
            (dots, "dots: all positions that 64 bits can say", FAINT),
        ];
        for (_, words, colour) in rows.into_iter().filter(|(is_there, ..)| *is_there) {
            self.layer.words(at, Vec2::ZERO, words, colour);
            at.y += 20.0;
        }
    }

    fn dot(&mut self, at: Vec2, radius: f32, colour: Colour) {
        let corner = |i: u8| at + radius * Vec2::from_angle(TAU * f32::from(i) / 16.0);
        self.layer.filled((0..16).map(corner), colour);
    }

    /// The player's own place, in the middle.
    fn place(&mut self) {
        self.dot(self.centre, 8.0, PAPER);
        self.dot(self.centre, 6.0, CHANGED);
    }

    /// A line that is half as long as what is seen to one side.
    fn scale(&mut self) {
        let at = self.centre + vec2(-self.half.x + 14.0, self.half.y - 14.0);
        let end = at + vec2(0.5 * self.half.y, 0.0);
        self.layer.line([at, end], 3.0, INK);
        let words =
            if self.reach == 1.0 { "half a unit".to_owned() } else { format!("{:.0e}", 0.5 * self.reach) };
        self.layer.words(end + vec2(8.0, 0.0), vec2(0.0, 0.5), words, INK);
    }

    fn frame(&mut self) {
        let [low, high] = [self.centre - self.half, self.centre + self.half];
        let corners = [low, vec2(high.x, low.y), high, vec2(low.x, high.y), low];
        self.layer.line(corners, 1.5, with_alpha(INK, 0.6));
    }
}
