//! What the editor shows beside the view: lists, tools, menus.

use super::Editor;
use super::files::Request;
use crate::making::building::{Handle, List, Prop};
use side_scroller::commands::Command;
use side_scroller::saves;
use stage::gizmo::{Axes, Gizmo, Tool};
use stage::{NamesAct, Panel, Panels};

const TOOLS: [(Tool, &str); 3] = [(Tool::Move, "move"), (Tool::Turn, "turn"), (Tool::Scale, "scale")];
/// A sphere looks the same however it is turned.
const TOOLS_OF_SPHERES: [(Tool, &str); 2] = [(Tool::Move, "move"), (Tool::Scale, "scale")];
const AXES: [(Axes, &str); 2] = [(Axes::Own, "own"), (Axes::Model, "world")];
const HANDLES: [(Handle, &str); 2] = [(Handle::Place, "place"), (Handle::Aim, "aim")];

/// How far from the middle of the view something may be that is chosen in a list, in parts of the view's height.
const SEEN: f32 = 0.4;

/// More notes than these would push the rest out of sight.
const MOST_NOTES: usize = 3;

/// How many rows of a list are seen at once.
const ROWS: f32 = 7.0;

impl Editor {
    /// Shows the switch; and if it is on, the lists, and what is chosen.
    pub fn panel(&mut self, panel: &mut Panel<'_>) {
        self.has_panels = true;
        self.target = panel.camera.target;
        if let Some(told) = self.work.told.take() {
            panel.tell(told);
        }
        let mut on = self.on;
        panel.switch("edit", &mut on);
        if on != self.on {
            self.switch(on);
        }
        panel.same_line();
        if !self.on {
            panel.note("Tab: put up pieces, lamps and dummies.");
            self.show_notes(panel);
            return;
        }
        panel.note("Tab: play again. Time stands still.");
        self.show_list(panel);
        if self.work.chosen().is_some() {
            self.show_tools(panel);
            self.show_fields(panel);
        }
        panel.note(&self.what_next());
        self.show_notes(panel);
    }

    fn show_notes(&self, panel: &mut Panel<'_>) {
        self.files.notes.iter().take(MOST_NOTES).for_each(|note| panel.note(note));
    }

    /// Which list, and what is in it.
    fn show_list(&mut self, panel: &mut Panel<'_>) {
        let mut list = self.work.list();
        panel.choice_of("list", &mut list, &List::ALL);
        if panel.edit().changed {
            self.give_up();
            self.work.show(list);
        }
        let names = list.names(self.arena());
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let chosen = self.work.chosen().map(|prop| prop.index);
        let Some(act) = panel.names(list.one(), ROWS, &names, chosen) else { return };
        self.give_up();
        match act {
            NamesAct::Chosen(index) => {
                self.work.choose(Prop { list, index });
                (self.span, self.seeks) = (None, true);
            }
            NamesAct::Added => self.add(),
            NamesAct::Renamed(index, name) => self.work.rename(index, &name),
            NamesAct::Duplicated(_) => self.act(Command::Duplicate),
            NamesAct::Deleted(_) => self.act(Command::Delete),
            NamesAct::Moved { from, to } => self.work.swap(from, to),
        }
    }

    /// What the gizmo does. A dummy has none: it slides along the ground.
    fn show_tools(&mut self, panel: &mut Panel<'_>) {
        let list = self.work.list();
        if list == List::Lamps {
            let mut handle = self.work.handle;
            panel.choice_of("take", &mut handle, &HANDLES);
            if panel.edit().changed {
                self.give_up();
                self.work.handle = handle;
            }
        }
        let tools: &[(Tool, &str)] = match (list, self.work.handle) {
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
        let list = self.work.list();
        if self.gizmo.is_held() {
            return Gizmo::HELP.to_owned();
        }
        if self.work.chosen().is_some() {
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
        self.ask(panels);
    }

    fn show_menus(&mut self, panels: &mut Panels<'_>) {
        let (mut request, mut commands, mut lists, mut snaps) =
            (None, Vec::new(), self.lists, self.gizmo.snaps);
        panels.menu("Arena", |menu| {
            if menu.item("New", "") {
                request = Some(Request::New);
            }
            menu.switch("Open", &mut lists[0]);
            commands.extend(Some(Command::Save).filter(|command| command.item(menu, true)));
            menu.separator();
            menu.switch("Take the polygons of a level", &mut lists[1]);
            if menu.item("The yard", "") {
                request = Some(Request::Given);
            }
        });
        panels.menu("Edit", |menu| {
            commands.extend(
                Command::CHANGES.into_iter().filter(|&command| command.item(menu, self.can(command))),
            );
            menu.separator();
            menu.switch("Snap", &mut snaps);
            menu.separator();
            let names = [self.work.history.undo_name(), self.work.history.redo_name()];
            for (what, name) in ["Undo", "Redo"].iter().zip(names) {
                if let Some(name) = name {
                    menu.item_if(false, &format!("{what} is: {name}"), "");
                }
            }
        });
        self.gizmo.snaps = snaps;
        request = self.show_lists(panels, lists).or(request);
        commands.into_iter().for_each(|command| self.act(command));
        if let Some(request) = request {
            self.lists = [false; 2];
            self.request(request);
        }
    }

    /// The saves, and the levels of lesson 16. The one that is clicked on comes back.
    fn show_lists(&mut self, panels: &mut Panels<'_>, mut lists: [bool; 2]) -> Option<Request> {
        if lists.iter().zip(self.lists).any(|(now, before)| *now && !before) {
            let listed = self.files.list();
            self.complain(listed);
        }
        let mut request = None;
        panels.floating("Open a save", &mut lists[0], |panel| {
            let none = "There is no save yet. Ctrl+S makes one.";
            if let Some(save) = saves::show(panel, "save", &self.files.listed[0], none) {
                request = Some(Request::Save(self.files.listed[0][save].path.clone()));
            }
        });
        panels.floating("Take the polygons of a level", &mut lists[1], |panel| {
            panel.note("Polygons are drawn in lesson 16. They come here; what was put up stays.");
            let none = "Lesson 16 has saved no level yet: Ctrl+S does it there.";
            if let Some(level) = saves::show(panel, "level", &self.files.listed[1], none) {
                request = Some(Request::Level(self.files.listed[1][level].path.clone()));
            }
        });
        self.lists = lists;
        request
    }
}
