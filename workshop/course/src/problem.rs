//! A message to an author about a place in a file.

use std::fmt;
use std::ops::Range;

/// A fault that the author of a lesson has to mend.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Problem {
    /// The path from the workbook's folder.
    pub file: String,
    /// Row and column, counted from 1, unless it is about the whole file.
    pub at: Option<(usize, usize)>,
    pub text: String,
}

impl Problem {
    /// Returns a problem of a whole file.
    pub fn of(file: &str, text: impl Into<String>) -> Self {
        Self { file: file.to_owned(), at: None, text: text.into() }
    }

    /// Returns a problem at one place of a file.
    pub fn at(file: &str, at: (usize, usize), text: impl Into<String>) -> Self {
        Self { file: file.to_owned(), at: Some(at), text: text.into() }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.at {
            Some((row, col)) => write!(f, "{}:{row}:{col}: {}", self.file, self.text),
            None => write!(f, "{}: {}", self.file, self.text),
        }
    }
}

impl std::error::Error for Problem {}

/// Returns row and column, counted from 1, at which a range of bytes begins.
pub fn row_col(text: &str, range: &Range<usize>) -> (usize, usize) {
    let before = text.get(..range.start).unwrap_or(text);
    let line = before.rsplit('\n').next().unwrap_or(before);
    (before.matches('\n').count() + 1, line.chars().count() + 1)
}
