//! Reads the marks that a person has changed, from a table beside the submissions.
//!
//! ```text
//! student,exercise,marks,who,why
//! 12345,2.1,0.5,Kim,the sign is a slip; the argument is right
//! ```

use crate::instructor::csv::Table;
use anyhow::{Context, Result, anyhow, ensure};
use course::Id;
use serde::{Deserialize, Serialize};

/// A mark that a person has given.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Changed {
    pub points: f64,
    /// The name of the person.
    pub who: String,
    /// The person's reason.
    pub why: String,
}

impl Changed {
    /// Returns the change in words, for a report.
    pub fn words(&self) -> String {
        let Self { points, who, why } = self;
        format!("{points} of 1 by hand ({who}: {why})")
    }
}

/// A row of the table of changes.
pub struct Change {
    row: usize,
    /// The submission's name, or the student's id.
    pub student: String,
    pub exercise: Id,
    /// The new mark for the exercise.
    pub changed: Changed,
}

impl Change {
    /// Returns the row's student and exercise in words, for messages.
    pub fn words(&self) -> String {
        format!("row {}: {} {}", self.row, self.student, self.exercise)
    }
}

/// Reads the rows of the table.
pub fn read(table: &Table) -> Result<Vec<Change>> {
    #[derive(Deserialize)]
    struct Row {
        student: String,
        exercise: String,
        marks: String,
        who: String,
        why: String,
    }
    let mut changes: Vec<Change> = Vec::new();
    for (row, Row { student, exercise, marks, who, why }) in table.named()? {
        let is_whole = [&student, &who, &why].iter().all(|cell| !cell.is_empty());
        ensure!(is_whole, "row {row} lacks the student, or who has changed the mark, or why");
        let exercise: Id = exercise.parse().map_err(|why| anyhow!("row {row}: '{exercise}': {why}"))?;
        // Some write a comma for the point.
        let points = marks.replace(',', ".").parse().ok().filter(|points| (0.0..=1.0).contains(points));
        let points =
            points.with_context(|| format!("row {row}: '{marks}': marks are a number from 0 to 1"))?;
        let is_known = |other: &Change| other.student == student && other.exercise == exercise;
        ensure!(!changes.iter().any(is_known), "row {row}: {student} has a mark for {exercise} already");
        changes.push(Change { row, student, exercise, changed: Changed { points, who, why } });
    }
    Ok(changes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_that_cannot_be_meant_is_refused() {
        let with = |row: &str| {
            let read = read(&Table::read(&format!("why;Student;exercise;marks;who\n{row}\n;;;;\n"))?)?;
            Ok::<_, anyhow::Error>(
                read.iter().map(|one| one.words() + " " + &one.changed.words()).collect::<String>(),
            )
        };
        let read = with("half, \u{1b}a slip;Ben;2.1;0,5;Kim").expect("a change");
        assert_eq!(read, "row 2: Ben 02.1 0.5 of 1 by hand (Kim: half, �a slip)");
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
