//! Edits a level without a window: its history, the selection, and the part that the mouse holds.

use crate::editor::hand::Held;
use crate::editor::part::LevelPart;
use drafts::{Draft, Edited};
use glam::{DVec2, dvec2};
use ground::{Level, Moves, Obstacle, ObstacleKind, Polygon};
use play::Arena;

/// The offset of a copy from the polygon that it was made of, in metres.
const BESIDE: DVec2 = dvec2(1.0, 1.0);

/// The motion of a new platform.
pub(crate) const MOVES: Moves = Moves { by: dvec2(3.0, 0.0), seconds: 4.0 };

/// A level as the editor's document.
#[derive(Clone, Debug, PartialEq)]
pub struct Document(pub Arena);

impl Edited for Document {
    const NAME: &'static str = "level";
}

/// A level that is being edited.
pub struct LevelWork {
    /// The level with its history. A change that is impossible is refused with a sentence.
    pub draft: Draft<Document>,
    pub(crate) held: Option<Held>,
    /// The selection: a polygon, one of its corners, or an item.
    pub chosen: Option<LevelPart>,
    /// True if the mouse draws a new box from corner to corner.
    pub draws: bool,
    /// The kind of the next polygon that is drawn.
    pub kind: ObstacleKind,
    /// Two opposite corners of the box that is being drawn.
    pub drawn: Option<[DVec2; 2]>,
}

impl LevelWork {
    /// Begins with a level that is saved.
    pub fn new(arena: Arena) -> Self {
        let (draft, kind) = (Draft::new(Document(arena)), ObstacleKind::Solid);
        Self { draft, held: None, chosen: None, draws: false, kind, drawn: None }
    }

    /// Returns the level with all items, and the change in progress.
    pub fn arena(&self) -> &Arena {
        &self.draft.now().0
    }

    /// Returns the level's polygons, and the start.
    pub fn level(&self) -> &Level {
        &self.arena().level
    }

    /// Returns the corners of a polygon.
    pub fn ring(&self, obstacle: usize) -> &[DVec2] {
        self.level().obstacles.get(obstacle).map_or(&[], |obstacle| obstacle.polygon.corners())
    }

    /// Returns the selected obstacle, or the one whose corner is selected, with its index.
    pub fn chosen_obstacle(&self) -> Option<(usize, &Obstacle)> {
        let index = self.chosen?.obstacle()?;
        Some((index, self.level().obstacles.get(index)?))
    }

    /// Replaces the level, which is a step that can be undone.
    pub fn replace(&mut self, name: &str, arena: Arena) {
        let was_saved = self.draft.is_saved();
        self.give_up();
        (self.chosen, self.draws) = (None, false);
        self.edit(name, |now| *now = arena);
        if was_saved {
            self.draft.mark_saved();
        }
    }

    /// Changes the level as it was when the edit began.
    pub fn change(&mut self, edit: impl FnOnce(&mut Arena)) {
        self.draft.try_change(|Document(arena)| {
            edit(arena);
            arena.wrong().map_or(Ok(()), Err)
        });
    }

    /// Changes the corners that an obstacle had when the edit began.
    pub(crate) fn change_ring(&mut self, obstacle: usize, edit: impl FnOnce(&mut Vec<DVec2>)) {
        let Some(Document(before)) = self.draft.before() else { return };
        let mut ring = before.level.obstacles[obstacle].polygon.corners().to_vec();
        edit(&mut ring);
        match Polygon::new(&ring) {
            Ok(polygon) => self.change(|arena| arena.level.obstacles[obstacle].polygon = polygon),
            Err(why) => self.draft.refusal = Some(why),
        }
    }

    /// Makes a whole edit as one step.
    pub fn edit(&mut self, name: &str, edit: impl FnOnce(&mut Arena)) {
        self.let_go();
        self.draft.hold(name);
        self.change(edit);
        self.let_go();
    }

    /// Adds a part and selects it, which is a step.
    fn add_part(&mut self, name: &str, add: impl FnOnce(&mut Arena) -> Option<LevelPart>) {
        let mut added = None;
        self.edit(name, |arena| added = add(arena));
        self.chosen = added.or(self.chosen);
        self.keep_in_range();
    }

    /// Adds an obstacle of some corners like another, or tells why that is impossible.
    fn add_obstacle(&mut self, name: &str, ring: &[DVec2], like: impl FnOnce(Polygon) -> Obstacle) {
        match Polygon::new(ring) {
            Ok(polygon) => self.add_part(name, |arena| {
                arena.level.obstacles.push(like(polygon));
                Some(LevelPart::Polygon(arena.level.obstacles.len() - 1))
            }),
            Err(why) => self.draft.told = Some(why),
        }
    }

