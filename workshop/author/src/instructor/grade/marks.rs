//! The marks of a submission.

use crate::instructor::grade::changes::Changed;
use crate::instructor::grade::submissions::shown;
use course::Id;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The number of remarks on a submission that are reported.
const MOST_NOTES: usize = 30;

/// The finding of a check, or the reason why there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Every answer is right.
    Passed,
    /// The starter's code is unchanged.
    Open,
    /// A known mistake was recognised.
    Mistake,
    /// An answer is wrong, in an unknown way.
    Wrong,
    /// The answer panicked.
    Panicked,
    /// An earlier answer that is needed is not right.
    Blocked,
    /// The check did not end in time.
    TimedOut,
    /// The program ended without an answer.
    Crashed,
    /// The answer does not compile.
    NotCompiled,
    /// The exercise's file is missing, or is no source.
    Missing,
    /// A person must judge, since the tool cannot.
    ByHand,
}

impl Verdict {
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
    pub exercise: Id,
    pub outcome: Verdict,
    /// The mistake's name, the earlier exercise, or the error, whichever fits the verdict.
    pub detail: String,
    /// The check's message to the student.
    pub said: String,
    /// The exercises that had the workbook's own answers when this exercise was judged.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub lent: BTreeSet<Id>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub changed: Option<Changed>,
}

impl Mark {
    /// Returns the mark of an exercise that was not run.
    pub fn unrun(exercise: Id, outcome: Verdict, detail: &str) -> Self {
        let (detail, lent) = (detail.to_owned(), BTreeSet::new());
        Self { exercise, outcome, detail, said: String::new(), lent, changed: None }
    }

    /// Returns the mark as found with the workbook's answers to `lent`, without words that may quote those.
    pub fn helped(self, lent: BTreeSet<Id>) -> Self {
        let said = if self.outcome == Verdict::Passed { self.said } else { String::new() };
        let is_named = matches!(self.outcome, Verdict::Mistake | Verdict::Wrong | Verdict::ByHand);
        let detail = if is_named { self.detail } else { String::new() };
        Self { said, detail, lent, ..self }
    }

    /// Returns true if a person must look at it and has not yet.
    pub fn waits(&self) -> bool {
        self.outcome == Verdict::ByHand && self.changed.is_none()
    }

    /// Returns its points, 1 if it is right and else 0, unless a person has decided otherwise.
    pub fn points(&self) -> f64 {
        let own = if self.outcome == Verdict::Passed { 1.0 } else { 0.0 };
        self.changed.as_ref().map_or(own, |changed| changed.points)
    }

    /// Returns the points of several marks together, rounded to hundredths as on paper.
    pub fn sum<'a>(marks: impl IntoIterator<Item = &'a Self>) -> f64 {
        let sum: f64 = marks.into_iter().map(Self::points).sum();
        (100.0 * sum).round() / 100.0
    }

    /// Returns the outcome in words, with what a person changed.
    pub fn words(&self) -> String {
        let detail = Some(self.detail.trim()).filter(|detail| !detail.is_empty());
        let detail = detail.map_or(String::new(), |detail| format!(": {detail}"));
        let changed = self.changed.as_ref().map_or(String::new(), |changed| format!("; {}", changed.words()));
        format!("{}{detail}{changed}", self.outcome.words())
    }
}

/// The judge's finding on a hand-in's tentacle: each property is a part of one point.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub struct Tentacle {
    /// The number of properties that hold.
    holding: usize,
    /// Those that do not, or why nothing could be judged.
    lacks: String,
}

impl Tentacle {
    /// The file with the JSON, in the workbook's folder.
    pub const FILE: &str = "tentacle.json";

    /// Judges the file's contents, or what was in their way.
    pub fn judged(contents: Option<&Result<Vec<u8>, String>>) -> Self {
        let judged = match contents {
            None => Err(format!("{} is missing", Self::FILE)),
            Some(Err(why)) => Err(why.clone()),
            Some(Ok(json)) => {
                judge::tentacle::judge(&String::from_utf8_lossy(json)).map_err(|why| why.to_string())
            }
        };
        match judged {
            Ok(report) => {
                Self { holding: report.holding(), lacks: report.lacking().collect::<Vec<_>>().join(", ") }
            }
            Err(why) => Self { holding: 0, lacks: shown(&why) },
        }
    }

    pub fn points(&self) -> f64 {
        self.holding as f64 / judge::tentacle::COUNT as f64
    }

    pub fn words(&self) -> String {
        let lacks = if self.lacks.is_empty() { String::new() } else { format!(": {}", self.lacks) };
        format!("{} of {}{lacks}", self.holding, judge::tentacle::COUNT)
    }
}

/// The marks of a submission, and remarks on it.
#[derive(Default)]
pub struct Outcomes {
    /// A mark for each exercise.
    pub marks: Vec<Mark>,
    /// Remarks for the instructor.
    pub notes: Vec<String>,
}

impl Outcomes {
    /// Adds those remarks that are not there yet.
    pub fn note(&mut self, notes: impl IntoIterator<Item = String>) {
        for note in notes {
            if !self.notes.contains(&note) {
                self.notes.push(note);
            }
        }
    }

    /// Returns the outcomes with a remark on exercises judged with others' help, and further remarks.
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
