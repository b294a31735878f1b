//! Counts what gradings say of a class.

use crate::instructor::grade::marks::{Mark, Verdict};
use crate::instructor::grade::report::{Graded, Report};
use crate::instructor::weight;
use anyhow::{Result, bail};
use course::{Exercise, LessonInfo, Mistake};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// A class's gradings, counted by student, exercise and belief.
pub struct Class<'a> {
    pub gradings: &'a [Report],
    /// The students' names, sorted.
    pub students: Vec<&'a str>,
    /// The exercises, in the course's order.
    pub columns: Vec<Column<'a>>,
    /// The beliefs of all exercises, the commonest first.
    pub beliefs: Vec<Belief<'a>>,
}

/// An exercise, and its state for each student.
pub struct Column<'a> {
    pub lesson: &'a LessonInfo,
    pub exercise: &'a Exercise,
    /// The mark of each student, or none if theirs was not graded.
    pub now: Vec<Option<&'a Mark>>,
    /// The folder or archive with each student's answer. A group's students share one.
    pub files: Vec<&'a str>,
}

/// A belief behind wrong answers to one exercise.
pub struct Belief<'a> {
    /// The exercise, as an index into `columns`.
    pub column: usize,
    /// The mistake's name in the check.
    pub name: &'a str,
    /// The mistake in `mistakes.toml`, if it is there.
    pub mistake: Option<&'a Mistake>,
    /// The students who hold it, as indices.
    pub who: Vec<usize>,
    /// The number of hand-ins that show it, one for a group.
    pub count: usize,
}

/// Returns the style, the sign and the words with which a page shows a mark. Waiting is not shown as wrong.
pub fn kind(mark: Option<&Mark>) -> (&'static str, &'static str, &'static str) {
    let Some(mark) = mark else { return ("none", "·", "no mark") };
    let (class, sign) = match mark.outcome {
        Verdict::ByHand if !mark.waits() => return ("wrong", "M", "marked by hand"),
        Verdict::Passed => ("right", "✓"),
        Verdict::Open => ("open", "–"),
        Verdict::Mistake => ("belief", "✗"),
        Verdict::Wrong => ("wrong", "?"),
        Verdict::NotCompiled => ("broken", "C"),
        Verdict::Blocked => ("waits", "…"),
        Verdict::ByHand => ("hand", "H"),
        Verdict::Missing => ("none", "×"),
        Verdict::Panicked | Verdict::TimedOut | Verdict::Crashed => ("broken", "!"),
    };
    (class, sign, mark.outcome.words())
}

impl<'a> Class<'a> {
    /// Counts gradings of one class.
    pub fn new(gradings: &'a [Report], lessons: &'a [LessonInfo]) -> Result<Self> {
        let is_here = |slug: &&String| lessons.iter().any(|lesson| lesson.slug() == **slug);
        if let Some(other) = gradings.iter().flat_map(|report| &report.lessons).find(|slug| !is_here(slug)) {
            bail!(
                "a grading is about {other}, which this workbook does not have: was it made with another one?"
            );
        }
        let of = |report: &'a Report| {
            let graded = report.submissions.iter().map(|graded| &graded.name);
            let absent = report.roll.iter().flat_map(|roll| &roll.absent).map(|student| &student.name);
            graded.chain(&report.missing).chain(absent).map(String::as_str)
        };
        let students: BTreeSet<&str> = gradings.iter().flat_map(of).collect();
        let students: Vec<&str> = students.into_iter().collect();
        let mut columns = Vec::new();
        for lesson in lessons {
            for exercise in lesson.exercises() {
                let mark = |one: &'a Graded| one.exercises.iter().find(|mark| mark.exercise == exercise.id());
                let has_it = |report: &&'a Report| report.submissions.iter().any(|one| mark(one).is_some());
                let Some(last) = gradings.iter().rfind(has_it) else { continue };
                let one = |name: &&str| last.submissions.iter().find(|graded| graded.name == *name);
                let now = students.iter().map(|name| mark(one(name)?)).collect();
                let files = students.iter().map(|name| one(name).map_or("", |one| &one.file)).collect();
                columns.push(Column { lesson, exercise, now, files });
            }
        }
        let mut class = Self { gradings, students, columns, beliefs: Vec::new() };
        let beliefs = class.columns.iter().enumerate().flat_map(|(at, column)| column.beliefs(at));
        let mut beliefs: Vec<Belief<'a>> = beliefs.collect();
        let weight = |belief: &Belief<'_>| weight(class.columns[belief.column].exercise);
        beliefs.sort_by_key(|belief| (Reverse((belief.count, weight(belief))), belief.column));
        class.beliefs = beliefs;
        Ok(class)
    }
}

impl<'a> Column<'a> {
    /// Returns true for the first student of each hand-in, since a group has one vote.
    fn counts_for(&self, who: usize) -> bool {
        self.files[who].is_empty() || !self.files[..who].contains(&self.files[who])
    }

    /// Returns the mark of each hand-in.
    pub fn votes(&self) -> impl Iterator<Item = Option<&'a Mark>> {
        self.now.iter().enumerate().filter(|(who, _)| self.counts_for(*who)).map(|(_, mark)| *mark)
    }

    /// Counts the hand-ins that are right, tried but not right, and open.
    pub fn counts(&self) -> [usize; 3] {
        let mut counts = [0; 3];
        for mark in self.votes() {
            match kind(mark).0 {
                "right" => counts[0] += 1,
                "open" => counts[2] += 1,
                "none" => {}
                _ => counts[1] += 1,
            }
        }
        counts
    }

    /// Counts the hand-ins that have an answer in place of the starter.
    pub fn tried(&self) -> usize {
        self.counts()[..2].iter().sum()
    }

    /// Returns the beliefs behind wrong answers. One answer may show two.
    fn beliefs(&self, column: usize) -> Vec<Belief<'a>> {
        let mut holders: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (who, mark) in self.now.iter().enumerate() {
            let mistakes = mark.filter(|mark| mark.outcome == Verdict::Mistake);
            let beliefs = mistakes.into_iter().flat_map(|mark| mark.detail.split('+'));
            beliefs.for_each(|belief| holders.entry(belief).or_default().push(who));
        }
        let mistake = |name: &str| {
            let mut mistakes = self.lesson.mistakes.data.of(self.exercise.id());
            mistakes.find(|mistake| mistake.name.get_ref() == name)
        };
        let belief = |(name, who): (_, Vec<usize>)| {
            let count = who.iter().filter(|who| self.counts_for(**who)).count();
            Belief { column, name, mistake: mistake(name), who, count }
        };
        holders.into_iter().map(belief).collect()
    }
}

impl Belief<'_> {
    /// Returns the title of the belief, the lesson's or else the check's name for it.
    pub fn title(&self) -> &str {
        self.mistake.map_or(self.name, |mistake| &mistake.title)
    }
}
