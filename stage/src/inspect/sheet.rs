//! The inspector's panel, and the same as text.

use super::ladder::{Rung, place};
use super::{Chosen, Inspector, Seen, Subject, trusted_walk};
use crate::{Branch, Panel, Panels, fixed};
use common::transform::transform_point;
use gl::colour::{Colour, ERROR, INK, rgb};
use glam::{Mat4, Vec3};
use std::fmt::Write as _;

/// How wide the panel is at most, at scale 1.
const WIDTH: f32 = 376.0;

/// Which matrices are shown.
const MATRICES: [&str; 3] = ["each", "product", "none"];

/// A tick.
const YES: Colour = rgb(0x3f8f4f);

/// Numbers under a heading.
struct Block {
    title: String,
    columns: Vec<&'static str>,
    rows: Vec<(String, Colour, Vec<String>)>,
}

impl Inspector {
    /// Shows what was found in a picture.
    pub fn show(&mut self, panels: &mut Panels<'_>) {
        panels.right(WIDTH, |panel| {
            let Self { seen, nothing, chosen, rung, matrices, copies, .. } = self;
            let Some(seen) = seen else { return panel.text_wrapped(nothing) };
            *copies |= panel.command("copy all as text");
            panel.heading("The ladder");
            show_rungs(panel, seen, rung, chosen);
            if let Err(why) = &seen.card {
                panel.text_colored(ERROR, "Nothing can be read back:");
                panel.note(why);
            }
            show_choice(panel, seen, chosen);
            panel.choice("matrices", matrices, &MATRICES);
            let Some(subject) = chosen.subject() else { return };
            for Block { title, columns, rows } in seen.blocks(subject, *matrices) {
                panel.heading(&title);
                let rows: Vec<_> =
                    rows.iter().map(|(name, colour, cells)| (name.as_str(), *colour, cells)).collect();
                panel.texts(&title, &columns, &rows);
            }
        });
        if std::mem::take(&mut self.copies)
            && let Some(text) = self.text()
        {
            panels.copy(&text);
        }
    }

    /// The answers to all questions; or why there are none.
    pub fn ladder(&self) -> Result<String, &str> {
        let seen = self.seen.as_ref().ok_or(self.nothing.as_str())?;
        let mut text = String::new();
        for rung in &seen.rungs {
            let _ = writeln!(text, "{} {}: {}", mark(rung).0, rung.name, seen.answer(rung));
        }
        if let Err(why) = &seen.card {
            let _ = writeln!(text, "Nothing can be read back: {why}");
        }
        Ok(text)
    }

    /// All that it says, to be copied or printed.
    pub fn text(&self) -> Option<String> {
        let (seen, mut text) = (self.seen.as_ref()?, self.ladder().ok()?);
        let Some(subject) = self.chosen.subject() else { return Some(text) };
        let _ = writeln!(text, "\n{}", seen.called(subject));
        if let Subject::Vertex { skin, .. } = subject {
            text += &seen.inspected.skins[skin].drawn_by().map_or(String::new(), |shader| shader + "\n");
        }
        for Block { title, columns, rows } in seen.blocks(subject, self.matrices) {
            let _ = writeln!(text, "\n{title}\n{}", columns.join("\t"));
            for (name, _, cells) in rows {
                let _ = writeln!(text, "{name}\t{}", cells.join("\t"));
            }
        }
        Some(text)
    }
}

fn mark(rung: &Rung) -> (&'static str, Colour) {
    if rung.holds() { ("✓", YES) } else { ("✗", ERROR) }
}

