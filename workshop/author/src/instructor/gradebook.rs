//! `cargo workbook gradebook`: marks in a table that a grade book has given out, and feedback in files.
//!
//! The table is the instructor's own, downloaded from Moodle or Canvas: only marks and comments are filled in, and all else
//! stays as it is, byte for byte. What a grade book would drop in silence is refused or told. Services that grade what is
//! uploaded or pushed to them get a file of [`results`].

mod results;

use crate::cli::Run;
use crate::instructor::csv::Table;
use crate::instructor::grade::MARKS;
use crate::instructor::grade::changes;
use crate::instructor::grade::marks::{Mark, Verdict};
use crate::instructor::grade::report::{Graded, Report};
use anstream::println;
use anyhow::{Context, Result, bail, ensure};
use course::command_line::{Command, Line, Opt};
use course::{Exercise, LessonInfo};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use workbook::style::{BAD, DIM};
use workbook::write;

/// The command, and what it does.
pub const GRADEBOOK: (Command, Run) = (
    Command {
        name: "gradebook",
        more: "\
FILE is what `grade --json` has written; with `--weights` there, marks are by weight. Students are found by the ids of the
roster that it was graded with, or by the numbers that Moodle and Canvas write into the names of submissions.
A mark is what is right, of what all exercises weigh, times the most that the table gives. Who is not in it keeps what
stands there.",
        words: &[["<FILE>", "The grading"]],
        options: &[
            Opt {
                needs: "out",
                excludes: &["canvas"],
                ..Opt::value("moodle", "FILE.csv", "The grading worksheet that Moodle has given out")
            },
            Opt { needs: "out", ..Opt::value("canvas", "FILE.csv", "The grade book that Canvas has exported") },
            Opt::value(
                "column",
                "TITLE",
                "The column for marks: for Canvas the assignment's number or title; for Moodle in another language than English, \
                 where it is not called Grade",
            ),
            Opt::value("points", "NUMBER", "The most that a mark can be, if the table does not say it"),
            MARKS,
            Opt::value("out", "FILE", "The filled table to write"),
            Opt::value("feedback", "DIR", "Write a file in Markdown for each student"),
            Opt::value("gradescope", "DIR", "Write Gradescope's results.json into a folder for each student"),
        ],
        examples: "cargo workbook gradebook marks.json --moodle worksheet.csv --out filled.csv --feedback feedback",
        ..Command::EMPTY
    },
    |root, line| gradebook(root, line),
);

fn gradebook(root: &Path, line: &Line) -> Result<bool> {
    let mut report = Report::read(Path::new(line.words.first().context("<FILE> is missing")?))?;
    if let Some(path) = line.path("marks")? {
        let changes = changes::read(&path)?;
        changes::tell(&report.change(&changes)?);
    }
    let lessons = LessonInfo::all(root)?;
    let (moodle, canvas) = (line.path("moodle")?, line.path("canvas")?);
    let feedback = line.path("feedback")?;
    let gradescope = line.path("gradescope")?;
    if let Some(path) = moodle.as_ref().or(canvas.as_ref()) {
        let out = line.path("out")?.context("'--out' is missing")?;
        let text = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        let name = path.display();
        let text = String::from_utf8(text).ok();
        let text = text.with_context(|| format!("{name} is not UTF-8: download it in UTF-8"))?;
        let most: Option<f64> = line.get("points")?;
        ensure!(most.is_none_or(|most| most > 0.0 && most.is_finite()), "--points must be a number above 0");
        let column: Option<String> = line.get("column")?;
        let book = Book { table: Table::read(&text)?, column, most, report: &report };
        let filled = if canvas.is_some() { book.canvas() } else { book.moodle() };
        let filled = filled.with_context(|| format!("in {name}"))?;
        write::atomically(&out, book.table.filled(&filled.cells).as_bytes())?;
        println!("{} {DIM}written, with {} marks{DIM:#}", out.display(), filled.found.len());
        filled.tell(&report);
    } else if feedback.is_none() && gradescope.is_none() {
        bail!("nothing to do: name a table by --moodle or --canvas, or what else to write, as by --feedback");
    }
    if let Some(folder) = gradescope {
        let count = results::gradescope(&folder, &lessons, &report)?;
        println!("{} {DIM}has results for {count}{DIM:#}", folder.display());
    }
    if let Some(folder) = feedback {
        let count = write_feedback(&folder, &lessons, &report, moodle.is_some())?;
        println!("{} {DIM}has feedback for {count}{DIM:#}", folder.display());
    }
    Ok(true)
}

