//! Shows the inspector's panel.

use super::{Findings, InspectedSkin, Inspector, Subject};
use crate::nodes::branches;
use crate::{Panel, fixed};
use common::transform::transform_point;
use gl::colour::{Colour, ERROR, INK};
use glam::{Mat4, Vec3};
use imgui::StyleVar;

/// The panel's text for a lesson with nothing to inspect.
pub const NO_JOINT: &str = "F3 follows joints and vertices step by step, but this lesson has none to follow.";

/// A table of numbers with a heading.
pub(super) struct Block {
    title: String,
    pub(super) columns: Vec<&'static str>,
    pub(super) rows: Vec<(String, Colour, Vec<String>)>,
}

impl Inspector {
    /// Shows what was found in the last frame.
    pub fn show(&mut self, panel: &mut Panel<'_>) {
        let _cells = panel.ui().push_style_var(StyleVar::CellPadding([2.0 * panel.scale(); 2]));
        let (Some(seen), Some(chosen)) = (&self.seen, &mut self.chosen) else {
            return panel.text_wrapped(NO_JOINT);
        };
        if let Err(why) = &seen.card {
            panel.text_colored(ERROR, "Nothing can be read back:");
            panel.note(why);
        }
        show_choice(panel, seen, chosen);
        let blocks = match *chosen {
            Subject::Joint(joint) => seen.of_joint(joint),
            Subject::Vertex { skin, vertex } => seen.of_vertex(skin, vertex),
        };
        for Block { title, columns, rows } in blocks {
            panel.heading(&title);
            panel.texts(&title, &columns, &rows);
        }
    }
}

/// Shows controls to choose a joint by name or a vertex by number.
fn show_choice(panel: &mut Panel<'_>, seen: &Findings, chosen: &mut Subject) {
    let inspected = &seen.inspected;
    panel.heading(&format!("Step by step: {}", seen.called(*chosen)));
    let mut kind = usize::from(matches!(chosen, Subject::Vertex { .. }));
    if !inspected.skins.is_empty() && panel.choice("inspect", &mut kind, &["joint", "vertex"]) {
        let other = if kind == 1 { inspected.mixed() } else { inspected.last_joint() };
        *chosen = other.unwrap_or(*chosen);
    }
    match chosen {
        Subject::Joint(_) if inspected.followed.is_some() => {
            panel.note("The tree at the left chooses another.")
        }
        Subject::Joint(joint) => {
            let branches = branches(&inspected.skeleton, |joint| (inspected.colours[joint], true, ""));
            let mut in_tree = Some(*joint);
            panel.tree("inspected joint", 8.0, &branches, &mut in_tree);
            *joint = in_tree.unwrap_or(*joint);
        }
        Subject::Vertex { skin, vertex } => {
            if inspected.skins.len() > 1 {
                let names: Vec<&str> = inspected.skins.iter().map(|skin| skin.name.as_str()).collect();
                panel.choice("inspected skin", skin, &names);
            }
            let shown = &inspected.skins[*skin];
            let (mut number, last) = (*vertex as f32, shown.mesh.positions.len() - 1);
            panel.slider("vertex number", &mut number, 0.0..=last as f32, "%.0f");
            *vertex = (number.round() as usize).min(last);
        }
    }
}

fn numbers(place: Vec3) -> Vec<String> {
    place.to_array().map(narrow).to_vec()
}

/// Formats a number as in other tables, but no wider than its digits need.
fn narrow(value: f32) -> String {
    format!("{:>6}", fixed(value).trim_start())
}

impl Findings {
    /// Returns the name of a joint or vertex for its heading.
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

    /// Returns the chain of a joint, with its origin after each step, and every matrix.
    fn of_joint(&self, joint: usize) -> Vec<Block> {
        let inspected = &self.inspected;
        let (mut rows, mut blocks, mut above) = (Vec::new(), Vec::new(), inspected.space.to_owned());
        for (step, (at, product)) in inspected.chain(joint).into_iter().enumerate() {
            let (name, colour) = (self.name(at), inspected.colours[at]);
            let place = transform_point(product, Vec3::ZERO);
            rows.push((format!("{} {name}", step + 1), colour, numbers(place)));
            blocks.push(block(format!("{above}_from_{name}"), inspected.parent_from_joints[at]));
            above = name;
        }
        let title = format!("Its origin in the {}", inspected.space);
        blocks.insert(0, Block { title, columns: vec!["", "x", "y", "z"], rows });
        blocks
    }

