//! Finds the answer in a student's file: the code in the exercises' regions, and the items added beside them.

use crate::instructor::grade::functions;
use crate::instructor::grade::items::{self, Item};
use crate::instructor::grade::marks::Verdict;
use crate::instructor::grade::region::{Found, Region};
use crate::instructor::grade::report::short;
use crate::markers::{self, Source, State};
use crate::projection::{is_read_late, is_table};
use course::Id;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Words by which code reaches out of its program, or out of Rust's rules.
const OUTWARD: &str =
    "asm env extern fs global_asm include include_bytes include_str naked_asm net os process thread unsafe";

/// Words by which code may read other files while it compiles, as a module's path also can.
const READING: &str = "asm debugger_visualizer global_asm include include_bytes include_str naked_asm";

/// A file with exercises, as students get it and with the workbook's own answers.
#[derive(Deserialize, Serialize)]
pub struct Template {
    file: String,
    open: String,
    solved: String,
    places: Vec<Place>,
}

/// The place of an exercise in the open file.
#[derive(Deserialize, Serialize)]
struct Place {
    id: Id,
    /// The lines of its region, without the last ones that the starter shares with the solution.
    lines: Range<usize>,
    /// The number of last lines that starter and solution share.
    shared: usize,
    solution: String,
    /// The lines of the function around it.
    function: Range<usize>,
}

/// The answers read from a student's file.
#[derive(Debug, Default, Deserialize, PartialEq, Serialize)]
pub struct Answers {
    /// The pieces from the exercises' regions, then those that were added.
    pub pieces: Vec<Piece>,
    /// The exercises whose answers cannot be taken, each with the mark and the reason.
    pub refused: BTreeMap<Id, (Verdict, String)>,
    /// The exercises whose text is still the starter's.
    pub untouched: BTreeSet<Id>,
    /// True if some of the student's own code was not taken.
    pub left_out: bool,
    /// True if the code may read other files while it is compiled.
    pub reads: bool,
    /// Remarks for the instructor.
    pub notes: Vec<String>,
}

/// A piece of code from a student's file.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Piece {
    /// The exercise that it answers, or none if it is an item that was added.
    pub exercise: Option<Id>,
    /// The item's or the exercise's name, as in `fn half` or `01.1`.
    pub name: String,
    text: String,
    /// The row of the student's file in which it begins.
    row: usize,
    /// The number of lines behind the exercise's region that the piece includes, as a bracket was moved.
    swallowed: usize,
}

/// A file made of the workbook's code and a student's.
#[derive(Default)]
pub struct Composed {
    pub text: String,
    /// The rows that are a student's, each with the index of its piece and the row in the student's file.
    parts: Vec<(Range<usize>, usize, usize)>,
    functions: Vec<(Range<usize>, Id)>,
}

impl Composed {
    /// Returns the piece that holds a row, and the row's number in the student's file.
    pub fn part(&self, row: usize) -> Option<(usize, usize)> {
        let (rows, part, theirs) = self.parts.iter().find(|(rows, ..)| rows.contains(&row))?;
        Some((*part, row - rows.start + theirs))
    }

    /// Returns the exercises in the function that holds a row.
    pub fn around(&self, row: usize) -> impl Iterator<Item = Id> {
        self.functions.iter().filter(move |(rows, _)| rows.contains(&row)).map(|(_, id)| *id)
    }
}

