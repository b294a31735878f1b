//! The marks of a submission.

use crate::instructor::csv::Table;
use anyhow::{Context, Result, anyhow, ensure};
use course::Id;
use course::protocol::Outcome;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The finding of a check, or the reason why there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    Passed,
    Open,
    Mistake,
    Wrong,
    Panicked,
    Blocked,
    /// The check did not end in time.
    TimedOut,
    /// The program ended without an answer.
    Crashed,
    NotCompiled,
    /// Nothing could be read.
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

    /// Returns true if the machine's load, or what else was handed in, may be to blame: the next grading asks again.
    pub fn is_passing(self) -> bool {
        matches!(self, Self::TimedOut | Self::Crashed | Self::ByHand)
    }
}

impl From<&Outcome> for Verdict {
    fn from(outcome: &Outcome) -> Self {
        match outcome {
            Outcome::Passed => Self::Passed,
            Outcome::Open => Self::Open,
            Outcome::Mistake(_) => Self::Mistake,
            Outcome::Wrong => Self::Wrong,
            Outcome::Panicked => Self::Panicked,
            Outcome::Blocked(_) => Self::Blocked,
            Outcome::NotCompiled(_) => Self::NotCompiled,
            Outcome::Stuck => Self::TimedOut,
            Outcome::OtherQuestions(_) => Self::ByHand,
        }
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
    /// Returns a mark without a message of a check.
    pub fn new(exercise: Id, outcome: Verdict, detail: &str) -> Self {
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
        let changed = self.changed.as_ref().map_or(String::new(), |Changed { points, who, why }| {
            format!("; {points} of 1 by hand ({who}: {why})")
        });
        format!("{}{detail}{changed}", self.outcome.words())
    }
}

/// A mark that a person has given, with who it was and why.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Changed {
    pub points: f64,
    pub who: String,
    pub why: String,
}

/// A row of the table of such marks.
#[derive(Debug)]
pub struct Change {
    /// The submission's name, or its number in Moodle.
    pub student: String,
    pub exercise: Id,
    pub changed: Changed,
}

impl Change {
    /// Reads the table:
    ///
    /// ```text
    /// student,exercise,marks,who,why
    /// 12345,2.1,0.5,Kim,the sign is a slip; the argument is right
    /// ```
    pub fn all(table: &Table) -> Result<Vec<Self>> {
        let mut all: Vec<Self> = Vec::new();
        for (row, [student, exercise, marks, who, why]) in
            table.columns(["student", "exercise", "marks", "who", "why"])?
        {
            let is_whole = [&student, &who, &why].iter().all(|cell| !cell.is_empty());
            ensure!(is_whole, "row {row} lacks the student, or who has changed the mark, or why");
            let exercise: Id = exercise.parse().map_err(|why| anyhow!("row {row}: '{exercise}': {why}"))?;
            // Some write a comma for the point.
            let points = marks.replace(',', ".").parse().ok().filter(|points| (0.0..=1.0).contains(points));
            let points =
                points.with_context(|| format!("row {row}: '{marks}': marks are a number from 0 to 1"))?;
            let is_known = |other: &Self| other.student == student && other.exercise == exercise;
            ensure!(!all.iter().any(is_known), "row {row}: {student} has a mark for {exercise} already");
            all.push(Self { student, exercise, changed: Changed { points, who, why } });
        }
        Ok(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_that_cannot_be_meant_is_refused() {
        let with =
            |row: &str| Change::all(&Table::read(&format!("why;Student;exercise;marks;who\n{row}\n;;;;\n"))?);
        let read = with("half, \u{1b}a slip;Ben;2.1;0,5;Kim").expect("a change");
        let changed = Changed { points: 0.5, who: "Kim".to_owned(), why: "half, �a slip".to_owned() };
        assert_eq!((&read[0].changed, &*read[0].student), (&changed, "Ben"));
        for (row, why) in [
            (";Ben;2.1;1;Kim", "row 2 lacks"),
            ("a;Ben;2;1;Kim", "row 2: '2': an exercise is named"),
            ("a;Ben;2.1;NaN;Kim", "row 2: 'NaN': marks are a number from 0 to 1"),
            ("a;Ben;2.1;1;Kim\nb;Ben;02.1;0;Kim", "row 3: Ben has a mark for 02.1 already"),
        ] {
            let said = with(row).expect_err(row).to_string();
            assert!(said.contains(why), "{row}: {said}");
        }
    }
}
