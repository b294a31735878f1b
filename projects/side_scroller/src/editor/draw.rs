//! The editor's drawing over the level: handles, the selection, and refused changes.

use crate::editor::{Editor, Item, Part, Refusal, Tool, centre};
use gl::colour::{ACCENT, CHANGED, Colour, ERROR, INK, PAPER, rgb, with_alpha};
use glam::{DVec2, DVec3, Vec2, Vec3, dvec2, vec2};
use ground::convex_pieces;
use stage::Frame;

/// Half the side of a corner's handle, in pixels at scale 1.
const HANDLE: f32 = 4.0;

/// The widths of lines, in pixels at scale 1: around what is chosen, and around what would be.
const WIDE: f32 = 3.0;
const NARROW: f32 = 1.5;

/// Number of polygons above which scripts find none of them by name.
const MOST_NAMES: usize = 200;

/// The colour of lamps.
const LAMP: Colour = rgb(0xb98300);

/// The height of the flag at the start.
const FLAG: f64 = 0.9;

impl Editor {
    /// Draws what there is to take hold of, and what is being done.
    pub fn draw(&self, frame: &mut Frame<'_>, moved: impl Fn(usize) -> DVec2) {
        if !self.has_panels || !self.on {
            return;
        }
        self.name_handles(frame, &moved);
        self.draw_start(frame);
        self.draw_items(frame);
        if let Some(chosen) = &self.work.chosen {
            self.draw_chosen(frame, chosen.obstacle, chosen.corner);
        }
        match self.hovered {
            Some(Part::Polygon(obstacle)) => {
                let by = moved(obstacle);
                let ring: Vec<DVec2> = self.work.ring(obstacle).iter().map(|corner| corner + by).collect();
                outline(frame, &ring, WIDE, with_alpha(ACCENT, 0.7));
            }
            Some(Part::Corner(obstacle, corner)) => {
                handle(frame, self.work.ring(obstacle)[corner], 1.4 * HANDLE, PAPER, CHANGED);
            }
            Some(Part::Way(obstacle)) => {
                if let Some(end) = self.work.way_end(obstacle) {
                    handle(frame, end, 1.4 * HANDLE, PAPER, CHANGED);
                }
            }
            Some(Part::Item(_)) | None => {}
        }
        if let Some(refusal) = &self.work.draft.refusal {
            draw_refusal(frame, refusal);
        }
        self.draw_drawn(frame);
    }

    /// The polygon that is chosen, its corners and its way.
    fn draw_chosen(&self, frame: &mut Frame<'_>, obstacle: usize, corner: Option<usize>) {
        let ring = self.work.ring(obstacle);
        if let Some(end) = self.work.way_end(obstacle) {
            let middle = centre(ring);
            let there: Vec<DVec2> = ring.iter().map(|corner| corner + end - middle).collect();
            outline(frame, &there, NARROW, with_alpha(ACCENT, 0.5));
            frame.lines_on_top.line(at(middle), at(end), NARROW, ACCENT);
            handle(frame, end, HANDLE, ACCENT, ACCENT);
        }
        outline(frame, ring, WIDE, ACCENT);
        for (number, &place) in ring.iter().enumerate() {
            let inside = if corner == Some(number) { ACCENT } else { PAPER };
            handle(frame, place, HANDLE, inside, ACCENT);
        }
    }

    /// The polygon that is being drawn, with the corner that a click would set.
    fn draw_drawn(&self, frame: &mut Frame<'_>) {
        let Some(mouse) = self.mouse.filter(|_| self.work.tool != Tool::Change) else { return };
        let place = self.work.snapped(mouse.at, mouse.free);
        let wrong = self.work.wrong_with(place);
        let colour = if wrong.is_some() { ERROR } else { ACCENT };
        let drawn = &self.work.drawn;
        if self.work.tool == Tool::Box {
            outline(frame, drawn, WIDE, colour);
        } else {
            let way: Vec<DVec2> = drawn.iter().copied().chain([place]).collect();
            for pair in way.windows(2) {
                frame.lines_on_top.line(at(pair[0]), at(pair[1]), WIDE, colour);
            }
            if let Some(first) = drawn.first().filter(|_| drawn.len() > 1) {
                frame.lines_on_top.line(at(place), at(*first), NARROW, with_alpha(colour, 0.5));
            }
            drawn.iter().for_each(|&corner| handle(frame, corner, HANDLE, PAPER, colour));
        }
        handle(frame, place, HANDLE, colour, colour);
        if let Some(wrong) = wrong {
            tell(frame, &wrong);
        }
    }

