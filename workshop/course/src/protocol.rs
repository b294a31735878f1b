//! The lines that a check writes for the program that started it: exercise, outcome and detail, with tabs.
//!
//! Grading needs two programs, since nobody trusts the one with a student's code. That one only asks, and
//! writes the answers, a line for each question, after a number that was drawn for it. Another, made of the
//! workbook's own code, judges them.

use crate::Id;
use std::io::{self, Write};

/// The environment variable that names the file to which every check appends its outcome.
pub const OUTCOMES: &str = "WORKBOOK_OUTCOMES";

/// The environment variable that names the file with answers for a check to judge.
pub const ANSWERS: &str = "WORKBOOK_ANSWERS";

/// The environment variable with the seed of further questions, which a program that only asks reads.
pub const SEED: &str = "WORKBOOK_SEED";

/// The environment variable that makes a check write each answer for the recording.
pub const RECORD: &str = "WORKBOOK_RECORD";

/// The value of [`RECORD`] with which it also writes the right answers, and the first word of those lines.
pub const RIGHT: &str = "right";

/// The file of a lesson's right answers: below an exercise's id the list, in the order of the questions.
pub const RIGHT_FILE: &str = "right.json";

/// The key, in a student's right answers, of the [`digest`] of the check that they belong to.
pub const OF_CHECK: &str = "of";

/// The environment variable that names another recording to read than the lesson's own.
pub const RECORDING: &str = "WORKBOOK_RECORDING";

/// The key in `recorded.json`, below an exercise's id, for the names of those that answered.
pub const NAMES: &str = "names";

/// The key for each question's answers, in the order of names: `null` for a panic, `true` for a right one.
pub const QUESTIONS: &str = "questions";

/// The first character of a slip's name in recordings.
pub const SLIP: char = '~';

/// The file of a lesson with what its solutions answer once they are changed in one place: below an exercise's id the
/// changes, in words, each with the [`trace`](TRACE)s of all answers.
pub const NEARLY_FILE: &str = "nearly.json";

/// The words before such a change.
pub const NEARLY: &str = "Your code does what the right one would do with";

/// The first letters of all checks' names.
pub const CHECK: &str = "todo_";

/// The outcome of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Every answer is right.
    Passed,
    /// The answers are those of the starter, so nothing was written yet.
    Open,
    /// The answers are those of the known mistake of this name.
    Mistake(String),
    /// The answers are wrong, and this slip turns the right ones into them.
    Slip(String),
    /// An answer is wrong, and no mistake or slip explains it.
    Wrong,
    /// The student's code panicked.
    Panicked,
    /// The code calls the answer to this earlier exercise, which is not right yet.
    Blocked(String),
    /// A shader does not compile, or a table cannot be read. It holds the first line of the message.
    NotCompiled(String),
    /// The answers to judge are for other questions. It holds the number of questions here.
    OtherQuestions(String),
}

impl Outcome {
    /// Returns the word for the outcome in its line.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Open => "open",
            Self::Mistake(_) => "mistake",
            Self::Slip(_) | Self::Wrong => "wrong",
            Self::Panicked => "panicked",
            Self::Blocked(_) => "blocked",
            Self::NotCompiled(_) => "not-compiled",
            Self::OtherQuestions(_) => "other-questions",
        }
    }

    /// Returns the text that the variant holds, or an empty one.
    pub fn detail(&self) -> &str {
        match self {
            Self::Mistake(detail) | Self::Slip(detail) | Self::Blocked(detail) => detail,
            Self::NotCompiled(detail) | Self::OtherQuestions(detail) => detail,
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
            "not-compiled" => Self::NotCompiled(detail.to_owned()),
            "other-questions" => Self::OtherQuestions(detail.to_owned()),
            _ => return None,
        })
    }

    /// Appends the outcome to the file of [`OUTCOMES`], if there is one.
    pub fn tell(&self, exercise: Id) -> io::Result<()> {
        tell(&self.line(exercise))
    }

    fn line(&self, exercise: Id) -> String {
        format!("{exercise}\t{}\t{}\n", self.word(), self.detail())
    }

    /// Reads the outcome that the check of an exercise wrote, if there is one that can be read.
    pub fn told(lines: &str, exercise: Id) -> Option<Self> {
        let begin = format!("{exercise}\t");
        let line = lines.lines().find_map(|line| line.strip_prefix(&begin))?;
        let (word, detail) = line.split_once('\t')?;
        Self::of(word, detail)
    }
}

/// The first word of the line with the earlier exercises that an answer may call.
pub const ABOUT: &str = "about";

