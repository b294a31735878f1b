//! A level in the making: what was done to it, what of it is chosen, and what the mouse holds. It knows no window.

use super::part::Held;
use drafts::History;
use glam::{DVec2, dvec2};
use ground::stored::{Change, wrong_way};
use ground::{Level, Moves, Obstacle, ObstacleKind, Polygon, on_grid};

/// How much memory the history may take, in bytes.
const BUDGET: usize = 64_000_000;

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

/// A level in the making.
pub struct Work {
    level: Level,
    /// What was done to it.
    pub history: History<Change>,
    version: u64,
    opened: u64,
    /// How the level was when an edit began, and what the edit is called.
    pub(super) before: Option<(Level, String)>,
    pub(super) held: Option<Held>,
    /// What of it is chosen.
    pub chosen: Option<Chosen>,
    /// What the mouse asks for just now and cannot have.
    pub refusal: Option<Refusal>,
    /// What is to be told of what was done.
    pub told: Option<String>,
    /// What the mouse does.
    pub tool: Tool,
    /// What the next polygon will be.
    pub kind: ObstacleKind,
    /// Whether corners lie on halves.
    pub snaps: bool,
    /// The corners of the polygon that is being drawn.
    pub drawn: Vec<DVec2>,
}

impl Work {
    /// Begins with a level that is as it was saved.
    pub fn new(level: Level) -> Self {
        Self {
            level,
            history: History::new(BUDGET),
            version: 0,
            opened: 0,
            before: None,
            held: None,
            chosen: None,
            refusal: None,
            told: None,
            tool: Tool::default(),
            kind: ObstacleKind::Solid,
            snaps: true,
            drawn: Vec::new(),
        }
    }

    /// Goes on with another level, of which nothing can be undone.
    pub fn replace(&mut self, level: Level) {
        let (version, opened, snaps) = (self.version + 1, self.opened + 1, self.snaps);
        *self = Self { version, opened, snaps, ..Self::new(level) };
    }

    /// The level as it is now.
    pub fn level(&self) -> &Level {
        &self.level
    }

    /// Another number whenever the level is another.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// How many times it was replaced.
    pub fn opened(&self) -> u64 {
        self.opened
    }

    /// Whether something is being dragged, or drawn.
    pub fn is_busy(&self) -> bool {
        self.held.is_some() || !self.drawn.is_empty()
    }

    fn set(&mut self, level: Level) {
        if self.level != level {
            (self.level, self.version) = (level, self.version + 1);
        }
    }

    /// Remembers how the level is: what changes from now on is one step.
    pub fn hold(&mut self, name: &str) {
        self.before.get_or_insert_with(|| (self.level.clone(), name.to_owned()));
    }

    /// Changes the level as it was when the edit began: nothing adds up in a drag. What is refused leaves it as it is.
    pub fn change(&mut self, edit: impl FnOnce(&mut Level) -> Result<(), Refusal>) {
        let Some((before, _)) = &self.before else { return };
        let mut level = before.clone();
        self.refusal = edit(&mut level).err();
        if self.refusal.is_none() {
            self.set(level);
        }
    }

    /// Ends an edit. If it has changed anything, it is a step of the history.
    pub fn let_go(&mut self) {
        self.held = None;
        if let Some((before, name)) = self.before.take()
            && let Some(step) = Change::step(name, &before, &self.level)
        {
            self.history.push(step);
        }
        if let Some(Refusal { why, .. }) = self.refusal.take() {
            self.told = Some(format!("{why} The level stays as it was last right."));
        }
        self.keep_in_range();
    }

    /// Gives up what is being dragged or drawn. False if there is nothing.
    pub fn give_up(&mut self) -> bool {
        let was_busy = self.is_busy();
        self.drawn.clear();
        (self.held, self.refusal) = (None, None);
        if let Some((before, _)) = self.before.take() {
            self.set(before);
        }
        self.keep_in_range();
        was_busy
    }

