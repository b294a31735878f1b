//! `cargo workbook gradebook`: marks in a table that a grade book has given out, and feedback in files.
//!
//! The table is the instructor's own, downloaded from Moodle or Canvas: only marks and comments are filled in. The
//! output names any mark that a grade book would drop in silence.

use crate::cli::Run;
use crate::instructor::csv::Table;
use crate::instructor::grade::marks::{Mark, Verdict};
use crate::instructor::grade::report::{Graded, Report, short, tell};
use anstream::println;
use anyhow::{Context, Result, bail, ensure};
use course::command_line::{Command, Line, Opt};
use course::{Exercise, LessonInfo};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use workbook::style::DIM;
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
            Opt {
                needs: "out",
                ..Opt::value(
                    "table",
                    "FILE.csv",
                    "The grading worksheet that Moodle has given out, or the grade book that Canvas has exported",
                )
            },
            Opt {
                default: "Grade",
                ..Opt::value(
                    "column",
                    "TITLE",
                    "The column for marks: for Canvas the assignment's number or title; for Moodle what Grade is called in \
                     your language",
                )
            },
            Opt::value("points", "NUMBER", "The most that a mark can be, if the table does not say it"),
            Opt { needs: "table", ..Opt::value("out", "FILE", "The filled table to write") },
            Opt::value("feedback", "DIR", "Write a file in Markdown for each student"),
            Opt::value("gradescope", "DIR", "Write Gradescope's results.json into a folder for each student"),
        ],
        examples: "cargo workbook gradebook ../marks.json --table ../sheet.csv --out ../filled.csv --feedback ../feedback",
        ..Command::EMPTY
    },
    gradebook,
);