    fn draw_start(&self, frame: &mut Frame<'_>) {
        let is_hovered = self.hovered == Some(Part::Item(Item::Start));
        let (foot, colour) = (self.work.level().start, if is_hovered { CHANGED } else { INK });
        let top = foot + dvec2(0.0, FLAG);
        let tip = top + FLAG * dvec2(0.45, -0.2);
        for (from, to) in [(foot, top), (top, tip), (tip, top - FLAG * dvec2(0.0, 0.4))] {
            frame.lines_on_top.line(at(from), at(to), 2.0, colour);
        }
        handle(frame, foot, 0.8 * HANDLE, colour, colour);
    }

    /// Draws a handle for each thing that is put up, and the light of lamps.
    fn draw_items(&self, frame: &mut Frame<'_>) {
        for lamp in self.work.arena().lamps.iter().filter(|_| self.work.has_items) {
            frame.lines_on_top.line(lamp.at, lamp.at + lamp.towards, NARROW, LAMP);
        }
        for item in Item::all(self.work.arena(), self.work.has_items) {
            let Some(place) = self.work.place(item).filter(|_| item != Item::Start) else { continue };
            let (is_chosen, is_hovered) =
                (self.work.item == Some(item), self.hovered == Some(Part::Item(item)));
            let colour = if matches!(item, Item::Lamp(_)) { LAMP } else { ACCENT };
            let inside = if is_chosen { colour } else { PAPER };
            let half = if is_hovered { 1.4 * HANDLE } else { HANDLE };
            handle_at(frame, place, half, inside, if is_hovered { CHANGED } else { colour });
            if is_chosen {
                frame.label(place.as_vec3(), [14.0, 18.0], &*item.name(), INK);
            }
        }
    }

    /// Names what scripts take hold of. Polygons and corners are counted from 1.
    fn name_handles(&self, frame: &mut Frame<'_>, moved: impl Fn(usize) -> DVec2) {
        for item in Item::all(self.work.arena(), self.work.has_items) {
            if let Some(place) = self.work.place(item) {
                frame.handle(item.name(), place.as_vec3());
            }
        }
        for (number, obstacle) in (1..=MOST_NAMES).zip(&self.work.level().obstacles) {
            let inside = convex_pieces(&obstacle.polygon).first().map(|piece| mean(piece));
            let by = moved(number - 1);
            frame.handle(format!("polygon {number}"), at(inside.unwrap_or_default() + by));
            for (corner, place) in (1..).zip(self.work.ring(number - 1)) {
                frame.handle(format!("corner {number}.{corner}"), at(*place));
            }
            if let Some(end) = self.work.way_end(number - 1) {
                frame.handle(format!("way {number}"), at(end));
            }
        }
    }
}

fn draw_refusal(frame: &mut Frame<'_>, refusal: &Refusal) {
    outline(frame, &refusal.ring, WIDE, ERROR);
    tell(frame, refusal);
}

/// Says beside the mouse why something is refused.
fn tell(frame: &mut Frame<'_>, refusal: &Refusal) {
    if let Some(pixel) = frame.view.pixel(at(refusal.at)) {
        frame.overlay_at(pixel).tag(vec2(0.0, 30.0), &*refusal.why, ERROR);
    }
}

fn outline(frame: &mut Frame<'_>, ring: &[DVec2], width: f32, colour: Colour) {
    for (&from, &to) in ring.iter().zip(ring.iter().cycle().skip(1)) {
        frame.lines_on_top.line(at(from), at(to), width, colour);
    }
}

/// Returns a square around a place, with a side in pixels.
fn handle(frame: &mut Frame<'_>, place: DVec2, half: f32, inside: Colour, edge: Colour) {
    handle_at(frame, place.extend(0.0), half, inside, edge);
}

fn handle_at(frame: &mut Frame<'_>, place: DVec3, half: f32, inside: Colour, edge: Colour) {
    let Some(pixel) = frame.view.pixel(place.as_vec3()) else { return };
    let mut layer = frame.overlay_at(pixel);
    let half = Vec2::splat(half);
    layer.rectangle(-half - 1.5, half + 1.5, edge);
    layer.rectangle(-half, half, inside);
}

fn mean(corners: &[DVec2]) -> DVec2 {
    corners.iter().sum::<DVec2>() / corners.len() as f64
}

/// A place of the level in the world.
fn at(place: DVec2) -> Vec3 {
    place.as_vec2().extend(0.0)
}
