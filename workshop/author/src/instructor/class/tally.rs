//! What gradings say of a class, added up.

use crate::instructor::grade::marks::{Mark, Verdict};
use crate::instructor::grade::report::Report;
use anyhow::{Result, bail};
use course::{Exercise, LessonInfo, Mistake};
use std::collections::{BTreeMap, BTreeSet};

/// So many beliefs come first.
const FIRST: usize = 3;

/// A class: who is in it, what they were asked, and what they believe.
pub struct Class<'a> {
    /// The gradings by name, the earliest first.
    pub gradings: &'a [(String, Report)],
    /// Who has handed in, in the order in which they are shown.
    pub students: Vec<&'a str>,
    /// Whether nobody is to be named.
    pub anonymous: bool,
    /// The exercises, in the course's order.
    pub columns: Vec<Column<'a>>,
    /// The beliefs of all exercises: what most share comes first.
    pub beliefs: Vec<Belief<'a>>,
}

/// An exercise, and how it stands with each student.
pub struct Column<'a> {
    /// The lesson it belongs to.
    pub lesson: &'a LessonInfo,
    /// The exercise.
    pub exercise: &'a Exercise,
    /// How it stood in each grading that has it, by student.
    pub rounds: Vec<Round<'a>>,
}

/// How an exercise stood in one grading.
pub struct Round<'a> {
    /// Which grading that was.
    pub grading: usize,
    /// By student.
    pub states: Vec<State<'a>>,
}

/// A belief behind wrong answers to one exercise.
pub struct Belief<'a> {
    /// Which exercise.
    pub column: usize,
    /// How the checks call it.
    pub name: &'a str,
    /// What the lesson says of it.
    pub mistake: Option<&'a Mistake>,
    /// Who holds it now.
    pub who: BTreeSet<usize>,
    /// How many held it, in each grading that has the exercise.
    pub counts: Vec<usize>,
    /// Of those who were graded before and now.
    pub change: Option<Change>,
}

/// What became of a belief between two gradings.
pub struct Change {
    /// How many have left it,
    pub left: usize,
    /// and how many of these are right now.
    pub right: usize,
    /// How many are new to it.
    pub new: usize,
}

/// How an exercise stands with a student.
#[derive(Clone, Copy)]
pub enum State<'a> {
    /// It was graded.
    Graded(&'a Mark),
    /// Nothing was handed in.
    Absent,
    /// It was not graded yet.
    Waiting,
}

/// The three that count, and none.
#[derive(Clone, Copy, PartialEq)]
pub enum Group {
    Right,
    Tried,
    Open,
    None,
}

impl<'a> State<'a> {
    /// Which of the three it is.
    pub fn group(self) -> Group {
        match self.mark().map(|mark| mark.outcome) {
            Some(Verdict::Passed) => Group::Right,
            Some(Verdict::Open) => Group::Open,
            None | Some(Verdict::Missing) => Group::None,
            Some(_) => Group::Tried,
        }
    }

