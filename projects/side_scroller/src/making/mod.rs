//! Changing a level with the mouse, while the game goes on.

mod draw;
mod hand;
mod panel;
mod part;
mod work;

pub use hand::Mouse;
pub use part::Part;
pub use work::{LevelWork, Refusal, Tool, centre};

use crate::commands::Command;
use crate::desk::{Chosen, Desk, Work as _};
use crate::drag::Drag;
use crate::levels::{bare, given, yard};
use anyhow::Result;
use glam::{DVec2, Vec3};
use ground::Level;
use stage::{Args, Key, KeyPress, Phase, Pointer};

/// How far beside a corner a press still means it, in pixels at scale 1.
const REACH: f32 = 9.0;

/// An editor of a level.
pub struct Editor {
    desk: Desk<LevelWork>,
    /// How far each obstacle is from where the level has it.
    moved: Vec<DVec2>,
    /// The mouse over the view, and what it would take.
    mouse: Option<Mouse>,
    hovered: Option<Part>,
    held: Option<Drag>,
}

impl Editor {
    /// Opens the newest save, or else the level that is given first.
    pub fn open(args: &Args) -> Result<Self> {
        let given = [("New", bare())].into_iter().chain(given()).collect();
        Ok(Self {
            desk: Desk::open(args, LevelWork::new(yard()), given)?,
            moved: Vec::new(),
            mouse: None,
            hovered: None,
            held: None,
        })
    }

    /// The level as it is now, also while something is dragged.
    pub fn level(&self) -> &Level {
        self.desk.now()
    }

    /// Another number whenever the level is another.
    pub fn version(&self) -> u64 {
        self.desk.work.draft.version()
    }

    /// How many other levels were opened so far.
    pub fn opened(&self) -> u64 {
        self.desk.work.draft.opened()
    }

    /// Lets a moment pass: the mouse is over the view here, and the obstacles have moved so far from where the level has them.
    pub fn update(&mut self, mouse: Option<&Pointer>, moved: Vec<DVec2>) {
        self.moved = moved;
        self.desk.update();
        self.mouse = mouse.and_then(mouse_of);
        if let Some(mouse) = mouse.filter(|_| self.is_dragging()) {
            // The view may follow the player meanwhile.
            self.drag(mouse);
        }
        let changes = self.desk.work.tool == Tool::Change && !self.desk.work.is_busy();
        self.hovered = self.mouse.filter(|_| changes).and_then(|mouse| self.under(mouse));
    }

    fn under(&self, mouse: Mouse) -> Option<Part> {
        self.desk.work.part_at(mouse.at, mouse.reach, |obstacle| self.moved_by(obstacle))
    }

    fn moved_by(&self, obstacle: usize) -> DVec2 {
        self.moved.get(obstacle).copied().unwrap_or_default()
    }

    /// Whether the mouse holds something.
    pub fn is_dragging(&self) -> bool {
        self.held.is_some()
    }

    /// Answers the mouse. What it does not take moves the view.
    pub fn pointer(&mut self, pointer: &Pointer) -> bool {
        let Some(mouse) = mouse_of(pointer) else { return false };
        match pointer.phase {
            Phase::Press => {
                let moved = std::mem::take(&mut self.moved);
                let place = |obstacle: usize| moved.get(obstacle).copied().unwrap_or_default();
                let takes = self.desk.work.press(mouse, pointer.double, place);
                self.moved = moved;
                self.held = Drag::begin(pointer, Vec3::ZERO).filter(|_| takes);
                return takes;
            }
            Phase::Drag => self.drag(pointer),
            Phase::Release => {
                self.drag(pointer);
                self.held = None;
                self.desk.work.release();
            }
            Phase::Hover => {}
        }
        self.mouse = Some(mouse);
        true
    }

    fn drag(&mut self, pointer: &Pointer) {
        if self.held.as_mut().is_some_and(|held| held.moves(pointer))
            && let Some(mouse) = mouse_of(pointer)
        {
            self.desk.work.drag(mouse);
        }
    }

    /// Answers a key.
    pub fn key(&mut self, press: &KeyPress) -> bool {
        let draws = !self.desk.work.drawn.is_empty();
        match press.key {
            Key::ESCAPE => return self.escape(),
            Key::ENTER if draws => self.desk.work.close(),
            Key::BACKSPACE if draws => self.desk.work.take_back(),
            _ => {
                let Some(command) = Command::by_key(press.key) else { return false };
                self.follow(Chosen::Command(command));
            }
        }
        true
    }

    /// Gives up what is going on, or else the tool, or else what is chosen.
    fn escape(&mut self) -> bool {
        self.held = None;
        let was_busy = self.desk.work.give_up();
        let had_tool = !was_busy && std::mem::take(&mut self.desk.work.tool) != Tool::Change;
        was_busy || had_tool || self.desk.work.chosen.take().is_some()
    }

    fn follow(&mut self, chosen: Chosen) {
        self.held = None;
        self.desk.follow(chosen);
    }

    /// What would be lost if the lesson ended now.
    pub fn unsaved(&self) -> Option<String> {
        self.desk.unsaved()
    }

    /// Saves the level.
    pub fn save(&mut self) -> Result<()> {
        self.desk.save()
    }
}

/// The mouse in the level's space. None where the view looks past the level's plane.
fn mouse_of(pointer: &Pointer) -> Option<Mouse> {
    let place = pointer.on_plane_z()?;
    let reach = pointer.view.metres_of_pixels(place, REACH);
    Some(Mouse { at: place.truncate().as_dvec2(), reach: reach.into(), free: pointer.ctrl })
}
