//! What the editor shows beside the view: its tools, what is chosen, and its menus.

use super::Editor;
use super::{LevelWork, Tool};
use crate::desk::Work as _;
use ground::ObstacleKind;
use stage::{Menu, Panel, Panels};

const TOOLS: [(Tool, &str); 3] = [(Tool::Change, "change"), (Tool::Draw, "draw"), (Tool::Box, "box")];
const KINDS: [(ObstacleKind, &str); 3] =
    [(ObstacleKind::Solid, "solid"), (ObstacleKind::Thin, "thin"), (ObstacleKind::Ladder, "ladder")];

impl Editor {
    /// Shows the tools, and what is chosen.
    pub fn panel(&mut self, panel: &mut Panel<'_>) {
        self.desk.show_told(panel);
        if panel.choice_of("mouse", &mut self.desk.work.tool, &TOOLS) {
            self.desk.work.give_up();
        }
        if self.desk.work.chosen.is_some() || self.desk.work.tool != Tool::Change {
            self.show_kind(panel);
        }
        panel.note(match self.desk.work.tool {
            Tool::Draw if !self.desk.work.drawn.is_empty() => {
                "The first corner or Enter closes it. Backspace takes a corner back, Esc all."
            }
            Tool::Draw => "Click where its corners are to be.",
            Tool::Box => "Drag from corner to corner.",
            Tool::Change if self.desk.work.chosen.is_some() => {
                "A double click on an edge sets a corner there. Del deletes. Hold Ctrl to go between halves."
            }
            Tool::Change => "Drag a polygon, or a corner.",
        });
        self.desk.show_notes(panel);
    }

    /// What the chosen polygon does, or the next one.
    fn show_kind(&mut self, panel: &mut Panel<'_>) {
        let mut kind = self.desk.work.chosen_obstacle().map_or(self.desk.work.kind, |obstacle| obstacle.kind);
        panel.choice_of("kind", &mut kind, &KINDS);
        if panel.edit().changed {
            self.desk.work.set_kind(kind);
        }
        self.show_moves(panel);
    }

    /// Whether the chosen polygon moves, and how long it takes.
    fn show_moves(&mut self, panel: &mut Panel<'_>) {
        let Some(obstacle) = self.desk.work.chosen_obstacle() else { return };
        let moves = obstacle.moves;
        let mut moving = moves.is_some();
        panel.switch("moves", &mut moving);
        if panel.edit().changed {
            self.desk.work.set_moving(moving);
        }
        let Some(moves) = moves.filter(|_| moving) else { return };
        panel.same_line();
        let mut seconds = moves.seconds as f32;
        panel.number_field("seconds", &mut seconds, 0.05, "%.2f s");
        let edit = panel.edit();
        if edit.began {
            self.desk.work.draft.hold("Change the time");
        }
        if edit.changed {
            self.desk.work.change_seconds(seconds.into());
        }
        if edit.ended {
            self.desk.work.let_go();
        }
    }

    /// Shows menus and questions.
    pub fn panels(&mut self, panels: &mut Panels<'_>) {
        let mut snaps = self.desk.work.snaps;
        let snap = |menu: &mut Menu<'_, '_>, _: &LevelWork| {
            menu.switch("Snap to halves", &mut snaps);
        };
        let chosen = self.desk.menus(panels, "Level", |_| (), snap);
        self.desk.work.snaps = snaps;
        chosen.into_iter().for_each(|chosen| self.follow(chosen));
        self.desk.ask(panels);
    }
}
