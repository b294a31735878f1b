//! Grades as a table, and as JSON and CSV.

use crate::instructor::csv;
use crate::instructor::grade::changes::Change;
use crate::instructor::grade::kept::Outcomes;
use crate::instructor::grade::marks::{Mark, Verdict};
use crate::instructor::grade::points::Points;
use crate::instructor::grade::roster::{Owned, Roll, Roster, Student, number};
use crate::instructor::grade::submissions::Submission;
use crate::instructor::grade::weights::{Weighted, Weights};
use anstream::println;
use anyhow::{Context, Result, bail, ensure};
use course::{Exercise, Id, LessonInfo};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::Path;
use workbook::style::{BAD, DIM, GOOD, HEADING};

/// The version of a report's form as JSON: a new one wherever an old reader would take it for something else.
const VERSION: u32 = 1;

/// All that was graded.
#[derive(Deserialize, Serialize)]
pub struct Report {
    version: u32,
    /// The lessons' names.
    pub lessons: Vec<String>,
    /// The number from which the questions were drawn that no student sees.
    seed: u64,
    /// The parts of a class that are in it, each with how many there are, unless it is whole.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    parts: BTreeSet<(usize, usize)>,
    /// The weights of the exercises, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    weights: Option<Weights>,
    /// The grades of the submissions, in the order of their names.
    pub submissions: Vec<Graded>,
    /// The files beside them.
    pub others: Vec<String>,
    /// Those that are not graded yet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<String>,
    /// The class, if there is a roster.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub roll: Option<Roll>,
}

impl Report {
    /// A report on no submissions yet.
    pub fn new(
        lessons: Vec<String>,
        seed: u64,
        part: Option<(usize, usize)>,
        others: Vec<String>,
        roll: Option<Roll>,
    ) -> Self {
        let (submissions, missing) = (Vec::new(), Vec::new());
        let (version, parts, weights) = (VERSION, part.into_iter().collect(), None);
        Self { version, lessons, seed, parts, weights, submissions, others, missing, roll }
    }

    /// Reads what [`json`] has written.
    pub fn read(path: &Path) -> Result<Self> {
        let name = path.display();
        let text = std::fs::read(path).with_context(|| format!("cannot read {name}"))?;
        let report: Option<Self> = serde_json::from_slice(&text).ok();
        report.filter(|report| report.version == VERSION).with_context(|| {
            format!("{name} is no report that this tool reads, of version {VERSION}: grade once more, with the same --seed")
        })
    }

    /// Gives each submission to its student.
    pub fn call(&mut self, roster: &Roster) -> Result<()> {
        self.roll = Some(roster.call(&mut self.submissions)?);
        Ok(())
    }

    /// Adds what became of a submission, in the order of their names.
    pub fn add(&mut self, graded: Graded) {
        self.missing.retain(|name| *name != graded.name);
        let at = self.submissions.partition_point(|other| other.name <= graded.name);
        self.submissions.insert(at, graded);
    }

    /// Gives each submission its marks by weight, if the lessons to weigh are given; takes them away otherwise.
    pub fn weigh(&mut self, lessons: Option<&[&LessonInfo]>) {
        self.weights = lessons.map(Weights::of);
        self.add_up();
    }

