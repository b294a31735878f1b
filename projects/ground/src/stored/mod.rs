//! A level as blobs, and back.
//!
//! Each polygon is a blob of its own, so that damage to one leaves the others.

mod change;
#[cfg(test)]
mod tests;

pub use change::Change;

use crate::{FARTHEST, Level, Moves, Obstacle, Polygon};
use drafts::blobs::{self, Blob, Blobs, Damage, Kind, Kinds, Part, Why};
use drafts::bytes::{Reading, numbered, put_count, put_doubles};
use glam::DVec2;

/// What a level has once. There is one such blob.
pub const LEVEL: Kind = *b"LEVL";
/// A polygon of a level.
pub const POLYGON: Kind = *b"POLY";

/// How many corners a polygon in a file may have: whether edges cross takes the square of it.
pub const MOST_CORNERS: usize = 1000;

/// How long a platform may take to be back, in seconds.
pub const LEAST_SECONDS: f64 = 0.5;
/// The same, at most.
pub const MOST_SECONDS: f64 = 3600.0;

/// The kinds of polygons, by their numbers in a file.
const KINDS: [(crate::ObstacleKind, &str); 3] = [
    (crate::ObstacleKind::Solid, "solid"),
    (crate::ObstacleKind::Thin, "thin"),
    (crate::ObstacleKind::Ladder, "ladder"),
];

/// What a save of a level holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stored {
    /// The level.
    pub level: Level,
    /// Which save it is, if the header is whole.
    pub saves: Option<u64>,
    /// The blobs of kinds that are not known here. They belong into the next save too.
    pub others: Vec<Blob>,
    /// What of it is damaged.
    pub damage: Vec<Damage>,
}

/// All that a save of a level holds. `others` are blobs of other kinds.
pub fn to_blobs(level: &Level, others: &[Blob]) -> Vec<Blob> {
    let mut start = Vec::new();
    put_doubles(&mut start, &level.start.to_array());
    let mut all = vec![Blob::new(LEVEL, numbered(0, "level"), start)];
    all.extend(level.obstacles.iter().enumerate().map(|(number, obstacle)| to_blob(number, obstacle)));
    all.extend(others.iter().filter(|blob| ![LEVEL, POLYGON].contains(&blob.kind)).cloned());
    all
}

fn to_blob(number: usize, obstacle: &Obstacle) -> Blob {
    let kind = KINDS.iter().position(|&(kind, _)| kind == obstacle.kind).unwrap_or(0);
    let mut bytes = vec![kind as u8, obstacle.moves.is_some().into()];
    if let Some(Moves { by, seconds }) = obstacle.moves {
        put_doubles(&mut bytes, &[by.x, by.y, seconds]);
    }
    let corners = obstacle.polygon.corners();
    put_count(&mut bytes, corners.len());
    corners.iter().for_each(|corner| put_doubles(&mut bytes, &corner.to_array()));
    Blob::new(POLYGON, numbered(number, KINDS[kind].1), bytes)
}

/// The level that some bytes hold; `file` names them in errors.
///
/// # Errors
/// If it is no save, or nothing of a level is left in it.
pub fn read(bytes: &[u8], file: &str) -> Result<Stored, common::unread::Error> {
    blobs::read(bytes).and_then(from_blobs).map_err(|damage| damage.in_file(file))
}

/// The level of a save whose blobs were read.
///
/// # Errors
/// If nothing of a level is left in it.
pub fn from_blobs(blobs: Blobs) -> Result<Stored, Damage> {
    let saves = blobs.saves;
    let mut kinds = Kinds::of(blobs, &[LEVEL, POLYGON]);
    let found = Found::of(&mut kinds);
    if found.is_nothing() {
        let lost = no_start("it is missing, and there is no polygon: this is no level.");
        return Err(kinds.damage.into_iter().find(is_of_a_level).unwrap_or(lost));
    }
    let level = found.level(&mut kinds.damage);
    Ok(Stored { level, saves, others: kinds.others, damage: kinds.damage })
}

/// What of a level was found among blobs.
pub struct Found {
    start: Option<DVec2>,
    obstacles: Vec<Obstacle>,
}

impl Found {
    /// Reads the blobs of a level among all.
    pub fn of(kinds: &mut Kinds) -> Self {
        let start = kinds.only(LEVEL, read_start);
        Self { start, obstacles: kinds.each(POLYGON, read_obstacle).into_values().collect() }
    }

    /// Whether nothing was found of it.
    pub fn is_nothing(&self) -> bool {
        self.start.is_none() && self.obstacles.is_empty()
    }

    /// The level. If its start is missing, that is damage.
    pub fn level(self, damage: &mut Vec<Damage>) -> Level {
        if self.start.is_none() {
            damage.push(no_start("it is missing or damaged. The player begins at (0, 0)."));
        }
        Level { obstacles: self.obstacles, start: self.start.unwrap_or_default() }
    }
}

fn no_start(what: &str) -> Damage {
    Damage { part: Part::Blob(LEVEL, numbered(0, "level")), byte: 0, why: Why::Meaning(what.to_owned()) }
}

fn is_of_a_level(damage: &Damage) -> bool {
    matches!(damage.part, Part::Blob(LEVEL | POLYGON, _))
}

fn read_start(reading: &mut Reading) -> Result<DVec2, Damage> {
    let here = reading.why(0, Why::Meaning("the start is not in the level's space.".to_owned()));
    let start = reading.points(1)?[0];
    if is_near(start) { Ok(start) } else { Err(here) }
}

/// Whether something is no farther away than a corner may be. What is no number is not.
pub fn is_near(place: DVec2) -> bool {
    place.abs().cmple(DVec2::splat(FARTHEST)).all()
}

/// Why a polygon cannot move so, in words.
pub fn wrong_way(polygon: &Polygon, moves: Moves) -> Option<String> {
    let Moves { by, seconds } = moves;
    if !(LEAST_SECONDS..=MOST_SECONDS).contains(&seconds) {
        return Some(format!(
            "A platform takes {LEAST_SECONDS} to {MOST_SECONDS} seconds to be back, not {seconds}."
        ));
    }
    let is_out = polygon.corners().iter().any(|&corner| !is_near(corner + by));
    is_out.then(|| format!("Its way ends too far away: no corner may come beyond {FARTHEST} units."))
}

fn read_obstacle(reading: &mut Reading) -> Result<Obstacle, Damage> {
    let kind = usize::from(reading.u8()?);
    let Some(&(kind, _)) = KINDS.get(kind) else {
        return Err(reading.here(format!("there is no kind {kind} of polygons: there are {}.", KINDS.len())));
    };
    let moves = match reading.u8()? {
        0 => None,
        _ => Some(Moves { by: reading.points(1)?[0], seconds: reading.double()? }),
    };
    let count = reading.count(16)?;
    if count > MOST_CORNERS {
        return Err(reading.here(format!("it has {count} corners, and {MOST_CORNERS} are the most.")));
    }
    let begin = reading.here("");
    let at = |what: String| Damage { why: Why::Meaning(what), ..begin };
    let polygon = match Polygon::new(&reading.points(count)?) {
        Ok(polygon) => polygon,
        Err(refused) => return Err(at(refused.to_string())),
    };
    match moves.and_then(|moves| wrong_way(&polygon, moves)) {
        Some(wrong) => Err(at(wrong)),
        None => Ok(Obstacle { polygon, kind, moves }),
    }
}
