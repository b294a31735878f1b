//! What the editor draws over the scene: lamps and spheres, what is chosen, its handles, and what is refused.

use super::Editor;
use crate::{Handle, Item, List, Part, aim, bounds, world_centre};
use common::transform::transform_point;
use gl::colour::{ACCENT, CHANGED, Colour, ERROR, INK, rgb, with_alpha};
use glam::{Mat4, Vec3, vec2, vec3};
use play::{Lamp, Sphere, Touches};
use stage::Frame;
use std::f32::consts::TAU;

/// How wide lines are, in pixels at scale 1: of what is chosen, and of all else.
const WIDE: f32 = 3.0;
const NARROW: f32 = 1.5;

/// How wide the dots of handles are.
const DOT: f32 = 11.0;

/// In how many lines a circle is drawn.
const AROUND: usize = 48;

/// A wider cone is drawn no wider than this, in degrees.
const WIDEST: f32 = 80.0;

/// How lamps are drawn.
const LAMP: Colour = rgb(0xb98300);

/// Above so many items scripts find none of them by name.
const MOST_NAMES: usize = 200;

impl Editor {
    /// Draws what there is to take hold of, and what is being done.
    pub fn draw(&self, frame: &mut Frame<'_>) {
        if !self.desk.has_panels || !self.on {
            return;
        }
        self.name_handles(frame);
        if let List::Spheres(whose) = self.desk.work.list() {
            for index in 0..self.arena().spheres[whose].len() {
                self.draw_sphere(frame, whose, index);
            }
        } else {
            self.arena()
                .lamps
                .iter()
                .enumerate()
                .for_each(|(index, lamp)| self.draw_lamp(frame, index, lamp));
        }
        if let Some(item) = self.hovered.map(|part| part.item).filter(|&item| !self.is_chosen(item)) {
            self.draw_box(frame, item, NARROW, CHANGED);
        }
        if let Some(item) = self.desk.work.chosen() {
            // A piece has an outline of its own.
            let (width, alpha) = if item.list == List::Pieces { (NARROW, 0.5) } else { (WIDE, 1.0) };
            self.draw_box(frame, item, width, with_alpha(ACCENT, alpha));
        }
        if let Some(placed) = self.placed().filter(|_| self.has_gizmo()) {
            self.gizmo.draw(frame, &placed);
        }
        if let Some((why, centre)) = self.desk.work.draft.refusal.as_ref().zip(self.centre()) {
            tell(frame, centre, why);
        }
    }

    fn is_chosen(&self, item: Item) -> bool {
        self.desk.work.chosen() == Some(item)
    }

    /// The box around a piece or a dummy.
    fn draw_box(&self, frame: &mut Frame<'_>, item: Item, width: f32, colour: Colour) {
        let Some((world_from_box, [low, high])) = bounds(&self.desk.work, item, &self.known, &self.frames)
        else {
            return;
        };
        let corner = |number: usize| {
            let end = |axis: usize| if number >> axis & 1 == 1 { high[axis] } else { low[axis] };
            transform_point(world_from_box, vec3(end(0), end(1), end(2)))
        };
        for from in 0..8 {
            for to in [1, 2, 4].map(|bit| from | bit).into_iter().filter(|&to| to != from) {
                frame.lines_on_top.line(corner(from), corner(to), width, colour);
            }
        }
    }

