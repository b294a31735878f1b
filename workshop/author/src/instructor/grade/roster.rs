//! The students of a class, and their submissions.
//!
//! A roster is a table with the columns `id` and `name`. It may have `moodle` and `canvas` too, if these call a student by
//! another number, and `folder`, a pattern of the submission's name in which `*` is anything. Rows of one pattern
//! hand in together. Without a pattern a submission is a student's if it is called by the name or a number, or as Moodle or
//! Canvas call it:
//!
//! ```text
//! Anna Weber_12345_assignsubmission_file_      Moodle: the number of its grading worksheet
//! weberanna_LATE_4711_90210_workbook           Canvas: the student's number, then that of the file
//! ```

use crate::instructor::csv::Table;
use crate::instructor::grade::submissions::Submission;
use anyhow::{Context, Result, bail, ensure};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The students of a class, each with the pattern of their submission's name.
pub struct Roster(Vec<(Student, String)>);

/// A student, as reports have one.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
pub struct Student {
    /// The number or word by which the course's other programs know them.
    pub id: String,
    /// Their name.
    pub name: String,
    /// Moodle's number, if it is not the id.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub moodle: String,
    /// Canvas' number, if it is not the id.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub canvas: String,
}

/// The students who are missing, and the submissions without a student.
#[derive(Default, Deserialize, Serialize)]
pub struct Roll {
    /// Students who handed in nothing.
    pub absent: Vec<Student>,
    /// The submissions that are of no student.
    pub strangers: BTreeSet<String>,
}

impl Roster {
    /// Reads a file.
    pub fn read(path: &Path) -> Result<Self> {
        Self::of(&Table::open(path)?).with_context(|| format!("in {}", path.display()))
    }

    fn of(table: &Table) -> Result<Self> {
        #[derive(Default, Deserialize)]
        #[serde(default)]
        struct Row {
            id: String,
            name: String,
            moodle: String,
            canvas: String,
            folder: String,
        }
        let mut rows: Vec<(Student, String)> = Vec::new();
        for (number, Row { id, name, moodle, canvas, folder }) in table.named()? {
            ensure!(!id.is_empty() && !name.is_empty(), "row {number} lacks the id or the name");
            if let Some((first, _)) = rows.iter().find(|(other, _)| other.id == id) {
                bail!("row {number}: the id {id} is {}'s already", first.name);
            }
            rows.push((Student { id, name, moodle, canvas }, folder));
        }
        ensure!(!rows.is_empty(), "it names no student");
        // Nobody is to be taken for another of the same name.
        let names: Vec<String> = rows.iter().map(|(student, _)| student.name.clone()).collect();
        for (student, _) in &mut rows {
            if names.iter().filter(|name| **name == student.name).count() > 1 {
                student.name = format!("{} ({})", student.name, student.id);
            }
        }
        Ok(Self(rows))
    }

    /// Gives each submission to its student, once for each student of a group, and lists those who are missing.
    pub fn call(&self, all: &mut Vec<Submission>) -> Result<Roll> {
        let (mut roll, mut problems) = (Roll::default(), Vec::new());
        let mut came: BTreeMap<&str, String> = BTreeMap::new();
        for one in std::mem::take(all) {
            let name = one.name.clone();
            let is = |of: &dyn Fn(&Student, &str) -> bool| -> Vec<&(Student, String)> {
                self.0.iter().filter(|(student, pattern)| of(student, pattern)).collect()
            };
            // A pattern says more than a number in a name.
            let mut whose = is(&|_, pattern| !pattern.is_empty() && fits(pattern, &name));
            if whose.is_empty() {
                whose = is(&|student, pattern| pattern.is_empty() && student.is_called(&name));
            }
            if whose
                .iter()
                .any(|(_, pattern)| *pattern != whose[0].1 || pattern.is_empty() && whose.len() > 1)
            {
                let names: Vec<&str> = whose.iter().map(|(student, _)| &*student.name).collect();
                problems.push(format!("{name} may be of {}", names.join(" and of ")));
            }
            for (student, _) in &whose {
                if let Some(other) = came.insert(&student.id, name.clone()) {
                    problems.push(format!("{} has handed in {other} and {name}", student.name));
                }
                let mut theirs = one.clone();
                (theirs.name, theirs.student) = (student.name.clone(), Some(student.clone()));
                all.push(theirs);
            }
            if whose.is_empty() {
                roll.strangers.insert(name);
                all.push(one);
            }
        }
        ensure!(
            problems.is_empty(),
            "it is not clear whose these are:\n  {}\nSay it in the roster's column 'folder', or take away what does not count",
            problems.join("\n  ")
        );
        let absent = self.0.iter().filter(|(student, _)| !came.contains_key(&*student.id));
        roll.absent = absent.map(|(student, _)| student.clone()).collect();
        Ok(roll)
    }
}

