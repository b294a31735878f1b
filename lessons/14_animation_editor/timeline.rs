//! The dope sheet below the view: its visible part of the animation, and the edits in it.

use crate::editor::Editor;
use common::clip::Channel;
use editor::dope_sheet::{
    Picking, Sheet, SheetAct, SheetDrag, SheetKey, SheetKeys, SheetRow, SheetView, dope_sheet,
};
use editor::{Animation, Selection};
use gl::colour::Colour;
use models::ModelScene;
use stage::{Panel, Panels};
use std::collections::HashSet;
use std::sync::Arc;

/// The dope sheet, and its view.
pub struct Timeline {
    pub view: SheetView,
    pub unfolded: bool,
    pub snaps: bool,
    pub fps: f32,
    /// True if only joints with keys have a row; and true if only chosen ones have.
    pub only_keyed: bool,
    pub only_chosen: bool,
    /// Joints whose descendants' rows are hidden.
    folded: HashSet<usize>,
    rows: Vec<Row>,
    /// Indices of the rows on show.
    seen: Vec<usize>,
    /// Times at which any joint has keys.
    columns: Vec<f32>,
    /// The joint that was active last.
    active: Option<usize>,
    /// The animation that the rows are from.
    shown: Option<Arc<Animation>>,
    /// The dragged thing, and true if copies of it move.
    drag: Option<(SheetDrag, bool)>,
    wants_copies: bool,
}

/// The row of a joint.
struct Row {
    joint: usize,
    name: String,
    depth: usize,
    colour: Colour,
    /// Times of the joint's keys.
    times: Vec<f32>,
    /// Channel that moves it.
    shown: Option<Arc<Channel>>,
}

impl Timeline {
    /// A dope sheet with a row for each joint of a model, and for every other node that moves.
    pub fn new(scene: &ModelScene, editor: &Editor) -> Self {
        let nodes = scene.asset.rig.skeleton.joints();
        let mut has_row = vec![false; nodes.len()];
        scene.skeletons.joints().for_each(|(node, _)| has_row[node] = true);
        let channels = editor.document().animations.iter().flat_map(|animation| &animation.channels);
        channels.for_each(|channel| has_row[channel.joint] = true);
        let mut depths = vec![0; nodes.len()];
        let mut rows = Vec::new();
        for (joint, node) in nodes.iter().enumerate() {
            let above = node.parent.map_or(0, |parent| depths[parent]);
            depths[joint] = above + usize::from(has_row[joint]);
            if has_row[joint] {
                let (name, colour) = (node.name.clone(), scene.colour(joint));
                rows.push(Row { joint, name, depth: above, colour, times: Vec::new(), shown: None });
            }
        }
        let (view, folded, columns, active, shown, drag, wants_copies) = Default::default();
        let (unfolded, snaps, fps, seen) = (false, true, 30.0, Vec::new());
        let (only_keyed, only_chosen) = (false, false);
        Self {
            view,
            unfolded,
            snaps,
            fps,
            only_keyed,
            only_chosen,
            folded,
            rows,
            seen,
            columns,
            active,
            shown,
            drag,
            wants_copies,
        }
    }

    /// Begins to move copies of the selected keys.
    pub fn take_copies(&mut self) {
        self.view.take_to_move();
        self.wants_copies = true;
    }

    /// Shows the menu that chooses which joints have a row.
    pub fn menu(&mut self, panels: &mut Panels<'_>) {
        let before = (self.only_keyed, self.only_chosen);
        panels.menu("View", |menu| {
            menu.switch("Rows of joints with keys alone", &mut self.only_keyed);
            menu.switch("Rows of the chosen joints alone", &mut self.only_chosen);
        });
        if before != (self.only_keyed, self.only_chosen) {
            // Choosing rows shows them.
            (self.unfolded, self.seen) = (true, Vec::new());
        }
    }

    /// Shows the dope sheet, and carries out the actions in it.
    pub fn show(&mut self, panel: &mut Panel<'_>, editor: &mut Editor) {
        let Some(animation) = editor.animation().cloned() else {
            self.view.let_go();
            panel.note("There is no animation. Add one at the left.");
            return;
        };
        self.look(&animation);
        self.choose_rows(editor);
        let active = editor.chosen.active();
        if std::mem::replace(&mut self.active, active) != active
            && let Some(row) = self.seen.iter().position(|&row| Some(self.rows[row].joint) == active)
        {
            self.view.show_row(row);
        }
        let selection = &editor.selection;
        let selected = selection.times();
        // A joint's parent may have no row.
        let hang = !self.only_keyed && !self.only_chosen;
        let rows: Vec<SheetRow<'_>> = self
            .seen
            .iter()
            .map(|&row| &self.rows[row])
            .map(|row| SheetRow {
                name: &row.name,
                colour: row.colour,
                depth: if hang { row.depth } else { 0 },
                keys: SheetKeys { times: &row.times, selected: selection.times_of(row.joint) },
                chosen: editor.chosen.contains(row.joint),
                unfolded: !self.folded.contains(&row.joint),
            })
            .collect();
        let sheet = Sheet {
            columns: SheetKeys { times: &self.columns, selected: &selected },
            rows: &rows,
            unfolded: self.unfolded,
            end: animation.seconds,
            looping: animation.looping,
            now: panel.clock.time,
            fps: self.fps,
            snap: self.snaps,
        };
        for act in dope_sheet(panel, "keys", &sheet, &mut self.view) {
            self.act(act, panel, editor);
        }
    }

