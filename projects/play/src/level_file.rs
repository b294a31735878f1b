//! A level's file: a table that a text editor can change as well as the lesson's own one.

use crate::{Arena, Lamp, Piece};
use common::unread::{Error, Place};
use course::row_col;
use glam::{DVec2, Vec3};
use ground::{FARTHEST, Level, Obstacle, is_near};
use serde::{Deserialize, Serialize};
use std::fmt::Display;
use std::ops::{Range, RangeInclusive};

/// The number of each kind of thing that there may be.
const MOST: usize = 1000;
/// The number of lamps: each of them costs every pixel.
const MOST_LAMPS: usize = 32;

/// The sizes of a piece, beside its model.
const SIZES: RangeInclusive<f32> = 0.01..=100.0;
/// The length of a lamp's direction, in metres.
const DIRECTIONS: RangeInclusive<f32> = 0.01..=1000.0;
/// Half of a lamp's cone, in degrees.
const CONES: RangeInclusive<f32> = 0.0..=90.0;
/// The brightness of a lamp, in each of its colours.
const COLOURS: RangeInclusive<f32> = 0.0..=20.0;
/// The reach of a lamp, in metres.
const REACHES: RangeInclusive<f32> = 0.1..=200.0;

/// The tables of a file, in their order.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    start: DVec2,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    dummies: Vec<DVec2>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    polygons: Vec<Obstacle>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pieces: Vec<Piece>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    lamps: Vec<Lamp>,
}

impl Arena {
    /// Reads the text of a level's file; `file` names it in errors. Spheres and tables stay empty.
    ///
    /// # Errors
    /// If it is no such table, or has what cannot be in a level.
    pub fn from_toml(text: &str, file: &str) -> Result<Self, Error> {
        let unread = |what: String, at: Range<usize>| {
            let (row, col) = row_col(text, &at);
            let advice = "Mend it and save the file.".to_owned();
            Error { file: file.to_owned(), place: Place::Character(row, col), what, advice }
        };
        let File { start, dummies, polygons, pieces, lamps } = toml::from_str(text)
            .map_err(|error| unread(sentence(error.message()), error.span().unwrap_or_default()))?;
        let level = Level { obstacles: polygons, start };
        let arena = Self { level, pieces, lamps, dummies, ..Self::default() };
        let Some(Fault { list, number, what }) = arena.fault() else { return Ok(arena) };
        let mut tables = text.match_indices(list);
        let begin = number.checked_sub(1).and_then(|index| tables.nth(index)).map_or(0, |(at, _)| at);
        Err(unread(what, begin..begin))
    }

    /// Writes the text of a level's file, without spheres and tables.
    ///
    /// # Errors
    /// If a number is none that a file can have.
    pub fn to_toml(&self) -> Result<String, toml::ser::Error> {
        let Self { level: Level { obstacles, start }, pieces, lamps, dummies, .. } = self.clone();
        toml::to_string(&File { start, dummies, polygons: obstacles, pieces, lamps })
    }

    /// Says why a level cannot be so, if it cannot.
    pub fn wrong(&self) -> Option<String> {
        self.fault().map(|fault| fault.what)
    }

    fn fault(&self) -> Option<Fault> {
        let Self { level: Level { obstacles, start }, pieces, lamps, dummies, .. } = self;
        let all = |what: String| Fault { list: "", number: 0, what };
        let counts = [obstacles.len(), pieces.len(), dummies.len()];
        let most = counts.into_iter().find(|&count| count > MOST).map(|count| too_many(count, MOST));
        let lamps_most = (lamps.len() > MOST_LAMPS).then(|| too_many(lamps.len(), MOST_LAMPS));
        (!is_near(*start))
            .then(|| too_far("The start"))
            .or(most)
            .or(lamps_most)
            .or_else(|| dummies.iter().any(|&at| !is_near(at)).then(|| too_far("A dummy")))
            .map(all)
            .or_else(|| first_fault("[[polygons]]", obstacles, Obstacle::wrong))
            .or_else(|| first_fault("[[pieces]]", pieces, wrong_piece))
            .or_else(|| first_fault("[[lamps]]", lamps, wrong_lamp))
    }
}

