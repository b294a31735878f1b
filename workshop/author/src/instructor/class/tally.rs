//! Counts of what gradings say of a class.

use crate::instructor::grade::marks::{Mark, Verdict};
use crate::instructor::grade::report::Report;
use anyhow::{Result, bail};
use course::{Exercise, LessonInfo, Mistake};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// The number of beliefs that come first.
const FIRST: usize = 3;

/// A class: its students, their questions, and their beliefs.
pub struct Class<'a> {
    /// The gradings, the earliest first.
    pub gradings: &'a [Report],
    /// The students, by name.
    pub students: Vec<&'a str>,
    /// The exercises, in the course's order.
    pub columns: Vec<Column<'a>>,
    /// The beliefs of all exercises, the commonest first.
    pub beliefs: Vec<Belief<'a>>,
}

/// An exercise, and its state for each student.
pub struct Column<'a> {
    /// The lesson it belongs to.
    pub lesson: &'a LessonInfo,
    /// The exercise.
    pub exercise: &'a Exercise,
    /// Its state for each student.
    pub now: Vec<State<'a>>,
}

/// A belief behind wrong answers to one exercise.
pub struct Belief<'a> {
    /// The place of the exercise among the columns.
    pub column: usize,
    /// The checks' name for it.
    pub name: &'a str,
    /// The lesson's words for it.
    pub mistake: Option<&'a Mistake>,
    /// The students who hold it.
    pub who: Vec<usize>,
}

/// The mark of a student for an exercise, if there is one.
#[derive(Clone, Copy)]
pub struct State<'a>(Option<&'a Mark>);

impl<'a> State<'a> {
    /// The class that a page marks it by, with the sign and the words for it. Waiting for something is not wrong.
    pub fn kind(self) -> (&'static str, &'static str, &'static str) {
        let Some(mark) = self.0 else { return ("none", "·", "no mark") };
        match mark.outcome {
            Verdict::Passed => ("right", "✓", "right"),
            Verdict::Open => ("open", "–", "open"),
            Verdict::Mistake => ("belief", "✗", "a known belief"),
            Verdict::Wrong => ("wrong", "?", "wrong, and no belief known"),
            Verdict::NotCompiled => ("broken", "C", "does not compile"),
            Verdict::Blocked => ("waits", "…", "waits for an earlier exercise"),
            Verdict::ByHand if !mark.waits() => ("wrong", "M", "marked by hand"),
            Verdict::ByHand => ("hand", "H", "to be looked at by hand"),
            Verdict::Missing => ("none", "×", "nothing that can be read"),
            _ => ("broken", "!", "did not end well"),
        }
    }

    /// Returns the words, and the note beside them.
    pub fn words(self) -> String {
        let (_, _, words) = self.kind();
        let detail = self.0.map(|mark| mark.detail.trim()).filter(|detail| !detail.is_empty());
        detail.map_or(words.to_owned(), |detail| format!("{words}: {detail}"))
    }

    /// The beliefs behind it: two may meet in one answer.
    fn beliefs(self) -> impl Iterator<Item = &'a str> {
        let mark = self.0.filter(|mark| mark.outcome == Verdict::Mistake);
        mark.into_iter().flat_map(|mark| mark.detail.split('+'))
    }
}

impl<'a> Class<'a> {
    /// Adds the gradings up.
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
                let states = |report: &'a Report| -> Vec<State<'a>> {
                    let marks = report.submissions.iter().flat_map(|graded| {
                        graded.exercises.iter().map(move |mark| (graded.name.as_str(), mark))
                    });
                    let marks: BTreeMap<&str, &Mark> =
                        marks.filter(|(_, mark)| mark.exercise == exercise.id()).collect();
                    students.iter().map(|name| State(marks.get(name).copied())).collect()
                };
                let last = gradings.iter().rfind(|report| report.lessons.contains(&lesson.slug()));
                columns.extend(last.map(|report| Column { lesson, exercise, now: states(report) }));
            }
        }
        let mut class = Self { gradings, students, columns, beliefs: Vec::new() };
        let beliefs = class.columns.iter().enumerate().flat_map(|(at, column)| column.beliefs(at));
        let mut beliefs: Vec<Belief<'a>> = beliefs.collect();
        let weight = |belief: &Belief<'_>| class.columns[belief.column].exercise.weight();
        beliefs.sort_by_key(|belief| (Reverse((belief.who.len(), weight(belief))), belief.column));
        class.beliefs = beliefs;
        Ok(class)
    }

    /// Counts the exercises that a student has right.
    pub fn right(&self, who: usize) -> usize {
        self.columns.iter().filter(|column| column.now[who].kind().0 == "right").count()
    }

    /// The beliefs to talk about first.
    pub fn first(&self) -> &[Belief<'a>] {
        &self.beliefs[..self.beliefs.len().min(FIRST)]
    }
}

impl<'a> Column<'a> {
    /// Counts the students who have it right, have tried it and are not right, and have it open.
    pub fn counts(&self) -> [usize; 3] {
        let count = |of: &dyn Fn(&str) -> bool| self.now.iter().filter(|state| of(state.kind().0)).count();
        let is_tried = |kind: &str| !["right", "open", "none"].contains(&kind);
        [count(&|kind| kind == "right"), count(&is_tried), count(&|kind| kind == "open")]
    }

    /// Counts the students who have written something.
    pub fn tried(&self) -> usize {
        self.counts()[..2].iter().sum()
    }

    fn beliefs(&self, column: usize) -> Vec<Belief<'a>> {
        let mut holders: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (who, state) in self.now.iter().enumerate() {
            state.beliefs().for_each(|belief| holders.entry(belief).or_default().push(who));
        }
        let mistake = |name: &str| {
            let mut mistakes = self.lesson.mistakes.data.of(self.exercise.id());
            mistakes.find(|mistake| mistake.name.get_ref() == name)
        };
        let belief = |(name, who)| Belief { column, name, mistake: mistake(name), who };
        holders.into_iter().map(belief).collect()
    }
}

impl Belief<'_> {
    /// A few words that say what was done.
    pub fn title(&self) -> &str {
        self.mistake.map_or(self.name, |mistake| &mistake.title)
    }
}
