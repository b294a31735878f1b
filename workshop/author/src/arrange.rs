//! `cargo workbook arrange`: gives lessons and exercises another order, in all files that name them.
//!
//! A table says which order is wanted, by the names of lessons and the titles of exercises. So it's still true when it has
//! been carried out, and a second run changes nothing.

use anyhow::{Context, Result, ensure};
use course::{Exercise, Id, LessonInfo};
use cut::tree::{self, Files};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// A lesson in a table.
struct Row {
    number: u8,
    /// Its folder without the number.
    name: String,
    /// The titles of its exercises.
    titles: Vec<String>,
}

/// Carries out a table, or prints the one of the present order. Returns false if something cannot be placed.
pub fn arrange(root: &Path, table: Option<&Path>) -> Result<bool> {
    let lessons = LessonInfo::all(root)?;
    let Some(table) = table else {
        rows(&lessons).iter().for_each(|row| {
            println!("{:02}_{}", row.number, row.name);
            row.titles.iter().for_each(|title| println!("    {title}"));
        });
        return Ok(true);
    };
    let text = std::fs::read_to_string(table).with_context(|| format!("cannot read {}", table.display()))?;
    let mut rows: Vec<Row> = Vec::new();
    for line in text.lines().map(str::trim_end).filter(|line| !line.is_empty()) {
        if let Some(title) = line.strip_prefix("    ") {
            rows.last_mut().context("a title is in no lesson")?.titles.push(title.to_owned());
        } else {
            let (number, name) =
                line.split_once('_').context("a lesson is written as in 04_joint_chain_lines")?;
            let number = number.parse().with_context(|| format!("'{number}' is no number"))?;
            rows.push(Row { number, name: name.to_owned(), titles: Vec::new() });
        }
    }
    Moves::new(&lessons, &rows)?.carry_out(root)
}

/// Moves the lessons from a number on by one, to make room for a new one.
pub fn make_room(root: &Path, lessons: &[LessonInfo], number: u8) -> Result<bool> {
    let mut rows = rows(lessons);
    rows.iter_mut().filter(|row| row.number >= number).for_each(|row| row.number += 1);
    Moves::new(lessons, &rows)?.carry_out(root)
}

/// Returns the table of the present order.
fn rows(lessons: &[LessonInfo]) -> Vec<Row> {
    let row = |lesson: &LessonInfo| {
        let mut exercises: Vec<&Exercise> = lesson.exercises().iter().collect();
        exercises.sort_by_key(|exercise| exercise.id());
        let titles = exercises.iter().map(|exercise| exercise.title.clone()).collect();
        Row { number: lesson.number, name: name(lesson).to_owned(), titles }
    };
    lessons.iter().map(row).collect()
}

fn digit(c: char) -> bool {
    c.is_ascii_digit()
}

/// Returns a lesson's folder without its number.
pub fn name(lesson: &LessonInfo) -> &str {
    lesson.folder.get("lessons/00_".len()..).unwrap_or_default()
}

/// What becomes of each number and name.
struct Moves {
    lessons: BTreeMap<u8, u8>,
    ids: BTreeMap<Id, Id>,
    /// Folders of lessons before and after, as they're written in paths and as programs are called.
    folders: Vec<(String, String)>,
}

impl Moves {
    fn new(lessons: &[LessonInfo], rows: &[Row]) -> Result<Self> {
        let mut moves = Self { lessons: BTreeMap::new(), ids: BTreeMap::new(), folders: Vec::new() };
        let exercises = || lessons.iter().flat_map(LessonInfo::exercises);
        for row in rows {
            let lesson = lessons.iter().find(|lesson| name(lesson) == row.name);
            let lesson = lesson.with_context(|| format!("there is no lesson {}", row.name))?;
            moves.lessons.insert(lesson.number, row.number);
            let [old, new] = [lesson.number, row.number].map(|number| format!("{number:02}_{}", row.name));
            moves.folders.push((old.replace('_', "-"), new.replace('_', "-")));
            moves.folders.push((old, new));
            for (number, title) in (1..).zip(&row.titles) {
                let exercise = lesson.exercises().iter().find(|exercise| exercise.title == *title);
                let exercise = exercise.with_context(|| {
                    format!("{} has no exercise '{title}': take its pieces there first", lesson.folder)
                })?;
                moves.ids.insert(exercise.id(), Id { lesson: row.number, number });
            }
        }
        let forgotten = exercises().find(|exercise| !moves.ids.contains_key(&exercise.id()));
        ensure!(
            forgotten.is_none(),
            "the table has no '{}'",
            forgotten.map_or("", |exercise| &exercise.title)
        );
        let numbers: BTreeSet<u8> = moves.lessons.values().copied().collect();
        let titles: usize = rows.iter().map(|row| row.titles.len()).sum();
        let is_once = [numbers.len(), rows.len()] == [lessons.len(); 2] && titles == moves.ids.len();
        ensure!(is_once, "each lesson, each number and each title must be in the table once");
        Ok(moves)
    }

