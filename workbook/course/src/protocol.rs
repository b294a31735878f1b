//! What a check tells the program that asked for it: one line in a file, with exercise, outcome and detail between tabs.

use crate::Id;
use std::io::{self, Write};

/// The environment variable that names the file to which every check appends its outcome.
pub const OUTCOMES: &str = "WORKBOOK_OUTCOMES";

/// How the names of all checks begin.
pub const CHECK: &str = "todo_";

/// What a check found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Every answer is right.
    Passed,
    /// The answers are those of the starter: nothing was written yet.
    Open,
    /// The answers are those of the known mistake of this name.
    Mistake(String),
    /// The answers are wrong, and made of the right ones by these slips.
    Slip(String),
    /// An answer is wrong in a way that the check does not know.
    Wrong,
    /// The student's code panicked.
    Panicked,
    /// It calls the answer to this earlier exercise, and that one is not right yet.
    Blocked(String),
}

impl Outcome {
    /// The word for it.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Open => "open",
            Self::Mistake(_) => "mistake",
            Self::Slip(_) | Self::Wrong => "wrong",
            Self::Panicked => "panicked",
            Self::Blocked(_) => "blocked",
        }
    }

    /// The mistake, the slips, the exercise that blocks it, or nothing.
    pub fn detail(&self) -> &str {
        match self {
            Self::Mistake(detail) | Self::Slip(detail) | Self::Blocked(detail) => detail,
            Self::Passed | Self::Open | Self::Wrong | Self::Panicked => "",
        }
    }

    fn of(word: &str, detail: &str) -> Option<Self> {
        Some(match word {
            "passed" => Self::Passed,
            "open" => Self::Open,
            "mistake" => Self::Mistake(detail.to_owned()),
            "wrong" if detail.is_empty() => Self::Wrong,
            "wrong" => Self::Slip(detail.to_owned()),
            "panicked" => Self::Panicked,
            "blocked" => Self::Blocked(detail.to_owned()),
            _ => return None,
        })
    }

    /// Tells it to the program that asked for it, if one did.
    pub fn tell(&self, exercise: Id) -> io::Result<()> {
        let Some(path) = std::env::var_os(OUTCOMES) else {
            return Ok(());
        };
        let mut file = std::fs::OpenOptions::new().create(true).append(true).open(path)?;
        file.write_all(self.line(exercise).as_bytes())
    }

    fn line(&self, exercise: Id) -> String {
        format!("{exercise}\t{}\t{}\n", self.word(), self.detail())
    }

    /// What the check of an exercise told, if it told anything that can be understood.
    pub fn told(lines: &str, exercise: Id) -> Option<Self> {
        let begin = format!("{exercise}\t");
        let line = lines.lines().find_map(|line| line.strip_prefix(&begin))?;
        let (word, detail) = line.split_once('\t')?;
        Self::of(word, detail)
    }
}

/// What a check prints before the words of a panic.
pub const PANICKED: &str = "The code panicked";

/// What stands before all that a check prints: Rust's own tests begin like this.
pub fn heading(check: &str) -> String {
    format!("test {check} ... ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_told_is_understood() {
        let id = |number| Id { lesson: 4, number };
        let all = [
            Outcome::Passed,
            Outcome::Open,
            Outcome::Mistake("transposed".to_owned()),
            Outcome::Slip("late+inverse".to_owned()),
            Outcome::Wrong,
            Outcome::Panicked,
            Outcome::Blocked("02.1".to_owned()),
        ];
        let lines: String = (1..).zip(&all).map(|(number, outcome)| outcome.line(id(number))).collect();
        for (number, outcome) in (1..).zip(&all) {
            assert_eq!(Outcome::told(&lines, id(number)).as_ref(), Some(outcome));
        }
        assert_eq!(Outcome::told(&lines, id(8)), None);
        assert_eq!(Outcome::told("04.1\tglad\t\n04.1\twrong\t\n", id(1)), None);
    }
}