/// Fault of a level: of the whole level, or of one table in a list, counted from 1.
struct Fault {
    list: &'static str,
    number: usize,
    what: String,
}

/// The first of some things with which something is wrong.
fn first_fault<T>(list: &'static str, all: &[T], wrong: impl Fn(&T) -> Option<String>) -> Option<Fault> {
    (1..).zip(all).find_map(|(number, one)| Some(Fault { list, number, what: wrong(one)? }))
}

/// Returns serde's message as a sentence.
fn sentence(message: &str) -> String {
    let end = if message.ends_with('.') { "" } else { "." };
    format!("This cannot be read: {}{end}", message.trim_end())
}

fn wrong_piece(piece: &Piece) -> Option<String> {
    wrong_place(piece.at)
        .or_else(|| (!piece.turned.is_finite()).then(|| "It is turned by no number.".to_owned()))
        .or_else(|| beyond("Its size", piece.size, SIZES))
}

fn wrong_lamp(lamp: &Lamp) -> Option<String> {
    let [inner, outer] = lamp.cone;
    let in_order = || (inner > outer).then(|| "Its inner cone is wider than the outer one.".to_owned());
    wrong_place(lamp.at)
        .or_else(|| beyond("The length of its direction", lamp.towards.length(), DIRECTIONS))
        .or_else(|| lamp.cone.into_iter().find_map(|half| beyond("Half of its cone", half, CONES)))
        .or_else(in_order)
        .or_else(|| lamp.colour.to_array().into_iter().find_map(|part| beyond("Its colour", part, COLOURS)))
        .or_else(|| beyond("Its reach", lamp.reach, REACHES))
}

fn wrong_place(at: Vec3) -> Option<String> {
    let is_near = is_near(at.truncate().as_dvec2()) && f64::from(at.z.abs()) <= FARTHEST;
    (!is_near).then(|| too_far("It"))
}

fn too_many(count: usize, most: usize) -> String {
    format!("{count} of a kind are too many: {most} are the most.")
}

fn too_far(what: &str) -> String {
    format!("{what} is too far away: no coordinate may be beyond {FARTHEST} units.")
}

/// Says that a number is beyond a range. A NaN is beyond all.
fn beyond<T: PartialOrd + Display>(what: &str, number: T, range: RangeInclusive<T>) -> Option<String> {
    let (least, most) = (range.start(), range.end());
    (!range.contains(&number)).then(|| format!("{what} is {number}, and may be {least} to {most}."))
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
        let lamp = |cone: &str| {
            level(&format!(
                "[[lamps]]\nat = [0, 0, 0]\ntowards = [0, -1, 0]\ncolour = [1, 1, 1]\nreach = 9\ncone = {cone}"
            ))
        };
        for (text, told) in [
            ("start = [0, 0".to_owned(), "a.toml:1:14: This cannot be read: "),
            (String::new(), "a.toml:1:1: This cannot be read: missing field `start`."),
            (level("begin = 1"), "a.toml:2:1: This cannot be read: unknown field `begin`"),
            ("start = [9e9, 0]".to_owned(), "a.toml:1:1: The start is too far away"),
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
            (lamp("[9, 99]"), "a.toml:2:1: Half of its cone is 99, and may be 0 to 90."),
            (lamp("[30, 20]"), "a.toml:2:1: Its inner cone is wider"),
        ] {
            let error = Arena::from_toml(&text, "a.toml").unwrap_err().to_string();
            assert!(error.starts_with(told), "{text}: {error}");
        }
        let many = Arena { dummies: vec![dvec2(0.0, 0.0); 1001], ..Arena::default() };
        assert_eq!(many.wrong().as_deref(), Some("1001 of a kind are too many: 1000 are the most."));
    }
}
