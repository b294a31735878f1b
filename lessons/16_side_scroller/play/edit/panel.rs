//! What the editor shows beside the view: its tools, what is chosen, and its menus.

use super::Editor;
use super::files::Request;
use crate::play::making::Tool;
use ground::ObstacleKind;
use side_scroller::commands::Command;
use side_scroller::saves;
use stage::{Panel, Panels};

const TOOLS: [(Tool, &str); 3] = [(Tool::Change, "change"), (Tool::Draw, "draw"), (Tool::Box, "box")];
const KINDS: [(ObstacleKind, &str); 3] =
    [(ObstacleKind::Solid, "solid"), (ObstacleKind::Thin, "thin"), (ObstacleKind::Ladder, "ladder")];

/// More notes than these would push the rest out of sight.
const MOST_NOTES: usize = 3;

impl Editor {
    /// Shows the tools, and what is chosen.
    pub fn panel(&mut self, panel: &mut Panel<'_>) {
        self.has_panels = true;
        if let Some(told) = self.work.told.take() {
            panel.tell(told);
        }
        if panel.choice_of("mouse", &mut self.work.tool, &TOOLS) {
            self.work.give_up();
        }
        if self.work.chosen.is_some() || self.work.tool != Tool::Change {
            self.show_kind(panel);
        }
        panel.note(match self.work.tool {
            Tool::Draw if !self.work.drawn.is_empty() => {
                "The first corner or Enter closes it. Backspace takes a corner back, Esc all."
            }
            Tool::Draw => "Click where its corners are to be.",
            Tool::Box => "Drag from corner to corner.",
            Tool::Change if self.work.chosen.is_some() => {
                "A double click on an edge sets a corner there. Del deletes. Hold Ctrl to go between halves."
            }
            Tool::Change => "Drag a polygon, or a corner.",
        });
        self.files.notes.iter().take(MOST_NOTES).for_each(|note| panel.note(note));
    }

    /// What the chosen polygon does, or the next one.
    fn show_kind(&mut self, panel: &mut Panel<'_>) {
        let mut kind = self.work.chosen_obstacle().map_or(self.work.kind, |obstacle| obstacle.kind);
        panel.choice_of("kind", &mut kind, &KINDS);
        if panel.edit().changed {
            self.work.set_kind(kind);
        }
        self.show_moves(panel);
    }

    /// Whether the chosen polygon moves, and how long it takes.
    fn show_moves(&mut self, panel: &mut Panel<'_>) {
        let Some(obstacle) = self.work.chosen_obstacle() else { return };
        let moves = obstacle.moves;
        let mut moving = moves.is_some();
        panel.switch("moves", &mut moving);
        if panel.edit().changed {
            self.work.set_moving(moving);
        }
        let Some(moves) = moves.filter(|_| moving) else { return };
        panel.same_line();
        let mut seconds = moves.seconds as f32;
        panel.number_field("seconds", &mut seconds, 0.05, "%.2f s");
        let edit = panel.edit();
        if edit.began {
            self.work.hold("Change the time");
        }
        if edit.changed {
            self.work.change_seconds(seconds.into());
        }
        if edit.ended {
            self.work.let_go();
        }
    }

    /// Shows menus and questions.
    pub fn panels(&mut self, panels: &mut Panels<'_>) {
        let mut request = None;
        let (mut commands, mut lists, mut snaps) = (Vec::new(), self.lists, self.work.snaps);
        panels.menu("Level", |menu| {
            if menu.item("New", "") {
                request = Some(Request::New);
            }
            menu.switch("Open", &mut lists);
            commands.extend(Some(Command::Save).filter(|command| command.item(menu, true)));
            for (which, (name, _)) in self.given.iter().enumerate() {
                if which < 2 {
                    menu.separator();
                }
                if menu.item(name, "") {
                    request = Some(Request::Given(which));
                }
            }
        });
        panels.menu("Edit", |menu| {
            commands.extend(
                Command::CHANGES.into_iter().filter(|&command| command.item(menu, self.can(command))),
            );
            menu.separator();
            menu.switch("Snap to halves", &mut snaps);
        });
        self.work.snaps = snaps;
        if lists && !self.lists {
            let listed = self.files.list();
            self.complain(listed);
        }
        panels
            .floating("Open a save", &mut lists, |panel| request = self.show_saves(panel).or(request.take()));
        self.lists = lists;
        commands.into_iter().for_each(|command| self.act(command));
        if let Some(request) = request {
            self.lists = false;
            self.request(request);
        }
        self.ask(panels);
    }

    /// All saves, the newest first. The one that is clicked on comes back.
    fn show_saves(&self, panel: &mut Panel<'_>) -> Option<Request> {
        let (listed, none) = (&self.files.listed, "There is no save yet. Ctrl+S makes one.");
        let chosen = saves::show(panel, "save", listed, none)?;
        Some(Request::Save(listed[chosen].path.clone()))
    }
}
