//! Draws marks for the inspected joint or vertex: the path of its chain, or the parts of its blend.

use super::{Findings, Inspector, Subject};
use crate::Frame;
use common::transform::transform_point;
use gl::colour::{ACCENT, ERROR, FAINT, INK, with_alpha};
use glam::Vec3;

/// The distance to a joint, in pixels at scale 1, within which a label of the lesson already names it.
const NAMED: f32 = 60.0;

impl Inspector {
    /// Draws the marks of what is inspected, over all else.
    pub fn draw(&self, frame: &mut Frame<'_>) {
        let Some(seen) = &self.seen else { return };
        if let Some(Subject::Joint(_)) = self.chosen {
            for (subject, place) in seen.joints() {
                let Subject::Joint(joint) = subject else { continue };
                frame.lines_on_top.rimmed_dot(place, 5.0, seen.inspected.colours[joint]);
                frame.handle(format!("joint {}", seen.inspected.skeleton.joints()[joint].name), place);
            }
        }
        match self.chosen {
            Some(Subject::Joint(joint)) => seen.draw_path(frame, joint),
            Some(Subject::Vertex { skin, vertex }) => seen.draw_mix(frame, skin, vertex),
            None => {}
        }
    }
}

impl Findings {
    /// Draws the joint's origin after each matrix of its chain, and the joint as it is drawn, if that is elsewhere.
    pub(super) fn draw_path(&self, frame: &mut Frame<'_>, joint: usize) {
        let inspected = &self.inspected;
        let world = |matrix| inspected.world_from_model * matrix;
        let mut before = transform_point(inspected.world_from_model, Vec3::ZERO);
        for (step, (at, product)) in inspected.chain(joint).into_iter().enumerate() {
            let place = transform_point(world(product), Vec3::ZERO);
            frame.lines_on_top.line(before, place, 4.0, with_alpha(ACCENT, 0.55));
            frame.lines_on_top.rimmed_dot(place, 8.0, inspected.colours[at]);
            // Of steps without length only the last has room for its number.
            if before.distance(place) > frame.view.metres_of_pixels(place, 14.0) || at == joint {
                frame.label(place, [-13.0, -13.0], (step + 1).to_string(), INK);
            }
            before = place;
        }
        let drawn = world(inspected.model_from_joints[joint]);
        let place = transform_point(drawn, Vec3::ZERO);
        if place.is_finite() {
            if !frame.has_axes(drawn) {
                frame.axes(drawn, frame.view.metres_of_pixels(place, 42.0));
            }
            let name = &inspected.skeleton.joints()[joint].name;
            if !is_named(frame, place, name) {
                frame.label(place, [0.0, 20.0], name.clone(), INK);
            }
        }
        if before.distance(place) > frame.view.metres_of_pixels(before, 2.0) {
            frame.lines_on_top.line(before, place, 2.0, ERROR);
        }
    }

    /// Draws the vertex in the bind pose, the places to which each joint alone would move it, and the blend.
    fn draw_mix(&self, frame: &mut Frame<'_>, index: usize, vertex: usize) {
        let skin = &self.inspected.skins[index];
        let world = |place: Vec3| transform_point(self.world_from_skin(index), place);
        let point = skin.mesh.positions[vertex];
        let bound = world(point);
        let mixed = world(skin.place(vertex));
        frame.lines_on_top.rimmed_dot(bound, 7.0, FAINT);
        frame.label(bound, [0.0, 16.0], "bind pose".to_owned(), FAINT);
        for (entry, weight) in skin.influences(vertex).used() {
            let colour =
                skin.nodes.get(entry).copied().flatten().map_or(INK, |node| self.inspected.colours[node]);
            let carried = world(transform_point(skin.posed_from_bind(entry), point));
            frame.lines_on_top.line(
                carried,
                mixed,
                1.0 + 5.0 * weight.clamp(0.0, 1.0),
                with_alpha(colour, 0.7),
            );
            frame.lines_on_top.rimmed_dot(carried, 7.0, colour);
        }
        frame.lines_on_top.rimmed_dot(mixed, 10.0, INK);
        frame.label(mixed, [0.0, -16.0], format!("vertex {vertex}"), INK);
        if let Ok(Some(place)) = self.card {
            let card = world(place);
            if card.distance(mixed) > frame.view.metres_of_pixels(mixed, 2.0) {
                frame.lines_on_top.line(mixed, card, 2.0, ERROR);
                frame.lines_on_top.rimmed_dot(card, 10.0, ERROR);
                frame.label(card, [0.0, -16.0], "on the card".to_owned(), ERROR);
            }
        }
    }
}

/// Returns true if the lesson has a label with this name near this place.
fn is_named(frame: &Frame<'_>, place: Vec3, name: &str) -> bool {
    let reach = frame.view.metres_of_pixels(place, NAMED);
    frame.has_label(name, place, reach)
}