impl Template {
    /// Reads the template from an author's source.
    pub fn new(file: &str, source: &Source<'_>) -> Self {
        let [open, solved] =
            [State::Open, State::Solved].map(|state| source.project(|_| state).replace("\r\n", "\n"));
        let all = functions::all(&open);
        let place = |region: &markers::Region<'_>| {
            let id = region.id;
            let found = Region::new(&open, &solved, id)?.find(&open)?;
            let lines = found.body..found.end - found.swallowed;
            let function = all.iter().find(|function| function.body.contains(&found.start));
            let function =
                function.map_or(found.start..lines.end + 1, |function| function.line..function.body.end);
            let shared = (lines.start + region.starter.lines().count()).saturating_sub(lines.end);
            Some(Place { id, lines, shared, solution: region.solution.replace("\r\n", "\n"), function })
        };
        let places = source.regions().filter_map(place).collect();
        Self { file: file.to_owned(), open, solved, places }
    }

    /// Returns the exercises in the file.
    pub fn exercises(&self) -> impl Iterator<Item = Id> {
        self.places.iter().map(|place| place.id)
    }

    /// Reads a student's file.
    pub fn read(&self, text: &str) -> Answers {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text).replace("\r\n", "\n");
        let mut answers = Answers::default();
        let found = self.places.iter().filter_map(|place| {
            let region = Region::new(&self.open, &self.solved, place.id)?;
            Some((place, region.find_broken(&text)?))
        });
        let mut found: Vec<(&Place, Found)> = found.collect();
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
            answers.refused.insert(place.id, (Verdict::ByHand, words));
        }
        let mut theirs: Vec<&str> = text.split_inclusive('\n').collect();
        let mut ours: Vec<&str> = self.open.split_inclusive('\n').collect();
        for (place, at) in &mut found {
            let (id, end) = (place.id, place.lines.end);
            let follows = &ours[end + place.shared..end + at.swallowed.max(place.shared)];
            if theirs[at.body..at.end].ends_with(follows) {
                // The text that follows is unchanged after all.
                at.end -= follows.len();
                at.swallowed -= follows.len();
            } else {
                answers.notes.push(format!(
                    "{}: what follows {id} in its function was changed and counts with it",
                    self.file
                ));
            }
            let given = &ours[place.lines.start..end + at.swallowed];
            let own = theirs[at.body..at.end].iter().map(|line| line.trim_end());
            if own.eq(given.iter().map(|line| line.trim_end())) {
                answers.untouched.insert(id);
            }
            let mut text = theirs[at.body..at.end].concat();
            if !text.is_empty() && !text.ends_with('\n') {
                text.push('\n');
            }
            match items::tokens(&text) {
                Err((row, why)) if !is_table(&self.file) => {
                    let why = format!("row {}, error: {why}", row + at.body);
                    answers.refused.insert(id, (Verdict::NotCompiled, why));
                }
                _ => {
                    let (name, row, swallowed) = (id.to_string(), at.body + 1, at.swallowed);
                    answers.pieces.push(Piece { exercise: Some(id), name, text, row, swallowed });
                }
            }
        }
        if !is_table(&self.file) {
            // The rest can be read whatever is in the exercises.
            for (place, at) in &found {
                theirs[at.body..at.end + place.shared.saturating_sub(at.swallowed)].fill("\n");
                ours[place.lines.start..place.lines.end + place.shared.max(at.swallowed)].fill("\n");
            }
            self.read_beside(&ours.concat(), &theirs.concat(), &mut answers);
            self.note_words(&mut answers);
        }
        answers
    }

    /// Takes the items that were added beside the exercises.
    fn read_beside(&self, ours: &str, theirs: &str, answers: &mut Answers) {
        let (file, is_rust) = (&self.file, !is_read_late(&self.file));
        let ours = items::items(ours, is_rust).unwrap_or_default();
        let theirs = match items::items(theirs, is_rust) {
            Ok(items) => items,
            Err((row, why)) => {
                answers.notes.push(format!(
                    "{file}: row {row} cannot be read ({why}), so nothing beside its exercises was taken"
                ));
                answers.left_out = true;
                return;
            }
        };
        let whole = |items: &[Item]| items.iter().map(|item| item.tokens.clone()).collect::<BTreeSet<_>>();
        let (our_tokens, their_tokens) = (whole(&ours), whole(&theirs));
        let our_names: BTreeSet<&str> = ours.iter().map(|item| item.key.as_str()).collect();
        let gone = ours.iter().filter(|our| !their_tokens.contains(&our.tokens));
        let mut changed: BTreeSet<String> = gone.map(|our| shown(&our.key)).collect();
        for Item { key, text, row, .. } in
            theirs.into_iter().filter(|item| !our_tokens.contains(&item.tokens))
        {
            if our_names.contains(key.as_str()) || !is_rust && !items::is_named(&key, &text) {
                changed.insert(shown(&key));
            } else {
                answers.pieces.push(Piece {
                    exercise: None,
                    name: shown(&key),
                    text: text + "\n",
                    row,
                    swallowed: 0,
                });
            }
        }
        if !changed.is_empty() {
            let first: Vec<String> = changed.iter().take(6).cloned().collect();
            let more = if changed.len() > first.len() { " and more" } else { "" };
            answers.notes.push(format!(
                "{file}: changed beside the exercises, where the original was used: {}{more}",
                first.join(", ")
            ));
            answers.left_out = true;
        }
    }

    /// Adds notes on words that reach out of the program and are not in the workbook's own file.
    fn note_words(&self, answers: &mut Answers) {
        let own = items::words(&self.solved);
        for piece in &answers.pieces {
            let words = items::words(&piece.text);
            answers.reads |= READING.split(' ').any(|word| words.contains(word))
                || ["mod", "path"].iter().all(|word| words.contains(*word));
            let is_odd = |word: &&str| words.contains(*word) && !own.contains(*word);
            let odd: Vec<&str> = OUTWARD.split(' ').filter(is_odd).collect();
            if !odd.is_empty() {
                let words = odd.join(", ");
                answers.notes.push(format!("{}: {} has the words {words}", self.file, piece.name));
            }
        }
    }

    /// Returns the workbook's file with a student's answers, without the pieces `without`, and with the
    /// workbook's own answers to the exercises `ours`.
    pub fn composed(&self, answers: &Answers, without: &BTreeSet<usize>, ours: &BTreeSet<Id>) -> Composed {
        let lines: Vec<&str> = self.open.split_inclusive('\n').collect();
        // A shader's functions must be there before they are called.
        let first = self.places.first().filter(|_| is_read_late(&self.file));
        let added = first.map_or(lines.len(), |place| place.function.start);
        let lent =
            self.places.iter().filter(|place| ours.contains(&place.id)).map(|place| {
                (place.lines.start..place.lines.end + place.shared, place.solution.clone(), None)
            });
        let theirs = answers.pieces.iter().enumerate().filter(|(at, _)| !without.contains(at));
        let theirs = theirs.filter_map(|(at, piece)| {
            let place = self.places.iter().find(|place| Some(place.id) == piece.exercise);
            let lines =
                place.map_or(added..added, |Place { lines, .. }| lines.start..lines.end + piece.swallowed);
            let is_theirs = place.is_none_or(|place| !ours.contains(&place.id));
            is_theirs.then(|| (lines, piece.text.clone(), Some((at, piece.row))))
        });
        let mut changes: Vec<_> = lent.chain(theirs).collect();
        changes.sort_by_key(|(lines, ..)| lines.start);

        let mut composed = Composed::default();
        // The new row of each line.
        let (mut row, mut rows) = (1, Vec::new());
        for (replaced, text, part) in changes {
            // It may be in what another has swallowed.
            if replaced.start < rows.len() {
                continue;
            }
            let kept = &lines[rows.len()..replaced.start];
            rows.extend(row..row + kept.len());
            row += kept.len();
            rows.resize(replaced.end, row);
            let first = row;
            row += text.matches('\n').count();
            composed.text += &(kept.concat() + &text);
            composed.parts.extend(part.map(|(at, theirs)| (first..row, at, theirs)));
        }
        composed.text += &lines[rows.len()..].concat();
        rows.extend(row..=row + lines.len() - rows.len());
        let function = |place: &Place| (rows[place.function.start]..rows[place.function.end], place.id);
        composed.functions = self.places.iter().map(function).collect();
        composed
    }
}

