//! Shows the editor's panel beside the view, with tools and selection, and its menu.

use crate::editor::Editor;
use crate::editor::commands::Command;
use crate::editor::part::{DUMMY, FINISH};
use glam::DVec2;
use ground::ObstacleKind;
use stage::{Edits as _, Panel, Panels};

const MOUSE: [(bool, &str); 2] = [(false, "change"), (true, "draw")];
const KINDS: [(ObstacleKind, &str); 3] =
    [(ObstacleKind::Solid, "solid"), (ObstacleKind::Thin, "thin"), (ObstacleKind::Ladder, "ladder")];

/// The most files that the menu lists.
const FILES: usize = 13;

impl Editor {
    /// Shows the tools, and controls for the selection.
    pub fn panel(&mut self, panel: &mut Panel<'_>) {
        self.has_panels = true;
        self.work.draft.told.take().into_iter().for_each(|told| panel.tell(told));
        if panel.choice_of("mouse", &mut self.work.draws, &MOUSE) {
            self.work.give_up();
        }
        let chosen = self.work.chosen_obstacle().map(|(_, obstacle)| (obstacle.kind, obstacle.moves));
        if chosen.is_some() || self.work.draws {
            let mut kind = chosen.map_or(self.work.kind, |(kind, _)| kind);
            panel.choice_of("kind", &mut kind, &KINDS);
            if panel.edit().changed {
                self.work.set_kind(kind);
            }
        }
        if let Some((_, moves)) = chosen {
            self.show_moves(panel, moves.map(|moves| moves.seconds as f32));
        }
        panel.note(match chosen {
            _ if self.work.draws => "Drag a box from corner to corner.",
            Some(_) => "Drag the middle of an edge for a new corner. Ctrl goes between halves, and leaves in the air.",
            None => {
                "Drag a polygon, a corner or another handle. Ctrl+D copies what is chosen, Del deletes it."
            }
        });
    }

    /// Shows whether the selected polygon moves, and the seconds that it takes.
    fn show_moves(&mut self, panel: &mut Panel<'_>, seconds: Option<f32>) {
        let mut moving = seconds.is_some();
        panel.switch("moves", &mut moving);
        if panel.edit().changed {
            self.work.set_moving(moving);
        }
        let Some(mut seconds) = seconds.filter(|_| moving) else { return };
        panel.same_line();
        panel.number_field("seconds", &mut seconds, 0.05, "%.2f s");
        let edit = panel.edit();
        if edit.began {
            self.work.draft.hold("Change the time");
        }
        if edit.changed {
            self.work.change_seconds(seconds.into());
        }
        if edit.ended {
            self.work.let_go();
        }
    }

    /// Shows the menus for files and for changes.
    pub(super) fn show_menus(&mut self, panels: &mut Panels<'_>) {
        if !self.on {
            return;
        }
        let (mut command, mut path, mut is_new, mut put_up) = (None, None, false, None);
        panels.menu("Level", |menu| {
            is_new = menu.item("New", "");
            for (name, file) in self.files.all().into_iter().take(FILES) {
                if menu.item(&name, "") {
                    path = Some(file);
                }
            }
            menu.separator();
            for (asked, action) in Command::all() {
                if menu.item(action.name, &action.keys[0].to_string()) {
                    command = Some(asked);
                }
            }
        });
        if !self.models.is_empty() {
            panels.menu("Put up", |menu| {
                let models = self.models.iter().map(|model| &model[..]);
                put_up = [FINISH, DUMMY].into_iter().chain(models).filter(|name| menu.item(name, "")).last();
            });
        }
        if let Some(name) = put_up.map(str::to_owned) {
            // In the middle he may stand.
            self.work.put_up(&name, self.middle + DVec2::X);
        }
        if is_new {
            let arena = self.files.close(crate::editor::bare());
            self.open_other("New level", Ok(arena));
        }
        if let Some(path) = path {
            let arena = self.files.read(&path);
            self.open_other("Open a level", arena);
        }
        command.into_iter().for_each(|command| self.act(command));
        if let Some(below) = panels.folder("Save into …", &mut self.into) {
            match self.files.kept.move_below(&below).and_then(|()| self.save()) {
                Ok(()) => self.into = None,
                error => self.work.draft.complain(error),
            }
        }
    }
}
