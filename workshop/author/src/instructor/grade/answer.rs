//! What of a student's file is the answer: what stands in the exercises' regions, and what was added beside them.

use crate::instructor::grade::marks::Verdict;
use crate::instructor::grade::names::Names;
use crate::instructor::grade::reading::{self, Item};
use crate::instructor::grade::shader;
use crate::markers::{Source, State};
use crate::projection::{is_read_late, is_table};
use course::Id;
use course::protocol::LENT;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use workbook::region::{Found, Region};

/// A file that holds exercises, as students get it.
pub struct Template {
    file: String,
    open: String,
    places: Vec<Place>,
    /// What stands in it, if it is Rust.
    items: Vec<Item>,
    /// What the workbook's own code in this file uses though other answers should not.
    usual: BTreeSet<String>,
    names: Names,
}

/// Where an exercise stands in it.
struct Place {
    id: Id,
    region: Region,
    found: Found,
    /// The line after it, but for the lines in which starter and solution end alike.
    end: usize,
    /// How many these are.
    shared: usize,
    /// The workbook's own answer.
    solution: String,
    /// The rows of its function.
    function: Range<usize>,
}

/// What came of reading a student's file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answers {
    regions: BTreeMap<Id, Piece>,
    added: Vec<Piece>,
    /// The exercises whose answers cannot be taken, and why.
    pub refused: BTreeMap<Id, (Verdict, String)>,
    /// The words of a student's own that stand beside the exercises and were not taken, such as an argument's name.
    pub left_out: BTreeSet<String>,
    /// What the instructor should know.
    pub notes: Vec<String>,
}

/// A part of a student's file.
#[derive(Clone, Debug, PartialEq)]
struct Piece {
    name: String,
    text: String,
    /// The row in which it begins there.
    row: usize,
    /// So many rows before it are not the student's.
    before: usize,
    /// So many lines after the exercise are in it.
    swallowed: usize,
}

/// One part of a graded file that comes from the student.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// An exercise's answer.
    Exercise(Id),
    /// What stands beside it, by its place among such.
    Added(usize),
}

/// A file made of the workbook's and of a student's code.
pub struct Composed {
    /// Its text.
    pub text: String,
    parts: Vec<(Range<usize>, Part, usize)>,
    functions: Vec<(Range<usize>, Id)>,
}

impl Composed {
    /// The part that holds a row, and the row's number in the student's file.
    pub fn part(&self, row: usize) -> Option<(Part, usize)> {
        let (rows, part, theirs) = self.parts.iter().find(|(rows, ..)| rows.contains(&row))?;
        Some((part.clone(), (row + theirs).saturating_sub(rows.start)))
    }

    /// All that comes from the student.
    pub fn all(&self) -> impl Iterator<Item = Part> {
        self.parts.iter().map(|(_, part, _)| part.clone())
    }

    /// The exercises in the function that holds a row.
    pub fn around(&self, row: usize) -> impl Iterator<Item = Id> {
        self.functions.iter().filter(move |(rows, _)| rows.contains(&row)).map(|(_, id)| *id)
    }
}

impl Template {
    /// The template of a file, from its source.
    pub fn new(file: &str, source: &Source<'_>, crates: &BTreeSet<String>) -> Self {
        let unix = |text: String| text.replace("\r\n", "\n");
        let open = unix(source.project(|_| State::Open));
        let solved = unix(source.project(|_| State::Solved));
        let mut places: Vec<Place> = source
            .regions()
            .filter_map(|found| {
                let region = Region::new(&open, &solved, found.id)?;
                let at = region.find(&open)?;
                let row = at.body + 1;
                let function = match is_read_late(file) {
                    true => shader::pieces(&open)
                        .into_iter()
                        .map(|piece| piece.rows)
                        .find(|rows| rows.contains(&row)),
                    false => reading::function_around(&open, row),
                };
                let end = at.end - at.swallowed;
                Some(Place {
                    id: found.id,
                    function: function.unwrap_or(row..at.end + 1),
                    region,
                    end,
                    solution: unix(found.solution.clone()),
                    shared: (at.body + found.starter.lines().count()).saturating_sub(end),
                    found: at,
                })
            })
            .collect();
        places.sort_by_key(|place| place.found.start);
        let names = if is_read_late(file) { Names::default() } else { Names::new(file, &solved, crates) };
        let usual = match is_read_late(file) {
            true => BTreeSet::new(),
            false => {
                let odd = reading::oddities(&solved, &names).into_iter().map(|odd| odd.what);
                odd.filter(|what| is_path(what)).collect()
            }
        };
        let items = if is_read_late(file) { Vec::new() } else { reading::items(&open).unwrap_or_default() };
        Self { file: file.to_owned(), open, places, items, usual, names }
    }