    /// A lamp: a dot and where it shines; and if it is chosen, its cones.
    fn draw_lamp(&self, frame: &mut Frame<'_>, index: usize, lamp: &Lamp) {
        let item = Item { list: List::Lamps, index };
        let (is_chosen, aim) = (self.is_chosen(item), aim(lamp));
        let lit = |handle| self.hovered == Some(Part { item, handle });
        let colour = if lit(Handle::Place) { CHANGED } else { LAMP };
        let overlay = &mut frame.lines_on_top;
        if is_chosen {
            let down = lamp.towards.normalize_or(Vec3::NEG_Y);
            let (a, b) = down.any_orthonormal_pair();
            for (half, width) in lamp.cone.into_iter().zip([NARROW, WIDE]) {
                let radius = lamp.towards.length() * half.min(WIDEST).to_radians().tan();
                let rim = Mat4::from_cols(
                    (radius * a).extend(0.0),
                    (radius * b).extend(0.0),
                    down.extend(0.0),
                    aim.extend(1.0),
                );
                overlay.outline(rim, &circle(), width, LAMP);
                for side in [a, b, -a, -b] {
                    overlay.line(lamp.at, aim + radius * side, NARROW, with_alpha(LAMP, 0.5));
                }
            }
            overlay.line(lamp.at, aim, NARROW, LAMP);
            overlay.rimmed_dot(aim, DOT, if lit(Handle::Aim) { CHANGED } else { LAMP });
        } else {
            let end = lamp.at + lamp.towards.clamp_length_max(0.6);
            overlay.arrow(lamp.at, end, lamp.towards.any_orthogonal_vector(), WIDE, colour);
        }
        overlay.rimmed_dot(lamp.at, DOT, if is_chosen { ACCENT } else { colour });
    }

    /// A sphere: its outline as it is seen; and if it is chosen, two rings on it.
    fn draw_sphere(&self, frame: &mut Frame<'_>, whose: usize, index: usize) {
        let (list, sphere) = (List::Spheres(whose), &self.arena().spheres[whose][index]);
        let Some(world_from_on) = self.known.world_from_on(&self.frames, whose, &sphere.on) else { return };
        let Sphere { centre, radius, touches, .. } = *sphere;
        let centre = transform_point(world_from_on, centre);
        let item = Item { list, index };
        let is_hovered = self.hovered.is_some_and(|part| part.item == item);
        let own = if touches == Touches::Hits { ERROR } else { ACCENT };
        let (colour, width) = match (is_hovered, self.is_chosen(item)) {
            (_, true) => (own, WIDE),
            (true, false) => (CHANGED, WIDE),
            (false, false) => (with_alpha(own, 0.8), NARROW),
        };
        let sight = (centre - frame.view.eye).normalize_or(Vec3::NEG_Z);
        let (a, b) = sight.any_orthonormal_pair();
        let mut rings = vec![(a, b)];
        if self.is_chosen(item) {
            rings.extend([(Vec3::X, Vec3::Z), (Vec3::X, Vec3::Y)]);
        }
        for (number, (a, b)) in rings.into_iter().enumerate() {
            let ring = Mat4::from_cols(
                (radius * a).extend(0.0),
                (radius * b).extend(0.0),
                sight.extend(0.0),
                centre.extend(1.0),
            );
            frame.lines_on_top.outline(ring, &circle(), if number == 0 { width } else { NARROW }, colour);
        }
        if self.is_chosen(item) {
            frame.label(centre, [14.0, 18.0], &*sphere.name, INK);
        }
    }

    /// Names what scripts take hold of.
    fn name_handles(&self, frame: &mut Frame<'_>) {
        let arena = self.arena();
        let lists: Vec<List> = match self.desk.work.list() {
            list @ List::Spheres(_) => vec![list],
            _ => vec![List::Pieces, List::Lamps, List::Dummies],
        };
        for list in lists {
            for (index, name) in list.names(arena).into_iter().enumerate().take(MOST_NAMES) {
                if let Some(at) = world_centre(arena, Item { list, index }, &self.known, &self.frames) {
                    frame.handle(name, at);
                }
            }
        }
        if let Some(lamp) = self.desk.work.lamp() {
            frame.handle("aim", aim(lamp));
        }
    }
}

/// A circle around the origin, with radius 1.
fn circle() -> Vec<Vec3> {
    let angle = |part: usize| TAU * part as f32 / AROUND as f32;
    (0..AROUND).map(|part| vec3(angle(part).cos(), angle(part).sin(), 0.0)).collect()
}

/// Says beside something why it is refused.
fn tell(frame: &mut Frame<'_>, place: Vec3, why: &str) {
    if let Some(pixel) = frame.view.pixel(place) {
        frame.overlay_at(pixel).tag(vec2(0.0, 30.0), why, ERROR);
    }
}
