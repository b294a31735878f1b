//! The editor's panel beside the view: its tools, the selection, and its menus.

use crate::editor::commands::Command;
use crate::editor::item::{self, Item};
use crate::editor::{Editor, Tool};
use gl::colour::{ACCENT, FAINT};
use glam::Vec3;
use ground::ObstacleKind;
use play::Arena;
use stage::{Branch, Edit, Panel, Panels};

const TOOLS: [(Tool, &str); 3] = [(Tool::Change, "change"), (Tool::Draw, "draw"), (Tool::Box, "box")];
const KINDS: [(ObstacleKind, &str); 3] =
    [(ObstacleKind::Solid, "solid"), (ObstacleKind::Thin, "thin"), (ObstacleKind::Ladder, "ladder")];

/// The number of models that are seen at once.
const ROWS: f32 = 6.0;

/// The most files that the menu lists.
const FILES: usize = 13;

impl Editor {
    /// Shows the tools, and what is chosen.
    pub fn panel(&mut self, panel: &mut Panel<'_>) {
        self.has_panels = true;
        self.target = panel.camera.target;
        self.told.take().or(self.work.draft.told.take()).into_iter().for_each(|told| panel.tell(told));
        if panel.choice_of("mouse", &mut self.work.tool, &TOOLS) {
            self.work.give_up();
        }
        if self.work.chosen.is_some() || self.work.tool != Tool::Change {
            self.show_kind(panel);
        }
        if self.work.has_items {
            self.show_new(panel);
            self.show_item(panel);
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
            Tool::Change if self.work.has_items => {
                "Drag a polygon, a corner, or what has a handle of its own."
            }
            Tool::Change => "Drag a polygon, or a corner.",
        });
    }

    /// Shows the kind of the chosen polygon, or of the next one.
    fn show_kind(&mut self, panel: &mut Panel<'_>) {
        let mut kind = self.work.chosen_obstacle().map_or(self.work.kind, |obstacle| obstacle.kind);
        panel.choice_of("kind", &mut kind, &KINDS);
        if panel.edit().changed {
            self.work.set_kind(kind);
        }
        self.show_moves(panel);
    }

    /// Shows the movement of the chosen polygon, and the time that it takes.
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
            self.work.draft.hold("Change the time");
        }
        if edit.changed {
            self.work.change_seconds(seconds.into());
        }
        if edit.ended {
            self.work.let_go();
        }
    }

    /// Buttons that put something up where one looks.
    fn show_new(&mut self, panel: &mut Panel<'_>) {
        let near = self.target.truncate().as_dvec2();
        if panel.command("new piece") {
            let model = self.models.first().cloned().unwrap_or_default();
            self.work.put_up("Put up a piece", |arena| Some(item::new_piece(arena, &model, near)));
        }
        panel.same_line();
        if panel.command("new lamp") {
            self.work.put_up("Put up a lamp", |arena| Some(item::new_lamp(arena, near)));
        }
        panel.same_line();
        if panel.command("new dummy") {
            self.work.put_up("Put up a dummy", |arena| Some(item::new_dummy(arena, near)));
        }
    }

    /// The numbers of the item that is chosen.
    fn show_item(&mut self, panel: &mut Panel<'_>) {
        let Some((item, place)) = self.work.item.and_then(|item| Some((item, self.work.place(item)?))) else {
            return;
        };
        let mut at = place.as_vec3();
        panel.vector_field("place", &mut at, 0.02, "%.2f");
        self.made(panel.edit(), |arena| item.put(arena, at.as_dvec3()));
        match item {
            Item::Start | Item::Dummy(_) => {}
            Item::Piece(index) => self.show_piece(panel, index),
            Item::Lamp(index) => self.show_lamp(panel, index),
        }
    }

    fn show_piece(&mut self, panel: &mut Panel<'_>, index: usize) {
        let piece = self.work.arena().pieces[index].clone();
        let (mut turned, mut size) = (piece.turned, piece.size);
        panel.number_field("turned", &mut turned, 0.5, "%.1f°");
        self.made(panel.edit(), |arena| arena.pieces[index].turned = turned);
        panel.number_field("size", &mut size, 0.01, "%.2f");
        self.made(panel.edit(), |arena| arena.pieces[index].size = size);
        let branch = |name| {
            let is_now = name == piece.model;
            let colour = if is_now { ACCENT } else { FAINT };
            Branch { depth: 0, name, end: "", colour, solid: is_now }
        };
        let branches: Vec<Branch<'_>> = self.models.iter().map(|name| branch(&name[..])).collect();
        let before = self.models.iter().position(|name| *name == piece.model);
        let mut chosen = before;
        panel.tree("model", ROWS, &branches, &mut chosen);
        if let Some(model) = chosen.filter(|_| chosen != before).map(|chosen| self.models[chosen].clone()) {
            self.work.edit("Choose a model", |arena| {
                arena.pieces[index].model = model;
                Ok(())
            });
        }
    }

    fn show_lamp(&mut self, panel: &mut Panel<'_>, index: usize) {
        let mut towards: Vec3 = self.work.arena().lamps[index].towards;
        panel.vector_field("towards", &mut towards, 0.02, "%.2f");
        self.made(panel.edit(), |arena| arena.lamps[index].towards = towards);
        panel.note("Its cone, its colour and its reach stand in the file that Ctrl+S saves.");
    }

    /// Makes one step of an edit by hand, however long it takes.
    fn made(&mut self, edit: Edit, change: impl FnOnce(&mut Arena)) {
        if edit.began {
            self.work.give_up();
            let name = self.work.item.map(Item::name).unwrap_or_default();
            self.work.draft.hold(&format!("Change {name}"));
        }
        if edit.changed {
            self.work.change_item(change);
        }
        if edit.ended {
            self.work.let_go();
        }
    }

    /// Shows the menus for files and for changes.
    pub fn panels(&mut self, panels: &mut Panels<'_>) {
        if !self.on {
            return;
        }
        let (mut command, mut path, mut is_new) = (None, None, false);
        panels.menu("Level", |menu| {
            is_new = menu.item("New", "");
            for (name, file) in self.files.all().into_iter().take(FILES) {
                if menu.item(&name, "") {
                    path = Some(file);
                }
            }
            menu.separator();
            if Command::Save.item(menu, true) {
                command = Some(Command::Save);
            }
        });
        panels.menu("Edit", |menu| {
            for change in Command::CHANGES {
                if change.item(menu, self.can(change)) {
                    command = Some(change);
                }
            }
            menu.separator();
            menu.switch("Snap to halves", &mut self.work.snaps);
        });
        if is_new {
            let arena = self.files.close(crate::editor::bare());
            self.open_other("New level", Ok(arena));
        }
        if let Some(path) = path {
            let arena = self.files.read(&path);
            self.open_other("Open a level", arena);
        }
        command.into_iter().for_each(|command| self.act(command));
    }
}
