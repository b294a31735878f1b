//! Edits a level with the mouse, its polygons and its items.

mod commands;
mod draw;
mod files;
mod hand;
mod panel;
mod part;
mod work;

pub use commands::{Command, EDIT};

use anyhow::Result;
use commands::EDITING;
use drafts::home;
use files::Files;
use gl::Gl;
use glam::{DVec2, Vec2};
use ground::{Level, Obstacle, ObstacleKind, Polygon};
use hand::Mouse;
use part::LevelPart;
use play::Arena;
use stage::{Args, Edits, Key, KeyPress, Panels, Phase, Pointer};
use work::LevelWork;

/// The distance between a press and a corner that it grabs, in pixels at scale 1.
const REACH: f32 = 9.0;

/// The way of the mouse after which a press becomes a drag, in pixels at scale 1.
const STILL: f32 = 3.0;

/// An editor of a level.
pub struct Editor {
    /// True while the mouse edits the level instead of moving the view.
    on: bool,
    /// Set if the game and it take turns, by [`EDIT`]. Otherwise both go on at once.
    takes_turns: bool,
    work: LevelWork,
    files: Files,
    /// The models that can be put up.
    pub models: Vec<String>,
    /// The draft's version at the last call of [`changed`](Self::changed), and true if a level opened since.
    seen: u64,
    opened: bool,
    /// The middle of the view.
    pub(crate) middle: DVec2,
    /// The mouse over the view, and the part that a press would select.
    mouse: Option<Mouse>,
    hovered: Option<LevelPart>,
    /// The pixel where the mouse's button went down, until it has moved from there.
    pressed: Option<Vec2>,
    /// True while panels are shown. Without them there are no handles either.
    has_panels: bool,
    /// The folder to save into, while the user types it.
    into: Option<String>,
}

impl Editor {
    /// Opens the level that was saved last, or else the asset. If it takes turns with the game, that has the first one.
    /// Work that was left behind unsaved is a step after that, which undo takes back.
    pub fn open(gl: &Gl, args: &Args, asset: &str, takes_turns: bool) -> Result<Self> {
        let mut files = Files::open(gl, args, asset)?;
        let mut work = LevelWork::new(files.level());
        let mut told = std::mem::take(&mut files.kept.notes);
        if let Some(left) = files.kept.take_over() {
            work.edit("Go on with what was not saved", |arena| arena.clone_from(&left.get()));
            told.push("The lesson ended without saving what you had changed. Here it is.".to_owned());
        }
        work.draft.told = (!told.is_empty()).then(|| told.join("\n"));
        Ok(Self {
            on: !takes_turns,
            takes_turns,
            work,
            files,
            models: Vec::new(),
            seen: 0,
            opened: false,
            middle: DVec2::ZERO,
            mouse: None,
            hovered: None,
            pressed: None,
            has_panels: false,
            into: None,
        })
    }

    /// Returns the level with the change in progress, but without spheres and state tables.
    pub fn arena(&self) -> &Arena {
        self.work.arena()
    }

    /// Reads the level's file again if it was saved. Then says whether the level is another one than when this was asked
    /// last, and if so, whether it was opened since.
    pub fn changed(&mut self) -> Option<bool> {
        self.files.kept.ends(false);
        if let Some(arena) = self.files.renewed() {
            self.work.replace("Read the file again", arena);
        }
        let version = self.work.draft.version();
        let is_another = std::mem::replace(&mut self.seen, version) != version;
        is_another.then(|| std::mem::take(&mut self.opened))
    }

    /// Says whether it changes the level now, and the game stands still.
    pub fn has_turn(&self) -> bool {
        self.on && self.takes_turns
    }

    /// Begins its turn, or ends it.
    pub fn switch(&mut self) {
        while self.escape() {}
        self.on = !self.on;
    }

    /// Lets a moment pass while it is on: the mouse is over the view here. `moved` says how far an obstacle is from where the
    /// level has it.
    pub fn update(&mut self, mouse: Option<&Pointer>, moved: impl Fn(usize) -> DVec2) {
        self.has_panels = false;
        let kept = self.files.keep(&self.work.draft);
        self.work.draft.complain(kept);
        self.mouse = mouse.and_then(mouse_of);
        if let Some(mouse) = mouse.filter(|_| self.is_dragging()) {
            // The view may follow the player meanwhile.
            self.drag(mouse);
        }
        let changes = !self.work.draws && !self.work.is_busy();
        self.hovered = self.mouse.filter(|_| changes).and_then(|mouse| self.work.part_at(mouse, moved));
    }

