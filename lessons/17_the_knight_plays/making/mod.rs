//! Putting up what there is in the arena, with mouse and keys, while time stands still.

pub mod building;
mod draw;
mod fields;
mod files;
mod panel;
mod slide;

use crate::making::building::{Frames, Handle, Known, List, Part, Work, placed, put, under, world_centre};
use anyhow::Result;
use common::transform::Transform;
use files::{Files, Request};
use glam::Vec3;
use play::Arena;
use side_scroller::commands::Command;
use slide::Slide;
use stage::gizmo::{Change, Gizmo, Placed, Tool};
use stage::{Action, Args, Button, Cap, Key, KeyPress, Phase, Pointer};

/// How far beside a handle a press still means it, in pixels at scale 1.
const REACH: f32 = 12.0;

/// How long the steps of a move are that snaps, in metres.
const STEP: f32 = 0.25;

/// Begins and ends to put up things.
pub const EDIT: Action = Action::new("Edit", &[Key::TAB]);

/// All actions of the editor. Its keys come by [`Editor::key`]; scripts and the help line know them by these.
pub const ACTIONS: [Action; 6] = {
    let [undo, redo, delete, duplicate, save] = Command::ACTIONS;
    [EDIT, undo, redo, delete, duplicate, save]
};

/// An editor of an arena.
pub struct Editor {
    /// Whether things are put up now. Time stands still then.
    on: bool,
    work: Work,
    files: Files,
    known: Known,
    frames: Frames,
    gizmo: Gizmo,
    /// What the mouse would choose.
    hovered: Option<Part>,
    slide: Option<Slide>,
    /// Which span of the chosen sphere is looked at.
    span: Option<usize>,
    /// What is to be opened, once it is known what becomes of what is there.
    request: Option<Request>,
    /// Whether the saves are shown, and the levels of lesson 16.
    lists: [bool; 2],
    /// Whether panels are seen. Without them there are no handles either.
    has_panels: bool,
    /// What is looked at: something new comes to be there.
    target: Vec3,
    /// Whether what is chosen was not chosen in the view: it may be out of sight.
    seeks: bool,
}

impl Editor {
    /// Opens the newest save, or else the arena that is given. `known` is what can be put up, and on what spheres can be.
    pub fn open(args: &Args, given: Arena, known: Known) -> Result<Self> {
        let (files, saved) = Files::open(args, given.clone(), &known)?;
        let mut work = Work::new(saved.unwrap_or(given));
        work.model = known.models.first().map(|model| model.name.clone()).unwrap_or_default();
        let mut gizmo = Gizmo::default();
        (gizmo.tool, gizmo.snaps) = (Tool::Move, true);
        Ok(Self {
            on: false,
            work,
            files,
            known,
            frames: Frames::default(),
            gizmo,
            hovered: None,
            slide: None,
            span: None,
            request: None,
            lists: [false; 2],
            has_panels: false,
            target: Vec3::ZERO,
            seeks: false,
        })
    }

    /// Whether things are put up now: time stands still then, and keys mean something else.
    pub fn is_on(&self) -> bool {
        self.on
    }

    /// The arena as it is now, also while something is dragged.
    pub fn arena(&self) -> &Arena {
        self.work.arena()
    }

    /// Another number whenever the arena is another.
    pub fn version(&self) -> u64 {
        self.work.version()
    }

    /// How many other arenas were opened so far.
    pub fn opened(&self) -> u64 {
        self.work.opened()
    }

    /// The number of the piece that is chosen.
    pub fn chosen_piece(&self) -> Option<usize> {
        let chosen = self.work.chosen().filter(|prop| self.on && prop.list == List::Pieces);
        chosen.map(|prop| prop.index)
    }

    /// Whether lamps are put up now: one sees them better by night.
    pub fn shows_lamps(&self) -> bool {
        self.on && self.work.list() == List::Lamps
    }

    /// Lets a moment pass: the mouse is over the view here, and what spheres can be on is there.
    pub fn update(&mut self, mouse: Option<&Pointer>, frames: Frames) {
        (self.frames, self.has_panels) = (frames, false);
        self.files.goes_on();
        if !self.work.is_busy() {
            let kept = self.files.keep(&self.work);
            self.complain(kept);
        }
        self.hovered = None;
        if !self.on {
            return;
        }
        self.set_step();
        if let Some(placed) = self.placed() {
            let change = self.gizmo.hover(mouse, &placed);
            self.follow(change);
        }
        if !self.work.is_busy() {
            self.hovered = mouse.and_then(|mouse| self.under(mouse));
        }
    }

    /// A sphere is smaller than a step of what stands on the ground.
    fn set_step(&mut self) {
        self.gizmo.step = (!matches!(self.work.list(), List::Spheres(_))).then_some(STEP);
    }

    fn under(&self, mouse: &Pointer) -> Option<Part> {
        let reach = |place| mouse.view.metres_of_pixels(place, REACH);
        under(&self.work, &self.known, &self.frames, mouse.view.ray(mouse.pixel), reach)
    }

    /// What is chosen, for the gizmo.
    fn placed(&self) -> Option<Placed> {
        placed(self.arena(), self.work.chosen()?, self.work.handle, &self.known, &self.frames)
    }

