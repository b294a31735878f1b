//! A level in the making: its history, the selection, and the part that the mouse holds. It knows no window.

use crate::editor::item::Item;
use crate::editor::part::Held;
use editor::drafts::{Draft, Edited};
use glam::{DVec2, DVec3, dvec2};
use ground::{Level, Moves, Obstacle, ObstacleKind, Polygon, on_grid};
use play::Arena;
use std::fmt;

/// The offset of a copy from the polygon that it was made of.
const BESIDE: DVec2 = dvec2(1.0, 1.0);

/// The movement of a new platform.
pub(crate) const MOVES: Moves = Moves { by: dvec2(3.0, 0.0), seconds: 4.0 };

/// A level, for its history.
#[derive(Clone, Debug, PartialEq)]
pub struct Document(pub Arena);

impl Edited for Document {
    const NAME: &'static str = "level";
}

/// A tool of the mouse.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tool {
    /// It changes what is there.
    #[default]
    Change,
    /// It sets the corners of a new polygon.
    Draw,
    /// It draws a box from corner to corner.
    Box,
}

/// A polygon that is chosen, and perhaps one of its corners.
#[derive(Clone, Debug, PartialEq)]
pub struct Chosen {
    /// The number of the obstacle.
    pub obstacle: usize,
    /// The number of one of the corners below.
    pub corner: Option<usize>,
    /// Its corners, with those that are needless for now: one that was set on an edge, to be dragged away from there.
    pub(crate) ring: Vec<DVec2>,
}

/// A change that was asked for and cannot be. The level stays as it was last right.
#[derive(Clone, Debug, PartialEq)]
pub struct Refusal {
    /// The corners that are refused.
    pub ring: Vec<DVec2>,
    /// The place where the mouse has it.
    pub at: DVec2,
    /// Why, in words.
    pub why: String,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why)
    }
}

/// A level in the making.
pub struct LevelWork {
    /// It, and what was done to it.
    pub draft: Draft<Document, Refusal>,
    /// Set if more is put up than polygons and the start.
    pub has_items: bool,
    pub(crate) held: Option<Held>,
    /// The polygon that is chosen.
    pub chosen: Option<Chosen>,
    /// The chosen thing with a place of its own. No polygon is chosen then.
    pub item: Option<Item>,
    /// The tool of the mouse.
    pub tool: Tool,
    /// The kind of the next polygon.
    pub kind: ObstacleKind,
    /// Set if corners keep to halves.
    pub snaps: bool,
    /// The corners of the polygon that is being drawn.
    pub drawn: Vec<DVec2>,
}

impl LevelWork {
    /// Begins with a level that is as it was saved.
    pub fn new(arena: Arena, has_items: bool) -> Self {
        Self {
            draft: Draft::new(Document(arena)),
            has_items,
            held: None,
            chosen: None,
            item: None,
            tool: Tool::default(),
            kind: ObstacleKind::Solid,
            snaps: true,
            drawn: Vec::new(),
        }
    }

    /// The level as it is now, with all that is put up in it.
    pub fn arena(&self) -> &Arena {
        &self.draft.now().0
    }

    /// Its polygons, and the start.
    pub fn level(&self) -> &Level {
        &self.arena().level
    }

    /// The corners of a polygon, as they are shown.
    pub fn ring(&self, obstacle: usize) -> &[DVec2] {
        match &self.chosen {
            Some(chosen) if chosen.obstacle == obstacle => &chosen.ring,
            _ => self.level().obstacles.get(obstacle).map_or(&[], |obstacle| obstacle.polygon.corners()),
        }
    }

    /// Chooses a polygon, and perhaps one of its corners.
    pub fn choose(&mut self, obstacle: usize, corner: Option<usize>) {
        let ring = self.ring(obstacle).to_vec();
        self.item = None;
        self.chosen = (obstacle < self.level().obstacles.len()).then_some(Chosen { obstacle, corner, ring });
    }

    /// Chooses something that has a place of its own.
    pub fn choose_item(&mut self, item: Item) {
        (self.item, self.chosen) = (Some(item), None);
        self.keep_in_range();
    }

    /// Chooses nothing. False if nothing was chosen.
    pub fn choose_none(&mut self) -> bool {
        let had = (self.chosen.take().is_some(), self.item.take().is_some());
        had.0 || had.1
    }

    /// The chosen obstacle.
    pub fn chosen_obstacle(&self) -> Option<&Obstacle> {
        self.level().obstacles.get(self.chosen.as_ref()?.obstacle)
    }

    /// Goes on with another level. That is a step, too.
    pub fn replace(&mut self, name: &str, arena: Arena) {
        let was_saved = self.draft.history.is_saved();
        self.give_up();
        self.choose_none();
        self.tool = Tool::default();
        self.edit(name, |now| {
            *now = arena;
            Ok(())
        });
        if was_saved {
            self.draft.history.mark_saved();
        }
    }