    /// The exercises that stand in it.
    #[cfg(test)]
    pub fn exercises(&self) -> impl Iterator<Item = Id> {
        self.places.iter().map(|place| place.id)
    }

    /// Reads a student's file.
    pub fn read(&self, text: &str) -> Answers {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text).replace("\r\n", "\n");
        let mut answers = Answers::default();
        let mut found = Vec::new();
        for place in &self.places {
            match place.region.find_broken(&text) {
                Some(at) => found.push((place, at)),
                None => {
                    let words = format!("the place of {} in {} cannot be found", place.id, self.file);
                    answers.refused.insert(place.id, (Verdict::ByHand, words));
                }
            }
        }
        found.sort_by_key(|(_, at)| at.start);
        // What stands in two exercises at once belongs to the first.
        let mut end = 0;
        found.retain(|(place, at)| {
            let apart = at.start >= end;
            end = end.max(at.end);
            if !apart {
                let words = format!("the place of {} in {} cannot be found", place.id, self.file);
                answers.refused.insert(place.id, (Verdict::ByHand, words));
            }
            apart
        });
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let ours: Vec<&str> = self.open.split_inclusive('\n').collect();
        for (place, at) in &mut found {
            let follows = &ours[place.end + place.shared..place.end + at.swallowed.max(place.shared)];
            if lines[at.body..at.end].ends_with(follows) {
                // What follows is as it was after all.
                at.end -= follows.len();
                at.swallowed -= follows.len();
            } else {
                let id = place.id;
                answers.notes.push(format!(
                    "{}: what follows {id} in its function was changed and counts with it",
                    self.file
                ));
            }
            let mut piece = lines[at.body..at.end].concat();
            if !piece.is_empty() && !piece.ends_with('\n') {
                piece.push('\n');
            }
            let (name, row) = (place.id.to_string(), at.body + 1);
            answers
                .regions
                .insert(place.id, Piece { name, text: piece, row, before: 0, swallowed: at.swallowed });
        }
        let rest = Rest::new(&lines, &found, &text);
        match is_read_late(&self.file) {
            true => self.read_shader(&rest, &mut answers),
            false => reading::with_room(|| self.read_rust(&rest, &mut answers)),
        }
        answers
    }

    /// Whether something odd is what the workbook's own code in this file does, too.
    fn first_oddity(&self, text: &str, first_row: usize) -> Option<(usize, String)> {
        let odd =
            reading::oddities(text, &self.names).into_iter().find(|odd| !self.usual.contains(&odd.what))?;
        Some((odd.row + first_row - 1, odd.what))
    }

    fn read_rust(&self, rest: &Rest, answers: &mut Answers) {
        let mut refused = BTreeMap::new();
        for (id, piece) in &answers.regions {
            let bad = match reading::statements(&piece.text) {
                Err(error) => {
                    let row = error.row + piece.row - 1;
                    Some((Verdict::NotCompiled, format!("row {row}, error: {}", error.text)))
                }
                Ok(()) => {
                    let odd = self.first_oddity(&piece.text, piece.row);
                    odd.map(|(row, what)| (Verdict::ByHand, format!("row {row}, {what}")))
                }
            };
            if let Some(bad) = bad {
                refused.insert(*id, bad);
            }
        }
        let odd = self.read_items(rest, answers);
        let taken = answers.added.iter().map(|piece| piece.text.as_str()).chain([self.open.as_str()]);
        let known: BTreeSet<String> = taken.flat_map(reading::words).collect();
        answers.left_out = &reading::words(&rest.text) - &known;
        // An answer that calls what is to be looked at is to be looked at.
        for (id, piece) in &answers.regions {
            let words = reading::words(&piece.text);
            if let Some((_, why)) = odd.iter().find(|(name, _)| words.contains(*name)) {
                refused.entry(*id).or_insert_with(|| (Verdict::ByHand, why.clone()));
            }
        }
        answers.regions.retain(|id, _| !refused.contains_key(id));
        answers.refused.extend(refused);
    }

    /// Finds what was added beside the exercises. Returns the names of what is to be looked at, and why.
    fn read_items(&self, rest: &Rest, answers: &mut Answers) -> BTreeMap<String, String> {
        let file = &self.file;
        let theirs = match reading::items(&rest.text) {
            Ok(items) => items,
            Err(error) => {
                let (row, text) = (rest.row(error.row), error.text);
                answers.notes.push(format!(
                    "{file}: row {row} cannot be read ({text}), so nothing beside its exercises was taken"
                ));
                return BTreeMap::new();
            }
        };
        let ours = &self.items;
        let mut left: Vec<&Item> = ours.iter().collect();
        let (mut added, mut changed) = (Vec::new(), BTreeSet::new());
        for item in &theirs {
            match left.iter().position(|our| our.key == item.key && our.tokens == item.tokens) {
                Some(at) => drop(left.remove(at)),
                None if ours.iter().any(|our| our.key == item.key) => drop(changed.insert(shown(&item.key))),
                None => added.push(item),
            }
        }
        changed.extend(left.iter().map(|our| shown(&our.key)));
        if !changed.is_empty() {
            let changed = changed.into_iter().collect::<Vec<_>>().join(", ");
            answers.notes.push(format!(
                "{file}: changed beside the exercises, where the original was used: {changed}"
            ));
        }
        let mut odd: BTreeMap<String, String> = BTreeMap::new();
        for item in &added {
            let first = item.row.saturating_sub(item.before);
            let found = self.first_oddity(&item.text, first);
            let found =
                found.or_else(|| (!item.helps).then(|| (item.row, format!("`{}`", shown(&item.key)))));
            if let Some((row, what)) = found {
                odd.insert(item.name.clone(), format!("row {}, {what}", rest.row(row)));
            }
        }
        // What uses such a thing is one itself.
        while let Some((name, why)) = added.iter().find_map(|item| {
            let words = reading::words(&item.text);
            let (_, why) = odd.iter().find(|(name, _)| !name.is_empty() && words.contains(*name))?;
            (!odd.contains_key(&item.name)).then(|| (item.name.clone(), why.clone()))
        }) {
            odd.insert(name, why);
        }
        for item in added {
            match odd.get(&item.name) {
                Some(why) => answers.notes.push(format!("{file}: {} was left out: {why}", shown(&item.key))),
                None => answers.added.push(Piece {
                    name: shown(&item.key),
                    text: format!("{}\n", item.text),
                    row: rest.row(item.row),
                    before: item.before,
                    swallowed: 0,
                }),
            }
        }
        odd.remove("");
        odd
    }

    fn read_shader(&self, rest: &Rest, answers: &mut Answers) {
        let mut refused = BTreeMap::new();
        // A table reaches nothing, and its comments begin as a shader's lines for its compiler do.
        for (id, piece) in answers.regions.iter().filter(|_| !is_table(&self.file)) {
            let bad = match (shader::unbalanced(&piece.text), shader::directive(&piece.text)) {
                (Some(row), _) => {
                    let row = row + piece.row - 1;
                    Some((Verdict::NotCompiled, format!("row {row}, error: a bracket has no other half")))
                }
                (None, Some((row, line))) => {
                    Some((Verdict::ByHand, format!("row {}, `{line}`", row + piece.row - 1)))
                }
                (None, None) => None,
            };
            if let Some(bad) = bad {
                refused.insert(*id, bad);
            }
        }
        answers.regions.retain(|id, _| !refused.contains_key(id));
        answers.refused.extend(refused);
        let ours = shader::pieces(&self.open);
        let mut left: Vec<&shader::ShaderPiece> = ours.iter().collect();
        let mut changed = Vec::new();
        for piece in shader::pieces(&rest.text) {
            let row = rest.row(piece.rows.start);
            if let Some(at) = left.iter().position(|our| our.code == piece.code) {
                left.remove(at);
                continue;
            }
            let takes = shader::unbalanced(&piece.text).is_none() && shader::directive(&piece.text).is_none();
            match piece.name.filter(|name| !ours.iter().any(|our| our.name.as_ref() == Some(name))) {
                Some(name) if takes => answers.added.push(Piece {
                    name,
                    text: format!("{}\n", piece.text),
                    row,
                    before: 0,
                    swallowed: 0,
                }),
                _ => changed.push(row),
            }
        }
        let file = &self.file;
        match (changed.first(), left.first()) {
            (Some(row), _) => answers
                .notes
                .push(format!("{file}: row {row} was changed beside the exercise; the original was used")),
            (None, Some(piece)) => {
                answers.notes.push(format!("{file}: `{}` is missing; the original was used", piece.code));
            }
            (None, None) => {}
        }
    }

    /// Whether an exercise reads as in the starter.
    pub fn is_untouched(&self, answers: &Answers, id: Id) -> bool {
        let place = self.places.iter().find(|place| place.id == id);
        let Some((place, piece)) = place.zip(answers.regions.get(&id)) else { return false };
        let ours =
            self.open.lines().skip(place.found.body).take(place.end + piece.swallowed - place.found.body);
        piece.text.lines().map(str::trim_end).eq(ours.map(str::trim_end))
    }

    /// The workbook's file with a student's answers in it, but for these parts, and with the workbook's own
    /// answers to these exercises.
    pub fn composed(&self, answers: &Answers, without: &BTreeSet<Part>, ours: &BTreeSet<Id>) -> Composed {
        let mut composed = Composed { text: String::new(), parts: Vec::new(), functions: Vec::new() };
        let lines: Vec<&str> = self.open.split_inclusive('\n').collect();
        // Where each line of the template is in the new text.
        let mut rows = vec![0; lines.len() + 2];
        let mut row = 1;
        let added_at = match (is_read_late(&self.file), self.places.first()) {
            (true, Some(place)) => place.function.start - 1,
            _ => lines.len(),
        };
        let mut at = 0;
        while at <= lines.len() {
            if at == added_at {
                composed.add(answers, without, &mut row);
            }
            rows[at] = row;
            let place = self.places.iter().find(|place| place.found.body == at);
            if let Some(place) = place.filter(|place| ours.contains(&place.id)) {
                let guard = if is_read_late(&self.file) { String::new() } else { guard(place.id) };
                composed.text.push_str(&(guard.clone() + &place.solution));
                row += (guard + &place.solution).lines().count();
                let next = place.end + place.shared;
                (at + 1..next).for_each(|at| rows[at] = row);
                if next > at {
                    at = next;
                    continue;
                }
            }
            let piece = place.filter(|place| !ours.contains(&place.id));
            let piece = piece.and_then(|place| Some((place, answers.regions.get(&place.id)?)));
            if let Some((place, piece)) =
                piece.filter(|(place, _)| !without.contains(&Part::Exercise(place.id)))
            {
                composed.push(piece, Part::Exercise(place.id), &mut row);
                let next = place.end + piece.swallowed;
                (at + 1..next).for_each(|at| rows[at] = row);
                // An exercise that is empty in the starter is filled once.
                if next > at {
                    at = next;
                    continue;
                }
            }
            if let Some(line) = lines.get(at) {
                composed.text.push_str(line);
                row += 1;
            }
            at += 1;
        }
        rows[lines.len() + 1] = row;
        let function =
            |place: &Place| (rows[place.function.start - 1]..rows[place.function.end - 1], place.id);
        composed.functions = self.places.iter().map(function).collect();
        composed
    }
}

