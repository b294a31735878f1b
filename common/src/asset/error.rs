//! Why a file cannot be read.

use std::fmt;

/// Why a model file cannot be read. It shows as `file:row:col: What is wrong. What to do.`
#[derive(Clone, Debug, PartialEq)]
pub struct Error {
    /// The file, as it was named to the reader.
    pub file: String,
    /// The line, counted from 1.
    pub row: usize,
    /// The character in the line, counted from 1.
    pub col: usize,
    /// What is wrong, in a sentence.
    pub what: String,
    /// What to do about it, in a sentence.
    pub advice: String,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}: {} {}", self.file, self.row, self.col, self.what, self.advice)
    }
}

impl std::error::Error for Error {}