/// Writes those earlier exercises for the program that started the check, if one did.
pub fn tell_needs(exercise: Id, needs: &[&str]) -> io::Result<()> {
    tell(&format!("{ABOUT}\t{exercise}\t{}\n", needs.join(" ")))
}

/// The first word of the lines with the student's answers.
pub const ANSWER: &str = "answer";

/// Writes the answer to a question for the recording.
pub fn tell_answer(exercise: &str, question: &str, words: &str) -> io::Result<()> {
    tell(&format!("{ANSWER}\t{exercise}\t{question}\t{words}\n"))
}

/// Writes the right answer to the next question for the recording.
pub fn tell_right(exercise: &str, words: &str) -> io::Result<()> {
    tell(&format!("{RIGHT}\t{exercise}\t{words}\n"))
}

/// The first word of the line with a number for all answers together.
pub const TRACE: &str = "trace";

/// Writes that number for the recording.
pub fn tell_trace(exercise: &str, trace: &str) -> io::Result<()> {
    tell(&format!("{TRACE}\t{exercise}\t{trace}\n"))
}

/// Returns a hash of a text without its white space, by FNV-1a.
pub fn digest(text: &str) -> u64 {
    let counts = text.bytes().filter(|byte| !byte.is_ascii_whitespace());
    counts.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// The error of a check whose right answers are missing, or another check's.
pub const FOREIGN: &str = "what is recorded as right is not of this check";

/// The words that a check prints before the message of a panic.
pub const PANICKED: &str = "The code panicked";

/// Appends a line to the file of [`OUTCOMES`], if there is one.
fn tell(text: &str) -> io::Result<()> {
    let Some(path) = std::env::var_os(OUTCOMES) else {
        return Ok(());
    };
    let mut file = std::fs::OpenOptions::new().create(true).append(true).open(path)?;
    file.write_all(text.as_bytes())
}

/// The task of a check's program.
#[derive(Debug, Default)]
pub enum Role {
    /// The program asks, and judges at once.
    #[default]
    Check,
    /// The program asks, and leaves judging to another one.
    Ask {
        /// The number that was drawn for this run, to be written before the answers.
        key: String,
        /// The answers so far, a line for each question.
        answers: Vec<String>,
    },
    /// The program judges the answers that another one was given.
    Judge {
        /// The answers that are not judged yet.
        answers: std::vec::IntoIter<String>,
    },
}

impl Role {
    /// Returns the role of a program that can only ask, and the seed of further questions. It reads the drawn
    /// number and the seed as the first line of its input, so that student's code can't find them later.
    pub fn asking() -> io::Result<(Self, Option<u64>)> {
        let mut line = String::new();
        io::stdin().read_line(&mut line)?;
        let (key, seed) = line.trim().split_once(' ').unwrap_or_default();
        Ok((Self::Ask { key: key.to_owned(), answers: Vec::new() }, seed.parse().ok()))
    }

    /// Returns the role of a program that can judge, and the seed of further questions.
    pub fn of_this_program() -> io::Result<(Self, Option<u64>)> {
        let seed = std::env::var(SEED).ok().and_then(|seed| seed.parse().ok());
        let Some(path) = std::env::var_os(ANSWERS) else {
            return Ok((Self::Check, seed));
        };
        let lines: Vec<String> = std::fs::read_to_string(path)?.lines().map(str::to_owned).collect();
        Ok((Self::Judge { answers: lines.into_iter() }, seed))
    }

    /// Writes the answers. None is written before all are given, so student's code never sees the number.
    pub fn hand_in(&self, exercise: &str) -> io::Result<()> {
        let Self::Ask { key, answers } = self else {
            return Ok(());
        };
        tell(&answers.iter().map(|answer| format!("{key}\t{exercise}\t{answer}\n")).collect::<String>())
    }
}

/// Returns the first words that a check prints, which are those of Rust's own tests.
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
            Outcome::Slip("late".to_owned()),
            Outcome::Wrong,
            Outcome::Panicked,
            Outcome::Blocked("02.1".to_owned()),
            Outcome::NotCompiled("a.vert:3: error: ';' is missing".to_owned()),
            Outcome::OtherQuestions("7".to_owned()),
        ];
        let lines: String = (1..).zip(&all).map(|(number, outcome)| outcome.line(id(number))).collect();
        for (number, outcome) in (1..).zip(&all) {
            assert_eq!(Outcome::told(&lines, id(number)).as_ref(), Some(outcome));
        }
        assert_eq!(Outcome::told(&lines, id(10)), None);
        assert_eq!(Outcome::told("04.1\tglad\t\n04.1\twrong\t\n", id(1)), None);
    }
}
