//! The editor of arenas: with mouse and keys, while time stands still, items are put up among a level's polygons.
//!
//! **In here:** How an arena of lesson 17 is put up. **Stands on:** `common`, `drafts`, `gizmo`, `gl`, `ground`, `play`, `side_scroller`, `stage`.

mod draw;
mod fields;
mod items;
mod known;
mod panel;
mod pick;
mod stand;
mod work;

pub use items::{Item, List};
pub use known::{Figure, Frames, Known, Model};
pub use pick::{Part, bounds, under};
pub use stand::{Handle, aim, placed, put, world_centre};
pub use work::ArenaWork;

use anyhow::Result;
use common::transform::Transform;
use drafts::folder::Listed;
use gizmo::{Change, Gizmo, Placed, Tool};
use glam::Vec3;
use play::Arena;
use side_scroller::commands::Command;
use side_scroller::desk::{Desk, Work as _};
use side_scroller::drag::Drag;
use side_scroller::levels::bare;
use stage::{Action, Args, Button, Cap, Key, KeyPress, Phase, Pointer};
use std::path::PathBuf;

/// How far beside a handle a press still means it, in pixels at scale 1.
const REACH: f32 = 12.0;

/// How long the steps of a move are that snaps, in metres.
const STEP: f32 = 0.25;

/// Begins and ends to put up items.
pub const EDIT: Action = Action::new("Edit", &[Key::TAB]);

/// All actions of the editor. Its keys come by [`Editor::key`]; scripts and the help line know them by these.
pub const ACTIONS: [Action; 6] = {
    let [undo, redo, delete, duplicate, save] = Command::ACTIONS;
    [EDIT, undo, redo, delete, duplicate, save]
};

/// An editor of an arena.
pub struct Editor {
    /// Whether items are put up now. Time stands still then.
    on: bool,
    desk: Desk<ArenaWork>,
    /// Where lesson 16 keeps its levels, those that there were when somebody asked for them, and whether they are shown.
    levels: Option<PathBuf>,
    listed: Vec<Listed>,
    shows_levels: bool,
    known: Known,
    frames: Frames,
    gizmo: Gizmo,
    /// What the mouse would choose.
    hovered: Option<Part>,
    slide: Option<Drag>,
    /// Which span of the chosen sphere is looked at.
    span: Option<usize>,
    /// What is looked at: something new comes to be there.
    target: Vec3,
    /// Whether what is chosen was not chosen in the view: it may be out of sight.
    seeks: bool,
}

impl Editor {
    /// Opens the newest save, or else the arena that is given. `known` is what can be put up, and on what spheres can be.
    pub fn open(args: &Args, given: Arena, known: Known) -> Result<Self> {
        let mut work = ArenaWork::new(given.clone());
        work.model = known.models.first().map(|model| model.name.clone()).unwrap_or_default();
        work.played = known.figures.each_ref().map(|figure| figure.played.clone());
        let Arena { spheres, tables, .. } = given.clone();
        let empty = Arena { level: bare(), spheres, tables, ..Arena::default() };
        let mut gizmo = Gizmo::default();
        (gizmo.tool, gizmo.snaps) = (Tool::Move, true);
        Ok(Self {
            on: false,
            desk: Desk::open(args, work, vec![("New", empty), ("The yard", given)])?,
            levels: args.saves().map(|all| all.join(panel::LEVEL)),
            listed: Vec::new(),
            shows_levels: false,
            known,
            frames: Frames::default(),
            gizmo,
            hovered: None,
            slide: None,
            span: None,
            target: Vec3::ZERO,
            seeks: false,
        })
    }

    /// Whether items are put up now: time stands still then, and keys mean something else.
    pub fn is_on(&self) -> bool {
        self.on
    }

    /// The arena as it is now, also while something is dragged.
    pub fn arena(&self) -> &Arena {
        self.desk.work.arena()
    }

    /// Another number whenever the arena is another.
    pub fn version(&self) -> u64 {
        self.desk.work.draft.version()
    }

    /// How many other arenas were opened so far.
    pub fn opened(&self) -> u64 {
        self.desk.work.draft.opened()
    }

    /// The number of the piece that is chosen.
    pub fn chosen_piece(&self) -> Option<usize> {
        let chosen = self.desk.work.chosen().filter(|item| self.on && item.list == List::Pieces);
        chosen.map(|item| item.index)
    }

    /// Whether lamps are put up now: one sees them better by night.
    pub fn shows_lamps(&self) -> bool {
        self.on && self.desk.work.list() == List::Lamps
    }