    fn mark(self) -> Option<&'a Mark> {
        if let State::Graded(mark) = self { Some(mark) } else { None }
    }

    /// How a page marks it, with the sign and the words for it. Waiting for something is not wrong.
    pub fn kind(self) -> (&'static str, &'static str, &'static str) {
        match self.mark().map(|mark| mark.outcome) {
            Some(Verdict::Passed) => ("right", "✓", "right"),
            Some(Verdict::Open) => ("open", "–", "open"),
            Some(Verdict::Mistake) => ("belief", "✗", "a known belief"),
            Some(Verdict::Wrong) => ("wrong", "?", "wrong, and no belief known"),
            Some(Verdict::NotCompiled) => ("broken", "C", "does not compile"),
            Some(Verdict::Blocked) => ("waits", "…", "waits for an earlier exercise"),
            Some(Verdict::ByHand) if !self.mark().is_some_and(Mark::waits) => {
                ("wrong", "M", "marked by hand")
            }
            Some(Verdict::ByHand) => ("hand", "H", "to be looked at by hand"),
            Some(
                Verdict::Panicked
                | Verdict::TimedOut
                | Verdict::OutOfMemory
                | Verdict::TooMuchOutput
                | Verdict::Crashed,
            ) => ("broken", "!", "did not end well"),
            Some(Verdict::Missing) => ("none", "×", "nothing that can be read"),
            None if matches!(self, State::Waiting) => ("none", "~", "not graded yet"),
            None => ("none", "·", "nothing handed in"),
        }
    }

    /// The words, and what is told beside them.
    pub fn words(self) -> String {
        let (_, _, words) = self.kind();
        match self.mark().map(|mark| mark.detail.trim()).filter(|detail| !detail.is_empty()) {
            Some(detail) => format!("{words}: {detail}"),
            None => words.to_owned(),
        }
    }

    /// The beliefs behind it: two may meet in one answer.
    fn beliefs(self) -> impl Iterator<Item = &'a str> {
        let mark = self.mark().filter(|mark| mark.outcome == Verdict::Mistake);
        mark.into_iter().flat_map(|mark| mark.detail.split('+'))
    }
}

impl<'a> Class<'a> {
    /// Adds the gradings up.
    pub fn new(gradings: &'a [(String, Report)], lessons: &'a [LessonInfo], anonymous: bool) -> Result<Self> {
        let named = |slug: &str| lessons.iter().any(|lesson| lesson.slug() == slug);
        for (name, report) in gradings {
            if let Some(other) = report.lessons.iter().find(|slug| !named(slug)) {
                bail!(
                    "{name} is about {other}, which this workbook does not have: was it made with another one?"
                );
            }
        }
        let of = |report: &'a Report| {
            let graded = report.submissions.iter().map(|graded| graded.name.as_str());
            let absent =
                report.roll.iter().flat_map(|roll| &roll.absent).map(|student| student.name.as_str());
            graded.chain(report.missing.iter().map(String::as_str)).chain(absent)
        };
        let students: BTreeSet<&str> = gradings.iter().flat_map(|(_, report)| of(report)).collect();
        let students: Vec<&str> = students.into_iter().collect();
        let rounds = |lesson: &LessonInfo, exercise: &Exercise| -> Vec<Round<'a>> {
            let has = |(_, (_, report)): &(usize, &(String, Report))| report.lessons.contains(&lesson.slug());
            let states = |report: &'a Report| -> Vec<State<'a>> {
                let graded: BTreeMap<&str, _> =
                    report.submissions.iter().map(|graded| (graded.name.as_str(), graded)).collect();
                let state = |name: &&str| match graded.get(name) {
                    Some(graded) => {
                        let mark = graded.exercises.iter().find(|mark| mark.exercise == exercise.id());
                        mark.map_or(State::Waiting, State::Graded)
                    }
                    None if report.missing.iter().any(|missing| missing == name) => State::Waiting,
                    None => State::Absent,
                };
                students.iter().map(state).collect()
            };
            let those = gradings.iter().enumerate().filter(has);
            those.map(|(grading, (_, report))| Round { grading, states: states(report) }).collect()
        };
        let columns = lessons.iter().flat_map(|lesson| {
            let columns = lesson.exercises().iter();
            columns.map(move |exercise| (lesson, exercise))
        });
        let columns =
            columns.map(|(lesson, exercise)| Column { lesson, exercise, rounds: rounds(lesson, exercise) });
        let columns: Vec<Column<'a>> = columns.filter(|column| !column.rounds.is_empty()).collect();
        let mut beliefs: Vec<Belief<'a>> =
            columns.iter().enumerate().flat_map(|(at, column)| column.beliefs(at)).collect();
        let weight = |belief: &Belief<'_>| columns[belief.column].exercise.weight();
        beliefs.sort_by(|a, b| {
            (b.who.len(), weight(b)).cmp(&(a.who.len(), weight(a))).then(a.column.cmp(&b.column))
        });
        let mut class = Self { gradings, students, anonymous, columns, beliefs };
        if anonymous {
            class.hide_order();
        }
        Ok(class)
    }

    /// Puts the students into an order that tells no more than their answers do: most that is right first.
    fn hide_order(&mut self) {
        let key = |who: &usize| {
            let signs: Vec<_> = self.columns.iter().map(|column| column.now()[*who].kind()).collect();
            (std::cmp::Reverse(self.right(*who)), signs)
        };
        let mut order: Vec<usize> = (0..self.students.len()).collect();
        order.sort_by_cached_key(key);
        let place: BTreeMap<usize, usize> =
            order.iter().enumerate().map(|(place, who)| (*who, place)).collect();
        for round in self.columns.iter_mut().flat_map(|column| &mut column.rounds) {
            round.states = order.iter().map(|who| round.states[*who]).collect();
        }
        for belief in &mut self.beliefs {
            belief.who = belief.who.iter().map(|who| place[who]).collect();
        }
        self.students = order.iter().map(|who| self.students[*who]).collect();
    }

    /// How many exercises a student has right.
    pub fn right(&self, who: usize) -> usize {
        self.columns.iter().filter(|column| column.now()[who].group() == Group::Right).count()
    }

    /// The beliefs to talk about first: the commonest, and one more if hardly fewer share it.
    pub fn first(&self) -> &[Belief<'a>] {
        let held = self.beliefs.iter().take_while(|belief| !belief.who.is_empty()).count();
        let count = |at: usize| self.beliefs[at].who.len();
        let more = held > FIRST && count(FIRST) + 1 >= count(FIRST - 1);
        &self.beliefs[..held.min(FIRST + usize::from(more))]
    }

    /// How a student is called on the page.
    pub fn name(&self, who: usize) -> String {
        if self.anonymous { (who + 1).to_string() } else { self.students[who].to_owned() }
    }
}

