//! Who is in the class, and which submission is whose.
//!
//! A roster is a table with a head: `id` and `name`, and if you like `folder`, a pattern of the submission's name in which
//! `*` stands for anything. Without a pattern a submission is a student's if it is called by
//! the id or the name, or as Moodle or Canvas call it:
//!
//! ```text
//! Anna Weber_12345_assignsubmission_file_      Moodle: the number of its grading worksheet
//! weberanna_LATE_4711_90210_workbook           Canvas: the student's number, then that of the file
//! ```

use crate::instructor::csv::Table;
use crate::instructor::grade::handed_in::printable;
use crate::instructor::grade::submissions::Submission;
use anyhow::{Context, Result, bail, ensure};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::Path;

/// The students of a class.
pub struct Roster {
    rows: Vec<Row>,
}

/// A student, as reports have one.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Student {
    /// What the course's other programs call them.
    pub id: String,
    /// Their name.
    pub name: String,
}

/// Who is missing, and what is nobody's.
#[derive(Default, Deserialize, Serialize)]
pub struct Roll {
    /// Those who handed in nothing.
    pub absent: Vec<Student>,
    /// The submissions that are of no student.
    pub strangers: BTreeSet<String>,
}

struct Row {
    student: Student,
    pattern: String,
}

impl Roster {
    /// Reads a file.
    pub fn read(path: &Path) -> Result<Self> {
        let text = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        let text = String::from_utf8(text)
            .ok()
            .with_context(|| format!("{} is not UTF-8: save it as CSV in UTF-8", path.display()))?;
        Self::parse(&text).with_context(|| format!("in {}", path.display()))
    }

    fn parse(text: &str) -> Result<Self> {
        let table = Table::read(text)?;
        let mut table = (0..table.len()).map(|row| table.row(row));
        let head: Vec<String> =
            table.next().unwrap_or_default().iter().map(|cell| cell.trim().to_lowercase()).collect();
        let column = |name: &str| head.iter().position(|cell| cell == name);
        let needed = |name| {
            column(name).with_context(|| {
                format!("its first row names no column '{name}'; it names {}", head.join(", "))
            })
        };
        let (id, name, folder) = (needed("id")?, needed("name")?, column("folder"));
        let mut rows: Vec<Row> = Vec::new();
        for (at, cells) in
            table.enumerate().filter(|(_, cells)| cells.iter().any(|cell| !cell.trim().is_empty()))
        {
            let row = at + 2;
            let cell = |column: usize| printable(cells.get(column).map_or("", |cell| cell.trim()));
            let student = Student { id: cell(id), name: cell(name) };
            ensure!(!student.id.is_empty() && !student.name.is_empty(), "row {row} lacks the id or the name");
            if let Some(first) = rows.iter().find(|row| row.student.id == student.id) {
                bail!("row {row}: the id {} is {}'s already", student.id, first.student.name);
            }
            rows.push(Row { student, pattern: folder.map(cell).unwrap_or_default() });
        }
        ensure!(!rows.is_empty(), "it names no student");
        // Nobody is to be taken for another of the same name.
        let names: Vec<String> = rows.iter().map(|row| row.student.name.clone()).collect();
        for Row { student, .. } in &mut rows {
            if names.iter().filter(|name| **name == student.name).count() > 1 {
                student.name = format!("{} ({})", student.name, student.id);
            }
        }
        Ok(Self { rows })
    }

    /// Gives each submission its student's name, and tells who is missing.
    pub fn call(&self, submissions: &mut [Submission]) -> Result<Roll> {
        let mut roll = Roll::default();
        let mut problems = Vec::new();
        let mut came: Vec<Vec<String>> = vec![Vec::new(); self.rows.len()];
        for submission in submissions.iter_mut() {
            // A pattern says more than a number that stands in a name.
            let by = |has_pattern: bool| -> Vec<usize> {
                let rows = self.rows.iter().enumerate();
                let rows = rows.filter(|(_, row)| row.pattern.is_empty() != has_pattern);
                rows.filter(|(_, row)| row.is_of(&submission.name)).map(|(at, _)| at).collect()
            };
            let whose = Some(by(true)).filter(|rows| !rows.is_empty()).unwrap_or_else(|| by(false));
            match whose[..] {
                [] => drop(roll.strangers.insert(submission.name.clone())),
                [at] => {
                    came[at].push(submission.name.clone());
                    submission.name = self.rows[at].student.name.clone();
                    submission.student = Some(self.rows[at].student.clone());
                }
                _ => {
                    let names: Vec<&str> = whose.iter().map(|at| &*self.rows[*at].student.name).collect();
                    problems.push(format!("{} may be of {}", submission.name, names.join(" and of ")));
                }
            }
        }
        for (at, names) in came.iter().enumerate() {
            match &names[..] {
                [] => roll.absent.push(self.rows[at].student.clone()),
                [_] => {}
                several => problems.push(format!(
                    "{} has handed in {}",
                    self.rows[at].student.name,
                    several.join(" and ")
                )),
            }
        }
        ensure!(
            problems.is_empty(),
            "it is not clear whose these are:\n  {}\nSay it in the roster's column 'folder', or take away what does not count",
            problems.join("\n  ")
        );
        Ok(roll)
    }
}

