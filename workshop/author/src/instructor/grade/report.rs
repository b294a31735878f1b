//! Writes grades as a table, as JSON and as CSV.

use crate::instructor::csv;
use crate::instructor::grade::changes::Change;
use crate::instructor::grade::marks::{Mark, Outcomes, Tentacle, Verdict};
use crate::instructor::grade::roster::{Roll, Student, number};
use crate::instructor::grade::submissions::{Submission, printable};
use anstream::println;
use anyhow::{Context, Result, bail, ensure};
use course::{Exercise, Id, LessonInfo};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::Path;
use workbook::style::{BAD, DIM, GOOD, HEADING};

/// The version of the JSON report's form, raised when an old reader would misread a new one.
pub const VERSION: u32 = 1;

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
    /// The submissions that are not graded yet, when a report is a part of a class.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<String>,
    /// The students without a submission, and the reverse, if there is a roster.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub roll: Option<Roll>,
}

impl Report {
    /// Reads a report that `--json` has written.
    pub fn read(path: &Path) -> Result<Self> {
        let name = path.display();
        let text = std::fs::read(path).with_context(|| format!("cannot read {name}"))?;
        let report: Option<Self> = serde_json::from_slice(&text).ok();
        report.filter(|report| report.version == VERSION).with_context(|| {
            format!("{name} is no report that this tool reads, of version {VERSION}: grade once more, with the same --seed")
        })
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
            ensure!(theirs.len() < 2, "{} is of {} submissions: say the id", change.words(), theirs.len());
            let mut marks = theirs.iter_mut().flat_map(|graded| &mut graded.exercises);
            match marks.find(|mark| mark.exercise == change.exercise) {
                Some(mark) => mark.changed = Some(change.changed.clone()),
                None => strangers.push(change.words()),
            }
        }
        for graded in &mut self.submissions {
            graded.points = graded.sum();
        }
        Ok(strangers)
    }

    /// Returns one report from several on parts of a class, all made with the whole folder and roster.
    pub fn merged(parts: impl IntoIterator<Item = Self>) -> Result<Self> {
        let mut parts = parts.into_iter();
        let mut whole = parts.next().context("there is nothing to merge")?;
        for part in parts {
            let (one, other) = (whole.seed, part.seed);
            ensure!(one == other, "they were asked different questions: --seed {one} and {other}");
            ensure!(part.lessons == whole.lessons, "they are about different lessons");
            whole.submissions.extend(part.submissions);
        }
        whole.submissions.sort_by(|a, b| a.name.cmp(&b.name));
        if let Some(twice) = whole.submissions.windows(2).find(|pair| pair[0].name == pair[1].name) {
            bail!("{} stands in two of them", twice[0].name);
        }
        let graded: BTreeSet<&String> = whole.submissions.iter().map(|graded| &graded.name).collect();
        whole.missing.retain(|name| !graded.contains(name));
        Ok(whole)
    }
}

/// The grades of one submission.
#[derive(Clone, Deserialize, Serialize)]
pub struct Graded {
    /// The student's name, or else the submission's.
    pub name: String,
    /// The file name of its folder or archive.
    #[serde(default)]
    pub file: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub student: Option<Student>,
    /// The points of all exercises together.
    pub points: f64,
    /// The most points that there are.
    pub out_of: usize,
    /// The reason why nothing could be graded, if so.
    pub unreadable: Option<String>,
    pub exercises: Vec<Mark>,
    /// The verdict on the tentacle, if one was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tentacle: Option<Tentacle>,
    /// Notes for the instructor.
    pub notes: Vec<String>,
}

impl Graded {
    /// Returns the grades from a submission's outcomes, or from the reason why there are none. Whatever its program or
    /// the compiler said becomes printable here, so that nobody writes on the instructor's terminal.
    pub fn new(
        submission: &Submission,
        outcomes: Result<Outcomes, String>,
        exercises: &[(Id, String)],
        tentacle: Option<Tentacle>,
    ) -> Self {
        let (mut exercises, mut notes, unreadable) = match outcomes {
            Ok(Outcomes { marks, notes }) => (marks, notes, None),
            Err(why) => {
                let none = |(id, _): &_| Mark::unrun(*id, Verdict::Missing, "nothing could be read");
                (exercises.iter().map(none).collect::<Vec<_>>(), Vec::new(), Some(printable(&why)))
            }
        };
        for words in exercises.iter_mut().map(|mark| &mut mark.detail).chain(&mut notes) {
            *words = printable(words);
        }
        for said in exercises.iter_mut().map(|mark| &mut mark.said) {
            *said = said.split('\n').map(printable).collect::<Vec<_>>().join("\n");
        }
        let out_of = exercises.len() + usize::from(tentacle.is_some());
        let Submission { name, file, student, .. } = submission.clone();
        let mut graded =
            Self { name, file, student, points: 0.0, out_of, unreadable, exercises, tentacle, notes };
        graded.points = graded.sum();
        graded
    }

