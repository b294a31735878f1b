//! `cargo workbook gradebook`: writes marks into a table of a grade book, or in Gradescope's form.
//!
//! The table is the instructor's own, downloaded from Moodle or Canvas: only marks and comments are filled
//! in. The output names each student who is left out.

use crate::cli::Run;
use crate::instructor::csv::Table;
use crate::instructor::grade::marks::{Mark, Verdict};
use crate::instructor::grade::report::{Graded, Report, tell};
use anstream::println;
use anyhow::{Context, Result, bail, ensure};
use course::command_line::{Command, Line, Opt};
use course::{LessonInfo, Mistake};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use workbook::write;

/// The number of first cells of a row that may hold a name or an id, in Moodle's table and in Canvas'.
const WHO: usize = 4;

pub const GRADEBOOK: (Command, Run) = (
    Command {
        name: "gradebook",
        more: "\
FILE is what `grade --json` has written. Students are found by the ids of its roster, by the numbers that Moodle and
Canvas write into the names of submissions, or by names that nobody shares. Who is not in it keeps what is there.",
        words: &[["<FILE>", "The grading"]],
        options: &[
            Opt { needs: "out", ..Opt::value("table", "FILE.csv", "A table with the students' ids or names, as Moodle and Canvas give it out") },
            Opt { default: "Grade", ..Opt::value("column", "TITLE", "The column for marks, by its title; or by the number that Canvas writes behind it") },
            Opt::value("points", "NUMBER", "The most that a mark can be; otherwise each exercise is one"),
            Opt { needs: "table", ..Opt::value("out", "FILE", "The filled table to write") },
            Opt::value("gradescope", "FILE", "Write a lone submission's marks as Gradescope's results.json"),
        ],
        examples: "cargo workbook gradebook ../marks.json --table ../sheet.csv --out ../filled.csv",
        ..Command::EMPTY
    },
    gradebook,
);

fn gradebook(root: &Path, line: &Line) -> Result<bool> {
    let report = Report::read(Path::new(line.words.first().context("<FILE> is missing")?))?;
    let (table, out, gradescope) = (line.path("table")?, line.path("out")?, line.path("gradescope")?);
    ensure!(table.is_some() || gradescope.is_some(), "nothing to do: name a table by --table");
    let lessons = LessonInfo::all(root)?;
    if let Some((path, out)) = table.zip(out) {
        let text = Table::open(&path, |mut table| {
            fill(&mut table.rows, line, &report, &lessons)?;
            Ok(table.text())
        })?;
        write::atomically(&out, text.as_bytes())?;
    }
    if let Some(path) = gradescope {
        let [graded] = &report.submissions[..] else {
            bail!("Gradescope grades one submission at a time, and here are {}", report.submissions.len());
        };
        let results = results(&lessons, graded);
        write::atomically(&path, format!("{results:#}\n").as_bytes())?;
    }
    Ok(true)
}

/// Writes marks and comments into a table, and prints the students and rows that were left out.
fn fill(table: &mut [Vec<String>], line: &Line, report: &Report, lessons: &[LessonInfo]) -> Result<()> {
    let head = table.first().context("it is empty")?;
    let title: String = line.get("column")?.unwrap_or_default();
    // Canvas writes a number behind a title.
    let is_wanted = |at: &usize| {
        let (words, number) = head[*at].rsplit_once(" (").unwrap_or((&head[*at], ""));
        [head[*at].trim(), words, number.trim_end_matches(')')].contains(&&*title)
    };
    let columns: Vec<usize> = (0..head.len()).filter(is_wanted).collect();
    let [column] = columns[..] else {
        let (count, all) = (columns.len(), head.join(", "));
        bail!("'{title}' is {count} columns; there are {all}. Say by --column which is for marks");
    };
    let comments = head.iter().position(|cell| cell.trim() == "Feedback comments");
    let most = line.read("points", |text| {
        // Some write a comma for the point.
        let most = text.replace(',', ".").parse().ok().filter(|most: &f64| *most > 0.0 && most.is_finite());
        most.context("it must be a number above 0")
    })?;
    let (mut found, mut excused) = (Vec::new(), Vec::new());
    for (row, graded) in owners(table, column.min(WHO), report) {
        found.push(&graded.name);
        if table[row].get(column).is_some_and(|cell| cell.trim() == "EX") {
            excused.push(&graded.name);
            continue;
        }
        for (column, words) in [(Some(column), mark(graded, most)), (comments, comment(lessons, graded))] {
            if let Some(cell) = column.and_then(|column| table[row].get_mut(column)) {
                *cell = words;
            }
        }
    }
    let how =
        most.map_or_else(|| "a point for each exercise".to_owned(), |most| format!("of at most {most}"));
    println!("Marks filled in, {how}: {}", found.len() - excused.len());
    let others = report.submissions.iter().map(|graded| &graded.name).filter(|name| !found.contains(name));
    tell("Graded, and not in the table, or not clearly", others);
    tell("Excused, and still so", excused);
    let waits = report.submissions.iter().filter(|graded| graded.exercises.iter().any(Mark::waits));
    tell("With answers to be looked at by hand, which have no point yet", waits.map(|graded| &graded.name));
    tell("Not graded yet", &report.missing);
    Ok(())
}

