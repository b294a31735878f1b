//! The error for a file that can't be read.

use std::fmt;

/// The error for a file that can't be read. It shows as the file, the place in it, what is wrong, and what to do.
#[derive(Clone, Debug, PartialEq)]
pub struct Error {
    /// The file, as it was named to the reader.
    pub file: String,
    /// The place in the file.
    pub place: Place,
    /// The error, in a sentence.
    pub what: String,
    /// The remedy, in a sentence.
    pub advice: String,
}

/// A place in a file.
#[derive(Clone, Debug, PartialEq)]
pub enum Place {
    /// In a text: a line, and a character in it, both counted from 1. It shows as `:3:14`.
    Character(usize, usize),
    /// In JSON: the names and indices from its root to a value. It shows as `#/meshes/0/name`.
    Pointer(String),
    /// In bytes, counted from 0. It shows as `, byte 12`.
    Byte(usize),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Character(row, col) => write!(f, ":{row}:{col}"),
            Self::Pointer(pointer) => write!(f, "#{pointer}"),
            Self::Byte(byte) => write!(f, ", byte {byte}"),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}: {} {}", self.file, self.place, self.what, self.advice)
    }
}

impl std::error::Error for Error {}

impl Error {
    /// An error at a place of a file.
    pub fn new(file: &str, place: Place, what: impl Into<String>, advice: impl Into<String>) -> Self {
        Self { file: file.to_owned(), place, what: what.into(), advice: advice.into() }
    }

    /// The same error, now that the file's name is known.
    pub fn in_file(self, file: &str) -> Self {
        Self { file: file.to_owned(), ..self }
    }
}
