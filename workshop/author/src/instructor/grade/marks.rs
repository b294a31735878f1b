//! The marks for a submission.

use crate::instructor::grade::changes::Changed;
use course::Id;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The number of remarks on a submission that are reported.
const MOST_NOTES: usize = 30;

/// A check's finding, or the reason why it found nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Every answer is right.
    Passed,
    /// The starter's code is as it was.
    Open,
    /// It is a known mistake.
    Mistake,
    /// It is wrong in an unknown way.
    Wrong,
    /// It panicked.
    Panicked,
    /// It needs an earlier answer that is not right.
    Blocked,
    /// It did not end.
    TimedOut,
    /// Its program ended without an answer.
    Crashed,
    /// It does not compile.
    NotCompiled,
    /// Its file is not there, or is no source.
    Missing,
    /// The submission is not enough to judge it.
    ByHand,
}

impl Verdict {
    /// It in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Open => "open",
            Self::Mistake => "mistake",
            Self::Wrong => "wrong",
            Self::Panicked => "panicked",
            Self::Blocked => "blocked",
            Self::TimedOut => "did not end",
            Self::Crashed => "crashed",
            Self::NotCompiled => "does not compile",
            Self::Missing => "no answer",
            Self::ByHand => "to be looked at by hand",
        }
    }

    /// Returns true if an earlier answer may be to blame.
    pub fn may_be_held_up(self) -> bool {
        matches!(self, Self::Blocked | Self::TimedOut | Self::Crashed | Self::ByHand)
    }
}

/// An exercise's outcome.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Mark {
    /// The exercise.
    pub exercise: Id,
    /// The verdict.
    pub outcome: Verdict,
    /// The mistake's name, the earlier exercise, or the error.
    pub detail: String,
    /// The check's message to the student.
    pub said: String,
    /// The exercises in whose place the workbook's own answers were.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub lent: BTreeSet<Id>,
    /// The mark that a person has given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub changed: Option<Changed>,
}

impl Mark {
    /// Of an exercise that was not run.
    pub fn unrun(exercise: Id, outcome: Verdict, detail: &str) -> Self {
        let (detail, lent) = (detail.to_owned(), BTreeSet::new());
        Self { exercise, outcome, detail, said: String::new(), lent, changed: None }
    }

    /// It as it was found with the workbook's own answers in the place of others. Words that may hold them are left out.
    pub fn helped(self, lent: BTreeSet<Id>) -> Self {
        let said = if self.outcome == Verdict::Passed { self.said } else { String::new() };
        let is_named = matches!(self.outcome, Verdict::Mistake | Verdict::Wrong | Verdict::ByHand);
        let detail = if is_named { self.detail } else { String::new() };
        Self { said, detail, lent, ..self }
    }

    /// Returns true if a person must look at it, and none has.
    pub fn waits(&self) -> bool {
        self.outcome == Verdict::ByHand && self.changed.is_none()
    }

    /// Returns its points: one for a right answer, none for any other, unless a person has decided otherwise.
    pub fn points(&self) -> f64 {
        let own = if self.outcome == Verdict::Passed { 1.0 } else { 0.0 };
        self.changed.as_ref().map_or(own, |changed| changed.points)
    }

    /// The points of several together, in hundredths: parts of a point add up to what they are on paper.
    pub fn sum<'a>(marks: impl IntoIterator<Item = &'a Self>) -> f64 {
        let sum: f64 = marks.into_iter().map(Self::points).sum();
        (100.0 * sum).round() / 100.0
    }

    /// The outcome in words, and what a person made of it.
    pub fn words(&self) -> String {
        let detail = Some(self.detail.trim()).filter(|detail| !detail.is_empty());
        let detail = detail.map_or(String::new(), |detail| format!(": {detail}"));
        let changed = self.changed.as_ref().map_or(String::new(), |changed| format!("; {}", changed.words()));
        format!("{}{detail}{changed}", self.outcome.words())
    }
}

/// The marks of a submission, and what to know about it.
#[derive(Default)]
pub struct Outcomes {
    /// A mark for each exercise.
    pub marks: Vec<Mark>,
    /// Remarks for the instructor.
    pub notes: Vec<String>,
}

impl Outcomes {
    /// Adds those remarks that are new.
    pub fn note(&mut self, notes: impl IntoIterator<Item = String>) {
        for note in notes {
            if !self.notes.contains(&note) {
                self.notes.push(note);
            }
        }
    }

    /// Adds a remark on those that were helped, and others.
    pub fn noted(mut self, others: Vec<String>) -> Self {
        let is_helped = |mark: &&Mark| mark.outcome == Verdict::Passed && !mark.lent.is_empty();
        let helped = self.marks.iter().filter(is_helped).map(|mark| mark.exercise.to_string());
        let helped = helped.collect::<Vec<_>>().join(", ");
        let words = "right with the workbook's own answers in the place of those that are not";
        self.notes.extend((!helped.is_empty()).then(|| format!("{helped}: {words}")));
        self.notes.extend(others);
        let more = self.notes.len().saturating_sub(MOST_NOTES);
        self.notes.truncate(MOST_NOTES);
        self.notes.extend((more > 0).then(|| format!("and {more} more")));
        self
    }
}
