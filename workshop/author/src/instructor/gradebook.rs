//! `cargo workbook gradebook`: writes marks and comments into Moodle's grading worksheet, and names who is left out.

use crate::cli::Run;
use crate::instructor::csv::Table;
use crate::instructor::grade::marks::{Mark, Verdict};
use crate::instructor::grade::report::{Graded, Report, tell};
use anstream::println;
use anyhow::{Context, Result, ensure};
use course::LessonInfo;
use course::command_line::{Command, Line, Opt};
use std::path::Path;
use workbook::write;

pub const GRADEBOOK: (Command, Run) = (
    Command {
        name: "gradebook",
        more: "\
FILE is what `grade` has written. A row of the worksheet is a submission's by its Identifier, whose number Moodle writes
into the submission's name too. Who is not in it keeps what is there.",
        words: &[["<FILE>", "The grading"]],
        options: &[
            Opt { needs: "out", ..Opt::value("table", "FILE.csv", "The worksheet, as Moodle gives it out") },
            Opt::value("out", "FILE", "The filled worksheet to write"),
            Opt {
                default: "Grade",
                ..Opt::value("column", "TITLE", "The column for marks, as it is called in your language")
            },
            Opt::value("points", "NUMBER", "The most that a mark can be; otherwise each exercise is one"),
        ],
        examples: "cargo workbook gradebook ../class/grades.json --table ../sheet.csv --out ../filled.csv",
        ..Command::EMPTY
    },
    |root, line| {
        let report = Report::read(Path::new(line.words.first().context("<FILE> is missing")?))?;
        let table = line.path("table")?.context("nothing to do: name a table by --table")?;
        let out = line.path("out")?.context("--out is missing")?;
        let text = Table::open(&table, |table| fill(table, line, &report, &LessonInfo::all(root)?))?;
        write::atomically(&out, text.as_bytes())?;
        Ok(true)
    },
);

/// Returns the worksheet with marks and comments, and prints who is in none of its rows.
fn fill(mut table: Table, line: &Line, report: &Report, lessons: &[LessonInfo]) -> Result<String> {
    let mark = table.column(&line.get::<String>("column")?.unwrap_or_default())?;
    let comment = table.column("Feedback comments").ok();
    let most: Option<f64> = line.get("points")?;
    ensure!(most.is_none_or(|most| most > 0.0 && most.is_finite()), "--points must be a number above 0");
    let mut found = Vec::new();
    // The first cell is `Participant 12345`, or so in another language.
    for row in table.rows.iter_mut().skip(1) {
        let number = row.first().and_then(|cell| cell.trim().rsplit(' ').next()).unwrap_or_default();
        let mut own = report.submissions.iter().filter(|one| one.id() == Some(number));
        let (Some(graded), None) = (own.next(), own.next()) else { continue };
        found.push(&graded.name);
        let points = most.map_or(1.0, |most| most / graded.out_of.max(1) as f64) * graded.points;
        let words = [((100.0 * points).round() / 100.0).to_string(), words(lessons, graded)];
        for (column, words) in [Some(mark), comment].into_iter().zip(words) {
            if let Some(cell) = column.and_then(|column| row.get_mut(column)) {
                *cell = words;
            }
        }
    }
    println!("Marks filled in: {}", found.len());
    let others = report.submissions.iter().map(|graded| &graded.name).filter(|name| !found.contains(name));
    tell("Graded, and not in the table, or not clearly", others);
    let waits = |mark: &Mark| mark.outcome == Verdict::ByHand && mark.changed.is_none();
    let waits = report.submissions.iter().filter(|graded| graded.exercises.iter().any(waits));
    tell("With answers to be looked at by hand, which have no point yet", waits.map(|graded| &graded.name));
    tell("Not graded yet", &report.missing);
    Ok(table.text())
}

/// Returns a comment: the points, and why there aren't more, with the titles of mistakes. It's HTML there.
fn words(lessons: &[LessonInfo], graded: &Graded) -> String {
    let all = lessons.iter().flat_map(|lesson| &lesson.mistakes.data.all);
    let title = |mark: &Mark| {
        let its = all.clone().filter(|one| {
            *one.exercise.get_ref() == mark.exercise
                && mark.detail.split('+').any(|name| name == one.name.get_ref())
        });
        its.map(|one| format!(" ({})", one.title)).collect::<String>()
    };
    let told: Vec<String> =
        graded.told(title).map(|told| told.replace('&', "&amp;").replace('<', "&lt;")).collect();
    let told = if told.is_empty() { String::new() } else { format!("; {}", told.join("; ")) };
    format!("{} of {} points{told}", graded.points, graded.out_of)
}
