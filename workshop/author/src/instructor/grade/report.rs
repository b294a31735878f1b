//! Writes grades as a table, as JSON and as CSV.

use crate::instructor::csv;
use crate::instructor::grade::marks::{Change, Mark, Verdict};
use crate::instructor::grade::submissions::{printable, short};
use anstream::println;
use anyhow::{Context, Result, ensure};
use course::{Exercise, Id, LessonInfo};
use serde::{Deserialize, Serialize};
use std::path::Path;
use workbook::style::{BAD, DIM, GOOD, HEADING};
use workbook::write;

/// The version of the JSON report's form, raised when an old reader would misread a new one.
pub const VERSION: u32 = 2;

/// The characters of a name that a row of the table has room for.
const NAME: usize = 40;

/// The grades of a class.
#[derive(Deserialize, Serialize)]
pub struct Report {
    pub version: u32,
    /// The lessons' folder names.
    pub lessons: Vec<String>,
    /// The seed of the questions that no student sees.
    pub seed: u64,
    /// The grades of the submissions, sorted by name.
    pub submissions: Vec<Graded>,
    /// The files in the folder that are no submissions.
    pub others: Vec<String>,
    /// The submissions that are not graded yet, as the tool was stopped.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<String>,
    /// True if there was a box around each submission.
    pub boxed: bool,
}

impl Report {
    /// Reads a report that `grade` has written.
    pub fn read(path: &Path) -> Result<Self> {
        let name = path.display();
        let text = std::fs::read(path).with_context(|| format!("cannot read {name}"))?;
        let report: Option<Self> = serde_json::from_slice(&text).ok();
        report.filter(|report| report.version == VERSION).with_context(|| {
            format!("{name} is no report that this tool reads, of version {VERSION}: grade once more, with the same --seed")
        })
    }

    pub fn write(&self, path: &Path) -> Result<()> {
        write::atomically(path, &[&serde_json::to_vec_pretty(self)?[..], b"\n"].concat())
    }

    /// Adds a submission's grades at their place by name.
    pub fn add(&mut self, graded: Graded) {
        self.missing.retain(|name| *name != graded.name);
        self.submissions.push(graded);
        self.submissions.sort_by(|a, b| a.name.cmp(&b.name));
    }

    /// Replaces earlier changes of marks by these, and returns a line for each that fits no submission.
    pub fn change(&mut self, changes: &[Change]) -> Result<Vec<String>> {
        let marks = self.submissions.iter_mut().flat_map(|graded| &mut graded.exercises);
        marks.for_each(|mark| mark.changed = None);
        let mut strangers = Vec::new();
        for change in changes {
            let is_theirs = |graded: &&mut Graded| {
                graded.name == change.student || graded.id().is_some_and(|id| id == change.student)
            };
            let mut theirs: Vec<&mut Graded> = self.submissions.iter_mut().filter(is_theirs).collect();
            ensure!(theirs.len() < 2, "{} is of {} submissions: say the id", change.student, theirs.len());
            let mut marks = theirs.iter_mut().flat_map(|graded| &mut graded.exercises);
            match marks.find(|mark| mark.exercise == change.exercise) {
                Some(mark) => mark.changed = Some(change.changed.clone()),
                None => strangers.push(format!("{} {}", change.student, change.exercise)),
            }
        }
        for graded in &mut self.submissions {
            graded.points = Mark::sum(&graded.exercises);
        }
        Ok(strangers)
    }
}

/// The grades of one submission.
#[derive(Deserialize, Serialize)]
pub struct Graded {
    /// The submission's name.
    pub name: String,
    /// A hash of all that its marks depend on.
    pub number: u64,
    /// The points of all exercises together.
    pub points: f64,
    /// The most points that there are.
    pub out_of: usize,
    /// The reason why nothing could be graded, if so.
    pub unreadable: Option<String>,
    pub exercises: Vec<Mark>,
    pub notes: Vec<String>,
}

impl Graded {
    /// Returns the grades from a submission's marks and remarks, or from the reason why there are none. Whatever its program
    /// or the compiler said becomes printable here, so that nobody writes on the instructor's terminal.
    pub fn new(
        name: &str,
        number: u64,
        outcomes: Result<(Vec<Mark>, Vec<String>), String>,
        exercises: &[(Id, String)],
    ) -> Self {
        let (mut exercises, mut notes, unreadable) = match outcomes {
            Ok((marks, notes)) => (marks, notes, None),
            Err(why) => {
                let none = |(id, _): &_| Mark::new(*id, Verdict::Missing, "nothing could be read");
                (exercises.iter().map(none).collect::<Vec<_>>(), Vec::new(), Some(printable(&why)))
            }
        };
        for words in exercises.iter_mut().map(|mark| &mut mark.detail).chain(&mut notes) {
            *words = printable(words);
        }
        for said in exercises.iter_mut().map(|mark| &mut mark.said) {
            *said = said.split('\n').map(printable).collect::<Vec<_>>().join("\n");
        }
        let (points, out_of) = (Mark::sum(&exercises), exercises.len());
        Self { name: name.to_owned(), number, points, out_of, unreadable, exercises, notes }
    }

    /// Returns the grades for some exercises, if all of them are marks that another grading would give too.
    pub fn only(&self, exercises: &[(Id, String)]) -> Option<Self> {
        let mark = |(id, _): &(Id, String)| {
            let known = self.exercises.iter().find(|mark| mark.exercise == *id);
            known.filter(|mark| !mark.outcome.is_passing()).cloned()
        };
        let marks = exercises.iter().map(mark).collect::<Option<Vec<_>>>()?;
        Some(Self::new(&self.name, self.number, Ok((marks, self.notes.clone())), exercises))
    }

