//! The lines that a check writes for the program that started it: the number that was drawn for this run, the exercise, and
//! an answer, with tabs. A check only asks; the workbook's tool says what the answers mean.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The environment variable that names the file to which every check appends its answers.
pub const ANSWERS: &str = "WORKBOOK_ANSWERS";

/// The first letters of all checks' names.
pub const CHECK: &str = "todo_";

/// The words that a check prints before the message of a panic.
pub const PANICKED: &str = "The code panicked";

/// The outcome of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Every answer is right.
    Passed,
    /// The answers are those of the starter, so nothing was written yet.
    Open,
    /// The answers are those of the known mistake of this name.
    Mistake(String),
    /// An answer is wrong, and no mistake explains it.
    Wrong,
    /// The student's code panicked.
    Panicked,
    /// The code calls the answer to this earlier exercise, which is not right yet.
    Blocked(String),
    /// A shader does not compile, or a table cannot be read. It holds the first line of the message.
    NotCompiled(String),
    /// The answers to judge are for other questions. It holds the number of questions here, if its check is there at all.
    OtherQuestions(String),
    /// The code did not end in time.
    Stuck,
}

impl Outcome {
    pub fn word(&self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Open => "open",
            Self::Mistake(_) => "mistake",
            Self::Wrong => "wrong",
            Self::Panicked => "panicked",
            Self::Blocked(_) => "blocked",
            Self::NotCompiled(_) => "not-compiled",
            Self::OtherQuestions(_) => "other-questions",
            Self::Stuck => "stuck",
        }
    }

    /// Returns the text that the variant holds, or an empty one.
    pub fn detail(&self) -> &str {
        match self {
            Self::Mistake(detail) | Self::Blocked(detail) => detail,
            Self::NotCompiled(detail) | Self::OtherQuestions(detail) => detail,
            Self::Passed | Self::Open | Self::Wrong | Self::Panicked | Self::Stuck => "",
        }
    }

    /// Reads the word for an outcome, and the text that it holds.
    pub fn read(word: &str, detail: String) -> Option<Self> {
        let simple = [Self::Passed, Self::Open, Self::Wrong, Self::Panicked, Self::Stuck];
        let full = [Self::Mistake, Self::Blocked, Self::NotCompiled, Self::OtherQuestions]
            .map(|of| of(detail.clone()));
        simple.into_iter().chain(full).find(|outcome| outcome.word() == word)
    }
}

/// Returns the file that gets the answers, if another program started this one, with the number that was drawn for this run
/// and the seed of further questions. Both are the first line of the input, so that student's code can't find them later.
pub fn reader() -> io::Result<(Option<PathBuf>, String, Option<u64>)> {
    let Some(path) = std::env::var_os(ANSWERS) else { return Ok((None, String::new(), None)) };
    let mut line = String::new();
    io::stdin().read_line(&mut line)?;
    let (key, seed) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
    Ok((Some(path.into()), key.to_owned(), seed.parse().ok()))
}

/// Appends answers to the file. None is written before all are given, so student's code never sees the number.
pub fn hand_in(path: &Path, key: &str, exercise: &str, answers: &[String]) -> io::Result<()> {
    let lines: String = answers.iter().map(|answer| format!("{key}\t{exercise}\t{answer}\n")).collect();
    std::fs::OpenOptions::new().create(true).append(true).open(path)?.write_all(lines.as_bytes())
}

/// Returns the answers that were handed in for an exercise, a line each, or none unless every line has the number that was
/// drawn for this run.
pub fn handed_in(lines: &str, key: &str, exercise: &str) -> Option<String> {
    let begin = format!("{key}\t{exercise}\t");
    let answer = |line| str::strip_prefix(line, &begin).filter(|line| line.ends_with('\n'));
    let answers: Option<String> = lines.split_inclusive('\n').map(answer).collect();
    answers.filter(|answers| !answers.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_answers_with_the_number_that_was_drawn_are_taken() {
        assert_eq!(handed_in("7\t04.1\t1 a\n7\t04.1\t0\n", "7", "04.1").as_deref(), Some("1 a\n0\n"));
        for wrong in ["", "8\t04.1\t1\n", "7\t04.2\t1\n", "7\t04.1\t1", "7\t04.1\t1\n04.1\tpassed\t\n"] {
            assert_eq!(handed_in(wrong, "7", "04.1"), None, "{wrong}");
        }
    }
}