    /// Gives the marks that a person has changed in place of those that were changed before, and returns what is said of
    /// nobody here.
    pub fn change<'a>(&mut self, changes: &'a [Change]) -> Result<Vec<&'a Change>> {
        let marks = self.submissions.iter_mut().flat_map(|graded| &mut graded.exercises);
        marks.for_each(|mark| mark.changed = None);
        let mut strangers = Vec::new();
        for change in changes {
            let Some(most) = self.most(change.exercise) else {
                strangers.push(change);
                continue;
            };
            let changed = change.of(most)?;
            let is_theirs = |graded: &&mut Graded| {
                graded.name == change.student || graded.id().is_some_and(|id| id == change.student)
            };
            let mut theirs: Vec<&mut Graded> = self.submissions.iter_mut().filter(is_theirs).collect();
            ensure!(theirs.len() < 2, "{} is of {} submissions: say the id", change.words(), theirs.len());
            let mut marks = theirs.iter_mut().flat_map(|graded| &mut graded.exercises);
            match marks.find(|mark| mark.exercise == change.exercise) {
                Some(mark) => mark.changed = Some(changed),
                None => strangers.push(change),
            }
        }
        self.add_up();
        Ok(strangers)
    }

    fn add_up(&mut self) {
        for at in 0..self.submissions.len() {
            let graded = &self.submissions[at];
            let points = graded.exercises.iter().map(|mark| mark.worth(1)).sum();
            let (weight, out_of) = self.sum(graded);
            let weighted = self.weights.is_some().then_some(Weighted { points: weight, out_of });
            let graded = &mut self.submissions[at];
            (graded.points, graded.weighted) = (points, weighted);
        }
    }

    /// The worth of an exercise of a submission, and the most that it can be: by weight, if that was asked for.
    pub fn worth(&self, mark: &Mark) -> (Points, u32) {
        let most = self.most(mark.exercise).unwrap_or_default();
        (mark.worth(most), most)
    }

    fn most(&self, exercise: Id) -> Option<u32> {
        self.weights.as_ref().map_or(Some(1), |weights| weights.of_exercise(exercise))
    }

    /// The worth of all exercises of a submission, and the most.
    pub fn sum(&self, graded: &Graded) -> (Points, u32) {
        let worth = graded.exercises.iter().map(|mark| self.worth(mark));
        worth.fold((Points::default(), 0), |(points, all), (worth, most)| (points + worth, all + most))
    }

    /// The number from which its further questions were drawn.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Its lessons.
    pub fn of<'a>(&self, lessons: &'a [LessonInfo]) -> Vec<&'a LessonInfo> {
        lessons.iter().filter(|lesson| self.lessons.contains(&lesson.slug())).collect()
    }

    /// True if an exercise was graded.
    pub fn has(&self, exercise: Id) -> bool {
        self.submissions.iter().flat_map(|graded| &graded.exercises).any(|mark| mark.exercise == exercise)
    }

    /// Takes the marks for one exercise out of another report, except those that a person has changed. Returns the
    /// submissions whose mark is the old one.
    pub fn take(&mut self, exercise: Id, other: Self) -> Vec<String> {
        let mut left: BTreeSet<String> = self.submissions.iter().map(|graded| graded.name.clone()).collect();
        for new in other.submissions {
            let readable = |graded: &&mut Graded| graded.name == new.name && graded.unreadable.is_none();
            let old = self.submissions.iter_mut().find(readable).filter(|_| new.unreadable.is_none());
            let Some(old) = old else {
                left.insert(new.name);
                continue;
            };
            let is_it = |mark: &&mut Mark| mark.exercise == exercise;
            let mark = new.exercises.into_iter().find(|mark| mark.exercise == exercise);
            if let (Some(before), Some(mark)) = (old.exercises.iter_mut().find(is_it), mark) {
                *before = Mark { changed: before.changed.take(), ..mark };
                left.remove(&new.name);
            }
            old.notes
                .extend(new.notes.into_iter().filter(|note| !old.notes.contains(note)).collect::<Vec<_>>());
        }
        left.into_iter().collect()
    }

    /// One report of several on parts of a class.
    pub fn merged(parts: impl IntoIterator<Item = Self>) -> Result<Self> {
        let mut parts = parts.into_iter();
        let mut whole = parts.next().context("there is nothing to merge")?;
        for part in parts {
            ensure!(part.lessons == whole.lessons, "they are about different lessons");
            ensure!(
                part.seed == whole.seed,
                "they were asked different questions: --seed {} and {}",
                whole.seed,
                part.seed
            );
            whole.parts.extend(part.parts);
            whole.submissions.extend(part.submissions);
            whole.others.extend(part.others);
            whole.missing.extend(part.missing);
            whole.roll = whole.roll.or(part.roll);
        }
        whole.submissions.sort_by(|a, b| a.name.cmp(&b.name));
        if let Some(twice) = whole.submissions.windows(2).find(|pair| pair[0].name == pair[1].name) {
            bail!("{} stands in two of them", twice[0].name);
        }
        whole.others.sort();
        whole.others.dedup();
        whole.missing.sort();
        if whole.absent().next().is_none() {
            whole.parts.clear();
        }
        Ok(whole)
    }

    /// The parts of the class that are not in it.
    pub fn absent(&self) -> impl Iterator<Item = String> {
        let of = self.parts.first().map_or(0, |(_, of)| *of);
        (1..=of)
            .filter(move |number| !self.parts.contains(&(*number, of)))
            .map(move |number| format!("{number}/{of}"))
    }
}