    /// Returns the number by which Moodle knows a submission, which its name has before `assignsubmission`.
    pub fn id(&self) -> Option<&str> {
        let (before, _) = self.name.split_once("_assignsubmission_")?;
        let number = before.rsplit('_').next()?;
        Some(number).filter(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
    }

    /// Returns why it has no point, if nothing could be read; or the outcome of each exercise that isn't right, with `more` on
    /// its mark.
    pub fn told(&self, more: impl Fn(&Mark) -> String) -> impl Iterator<Item = String> {
        let why = self.unreadable.iter().map(|why| format!("nothing was graded, since it {why}"));
        let is_told = |mark: &&Mark| {
            self.unreadable.is_none() && (mark.changed.is_some() || mark.outcome != Verdict::Passed)
        };
        let told = self.exercises.iter().filter(is_told);
        why.chain(told.map(move |mark| format!("{}: {}{}", mark.exercise, mark.words(), more(mark))))
    }

    /// Returns the name and the points, as in `Ada 2/3`.
    pub fn words(&self) -> String {
        format!("{} {}/{}", short(&self.name, NAME), self.points, self.out_of)
    }

    /// Returns the points in a lesson, and its number of exercises.
    fn of_lesson(&self, number: u8) -> (f64, usize) {
        let own = || self.exercises.iter().filter(|mark| mark.exercise.lesson == number);
        (Mark::sum(own()), own().count())
    }
}

/// Prints a line with names, if there are any.
pub fn tell(what: &str, names: impl IntoIterator<Item: AsRef<str>>) {
    let names: Vec<String> = names.into_iter().map(|name| short(name.as_ref(), NAME)).collect();
    if !names.is_empty() {
        println!("{BAD}{what} ({}){BAD:#}: {}", names.len(), names.join(", "));
    }
}

/// Prints the table, and below it the remarks on each submission.
pub fn print(lessons: &[&LessonInfo], report: &Report) {
    let Report { submissions: all, others, missing, seed, boxed, .. } = report;
    let widest =
        all.iter().map(|graded| short(&graded.name, NAME).chars().count()).max().unwrap_or(0).max(10);
    let head: String = lessons.iter().map(|lesson| format!("     {:02}", lesson.number)).collect();
    println!("{HEADING}{:widest$}{head}   points{HEADING:#}", "submission");
    for graded in all {
        let cells: String = lessons.iter().map(|lesson| cell(graded.of_lesson(lesson.number))).collect();
        let points = format!("{}/{}", graded.points, graded.out_of);
        println!("{:widest$}{cells}  {HEADING}{points:>7}{HEADING:#}", short(&graded.name, NAME));
    }
    println!("{DIM}Each exercise was asked further questions, drawn with --seed {seed}.{DIM:#}");
    tell("Not graded yet", missing);
    tell("Neither a folder nor an archive, so left out", others);
    if !boxed {
        println!("{BAD}There was no box around a submission{BAD:#}.");
    }
    all.iter().for_each(print_details);
}

fn cell((points, all): (f64, usize)) -> String {
    let style = match points {
        _ if points >= all as f64 => GOOD,
        _ if points <= 0.0 => DIM,
        _ => HEADING,
    };
    format!("  {style}{:>5}{style:#}", format!("{points}/{all}"))
}

fn print_details(graded: &Graded) {
    let told = |mark: &&Mark| {
        mark.changed.is_some() || !matches!(mark.outcome, Verdict::Passed | Verdict::Open | Verdict::Missing)
    };
    let mut told = graded.exercises.iter().filter(told).peekable();
    if told.peek().is_none() && graded.notes.is_empty() && graded.unreadable.is_none() {
        return;
    }
    println!("\n{HEADING}{}{HEADING:#}", short(&graded.name, NAME));
    if let Some(why) = &graded.unreadable {
        println!("  {BAD}nothing was graded{BAD:#}: it {why}");
    }
    for mark in told {
        println!("  {}  {}", mark.exercise, mark.words());
    }
    for note in &graded.notes {
        println!("  {DIM}note{DIM:#}   {note}");
    }
}

/// Returns a row for each submission: its name, its number in Moodle, its points, and each exercise's outcome.
pub fn csv(lessons: &[&LessonInfo], report: &Report) -> String {
    let mut head = ["submission", "id", "points", "out of"].map(str::to_owned).to_vec();
    head.extend(lessons.iter().map(|lesson| format!("lesson {:02}", lesson.number)));
    let exercises: Vec<Id> = lessons.iter().flat_map(|lesson| lesson.exercises()).map(Exercise::id).collect();
    head.extend(exercises.iter().map(Id::to_string));
    head.push("notes".to_owned());
    let width = head.len();
    let mut rows = vec![head];
    for graded in &report.submissions {
        let mut row = vec![graded.name.clone(), graded.id().unwrap_or_default().to_owned()];
        row.extend([graded.points.to_string(), graded.out_of.to_string()]);
        row.extend(lessons.iter().map(|lesson| graded.of_lesson(lesson.number).0.to_string()));
        let mark = |id: &Id| graded.exercises.iter().find(|mark| mark.exercise == *id);
        row.extend(exercises.iter().map(|id| mark(id).map_or(String::new(), Mark::words)));
        let notes: Vec<&str> = graded.unreadable.iter().chain(&graded.notes).map(String::as_str).collect();
        let unboxed = (!report.boxed).then_some("graded without a box");
        row.push(notes.into_iter().chain(unboxed).collect::<Vec<_>>().join("; "));
        rows.push(row);
    }
    for name in &report.missing {
        let mut row = vec![String::new(); width];
        (row[0], row[width - 1]) = (name.clone(), "not graded yet".to_owned());
        rows.push(row);
    }
    csv::guarded(rows)
}
