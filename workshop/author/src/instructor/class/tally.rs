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
    /// The students, in the order in which they are shown.
    pub students: Vec<&'a str>,
    /// True if nobody is to be named.
    pub anonymous: bool,
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
    /// Its state now, by student.
    pub now: Vec<State<'a>>,
    /// Its state in the grading before.
    before: Option<Vec<State<'a>>>,
}

/// A belief behind wrong answers to one exercise.
pub struct Belief<'a> {
    /// The place of the exercise among the columns.
    pub column: usize,
    /// The checks' name for it.
    pub name: &'a str,
    /// The lesson's words for it.
    pub mistake: Option<&'a Mistake>,
    /// The students who hold it now.
    pub who: BTreeSet<usize>,
    /// The number of students who held it in the grading before.
    pub before: Option<usize>,
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
    pub fn new(gradings: &'a [Report], lessons: &'a [LessonInfo], anonymous: bool) -> Result<Self> {
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
                let mut rounds =
                    gradings.iter().rev().filter(|report| report.lessons.contains(&lesson.slug()));
                if let Some(now) = rounds.next().map(states) {
                    columns.push(Column { lesson, exercise, now, before: rounds.next().map(states) });
                }
            }
        }
        let mut class = Self { gradings, students, anonymous, columns, beliefs: Vec::new() };
        if anonymous {
            class.hide_order();
        }
        let beliefs = class.columns.iter().enumerate().flat_map(|(at, column)| column.beliefs(at));
        let mut beliefs: Vec<Belief<'a>> = beliefs.collect();
        let weight = |belief: &Belief<'_>| class.columns[belief.column].exercise.weight();
        beliefs.sort_by_key(|belief| (Reverse((belief.who.len(), weight(belief))), belief.column));
        class.beliefs = beliefs;
        Ok(class)
    }

    /// Sorts the students in an order that shows no more than their answers do: most right answers first.
    fn hide_order(&mut self) {
        let mut order: Vec<usize> = (0..self.students.len()).collect();
        order.sort_by_cached_key(|who| {
            let signs: Vec<_> = self.columns.iter().map(|column| column.now[*who].kind()).collect();
            (Reverse(self.right(*who)), signs)
        });
        for column in &mut self.columns {
            for states in [Some(&mut column.now), column.before.as_mut()].into_iter().flatten() {
                *states = order.iter().map(|who| states[*who]).collect();
            }
        }
        self.students = order.iter().map(|who| self.students[*who]).collect();
    }

    /// Counts the exercises that a student has right.
    pub fn right(&self, who: usize) -> usize {
        self.columns.iter().filter(|column| column.now[who].kind().0 == "right").count()
    }

    /// The beliefs to talk about first.
    pub fn first(&self) -> &[Belief<'a>] {
        let held = self.beliefs.iter().take_while(|belief| !belief.who.is_empty()).count();
        &self.beliefs[..held.min(FIRST)]
    }

    /// The name of a student on the page.
    pub fn name(&self, who: usize) -> String {
        if self.anonymous { (who + 1).to_string() } else { self.students[who].to_owned() }
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
        let states = || self.now.iter().chain(self.before.iter().flatten());
        let all: BTreeSet<&str> = states().flat_map(|state| state.beliefs()).collect();
        let holders = |states: &[State<'a>], name: &str| -> BTreeSet<usize> {
            let holds = |state: &State<'_>| state.beliefs().any(|belief| belief == name);
            (0..states.len()).filter(|who| holds(&states[*who])).collect()
        };
        let belief = |name: &'a str| Belief {
            column,
            name,
            mistake: {
                let mut mistakes = self.lesson.mistakes.data.of(self.exercise.id());
                mistakes.find(|mistake| mistake.name.get_ref() == name)
            },
            who: holders(&self.now, name),
            before: self.before.as_deref().map(|states| holders(states, name).len()),
        };
        all.into_iter().map(belief).collect()
    }
}

impl Belief<'_> {
    /// A few words that say what was done.
    pub fn title(&self) -> &str {
        self.mistake.map_or(self.name, |mistake| &mistake.title)
    }
}
