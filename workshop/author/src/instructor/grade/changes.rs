//! Marks that a person has changed: a table beside the submissions, which each grading reads again.
//!
//! ```text
//! student,exercise,marks,who,why
//! 12345,2.1,0.5,Kim,the sign is a slip; the argument is right
//! ```

use crate::instructor::csv::Table;
use crate::instructor::grade::handed_in::printable;
use crate::instructor::grade::points::Points;
use anstream::println;
use anyhow::{Context, Result, anyhow, ensure};
use course::Id;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::Path;
use workbook::style::BAD;

/// A mark that a person has given.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Changed {
    /// The new points,
    pub points: Points,
    /// and the most that it could be then.
    pub out_of: u32,
    /// Name of the person who has given it.
    pub who: String,
    /// Why.
    pub why: String,
}

impl Changed {
    /// It in words.
    pub fn words(&self) -> String {
        let Self { points, out_of, who, why } = self;
        format!("{points} of {out_of} by hand ({who}: {why})")
    }
}

/// A row of the table.
pub struct Change {
    row: usize,
    /// The submission's name, or the student's id.
    pub student: String,
    /// The exercise.
    pub exercise: Id,
    points: Points,
    who: String,
    why: String,
}

impl Change {
    /// The mark, if it is not more than the exercise can have.
    pub fn of(&self, most: u32) -> Result<Changed> {
        let Self { row, exercise, points, .. } = self;
        ensure!(
            *points <= Points::whole(most),
            "row {row}: {points} is more than {exercise} can have, which is {most}"
        );
        Ok(Changed { points: *points, out_of: most, who: self.who.clone(), why: self.why.clone() })
    }

    /// Names its row and its subject.
    pub fn words(&self) -> String {
        format!("row {}: {} {}", self.row, self.student, self.exercise)
    }
}

/// Reads the table.
pub fn read(path: &Path) -> Result<Vec<Change>> {
    let name = path.display();
    let text = std::fs::read(path).with_context(|| format!("cannot read {name}"))?;
    let text = String::from_utf8(text)
        .ok()
        .with_context(|| format!("{name} is not UTF-8: save it as CSV in UTF-8"))?;
    parse(&text).with_context(|| format!("in {name}"))
}

fn parse(text: &str) -> Result<Vec<Change>> {
    let table = Table::read(text)?;
    let head: Vec<String> = table.row(0).iter().map(|cell| cell.trim().to_lowercase()).collect();
    let mut columns = [0; 5];
    for (column, name) in columns.iter_mut().zip(["student", "exercise", "marks", "who", "why"]) {
        *column = head.iter().position(|cell| cell == name).with_context(|| {
            format!("its first row names no column '{name}'; it names {}", head.join(", "))
        })?;
    }
    let (mut changes, mut seen) = (Vec::new(), BTreeSet::new());
    for at in 1..table.len() {
        let cells = table.row(at);
        if cells.iter().all(|cell| cell.trim().is_empty()) {
            continue;
        }
        let row = at + 1;
        let cell = |column: usize| printable(cells.get(column).map_or("", |cell| cell.trim()));
        let [student, exercise, points, who, why] = columns.map(cell);
        ensure!(
            [&student, &who, &why].iter().all(|cell| !cell.is_empty()),
            "row {row} lacks the student, or who has changed the mark, or why"
        );
        let exercise: Id = exercise.parse().map_err(|why| anyhow!("row {row}: '{exercise}': {why}"))?;
        let points = points.parse().map_err(|why| anyhow!("row {row}: '{points}': {why}"))?;
        ensure!(
            seen.insert((student.clone(), exercise.to_string())),
            "row {row}: {student} has a mark for {exercise} already"
        );
        changes.push(Change { row, student, exercise, points, who, why });
    }
    Ok(changes)
}

/// Tells which of them are of nobody.
pub fn tell(strangers: &[&Change]) {
    if !strangers.is_empty() {
        let strangers: Vec<String> = strangers.iter().map(|change| change.words()).collect();
        println!("{BAD}Marks for what is not in this grading{BAD:#}: {}", strangers.join("; "));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_that_cannot_be_meant_is_refused() {
        let with = |row: &str| parse(&format!("why;Student;exercise;marks;who\n{row}\n;;;;\n"));
        let read = with("half, \u{1b}a slip;Ben;2.1;0,5;Kim").expect("a change");
        let [change] = &read[..] else { panic!("{} changes", read.len()) };
        let changed = change.of(1).expect("not too much");
        assert_eq!(changed.words(), "0.5 of 1 by hand (Kim: half, �a slip)");
        assert_eq!((change.words(), &*change.exercise.to_string()), ("row 2: Ben 02.1".to_owned(), "02.1"));
        for (row, why) in [
            ("a;;2.1;1;Kim", "row 2 lacks the student"),
            (";Ben;2.1;1;Kim", "row 2 lacks"),
            ("a;Ben;2;1;Kim", "row 2: '2': an exercise is named"),
            ("a;Ben;2.1;-1;Kim", "row 2: '-1': marks are a number"),
            ("a;Ben;2.1;NaN;Kim", "marks are a number"),
            ("a;Ben;2.1;0.125;Kim", "marks are a number"),
            ("a;Ben;2.1;1;Kim\nb;Ben;02.1;0;Kim", "row 3: Ben has a mark for 02.1 already"),
        ] {
            let said = with(row).err().map(|error| error.to_string());
            assert!(said.as_ref().is_some_and(|said| said.contains(why)), "{row}: {said:?}");
        }
        assert!(change.of(0).is_err());
        assert!(parse("student,exercise,marks,who\n").is_err());
    }
}
