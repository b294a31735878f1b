//! What the editor shows beside the view: lists, tools, menus.

use super::Editor;
use crate::{ArenaWork, Handle, Item, List};
use anyhow::Result;
use drafts::blobs::{Damage, Header};
use drafts::disk::RealDisk;
use drafts::folder::Folder;
use gizmo::{Axes, Gizmo, Tool};
use side_scroller::commands::Command;
use side_scroller::desk::Chosen;
use side_scroller::saves;
use stage::{Menu, NamesAct, Panel, Panels};
use std::path::Path;

/// How the names of lesson 16's levels begin, and how they end.
pub const LEVEL: &str = "level";

const TOOLS: [(Tool, &str); 3] = [(Tool::Move, "move"), (Tool::Turn, "turn"), (Tool::Scale, "scale")];
/// A sphere looks the same however it is turned.
const TOOLS_OF_SPHERES: [(Tool, &str); 2] = [(Tool::Move, "move"), (Tool::Scale, "scale")];
const AXES: [(Axes, &str); 2] = [(Axes::Own, "own"), (Axes::Model, "world")];
const HANDLES: [(Handle, &str); 2] = [(Handle::Place, "place"), (Handle::Aim, "aim")];

/// How far from the middle of the view something may be that is chosen in a list, in parts of the view's height.
const SEEN: f32 = 0.4;

/// How many rows of a list are seen at once.
const ROWS: f32 = 7.0;

impl Editor {
    /// Shows the switch; and if it is on, the lists, and what is chosen.
    pub fn panel(&mut self, panel: &mut Panel<'_>) {
        self.target = panel.camera.target;
        self.desk.show_told(panel);
        let mut on = self.on;
        panel.switch("edit", &mut on);
        if on != self.on {
            self.switch(on);
        }
        panel.same_line();
        if !self.on {
            panel.note("Tab: put up pieces, lamps and dummies.");
            self.desk.show_notes(panel);
            return;
        }
        panel.note("Tab: play again. Time stands still.");
        self.show_list(panel);
        if self.desk.work.chosen().is_some() {
            self.show_tools(panel);
            self.show_fields(panel);
        }
        panel.note(&self.what_next());
        self.desk.show_notes(panel);
    }

    /// Which list, and what is in it.
    fn show_list(&mut self, panel: &mut Panel<'_>) {
        let mut list = self.desk.work.list();
        panel.choice_of("list", &mut list, &List::ALL);
        if panel.edit().changed {
            self.give_up();
            self.desk.work.show(list);
        }
        let names = list.names(self.arena());
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let chosen = self.desk.work.chosen().map(|item| item.index);
        let Some(act) = panel.names(list.one(), ROWS, &names, chosen) else { return };
        self.give_up();
        match act {
            NamesAct::Chosen(index) => {
                self.desk.work.choose(Item { list, index });
                (self.span, self.seeks) = (None, true);
            }
            NamesAct::Added => self.add(),
            NamesAct::Renamed(index, name) => self.desk.work.rename(index, &name),
            NamesAct::Duplicated(_) => self.act(Command::Duplicate),
            NamesAct::Deleted(_) => self.act(Command::Delete),
            NamesAct::Moved { from, to } => self.desk.work.swap(from, to),
        }
    }

    /// What the gizmo does. A dummy has none: it slides along the ground.
    fn show_tools(&mut self, panel: &mut Panel<'_>) {
        let list = self.desk.work.list();
        if list == List::Lamps {
            let mut handle = self.desk.work.handle;
            panel.choice_of("take", &mut handle, &HANDLES);
            if panel.edit().changed {
                self.give_up();
                self.desk.work.handle = handle;
            }
        }
        let tools: &[(Tool, &str)] = match (list, self.desk.work.handle) {
            (List::Pieces | List::Lamps, Handle::Place) => &TOOLS,
            (List::Spheres(_), Handle::Place) => &TOOLS_OF_SPHERES,
            _ => &[],
        };
        if !tools.iter().any(|(tool, _)| *tool == self.gizmo.tool) {
            self.gizmo.tool = Tool::Move;
        }
        if !tools.is_empty() && panel.choice_of("tool", &mut self.gizmo.tool, tools) {
            self.give_up();
        }
        if tools.len() == TOOLS.len() {
            panel.choice_of("axes", &mut self.gizmo.axes, &AXES);
        }
        panel.switch("snap", &mut self.gizmo.snaps);
        panel.same_line();
        let looks = panel.command("look at it");
        let Some(centre) = self.centre() else { return };
        let away = (centre - panel.camera.target).truncate().abs() / panel.camera.height;
        let is_out_of_sight = away.x > SEEN || away.y > SEEN;
        if looks || std::mem::take(&mut self.seeks) && is_out_of_sight {
            panel.camera.target = centre;
        }
    }

