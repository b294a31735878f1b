//! Both players beside each other, and the surroundings of each below.

use super::magnified::Magnified;
use super::pane::Pane;
use super::words;
use crate::contrast::both::{Both, CORNERS, Fate, Tick, Who};
use gl::colour::{ACCENT, CHANGED, Colour, ERROR, INK, PAPER, STEEL, mix, with_alpha};
use glam::{DVec2, Vec2, vec2};
use ground::{Body, Edge, Obstacle, convex_pieces};
use stage::Frame;

/// Share of the height for the level. The players' surroundings have the rest.
const LEVEL: f32 = 0.62;

/// The gap between the parts, as a part of the whole.
const GAP: f32 = 0.006;

/// Input of the picture.
pub struct Shown<'a> {
    pub both: &'a Both,
    pub obstacles: &'a [Obstacle],
    /// Index of the last tick.
    pub tick: usize,
    /// Time of the picture between the tick before and this one, from 0 to 1.
    pub between: f64,
    pub grown: bool,
    pub mesh_lines: bool,
    pub magnified: bool,
}

pub fn draw(frame: &mut Frame<'_>, shown: &Shown<'_>) {
    for (who, left) in [(Who::NavMesh, 0.0), (Who::Swept, 0.5)] {
        let [low, high] = [left + GAP, left + 0.5 - GAP];
        let bottom = if shown.magnified { LEVEL } else { 1.0 };
        let mut pane = Pane::new(frame, [vec2(low, 0.0), vec2(high, bottom)]);
        pane.level(shown, who);
        pane.trail(shown, who);
        pane.player(shown, who);
        if who == Who::Swept {
            pane.grief(shown);
        }
        pane.title(shown, who);
        if !shown.magnified {
            continue;
        }
        let tick = &shown.both.ticks[shown.tick];
        let around = Magnified {
            at: shown.both.place(tick, who),
            rings: &shown.both.rings,
            triangle: (who == Who::NavMesh)
                .then(|| shown.both.mesh.triangle(shown.both.mesh.place(tick.body).triangle)),
            within: [vec2(low, LEVEL + GAP), vec2(high, 1.0 - GAP)],
        };
        around.draw(frame);
    }
}

impl Shown<'_> {
    fn now(&self) -> &Tick {
        &self.both.ticks[self.tick]
    }

    fn fate(&self, who: Who) -> &Fate {
        &self.now().fates[who as usize]
    }

    /// Returns a player's place in the picture, between the last two ticks.
    fn seen(&self, who: Who) -> DVec2 {
        let before = &self.both.ticks[self.tick.saturating_sub(1)];
        self.both.place(before, who).lerp(self.both.place(self.now(), who), self.between)
    }
}