    /// Returns where each joint moves a vertex, their blend, and the place from the graphics card.
    fn of_vertex(&self, index: usize, vertex: usize) -> Vec<Block> {
        let skin = &self.inspected.skins[index];
        let point = skin.mesh.positions[vertex];
        let (mut rows, mut blocks) = (Vec::new(), Vec::new());
        let row = |name: &str, weight: String, place| {
            (name.to_owned(), INK, [vec![weight], numbers(place)].concat())
        };
        rows.push(row("bind pose", String::new(), point));
        for (entry, weight) in skin.influences(vertex).used() {
            let node = skin.nodes.get(entry).copied().flatten();
            let name = node.map_or("bind pose".to_owned(), |node| self.name(node));
            let colour = node.map_or(INK, |node| self.inspected.colours[node]);
            let posed_from_bind = skin.posed_from_bind(entry);
            let wrong = self.wrong_entry(skin, entry, &name);
            let mark = if wrong.is_some() { "✗ " } else { "" };
            let (_, _, cells) = row("", format!("{weight:.2}"), transform_point(posed_from_bind, point));
            rows.push((format!("{mark}{name}"), colour, cells));
            blocks
                .push(wrong.unwrap_or_else(|| block(format!("posed_from_bind of {name}"), posed_from_bind)));
        }
        let sum: f32 = skin.influences(vertex).weights.iter().sum();
        let processor = skin.place(vertex);
        rows.push(row("their sum", format!("{sum:.2}"), processor));
        if let Ok(Some(card)) = self.card {
            rows.push(row("the card", String::new(), card));
            rows.push(row("apart", String::new(), card - processor));
        }
        let title = "Where each joint takes it".to_owned();
        blocks.insert(0, Block { title, columns: vec!["", "by", "x", "y", "z"], rows });
        blocks
    }
}

/// The largest difference of numbers that count as equal, absolute or as a factor of the largest.
const SAME: f32 = 1e-3;

/// The headings of a matrix's columns.
const COLUMNS: [&str; 4] = ["x axis", "y axis", "z axis", "origin"];
const WRONG_COLUMNS: [&str; 4] = ["✗ x axis", "✗ y axis", "✗ z axis", "✗ origin"];

impl Findings {
    /// Compares an entry of a skin's palette with the product of its joint's matrix and the inverse bind
    /// matrix, and returns both if they differ.
    pub(super) fn wrong_entry(&self, skin: &InspectedSkin, entry: usize, name: &str) -> Option<Block> {
        let wanted = match *skin.nodes.get(entry)? {
            Some(node) => self.inspected.model_from_joints[node] * *skin.joints_from_bind.get(entry)?,
            None => Mat4::IDENTITY,
        };
        let [is, wanted] = [skin.posed_from_bind(entry), wanted];
        let differs = [0, 1, 2, 3].map(|column| {
            let [is, wanted] = [is, wanted].map(|matrix| matrix.col(column));
            !is.abs_diff_eq(wanted, SAME * wanted.abs().max_element().max(1.0))
        });
        if !wanted.is_finite() || !differs.contains(&true) {
            return None;
        }
        let head = |column: usize| if differs[column] { WRONG_COLUMNS[column] } else { COLUMNS[column] };
        let rows = |(name, colour, matrix): (&'static str, Colour, Mat4)| {
            let named = [name, "", ""].into_iter().enumerate();
            named.map(move |(row, name)| (name.to_owned(), colour, cells(matrix, row)))
        };
        let rows = [("came out", ERROR, is), ("should be", INK, wanted)].into_iter().flat_map(rows).collect();
        let columns = [""].into_iter().chain((0..4).map(head)).collect();
        Some(Block { title: format!("✗ posed_from_bind of {name}"), columns, rows })
    }
}

fn block(title: String, matrix: Mat4) -> Block {
    let row = |row: usize| (["x", "y", "z"][row].to_owned(), INK, cells(matrix, row));
    Block { title, columns: [""].into_iter().chain(COLUMNS).collect(), rows: [0, 1, 2].map(row).to_vec() }
}

fn cells(matrix: Mat4, row: usize) -> Vec<String> {
    matrix.row(row).to_array().map(narrow).to_vec()
}
