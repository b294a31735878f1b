//! The mark for one exercise of a submission.

use crate::instructor::grade::changes::Changed;
use course::Id;
use serde::{Deserialize, Serialize};

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
    /// It used too much memory.
    OutOfMemory,
    /// It wrote too much.
    TooMuchOutput,
    /// Its program ended without an answer.
    Crashed,
    /// It does not compile.
    NotCompiled,
    /// Its file is not there, or is no source.
    Missing,
    /// It does something that no answer needs, or the submission is not enough to judge it.
    ByHand,
}

impl Verdict {
    /// The word for it, as in JSON.
    pub fn name(self) -> String {
        serde_json::to_value(self).ok().and_then(|name| Some(name.as_str()?.to_owned())).unwrap_or_default()
    }

    /// Returns true if an earlier answer may be to blame.
    pub fn may_be_held_up(self) -> bool {
        matches!(
            self,
            Self::Blocked
                | Self::TimedOut
                | Self::OutOfMemory
                | Self::TooMuchOutput
                | Self::Crashed
                | Self::ByHand
        )
    }
}

/// An exercise's outcome.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Mark {
    /// The exercise.
    #[serde(serialize_with = "as_text", deserialize_with = "from_text")]
    pub exercise: Id,
    /// The verdict.
    pub outcome: Verdict,
    /// The mistake's name, the earlier exercise, or the error.
    pub detail: String,
    /// The check's message to the student.
    pub said: String,
    /// The mark that a person has given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub changed: Option<Changed>,
}

fn as_text<S: serde::Serializer>(id: &Id, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(id)
}

fn from_text<'d, D: serde::Deserializer<'d>>(deserializer: D) -> Result<Id, D::Error> {
    let text = String::deserialize(deserializer)?;
    Id::strict(&text).ok_or_else(|| serde::de::Error::custom(format!("{text} is no exercise")))
}

impl Mark {
    /// Of an exercise that was not run.
    pub fn unrun(exercise: Id, outcome: Verdict, detail: &str) -> Self {
        Self { exercise, outcome, detail: detail.to_owned(), said: String::new(), changed: None }
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
        let changed = self.changed.as_ref().map_or(String::new(), |changed| format!("; {}", changed.words()));
        self.outcome_words() + &changed
    }

    fn outcome_words(&self) -> String {
        let detail = &self.detail;
        match self.outcome {
            Verdict::Passed => "passed".to_owned(),
            Verdict::Open => "open".to_owned(),
            Verdict::Mistake => format!("mistake: {detail}"),
            Verdict::Wrong => "wrong".to_owned(),
            Verdict::Panicked => "panicked".to_owned(),
            Verdict::Blocked => format!("blocked by {detail}"),
            Verdict::TimedOut => "did not end".to_owned(),
            Verdict::OutOfMemory => "used too much memory".to_owned(),
            Verdict::TooMuchOutput => "printed without end".to_owned(),
            Verdict::Crashed => format!("crashed: {detail}"),
            Verdict::NotCompiled => format!("does not compile: {detail}"),
            Verdict::Missing => format!("no answer: {detail}"),
            Verdict::ByHand => format!("to be looked at by hand: {detail}"),
        }
    }
}