    /// Changes the level as it was when the edit began.
    pub fn change(&mut self, edit: impl FnOnce(&mut Arena) -> Result<(), Refusal>) {
        self.draft.change(|document| edit(&mut document.0));
    }

    /// The same, if the result may be in a file.
    pub fn change_item(&mut self, edit: impl FnOnce(&mut Arena)) {
        self.change(|arena| {
            edit(arena);
            arena.wrong().map_or(Ok(()), |wrong| Err(refusal(&[], DVec2::ZERO, wrong)))
        });
    }

    /// Makes a whole step.
    pub fn edit(&mut self, name: &str, edit: impl FnOnce(&mut Arena) -> Result<(), Refusal>) {
        self.draft.edit(name, |document| edit(&mut document.0));
        self.keep_in_range();
    }

    /// Adds a polygon and chooses it; or tells why it is none.
    pub fn add(&mut self, ring: &[DVec2]) {
        let (kind, obstacle) = (self.kind, self.level().obstacles.len());
        let at = ring.last().copied().unwrap_or_default();
        self.edit("Draw a polygon", |arena| {
            let polygon = Polygon::new(ring).map_err(|refused| refusal(ring, at, refused))?;
            arena.level.obstacles.push(Obstacle::still(polygon, kind));
            Ok(())
        });
        if obstacle < self.level().obstacles.len() {
            self.choose(obstacle, None);
            self.tool = Tool::Change;
            self.drawn.clear();
        }
    }

    /// Puts something up, and chooses it.
    pub fn put_up(&mut self, name: &str, add: impl FnOnce(&mut Arena) -> Option<Item>) {
        let mut added = None;
        self.edit(name, |arena| {
            added = add(arena);
            arena.wrong().map_or(Ok(()), |wrong| Err(refusal(&[], DVec2::ZERO, wrong)))
        });
        added.into_iter().for_each(|added| self.choose_item(added));
    }

    /// Says what the chosen polygon does, and the next one.
    pub fn set_kind(&mut self, kind: ObstacleKind) {
        self.kind = kind;
        let Some(obstacle) = self.chosen.as_ref().map(|chosen| chosen.obstacle) else { return };
        self.edit("Change the kind", |arena| {
            arena.level.obstacles[obstacle].kind = kind;
            Ok(())
        });
    }

    /// Lets the chosen polygon move, or not.
    pub fn set_moving(&mut self, moving: bool) {
        let Some(obstacle) = self.chosen.as_ref().map(|chosen| chosen.obstacle) else { return };
        let name = if moving { "Let it move" } else { "Let it stand still" };
        self.edit(name, |arena| set_moves(arena, obstacle, moving.then_some(MOVES)));
    }

    /// Says how many seconds the chosen platform takes, while this is being changed.
    pub fn change_seconds(&mut self, seconds: f64) {
        let Some(obstacle) = self.chosen.as_ref().map(|chosen| chosen.obstacle) else { return };
        self.change(|arena| {
            let moves = arena.level.obstacles[obstacle].moves;
            set_moves(arena, obstacle, moves.map(|moves| Moves { seconds, ..moves }))
        });
    }

    /// A place where a corner may be, for one that was pointed at. `free` turns snapping off, or on.
    pub fn snapped(&self, at: DVec2, free: bool) -> DVec2 {
        if self.snaps != free { (2.0 * at).round() / 2.0 } else { on_grid(at) }
    }

    /// The place of the handle of a platform's way.
    pub fn way_end(&self, obstacle: usize) -> Option<DVec2> {
        let moves = self.level().obstacles.get(obstacle)?.moves?;
        Some(centre(self.ring(obstacle)) + moves.by)
    }

    /// The place of an item.
    pub fn place(&self, item: Item) -> Option<DVec3> {
        item.place(self.arena())
    }

    /// Chooses nothing that is gone.
    fn keep_in_range(&mut self) {
        self.item = self.item.filter(|item| item.place(self.arena()).is_some());
        let Some(chosen) = self.chosen.take() else { return };
        let Some(obstacle) = self.level().obstacles.get(chosen.obstacle) else { return };
        let is_same = Polygon::new(&chosen.ring).is_ok_and(|polygon| polygon == obstacle.polygon);
        let corner = chosen.corner.filter(|&corner| is_same && corner < chosen.ring.len());
        let ring = if is_same { chosen.ring } else { obstacle.polygon.corners().to_vec() };
        self.chosen = Some(Chosen { corner, ring, ..chosen });
    }

