//! The numbers of what is chosen: each can be set by hand, and each change by hand is one step.

use super::Editor;
use crate::{ArenaWork, List};
use gl::colour::{ACCENT, ERROR, FAINT};
use glam::{EulerRot, Quat, Vec3};
use play::stored::{COLOURS, CONES, RADII, REACHES};
use play::{Lamp, Piece, Span, Sphere, Touches};
use side_scroller::desk::Work as _;
use stage::{Branch, Edit, Panel};
use std::ops::RangeInclusive;

/// How many rows of models, joints and spans are seen at once.
const ROWS: f32 = 5.0;
const SPANS: f32 = 3.0;

/// What a slider reaches: less than what may be in a file, so that one can aim with it.
const REACH: RangeInclusive<f32> = *REACHES.start()..=30.0;
const COLOUR: RangeInclusive<f32> = *COLOURS.start()..=4.0;
const RADIUS: RangeInclusive<f32> = *RADII.start()..=1.0;

const TOUCHES: [(Touches, &str); 2] = [(Touches::Hits, "hits"), (Touches::Hurts, "can be hit")];

impl Editor {
    /// Shows the numbers of what is chosen.
    pub(super) fn show_fields(&mut self, panel: &mut Panel<'_>) {
        match self.desk.work.list() {
            List::Pieces => self.show_piece(panel),
            List::Lamps => self.show_lamp(panel),
            List::Dummies => self.show_dummy(panel),
            List::Spheres(_) => self.show_sphere(panel),
        }
    }

    /// Makes one step of an edit by hand, however long it takes.
    fn made(&mut self, edit: Edit, what: &str, change: impl FnOnce(&mut ArenaWork)) {
        if edit.began {
            self.give_up();
            let name = self.desk.work.chosen_name().unwrap_or_default();
            self.desk.work.draft.hold(&format!("{what} {name}"));
        }
        if edit.changed {
            change(&mut self.desk.work);
        }
        if edit.ended {
            self.desk.work.let_go();
        }
    }

    fn show_piece(&mut self, panel: &mut Panel<'_>) {
        let Some(Piece { model, place, .. }) = self.desk.work.piece().cloned() else { return };
        let names: Vec<&str> = self.known.models.iter().map(|model| &model.name[..]).collect();
        if !self.known.has_model(&model) {
            panel.note(&format!("There is no model '{model}': choose another one."));
        }
        if let Some(model) = choose(panel, "model", &names, &model).map(str::to_owned) {
            self.give_up();
            self.desk.work.set_model(&model);
        }
        let mut at = place.translation;
        panel.vector_field("place", &mut at, 0.02, "%.2f");
        self.made(panel.edit(), "Move", |work| work.change_piece(|piece| piece.place.translation = at));
        let (y, x, z) = place.rotation.to_euler(EulerRot::YXZ);
        let mut turned = Vec3::new(x, y, z).map(f32::to_degrees);
        panel.vector_field("turned", &mut turned, 0.5, "%.1f");
        let [x, y, z] = turned.map(f32::to_radians).to_array();
        let turn = Quat::from_euler(EulerRot::YXZ, y, x, z).normalize();
        self.made(panel.edit(), "Turn", |work| work.change_piece(|piece| piece.place.rotation = turn));
        let mut size = place.scale;
        panel.vector_field("size", &mut size, 0.01, "%.2f");
        self.made(panel.edit(), "Scale", |work| work.change_piece(|piece| piece.place.scale = size));
    }

    fn show_lamp(&mut self, panel: &mut Panel<'_>) {
        let Some(Lamp { mut at, mut cone, mut colour, mut reach, .. }) = self.desk.work.lamp().cloned()
        else {
            return;
        };
        panel.vector_field("place", &mut at, 0.02, "%.2f");
        self.made(panel.edit(), "Move", |work| work.change_lamp(|lamp| lamp.at = at));
        panel.slider("bright within", &mut cone[0], CONES, "%.0f°");
        let inner = [cone[0], cone[1].max(cone[0])];
        self.made(panel.edit(), "Change the cone of", |work| work.change_lamp(|lamp| lamp.cone = inner));
        panel.slider("dark beyond", &mut cone[1], CONES, "%.0f°");
        let outer = [cone[0].min(cone[1]), cone[1]];
        self.made(panel.edit(), "Change the cone of", |work| work.change_lamp(|lamp| lamp.cone = outer));
        panel.slider("reach", &mut reach, REACH, "%.1f m");
        self.made(panel.edit(), "Change the reach of", |work| work.change_lamp(|lamp| lamp.reach = reach));
        for (part, name) in ["red", "green", "blue"].into_iter().enumerate() {
            panel.slider(name, &mut colour[part], COLOUR, "%.2f");
            let edit = panel.edit();
            self.made(edit, "Colour", |work| work.change_lamp(|lamp| lamp.colour[part] = colour[part]));
        }
    }

    fn show_dummy(&self, panel: &mut Panel<'_>) {
        let Some(item) = self.desk.work.chosen() else { return };
        let at = self.arena().dummies[item.index];
        panel.number("dummy", &format!("x {:.2}   y {:.2}", at.x, at.y));
    }