fn gradebook(root: &Path, line: &Line) -> Result<bool> {
    let report = Report::read(Path::new(line.words.first().context("<FILE> is missing")?))?;
    let lessons = LessonInfo::all(root)?;
    let (feedback, gradescope) = (line.path("feedback")?, line.path("gradescope")?);
    let mut numbers = BTreeMap::new();
    if let (Some(path), Some(out)) = (line.path("table")?, line.path("out")?) {
        let mut table = Table::open(&path)?;
        let column: String = line.get("column")?.unwrap_or_default();
        let points: Option<f64> = line.get("points")?;
        ensure!(
            points.is_none_or(|most| most > 0.0 && most.is_finite()),
            "--points must be a number above 0"
        );
        let mut fill = || -> Result<_> {
            let layout = Layout::of(&table, &column, points)?;
            Ok((fill(&mut table, &layout, &report)?, layout.of_canvas))
        };
        let (filled, of_canvas) = fill().with_context(|| format!("in {}", path.display()))?;
        write::atomically(&out, table.text().as_bytes())?;
        println!(
            "{} {DIM}written, with {} marks{DIM:#}",
            out.display(),
            filled.found.len() - filled.locked.len()
        );
        filled.tell(&report);
        if !of_canvas {
            numbers = filled.found;
        }
    } else if feedback.is_none() && gradescope.is_none() {
        bail!("nothing to do: name a table by --table, or what else to write, as by --feedback");
    }
    if let Some(folder) = gradescope {
        write_each(&folder, &report, |graded| {
            let name = file_name(graded) + "/results.json";
            (name, format!("{:#}\n", results(&lessons, graded)))
        })?;
    }
    if let Some(folder) = feedback {
        write_each(&folder, &report, |graded| {
            // Moodle finds the student by the number in the folder's name.
            let name = match numbers.get(&*graded.name) {
                Some(number) => {
                    format!("{}_{number}_assignsubmission_file_/feedback.md", as_file(&graded.name))
                }
                None => file_name(graded) + ".md",
            };
            (name, feedback_for(&lessons, graded))
        })?;
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
    /// The most that a mark can be, or the column that says it.
    most: Result<f64, usize>,
    comments: Option<usize>,
    /// A column, and the word in it with which the grade book takes no mark.
    locked: Option<(usize, &'static str)>,
}

impl Layout {
    /// Moodle's worksheet says in each row the most, and Canvas' grade book in one of its first rows. There names and ids are
    /// before the section, and assignments after it.
    fn of(table: &Table, column: &str, points: Option<f64>) -> Result<Self> {
        let head = table.row(0);
        let named = |title: &str| head.iter().position(|cell| cell.trim() == title);
        let section = named("Section");
        let first = section.map_or(0, |section| section + 1);
        let is_wanted = |at: &usize| {
            let (title, number) = head[*at].rsplit_once(" (").unwrap_or((&head[*at], ""));
            [head[*at].trim(), title, number.trim_end_matches(')')].contains(&column)
        };
        let columns: Vec<usize> = (first..head.len()).filter(is_wanted).collect();
        let [mark] = columns[..] else {
            let (count, all) = (columns.len(), head[first..].join(", "));
            bail!("'{column}' is {count} columns; there are {all}. Say by --column which is for marks");
        };
        let rows = (1..table.len().min(4)).map(|row| table.row(row));
        let says = rows.filter(|cells| cells[0].contains("Points Possible"));
        let says = says.filter_map(|cells| cells.get(mark).cloned()).next().unwrap_or_default();
        ensure!(says.trim() != "(read only)", "Canvas takes no marks in '{}': it is read only", head[mark]);
        let said = points.or_else(|| number_in(&says)).map(Ok);
        Ok(Self {
            of_canvas: section.is_some(),
            who: section.unwrap_or(2),
            mark,
            most: said.or_else(|| named("Maximum Grade").map(Err)).context(NO_MOST)?,
            comments: named("Feedback comments"),
            // An excused student stays excused.
            locked: match named("Grade can be changed") {
                Some(column) => Some((column, "No")),
                None => section.map(|_| (mark, "EX")),
            },
        })
    }
}

const NO_MOST: &str = "it does not say the most that a mark can be: say it by --points";

/// The rows that were filled in.
#[derive(Default)]
struct Filled<'a> {
    /// The submissions that have a row, by name, with the number in it.
    found: BTreeMap<&'a str, String>,
    /// Those in whose rows the grade book would not take a mark.
    locked: Vec<&'a String>,
}

/// Fills a table in. A row is a student's if it has one of their ids; or their name, if nobody shares it and no row has
/// their id.
fn fill<'a>(table: &mut Table, layout: &Layout, report: &'a Report) -> Result<Filled<'a>> {
    let mut filled = Filled::default();
    let rows: Vec<Vec<String>> = (0..table.len()).map(|row| table.row(row)).collect();
    let cell = |row: usize, at: usize| rows[row].get(at).map_or("", |cell| cell.trim());
    let number = |row: usize, at: usize| cell(row, at).rsplit(' ').next().unwrap_or_default();
    let name = usize::from(!layout.of_canvas);
    let names: Vec<_> = (0..rows.len()).map(|row| words(cell(row, name))).collect();
    let has_id = |graded: &Graded, row: usize| {
        let own = graded.student.as_ref().map(|one| if layout.of_canvas { &one.canvas } else { &one.moodle });
        let own = own.filter(|id| !id.is_empty()).map(String::as_str).or(graded.id());
        own.is_some_and(|own| (0..layout.who).any(|at| at != name && number(row, at) == own))
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
        filled.found.insert(&graded.name, number(row, 0).to_owned());
        if layout.locked.is_some_and(|(column, word)| cell(row, column) == word) {
            filled.locked.push(&graded.name);
            continue;
        }
        let most = layout.most.or_else(|column| number_in(cell(row, column)).context(NO_MOST))?;
        table.fill(row, layout.mark, &mark(graded, most));
        layout.comments.iter().for_each(|column| table.fill(row, *column, &comment(graded)));
    }
    Ok(filled)
}

impl Filled<'_> {
    /// Tells what was not filled in.
    fn tell(&self, report: &Report) {
        let told = |is: &dyn Fn(&Graded) -> bool| -> Vec<String> {
            report.submissions.iter().filter(|graded| is(graded)).map(|graded| short(&graded.name)).collect()
        };
        tell("Graded, and not in the table", told(&|graded| !self.found.contains_key(&*graded.name)));
        tell("Not to be changed, says the table", told(&|graded| self.locked.contains(&&graded.name)));
        let waits = |graded: &Graded| graded.exercises.iter().any(Mark::waits);
        tell("With answers to be looked at by hand, which have no point yet", told(&waits));
        tell("Not graded yet", report.missing.iter().map(|name| short(name)));
    }
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
    let told = |mark: &&Mark| mark.outcome != Verdict::Passed || mark.changed.is_some();
    let words = |mark: &Mark| match &mark.changed {
        Some(changed) => format!("{}: {} of 1 by hand", mark.exercise, changed.points),
        None if mark.waits() => format!("{}: to be looked at by hand", mark.exercise),
        None => format!("{}: {}", mark.exercise, mark.outcome.name().replace('-', " ")),
    };
    let told: Vec<String> = graded.exercises.iter().filter(told).map(words).collect();
    let rest = if told.is_empty() { String::new() } else { format!("; {}", told.join(", ")) };
    in_points(graded) + &rest
}

