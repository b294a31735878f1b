//! The dope sheet below the view: its visible part of the animation, and the edits in it.

use crate::editor::Editor;
use editor::Selection;
use editor::dope_sheet::{Sheet, SheetAct, SheetKey, SheetKeys, SheetRow, SheetView, dope_sheet};
use gl::Model;
use gl::colour::Colour;
use stage::{KeyPress, Panel};

/// Height of the dope sheet, at scale 1.
pub const HEIGHT: f32 = 190.0;

/// The dope sheet, its view, and the time at its playhead.
#[derive(Default)]
pub struct Timeline {
    pub view: SheetView,
    pub time: f32,
    /// The time to seek, if any.
    pub seeks: Option<f32>,
    /// True if panels are shown. Without them there are no signs either.
    pub is_shown: bool,
    /// True if the rows of all joints are shown, and not only of the chosen ones.
    unfolded: bool,
    /// The joints that can have a row, and their colours.
    joints: Vec<(usize, Colour)>,
    /// The joint that was active last.
    active: Option<usize>,
}

/// The row of a joint.
struct Row {
    joint: usize,
    colour: Colour,
    /// Times of the joint's keys.
    times: Vec<f32>,
}

impl Timeline {
    /// A dope sheet for the joints of a model, and for every other node that moves.
    pub fn new(scene: &Model, editor: &Editor) -> Self {
        let mut joints: Vec<usize> = scene.skeletons.joints().map(|(node, _)| node).collect();
        let channels = editor.document().animations.iter().flat_map(|animation| &animation.channels);
        joints.extend(channels.map(|channel| channel.joint));
        joints.sort_unstable();
        joints.dedup();
        let joints = joints.into_iter().map(|joint| (joint, scene.colour(joint))).collect();
        Self { joints, ..Self::default() }
    }

    /// Begins a step at a time.
    pub fn begin(&mut self, time: f32) {
        (self.time, self.is_shown) = (time, false);
    }

    /// Answers a key, if the mouse is over the dope sheet.
    pub fn key(&mut self, press: &KeyPress) -> bool {
        self.is_shown && self.view.key(press.key, press.repeat)
    }

    /// Shows the dope sheet, and carries out the actions in it.
    pub fn show(&mut self, panel: &mut Panel<'_>, editor: &mut Editor) {
        self.is_shown = true;
        let Some(animation) = editor.animation().cloned() else {
            self.view.let_go();
            panel.note("There is no animation. Add one at the left.");
            return;
        };
        let rows = self.rows(editor);
        let active = editor.chosen.active();
        if std::mem::replace(&mut self.active, active) != active
            && let Some(row) = rows.iter().position(|row| Some(row.joint) == active)
        {
            self.view.show_row(row);
        }
        let (columns, selected) = (animation.columns(), editor.selection.times());
        let skeleton = editor.rig.skeleton.joints();
        let shown: Vec<SheetRow<'_>> = rows
            .iter()
            .map(|row| SheetRow {
                name: &skeleton[row.joint].name,
                colour: row.colour,
                keys: SheetKeys { times: &row.times, selected: editor.selection.times_of(row.joint) },
                chosen: editor.chosen.contains(row.joint),
            })
            .collect();
        let sheet = Sheet {
            columns: SheetKeys { times: &columns, selected: &selected },
            rows: &shown,
            unfolded: self.unfolded,
            end: animation.seconds,
            now: panel.clock.time,
        };
        for act in dope_sheet(panel, "keys", &sheet, &mut self.view) {
            match act {
                SheetAct::Scrub(time) => panel.clock.scrub(time),
                SheetAct::Choose { row, toggle } => editor.chosen.click(rows[row].joint, toggle),
                SheetAct::Unfold(unfolded) => self.unfolded = unfolded,
                SheetAct::Select { keys, toggle } => select(&keys, toggle, &columns, &rows, editor),
                SheetAct::DragBegun => editor.hold(),
                SheetAct::Dragged(seconds) => {
                    editor.change(|animation, selection| animation.shift(selection, seconds));
                }
                SheetAct::DragEnded => editor.let_go(),
                SheetAct::DragCancelled => editor.give_up(),
            }
        }
    }

    /// The rows of the chosen joints and, if they are unfolded, of all that have keys.
    fn rows(&self, editor: &Editor) -> Vec<Row> {
        let is_chosen = |joint: usize| editor.chosen.contains(joint);
        let times = |joint| editor.animation().map_or(Vec::new(), |animation| animation.key_times(joint));
        let joints = self.joints.iter().filter(|&&(joint, _)| self.unfolded || is_chosen(joint));
        let rows = joints.map(|&(joint, colour)| Row { joint, colour, times: times(joint) });
        rows.filter(|row| !row.times.is_empty() || is_chosen(row.joint)).collect()
    }

    /// All joints that can have a row.
    pub fn joints(&self) -> Vec<usize> {
        self.joints.iter().map(|&(joint, _)| joint).collect()
    }
}

fn select(keys: &[SheetKey], toggle: bool, columns: &[f32], rows: &[Row], editor: &mut Editor) {
    let Some(animation) = editor.animation() else { return };
    let mut picked = Selection::default();
    for &SheetKey { row, key } in keys {
        match row.map(|row| &rows[row]) {
            Some(row) => picked.add(row.joint, row.times[key]),
            None => picked.extend(Selection::column(animation, columns[key]).iter()),
        }
    }
    match toggle {
        true => editor.selection.toggle(&picked),
        false => editor.selection = picked,
    }
}