/// A table to fill, and what to fill it with.
struct Book<'a> {
    table: Table<'a>,
    column: Option<String>,
    most: Option<f64>,
    report: &'a Report,
}

/// What is written into a table.
#[derive(Default)]
struct Filled {
    cells: BTreeMap<(usize, usize), String>,
    /// The names of the submissions that have a row.
    found: BTreeSet<String>,
    /// The rows that the grade book would not take.
    locked: Vec<String>,
}

impl Book<'_> {
    /// The worksheet of Moodle: a participant's number ends the first column, and the mark's most stands in each row.
    fn moodle(&self) -> Result<Filled> {
        let head = self.table.row(0);
        let column = |title: &str| head.iter().position(|cell| cell.trim() == title);
        let grade = self.column.as_deref().unwrap_or("Grade");
        let grade = column(grade).with_context(|| {
            format!(
                "no column is called '{grade}'; there are {}. Say by --column which is for marks",
                head.join(", ")
            )
        })?;
        let (most, comments, can) =
            (column("Maximum Grade"), column("Feedback comments"), column("Grade can be changed"));
        let mut filled = Filled::default();
        for row in 1..self.table.len() {
            let cells = self.table.row(row);
            let digits = |cell: &String| {
                let (_, digits) = cell.rsplit_once(' ')?;
                digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.to_owned())
            };
            let Some(id) = cells.first().and_then(digits) else { continue };
            let Some(graded) = self.of(&[&id]) else { continue };
            filled.found.insert(graded.name.clone());
            if can.and_then(|can| cells.get(can)).is_some_and(|can| can == "No") {
                filled.locked.push(graded.name.clone());
                continue;
            }
            let most = match most.and_then(|most| cells.get(most)).and_then(|most| number_in(most)) {
                Some(most) => self.most.unwrap_or(most),
                None => {
                    self.most.context("it does not say the most that a mark can be: say it by --points")?
                }
            };
            filled.cells.insert((row, grade), mark(graded, most));
            if let Some(comments) = comments {
                filled.cells.insert((row, comments), comment(graded));
            }
        }
        Ok(filled)
    }

    /// The grade book of Canvas: its columns stand in a fixed order, and the second row may say the points.
    fn canvas(&self) -> Result<Filled> {
        let head = self.table.row(0);
        let named = |title: &str| head.iter().position(|cell| cell.trim() == title);
        let ids: Vec<usize> =
            ["ID", "SIS User ID", "SIS Login ID"].iter().filter_map(|title| named(title)).collect();
        ensure!(
            named("Section").is_some() && !ids.is_empty(),
            "this is no export of Canvas: it lacks ID or Section"
        );
        let wanted = self
            .column
            .as_deref()
            .context("say by --column which assignment it is, by its number or title")?;
        let is_wanted = |cell: &&String| {
            let (title, number) = cell
                .rsplit_once(" (")
                .map_or((cell.as_str(), ""), |(title, rest)| (title, rest.trim_end_matches(')')));
            [cell.as_str(), title, number].contains(&wanted)
        };
        let assignments = || head.iter().skip(named("Section").unwrap_or_default() + 1);
        let columns: Vec<&String> = assignments().filter(is_wanted).collect();
        let [title] = columns[..] else {
            let all: Vec<&str> = assignments().map(String::as_str).collect();
            bail!("'{wanted}' is {} columns; there are {}", columns.len(), all.join(", "));
        };
        let column =
            named(title.trim()).or_else(|| head.iter().position(|cell| cell == title)).unwrap_or_default();
        let is_points =
            |row: &usize| self.table.row(*row).first().is_some_and(|cell| cell.contains("Points Possible"));
        let points = (1..self.table.len().min(4)).find(is_points).map(|row| self.table.row(row));
        let points = points.and_then(|row| Some(row.get(column)?.trim().to_owned()));
        ensure!(
            points.as_deref() != Some("(read only)"),
            "Canvas takes no marks in '{title}': it is read only"
        );
        let most = self.most.or_else(|| number_in(&points?));
        let most = most.context("it does not say the most that a mark can be: say it by --points")?;
        let mut filled = Filled::default();
        for row in 1..self.table.len() {
            let cells = self.table.row(row);
            let known: Vec<&str> = ids
                .iter()
                .filter_map(|id| cells.get(*id))
                .map(|id| id.trim())
                .filter(|id| !id.is_empty())
                .collect();
            if let Some(graded) = self.of(&known) {
                filled.found.insert(graded.name.clone());
                // Whoever is excused stays excused.
                match cells.get(column).is_some_and(|cell| cell.trim() == "EX") {
                    true => filled.locked.push(graded.name.clone()),
                    false => drop(filled.cells.insert((row, column), mark(graded, most))),
                }
            }
        }
        Ok(filled)
    }

    /// Whose id is one of these.
    fn of(&self, ids: &[&str]) -> Option<&Graded> {
        self.report.submissions.iter().find(|graded| graded.id().is_some_and(|id| ids.contains(&id)))
    }
}