impl Answers {
    /// The name of something that was added.
    pub fn added(&self, at: usize) -> &str {
        self.added.get(at).map_or("", |piece| &piece.name)
    }
}

impl Composed {
    fn add(&mut self, answers: &Answers, without: &BTreeSet<Part>, row: &mut usize) {
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.text.push('\n');
        }
        for (at, piece) in answers.added.iter().enumerate() {
            if !without.contains(&Part::Added(at)) {
                self.push(piece, Part::Added(at), row);
            }
        }
    }

    fn push(&mut self, piece: &Piece, part: Part, row: &mut usize) {
        let count = piece.text.lines().count();
        self.text.push_str(&piece.text);
        self.parts.push((*row..*row + count, part, piece.row.saturating_sub(piece.before)));
        *row += count;
    }
}

/// A student's file with the starter's code in its exercises, so that the rest can be read whatever they hold.
struct Rest {
    text: String,
    /// The row of each of its lines in the student's file.
    rows: Vec<usize>,
}

impl Rest {
    fn new(lines: &[&str], found: &[(&Place, Found)], text: &str) -> Self {
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

/// Ends a program in which an answer comes to one of the workbook's own that it is not lent.
fn guard(id: Id) -> String {
    format!(
        "if !std::env::var({LENT:?}).is_ok_and(|lent| lent.split(' ').any(|id| id == \"{id}\")) {{ std::process::exit(1) }}\n"
    )
}

/// What is odd only because of where it comes from, and never what it does.
fn is_path(what: &str) -> bool {
    let never = ["`unsafe`", "`extern`", "`static`", "`macro_rules`", "`asm`", "`std`"];
    let reaches = ["std::process", "std::env", "std::fs", "std::net", "std::thread", "include", "env!"];
    !never.contains(&what) && !what.contains('#') && !reaches.iter().any(|word| what.contains(word))
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
