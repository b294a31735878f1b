//! Edits a level without a window: its history, the selection, and the part that the mouse holds.

use crate::editor::hand::Held;
use crate::editor::item::Item;
use crate::editor::part::LevelPart;
use drafts::{Draft, Edited};
use glam::{DVec2, DVec3, dvec2};
use ground::{Level, Moves, Obstacle, ObstacleKind, Polygon, Stance, World, contains};
use play::{Arena, Heights};

/// The offset of a copy from the polygon that it was made of, in metres.
const BESIDE: DVec2 = dvec2(1.0, 1.0);

/// The height above its foot at which a thing counts as covered, in metres.
const ANKLE: f64 = 0.1;

/// The metres to each side up to which there may be room.
const SIDES: u8 = 6;

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
    /// The place of the player's feet.
    pub player: DVec2,
    /// The models that can be put up, each with the height of its middle in metres, where its handle is.
    pub models: Vec<(String, f64)>,
}

impl LevelWork {
    /// Begins with a level that is saved.
    pub fn new(arena: Arena) -> Self {
        let (draft, kind, models) = (Draft::new(Document(arena)), ObstacleKind::Solid, Vec::new());
        Self { draft, held: None, chosen: None, draws: false, kind, drawn: None, player: DVec2::NAN, models }
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

    /// Returns the place of a part's handle. A whole polygon has none.
    pub fn place(&self, part: LevelPart) -> Option<DVec3> {
        let place = match part {
            LevelPart::Item(item) => {
                let up = self.middle(item).unwrap_or_default() * DVec3::Y;
                return item.place(self.arena()).map(|foot| foot + up);
            }
            LevelPart::Corner(obstacle, corner) => *self.ring(obstacle).get(corner)?,
            LevelPart::Middle(obstacle, corner) => {
                let ring = self.ring(obstacle);
                ring.get(corner)?.midpoint(ring[(corner + 1) % ring.len()])
            }
            LevelPart::Way(obstacle) => {
                centre(self.ring(obstacle)) + self.level().obstacles.get(obstacle)?.moves?.by
            }
            LevelPart::Polygon(_) => return None,
        };
        Some(place.extend(0.0))
    }

    /// Returns the height of a model's middle above its foot.
    fn middle(&self, item: Item) -> Option<f64> {
        let Item::Piece(index) = item else { return None };
        let piece = self.arena().pieces.get(index)?;
        let (_, middle) = self.models.iter().find(|(model, _)| *model == piece.model)?;
        Some(f64::from(piece.size) * middle)
    }

    /// Says whom and what an obstacle covers, if it is solid.
    pub(crate) fn tell_covered(&mut self, part: Option<LevelPart>) {
        let Some(index) = part.and_then(LevelPart::obstacle) else { return };
        let Some(Obstacle { polygon, kind: ObstacleKind::Solid, .. }) = self.level().obstacles.get(index)
        else {
            return;
        };
        let covers = |at: DVec2| contains(polygon.corners(), at + ANKLE * DVec2::Y);
        let items = Item::all(self.arena()).into_iter();
        let items = items.filter(|item| item.place(self.arena()).is_some_and(|at| covers(at.truncate())));
        let player = covers(self.player).then(|| "the player".to_owned());
        let names: Vec<String> = player.into_iter().chain(items.map(Item::name)).collect();
        if !names.is_empty() {
            self.draft.told = Some(format!("It covers {}.", names.join(", ")));
        }
    }

    /// Replaces the level, which is a step that can be undone.
    pub fn replace(&mut self, name: &str, arena: Arena) {
        let was_saved = self.draft.is_saved();
        self.give_up();
        (self.chosen, self.draws) = (None, false);
        self.edit(name, |now| {
            *now = arena;
            Ok(())
        });
        if was_saved {
            self.draft.mark_saved();
        }
    }

    /// Changes the level as it was when the edit began.
    pub fn change(&mut self, edit: impl FnOnce(&mut Arena) -> Result<(), String>) {
        self.draft.try_change(|Document(arena)| {
            edit(arena)?;
            arena.wrong().map_or(Ok(()), Err)
        });
    }

    /// Makes a whole edit as one step.
    pub fn edit(&mut self, name: &str, edit: impl FnOnce(&mut Arena) -> Result<(), String>) {
        self.let_go();
        self.draft.hold(name);
        self.change(edit);
        self.let_go();
    }

    /// Adds a polygon and selects it, or keeps the reason why it is impossible.
    pub fn add(&mut self, ring: &[DVec2]) {
        let (kind, index) = (self.kind, self.level().obstacles.len());
        self.edit("Draw a polygon", |arena| {
            arena.level.obstacles.push(Obstacle::still(Polygon::new(ring)?, kind));
            alone(&arena.level, index)
        });
        if index < self.level().obstacles.len() {
            (self.chosen, self.draws) = (Some(LevelPart::Polygon(index)), false);
        }
    }

    /// Sets the kind of the selected polygon and of the next one.
    pub fn set_kind(&mut self, kind: ObstacleKind) {
        self.kind = kind;
        let Some((index, _)) = self.chosen_obstacle() else { return };
        self.edit("Change the kind", |arena| {
            arena.level.obstacles[index].kind = kind;
            Ok(())
        });
    }

    /// Makes the selected polygon a platform, or stops it.
    pub fn set_moving(&mut self, moving: bool) {
        let Some((index, _)) = self.chosen_obstacle() else { return };
        self.edit(if moving { "Let it move" } else { "Let it stand still" }, |arena| {
            arena.level.obstacles[index].moves = moving.then_some(MOVES);
            Ok(())
        });
    }

    /// Sets how many seconds the selected platform takes, as part of an edit in progress.
    pub fn change_seconds(&mut self, seconds: f64) {
        let Some((index, _)) = self.chosen_obstacle() else { return };
        self.change(|arena| {
            arena.level.obstacles[index].moves.iter_mut().for_each(|moves| moves.seconds = seconds);
            Ok(())
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
            chosen => self.place(chosen).is_some(),
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

    /// Adds a part and selects it, which is a step.
    fn add_part(&mut self, name: &str, add: impl FnOnce(&mut Arena) -> Result<Option<LevelPart>, String>) {
        let mut added = None;
        self.edit(name, |arena| {
            added = add(arena)?;
            Ok(())
        });
        self.chosen = added.or(self.chosen);
        self.keep_in_range();
    }

    /// Returns the place on the ground below one where a player has room: beside that, or else the next one farther away.
    pub fn room_beside(&self, at: DVec2) -> DVec2 {
        let (heights, world) = (Heights::new(self.level()), World::new(self.level()));
        let ground = |aside: f64| {
            let beside = at + aside * DVec2::X;
            Some(beside.with_y(heights.below(beside)?))
        };
        let mut places = (1..=SIDES).flat_map(|side| [f64::from(side), -f64::from(side)]).filter_map(ground);
        places.find(|&at| world.put(at, Stance::default(), 0).is_some()).unwrap_or(at + DVec2::X)
    }

    /// Puts up a finish, a dummy or a model by its name below a place, and selects it.
    pub fn put_up(&mut self, name: &str, at: DVec2) {
        self.add_part(&format!("Put up {name}"), |arena| {
            Ok(Some(LevelPart::Item(Item::add(arena, name, at))))
        });
    }

    /// Copies the selection, and selects the copy.
    pub fn duplicate(&mut self) {
        if let Some(LevelPart::Item(item)) = self.chosen {
            let name = format!("Duplicate {}", item.name());
            self.add_part(&name, |arena| Ok(item.copy(arena).map(LevelPart::Item)));
        } else if let Some(copy) = self.chosen_obstacle().map(|(_, obstacle)| obstacle.clone()) {
            self.add_part("Duplicate a polygon", |arena| {
                let ring: Vec<DVec2> = copy.polygon.corners().iter().map(|corner| corner + BESIDE).collect();
                arena.level.obstacles.push(Obstacle { polygon: Polygon::new(&ring)?, ..copy });
                Ok(Some(LevelPart::Polygon(arena.level.obstacles.len() - 1)))
            });
        }
    }

    /// Deletes the selected corner, polygon or item.
    pub fn delete(&mut self) {
        match self.chosen {
            Some(LevelPart::Item(item)) => self.edit(&format!("Delete {}", item.name()), |arena| {
                item.remove(arena);
                Ok(())
            }),
            Some(LevelPart::Corner(index, corner)) => {
                self.edit("Delete a corner", |arena| {
                    let obstacle = &mut arena.level.obstacles[index];
                    let mut ring = obstacle.polygon.corners().to_vec();
                    ring.remove(corner);
                    obstacle.polygon = Polygon::new(&ring)?;
                    Ok(())
                });
                self.chosen = Some(LevelPart::Polygon(index));
            }
            Some(LevelPart::Polygon(index)) => {
                self.chosen = None;
                self.edit("Delete a polygon", |arena| {
                    arena.level.obstacles.remove(index);
                    Ok(())
                });
            }
            _ => {}
        }
    }
}

/// Refuses an obstacle that stands still inside another one of its kind, where nobody would see it.
pub(crate) fn alone(level: &Level, index: usize) -> Result<(), String> {
    let own = &level.obstacles[index];
    let is_around = |other: &Obstacle| {
        let is_like = other.kind == own.kind && other.moves.is_none() && own.moves.is_none();
        is_like && own.polygon.corners().iter().all(|&corner| contains(other.polygon.corners(), corner))
    };
    let mut others = level.obstacles.iter().enumerate().filter(|(other, _)| *other != index);
    let around = others.find(|(_, other)| is_around(other));
    around.map_or(Ok(()), |(other, _)| {
        Err(format!("It is inside polygon {}, which is of its kind.", other + 1))
    })
}

/// Returns the mean of some corners.
pub fn centre(ring: &[DVec2]) -> DVec2 {
    let low = ring.iter().copied().reduce(DVec2::min).unwrap_or_default();
    let high = ring.iter().copied().reduce(DVec2::max).unwrap_or_default();
    0.5 * (low + high)
}