impl Filled {
    /// Tells what was not filled in.
    fn tell(&self, report: &Report) {
        let list = |what: &str, names: Vec<&str>| {
            if !names.is_empty() {
                println!("{BAD}{what}{BAD:#}: {}", names.join(", "));
            }
        };
        let graded = || report.submissions.iter();
        let strangers = graded().map(|graded| &*graded.name).filter(|name| !self.found.contains(*name));
        list("Graded, and not in the table", strangers.collect());
        list("Not to be changed, says the table", self.locked.iter().map(String::as_str).collect());
        let waits = |graded: &&Graded| graded.exercises.iter().any(Mark::waits);
        list(
            "With answers to be looked at by hand, which have no point yet",
            graded().filter(waits).map(|graded| &*graded.name).collect(),
        );
        list("Not graded yet", report.missing.iter().map(String::as_str).collect());
    }
}

/// A number as tables have it: some write a comma before what is less than one.
fn number_in(cell: &str) -> Option<f64> {
    cell.trim().replace(',', ".").parse().ok().filter(|number: &f64| *number > 0.0 && number.is_finite())
}

/// What is right of all, times the most.
fn mark(graded: &Graded, most: f64) -> String {
    let (points, out_of) = match graded.weighted {
        Some(sum) => (f64::from(sum.points), f64::from(sum.out_of)),
        None => (f64::from(graded.points), graded.out_of as f64),
    };
    let text = format!("{:.2}", most * points / out_of.max(1.0));
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A line for Moodle's comments, which take HTML.
fn comment(graded: &Graded) -> String {
    let not_right =
        graded.exercises.iter().filter(|mark| mark.outcome != Verdict::Passed || mark.changed.is_some());
    let not_right: Vec<String> =
        not_right.map(|mark| format!("{}: {}", mark.exercise, in_a_word(mark))).collect();
    let rest = if not_right.is_empty() { String::new() } else { format!("; {}", not_right.join(", ")) };
    let weighted = graded.weighted.map_or(String::new(), |sum| format!(", {} % by weight", sum.percent()));
    format!("{}{weighted}{rest}", in_points(graded))
}

/// How many exercises are right; where a person has given a part of one, how many points that makes.
fn in_points(graded: &Graded) -> String {
    let what = if graded.points.is_whole() { "exercises are right" } else { "points" };
    format!("{} of {} {what}", graded.points, graded.out_of)
}

/// What became of an exercise, as short as it can be.
fn in_a_word(mark: &Mark) -> String {
    match &mark.changed {
        Some(changed) => format!("{} of {} by hand", changed.points, changed.out_of),
        None => match mark.outcome {
            Verdict::ByHand => "to be looked at by hand".to_owned(),
            outcome => outcome.name().replace('-', " "),
        },
    }
}

/// Writes a file for each student, and tells how many.
fn write_feedback(folder: &Path, lessons: &[LessonInfo], report: &Report, for_moodle: bool) -> Result<usize> {
    let mut paths = BTreeSet::new();
    for graded in &report.submissions {
        let path: PathBuf = match graded.id().filter(|_| for_moodle) {
            // Moodle finds the student by the number in the folder's name.
            Some(id) => format!("{}_{id}_assignsubmission_file_/feedback.md", as_file(&graded.name)).into(),
            None => format!("{}.md", file_name(graded)).into(),
        };
        ensure!(
            paths.insert(path.clone()),
            "two students' feedback would be {}: a roster with ids tells them apart",
            path.display()
        );
        write::atomically(&folder.join(path), feedback(lessons, graded).as_bytes())?;
    }
    Ok(paths.len())
}

/// What a student's file or folder is called, wherever it lies.
fn file_name(graded: &Graded) -> String {
    let name = as_file(&graded.name);
    graded.id().map_or(name.clone(), |id| format!("{name}-{}", as_file(id)))
}

fn as_file(name: &str) -> String {
    name.chars().take(60).map(|c| if c.is_alphanumeric() { c } else { '-' }).collect()
}

/// What became of each exercise, and what its check said.
fn feedback(lessons: &[LessonInfo], graded: &Graded) -> String {
    let mut text = format!("# {}\n", in_points(graded));
    if let Some(sum) = graded.weighted {
        text.push_str(&format!("\nBy weight that is {} %.\n", sum.percent()));
    }
    if let Some(why) = &graded.unreadable {
        text.push_str(&format!(
            "\nNothing was graded, since what was handed in cannot be read:\n\n{}",
            indented(&plain(why))
        ));
        if graded.exercises.iter().all(|mark| mark.changed.is_none()) {
            return text;
        }
    }
    for mark in &graded.exercises {
        text.push_str(&format!("\n## {} {}\n", mark.exercise, title(lessons, mark)));
        let [words, said] = feedback_on(lessons, mark);
        text.push_str(&format!("\n{words}\n"));
        if !said.is_empty() {
            text.push_str(&format!("\n{}", indented(&said)));
        }
    }
    text
}

/// The exercise of a mark, if the course still has it.
fn exercise<'a>(lessons: &'a [LessonInfo], mark: &Mark) -> Option<&'a Exercise> {
    lessons.iter().find(|lesson| lesson.number == mark.exercise.lesson)?.exercise(mark.exercise).ok()
}