    /// Adds a polygon and selects it, or tells why that is impossible.
    pub fn add(&mut self, ring: &[DVec2]) {
        let (kind, before) = (self.kind, self.level().obstacles.len());
        self.add_obstacle("Draw a polygon", ring, |polygon| Obstacle::still(polygon, kind));
        self.draws = self.level().obstacles.len() == before;
    }

    /// Sets the kind of the selected polygon and of the next one.
    pub fn set_kind(&mut self, kind: ObstacleKind) {
        self.kind = kind;
        let Some((index, _)) = self.chosen_obstacle() else { return };
        self.edit("Change the kind", |arena| arena.level.obstacles[index].kind = kind);
    }

    /// Makes the selected polygon a platform, or stops it.
    pub fn set_moving(&mut self, moving: bool) {
        let Some((index, _)) = self.chosen_obstacle() else { return };
        let name = if moving { "Let it move" } else { "Let it stand still" };
        self.edit(name, |arena| arena.level.obstacles[index].moves = moving.then_some(MOVES));
    }

    /// Sets how many seconds the selected platform takes, as part of an edit in progress.
    pub fn change_seconds(&mut self, seconds: f64) {
        let Some((index, _)) = self.chosen_obstacle() else { return };
        self.change(|arena| {
            arena.level.obstacles[index].moves.iter_mut().for_each(|moves| moves.seconds = seconds);
        });
    }

    /// Returns true if something is being changed or drawn.
    pub fn is_busy(&self) -> bool {
        self.held.is_some() || self.drawn.is_some() || self.draft.before().is_some()
    }

    /// Ends an edit.
    pub fn let_go(&mut self) {
        self.held = None;
        self.draft.let_go();
        self.keep_in_range();
    }

    /// Cancels the change in progress, or drawing. Returns false if there is none.
    pub fn give_up(&mut self) -> bool {
        let was_busy = self.is_busy();
        (self.drawn, self.held) = (None, None);
        self.draft.give_up();
        self.keep_in_range();
        was_busy
    }

    /// Deselects what no longer exists.
    fn keep_in_range(&mut self) {
        let count = self.level().obstacles.len();
        self.chosen = self.chosen.filter(|&chosen| match chosen {
            LevelPart::Polygon(index) => index < count,
            chosen => chosen.place(self.arena()).is_some(),
        });
    }

    /// Undoes the last step, or cancels the change in progress instead.
    pub fn undo(&mut self) {
        if !self.give_up() {
            self.draft.told = self.draft.undo_name().map(|name| format!("Undone: {name}"));
            self.draft.undo();
            self.keep_in_range();
        }
    }

    /// Redoes the step that was undone last.
    pub fn redo(&mut self) {
        self.give_up();
        self.draft.told = self.draft.redo_name().map(|name| format!("Done again: {name}"));
        self.draft.redo();
        self.keep_in_range();
    }

    /// Puts up a finish, a dummy or a model by its name below a place, and selects it.
    pub fn put_up(&mut self, name: &str, at: DVec2) {
        self.add_part(&format!("Put up {name}"), |arena| Some(LevelPart::add(arena, name, at)));
    }

    /// Copies the selection, and selects the copy.
    pub fn duplicate(&mut self) {
        let Some(chosen) = self.chosen else { return };
        let name = format!("Duplicate {}", chosen.name());
        if let Some(copy) = self.chosen_obstacle().map(|(_, obstacle)| obstacle.clone()) {
            let ring: Vec<DVec2> = copy.polygon.corners().iter().map(|corner| corner + BESIDE).collect();
            self.add_obstacle(&name, &ring, |polygon| Obstacle { polygon, ..copy });
        } else {
            self.add_part(&name, |arena| chosen.copy(arena));
        }
    }

    /// Deletes the selected corner, polygon or item.
    pub fn delete(&mut self) {
        let Some(chosen) = self.chosen else { return };
        let name = format!("Delete {}", chosen.name());
        if let LevelPart::Corner(index, corner) = chosen {
            self.draft.hold(&name);
            self.change_ring(index, |ring| {
                ring.remove(corner);
            });
            self.let_go();
            self.chosen = Some(LevelPart::Polygon(index));
        } else {
            self.chosen = None;
            self.edit(&name, |arena| chosen.remove(arena));
        }
    }
}

/// Returns the middle of the box around a polygon.
pub fn centre(polygon: &Polygon) -> DVec2 {
    let [low, high] = polygon.bounds();
    low.midpoint(high)
}