    /// Returns the points of all exercises and of the tentacle, rounded to hundredths.
    fn sum(&self) -> f64 {
        let tentacle = self.tentacle.as_ref().map_or(0.0, Tentacle::points);
        (100.0 * (Mark::sum(&self.exercises) + tentacle)).round() / 100.0
    }

    /// The id by which a grade book knows the student.
    pub fn id(&self) -> Option<&str> {
        self.student.as_ref().map_or_else(|| number(&self.name), |student| Some(&student.id))
    }

    /// All ids by which a grade book may know the student.
    pub fn ids(&self) -> Vec<&str> {
        let own = self.student.iter().flat_map(|student| [&*student.moodle, &student.canvas]);
        own.chain(self.id()).filter(|id| !id.is_empty()).collect()
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

/// Returns the first `most` characters of a text, with `…` after them if it is longer.
pub fn short(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
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
    let Report { submissions: all, others, missing, seed, roll, .. } = report;
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
    let absent = roll.iter().flat_map(|roll| &roll.absent);
    tell("Handed in nothing", absent.map(|student| format!("{} ({})", student.name, student.id)));
    tell("Neither a folder nor an archive, so left out", others);
    tell("Of nobody in the roster, or not clearly", roll.iter().flat_map(|roll| &roll.strangers));
    for (graded, tentacle) in all.iter().filter_map(|graded| Some((graded, graded.tentacle.as_ref()?))) {
        println!("{:widest$}  tentacle {}", short(&graded.name, NAME), tentacle.words());
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

/// Returns a row for each submission: its name, the student's id, its points, and each exercise's outcome. A
/// student who handed in nothing has a row too.
pub fn csv(lessons: &[&LessonInfo], report: &Report) -> String {
    let mut head = ["submission", "id", "points", "out of"].map(str::to_owned).to_vec();
    head.extend(lessons.iter().map(|lesson| format!("lesson {:02}", lesson.number)));
    let exercises: Vec<Id> = lessons.iter().flat_map(|lesson| lesson.exercises()).map(Exercise::id).collect();
    head.extend(exercises.iter().map(Id::to_string));
    let asked = report.submissions.iter().any(|graded| graded.tentacle.is_some());
    head.extend(asked.then(|| "tentacle".to_owned()));
    head.push("notes".to_owned());
    let none = vec![String::new(); head.len() - 3];
    let mut rows = vec![head];
    for graded in &report.submissions {
        let mut row = vec![graded.name.clone(), graded.id().unwrap_or_default().to_owned()];
        row.extend([graded.points.to_string(), graded.out_of.to_string()]);
        row.extend(lessons.iter().map(|lesson| graded.of_lesson(lesson.number).0.to_string()));
        let mark = |id: &Id| graded.exercises.iter().find(|mark| mark.exercise == *id);
        row.extend(exercises.iter().map(|id| mark(id).map_or(String::new(), Mark::words)));
        let words = || graded.tentacle.as_ref().map_or(String::new(), Tentacle::words);
        row.extend(asked.then(words));
        let notes: Vec<&str> = graded.unreadable.iter().chain(&graded.notes).map(String::as_str).collect();
        row.push(notes.join("; "));
        rows.push(row);
    }
    let missing = report.missing.iter().map(|name| [name.as_str(), "", "not graded yet"]);
    let absent = report.roll.iter().flat_map(|roll| &roll.absent);
    for [name, id, why] in missing.chain(absent.map(|one| [&*one.name, &one.id, "handed in nothing"])) {
        rows.push([&[name.to_owned(), id.to_owned()], &none[..], &[why.to_owned()]].concat());
    }
    csv::guarded(rows)
}