impl<'a> Column<'a> {
    /// How it stands now, by student.
    pub fn now(&self) -> &[State<'a>] {
        self.rounds.last().map_or(&[], |round| &round.states)
    }

    /// How it stood before.
    pub fn before(&self) -> Option<&Round<'a>> {
        self.rounds.len().checked_sub(2).map(|at| &self.rounds[at])
    }

    /// How many are in a group now.
    pub fn count(&self, group: Group) -> usize {
        self.now().iter().filter(|state| state.group() == group).count()
    }

    /// How many have written something.
    pub fn tried(&self) -> usize {
        self.count(Group::Right) + self.count(Group::Tried)
    }

    fn beliefs(&self, column: usize) -> Vec<Belief<'a>> {
        let all: BTreeSet<&str> =
            self.rounds.iter().flat_map(|round| &round.states).flat_map(|state| state.beliefs()).collect();
        let holders = |states: &[State<'a>], name: &str| -> BTreeSet<usize> {
            let holds = |state: &State<'_>| state.beliefs().any(|belief| belief == name);
            states.iter().enumerate().filter(|(_, state)| holds(state)).map(|(who, _)| who).collect()
        };
        let belief = |name: &'a str| {
            let who = holders(self.now(), name);
            let change = self.before().map(|before| {
                let both = |who: &&usize| {
                    before.states[**who].mark().is_some() && self.now()[**who].mark().is_some()
                };
                let then = holders(&before.states, name);
                let left: Vec<&usize> = then.difference(&who).filter(both).collect();
                let right = left.iter().filter(|who| self.now()[***who].group() == Group::Right).count();
                Change { left: left.len(), right, new: who.difference(&then).filter(both).count() }
            });
            let mistake = self.lesson.mistakes.data.of(self.exercise.id());
            let mistake = mistake.into_iter().find(|mistake| mistake.name.get_ref() == name);
            let counts = self.rounds.iter().map(|round| holders(&round.states, name).len()).collect();
            Belief { column, name, mistake, who, counts, change }
        };
        all.into_iter().map(belief).collect()
    }
}

impl Belief<'_> {
    /// What was done, in a few words.
    pub fn title(&self) -> &str {
        self.mistake.map_or(self.name, |mistake| &mistake.title)
    }
}
