//! A level in the making: what was done to it, what of it is chosen, and what the mouse holds. It knows no window.

use super::part::Held;
use crate::desk::{self, Work as _};
use drafts::blobs::{Blob, Damage};
use drafts::{Draft, Read};
use glam::{DVec2, dvec2};
use ground::stored::{self, Stored, wrong_way};
use ground::{Level, Moves, Obstacle, ObstacleKind, Polygon, on_grid};
use std::fmt;

/// How far a copy is from the polygon that it was made of.
const BESIDE: DVec2 = dvec2(1.0, 1.0);

/// How a platform moves at first.
pub(super) const MOVES: Moves = Moves { by: dvec2(3.0, 0.0), seconds: 4.0 };

/// What the mouse does.
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
    /// Which obstacle.
    pub obstacle: usize,
    /// Which of the corners below.
    pub corner: Option<usize>,
    /// Its corners, with those that are needless for now: one that was set on an edge, to be dragged away from there.
    pub(super) ring: Vec<DVec2>,
}

/// What was asked for and cannot be. The level stays as it was last right.
#[derive(Clone, Debug, PartialEq)]
pub struct Refusal {
    /// The corners that are refused.
    pub ring: Vec<DVec2>,
    /// Where the mouse has them.
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
    pub draft: Draft<Level, Refusal>,
    pub(super) held: Option<Held>,
    /// What of it is chosen.
    pub chosen: Option<Chosen>,
    /// What the mouse does.
    pub tool: Tool,
    /// What the next polygon will be.
    pub kind: ObstacleKind,
    /// Whether corners lie on halves.
    pub snaps: bool,
    /// The corners of the polygon that is being drawn.
    pub drawn: Vec<DVec2>,
}

impl LevelWork {
    /// Begins with a level that is as it was saved.
    pub fn new(level: Level) -> Self {
        Self {
            draft: Draft::new(level),
            held: None,
            chosen: None,
            tool: Tool::default(),
            kind: ObstacleKind::Solid,
            snaps: true,
            drawn: Vec::new(),
        }
    }

    /// The level as it is now.
    pub fn level(&self) -> &Level {
        self.draft.now()
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
        self.chosen = (obstacle < self.level().obstacles.len()).then_some(Chosen { obstacle, corner, ring });
    }

    /// The chosen obstacle.
    pub fn chosen_obstacle(&self) -> Option<&Obstacle> {
        self.level().obstacles.get(self.chosen.as_ref()?.obstacle)
    }

    /// Adds a polygon and chooses it; or tells why it is none.
    pub fn add(&mut self, ring: &[DVec2]) {
        let (kind, obstacle) = (self.kind, self.level().obstacles.len());
        let at = ring.last().copied().unwrap_or_default();
        self.edit("Draw a polygon", |level| {
            let polygon = Polygon::new(ring).map_err(|refused| refusal(ring, at, refused))?;
            level.obstacles.push(Obstacle::still(polygon, kind));
            Ok(())
        });
        if obstacle < self.level().obstacles.len() {
            self.choose(obstacle, None);
            self.tool = Tool::Change;
            self.drawn.clear();
        }
    }

    /// Says what the chosen polygon does, and the next one.
    pub fn set_kind(&mut self, kind: ObstacleKind) {
        self.kind = kind;
        let Some(obstacle) = self.chosen.as_ref().map(|chosen| chosen.obstacle) else { return };
        self.edit("Change the kind", |level| {
            level.obstacles[obstacle].kind = kind;
            Ok(())
        });
    }

    /// Lets the chosen polygon move, or stand still.
    pub fn set_moving(&mut self, moving: bool) {
        let Some(obstacle) = self.chosen.as_ref().map(|chosen| chosen.obstacle) else { return };
        let name = if moving { "Let it move" } else { "Let it stand still" };
        self.edit(name, |level| set_moves(level, obstacle, moving.then_some(MOVES)));
    }

    /// Says how many seconds the chosen platform takes, while this is being changed.
    pub fn change_seconds(&mut self, seconds: f64) {
        let Some(obstacle) = self.chosen.as_ref().map(|chosen| chosen.obstacle) else { return };
        self.draft.change(|level| {
            let moves = level.obstacles[obstacle].moves;
            set_moves(level, obstacle, moves.map(|moves| Moves { seconds, ..moves }))
        });
    }

    /// A place where a corner may be, for one that was pointed at. `free` turns snapping off, or on.
    pub fn snapped(&self, at: DVec2, free: bool) -> DVec2 {
        if self.snaps != free { (2.0 * at).round() / 2.0 } else { on_grid(at) }
    }

    /// Where the handle of a platform's way is.
    pub fn way_end(&self, obstacle: usize) -> Option<DVec2> {
        let moves = self.level().obstacles.get(obstacle)?.moves?;
        Some(centre(self.ring(obstacle)) + moves.by)
    }
}