/// A row for every question, and in full the one that was clicked on or else the first that is denied.
fn show_rungs(panel: &mut Panel<'_>, seen: &Seen, clicked: &mut Option<&'static str>, chosen: &mut Chosen) {
    let shown = |name: Option<&str>| seen.rungs.iter().find(|rung| Some(rung.name) == name);
    let first_denied = seen.rungs.iter().find(|rung| !rung.holds());
    let in_full = shown(*clicked).or(first_denied);
    for rung in &seen.rungs {
        let [x, _] = panel.cursor_pos();
        let is_shown = in_full.is_some_and(|shown| shown.name == rung.name);
        if panel.selectable_config(format!("##{}", rung.name)).selected(is_shown).build() {
            *clicked = if *clicked == Some(rung.name) { None } else { Some(rung.name) };
        }
        panel.place_item(format!("rung={}", rung.name));
        let (mark, colour) = mark(rung);
        panel.same_line_with_pos(x);
        panel.text_colored(colour, mark);
        panel.same_line_with_pos(x + 22.0 * panel.scale());
        panel.text(rung.name);
        let number = amount(rung);
        let [width, _] = panel.calc_text_size(&number);
        panel.same_line_with_pos(panel.window_content_region_max()[0] - width);
        panel.text_colored(if rung.holds() { gl::colour::FAINT } else { ERROR }, number);
    }
    let Some(rung) = in_full else { return };
    panel.text_wrapped(rung.asks);
    panel.text_wrapped(seen.answer(rung));
    if let Some(at) = rung.at
        && panel.command("look here")
    {
        chosen.look_at(at, &seen.inspected);
    }
}

/// What is looked at, by its kind, its name or its number.
fn show_choice(panel: &mut Panel<'_>, seen: &Seen, chosen: &mut Chosen) {
    let inspected = &seen.inspected;
    panel.heading("One of them, step by step");
    if !inspected.skins.is_empty() {
        let mut kind = usize::from(chosen.is_vertex);
        panel.choice("inspect", &mut kind, &["joint", "vertex"]);
        chosen.is_vertex = kind == 1;
    }
    if !chosen.is_vertex {
        let mut depths: Vec<usize> = Vec::new();
        let mut branches = Vec::new();
        for (index, joint) in inspected.skeleton.joints().iter().enumerate() {
            depths.push(joint.parent.map_or(0, |parent| depths[parent] + 1));
            let colour = inspected.colours[index];
            branches.push(Branch { depth: depths[index], name: &joint.name, end: "", colour, solid: true });
        }
        let mut joint = chosen.joint;
        panel.tree("inspected joint", 4.0, &branches, &mut joint);
        let mut number = joint.unwrap_or_default() as f32;
        let last = branches.len().saturating_sub(1) as f32;
        panel.slider("joint number", &mut number, 0.0..=last, "%.0f");
        // The one that was changed.
        let joint = if joint != chosen.joint { joint } else { Some(number.round() as usize) };
        if let Some(joint) = joint.filter(|&joint| joint < branches.len() && Some(joint) != chosen.joint) {
            chosen.look_at(Subject::Joint(joint), inspected);
        }
        return;
    }
    if inspected.skins.len() > 1 {
        let names: Vec<&str> = inspected.skins.iter().map(|skin| skin.name.as_str()).collect();
        panel.choice("inspected skin", &mut chosen.skin, &names);
    }
    let last = inspected.skins[chosen.skin].mesh.positions.len().saturating_sub(1) as f32;
    panel.slider("vertex number", &mut chosen.vertex, 0.0..=last, "%.0f");
    chosen.vertex = chosen.vertex.round().min(last);
    if let Some(shader) = inspected.skins[chosen.skin].drawn_by() {
        panel.note(&shader);
    }
}

fn amount(rung: &Rung) -> String {
    let unit = if rung.unit.is_empty() || rung.unit.starts_with('°') {
        String::new()
    } else {
        format!(" {}", rung.unit)
    };
    let degrees = if rung.unit.starts_with('°') { rung.unit } else { "" };
    match rung.worst {
        worst if worst.is_infinite() => "no number".to_owned(),
        worst if rung.limit == 0.0 => format!("{worst:.0}"),
        worst if worst > 0.0 && worst < 0.0005 => format!("< 0.001{degrees}{unit}"),
        worst => format!("{worst:.3}{degrees}{unit}"),
    }
}

fn numbers(place: Vec3) -> Vec<String> {
    place.to_array().map(fixed).to_vec()
}

impl Seen {
    /// What somebody calls a joint or vertex.
    fn called(&self, subject: Subject) -> String {
        match subject {
            Subject::Joint(joint) => self.name(joint),
            Subject::Vertex { skin, vertex } => {
                format!("vertex {vertex} of {}", self.inspected.skins[skin].name)
            }
        }
    }

    fn name(&self, joint: usize) -> String {
        self.inspected.skeleton.joints()[joint].name.clone()
    }