/// An exercise's title.
fn title<'a>(lessons: &'a [LessonInfo], mark: &Mark) -> &'a str {
    exercise(lessons, mark).map_or("", |exercise| &exercise.title)
}

/// What became of an exercise in a sentence, and what its check said.
fn feedback_on(lessons: &[LessonInfo], mark: &Mark) -> [String; 2] {
    let file = exercise(lessons, mark).map_or("", |exercise| exercise.file.get_ref());
    let not_compiled = format!("It does not compile: {file}");
    let words = match mark.outcome {
        _ if mark.changed.is_some() => "A person has given the mark.",
        Verdict::Passed => "Right.",
        Verdict::Open => "Open: it is as it was given.",
        Verdict::Blocked => "An earlier exercise that it needs is not right yet.",
        Verdict::ByHand => "A person will look at it, since it does more than compute.",
        Verdict::NotCompiled => &not_compiled,
        Verdict::Missing => "There is no answer.",
        Verdict::TimedOut => "It did not end.",
        _ => "Not right yet.",
    };
    let said = match mark.outcome {
        Verdict::Passed | Verdict::Open => "",
        _ if mark.said.trim().is_empty() => &mark.detail,
        _ => &mark.said,
    };
    let changed = mark.changed.as_ref().map_or(String::new(), |changed| changed.words() + "\n\n");
    [words.to_owned(), plain(&format!("{changed}{said}")).trim_matches('\n').to_owned()]
}

/// Text without signs that steer a terminal.
fn plain(text: &str) -> String {
    text.chars().filter(|c| *c == '\n' || !c.is_control()).collect()
}

/// Lines that Markdown shows as they are, whatever is in them.
fn indented(text: &str) -> String {
    text.lines().map(|line| format!("    {line}\n")).collect()
}