impl desk::Work for LevelWork {
    type Made = Level;
    type Refusal = Refusal;
    type Stored = Stored;
    const READ: Read<Stored> = stored::read;

    fn parts(stored: Stored) -> (Level, Vec<Blob>, Vec<Damage>) {
        (stored.level, stored.others, stored.damage)
    }

    fn to_blobs(level: &Level, others: &[Blob]) -> Vec<Blob> {
        stored::to_blobs(level, others)
    }

    fn draft(&self) -> &Draft<Level, Refusal> {
        &self.draft
    }

    fn draft_mut(&mut self) -> &mut Draft<Level, Refusal> {
        &mut self.draft
    }

    fn replace(&mut self, level: Level) {
        self.draft.replace(level);
        self.held = None;
        self.chosen = None;
        self.drawn.clear();
        (self.tool, self.kind) = (Tool::default(), ObstacleKind::Solid);
    }

    fn keep_in_range(&mut self) {
        let Some(chosen) = self.chosen.take() else { return };
        let Some(obstacle) = self.level().obstacles.get(chosen.obstacle) else { return };
        let is_same = Polygon::new(&chosen.ring).is_ok_and(|polygon| polygon == obstacle.polygon);
        let corner = chosen.corner.filter(|&corner| is_same && corner < chosen.ring.len());
        let ring = if is_same { chosen.ring } else { obstacle.polygon.corners().to_vec() };
        self.chosen = Some(Chosen { corner, ring, ..chosen });
    }

    fn has_chosen(&self) -> bool {
        self.chosen.is_some()
    }

    fn is_busy(&self) -> bool {
        self.held.is_some() || !self.drawn.is_empty()
    }

    fn let_go(&mut self) {
        self.held = None;
        self.draft.let_go();
        self.keep_in_range();
    }

    fn give_up(&mut self) -> bool {
        let was_busy = self.is_busy();
        self.drawn.clear();
        self.held = None;
        self.draft.give_up();
        self.keep_in_range();
        was_busy
    }

    fn duplicate(&mut self) {
        let Some(copy) = self.chosen_obstacle().cloned() else { return };
        let at = self.level().obstacles.len();
        self.edit("Duplicate a polygon", |level| {
            level.obstacles.push(moved(&copy, BESIDE)?);
            Ok(())
        });
        if at < self.level().obstacles.len() {
            self.choose(at, None);
        }
    }

    /// Deletes the chosen corner, or else the chosen polygon.
    fn delete(&mut self) {
        let Some(Chosen { obstacle, corner, mut ring }) = self.chosen.take() else { return };
        match corner {
            Some(corner) => {
                let at = ring.remove(corner);
                self.edit("Delete a corner", |level| set_ring(level, obstacle, &ring, at));
                self.choose(obstacle, None);
            }
            None => self.edit("Delete a polygon", |level| {
                level.obstacles.remove(obstacle);
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

pub(super) fn refusal(ring: &[DVec2], at: DVec2, why: impl ToString) -> Refusal {
    Refusal { ring: ring.to_vec(), at, why: why.to_string() }
}

pub(super) fn set_ring(level: &mut Level, obstacle: usize, ring: &[DVec2], at: DVec2) -> Result<(), Refusal> {
    let obstacle = &mut level.obstacles[obstacle];
    let polygon = Polygon::new(ring).map_err(|refused| refusal(ring, at, refused))?;
    if let Some(wrong) = obstacle.moves.and_then(|moves| wrong_way(&polygon, moves)) {
        return Err(refusal(ring, at, wrong));
    }
    obstacle.polygon = polygon;
    Ok(())
}

pub(super) fn set_moves(level: &mut Level, obstacle: usize, moves: Option<Moves>) -> Result<(), Refusal> {
    let obstacle = &mut level.obstacles[obstacle];
    let ring = obstacle.polygon.corners();
    if let Some((wrong, moves)) =
        moves.and_then(|moves| wrong_way(&obstacle.polygon, moves).map(|wrong| (wrong, moves)))
    {
        return Err(refusal(ring, centre(ring) + moves.by, wrong));
    }
    obstacle.moves = moves;
    Ok(())
}

/// An obstacle at another place.
pub(super) fn moved(obstacle: &Obstacle, by: DVec2) -> Result<Obstacle, Refusal> {
    let ring: Vec<DVec2> = obstacle.polygon.corners().iter().map(|corner| corner + by).collect();
    let at = centre(&ring);
    let polygon = Polygon::new(&ring).map_err(|refused| refusal(&ring, at, refused))?;
    match obstacle.moves.and_then(|moves| wrong_way(&polygon, moves)) {
        Some(wrong) => Err(refusal(&ring, at, wrong)),
        None => Ok(Obstacle { polygon, ..obstacle.clone() }),
    }
}