    /// Moves and renames everything, or nothing if it cannot place an exercise's number.
    fn carry_out(&self, root: &Path) -> Result<bool> {
        let files = tree::read(root)?;
        let (mut done, mut doubts) = (Files::new(), Vec::new());
        for (path, contents) in &files {
            let contents = match String::from_utf8(contents.clone()) {
                Ok(text) => self.rewritten(path, &text, &mut doubts).into_bytes(),
                Err(binary) => binary.into_bytes(),
            };
            let path = self.rewritten("a path", path, &mut doubts);
            ensure!(done.insert(path.clone(), contents).is_none(), "two files would be {path}");
        }
        if !doubts.is_empty() {
            doubts.iter().for_each(|doubt| eprintln!("{doubt}"));
            eprintln!(
                "Nothing is changed. An exercise, or a number? Say 'exercise 10.1', or give the number a unit."
            );
            return Ok(false);
        }
        for path in files.keys().filter(|path| !done.contains_key(*path)).map(|path| root.join(path)) {
            std::fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))?;
            // A folder goes when it's empty.
            path.ancestors().skip(1).take_while(|folder| std::fs::remove_dir(folder).is_ok()).for_each(drop);
        }
        let changed = done.iter().filter(|(path, contents)| files.get(*path) != Some(contents));
        let written = changed.map(|(path, contents)| tree::write_if_changed(&root.join(path), contents));
        println!("{} files are other ones now", written.collect::<Result<Vec<_>>>()?.len());
        Ok(true)
    }

    /// Returns a text with the new numbers. An exercise's number that may be a number of something else is a doubt.
    fn rewritten(&self, path: &str, text: &str, doubts: &mut Vec<String>) -> String {
        let mut new = String::with_capacity(text.len());
        let mut at = 0;
        // Where the last number of either kind ends, as in 'lessons 05, 06 and 12'.
        let (mut exercise_ends, mut lesson_ends) = (usize::MAX, usize::MAX);
        while let Some(found) = text[at..].find(digit) {
            let from = at + found;
            let to = from + text[from..].find(|c| !digit(c)).unwrap_or(text.len() - from);
            new.push_str(&text[at..from]);
            let (before, after) = (&text[..from], &text[to..]);
            let number = text[from..to].parse::<u8>().ok().filter(|_| to - from <= 2);
            let place = Place { path, before, after };
            at = to;
            if let Some((old, folder)) = self.folders.iter().find(|(old, _)| text[from..].starts_with(old)) {
                new.push_str(folder);
                at = from + old.len();
            } else if let (Some(lesson), Some((number, end))) = (number, place.second()) {
                let id = Id { lesson, number };
                // Only a command's exercise may be written as 4.2.
                let since = [exercise_ends, lesson_ends].map(|ends| text.get(ends..from));
                let is_exercise = place.is_exercise(since);
                let width = to - from;
                let is_exercise =
                    if width == 2 || MARKS.contains(&place.line().1) { is_exercise } else { Some(false) };
                match self.ids.get(&id).filter(|_| is_exercise != Some(false)) {
                    Some(other) => {
                        if is_exercise.is_none() && *other != id {
                            let row = before.matches('\n').count() + 1;
                            let line = text.lines().nth(row - 1).unwrap_or_default();
                            doubts.push(format!("{path}:{row}: {id} in '{}'", line.trim()));
                        }
                        let mark = &after[..1];
                        new.push_str(&format!("{:0width$}{mark}{}", other.lesson, other.number));
                        exercise_ends = to + end;
                    }
                    _ => new.push_str(&text[from..to + end]),
                }
                at = to + end;
            } else if let Some(other) = number.and_then(|number| self.lessons.get(&number))
                && place.is_lesson(&text[from..to], text.get(lesson_ends..from))
            {
                let width = to - from;
                new.push_str(&format!("{other:0width$}"));
                lesson_ends = to;
            } else {
                new.push_str(&text[from..to]);
            }
        }
        new + &text[at..]
    }
}

/// Where a number stands.
struct Place<'a> {
    path: &'a str,
    before: &'a str,
    after: &'a str,
}