    /// What can be done next, in a sentence or two.
    fn what_next(&self) -> String {
        let list = self.desk.work.list();
        if self.gizmo.is_held() {
            return Gizmo::HELP.to_owned();
        }
        if self.desk.work.chosen().is_some() {
            return match list {
                List::Dummies => "Drag the dummy along the ground; or G, X, digits, Enter.",
                List::Lamps => "Drag a handle; or G moves, R turns, S reaches farther. Q: place or aim.",
                List::Spheres(_) => "Drag a handle; or G moves it, S makes it larger.",
                List::Pieces => {
                    "Drag a handle; or G moves, R turns, S scales. Ctrl turns snapping off and on."
                }
            }
            .to_owned();
        }
        let there_is_none = list.count(self.arena()) == 0;
        match list {
            List::Spheres(whose) if self.frames[whose].is_empty() => {
                "Nobody is there who could wear spheres: put up a dummy first.".to_owned()
            }
            _ if there_is_none => format!("There is no {} yet. 'new', or N, puts one up.", list.one()),
            List::Spheres(_) => "Click a sphere, in the view or in the list; or Up, Down. Red ones strike, \
                blue ones can be hit. N adds one."
                .to_owned(),
            _ => "Click something, in the view or in the list; or Left, Right, Up, Down. N puts up another. \
                The ground is drawn in lesson 16: see the menu Arena."
                .to_owned(),
        }
    }

    /// Shows menus and questions.
    pub fn panels(&mut self, panels: &mut Panels<'_>) {
        if self.on {
            self.show_menus(panels);
        }
        self.desk.ask(panels);
    }

    fn show_menus(&mut self, panels: &mut Panels<'_>) {
        let (mut shows_levels, mut snaps) = (self.shows_levels, self.gizmo.snaps);
        let levels = |menu: &mut Menu<'_, '_>| {
            menu.switch("Take the polygons of a level", &mut shows_levels);
        };
        let edits = |menu: &mut Menu<'_, '_>, work: &ArenaWork| {
            menu.switch("Snap", &mut snaps);
            menu.separator();
            let history = &work.draft.history;
            for (what, name) in [("Undo", history.undo_name()), ("Redo", history.redo_name())] {
                if let Some(name) = name {
                    menu.item_if(false, &format!("{what} is: {name}"), "");
                }
            }
        };
        let chosen = self.desk.menus(panels, "Arena", levels, edits);
        self.gizmo.snaps = snaps;
        self.show_levels(panels, shows_levels);
        if let Some(chosen) = chosen {
            if matches!(chosen, Chosen::Request(_)) {
                self.give_up();
                self.shows_levels = false;
            }
            self.stop();
            self.desk.follow(chosen);
        }
    }

    /// The levels of lesson 16. Of the one that is clicked on the polygons are taken, which is a step of the history.
    fn show_levels(&mut self, panels: &mut Panels<'_>, mut shows: bool) {
        if shows && !self.shows_levels {
            let listed = self.list_levels();
            self.complain(listed);
        }
        let mut chosen = None;
        panels.floating("Take the polygons of a level", &mut shows, |panel| {
            panel.note("Polygons are drawn in lesson 16. They come here; what was put up stays.");
            let none = "Lesson 16 has saved no level yet: Ctrl+S does it there.";
            chosen =
                saves::show(panel, "level", &self.listed, none).map(|level| self.listed[level].path.clone());
        });
        self.shows_levels = shows && chosen.is_none();
        if let Some(path) = chosen {
            self.give_up();
            self.desk.close_lists();
            let taken = self.take_level(&path);
            self.complain(taken);
        }
    }

    fn list_levels(&mut self) -> Result<()> {
        let counter = |bytes: &[u8]| Header::take(bytes).map(|header| header.saves);
        let levels = self.levels.as_deref().filter(|folder| folder.is_dir());
        let levels = levels.map(|folder| Folder::new(RealDisk, folder, LEVEL, LEVEL, counter).list());
        self.listed = levels.transpose()?.unwrap_or_default();
        Ok(())
    }

    fn take_level(&mut self, path: &Path) -> Result<()> {
        let stored = self.desk.saves.read(path)?;
        self.desk.saves.notes = stored.damage.iter().map(Damage::what).collect();
        self.desk.work.take_level(stored.arena.level);
        let told = "The level's polygons and its start are here. What was put up has stayed.";
        self.desk.work.draft.told.get_or_insert_with(|| told.to_owned());
        Ok(())
    }
}
