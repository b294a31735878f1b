//! The files of the work: windows to open and to save, questions about them, and a sign for what is not saved.

use crate::editor::Editor;
use crate::saves::ENDING;
use drafts::folder::Listed;
use drafts::{Saves, all_saves};
use editor::save::Saved;
use formats::Asset;
use gl::colour::{ACCENT, CHANGED, FAINT};
use glam::vec2;
use stage::{Branch, Corner, Frame, Key, KeyPress, Panel, Panels, Question};

/// The rows of saves that are visible at once.
const SAVES: f32 = 10.0;

/// The saves of the work on a model, and the windows and questions about them.
pub struct Files {
    pub kept: Saves<Saved>,
    /// What the names of saves begin with.
    pub stem: String,
    /// A damaged save that was to be opened, and the name of the newest whole one, which is opened instead until somebody decides.
    pub damaged: Option<(Saved, String)>,
    /// Notes on the opened file.
    pub notes: Vec<String>,
    /// True if the window to open a file is shown, with all saves at the time when it was opened.
    pub opens: bool,
    pub listed: Vec<(String, Vec<Listed>)>,
    /// The folder to save into, while it is typed.
    pub into: Option<String>,
}

impl Files {
    /// Shows the files to open.
    pub fn list(&mut self, editor: &mut Editor) {
        match self.kept.below().map_or(Ok(Vec::new()), |below| all_saves(below, ENDING)) {
            Ok(all) => (self.listed, self.opens) = (all, true),
            Err(error) => editor.draft.complain(Err(error)),
        }
    }

    /// Answers the key that closes the windows.
    pub fn key(&mut self, press: &KeyPress) -> bool {
        press.key == Key::ESCAPE && (std::mem::take(&mut self.opens) | self.into.take().is_some())
    }

    pub fn show(&mut self, panels: &mut Panels<'_>, asset: &Asset, editor: &mut Editor) {
        let mut opens = self.opens;
        panels.floating("Open", &mut opens, |panel| self.show_to_open(panel));
        self.opens &= opens;
        if let Some(below) = panels.folder("Save into …", &mut self.into) {
            match self.kept.move_below(&below).and_then(|()| self.save(asset, editor)) {
                Ok(()) => self.into = None,
                error => editor.draft.complain(error),
            }
        }
    }

    /// The saves, of which a name means the newest. Any other file can be dropped onto the window.
    fn show_to_open(&mut self, panel: &mut Panel<'_>) {
        let (mut paths, mut rows) = (Vec::new(), Vec::new());
        for (name, saves) in &self.listed {
            let row = |depth, name, colour| Branch { depth, name, end: "", colour, solid: depth == 0 };
            rows.push(row(0, name, ACCENT));
            rows.extend(saves.iter().map(|save| row(1, &save.stamp, FAINT)));
            paths.extend(saves.first().into_iter().chain(saves).map(|save| save.path.clone()));
        }
        let mut chosen = None;
        match rows.is_empty() {
            true => panel.note("There is no save yet. Ctrl+S makes one."),
            false => drop(panel.tree("save", SAVES, &rows, &mut chosen)),
        }
        panel.note("Or drop a .glb, a .gltf, a .dae or a save onto the window.");
        if let Some(save) = chosen {
            self.opens = false;
            panel.open_model(paths[save].clone());
        }
    }

    /// Asks which of two saves to open, and then what to do with work that was left behind.
    pub fn ask(&mut self, panels: &mut Panels<'_>, editor: &mut Editor) {
        if let Some((saved, whole)) = &self.damaged {
            let text = format!(
                "{}\nAnimations that are left in it: {}. The newest whole save is {whole}; animations in it: {}. Both files \
                 stay as they are.",
                saved.damage[0],
                saved.document.animations.len(),
                editor.document().animations.len()
            );
            let answers = &["Open the whole one", "Open what is left"];
            let answer = panels.ask(&Question { title: "A damaged save", text: &text, answers, escape: 0 });
            let damaged = answer.and_then(|_| self.damaged.take());
            if let Some((saved, _)) = damaged.filter(|_| answer == Some(1)) {
                self.notes = saved.damage.clone();
                editor.draft.edit("Open what is left", |document| *document = saved.document);
            }
        } else if let Some((stamp, left)) = self.kept.left() {
            let text = format!(
                "The editor ended before you had saved. It kept your changes at {stamp} (UTC). Animations in them: {}.\n{}",
                left.document.animations.len(),
                left.damage.first().map_or("", String::as_str)
            );
            let answers = &["Go on with it", "Throw it away", "Decide later"];
            let question = Question { title: "Work that was not saved", text: &text, answers, escape: 2 };
            match panels.ask(&question) {
                Some(0) => {
                    if let Some(saved) = self.kept.take_over() {
                        editor
                            .draft
                            .edit("Go on with what was not saved", |document| *document = saved.document);
                    }
                }
                Some(1) => {
                    let done = self.kept.discard();
                    editor.draft.complain(done);
                }
                Some(_) => self.kept.decide_later(),
                None => {}
            }
        }
    }
}

/// Shows if there is unsaved work.
pub fn draw_unsaved(frame: &mut Frame<'_>, editor: &Editor) {
    if !editor.draft.is_saved() {
        let mut layer = frame.overlay(Corner::UpperRight);
        layer.words(vec2(-22.0, 22.0), vec2(1.0, 0.5), "not saved", CHANGED);
    }
}
