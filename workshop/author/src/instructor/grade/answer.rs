//! Finds the answer in a student's file: the code in the exercises' regions, and the items added beside them.

use crate::instructor::grade::items::{self, Item};
use crate::instructor::grade::marks::Verdict;
use crate::markers::{Source, State};
use crate::projection::{is_read_late, is_table};
use course::Id;
use course::protocol::LENT;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use workbook::functions;
use workbook::region::{Found, Region};

/// Words by which code reaches out of its program, or out of Rust's rules.
const OUTWARD: &str =
    "asm env extern fs global_asm include include_bytes include_str net os process thread unsafe";

/// A file that holds exercises, as students get it and with the workbook's own answers.
#[derive(Deserialize, Serialize)]
pub struct Sheet {
    /// As students get it.
    pub open: String,
    solved: String,
    /// By exercise, the workbook's answer, and how many lines the starter has.
    own: BTreeMap<String, (String, usize)>,
}

impl Sheet {
    /// That of a source.
    pub fn new(source: &Source<'_>) -> Self {
        let unix = |text: String| text.replace("\r\n", "\n");
        let own = source.regions().map(|region| {
            (region.id.to_string(), (unix(region.solution.clone()), region.starter.lines().count()))
        });
        let [open, solved] = [State::Open, State::Solved].map(|state| unix(source.project(|_| state)));
        Self { open, solved, own: own.collect() }
    }
}

/// A sheet, and where its exercises are.
pub struct Template<'a> {
    file: &'a str,
    sheet: &'a Sheet,
    places: Vec<Place<'a>>,
}

/// The place of an exercise in a file.
struct Place<'a> {
    id: Id,
    region: Region,
    found: Found,
    /// The line after it, but for the lines in which starter and solution end alike.
    end: usize,
    /// Number of last lines that starter and solution share.
    shared: usize,
    solution: &'a str,
    /// The lines of its function.
    function: Range<usize>,
}

/// The result of reading a student's file.
#[derive(Debug, Default, Deserialize, PartialEq, Serialize)]
pub struct Answers {
    /// First those in the exercises' regions, then what was added.
    pub pieces: Vec<Piece>,
    /// The exercises whose answers cannot be taken, and why.
    pub refused: BTreeMap<String, (Verdict, String)>,
    /// True if something of the student's own was not taken.
    pub left_out: bool,
    /// Remarks for the instructor.
    pub notes: Vec<String>,
}

/// A part of a student's file.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Piece {
    /// Its name, as in `fn half`, or the exercise that it answers.
    pub name: String,
    text: String,
    /// The row in which it begins there.
    row: usize,
    /// So many rows before it are not the student's.
    before: usize,
    /// So many lines after the exercise are in it.
    swallowed: usize,
}

impl Piece {
    /// The exercise that it answers, unless it was added.
    pub fn exercise(&self) -> Option<Id> {
        Id::strict(&self.name)
    }
}

/// A file made of the workbook's and of a student's code.
pub struct Composed {
    /// Its text.
    pub text: String,
    /// Its rows that are a student's, with the piece's place among all, and the row in the student's file.
    parts: Vec<(Range<usize>, usize, usize)>,
    functions: Vec<(Range<usize>, Id)>,
    /// The row that is written next.
    row: usize,
}

impl Composed {
    /// The piece that holds a row, and the row's number in the student's file.
    pub fn part(&self, row: usize) -> Option<(usize, usize)> {
        let (rows, part, theirs) = self.parts.iter().find(|(rows, ..)| rows.contains(&row))?;
        Some((*part, (row + theirs).saturating_sub(rows.start)))
    }

    /// The exercises in the function that holds a row.
    pub fn around(&self, row: usize) -> impl Iterator<Item = Id> {
        self.functions.iter().filter(move |(rows, _)| rows.contains(&row)).map(|(_, id)| *id)
    }

    fn push(&mut self, at: usize, piece: &Piece) {
        let row = self.row;
        self.write(&piece.text);
        self.parts.push((row..self.row, at, piece.row.saturating_sub(piece.before)));
    }

    fn write(&mut self, text: &str) {
        self.text.push_str(text);
        self.row += text.matches('\n').count();
    }
}

impl<'a> Template<'a> {
    /// That of a file.
    pub fn new(file: &'a str, sheet: &'a Sheet) -> Self {
        let all = functions::all(&sheet.open);
        let mut places: Vec<Place> = (sheet.own.iter())
            .filter_map(|(id, (solution, starter))| {
                let id = Id::strict(id)?;
                let region = Region::new(&sheet.open, &sheet.solved, id)?;
                let found = region.find(&sheet.open)?;
                let function = all.iter().find(|function| function.body.contains(&found.start));
                let function =
                    function.map_or(found.start..found.end + 1, |function| function.line..function.body.end);
                let end = found.end - found.swallowed;
                let shared = (found.body + starter).saturating_sub(end);
                Some(Place { id, region, found, end, shared, solution, function })
            })
            .collect();
        places.sort_by_key(|place| place.found.start);
        Self { file, sheet, places }
    }