/// Returns an item's key in words for a note.
fn shown(key: &str) -> String {
    short(&key.replace(" :: ", "::"), 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tests every answer in this workbook's own files, which must be read back unchanged.
    #[test]
    fn every_answer_that_the_workbook_knows_is_taken() {
        let root = course::root();
        let files = crate::tree::read(root).expect("files");
        let lessons = course::LessonInfo::all(root).expect("lessons");
        let course = crate::projection::Course::whole(&files, &lessons).expect("a course");
        let with_exercises = course.sources.iter().filter(|(_, source)| source.regions().next().is_some());
        let templates: BTreeMap<&str, Template> =
            with_exercises.map(|(file, source)| (*file, Template::new(file, source))).collect();
        let mut tried = 0;
        for lesson in &lessons {
            let mistakes =
                lesson.mistakes.data.all.iter().flat_map(|mistake| {
                    mistake.code.get_ref().0.iter().map(|code| (&mistake.exercise, code))
                });
            let answers = lesson.answers.data.wrong.iter().chain(&lesson.answers.data.right);
            let answers = answers.map(|answer| (&answer.exercise, &answer.code));
            for (id, code) in mistakes.chain(answers) {
                let (file, _) =
                    course.regions().find(|(_, region)| region.id == *id.get_ref()).expect("its file");
                let state = |other| if other == *id.get_ref() { State::Code(code) } else { State::Open };
                let theirs = course.sources[file].project(state);
                let (template, nothing) = (&templates[file], BTreeSet::new());
                let read = template.read(&theirs);
                assert_eq!((&read.refused, &read.notes), (&BTreeMap::new(), &Vec::new()), "{id:?} {code}");
                assert_eq!(template.composed(&read, &BTreeSet::new(), &nothing).text, theirs, "{id:?}");
                tried += 1;
            }
        }
        assert!(tried > 400, "{tried}");
    }
}