    /// Whether the gizmo is there to be taken by the mouse. A dummy is taken itself.
    fn has_gizmo(&self) -> bool {
        self.gizmo.is_held() || self.work.chosen().is_some_and(|prop| prop.list != List::Dummies)
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
                self.work.let_go();
            }
            Phase::Hover => {}
        }
        true
    }

    /// Chooses what is under the mouse. What was chosen already lets the view be turned; but a dummy is taken hold of.
    fn press(&mut self, pointer: &Pointer) -> bool {
        let Some(part) = self.under(pointer) else { return false };
        let was_chosen = self.work.chosen() == Some(part.prop) && self.work.handle == part.handle;
        self.choose(part);
        if part.prop.list != List::Dummies {
            return !was_chosen;
        }
        let feet = self.placed().map(|placed| placed.parent_from_own.translation);
        self.slide = feet.and_then(|feet| Slide::begin(pointer, feet));
        true
    }

    fn choose(&mut self, part: Part) {
        self.work.choose(part.prop);
        self.work.handle = part.handle;
        self.span = None;
        if part.handle == Handle::Aim {
            self.gizmo.tool = Tool::Move;
        }
    }

    /// Slides a dummy along the ground.
    fn drag(&mut self, pointer: &Pointer) {
        let place = self.slide.as_mut().and_then(|slide| slide.to(pointer));
        let Some((place, prop)) = place.zip(self.work.chosen()) else { return };
        let name = self.work.chosen_name().unwrap_or_default();
        self.work.hold(&format!("Move {name}"));
        let mut to = Transform { translation: place, ..Transform::IDENTITY };
        if self.gizmo.snaps != pointer.ctrl {
            to.translation.x = (to.translation.x / STEP).round() * STEP;
        }
        self.work.change(|arena| put(arena, prop, Handle::Place, to));
    }

    /// Does what the gizmo asks for. False if it asks for nothing.
    fn follow(&mut self, change: Change) -> bool {
        let Some(prop) = self.work.chosen() else { return false };
        let handle = self.work.handle;
        match change {
            Change::Nothing => return false,
            Change::Began => self.work.hold(""),
            Change::Changed(to) => self.work.change(|arena| put(arena, prop, handle, to)),
            Change::Ended(to) => {
                let name = self.work.chosen_name().unwrap_or_default();
                self.work.call(&format!("{} {name}", self.deed_of_gizmo()));
                self.work.change(|arena| put(arena, prop, handle, to));
                // What a number came to while it was typed is nothing that somebody asked for.
                if let Some(why) = self.work.refusal.take() {
                    self.work.give_up();
                    self.work.told = Some(format!("{why} It stays as it was."));
                }
                self.work.let_go();
            }
            Change::Cancelled(_) => {
                self.work.give_up();
            }
        }
        true
    }

    fn deed_of_gizmo(&self) -> &'static str {
        match (self.work.handle, self.gizmo.tool_of_pull()) {
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
                self.work.choose_next(key.cap == Cap::Up);
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
        self.work.show(self.work.list().next(back));
    }

    /// Takes hold of a lamp's place, or of where it shines.
    fn next_handle(&mut self) {
        if self.work.lamp().is_some() {
            let is_place = self.work.handle == Handle::Place;
            self.work.handle = if is_place { Handle::Aim } else { Handle::Place };
        }
    }

    /// Begins to put up things, or ends it.
    fn switch(&mut self, on: bool) {
        self.give_up();
        (self.on, self.lists) = (on, [false; 2]);
    }

    /// Gives up what is going on. False if nothing is.
    fn give_up(&mut self) -> bool {
        self.gizmo.cancel();
        self.slide = None;
        self.work.give_up()
    }

    /// Adds something where one looks.
    fn add(&mut self) {
        self.give_up();
        let like = self.work.sphere().map(|(_, sphere)| sphere.on.clone());
        let first = || match self.work.list() {
            List::Spheres(whose) => self.known.figures[whose].ons.first().cloned(),
            _ => None,
        };
        let on = like.or_else(first).unwrap_or_default();
        self.work.add(self.target.with_z(0.0), &on);
    }

    /// Whether something can be done now.
    fn can(&self, command: Command) -> bool {
        match command {
            Command::Undo => self.work.is_busy() || self.work.history.undo_name().is_some(),
            Command::Redo => self.work.history.redo_name().is_some(),
            Command::Delete | Command::Duplicate => self.work.chosen().is_some(),
            Command::Save => true,
        }
    }

    /// Does it. What is being dragged is given up first, unless all is saved; to undo means nothing else then.
    fn act(&mut self, command: Command) {
        let was_busy = command != Command::Save && self.give_up();
        match command {
            Command::Undo if was_busy => {}
            Command::Undo => self.work.undo(),
            Command::Redo => self.work.redo(),
            Command::Delete => self.work.delete(),
            Command::Duplicate => self.work.duplicate(),
            Command::Save => {
                let saved = self.save();
                self.complain(saved);
            }
        }
    }

    /// Where the middle of what is chosen is.
    fn centre(&self) -> Option<Vec3> {
        world_centre(self.arena(), self.work.chosen()?, &self.known, &self.frames)
    }

    /// Takes somebody's table of states that was saved just now, in place of the one that the arena has.
    pub fn take_table(&mut self, whose: usize, table: &str) {
        self.files.take_table(whose, table);
        self.work.take_table(whose, table);
    }

    /// Tells what went wrong, if something did.
    pub fn complain(&mut self, done: Result<()>) {
        if let Err(error) = done {
            self.work.told = Some(format!("{error:#}"));
        }
    }

    /// What would be lost if the lesson ended now.
    pub fn unsaved(&self) -> Option<String> {
        self.files.ends();
        let last = self.work.history.undo_name().unwrap_or("What was kept");
        (!self.work.history.is_saved())
            .then(|| format!("The arena is not saved. What was done to it last: {last}."))
    }

    /// Saves the arena.
    pub fn save(&mut self) -> Result<()> {
        self.gizmo.cancel();
        self.slide = None;
        self.work.let_go();
        let told = self.files.save(&mut self.work)?;
        self.work.told = Some(told);
        Ok(())
    }
}