    /// Determines which joints have a row now. While something is dragged the rows stay.
    fn choose_rows(&mut self, editor: &Editor) {
        if editor.is_held() && !self.seen.is_empty() {
            return;
        }
        let is_seen = |row: &Row| {
            let has_keys = !self.only_keyed || !row.times.is_empty();
            has_keys && (!self.only_chosen || editor.chosen.contains(row.joint))
        };
        self.seen = (0..self.rows.len()).filter(|&row| is_seen(&self.rows[row])).collect();
    }

    /// Returns the joint of a visible row, with the times of its keys.
    fn row(&self, seen: usize) -> &Row {
        &self.rows[self.seen[seen]]
    }

    /// Updates the rows that have changed in the animation: a drag changes few joints, in every picture.
    fn look(&mut self, animation: &Arc<Animation>) {
        if self.shown.as_ref().is_some_and(|shown| Arc::ptr_eq(shown, animation)) {
            return;
        }
        for row in &mut self.rows {
            let channel = animation.channel(row.joint);
            let is_same = match (&row.shown, channel) {
                (Some(shown), Some(channel)) => Arc::ptr_eq(shown, channel),
                (None, None) => true,
                _ => false,
            };
            if !is_same {
                (row.times, row.shown) = (animation.key_times(row.joint), channel.cloned());
            }
        }
        self.columns = animation.columns();
        self.shown = Some(animation.clone());
    }

    fn act(&mut self, act: SheetAct, panel: &mut Panel<'_>, editor: &mut Editor) {
        match act {
            SheetAct::Scrub(time) => panel.clock.scrub(time),
            SheetAct::Choose { row, toggle } => editor.chosen.click(self.row(row).joint, toggle),
            SheetAct::Fold { row: None, unfolded } => self.unfolded = unfolded,
            SheetAct::Fold { row: Some(row), unfolded } => {
                let joint = self.row(row).joint;
                self.folded.retain(|&folded| folded != joint);
                self.folded.extend((!unfolded).then_some(joint));
            }
            SheetAct::Select { keys, how } => self.select(&keys, how, editor),
            SheetAct::DragBegun(drag) => {
                editor.hold();
                self.drag = Some((drag, std::mem::take(&mut self.wants_copies)));
            }
            SheetAct::Dragged(seconds) => self.drag(seconds, editor),
            SheetAct::Stretched { about, factor } => {
                editor.change(|animation, selection| animation.stretch(selection, about, factor));
            }
            SheetAct::DragEnded => editor.let_go(),
            SheetAct::DragCancelled => editor.give_up(),
            SheetAct::Insert { row, time } => {
                let joints = row.map_or_else(|| self.joints(), |row| vec![self.row(row).joint]);
                editor.insert(&joints, time);
            }
        }
    }

    /// All joints that have a row.
    pub fn joints(&self) -> Vec<usize> {
        self.rows.iter().map(|row| row.joint).collect()
    }

    fn select(&self, keys: &[SheetKey], how: Picking, editor: &mut Editor) {
        let Some(animation) = editor.animation() else { return };
        let mut picked = Selection::default();
        for &SheetKey { row, key } in keys {
            match row {
                Some(row) => picked.add(self.row(row).joint, self.row(row).times[key]),
                None => {
                    let column = Selection::column(animation, self.columns[key]);
                    column.iter().for_each(|(joint, time)| picked.add(joint, time));
                }
            }
        }
        match how {
            Picking::Replace => editor.selection = picked,
            Picking::Add => picked.iter().for_each(|(joint, time)| editor.selection.add(joint, time)),
            Picking::Toggle => editor.selection.toggle(&picked),
        }
    }

    /// Moves what is dragged to `seconds` from its start.
    fn drag(&mut self, seconds: f32, editor: &mut Editor) {
        match self.drag {
            Some((SheetDrag::Keys, true)) => {
                editor.change(|animation, selection| animation.duplicate(selection, seconds));
            }
            Some((SheetDrag::Keys, false)) => {
                editor.change(|animation, selection| animation.shift(selection, seconds));
            }
            Some((SheetDrag::Stretch { column }, _)) if column > 0 => editor.change(|animation, _| {
                let columns = animation.columns();
                animation.set_duration(column - 1, columns[column] - columns[column - 1] + seconds)
            }),
            Some((SheetDrag::End, _)) => {
                let index = editor.index;
                editor.change_list(|document| {
                    document.set_seconds(index, document.animations[index].seconds + seconds)
                });
            }
            _ => {}
        }
    }
}
