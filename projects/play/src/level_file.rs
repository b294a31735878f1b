//! Reads and writes a level's file, a table that a text editor can change too.

use crate::source::Source;
use crate::{Arena, Piece};
use common::unread::Error;
use glam::DVec2;
use ground::{FARTHEST, Level, Obstacle, is_near};
use serde::{Deserialize, Serialize};

/// The most things of each kind.
const MOST: usize = 1000;

/// The tables of a file, in order.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    start: DVec2,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    finish: Option<DVec2>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    dummies: Vec<DVec2>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    polygons: Vec<Obstacle>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pieces: Vec<Piece>,
}

impl Arena {
    /// Reads the text of a level's file, without spheres and state tables. `file` names it in errors.
    ///
    /// # Errors
    /// If it is no such table, or has what cannot be in a level.
    pub fn from_toml(text: &str, file: &str) -> Result<Self, Error> {
        const ADVICE: &str = "Mend it and save the file.";
        let source = Source { file, text };
        let File { start, finish, dummies, polygons, pieces } = source.read(ADVICE)?;
        let level = Level { obstacles: polygons, start };
        let arena = Self { level, pieces, dummies, finish, ..Self::default() };
        let Some(Fault { list, number, what }) = arena.fault() else { return Ok(arena) };
        let mut tables = text.match_indices(list);
        let begin = number.checked_sub(1).and_then(|index| tables.nth(index)).map_or(0, |(at, _)| at);
        Err(source.error(&(begin..begin), what, ADVICE))
    }

    /// Writes the text of a level's file, without spheres and tables.
    ///
    /// # Errors
    /// If a number is none that a file can have.
    pub fn to_toml(&self) -> Result<String, toml::ser::Error> {
        let Self { level: Level { obstacles, start }, pieces, dummies, finish, .. } = self.clone();
        toml::to_string(&File { start, finish, dummies, polygons: obstacles, pieces })
    }

    /// Returns why a game can't have this arena, if so.
    pub fn wrong(&self) -> Option<String> {
        self.fault().map(|fault| fault.what)
    }

    fn fault(&self) -> Option<Fault> {
        let Self { level: Level { obstacles, start }, pieces, dummies, finish, .. } = self;
        let mut counts = [obstacles.len(), pieces.len(), dummies.len()].into_iter();
        let too_many = counts.find(|&count| count > MOST);
        let places = [("The start", *start)].into_iter().chain(finish.map(|at| ("The finish", at)));
        let mut places = places.chain(dummies.iter().map(|&at| ("A dummy", at)));
        let far = || places.find(|(_, at)| !is_near(*at)).map(|(what, _)| too_far(what));
        too_many
            .map(|count| format!("{count} of a kind are too many: {MOST} are the most."))
            .or_else(far)
            .map(|what| Fault { list: "", number: 0, what })
            .or_else(|| first_fault("[[polygons]]", obstacles, Obstacle::wrong))
            .or_else(|| first_fault("[[pieces]]", pieces, wrong_piece))
    }
}

/// The fault of a level, in the whole of it or in one table of a list, counted from 1.
struct Fault {
    list: &'static str,
    number: usize,
    what: String,
}

/// Returns the fault of the first of some things for which `wrong` returns one.
fn first_fault<T>(list: &'static str, all: &[T], wrong: impl Fn(&T) -> Option<String>) -> Option<Fault> {
    (1..).zip(all).find_map(|(number, one)| Some(Fault { list, number, what: wrong(one)? }))
}

fn wrong_piece(Piece { at, turned, size, .. }: &Piece) -> Option<String> {
    let is_near = is_near(at.truncate().as_dvec2()) && f64::from(at.z.abs()) <= FARTHEST;
    if !is_near {
        return Some(too_far("It"));
    }
    // A NaN is in no range.
    let numbers = [("turn", turned, -3600.0..=3600.0), ("size", size, 0.01..=100.0)];
    let (what, number, range) = numbers.into_iter().find(|(_, number, range)| !range.contains(*number))?;
    Some(format!("Its {what} is {number}, and may be {} to {}.", range.start(), range.end()))
}

fn too_far(what: &str) -> String {
    format!("{what} is too far away: no coordinate may be beyond {FARTHEST} units.")
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec2;

    #[test]
    fn what_cannot_be_is_told_with_its_place() {
        let level = |more: &str| format!("start = [0, 0]\n{more}");
        let polygon =
            |more: &str| level(&format!("[[polygons]]\ncorners = [[0, 0], [1, 0], [1, 1]]\n{more}"));
        let piece = |more: &str| level(&format!("[[pieces]]\nmodel = \"crate\"\n{more}"));
        for (text, told) in [
            ("start = [0, 0".to_owned(), "a.toml:1:14: This cannot be read: "),
            (String::new(), "a.toml:1:1: This cannot be read: missing field `start`."),
            (level("begin = 1"), "a.toml:2:1: This cannot be read: unknown field `begin`"),
            ("start = [9e9, 0]".to_owned(), "a.toml:1:1: The start is too far away"),
            (level("finish = [0, 9e9]"), "a.toml:1:1: The finish is too far away"),
            (level("dummies = [[0, nan]]"), "a.toml:1:1: A dummy is too far away"),
            (
                level("[[polygons]]\ncorners = [[0, 0], [1, 1]]"),
                "a.toml:3:11: This cannot be read: A polygon",
            ),
            (
                level("[[polygons]]\ncorners = [[0, 0], [1, 1], [1, 0], [0, 1]]"),
                "a.toml:3:11: This cannot be read: Edges 1 and 3 meet.",
            ),
            (polygon("kind = \"soft\""), "a.toml:4:8: This cannot be read: unknown variant `soft`"),
            (polygon("moves = { by = [1, 0], seconds = 0.1 }"), "a.toml:2:1: A platform takes 0.5 to 3600"),
            (polygon("moves = { by = [1e9, 0], seconds = 1 }"), "a.toml:2:1: Its way ends too far away"),
            (piece(""), "a.toml:2:1: This cannot be read: missing field `at`."),
            (piece("at = [0, 0, nan]"), "a.toml:2:1: It is too far away"),
            (piece("at = [0, 0, 0]\nsize = -1"), "a.toml:2:1: Its size is -1, and may be 0.01 to 100."),
        ] {
            let error = Arena::from_toml(&text, "a.toml").unwrap_err().to_string();
            assert!(error.starts_with(told), "{text}: {error}");
        }
        let many = Arena { dummies: vec![dvec2(0.0, 0.0); 1001], ..Arena::default() };
        assert_eq!(many.wrong().as_deref(), Some("1001 of a kind are too many: 1000 are the most."));
    }
}