    /// Lets a moment pass: the mouse is over the view here, and what spheres can be on is there.
    pub fn update(&mut self, mouse: Option<&Pointer>, frames: Frames) {
        self.frames = frames;
        self.desk.update();
        self.hovered = None;
        if !self.on {
            return;
        }
        self.set_step();
        if let Some(placed) = self.placed() {
            let change = self.gizmo.hover(mouse, &placed);
            self.follow(change);
        }
        if !self.desk.work.is_busy() {
            self.hovered = mouse.and_then(|mouse| self.under(mouse));
        }
    }

    /// A sphere is smaller than a step of what stands on the ground.
    fn set_step(&mut self) {
        self.gizmo.step = (!matches!(self.desk.work.list(), List::Spheres(_))).then_some(STEP);
    }

    fn under(&self, mouse: &Pointer) -> Option<Part> {
        let reach = |place| mouse.view.metres_of_pixels(place, REACH);
        pick::under(&self.desk.work, &self.known, &self.frames, mouse.view.ray(mouse.pixel), reach)
    }

    /// What is chosen, for the gizmo.
    fn placed(&self) -> Option<Placed> {
        placed(self.arena(), self.desk.work.chosen()?, self.desk.work.handle, &self.known, &self.frames)
    }

    /// Whether the gizmo is there to be taken by the mouse. A dummy is taken itself.
    fn has_gizmo(&self) -> bool {
        self.gizmo.is_held() || self.desk.work.chosen().is_some_and(|item| item.list != List::Dummies)
    }

    /// Answers the mouse. What it does not take moves the view.
    pub fn pointer(&mut self, pointer: &Pointer) -> bool {
        if !self.on {
            return false;
        }
        if let Some(placed) = self.placed().filter(|_| self.has_gizmo()) {
            let change = self.gizmo.pointer(pointer, &placed);
            if self.follow(change) {
                return true;
            }
        }
        if pointer.button != Button::Left {
            return false;
        }
        match pointer.phase {
            Phase::Press => return self.press(pointer),
            Phase::Drag => self.drag(pointer),
            Phase::Release => {
                self.slide = None;
                self.desk.work.let_go();
            }
            Phase::Hover => {}
        }
        true
    }

    /// Chooses what is under the mouse. What was chosen already lets the view be turned; but a dummy is taken hold of.
    fn press(&mut self, pointer: &Pointer) -> bool {
        let Some(part) = self.under(pointer) else { return false };
        let was_chosen = self.desk.work.chosen() == Some(part.item) && self.desk.work.handle == part.handle;
        self.choose(part);
        if part.item.list != List::Dummies {
            return !was_chosen;
        }
        let feet = self.placed().map(|placed| placed.parent_from_own.translation);
        self.slide = feet.and_then(|feet| Drag::begin(pointer, feet));
        true
    }

    fn choose(&mut self, part: Part) {
        self.desk.work.choose(part.item);
        self.desk.work.handle = part.handle;
        self.span = None;
        if part.handle == Handle::Aim {
            self.gizmo.tool = Tool::Move;
        }
    }

    /// Slides a dummy along the ground.
    fn drag(&mut self, pointer: &Pointer) {
        let place = self.slide.as_mut().and_then(|slide| slide.to(pointer));
        let Some((place, item)) = place.zip(self.desk.work.chosen()) else { return };
        let name = self.desk.work.chosen_name().unwrap_or_default();
        self.desk.work.draft.hold(&format!("Move {name}"));
        let mut to = Transform { translation: place, ..Transform::IDENTITY };
        if self.gizmo.snaps != pointer.ctrl {
            to.translation.x = (to.translation.x / STEP).round() * STEP;
        }
        self.desk.work.change(|arena| put(arena, item, Handle::Place, to));
    }

    /// Does what the gizmo asks for. False if it asks for nothing.
    fn follow(&mut self, change: Change) -> bool {
        let Some(item) = self.desk.work.chosen() else { return false };
        let handle = self.desk.work.handle;
        match change {
            Change::Nothing => return false,
            Change::Began => self.desk.work.draft.hold(""),
            Change::Changed(to) => self.desk.work.change(|arena| put(arena, item, handle, to)),
            Change::Ended(to) => {
                let name = self.desk.work.chosen_name().unwrap_or_default();
                self.desk.work.draft.call(format!("{} {name}", self.name_of_command()));
                self.desk.work.change(|arena| put(arena, item, handle, to));
                // What a number came to while it was typed is nothing that somebody asked for.
                if let Some(why) = self.desk.work.draft.refusal.take() {
                    self.desk.work.give_up();
                    self.desk.work.draft.told = Some(format!("{why} It stays as it was."));
                }
                self.desk.work.let_go();
            }
            Change::Cancelled(_) => {
                self.desk.work.give_up();
            }
        }
        true
    }