    /// Says whether something is chosen.
    pub fn has_chosen(&self) -> bool {
        self.chosen.is_some() || self.item.is_some()
    }

    /// Says whether something is being changed or drawn.
    pub fn is_busy(&self) -> bool {
        self.held.is_some() || !self.drawn.is_empty() || self.draft.before().is_some()
    }

    /// Ends an edit.
    pub fn let_go(&mut self) {
        self.held = None;
        self.draft.let_go();
        self.keep_in_range();
    }

    /// Gives up what is being changed or drawn. False if there is nothing.
    pub fn give_up(&mut self) -> bool {
        let was_busy = self.is_busy();
        self.drawn.clear();
        self.held = None;
        self.draft.give_up();
        self.keep_in_range();
        was_busy
    }

    /// Undoes the last step. A change in progress is given up instead.
    pub fn undo(&mut self) {
        if !self.give_up() {
            self.draft.told = self.draft.history.undo_name().map(|name| format!("Undone: {name}"));
            self.draft.undo();
            self.keep_in_range();
        }
    }

    /// Does the step again that was undone last.
    pub fn redo(&mut self) {
        self.give_up();
        self.draft.told = self.draft.history.redo_name().map(|name| format!("Done again: {name}"));
        self.draft.redo();
        self.keep_in_range();
    }

    /// Adds a copy of what is chosen.
    pub fn duplicate(&mut self) {
        if let Some(item) = self.item {
            return self.put_up(&format!("Duplicate {}", item.name()), |arena| item.copy(arena));
        }
        let Some(copy) = self.chosen_obstacle().cloned() else { return };
        let at = self.level().obstacles.len();
        self.edit("Duplicate a polygon", |arena| {
            arena.level.obstacles.push(moved(&copy, BESIDE)?);
            Ok(())
        });
        if at < self.level().obstacles.len() {
            self.choose(at, None);
        }
    }

    /// Deletes the chosen corner, or else the chosen polygon, or the chosen item.
    pub fn delete(&mut self) {
        if let Some(item) = self.item.take() {
            return self.edit(&format!("Delete {}", item.name()), |arena| {
                item.remove(arena);
                Ok(())
            });
        }
        let Some(Chosen { obstacle, corner, mut ring }) = self.chosen.take() else { return };
        match corner {
            Some(corner) => {
                let at = ring.remove(corner);
                self.edit("Delete a corner", |arena| set_ring(arena, obstacle, &ring, at));
                self.choose(obstacle, None);
            }
            None => self.edit("Delete a polygon", |arena| {
                arena.level.obstacles.remove(obstacle);
                Ok(())
            }),
        }
    }
}

/// The middle of some corners.
pub fn centre(ring: &[DVec2]) -> DVec2 {
    let low = ring.iter().copied().reduce(DVec2::min).unwrap_or_default();
    let high = ring.iter().copied().reduce(DVec2::max).unwrap_or_default();
    0.5 * (low + high)
}

pub(crate) fn refusal(ring: &[DVec2], at: DVec2, why: impl ToString) -> Refusal {
    Refusal { ring: ring.to_vec(), at, why: why.to_string() }
}

/// Gives an obstacle other corners; `at` is the one that the mouse has.
pub(crate) fn set_ring(arena: &mut Arena, obstacle: usize, ring: &[DVec2], at: DVec2) -> Result<(), Refusal> {
    let obstacle = &mut arena.level.obstacles[obstacle];
    obstacle.polygon = Polygon::new(ring).map_err(|refused| refusal(ring, at, refused))?;
    obstacle.wrong().map_or(Ok(()), |wrong| Err(refusal(ring, at, wrong)))
}

/// Lets an obstacle move in another way.
pub(crate) fn set_moves(arena: &mut Arena, obstacle: usize, moves: Option<Moves>) -> Result<(), Refusal> {
    let obstacle = &mut arena.level.obstacles[obstacle];
    obstacle.moves = moves;
    let ring = obstacle.polygon.corners();
    let end = centre(ring) + moves.map_or(DVec2::ZERO, |moves| moves.by);
    obstacle.wrong().map_or(Ok(()), |wrong| Err(refusal(ring, end, wrong)))
}

/// An obstacle at another place.
pub(crate) fn moved(obstacle: &Obstacle, by: DVec2) -> Result<Obstacle, Refusal> {
    let ring: Vec<DVec2> = obstacle.polygon.corners().iter().map(|corner| corner + by).collect();
    let polygon = Polygon::new(&ring).map_err(|refused| refusal(&ring, centre(&ring), refused))?;
    let moved = Obstacle { polygon, ..obstacle.clone() };
    match moved.wrong() {
        Some(wrong) => Err(refusal(&ring, centre(&ring), wrong)),
        None => Ok(moved),
    }
}