impl Row {
    /// Whether a submission of this name is the student's.
    fn is_of(&self, submission: &str) -> bool {
        let Student { id, name, .. } = &self.student;
        if !self.pattern.is_empty() {
            let (pattern, name): (Vec<char>, Vec<char>) =
                (self.pattern.chars().collect(), submission.chars().collect());
            return fits(&pattern, &name);
        }
        let same = |word: &str| submission.to_lowercase() == word.to_lowercase();
        number(submission).map_or_else(|| same(id) || same(name), |number| number == id)
    }
}

/// The student's number in a name that Moodle or Canvas has made.
pub fn number(submission: &str) -> Option<&str> {
    let digits = |part: &&str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if let Some(at) = submission.rfind("_assignsubmission_file") {
        return submission[..at].rsplit('_').next().filter(digits);
    }
    let parts: Vec<&str> = submission.split('_').collect();
    let pair = |at: &usize| digits(&parts[*at]) && digits(&parts[at + 1]);
    (1..parts.len().saturating_sub(2)).find(pair).map(|at| parts[at])
}

/// Whether a name fits a pattern: `*` stands for anything.
fn fits(pattern: &[char], name: &[char]) -> bool {
    // Where the last star stands, and how far it has reached.
    let (mut at, mut from, mut star) = (0, 0, None);
    while from < name.len() {
        if pattern.get(at) == Some(&'*') {
            star = Some((at, from));
            at += 1;
        } else if pattern.get(at) == Some(&name[from]) {
            at += 1;
            from += 1;
        } else if let Some((place, reached)) = star {
            star = Some((place, reached + 1));
            (at, from) = (place + 1, reached + 1);
        } else {
            return false;
        }
    }
    pattern[at..].iter().all(|c| *c == '*')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn submissions(names: &[&str]) -> Vec<Submission> {
        names.iter().map(|name| Submission::named(name)).collect()
    }

    fn called(roster: &str, names: &[&str]) -> Result<(Vec<String>, Roll)> {
        let mut all = submissions(names);
        let roll = Roster::parse(roster)?.call(&mut all)?;
        Ok((all.into_iter().map(|submission| submission.name).collect(), roll))
    }

    #[test]
    fn names_of_moodle_and_canvas_are_understood() -> Result<()> {
        let roster = "\u{feff}ID;Name\n12345;\"Weber; Anna\"\n4711;Ben Öz\nchidi7;Chidi\n99;Dana\n\n";
        let names = [
            "Anna_Maria_Weber_12345_assignsubmission_file_",
            "özben_LATE_4711_90210_workbook_1_2",
            "Chidi7",
            "somebody",
        ];
        let (called, roll) = called(roster, &names)?;
        assert_eq!(called, ["Weber; Anna", "Ben Öz", "Chidi", "somebody"]);
        assert_eq!(roll.absent, [Student { id: "99".to_owned(), name: "Dana".to_owned() }]);
        assert_eq!(roll.strangers, BTreeSet::from(["somebody".to_owned()]));
        Ok(())
    }

    #[test]
    fn a_pattern_goes_before_all_else_and_nobody_is_guessed() -> Result<()> {
        let roster = "id,name,folder\n1,Anna,team-*-a*\n2,Anna,\n3,Cleo,*c";
        let (names, roll) = called(roster, &["team-7-anna", "2", "ccc"])?;
        assert_eq!(names, ["Anna (1)", "Anna (2)", "Cleo"]);
        assert!(roll.absent.is_empty() && roll.strangers.is_empty());
        let refused = |roster: &str, names: &[&str], why: &str| {
            let error = called(roster, names).err().map(|error| format!("{error:#}")).unwrap_or_default();
            assert!(error.contains(why), "{error}");
        };
        refused("id,name\n7,Anna\nanna,Ben", &["anna"], "anna may be of Anna and of Ben\n");
        refused("id,name\n7,Anna", &["7", "Anna"], "Anna has handed in 7 and Anna\n");
        refused("id,name\n7,Anna\n7,Ben", &[], "row 3: the id 7 is Anna's already");
        refused("id,name\n,Anna", &[], "row 2 lacks the id or the name");
        refused("number,name\n7,Anna", &[], "names no column 'id'; it names number, name");
        refused("id,name\n", &[], "it names no student");
        refused("id,name\n7,\"Anna", &[], "a quote is opened and not closed");
        Ok(())
    }

    #[test]
    fn stars_stand_for_anything() {
        let fits = |pattern: &str, name: &str| {
            let [pattern, name] = [pattern, name].map(|text| text.chars().collect::<Vec<_>>());
            super::fits(&pattern, &name)
        };
        for (pattern, name) in [("*", ""), ("a*b*c", "abbc"), ("*é", "né"), ("a**", "a"), ("a", "a")] {
            assert!(fits(pattern, name), "{pattern} {name}");
        }
        for (pattern, name) in [("", "a"), ("a*b", "abc"), ("a", "ab"), ("*aa", "aba"), ("b*", "ab")] {
            assert!(!fits(pattern, name), "{pattern} {name}");
        }
        // It takes no longer than both are long.
        assert!(!fits(&"a*".repeat(200), &"a".repeat(199)));
        assert!(!fits(&format!("{}b", "a*".repeat(100)), &"a".repeat(5000)));
    }
}