    /// Returns true if the mouse drags something.
    pub fn is_dragging(&self) -> bool {
        self.work.held.is_some() || self.work.drawn.is_some()
    }

    /// Handles the mouse. Returns false for a drag that should move the view.
    pub fn pointer(&mut self, pointer: &Pointer, moved: impl Fn(usize) -> DVec2) -> bool {
        let Some(mouse) = mouse_of(pointer).filter(|_| self.on) else { return false };
        match pointer.phase {
            Phase::Press => {
                self.pressed = Some(pointer.pixel);
                return self.work.press(mouse, moved);
            }
            Phase::Drag => self.drag(pointer),
            Phase::Release => {
                self.drag(pointer);
                self.work.release();
            }
            Phase::Hover => {}
        }
        self.mouse = Some(mouse);
        true
    }

    fn drag(&mut self, pointer: &Pointer) {
        let still = STILL * pointer.view.scale;
        self.pressed = self.pressed.filter(|pressed| pressed.distance(pointer.pixel) < still);
        if self.pressed.is_none()
            && let Some(mouse) = mouse_of(pointer)
        {
            self.work.drag(mouse);
        }
    }

    /// Cancels the change in progress, or else drawing, or the selection. Returns false if there is none.
    fn escape(&mut self) -> bool {
        self.into.take().is_some()
            || self.work.give_up()
            || std::mem::take(&mut self.work.draws)
            || self.work.chosen.take().is_some()
    }

    /// Runs a command. Any but saving first cancels a change in progress, and undoing then does no more.
    fn act(&mut self, command: Command) {
        let saves = matches!(command, Command::Save | Command::SaveInto);
        let was_busy = !saves && self.work.give_up();
        match command {
            Command::Undo if was_busy => {}
            Command::Undo => self.work.undo(),
            Command::Redo => self.work.redo(),
            Command::Delete => self.work.delete(),
            Command::Duplicate => self.work.duplicate(),
            Command::Save => {
                let saved = self.save();
                self.work.draft.complain(saved);
            }
            Command::SaveInto => self.into = Some(home()),
        }
    }

    /// Continues with another level, or shows why it can't be read.
    fn open_other(&mut self, name: &str, arena: Result<Arena>) {
        match arena {
            Ok(arena) => {
                let told = self.work.draft.unsaved().map(|_| "Ctrl+Z brings your changes back.".to_owned());
                self.work.replace(name, arena);
                (self.work.draft.told, self.opened) = (told, true);
            }
            Err(error) => self.work.draft.complain(Err(error)),
        }
    }
}

impl Edits for Editor {
    fn panels(&mut self, panels: &mut Panels<'_>) {
        self.show_menus(panels);
    }

    fn key(&mut self, press: &KeyPress) -> bool {
        if self.takes_turns && EDIT.keys.contains(&press.key) {
            self.switch();
            return true;
        }
        if !self.on {
            return false;
        }
        if press.key == Key::ESCAPE {
            return self.escape();
        }
        let asked = Command::all().find(|(_, action)| action.keys.contains(&press.key));
        asked.is_some_and(|(command, _)| {
            self.act(command);
            true
        })
    }

    fn keys(&self) -> Option<&'static str> {
        self.has_turn().then_some(EDITING)
    }

    fn unsaved(&self) -> Option<String> {
        self.files.kept.ends(true);
        self.work.draft.unsaved()
    }

    fn save(&mut self) -> Result<()> {
        self.work.let_go();
        self.work.draft.told = Some(self.files.save(&mut self.work.draft)?);
        Ok(())
    }
}

/// Returns a level with nothing but a floor.
fn bare() -> Arena {
    let floor = [[-8.0, -1.0], [8.0, -1.0], [8.0, 0.0], [-8.0, 0.0]].map(DVec2::from);
    let floor = Polygon::new(&floor).ok().map(|floor| Obstacle::still(floor, ObstacleKind::Solid));
    let level = Level { obstacles: floor.into_iter().collect(), start: DVec2::ZERO };
    Arena { level, ..Arena::default() }
}

/// Returns the mouse in the level's space, or none where the view looks past the level's plane.
fn mouse_of(pointer: &Pointer) -> Option<Mouse> {
    let place = pointer.on_plane_z()?;
    let reach = pointer.view.metres_of_pixels(place, REACH);
    let sight = pointer.view.ray(pointer.pixel).direction.as_dvec3();
    let at = place.truncate().as_dvec2();
    Some(Mouse { at, lean: sight.truncate() / sight.z, reach: reach.into(), free: pointer.ctrl })
}
