//! The menu of what is shown, and the windows for files.

use crate::AnimationEditor;
use crate::saves::EditorSaves;
use anyhow::Result;
use drafts::folder::Listed;
use gl::colour::{ACCENT, FAINT};
use stage::{Branch, Lesson as _, Panel, Panels};

/// The rows of saves that are visible at once.
const SAVES: f32 = 10.0;

/// The windows to open a file and to save into a folder, and their contents.
#[derive(Default)]
pub struct Windows {
    opens: bool,
    /// All saves at the time when the window was opened.
    listed: Vec<(String, Vec<Listed>)>,
    /// The folder to save into, while it is typed.
    pub into: Option<String>,
}

impl Windows {
    /// Shows the files to open.
    pub fn show_saves(&mut self, saves: &EditorSaves) -> Result<()> {
        self.listed = saves.all()?;
        self.opens = true;
        Ok(())
    }

    /// Closes the windows; returns true if one was open.
    pub fn close(&mut self) -> bool {
        std::mem::take(&mut self.opens) | self.into.take().is_some()
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
}

pub fn show(lesson: &mut AnimationEditor, panels: &mut Panels<'_>) {
    let AnimationEditor { seeing, windows, .. } = lesson;
    panels.menu("View", |menu| {
        menu.switch("Skeleton", &mut seeing.skeleton);
        menu.switch("Onion skins", &mut seeing.onion);
        menu.switch("Trail", &mut seeing.trail);
    });
    let mut opens = windows.opens;
    panels.floating("Open", &mut opens, |panel| windows.show_to_open(panel));
    windows.opens &= opens;
    if let Some(below) = panels.folder("Save into …", &mut windows.into) {
        match lesson.saves.kept.move_below(&below).and_then(|()| lesson.save()) {
            Ok(()) => lesson.windows.into = None,
            error => lesson.complain(error),
        }
    }
}
