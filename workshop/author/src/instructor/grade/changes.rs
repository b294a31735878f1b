//! Marks that a person has changed: a table beside the submissions, which each grading reads again.
//!
//! ```text
//! student,exercise,marks,who,why
//! 12345,2.1,0.5,Kim,the sign is a slip; the argument is right
//! ```

use crate::instructor::csv::Table;
use anyhow::{Context, Result, anyhow, ensure};
use course::Id;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::Path;

/// A mark that a person has given.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Changed {
    /// The new points, 1 at most.
    pub points: f64,
    /// Name of the person who has given it.
    pub who: String,
    /// Why.
    pub why: String,
}

impl Changed {
    /// It in words.
    pub fn words(&self) -> String {
        let Self { points, who, why } = self;
        format!("{points} of 1 by hand ({who}: {why})")
    }
}

/// A row of the table.
pub struct Change {
    row: usize,
    /// The submission's name, or the student's id.
    pub student: String,
    /// The exercise.
    pub exercise: Id,
    /// Its mark.
    pub changed: Changed,
}

impl Change {
    /// Names its row and its subject.
    pub fn words(&self) -> String {
        format!("row {}: {} {}", self.row, self.student, self.exercise)
    }
}

/// Reads the table.
pub fn read(path: &Path) -> Result<Vec<Change>> {
    of(&Table::open(path)?).with_context(|| format!("in {}", path.display()))
}

fn of(table: &Table) -> Result<Vec<Change>> {
    #[derive(Deserialize)]
    struct Row {
        student: String,
        exercise: String,
        marks: String,
        who: String,
        why: String,
    }
    let (mut changes, mut seen) = (Vec::new(), BTreeSet::new());
    for (row, Row { student, exercise, marks, who, why }) in table.named()? {
        ensure!(
            [&student, &who, &why].iter().all(|cell| !cell.is_empty()),
            "row {row} lacks the student, or who has changed the mark, or why"
        );
        let exercise: Id = exercise.parse().map_err(|why| anyhow!("row {row}: '{exercise}': {why}"))?;
        // Some write a comma for the point.
        let points: Option<f64> = marks.replace(',', ".").parse().ok();
        let points = points.filter(|points| (0.0..=1.0).contains(points));
        let points =
            points.with_context(|| format!("row {row}: '{marks}': marks are a number from 0 to 1"))?;
        ensure!(
            seen.insert((student.clone(), exercise.to_string())),
            "row {row}: {student} has a mark for {exercise} already"
        );
        changes.push(Change { row, student, exercise, changed: Changed { points, who, why } });
    }
    Ok(changes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_that_cannot_be_meant_is_refused() {
        let parse = |text: &str| of(&Table::read(text)?);
        let with = |row: &str| parse(&format!("why;Student;exercise;marks;who\n{row}\n;;;;\n"));
        let read = with("half, \u{1b}a slip;Ben;2.1;0,5;Kim").expect("a change");
        let [change] = &read[..] else { panic!("{} changes", read.len()) };
        assert_eq!(change.changed.words(), "0.5 of 1 by hand (Kim: half, �a slip)");
        assert_eq!((change.words(), &*change.exercise.to_string()), ("row 2: Ben 02.1".to_owned(), "02.1"));
        for (row, why) in [
            ("a;;2.1;1;Kim", "row 2 lacks the student"),
            (";Ben;2.1;1;Kim", "row 2 lacks"),
            ("a;Ben;2;1;Kim", "row 2: '2': an exercise is named"),
            ("a;Ben;2.1;-1;Kim", "row 2: '-1': marks are a number"),
            ("a;Ben;2.1;NaN;Kim", "marks are a number"),
            ("a;Ben;2.1;1.5;Kim", "row 2: '1.5': marks are a number from 0 to 1"),
            ("a;Ben;2.1;1;Kim\nb;Ben;02.1;0;Kim", "row 3: Ben has a mark for 02.1 already"),
        ] {
            let said = with(row).err().map(|error| error.to_string());
            assert!(said.as_ref().is_some_and(|said| said.contains(why)), "{row}: {said:?}");
        }
        let lacks =
            parse("student,exercise,marks,who\na,2.1,1,Kim\n").err().map(|error| format!("{error:#}"));
        assert!(lacks.is_some_and(|lacks| lacks.contains("missing field `why`")));
    }
}