/// Returns the grades whose student owns a row, by the row's number.
///
/// A row is a student's if one of its first cells is an id of theirs, or ends with one as in `Participant
/// 101`, or if one is their name and no row has their id. A row that fits two students, or a student with two
/// rows, is left out.
fn owners<'r>(table: &[Vec<String>], width: usize, report: &'r Report) -> BTreeMap<usize, &'r Graded> {
    let mut owners: BTreeMap<usize, Vec<&Graded>> = BTreeMap::new();
    for graded in &report.submissions {
        let (ids, name) = (graded.ids(), words(&graded.name));
        let has_id = |cell: &str| {
            let last = cell.rsplit(' ').next();
            let number = last.filter(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
            ids.iter().any(|id| *id == cell || Some(*id) == number)
        };
        let rows = |is: &dyn Fn(&str) -> bool| {
            let rows = table.iter().enumerate().skip(1);
            let fit = rows.filter(|(_, row)| row.iter().take(width).any(|cell| is(cell.trim())));
            fit.map(|(row, _)| row).collect::<Vec<_>>()
        };
        let by_id = rows(&has_id);
        let found = if by_id.is_empty() { rows(&|cell| words(cell) == name) } else { by_id };
        if let [row] = found[..] {
            owners.entry(row).or_default().push(graded);
        }
    }
    let alone = owners.into_iter().filter(|(_, all)| all.len() == 1);
    alone.map(|(row, all)| (row, all[0])).collect()
}

/// Returns the words of a name, sorted, so that `Weber, Anna` equals `Anna Weber`.
fn words(name: &str) -> Vec<String> {
    let name = name.to_lowercase();
    let mut words: Vec<String> =
        name.split([' ', ',']).filter(|word| !word.is_empty()).map(str::to_owned).collect();
    words.sort();
    words
}

/// Returns the fraction of exercises that are right times `most`, or without `most` the points.
fn mark(graded: &Graded, most: Option<f64>) -> String {
    let part = most.map_or(1.0, |most| most / graded.out_of.max(1) as f64);
    ((100.0 * part * graded.points).round() / 100.0).to_string()
}

/// Returns a comment for Moodle, in HTML.
fn comment(lessons: &[LessonInfo], graded: &Graded) -> String {
    let titles = |mark: &Mark| {
        let known = lessons.iter().flat_map(|lesson| lesson.mistakes.data.of(mark.exercise));
        let is_its = |known: &&Mistake| mark.detail.split('+').any(|name| name == known.name.get_ref());
        known.filter(is_its).map(|known| format!(" ({})", known.title)).collect::<String>()
    };
    let told = graded.exercises.iter().filter_map(|mark| match &mark.changed {
        Some(changed) => Some(format!("{}: {} of 1 by hand", mark.exercise, changed.points)),
        None if mark.outcome == Verdict::Passed => None,
        None => Some(format!("{}: {}{}", mark.exercise, mark.outcome.words(), titles(mark))),
    });
    let tentacle = graded.tentacle.iter().map(|tentacle| format!("tentacle: {}", tentacle.words()));
    let told: Vec<String> = told.chain(tentacle).collect();
    in_points(graded) + if told.is_empty() { "" } else { "; " } + &told.join(", ")
}

fn in_points(graded: &Graded) -> String {
    format!("{} of {} points", graded.points, graded.out_of)
}

/// Returns Gradescope's `results.json`, in the form that it publishes. Its texts are no HTML.
fn results(lessons: &[LessonInfo], graded: &Graded) -> Value {
    let output = graded.unreadable.as_deref().map_or(in_points(graded) + ".", |why| {
        format!("Nothing was graded. What was handed in cannot be read: it {}\n", plain(why))
    });
    let tests = graded.exercises.iter().map(|mark| {
        let [title, words, said] = told(lessons, mark);
        json!({
            "number": mark.exercise.to_string(), "name": title, "score": mark.points(), "max_score": 1,
            "output": format!("{words}\n\n{said}").trim_end(), "visibility": "visible",
        })
    });
    let tentacle = graded.tentacle.iter().map(|tentacle| {
        json!({
            "name": "A tentacle of your own", "score": tentacle.points(), "max_score": 1,
            "output": plain(&tentacle.words()), "visibility": "visible",
        })
    });
    let tests = tests.chain(tentacle);
    json!({
        "score": graded.points, "output": output, "output_format": "text", "test_output_format": "text",
        "visibility": "visible", "tests": tests.collect::<Vec<_>>(),
    })
}

/// An exercise's title, its outcome in words, and what its check said.
fn told(lessons: &[LessonInfo], mark: &Mark) -> [String; 3] {
    let lesson = lessons.iter().find(|lesson| lesson.number == mark.exercise.lesson);
    let exercise = lesson.and_then(|lesson| lesson.exercise(mark.exercise).ok());
    let words = match (&mark.changed, exercise) {
        (Some(changed), _) => changed.words(),
        (None, Some(exercise)) if mark.outcome == Verdict::NotCompiled => {
            format!("does not compile, in {}", exercise.file.get_ref())
        }
        (None, _) => mark.outcome.words().to_owned(),
    };
    let said = if mark.said.trim().is_empty() { &mark.detail } else { &mark.said };
    let title = exercise.map_or_else(String::new, |exercise| exercise.title.clone());
    [title, plain(&words), plain(said).trim_matches('\n').to_owned()]
}

/// Returns text without control characters, which could steer a terminal.
fn plain(text: &str) -> String {
    text.chars().filter(|c| *c == '\n' || !c.is_control()).collect()
}