impl Place<'_> {
    /// Returns the second number of what is written as in 04.2 or todo_04_2, and where it ends.
    fn second(&self) -> Option<(u8, usize)> {
        let named = || self.after.strip_prefix('_').filter(|_| self.before.ends_with("todo_"));
        let rest = self.after.strip_prefix('.').or_else(named)?;
        let digits = rest.len() - rest.trim_start_matches(digit).len();
        // A version has three numbers.
        let is_more = rest[digits..].strip_prefix('.').is_some_and(|rest| rest.starts_with(digit))
            || self.before.strip_suffix('.').is_some_and(|before| before.ends_with(digit));
        let number =
            rest[..digits].parse().ok().filter(|_| !is_more && digits <= 2 && !rest.starts_with('0'))?;
        Some((number, 1 + digits))
    }

    /// Returns the line before it, and the last word of that.
    fn line(&self) -> (&str, &str) {
        let line = self.before.rsplit('\n').next().unwrap_or_default();
        (
            line,
            line.strip_suffix(' ').map_or("", |line| line.rsplit([' ', '(', '`']).next().unwrap_or_default()),
        )
    }

    /// Returns whether an exercise is meant, if one can tell. What stands between it and the numbers before it can tell.
    fn is_exercise(&self, since: [Option<&str>; 2]) -> Option<bool> {
        let after = &self.after[self.second().map_or(0, |(_, ends)| ends)..];
        let (line, word) = self.line();
        let is_inside = |quote| line.matches(quote).count() % 2 == 1;
        let is_named = ["todo_", "<summary>"].iter().any(|before| line.ends_with(before))
            || line.contains("-----")
            || line.ends_with('/') && after.starts_with('-')
            || line.ends_with(['"', '`']) && after.starts_with(['"', '`']);
        let is_prose = match self.path.rsplit('.').next().unwrap_or_default() {
            "md" | "txt" | "html" => true,
            "svg" => line.rsplit('>').next().is_some_and(|text| text.starts_with(char::is_alphabetic)),
            kind => {
                let is_comment = ["//", "#"].iter().any(|mark| line.contains(mark));
                is_comment || kind == "toml" && !line.contains('=') || ['"', '`'].into_iter().any(is_inside)
            }
        };
        let unit = after.trim_start_matches([' ', '\u{a0}', '\u{202f}']);
        let is_unit = UNITS
            .iter()
            .filter_map(|name| unit.strip_prefix(name))
            .any(|rest| !rest.starts_with(char::is_alphanumeric));
        // A column of numbers.
        let is_unit = is_unit || unit.strip_prefix("| ").is_some_and(|cell| cell.starts_with(digit));
        let is_listed = |between: &str| BETWEEN.contains(&between);
        let is_counted =
            BETWEEN.iter().filter_map(|between| line.strip_suffix(between)).any(|line| line.ends_with(digit));
        let is_sum =
            line.trim_end().ends_with(['$', '=', '≈', '−', '-', '+', '×', '·', '<', '[', '~', '/', '^', '{']);
        if (is_named || MARKS.contains(&word)) && !self.path.ends_with(".svg") {
            Some(true)
        } else if self.path.starts_with("assets/") || !is_prose || is_unit || after.starts_with(['%', '°']) {
            Some(false)
        } else if since.into_iter().flatten().any(is_listed) {
            Some(true)
        } else if is_sum || is_counted {
            Some(false)
        } else {
            (!OF_BOTH.contains(&word)).then_some(true)
        }
    }

    /// Returns whether a lesson is meant. What stands between it and the lesson before it can tell.
    fn is_lesson(&self, number: &str, since_lesson: Option<&str>) -> bool {
        let (line, rest) = (self.line().0, self.after.split('\n').next().unwrap_or_default());
        let said = ["lesson ", "lessons ", "lesson-", "lesson_", "builds_on = [", "seen_in = [\""];
        let link =
            rest.split_once("](").and_then(|(_, link)| link.split_once(')')).map_or("", |(link, _)| link);
        let is_command = line.rsplit_once("workbook ").and_then(|(_, word)| word.strip_suffix(' '));
        let cell = |c| digit(c) || ", ".contains(c);
        let is_cell = ["docs/symbols.md", "docs/glossary.md"].contains(&self.path)
            && line.trim_end_matches(cell).ends_with('|')
            && rest.trim_start_matches(cell) == "|";
        let is_figure = ["figure ", "figures/", "\""].iter().any(|before| line.ends_with(before))
            && rest.strip_prefix('-').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_lowercase()));
        said.iter().any(|said| line.to_lowercase().ends_with(said))
            || line.ends_with("lessons/") && rest.starts_with('_')
            || since_lesson.is_some_and(|between| BETWEEN.contains(&between))
            || is_command.is_some_and(|word| word.chars().all(|c| c.is_ascii_lowercase()))
            || is_cell
            || is_figure
            || line == "# " && rest.starts_with(" · ")
            || line.ends_with('[') && link.split('/').any(|part| part.starts_with(&format!("{number}_")))
    }
}

/// What stands between two numbers of one list.
const BETWEEN: [&str; 9] = [", ", " and ", " or ", " nor ", " to ", ", and ", "–", "\", \"", " or of "];

/// Words of commands and of marks that an exercise's number follows.
const MARKS: [&str; 10] =
    ["TODO", "SOLUTION", "STARTER", "TEXT", "END", "exercise", "exercises", "check", "solve", "###"];

/// Words before exercises as well as before other numbers.
const OF_BOTH: [&str; 9] = ["and", "or", "to", "takes", "took", "is", "about", "nearly", "than"];

/// Units of numbers, and words that make one of them.
const UNITS: [&str; 21] = [
    "%", "°", "×", "·", "m", "cm", "mm", "s", "ms", "µs", "ns", "kB", "KiB", "MB", "GB", "units", "metres",
    "seconds", "times", "hours", "million",
];
