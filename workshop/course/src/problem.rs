//! A problem, and its place.

use std::fmt;
use std::ops::Range;

/// Something for the author of a lesson to mend.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Problem {
    /// The file, from the workbook's folder.
    pub file: String,
    /// Row and column, counted from 1, if it has a place.
    pub at: Option<(usize, usize)>,
    /// The words on it.
    pub text: String,
}

impl Problem {
    /// A problem of a whole file.
    pub fn of(file: &str, text: impl Into<String>) -> Self {
        Self { file: file.to_owned(), at: None, text: text.into() }
    }

    /// A problem at one place of a file.
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

/// Row and column, counted from 1, at which a range of bytes begins.
pub fn row_col(text: &str, range: &Range<usize>) -> (usize, usize) {
    let before = text.get(..range.start).unwrap_or(text);
    let line = before.rsplit('\n').next().unwrap_or(before);
    (before.matches('\n').count() + 1, line.chars().count() + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_columns_count_characters_from_one() {
        let text = "a\nbä c\n";
        assert_eq!(row_col(text, &(0..1)), (1, 1));
        assert_eq!(row_col(text, &(6..7)), (2, 4));
        assert_eq!(row_col(text, &(99..99)), (3, 1));
    }
}
