//! Changing the level with the mouse, while the game goes on.

mod draw;
mod files;
mod panel;

use crate::play::making::{Mouse, Part, Tool, Work};
use anyhow::Result;
use files::{Files, Request};
use glam::{DVec2, Vec2};
use ground::Level;
use side_scroller::commands::Command;
use side_scroller::levels::{given, yard};
use stage::{Args, Key, KeyPress, Phase, Pointer};

/// How far beside a corner a press still means it, in pixels at scale 1.
const REACH: f32 = 9.0;

/// How far the mouse goes before it drags, in pixels at scale 1.
const STILL: f32 = 3.0;

/// An editor of a level.
pub struct Editor {
    work: Work,
    files: Files,
    /// The levels that are given, with their names.
    given: Vec<(&'static str, Level)>,
    /// How far each obstacle is from where the level has it.
    moved: Vec<DVec2>,
    /// The mouse over the view, and what it would take.
    mouse: Option<Mouse>,
    hovered: Option<Part>,
    /// Where the button went down, until the mouse has moved from there.
    pressed: Option<Vec2>,
    /// What is to be opened, once it is known what becomes of what is there.
    request: Option<Request>,
    /// Whether the list of saves is shown.
    lists: bool,
    /// Whether panels are seen. Without them there are no handles either.
    has_panels: bool,
}

impl Editor {
    /// Opens the newest save, or else the level that is given first.
    pub fn open(args: &Args) -> Result<Self> {
        let (files, saved) = Files::open(args)?;
        Ok(Self {
            work: Work::new(saved.unwrap_or_else(yard)),
            files,
            given: given(),
            moved: Vec::new(),
            mouse: None,
            hovered: None,
            pressed: None,
            request: None,
            lists: false,
            has_panels: false,
        })
    }

    /// The level as it is now, also while something is dragged.
    pub fn level(&self) -> &Level {
        self.work.level()
    }

    /// Another number whenever the level is another.
    pub fn version(&self) -> u64 {
        self.work.version()
    }

    /// How many other levels were opened so far.
    pub fn opened(&self) -> u64 {
        self.work.opened()
    }

    /// Lets a moment pass: the mouse is over the view here, and the obstacles have moved so far from where the level has them.
    pub fn update(&mut self, mouse: Option<&Pointer>, moved: Vec<DVec2>) {
        (self.moved, self.has_panels) = (moved, false);
        self.files.goes_on();
        self.mouse = mouse.and_then(mouse_of);
        if let Some(mouse) = mouse.filter(|_| self.is_dragging()) {
            // The view may follow the player meanwhile.
            self.drag(mouse);
        } else if !self.is_dragging() {
            let kept = self.files.keep(&self.work);
            self.complain(kept);
        }
        let changes = self.work.tool == Tool::Change && !self.work.is_busy();
        self.hovered = self.mouse.filter(|_| changes).and_then(|mouse| self.under(mouse));
    }

    fn under(&self, mouse: Mouse) -> Option<Part> {
        self.work.part_at(mouse.at, mouse.reach, |obstacle| self.moved_by(obstacle))
    }

    fn moved_by(&self, obstacle: usize) -> DVec2 {
        self.moved.get(obstacle).copied().unwrap_or_default()
    }

    /// Whether the mouse holds something.
    pub fn is_dragging(&self) -> bool {
        self.pressed.is_some()
    }

    /// Answers the mouse. What it does not take moves the view.
    pub fn pointer(&mut self, pointer: &Pointer) -> bool {
        let Some(mouse) = mouse_of(pointer) else { return false };
        match pointer.phase {
            Phase::Press => {
                let moved = std::mem::take(&mut self.moved);
                let place = |obstacle: usize| moved.get(obstacle).copied().unwrap_or_default();
                let takes = self.work.press(mouse, pointer.double, place);
                self.moved = moved;
                self.pressed = takes.then_some(pointer.pixel);
                return takes;
            }
            Phase::Drag => self.drag(pointer),
            Phase::Release => {
                self.drag(pointer);
                self.pressed = None;
                self.work.release();
            }
            Phase::Hover => {}
        }
        self.mouse = Some(mouse);
        true
    }

    fn drag(&mut self, pointer: &Pointer) {
        let Some(pressed) = self.pressed else { return };
        if pressed.distance(pointer.pixel) >= STILL * pointer.view.scale {
            // Far from anywhere: from now on every place counts.
            self.pressed = Some(Vec2::MAX);
        }
        if self.pressed == Some(Vec2::MAX)
            && let Some(mouse) = mouse_of(pointer)
        {
            self.work.drag(mouse);
        }
    }

    /// Answers a key.
    pub fn key(&mut self, press: &KeyPress) -> bool {
        let draws = !self.work.drawn.is_empty();
        match press.key {
            Key::ESCAPE => return self.escape(),
            Key::ENTER if draws => self.work.close(),
            Key::BACKSPACE if draws => self.work.take_back(),
            _ => {
                let Some(command) = Command::by_key(press.key) else { return false };
                self.act(command);
            }
        }
        true
    }

    /// Gives up what is going on, or else the tool, or else what is chosen.
    fn escape(&mut self) -> bool {
        self.pressed = None;
        let was_busy = self.work.give_up();
        let had_tool = !was_busy && std::mem::take(&mut self.work.tool) != Tool::Change;
        was_busy || had_tool || self.work.chosen.take().is_some()
    }

    /// Whether something can be done now.
    fn can(&self, command: Command) -> bool {
        match command {
            Command::Undo => self.work.is_busy() || self.work.history.undo_name().is_some(),
            Command::Redo => self.work.history.redo_name().is_some(),
            Command::Delete | Command::Duplicate => self.work.chosen.is_some(),
            Command::Save => true,
        }
    }

    /// Does it. What is being dragged or drawn is given up first, unless all is saved; to undo means nothing else then.
    fn act(&mut self, command: Command) {
        self.pressed = None;
        let was_busy = command != Command::Save && self.work.give_up();
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

    /// Tells what went wrong, if something did.
    fn complain(&mut self, done: Result<()>) {
        if let Err(error) = done {
            self.work.told = Some(format!("{error:#}"));
        }
    }

    /// What would be lost if the lesson ended now.
    pub fn unsaved(&self) -> Option<String> {
        self.files.ends();
        let last = self.work.history.undo_name().unwrap_or("What was kept");
        (!self.work.history.is_saved())
            .then(|| format!("The level is not saved. What was done to it last: {last}."))
    }

    /// Saves the level.
    pub fn save(&mut self) -> Result<()> {
        self.work.let_go();
        let told = self.files.save(&mut self.work)?;
        self.work.told = Some(told);
        Ok(())
    }
}

/// The mouse in the level's space. None where the view looks past the level's plane.
fn mouse_of(pointer: &Pointer) -> Option<Mouse> {
    let place = pointer.on_plane_z()?;
    let reach = pointer.view.metres_of_pixels(place, REACH);
    Some(Mouse { at: place.truncate().as_dvec2(), reach: reach.into(), free: pointer.ctrl })
}