impl Pane<'_> {
    fn level(&mut self, shown: &Shown<'_>, who: Who) {
        let [low, high] = [self.low, self.high];
        self.layer.rectangle(low, high, with_alpha(PAPER, 0.6));
        let mesh = &shown.both.mesh;
        if who == Who::NavMesh && shown.mesh_lines {
            let triangle = mesh.triangle(mesh.place(shown.now().body).triangle);
            self.filled(&triangle, with_alpha(ACCENT, 0.13));
        }
        for obstacle in shown.obstacles {
            for piece in convex_pieces(&obstacle.polygon) {
                self.filled(&piece, mix(STEEL, PAPER, 0.25));
            }
            self.outline(obstacle.polygon.corners(), 1.2, mix(STEEL, INK, 0.5));
        }
        for ring in shown.both.rings.iter().filter(|_| shown.grown) {
            self.filled(ring, with_alpha(INK, 0.05));
            self.outline(ring, 1.0, with_alpha(INK, 0.35));
        }
        if who == Who::NavMesh && shown.mesh_lines {
            let edges =
                (0..mesh.count()).flat_map(|triangle| (0..3).map(move |edge| Edge { triangle, edge }));
            // Each is there twice, once for each side.
            for edge in edges
                .filter(|edge| mesh.across(*edge).is_none_or(|other| mesh.blocks(*edge) || *edge < other))
            {
                let ends = mesh.ends(edge);
                let (width, colour) =
                    if mesh.blocks(edge) { (2.2, INK) } else { (0.8, with_alpha(ACCENT, 0.35)) };
                self.line(ends, width, colour);
            }
        }
    }

    /// The way that a player came, with a dot every tenth of a second.
    fn trail(&mut self, shown: &Shown<'_>, who: Who) {
        let places: Vec<DVec2> =
            shown.both.ticks[..=shown.tick].iter().map(|tick| shown.both.place(tick, who)).collect();
        for ends in places.windows(2) {
            self.line([ends[0], ends[1]], 2.0, with_alpha(CHANGED, 0.75));
        }
        for &place in places.iter().step_by(12) {
            if self.has(place) {
                let at = self.pixel(place);
                self.layer.rectangle(at - 2.0, at + 2.0, CHANGED);
            }
        }
    }

    /// Marks the place where the sweep got through.
    fn grief(&mut self, shown: &Shown<'_>) {
        let fate = shown.fate(Who::Swept);
        let marked = [(fate.lost, "lost"), (fate.inside, "in, by a rounding")];
        let mark = marked.into_iter().find_map(|(tick, words)| Some((tick?, words)));
        if let Some((tick, words)) = mark {
            self.mark(shown.both.place(&shown.both.ticks[tick], Who::Swept), words);
        }
    }

    /// A cross where it happened.
    fn mark(&mut self, place: DVec2, words: &str) {
        if !self.has(place) {
            return;
        }
        let at = self.pixel(place);
        for (colour, width, reach) in [(PAPER, 7.0, 11.0), (ERROR, 4.0, 10.0)] {
            for way in [Vec2::ONE, vec2(1.0, -1.0)] {
                self.layer.line([at - reach * way, at + reach * way], width, colour);
            }
        }
        let hung = if at.x < 0.5 * (self.low.x + self.high.x) { 0.0 } else { 1.0 };
        self.layer.words(at + vec2(16.0 - 32.0 * hung, 18.0), vec2(hung, 0.5), words, ERROR);
    }

    fn player(&mut self, shown: &Shown<'_>, who: Who) {
        let at = shown.seen(who);
        let body: Vec<DVec2> = CORNERS.iter().map(|&corner| at + corner).collect();
        let colour = if is_bad(shown, who) { ERROR } else { ACCENT };
        self.filled(&body, with_alpha(colour, 0.35));
        self.outline(&body, 2.0, colour);
        if self.has(at) {
            let at = self.pixel(at);
            self.layer.rectangle(at - 4.5, at + 4.5, PAPER);
            self.layer.rectangle(at - 3.5, at + 3.5, colour);
        } else {
            self.gone(at, colour);
        }
    }

    /// Draws an arrow to a player outside the picture.
    fn gone(&mut self, at: DVec2, colour: Colour) {
        let pixel = self.pixel(at);
        let tip = pixel.clamp(self.low + 12.0, self.high - 12.0);
        let way = (pixel - tip).normalize_or_zero();
        let corners =
            [tip + 8.0 * way, tip - 8.0 * way + 8.0 * way.perp(), tip - 8.0 * way - 8.0 * way.perp()];
        self.layer.filled(corners, colour);
    }

    fn title(&mut self, shown: &Shown<'_>, who: Who) {
        let [left, top] = self.low.to_array();
        let name = if who == Who::NavMesh { "in the mesh" } else { "swept" };
        let at = vec2(left + 12.0, top + 10.0);
        self.layer.rectangle(vec2(left, top), vec2(self.high.x, top + 76.0), with_alpha(PAPER, 0.85));
        self.layer.words(at, Vec2::ZERO, name, INK);
        let (words, is_bad) = words::fate(shown.fate(who), who);
        self.layer.words(at + vec2(0.0, 21.0), Vec2::ZERO, words, if is_bad { ERROR } else { ACCENT });
        let held = match shown.now().body {
            Body::Supported { .. } if who == Who::NavMesh => "supported by an edge",
            Body::Airborne { .. } if who == Who::NavMesh => "in the air",
            _ => "",
        };
        self.layer.words(at + vec2(0.0, 42.0), Vec2::ZERO, held, INK);
    }
}

fn is_bad(shown: &Shown<'_>, who: Who) -> bool {
    let fate = shown.fate(who);
    fate.lost.or(fate.fell).is_some()
}