    fn name_of_command(&self) -> &'static str {
        match (self.desk.work.handle, self.gizmo.tool_of_drag()) {
            (Handle::Aim, _) => "Aim",
            (_, Tool::Move) => "Move",
            (_, Tool::Turn) => "Turn",
            (_, Tool::Scale) => "Scale",
        }
    }

    /// Answers a key.
    pub fn key(&mut self, press: &KeyPress) -> bool {
        if press.key == Key::TAB {
            self.switch(!self.on);
            return true;
        }
        let command = Command::by_key(press.key).filter(|&command| self.on || command == Command::Save);
        if self.on {
            self.set_step();
            if let Some(placed) = self.placed() {
                let change = self.gizmo.key(press, &placed);
                if self.follow(change) {
                    return true;
                }
            }
        }
        if let Some(command) = command {
            self.act(command);
        }
        command.is_some() || self.on && self.step_by_key(press.key)
    }

    /// Goes through the lists with keys.
    fn step_by_key(&mut self, key: Key) -> bool {
        match key.cap {
            _ if key.ctrl || key.alt => return false,
            Cap::Escape => return self.give_up(),
            Cap::Up | Cap::Down => {
                self.desk.work.choose_next(key.cap == Cap::Up);
                self.seeks = true;
            }
            Cap::Left | Cap::Right => self.next_list(key.cap == Cap::Left),
            Cap::Char('n') => self.add(),
            Cap::Char('q') => self.next_handle(),
            _ => return false,
        }
        self.span = None;
        true
    }

    fn next_list(&mut self, back: bool) {
        self.give_up();
        self.desk.work.show(self.desk.work.list().next(back));
    }

    /// Takes hold of a lamp's place, or of where it shines.
    fn next_handle(&mut self) {
        if self.desk.work.lamp().is_some() {
            let is_place = self.desk.work.handle == Handle::Place;
            self.desk.work.handle = if is_place { Handle::Aim } else { Handle::Place };
        }
    }

    /// Begins to put up items, or ends it.
    fn switch(&mut self, on: bool) {
        self.give_up();
        (self.on, self.shows_levels) = (on, false);
        self.desk.close_lists();
    }

    /// Takes the mouse off all.
    fn stop(&mut self) {
        self.gizmo.cancel();
        self.slide = None;
    }

    /// Gives up what is going on. False if nothing is.
    fn give_up(&mut self) -> bool {
        self.stop();
        self.desk.work.give_up()
    }

    /// Adds something where one looks.
    fn add(&mut self) {
        self.give_up();
        let like = self.desk.work.sphere().map(|(_, sphere)| sphere.on.clone());
        let first = || match self.desk.work.list() {
            List::Spheres(whose) => self.known.figures[whose].ons.first().cloned(),
            _ => None,
        };
        let on = like.or_else(first).unwrap_or_default();
        self.desk.work.add(self.target.with_z(0.0), &on);
    }

    /// Does it, with nothing in the mouse's hand.
    fn act(&mut self, command: Command) {
        self.stop();
        self.desk.act(command);
    }

    /// Where the middle of what is chosen is.
    fn centre(&self) -> Option<Vec3> {
        world_centre(self.arena(), self.desk.work.chosen()?, &self.known, &self.frames)
    }

    /// Takes somebody's table of states that was saved just now, in place of the one that the arena has, and where a save
    /// lacks one.
    pub fn take_table(&mut self, whose: usize, table: &str) {
        self.desk.given.iter_mut().for_each(|(_, arena)| table.clone_into(&mut arena.tables[whose]));
        self.desk.work.take_table(whose, table);
    }

    /// Tells what went wrong, if something did.
    pub fn complain(&mut self, done: Result<()>) {
        self.desk.complain(done);
    }

    /// What would be lost if the lesson ended now.
    pub fn unsaved(&self) -> Option<String> {
        self.desk.unsaved()
    }

    /// Saves the arena.
    pub fn save(&mut self) -> Result<()> {
        self.stop();
        self.desk.save()
    }
}