impl Student {
    /// True if a submission of this name is theirs.
    fn is_called(&self, submission: &str) -> bool {
        let ids = [&self.id, &self.moodle, &self.canvas];
        match number(submission) {
            Some(number) => ids.into_iter().any(|id| id == number),
            None => {
                ids.into_iter().chain([&self.name]).any(|id| id.to_lowercase() == submission.to_lowercase())
            }
        }
    }
}

/// The student's number in a name that Moodle or Canvas has made.
pub fn number(submission: &str) -> Option<&str> {
    let digits = |part: &&str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if let Some((before, _)) = submission.rsplit_once("_assignsubmission_file") {
        return before.rsplit('_').next().filter(digits);
    }
    let parts: Vec<&str> = submission.split('_').collect();
    let pair = |at: &usize| digits(&parts[*at]) && digits(&parts[at + 1]);
    (1..parts.len().saturating_sub(2)).find(pair).map(|at| parts[at])
}

/// True if a name fits a pattern, in which `*` is anything.
fn fits(pattern: &str, name: &str) -> bool {
    let Some((first, rest)) = pattern.split_once('*') else { return pattern == name };
    let (middle, last) = rest.rsplit_once('*').unwrap_or(("", rest));
    let Some(mut name) = name.strip_prefix(first).and_then(|name| name.strip_suffix(last)) else {
        return false;
    };
    middle.split('*').all(|part| {
        let after = name.split_once(part).map(|(_, after)| after);
        name = after.unwrap_or_default();
        after.is_some()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn called(roster: &str, names: &[&str]) -> Result<(Vec<String>, Roll)> {
        let mut all: Vec<Submission> = names.iter().map(|name| Submission::named(name)).collect();
        let roll = Roster::of(&Table::read(roster)?)?.call(&mut all)?;
        Ok((all.into_iter().map(|submission| submission.name).collect(), roll))
    }

    #[test]
    fn names_of_moodle_and_canvas_are_understood() -> Result<()> {
        let roster =
            "\u{feff}ID;Name;Canvas\n12345;\"Weber; Anna\";\n7;Ben Öz;4711\nchidi7;Chidi\n99;Dana\n\n";
        let names = [
            "Anna_Maria_Weber_12345_assignsubmission_file_",
            "özben_LATE_4711_90210_workbook_1_2",
            "Chidi7",
            "somebody",
        ];
        let (called, roll) = called(roster, &names)?;
        assert_eq!(called, ["Weber; Anna", "Ben Öz", "Chidi", "somebody"]);
        assert_eq!(roll.absent.iter().map(|student| &*student.name).collect::<Vec<_>>(), ["Dana"]);
        assert_eq!(roll.strangers, BTreeSet::from(["somebody".to_owned()]));
        Ok(())
    }

    #[test]
    fn some_hand_in_together_and_nobody_is_guessed() -> Result<()> {
        let roster = "id,name,folder\n1,Anna,team-*-a*\n2,Anna,\n3,Cleo,*c\n4,Dan,*c";
        let (names, roll) = called(roster, &["team-7-anna", "2", "ccc"])?;
        assert_eq!(names, ["Anna (1)", "Anna (2)", "Cleo", "Dan"]);
        assert!(roll.absent.is_empty() && roll.strangers.is_empty());
        for (roster, names, why) in [
            ("id,name\n7,Anna\nanna,Ben", &["anna"][..], "anna may be of Anna and of Ben\n"),
            ("id,name,folder\n7,Anna,a*\n8,Ben,*a", &["anna"], "anna may be of Anna and of Ben\n"),
            ("id,name\n7,Anna", &["7", "Anna"], "Anna has handed in 7 and Anna\n"),
            ("id,name\n7,Anna\n7,Ben", &[], "row 3: the id 7 is Anna's already"),
            ("id,name\n,Anna", &[], "row 2 lacks the id or the name"),
            ("number,name\n7,Anna", &[], "row 2 lacks the id or the name"),
            ("id,name\n", &[], "it names no student"),
        ] {
            let error = called(roster, names).err().map(|error| format!("{error:#}")).unwrap_or_default();
            assert!(error.contains(why), "{roster}: {error}");
        }
        for (pattern, name) in [("*", ""), ("a*b*c", "abbc"), ("a**", "a"), ("*é", "né"), ("a", "a")] {
            assert!(fits(pattern, name), "{pattern} {name}");
        }
        for (pattern, name) in [("", "a"), ("a*b", "abc"), ("a", "ab"), ("aa*a", "aa"), ("*b*b*", "ab")] {
            assert!(!fits(pattern, name), "{pattern} {name}");
        }
        Ok(())
    }
}