    /// Yes or no, how far off, and where.
    fn answer(&self, rung: &Rung) -> String {
        let at = rung.at.map_or(String::new(), |at| format!(", at {}", self.called(at)));
        let of = if rung.limit == 0.0 { format!(" {}", rung.unit) } else { String::new() };
        let is_so = if rung.holds() { "Yes. At most" } else { "No:" };
        format!("{is_so} {}{of}{at}. {}", amount(rung), rung.more).trim_end().to_owned()
    }

    fn blocks(&self, subject: Subject, matrices: usize) -> Vec<Block> {
        match subject {
            Subject::Joint(joint) => self.of_joint(joint, matrices),
            Subject::Vertex { skin, vertex } => self.of_vertex(skin, vertex, matrices),
        }
    }

    /// The chain of a joint: where its origin is after each step, and every matrix.
    fn of_joint(&self, joint: usize, matrices: usize) -> Vec<Block> {
        let inspected = &self.inspected;
        let products = trusted_walk(&inspected.skeleton, &inspected.parent_from_joints);
        let (mut rows, mut blocks, mut above) = (Vec::new(), Vec::new(), inspected.space.to_owned());
        for (step, at) in inspected.chain(joint).into_iter().enumerate() {
            let (name, colour) = (self.name(at), inspected.colours[at]);
            let place = transform_point(products[at], Vec3::ZERO);
            rows.push((format!("{} {name}", step + 1), colour, numbers(place)));
            match MATRICES[matrices] {
                "each" => {
                    blocks.push(block(format!("{above}_from_{name}"), inspected.parent_from_joints[at]))
                }
                "product" => blocks.push(block(format!("{}_from_{name}", inspected.space), products[at])),
                _ => {}
            }
            above = name;
        }
        let drawn = transform_point(inspected.model_from_joints[joint], Vec3::ZERO);
        rows.push(("as drawn".to_owned(), INK, numbers(drawn)));
        let title = format!("Its origin in the {}, after each step", inspected.space);
        blocks.insert(0, Block { title, columns: vec!["", "x", "y", "z"], rows });
        blocks
    }

    /// What every joint does to a vertex, their sum, and the same from the graphics card.
    fn of_vertex(&self, index: usize, vertex: usize, matrices: usize) -> Vec<Block> {
        let (skin, palette) = (&self.inspected.skins[index], &self.palettes[index]);
        let point = skin.mesh.positions[vertex];
        let (mut rows, mut blocks) = (Vec::new(), Vec::new());
        let row = |name: &str, weight: String, place| {
            (name.to_owned(), INK, [vec![weight], numbers(place)].concat())
        };
        rows.push(row("bind pose", String::new(), transform_point(skin.bind_shape, point)));
        for (entry, weight) in skin.mesh.influences[vertex].used() {
            let node = skin.nodes.get(entry).copied().flatten();
            let name = node.map_or("bind shape".to_owned(), |node| self.name(node));
            let colour = node.map_or(INK, |node| self.inspected.colours[node]);
            let (_, _, cells) = row(&name, fixed(weight), transform_point(palette[entry], point));
            rows.push((name.clone(), colour, cells));
            match MATRICES[matrices] {
                "each" => blocks.push(block(format!("posed_from_bind of {name}"), palette[entry])),
                "product" => {
                    let joint_from_bind = skin.joints_from_bind.get(entry).copied().unwrap_or(Mat4::NAN);
                    blocks.push(block(format!("{name}_from_bind"), joint_from_bind));
                }
                _ => {}
            }
        }
        let sum: f32 = skin.mesh.influences[vertex].weights.iter().sum();
        let processor = place(skin, palette, vertex);
        rows.push(row("their sum", fixed(sum), processor));
        if let Ok(Some(card)) = &self.card {
            rows.push(row("on the card", String::new(), card.place));
            rows.push(row("difference", String::new(), card.place - processor));
        }
        let title = "Where each joint takes it, in the model".to_owned();
        blocks.insert(0, Block { title, columns: vec!["", "weight", "x", "y", "z"], rows });
        blocks
    }
}

fn block(title: String, matrix: Mat4) -> Block {
    let row =
        |row: usize| (["x", "y", "z"][row].to_owned(), INK, matrix.row(row).to_array().map(fixed).to_vec());
    Block {
        title,
        columns: vec!["", "x axis", "y axis", "z axis", "origin"],
        rows: [0, 1, 2].map(row).to_vec(),
    }
}
