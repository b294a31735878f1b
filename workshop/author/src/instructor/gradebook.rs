//! `cargo workbook gradebook`: marks in a table that a grade book has given out, or in Gradescope's form.
//!
//! The table is the instructor's own, downloaded from Moodle or Canvas: only marks and comments are filled in. The
//! output names any mark that a grade book would drop in silence.

use crate::cli::Run;
use crate::instructor::csv::Table;
use crate::instructor::grade::marks::{Mark, Verdict};
use crate::instructor::grade::report::{Graded, Report, tell};
use anstream::println;
use anyhow::{Context, Result, bail, ensure};
use course::LessonInfo;
use course::command_line::{Command, Line, Opt};
use serde_json::{Value, json};
use std::path::Path;
use workbook::write;

/// The command, and what it does.
pub const GRADEBOOK: (Command, Run) = (
    Command {
        name: "gradebook",
        more: "\
FILE is what `grade --json` has written. Students are found by the ids of its roster, by the numbers that Moodle and
Canvas write into the names of submissions, or by names that nobody shares. A mark is the right part of all exercises,
times the most that the table gives. Who is not in it keeps what stands there.",
        words: &[["<FILE>", "The grading"]],
        options: &[
            Opt { needs: "out", ..Opt::value("table", "FILE.csv", "Moodle's grading worksheet, or Canvas' exported grade book") },
            Opt { default: "Grade", ..Opt::value("column", "TITLE", "The column for marks; for Canvas the assignment's number or title") },
            Opt::value("points", "NUMBER", "The most that a mark can be, if the table does not say it"),
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
    if let Some((path, out)) = table.zip(out) {
        let text = Table::open(&path, |mut table| {
            let layout = Layout::of(&table.rows, line)?;
            fill(&mut table.rows, &layout, &report)?;
            Ok(table.text())
        })?;
        write::atomically(&out, text.as_bytes())?;
    }
    if let Some(path) = gradescope {
        let [graded] = &report.submissions[..] else {
            bail!("Gradescope grades one submission at a time, and here are {}", report.submissions.len());
        };
        let results = results(&LessonInfo::all(root)?, graded);
        write::atomically(&path, format!("{results:#}\n").as_bytes())?;
    }
    Ok(true)
}

/// The places of things in a table.
struct Layout {
    /// True for Canvas, which has a column for the section.
    of_canvas: bool,
    /// Number of the first columns, which have the names and the ids.
    who: usize,
    mark: usize,
    /// The most that a mark can be; else a column says it.
    most: Option<f64>,
    maximum: Option<usize>,
    comments: Option<usize>,
}

impl Layout {
    /// Moodle's worksheet says in each row the most, and Canvas' grade book in one of its first rows. There names and ids are
    /// before the section, and assignments after it.
    fn of(rows: &[Vec<String>], line: &Line) -> Result<Self> {
        let column: String = line.get("column")?.unwrap_or_default();
        let head = rows.first().context("it is empty")?;
        let named = |title: &str| head.iter().position(|cell| cell.trim() == title);
        let section = named("Section");
        let first = section.map_or(0, |section| section + 1);
        let is_wanted = |at: &usize| {
            let (title, number) = head[*at].rsplit_once(" (").unwrap_or((&head[*at], ""));
            [head[*at].trim(), title, number.trim_end_matches(')')].contains(&&*column)
        };
        let columns: Vec<usize> = (first..head.len()).filter(is_wanted).collect();
        let [mark] = columns[..] else {
            let (count, all) = (columns.len(), head[first..].join(", "));
            bail!("'{column}' is {count} columns; there are {all}. Say by --column which is for marks");
        };
        let says = rows.iter().take(4).find(|cells| cells[0].contains("Points Possible"));
        let says = says.and_then(|cells| cells.get(mark)).map_or("", |cell| cell.trim());
        ensure!(says != "(read only)", "Canvas takes no marks in '{}': it is read only", head[mark]);
        let points = line.read("points", |points| number_in(points).context("it must be above 0"))?;
        Ok(Self {
            of_canvas: section.is_some(),
            who: section.unwrap_or(2),
            mark,
            most: points.or_else(|| number_in(says)),
            maximum: named("Maximum Grade"),
            comments: named("Feedback comments"),
        })
    }
}

/// Fills a table in, and tells what was not filled in. A row is a student's if it has one of their ids; or their name, if
/// nobody shares it and no row has their id.
fn fill(table: &mut [Vec<String>], layout: &Layout, report: &Report) -> Result<()> {
    let (mut found, mut excused) = (Vec::new(), Vec::new());
    let rows = table.to_vec();
    let cell = |row: usize, at: usize| rows[row].get(at).map_or("", |cell| cell.trim());
    let name = usize::from(!layout.of_canvas);
    let names: Vec<_> = (0..rows.len()).map(|row| words(cell(row, name))).collect();
    let has_id = |graded: &Graded, row: usize| {
        let own = graded.student.as_ref().map(|one| if layout.of_canvas { &one.canvas } else { &one.moodle });
        let own = own.filter(|id| !id.is_empty()).map(String::as_str).or(graded.id());
        let is_own = |at| at != name && cell(row, at).rsplit(' ').next() == own;
        own.is_some() && (0..layout.who).any(is_own)
    };
    for row in 1..rows.len() {
        let only = |is: &dyn Fn(&Graded) -> bool| {
            let mut all = report.submissions.iter().filter(|graded| is(graded));
            all.next().filter(|_| all.next().is_none())
        };
        let is_shared = names.iter().filter(|name| **name == names[row]).count() > 1;
        let is_called = |graded: &Graded| {
            let is_elsewhere = || (1..rows.len()).any(|row| has_id(graded, row));
            !is_shared && words(&graded.name) == names[row] && !is_elsewhere()
        };
        let Some(graded) = only(&|graded| has_id(graded, row)).or_else(|| only(&is_called)) else { continue };
        found.push(&graded.name);
        if layout.of_canvas && cell(row, layout.mark) == "EX" {
            excused.push(&graded.name);
            continue;
        }
        let most = layout.most.or_else(|| number_in(cell(row, layout.maximum?)));
        let most = most.context("it does not say the most that a mark can be: say it by --points")?;
        let filled = [(Some(layout.mark), mark(graded, most)), (layout.comments, comment(graded))];
        for (column, words) in filled {
            if let Some(cell) = column.and_then(|column| table[row].get_mut(column)) {
                *cell = words;
            }
        }
    }
    println!("Marks filled in: {}", found.len() - excused.len());
    let others = report.submissions.iter().map(|graded| &graded.name).filter(|name| !found.contains(name));
    tell("Graded, and not in the table", others);
    tell("Excused, and still so", excused);
    let waits = report.submissions.iter().filter(|graded| graded.exercises.iter().any(Mark::waits));
    tell("With answers to be looked at by hand, which have no point yet", waits.map(|graded| &graded.name));
    tell("Not graded yet", &report.missing);
    Ok(())
}

/// The words of a name in the order of their letters: `Weber, Anna` is `Anna Weber`.
fn words(name: &str) -> Vec<String> {
    let name = name.to_lowercase();
    let mut words: Vec<String> =
        name.split([' ', ',']).filter(|word| !word.is_empty()).map(str::to_owned).collect();
    words.sort();
    words
}

/// A number as tables have it: some write a comma before what is less than one.
fn number_in(cell: &str) -> Option<f64> {
    cell.trim().replace(',', ".").parse().ok().filter(|number: &f64| *number > 0.0 && number.is_finite())
}

/// The right part of all, times the most.
fn mark(graded: &Graded, most: f64) -> String {
    let hundredths = (100.0 * most * graded.points / graded.out_of.max(1) as f64).round();
    (hundredths / 100.0).to_string()
}

/// A line for Moodle's comments, which take HTML.
fn comment(graded: &Graded) -> String {
    let told = graded.exercises.iter().filter_map(|mark| match &mark.changed {
        Some(changed) => Some(format!("{}: {} of 1 by hand", mark.exercise, changed.points)),
        None if mark.outcome == Verdict::Passed => None,
        None => Some(format!("{}: {}", mark.exercise, mark.outcome.words())),
    });
    let told: Vec<String> = told.collect();
    in_points(graded) + if told.is_empty() { "" } else { "; " } + &told.join(", ")
}

fn in_points(graded: &Graded) -> String {
    format!("{} of {} points", graded.points, graded.out_of)
}

/// Gradescope's `results.json`, in the form that it has published. Its texts are no HTML.
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

/// Text without signs that steer a terminal.
fn plain(text: &str) -> String {
    text.chars().filter(|c| *c == '\n' || !c.is_control()).collect()
}