    fn edit(&mut self, name: &str, edit: impl FnOnce(&mut Level) -> Result<(), Refusal>) {
        self.hold(name);
        self.change(edit);
        self.let_go();
    }

    /// What is chosen may be gone.
    fn keep_in_range(&mut self) {
        let Some(chosen) = self.chosen.take() else { return };
        let Some(obstacle) = self.level.obstacles.get(chosen.obstacle) else { return };
        let is_same = Polygon::new(&chosen.ring).is_ok_and(|polygon| polygon == obstacle.polygon);
        let corner = chosen.corner.filter(|&corner| is_same && corner < chosen.ring.len());
        let ring = if is_same { chosen.ring } else { obstacle.polygon.corners().to_vec() };
        self.chosen = Some(Chosen { corner, ring, ..chosen });
    }

    /// The corners of a polygon, as they are shown.
    pub fn ring(&self, obstacle: usize) -> &[DVec2] {
        match &self.chosen {
            Some(chosen) if chosen.obstacle == obstacle => &chosen.ring,
            _ => self.level.obstacles.get(obstacle).map_or(&[], |obstacle| obstacle.polygon.corners()),
        }
    }

    /// Chooses a polygon, and perhaps one of its corners.
    pub fn choose(&mut self, obstacle: usize, corner: Option<usize>) {
        let ring = self.ring(obstacle).to_vec();
        self.chosen = (obstacle < self.level.obstacles.len()).then_some(Chosen { obstacle, corner, ring });
    }

    /// The chosen obstacle.
    pub fn chosen_obstacle(&self) -> Option<&Obstacle> {
        self.level.obstacles.get(self.chosen.as_ref()?.obstacle)
    }

    /// Undoes the last step. What is being dragged or drawn is given up instead.
    pub fn undo(&mut self) {
        if !self.give_up() {
            self.go_to(self.history.done().checked_sub(1));
        }
    }

    /// Does the step again that was undone last.
    pub fn redo(&mut self) {
        self.give_up();
        let next = self.history.redo_name().map(|_| self.history.done() + 1);
        self.go_to(next);
    }

    fn go_to(&mut self, step: Option<usize>) {
        let Some(step) = step else { return };
        let mut level = self.level.clone();
        self.history.go_to(step, |change| change.put(&mut level));
        if self.history.done() != step {
            self.told = Some("Nothing was undone or redone: 14.4 is what does it.".to_owned());
        }
        self.set(level);
        self.keep_in_range();
    }

    /// Adds a polygon and chooses it; or tells why it is none.
    pub fn add(&mut self, ring: &[DVec2]) {
        let (kind, obstacle) = (self.kind, self.level.obstacles.len());
        let at = ring.last().copied().unwrap_or_default();
        self.edit("Draw a polygon", |level| {
            let polygon = Polygon::new(ring).map_err(|refused| refusal(ring, at, refused))?;
            level.obstacles.push(Obstacle::still(polygon, kind));
            Ok(())
        });
        if obstacle < self.level.obstacles.len() {
            self.choose(obstacle, None);
            self.tool = Tool::Change;
            self.drawn.clear();
        }
    }

    /// Adds a copy of the chosen polygon beside it.
    pub fn duplicate(&mut self) {
        let Some(copy) = self.chosen_obstacle().cloned() else { return };
        let at = self.level.obstacles.len();
        self.edit("Duplicate a polygon", |level| {
            level.obstacles.push(moved(&copy, BESIDE)?);
            Ok(())
        });
        if at < self.level.obstacles.len() {
            self.choose(at, None);
        }
    }

    /// Deletes the chosen corner, or else the chosen polygon.
    pub fn delete(&mut self) {
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
        self.change(|level| {
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
        let moves = self.level.obstacles.get(obstacle)?.moves?;
        Some(centre(self.ring(obstacle)) + moves.by)
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
