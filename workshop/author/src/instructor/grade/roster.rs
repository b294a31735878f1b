//! Matches the students of a class with their submissions.
//!
//! A roster is a table with the columns `id` and `name`. It may have `moodle` and `canvas` too, if these call
//! a student by another number, and `folder`, a pattern of the submission's name in which one `*` is
//! anything. Rows of one pattern hand in together. Without a pattern a submission is a student's if it is
//! called by the name or a number, or as Moodle or Canvas call it:
//!
//! ```text
//! Anna Weber_12345_assignsubmission_file_      Moodle: the number of its grading worksheet
//! weberanna_LATE_4711_90210_workbook           Canvas: the student's number, then that of the file
//! ```

use crate::instructor::csv::Table;
use crate::instructor::grade::submissions::Submission;
use anyhow::{Result, bail, ensure};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A student, as the roster and reports have one.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
#[serde(default)]
pub struct Student {
    /// The id by which the course's other programs know them.
    pub id: String,
    pub name: String,
    /// Moodle's id, if it differs.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub moodle: String,
    /// Canvas' id, if it differs.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub canvas: String,
    /// The pattern of their submission's file name, or empty.
    #[serde(skip_serializing)]
    folder: String,
}

/// The students who are missing, and the submissions without a student.
#[derive(Default, Deserialize, Serialize)]
pub struct Roll {
    /// Students without a submission.
    pub absent: Vec<Student>,
    /// The submissions that fit no student, or more than one.
    pub strangers: BTreeSet<String>,
}

/// Reads the students from the table.
fn students(table: &Table) -> Result<Vec<Student>> {
    let mut all: Vec<Student> = Vec::new();
    for (number, student) in table.named::<Student>()? {
        let Student { id, name, .. } = &student;
        ensure!(!id.is_empty() && !name.is_empty(), "row {number} lacks the id or the name");
        if let Some(first) = all.iter().find(|other| other.id == *id) {
            bail!("row {number}: the id {id} is {}'s already", first.name);
        }
        all.push(student);
    }
    ensure!(!all.is_empty(), "it names no student");
    // Nobody is to be taken for another of the same name.
    let names: Vec<String> = all.iter().map(|student| student.name.clone()).collect();
    for student in &mut all {
        if names.iter().filter(|name| **name == student.name).count() > 1 {
            student.name = format!("{} ({})", student.name, student.id);
        }
    }
    Ok(all)
}

/// Gives each submission to its student, once for each student of a group, and lists those who are missing.
/// One that is not clearly somebody's stays a row of its own, which says so and has nobody's id.
pub fn call(table: &Table, all: &mut Vec<Submission>) -> Result<Roll> {
    let students = students(table)?;
    let (mut roll, mut came, mut perhaps) = (Roll::default(), BTreeSet::new(), BTreeSet::new());
    for one in std::mem::take(all) {
        let name = &one.name;
        // A pattern says more than a number in a name.
        let mut whose: Vec<&Student> =
            students.iter().filter(|student| fits(&student.folder, name)).collect();
        let mut is_clear = whose.windows(2).all(|pair| pair[0].folder == pair[1].folder);
        if whose.is_empty() {
            whose = students.iter().filter(|student| student.is_called(name)).collect();
            is_clear = whose.len() == 1;
        }
        let names = whose.iter().map(|student| &*student.name).collect::<Vec<_>>().join(" and of ");
        let ids = whose.iter().map(|student| &student.id);
        let unclear = match (whose.len(), is_clear) {
            (0, _) => "".to_owned(),
            (_, false) => format!(", may be of {names}"),
            _ if ids.clone().any(|id| came.contains(id)) => format!(", one more of {names}"),
            _ => {
                came.extend(ids);
                all.extend(whose.iter().map(|student| one.of(student)));
                continue;
            }
        };
        perhaps.extend(ids);
        let name = name.clone() + &unclear;
        roll.strangers.insert(name.clone());
        all.push(Submission { name, student: (!whose.is_empty()).then(Student::default), ..one });
    }
    came.append(&mut perhaps);
    roll.absent = students.iter().filter(|student| !came.contains(&student.id)).cloned().collect();
    Ok(roll)
}

impl Student {
    /// Returns true if a submission of this name is the student's.
    fn is_called(&self, submission: &str) -> bool {
        if !self.folder.is_empty() {
            return false;
        }
        let ids = [&self.id, &self.moodle, &self.canvas];
        match number(submission) {
            Some(number) => ids.into_iter().any(|id| id == number),
            None => {
                ids.into_iter().chain([&self.name]).any(|id| id.to_lowercase() == submission.to_lowercase())
            }
        }
    }
}