/// The grades of one submission.
#[derive(Clone, Deserialize, Serialize)]
pub struct Graded {
    /// The name of the submission, or of its student.
    pub name: String,
    /// The student, if there is a roster.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub student: Option<Student>,
    /// The number of exercises that are right,
    pub points: Points,
    /// and of all.
    pub out_of: usize,
    /// The same by weight, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weighted: Option<Weighted>,
    /// The reason why nothing of it could be graded.
    pub unreadable: Option<String>,
    /// The mark of each exercise.
    pub exercises: Vec<Mark>,
    /// Notes for the instructor.
    pub notes: Vec<String>,
}

impl Graded {
    /// The grades for what came of a submission; the error says why nothing did.
    pub fn new(submission: &Submission, outcomes: Result<Outcomes, String>, lessons: &[&LessonInfo]) -> Self {
        let (exercises, notes, unreadable) = match outcomes {
            Ok(Outcomes { marks, notes }) => (marks, notes, None),
            Err(why) => {
                let none = |id| Mark::unrun(id, Verdict::Missing, "nothing could be read");
                let exercises = lessons.iter().flat_map(|lesson| lesson.exercises()).map(Exercise::id);
                (exercises.map(none).collect(), Vec::new(), Some(why))
            }
        };
        let points = exercises.iter().map(|mark| mark.worth(1)).sum();
        let out_of = exercises.len();
        let Submission { name, student, .. } = submission;
        let (name, student) = (name.clone(), student.clone());
        Self { name, student, points, out_of, weighted: None, unreadable, exercises, notes }
    }

    /// The id by which a grade book knows the student.
    pub fn id(&self) -> Option<&str> {
        self.student.as_ref().map_or_else(|| number(&self.name), |student| Some(&student.id))
    }

    /// The points in words.
    pub fn words(&self) -> String {
        format!("{} {}/{}", short(&self.name), self.points, self.out_of)
    }

    /// Points in a lesson, and how many there are.
    fn of_lesson(&self, number: u8) -> (Points, u32) {
        let own = self.exercises.iter().filter(|mark| mark.exercise.lesson == number);
        own.fold((Points::default(), 0), |(points, all), mark| (points + mark.worth(1), all + 1))
    }
}

impl Owned for Graded {
    fn whose(&self) -> (&str, Option<&Student>) {
        (&self.name, self.student.as_ref())
    }

    fn give(&mut self, student: &Student) {
        (self.name, self.student) = (student.name.clone(), Some(student.clone()));
    }
}

/// A name as a row has room for it, without signs that turn a row round: it would push all points out of sight.
pub fn short(name: &str) -> String {
    let turns = |c: &char| matches!(c, '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{61c}');
    let mut letters = name.chars().filter(|c| !turns(c));
    let mut short: String = letters.by_ref().take(40).collect();
    short.extend(letters.next().map(|_| '…'));
    short
}

/// Names in a row.
pub fn list<'a>(names: impl IntoIterator<Item = &'a String>) -> String {
    names.into_iter().map(|name| short(name)).collect::<Vec<_>>().join(", ")
}