    /// The exercises in it.
    pub fn exercises(&self) -> impl Iterator<Item = Id> {
        self.places.iter().map(|place| place.id)
    }

    /// Reads a student's file.
    pub fn read(&self, text: &str) -> Answers {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text).replace("\r\n", "\n");
        let mut answers = Answers::default();
        let all = self.places.iter().filter_map(|place| Some((place, place.region.find_broken(&text)?)));
        let mut found: Vec<(&Place<'_>, Found)> = all.collect();
        found.sort_by_key(|(_, at)| at.start);
        // Text in two exercises at once belongs to the first.
        let mut end = 0;
        found.retain(|(_, at)| {
            let apart = at.start >= end;
            end = end.max(at.end);
            apart
        });
        for place in self.places.iter().filter(|place| !found.iter().any(|(other, _)| other.id == place.id)) {
            let words = format!("the place of {} in {} cannot be found", place.id, self.file);
            answers.refused.insert(place.id.to_string(), (Verdict::ByHand, words));
        }
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let ours: Vec<&str> = self.sheet.open.split_inclusive('\n').collect();
        for (place, at) in &mut found {
            let name = place.id.to_string();
            let follows = &ours[place.end + place.shared..place.end + at.swallowed.max(place.shared)];
            if lines[at.body..at.end].ends_with(follows) {
                // The text that follows is unchanged after all.
                at.end -= follows.len();
                at.swallowed -= follows.len();
            } else {
                let file = self.file;
                let note =
                    format!("{file}: what follows {name} in its function was changed and counts with it");
                answers.notes.push(note);
            }
            let mut text = lines[at.body..at.end].concat();
            if !text.is_empty() && !text.ends_with('\n') {
                text.push('\n');
            }
            let wrong = if is_table(self.file) { None } else { items::tokens(&text).err() };
            match wrong {
                Some((row, why)) => {
                    let why = format!("row {}, error: {why}", row + at.body);
                    answers.refused.insert(name, (Verdict::NotCompiled, why));
                }
                None => answers.pieces.push(Piece {
                    name,
                    text,
                    row: at.body + 1,
                    before: 0,
                    swallowed: at.swallowed,
                }),
            }
        }
        if !is_table(self.file) {
            self.read_beside(&Rest::new(&lines, &found, &text), &mut answers);
            self.note_words(&mut answers);
        }
        answers
    }

    /// Takes what was added beside the exercises.
    fn read_beside(&self, rest: &Rest, answers: &mut Answers) {
        let (file, is_rust) = (self.file, !is_read_late(self.file));
        let ours = items::items(&self.sheet.open, is_rust).unwrap_or_default();
        let theirs = match items::items(&rest.text, is_rust) {
            Ok(items) => items,
            Err((row, why)) => {
                let row = rest.row(row);
                answers.notes.push(format!(
                    "{file}: row {row} cannot be read ({why}), so nothing beside its exercises was taken"
                ));
                answers.left_out = true;
                return;
            }
        };
        let names = |items: &[Item]| items.iter().map(|item| item.key.clone()).collect::<BTreeSet<_>>();
        let whole = |items: &[Item]| items.iter().map(|item| item.tokens.clone()).collect::<BTreeSet<_>>();
        let (our_names, our_tokens, their_tokens) = (names(&ours), whole(&ours), whole(&theirs));
        let mut changed: BTreeSet<String> = ours
            .iter()
            .filter(|our| !their_tokens.contains(&our.tokens))
            .map(|our| shown(&our.key))
            .collect();
        for item in theirs.into_iter().filter(|item| !our_tokens.contains(&item.tokens)) {
            if our_names.contains(&item.key) || !is_rust && !items::is_named(&item) {
                changed.insert(shown(&item.key));
                continue;
            }
            let (name, text) = (shown(&item.key), format!("{}\n", item.text));
            let (row, before) = (rest.row(item.row), item.before);
            answers.pieces.push(Piece { name, text, row, before, swallowed: 0 });
        }
        if !changed.is_empty() {
            let first: Vec<String> = changed.iter().take(6).cloned().collect();
            let more = changed.len() - first.len();
            let more = if more == 0 { String::new() } else { format!(" and {more} more") };
            let first = first.join(", ");
            answers.notes.push(format!(
                "{file}: changed beside the exercises, where the original was used: {first}{more}"
            ));
            answers.left_out = true;
        }
    }

    /// Notes for the reader's eye what reaches out, and is not in the workbook's own file.
    fn note_words(&self, answers: &mut Answers) {
        let own = items::words(&self.sheet.solved);
        let mut notes = Vec::new();
        for piece in &answers.pieces {
            let words: BTreeSet<String> = items::words(&piece.text).into_iter().collect();
            let odd: Vec<&str> = OUTWARD.split(' ').filter(|word| words.contains(*word)).collect();
            let odd: Vec<&str> = odd.into_iter().filter(|word| !own.iter().any(|own| own == word)).collect();
            if !odd.is_empty() {
                notes.push(format!("{}: {} has the words {}", self.file, piece.name, odd.join(", ")));
            }
        }
        answers.notes.extend(notes);
    }