fn in_points(graded: &Graded) -> String {
    format!("{} of {} points", graded.points, graded.out_of)
}

/// Writes a file for each submission, unless older ones would be left beside them.
fn write_each(folder: &Path, report: &Report, file: impl Fn(&Graded) -> (String, String)) -> Result<()> {
    let mut files = BTreeMap::new();
    for graded in &report.submissions {
        let (path, text) = file(graded);
        let twice = format!("two students would get {path}: a roster with ids tells them apart");
        ensure!(files.insert(path, text).is_none(), twice);
    }
    for entry in std::fs::read_dir(folder).into_iter().flatten() {
        let name = entry.with_context(|| format!("cannot list {}", folder.display()))?.file_name();
        let is_new = files.keys().any(|path| Path::new(path).iter().next() == Some(&name));
        let folder = folder.display();
        ensure!(is_new, "{folder} holds {}, which is of nobody here: name a new folder", name.display());
    }
    for (path, text) in &files {
        write::atomically(&folder.join(path), text.as_bytes())?;
    }
    println!("{} {DIM}has files for {}{DIM:#}", folder.display(), files.len());
    Ok(())
}

/// The name of a student's file or folder, whatever is in their own.
fn file_name(graded: &Graded) -> String {
    let name = as_file(&graded.name);
    graded.id().map_or(name.clone(), |id| format!("{name}-{}", as_file(id)))
}

fn as_file(name: &str) -> String {
    name.chars().take(60).map(|c| if c.is_alphanumeric() { c } else { '-' }).collect()
}

/// A file that says of each exercise how it went, and what its check said.
fn feedback_for(lessons: &[LessonInfo], graded: &Graded) -> String {
    let mut text = format!("# {}\n", in_points(graded));
    text.extend(graded.unreadable.iter().map(|why| format!("\n{}", unreadable(why))));
    for mark in &graded.exercises {
        let (title, [words, said]) = (title(lessons, mark), told(lessons, mark));
        text += &format!("\n## {} {title}\n\n{words}\n", mark.exercise);
        // Markdown shows it as it is, whatever is in it.
        let lines: String = said.lines().map(|line| format!("    {line}\n")).collect();
        text += &if lines.is_empty() { lines } else { format!("\n{lines}") };
    }
    text
}

/// Gradescope's `results.json`, in the form that it has published. Its texts are no HTML.
fn results(lessons: &[LessonInfo], graded: &Graded) -> Value {
    let output = graded.unreadable.as_deref().map_or(in_points(graded) + ".", unreadable);
    let tests = graded.exercises.iter().map(|mark| {
        json!({
            "number": mark.exercise.to_string(), "name": title(lessons, mark), "score": mark.points(), "max_score": 1,
            "output": told(lessons, mark).join("\n\n").trim_end(), "visibility": "visible",
        })
    });
    json!({
        "score": graded.points, "output": output, "output_format": "text", "test_output_format": "text",
        "visibility": "visible", "tests": tests.collect::<Vec<_>>(),
    })
}

fn unreadable(why: &str) -> String {
    format!("Nothing was graded. What was handed in cannot be read: it {}\n", plain(why))
}

/// The exercise of a mark, if the course still has it.
fn exercise<'a>(lessons: &'a [LessonInfo], mark: &Mark) -> Option<&'a Exercise> {
    lessons.iter().find(|lesson| lesson.number == mark.exercise.lesson)?.exercise(mark.exercise).ok()
}

fn title<'a>(lessons: &'a [LessonInfo], mark: &Mark) -> &'a str {
    exercise(lessons, mark).map_or("", |exercise| &exercise.title)
}

/// The outcome of an exercise in a sentence, and what its check said.
fn told(lessons: &[LessonInfo], mark: &Mark) -> [String; 2] {
    let file = exercise(lessons, mark).map_or("", |exercise| exercise.file.get_ref());
    let words = match mark.outcome {
        _ if mark.changed.is_some() => "A person has given the mark.",
        Verdict::Passed => "Right.",
        Verdict::Open => "Open: it is as it was given.",
        Verdict::Blocked => "An earlier exercise that it needs is not right yet.",
        Verdict::ByHand => "A person will look at it, since it does more than compute.",
        Verdict::NotCompiled => &format!("It does not compile: {file}"),
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