/// Returns the student's number in a file name made by Moodle or Canvas. It is before the first of their
/// signs, since the student has chosen the rest.
pub fn number(submission: &str) -> Option<&str> {
    let digits = |part: &&str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let parts: Vec<&str> = submission.split('_').collect();
    let is_first = |at: &usize| {
        let next = parts[at + 1];
        digits(&parts[*at]) && (next == "assignsubmission" || digits(&next) && at + 2 < parts.len())
    };
    (1..parts.len().saturating_sub(1)).find(is_first).map(|at| parts[at])
}

/// Returns true if a name fits a pattern, in which one `*` stands for anything.
fn fits(pattern: &str, name: &str) -> bool {
    let Some((first, last)) = pattern.split_once('*') else {
        return pattern == name;
    };
    name.strip_prefix(first).is_some_and(|rest| rest.ends_with(last))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn called(roster: &str, names: &[&str]) -> Result<(Vec<String>, Roll)> {
        let mut all: Vec<Submission> = names.iter().map(|name| Submission::new(name.into())).collect();
        let roll = call(&Table::read(roster)?, &mut all)?;
        Ok((all.into_iter().map(|submission| submission.name).collect(), roll))
    }

    #[test]
    fn names_of_moodle_and_canvas_are_understood() -> Result<()> {
        let roster = "\u{feff}ID;Name;Canvas\n12345;\"Weber; Anna\";\n7;Ben Öz;4711\nchidi7;Chidi\n99;Dana\n5;Eren\n6;Fa\n\n";
        let names = [
            "Anna_Maria_Weber_12345_assignsubmission_file_",
            "özben_LATE_4711_90210_workbook_1_2",
            "Chidi7",
            // The student has written what follows the number.
            "Dana_99_assignsubmission_file_x_7_assignsubmission_file_",
            "erem_5_555_my_99_assignsubmission_file_",
            "somebody",
        ];
        let (called, roll) = called(roster, &names)?;
        assert_eq!(called, ["Weber; Anna", "Ben Öz", "Chidi", "Dana", "Eren", "somebody"]);
        assert_eq!(roll.absent.iter().map(|student| &*student.name).collect::<Vec<_>>(), ["Fa"]);
        assert_eq!(roll.strangers, BTreeSet::from(["somebody".to_owned()]));
        Ok(())
    }

    #[test]
    fn some_hand_in_together_and_nobody_is_guessed() -> Result<()> {
        let roster = "id,name,folder\n1,Anna,team-*-anna\n2,Anna,\n3,Cleo,*c\n4,Dan,*c";
        let (names, roll) = called(roster, &["team-7-anna", "2", "ccc"])?;
        assert_eq!(names, ["Anna (1)", "Anna (2)", "Cleo", "Dan"]);
        assert!(roll.absent.is_empty() && roll.strangers.is_empty());
        // One that is unclear costs its own row.
        for (roster, names, want) in [
            (
                "id,name\n7,Anna\nanna,Ben",
                &["7", "anna", "ben"][..],
                &["Anna", "anna, may be of Anna and of Ben", "Ben"][..],
            ),
            ("id,name\n7,Anna\nanna,Ben", &["anna"], &["anna, may be of Anna and of Ben"]),
            ("id,name,folder\n7,Anna,a*\n8,Ben,*a", &["anna"], &["anna, may be of Anna and of Ben"]),
            ("id,name\n7,Anna", &["7", "Anna"], &["Anna", "Anna, one more of Anna"]),
        ] {
            let mut all: Vec<Submission> = names.iter().map(|name| Submission::new(name.into())).collect();
            let roll = call(&Table::read(roster)?, &mut all)?;
            assert_eq!(all.iter().map(|one| &*one.name).collect::<Vec<_>>(), want);
            assert!(roll.absent.is_empty() && roll.strangers.iter().all(|name| name.contains(", ")));
            let ids = all.iter().filter(|one| one.name.contains(", ")).map(|one| one.student.clone());
            assert!(ids.flatten().all(|student| student.id.is_empty()));
        }
        for (roster, why) in [
            ("id,name\n7,Anna\n7,Ben", "row 3: the id 7 is Anna's already"),
            ("id,name\n,Anna", "row 2 lacks the id or the name"),
            ("number,name\n7,Anna", "row 2 lacks the id or the name"),
            ("id,name\n", "it names no student"),
        ] {
            let error = called(roster, &[]).err().map(|error| format!("{error:#}")).unwrap_or_default();
            assert!(error.contains(why), "{roster}: {error}");
        }
        let fitting = [("*", ""), ("a*c", "abc"), ("*é", "né"), ("a", "a")];
        assert!(fitting.iter().all(|(pattern, name)| fits(pattern, name)));
        let others = [("", "a"), ("a*b", "abc"), ("a", "ab"), ("aa*a", "aa")];
        assert!(!others.iter().any(|(pattern, name)| fits(pattern, name)));
        Ok(())
    }
}