    fn show_sphere(&mut self, panel: &mut Panel<'_>) {
        let Some((whose, sphere)) = self.desk.work.sphere() else { return };
        let Sphere { on, mut centre, mut radius, mut touches, .. } = sphere.clone();
        let ons: Vec<&str> = self.known.figures[whose].ons.iter().map(|on| &on[..]).collect();
        if !ons.contains(&&on[..]) {
            panel.note(&format!("There is no '{on}' here: choose what the sphere goes along with."));
        }
        if let Some(on) = choose(panel, "goes along with", &ons, &on).map(str::to_owned) {
            self.made(WHOLE, "Put elsewhere", |work| work.change_sphere(|sphere| sphere.on = on));
        }
        panel.vector_field("centre", &mut centre, 0.002, "%.3f");
        self.made(panel.edit(), "Move", |work| work.change_sphere(|sphere| sphere.centre = centre));
        panel.slider("radius", &mut radius, RADIUS, "%.3f m");
        self.made(panel.edit(), "Scale", |work| work.change_sphere(|sphere| sphere.radius = radius));
        panel.choice_of("it", &mut touches, &TOUCHES);
        self.made(panel.edit(), "Change what it does:", |work| {
            work.change_sphere(|sphere| sphere.touches = touches);
        });
        self.show_spans(panel);
    }

    /// When the chosen sphere is active.
    fn show_spans(&mut self, panel: &mut Panel<'_>) {
        let Some((whose, sphere)) = self.desk.work.sphere() else { return };
        let (spans, touches) = (sphere.spans.clone(), sphere.touches);
        panel.text("active");
        if spans.is_empty() {
            panel.note(match touches {
                Touches::Hits => "Never: it has no span.",
                Touches::Hurts => "Always: it has no span.",
            });
        }
        let rows: Vec<String> =
            (1..).zip(&spans).map(|(number, span)| format!("{number} {}", span.clip)).collect();
        let ends: Vec<String> =
            spans.iter().map(|Span { seconds: [from, to], .. }| format!("{from:.2}–{to:.2} s")).collect();
        let branch = |(name, end)| Branch { depth: 0, name, end, colour: ERROR, solid: true };
        let branches: Vec<Branch<'_>> =
            rows.iter().map(|row| &row[..]).zip(ends.iter().map(|end| &end[..])).map(branch).collect();
        self.span = self.span.filter(|&span| span < spans.len());
        if !branches.is_empty() {
            panel.tree("span", SPANS, &branches, &mut self.span);
        }
        let clips = &self.known.figures[whose].clips;
        let first = clips.first().map(|(clip, length)| Span { clip: clip.clone(), seconds: [0.0, *length] });
        if panel.command("new span")
            && let Some(first) = first
        {
            self.made(WHOLE, "Add a span to", |work| work.change_sphere(|sphere| sphere.spans.push(first)));
            self.span = Some(spans.len());
        }
        let Some((at, span)) = self.span.and_then(|at| Some((at, spans.get(at)?.clone()))) else { return };
        panel.same_line();
        if panel.command("delete span") {
            self.made(WHOLE, "Delete a span of", |work| {
                work.change_sphere(|sphere| drop(sphere.spans.remove(at)))
            });
            return;
        }
        self.show_span(panel, whose, at, span);
    }

    fn show_span(&mut self, panel: &mut Panel<'_>, whose: usize, at: usize, span: Span) {
        let clips: Vec<(&str, f32)> =
            self.known.figures[whose].clips.iter().map(|(clip, length)| (&clip[..], *length)).collect();
        let names: Vec<&str> = clips.iter().map(|clip| clip.0).collect();
        let length = clips.iter().find(|clip| clip.0 == span.clip).map_or(10.0, |clip| clip.1);
        let chosen = choose(panel, "clip", &names, &span.clip);
        let chosen = chosen.and_then(|chosen| clips.iter().find(|clip| clip.0 == chosen));
        if let Some((clip, length)) = chosen.map(|(clip, length)| ((*clip).to_owned(), *length)) {
            let seconds = span.seconds.map(|end| end.min(length));
            let span = Span { clip, seconds };
            self.made(WHOLE, "Change a span of", |work| work.change_sphere(|sphere| sphere.spans[at] = span));
            return;
        }
        let [mut from, mut to] = span.seconds;
        panel.slider("from", &mut from, 0.0..=length, "%.2f s");
        let seconds = [from, to.max(from)];
        let set = |seconds| {
            move |work: &mut ArenaWork| work.change_sphere(|sphere| sphere.spans[at].seconds = seconds)
        };
        self.made(panel.edit(), "Change a span of", set(seconds));
        panel.slider("to", &mut to, 0.0..=length, "%.2f s");
        let seconds = [span.seconds[0].min(to), to];
        self.made(panel.edit(), "Change a span of", set(seconds));
    }
}

/// An edit that begins and ends with a click.
const WHOLE: Edit = Edit { began: true, changed: true, ended: true };

/// One of several names, in a list. Another one comes back if it was chosen.
fn choose<'n>(panel: &mut Panel<'_>, name: &str, names: &[&'n str], now: &str) -> Option<&'n str> {
    let branch = |name| {
        let is_now = name == now;
        let colour = if is_now { ACCENT } else { FAINT };
        Branch { depth: 0, name, end: "", colour, solid: is_now }
    };
    let branches: Vec<Branch<'_>> = names.iter().copied().map(branch).collect();
    let before = names.iter().position(|name| *name == now);
    let mut chosen = before;
    panel.text(name);
    panel.tree(name, ROWS, &branches, &mut chosen);
    chosen.filter(|_| chosen != before).map(|chosen| names[chosen])
}