    /// Returns true if an exercise reads as in the starter.
    pub fn is_untouched(&self, answers: &Answers, id: Id) -> bool {
        let place = self.places.iter().find(|place| place.id == id);
        let piece = answers.pieces.iter().find(|piece| piece.exercise() == Some(id));
        let Some((place, piece)) = place.zip(piece) else { return false };
        let lines = self.sheet.open.lines();
        let ours = lines.skip(place.found.body).take(place.end + piece.swallowed - place.found.body);
        piece.text.lines().map(str::trim_end).eq(ours.map(str::trim_end))
    }

    /// The workbook's file with a student's answers in it, but for these pieces, and with the workbook's own answers to
    /// these exercises.
    pub fn composed(&self, answers: &Answers, without: &BTreeSet<usize>, ours: &BTreeSet<Id>) -> Composed {
        let mut composed = Composed { text: String::new(), parts: Vec::new(), functions: Vec::new(), row: 1 };
        let lines: Vec<&str> = self.sheet.open.split_inclusive('\n').collect();
        let is_shader = is_read_late(self.file);
        let theirs = |at: &usize| !without.contains(at);
        let added: Vec<_> =
            answers.pieces.iter().enumerate().filter(|(_, piece)| piece.exercise().is_none()).collect();
        // A shader's functions must be there before they are called.
        let added_at =
            self.places.first().filter(|_| is_shader).map_or(lines.len(), |place| place.function.start);
        // The new row of each line.
        let mut rows = vec![0; lines.len() + 2];
        let mut at = 0;
        while at <= lines.len() {
            if at == added_at {
                if !composed.text.is_empty() && !composed.text.ends_with('\n') {
                    composed.write("\n");
                }
                added.iter().filter(|(at, _)| theirs(at)).for_each(|(at, piece)| composed.push(*at, piece));
            }
            rows[at] = composed.row;
            let mut next = at;
            if let Some(place) = self.places.iter().find(|place| place.found.body == at) {
                let mut pieces = answers.pieces.iter().enumerate();
                let piece = pieces.find(|(_, piece)| piece.exercise() == Some(place.id));
                if ours.contains(&place.id) {
                    let guard = if is_shader { String::new() } else { guard(place.id) };
                    composed.write(&(guard + place.solution));
                    next = place.end + place.shared;
                } else if let Some((part, piece)) = piece.filter(|(part, _)| theirs(part)) {
                    composed.push(part, piece);
                    next = place.end + piece.swallowed;
                }
            }
            // An exercise that is empty in the starter is filled once.
            if next == at {
                composed.write(lines.get(at).unwrap_or(&""));
                next = at + 1;
            }
            (at + 1..next.min(rows.len())).for_each(|at| rows[at] = composed.row);
            at = next;
        }
        rows[lines.len() + 1] = composed.row;
        let function = |place: &Place| (rows[place.function.start]..rows[place.function.end], place.id);
        composed.functions = self.places.iter().map(function).collect();
        composed
    }
}

/// A student's file with the starter's code in its exercises, so that the rest can be read whatever they hold.
struct Rest {
    text: String,
    /// The row of each of its lines in the student's file.
    rows: Vec<usize>,
}

impl Rest {
    fn new(lines: &[&str], found: &[(&Place<'_>, Found)], text: &str) -> Self {
        let mut rest = Self { text: String::new(), rows: Vec::new() };
        let mut at = 0;
        for (place, found) in found {
            rest.push(&lines[at..found.start], at, 1);
            let starter = place.region.starter(text, found);
            rest.push(&starter.split_inclusive('\n').collect::<Vec<_>>(), found.body, 0);
            at = found.end;
        }
        rest.push(&lines[at..], at, 1);
        rest
    }

    fn push(&mut self, lines: &[&str], first: usize, step: usize) {
        self.text.push_str(&lines.concat());
        self.rows.extend((0..lines.len()).map(|line| first + step * line + 1));
    }

    fn row(&self, row: usize) -> usize {
        self.rows.get(row.saturating_sub(1)).copied().unwrap_or(row)
    }
}

/// Ends a program in which an answer calls one of the workbook's own answers that it may not use.
fn guard(id: Id) -> String {
    format!(
        "if !std::env::var({LENT:?}).is_ok_and(|lent| lent.split(' ').any(|id| id == \"{id}\")) {{ std::process::exit(1) }}\n"
    )
}

/// A key as people read it.
fn shown(key: &str) -> String {
    let key = key.replace(" :: ", "::");
    match key.char_indices().nth(60) {
        Some((at, _)) => format!("{}…", &key[..at]),
        None => key,
    }
}

#[cfg(test)]
#[path = "answer_tests.rs"]
mod tests;
