//! Animations made for other joints: each joint's match in the model, to be accepted or not.

use crate::editor::Editor;
use common::skeleton::Skeleton;
use editor::onto::{are_same, copied_onto, document_onto, match_joints};
use editor::{Copied, Document};
use gl::colour::{FAINT, INK};
use stage::{Branch, Panel, Panels};

/// An object made for other joints than the model has.
pub enum Made {
    /// All animations of a save.
    Document(Document),
    /// Keys that were copied, and the time for the first of them.
    Keys { copied: Copied, time: f32, mirrored: bool },
}

/// The object, and each of its joints' match here.
pub struct Foreign {
    made: Made,
    what: &'static str,
    rows: Vec<Row>,
    /// The model's joint for each of its joints.
    joints: Vec<Option<usize>>,
}

/// A joint that has keys.
struct Row {
    joint: usize,
    name: String,
    is_taken: bool,
}

impl Row {
    /// Says which joint of the model it becomes.
    fn becomes(&self, joints: &[Option<usize>]) -> String {
        match joints[self.joint] {
            Some(joint) if self.is_taken => format!("to joint {joint}"),
            Some(_) => "left out".to_owned(),
            None => "no such joint here".to_owned(),
        }
    }
}

impl Foreign {
    /// Puts it into an editor, if every joint with keys has a match there. Otherwise returns it, so that its joints are
    /// offered one by one.
    pub fn offer(made: Made, its_own: &Skeleton, what: &'static str, editor: &mut Editor) -> Option<Self> {
        let joints = match_joints(its_own, &editor.rig.skeleton);
        let mut with_keys: Vec<usize> = match &made {
            Made::Document(document) => {
                let animations = document.animations.iter();
                animations.flat_map(|animation| &animation.channels).map(|channel| channel.joint).collect()
            }
            Made::Keys { copied, .. } => copied.channels.iter().map(|channel| channel.joint).collect(),
        };
        with_keys.sort_unstable();
        with_keys.dedup();
        let row = |joint: usize| {
            let found = joints.get(joint).copied().flatten();
            let name = its_own.joints()[joint].name.clone();
            Row { joint, name, is_taken: found.is_some() }
        };
        let rows: Vec<Row> = with_keys.into_iter().map(row).collect();
        let has_all = are_same(&joints) || rows.iter().all(|row| row.is_taken);
        let foreign = Self { made, what, rows, joints };
        if has_all {
            foreign.take(editor);
            return None;
        }
        Some(foreign)
    }

    /// Puts the accepted part of it into an editor.
    fn take(mut self, editor: &mut Editor) {
        for row in self.rows.iter().filter(|row| !row.is_taken) {
            self.joints[row.joint] = None;
        }
        match self.made {
            Made::Document(document) => editor.replace(document_onto(&document, &self.joints)),
            Made::Keys { copied, time, mirrored } => {
                editor.lay_keys(copied_onto(&copied, &self.joints), time, mirrored);
            }
        }
    }

    /// Shows the joints, and each one's match. False once it is decided and gone.
    fn show(foreign: &mut Option<Self>, panel: &mut Panel<'_>, editor: &mut Editor) {
        let Some(shown) = foreign else { return };
        let found = shown.rows.iter().filter(|row| shown.joints[row.joint].is_some()).count();
        let (what, all) = (shown.what, shown.rows.len());
        panel.note(&format!(
            "{what} move {all} joints, of which {found} are here by name. A click leaves one out."
        ));
        let ends: Vec<String> = shown.rows.iter().map(|row| row.becomes(&shown.joints)).collect();
        let rows = shown.rows.iter().zip(&ends).map(|(row, end)| {
            let colour = if row.is_taken { INK } else { FAINT };
            Branch { depth: 0, name: &row.name, end, colour, solid: row.is_taken }
        });
        let mut clicked = None;
        panel.tree("its joint", 8.0, &rows.collect::<Vec<_>>(), &mut clicked);
        if let Some(row) = clicked.map(|row| &mut shown.rows[row]) {
            row.is_taken = !row.is_taken && shown.joints[row.joint].is_some();
        }
        let takes = panel.command("Take these");
        panel.same_line();
        if panel.command("Drop it") {
            *foreign = None;
        } else if takes && let Some(taken) = foreign.take() {
            taken.take(editor);
        }
    }
}

/// Shows it, if something was made for other joints.
pub fn show(foreign: &mut Option<Foreign>, panels: &mut Panels<'_>, editor: &mut Editor) {
    let mut open = foreign.is_some();
    panels.floating("Other joints", &mut open, |panel| Foreign::show(foreign, panel, editor));
    if !open {
        *foreign = None;
    }
}
