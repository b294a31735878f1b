//! Draws the editor over the level: handles, the selection, and why a change is refused.

use crate::editor::hand::rectangle;
use crate::editor::work::centre;
use crate::editor::{Editor, LevelPart};
use crate::solid::deep;
use gl::colour::{ACCENT, CHANGED, Colour, ERROR, INK, PAPER, with_alpha};
use glam::{DVec2, DVec3, Vec2, dvec2, vec2};
use ground::{Obstacle, Polygon, convex_pieces, edges};
use stage::Frame;

/// Half the side of handles, in pixels at scale 1: of a corner, under the mouse, of an edge's middle.
const HANDLE: f32 = 4.0;
const HOVERED: f32 = 5.6;
const MIDDLE: f32 = 2.5;

/// The width of lines, in pixels at scale 1, around what is selected, and around what would be.
const WIDE: f32 = 3.0;
const NARROW: f32 = 1.5;

/// The height of a flag, in metres, and its z, behind the player.
const FLAG: f64 = 0.9;
const FLAG_AT: f32 = -1.0;

impl Editor {
    /// Draws all handles, the selection, and the change in progress.
    pub fn draw(&self, frame: &mut Frame<'_>, moved: impl Fn(usize) -> DVec2) {
        if !self.has_panels || !self.on {
            return;
        }
        self.name_handles(frame, &moved);
        self.draw_items(frame);
        self.draw_chosen(frame);
        match self.hovered {
            Some(LevelPart::Polygon(obstacle)) => {
                let by = moved(obstacle);
                let ring: Vec<DVec2> = self.work.ring(obstacle).iter().map(|corner| corner + by).collect();
                outline(frame, &ring, WIDE, with_alpha(ACCENT, 0.7));
            }
            Some(part) => {
                part.place(self.work.arena())
                    .iter()
                    .for_each(|&at| handle(frame, at, HOVERED, PAPER, CHANGED));
            }
            None => {}
        }
        let Some(mouse) = &self.mouse else { return };
        let mut refusal = self.work.draft.refusal.clone();
        if let Some(corners) = self.work.drawn {
            refusal = Polygon::new(&rectangle(corners)).err();
            outline(frame, &rectangle(corners), WIDE, if refusal.is_some() { ERROR } else { ACCENT });
        }
        if let (Some(why), Some(pixel)) = (refusal, frame.view.pixel(deep(mouse.at, 0.0))) {
            frame.overlay_at(pixel).tag(vec2(0.0, 30.0), why, ERROR);
        }
    }

    /// Draws the selected polygon, its corners, the middles of its edges, and its platform's way.
    fn draw_chosen(&self, frame: &mut Frame<'_>) {
        let Some((obstacle, Obstacle { polygon, .. })) = self.work.chosen_obstacle() else { return };
        let ring = polygon.corners();
        if let Some(end) = LevelPart::Way(obstacle).place(self.work.arena()) {
            let middle = centre(polygon);
            let there: Vec<DVec2> = ring.iter().map(|corner| corner + end.truncate() - middle).collect();
            outline(frame, &there, NARROW, with_alpha(ACCENT, 0.5));
            frame.lines_on_top.line(deep(middle, 0.0), end.as_vec3(), NARROW, ACCENT);
            handle(frame, end, HANDLE, ACCENT, ACCENT);
        }
        outline(frame, ring, WIDE, ACCENT);
        for (corner, &place) in ring.iter().enumerate() {
            let is_chosen = self.work.chosen == Some(LevelPart::Corner(obstacle, corner));
            handle(frame, place.extend(0.0), HANDLE, if is_chosen { ACCENT } else { PAPER }, ACCENT);
            let middle = LevelPart::Middle(obstacle, corner).place(self.work.arena());
            middle.iter().for_each(|&middle| handle(frame, middle, MIDDLE, PAPER, ACCENT));
        }
    }

    /// Draws a handle for each item, and flags at the start and at the finish.
    fn draw_items(&self, frame: &mut Frame<'_>) {
        for foot in [Some(self.work.level().start), self.work.arena().finish].into_iter().flatten() {
            let top = foot + dvec2(0.0, FLAG);
            let tip = top + FLAG * dvec2(0.45, -0.2);
            for (from, to) in [(foot, top), (top, tip), (tip, top - FLAG * dvec2(0.0, 0.4))] {
                let [from, to] = [from, to].map(|at| deep(at, FLAG_AT));
                frame.lines.line(from, to, 2.0, INK);
            }
        }
        for item in LevelPart::items(self.work.arena()) {
            let Some(place) = item.place(self.work.arena()) else { continue };
            let colour = match item {
                LevelPart::Start | LevelPart::Finish => INK,
                _ => ACCENT,
            };
            let is_chosen = self.work.chosen == Some(item);
            let (half, is_full) =
                if item == LevelPart::Start { (0.8 * HANDLE, true) } else { (HANDLE, is_chosen) };
            handle(frame, place, half, if is_full { colour } else { PAPER }, colour);
            if is_chosen {
                frame.label(place.as_vec3(), [14.0, 18.0], &*item.name(), INK);
            }
        }
    }

    /// Names the handles for scripts, with polygons and corners counted from 1.
    fn name_handles(&self, frame: &mut Frame<'_>, moved: impl Fn(usize) -> DVec2) {
        let arena = self.work.arena();
        let corners = |obstacle: usize| {
            let each =
                move |corner| [LevelPart::Corner(obstacle, corner), LevelPart::Middle(obstacle, corner)];
            (0..self.work.ring(obstacle).len()).flat_map(each).chain([LevelPart::Way(obstacle)])
        };
        let obstacles = (0..arena.level.obstacles.len()).flat_map(corners);
        for part in LevelPart::items(arena).into_iter().chain(obstacles) {
            if let Some(place) = part.place(arena) {
                frame.handle(part.name(), place.as_vec3());
            }
        }
        for (obstacle, number) in self.work.level().obstacles.iter().zip(1..) {
            let inside = convex_pieces(&obstacle.polygon).first().map(|piece| mean(piece));
            frame.handle(
                format!("polygon {number}"),
                deep(inside.unwrap_or_default() + moved(number - 1), 0.0),
            );
        }
    }
}

fn outline(frame: &mut Frame<'_>, ring: &[DVec2], width: f32, colour: Colour) {
    for [from, to] in edges(ring) {
        frame.lines_on_top.line(deep(from, 0.0), deep(to, 0.0), width, colour);
    }
}

/// Draws a square around a place, `half` pixels to each side.
fn handle(frame: &mut Frame<'_>, place: DVec3, half: f32, inside: Colour, edge: Colour) {
    let Some(pixel) = frame.view.pixel(place.as_vec3()) else { return };
    let mut layer = frame.overlay_at(pixel);
    let half = Vec2::splat(half);
    layer.rectangle(-half - 1.5, half + 1.5, edge);
    layer.rectangle(-half, half, inside);
}

fn mean(corners: &[DVec2]) -> DVec2 {
    corners.iter().sum::<DVec2>() / corners.len() as f64
}