/// Prints a table, and what is worth saying about each submission.
pub fn print(lessons: &[&LessonInfo], report: &Report) {
    let Report { submissions: all, others, weights, missing, seed, roll, .. } = report;
    let widest = all.iter().map(|graded| short(&graded.name).chars().count()).max().unwrap_or(0).max(10);
    let head: String = lessons.iter().map(|lesson| format!("     {:02}", lesson.number)).collect();
    let weighted = if weights.is_some() { "  weighted" } else { "" };
    println!("{HEADING}{:widest$}{head}   points{weighted}{HEADING:#}", "submission");
    for graded in all {
        let cells: String = lessons.iter().map(|lesson| cell(graded.of_lesson(lesson.number))).collect();
        let points = format!("{}/{}", graded.points, graded.out_of);
        let percent = |sum: Weighted| format!("  {:>6} %", sum.points.percent(sum.out_of));
        let weighted = graded.weighted.map_or(String::new(), percent);
        println!("{:widest$}{cells}  {HEADING}{points:>7}{weighted}{HEADING:#}", short(&graded.name));
    }
    if let Some(weights) = weights {
        println!("\n{DIM}Weighted: {}.{DIM:#}", weights.rule);
    }
    println!("{DIM}Each exercise was asked further questions, drawn with --seed {seed}.{DIM:#}");
    let absent: Vec<String> = report.absent().collect();
    if !absent.is_empty() {
        println!("{BAD}Parts of the class that are not in here{BAD:#}: {}", absent.join(", "));
    }
    if !missing.is_empty() {
        println!("{BAD}Not graded yet, {}{BAD:#}: {}", missing.len(), list(missing));
    }
    let absent = roll.iter().flat_map(|roll| &roll.absent);
    let absent: Vec<String> =
        absent.map(|student| format!("{} ({})", short(&student.name), student.id)).collect();
    if !absent.is_empty() {
        println!("{BAD}Handed in nothing, {}{BAD:#}: {}", absent.len(), absent.join(", "));
    }
    if let Some(roll) = roll.as_ref().filter(|roll| !roll.strangers.is_empty()) {
        println!("{BAD}Of nobody in the roster{BAD:#}: {}", list(&roll.strangers));
    }
    all.iter().for_each(print_details);
    if !others.is_empty() {
        println!("\n{DIM}Neither a folder nor an archive, so left out: {}{DIM:#}", list(others));
    }
}

fn cell((points, all): (Points, u32)) -> String {
    let style = match points {
        _ if points == Points::whole(all) => GOOD,
        _ if points == Points::default() => DIM,
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
    println!("\n{HEADING}{}{HEADING:#}", short(&graded.name));
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

/// All that was found.
pub fn json(report: &Report) -> Result<String> {
    Ok(serde_json::to_string_pretty(report)? + "\n")
}

/// Returns a row for each submission: its name, the student if there is a roster, its points, those by weight if it has
/// them, and each exercise's outcome. A student who handed in nothing has a row too.
pub fn csv(lessons: &[&LessonInfo], report: &Report) -> String {
    let Report { submissions: all, weights, missing, roll, .. } = report;
    let mut head = vec!["submission"];
    head.extend(roll.is_some().then_some("id"));
    head.extend(["points", "out of"]);
    head.extend(weights.iter().flat_map(|_| ["weighted", "weighted out of"]));
    let mut head: Vec<String> = head.into_iter().map(str::to_owned).collect();
    head.extend(lessons.iter().map(|lesson| format!("lesson {:02}", lesson.number)));
    let exercises = lessons.iter().flat_map(|lesson| lesson.exercises());
    head.extend(exercises.map(|exercise| exercise.id().to_string()));
    head.push("notes".to_owned());
    let width = head.len();
    let mut text = csv::row(head);
    for graded in all {
        let mut row = vec![graded.name.clone()];
        row.extend(roll.iter().map(|_| graded.student.clone().unwrap_or_default().id));
        row.extend([graded.points.to_string(), graded.out_of.to_string()]);
        row.extend(graded.weighted.iter().flat_map(|sum| [sum.points.to_string(), sum.out_of.to_string()]));
        row.extend(lessons.iter().map(|lesson| graded.of_lesson(lesson.number).0.to_string()));
        row.extend(graded.exercises.iter().map(Mark::words));
        let notes: Vec<&str> = graded.unreadable.iter().chain(&graded.notes).map(String::as_str).collect();
        row.push(notes.join("; "));
        text.push_str(&csv::row(row));
    }
    let missing = missing.iter().map(|name| (name.as_str(), "", "not graded yet"));
    let absent = roll.iter().flat_map(|roll| &roll.absent);
    for (name, id, why) in missing.chain(absent.map(|one| (&*one.name, &*one.id, "handed in nothing"))) {
        let mut row = vec![String::new(); width];
        (row[0], row[width - 1]) = (name.to_owned(), why.to_owned());
        if roll.is_some() {
            row[1] = id.to_owned();
        }
        text.push_str(&csv::row(row));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_leaves_its_row_as_it_is() {
        assert_eq!(short(&format!("\u{202e}txt{}", "L".repeat(250))), format!("txt{}…", "L".repeat(37)));
    }
}
