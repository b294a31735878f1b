//! Names the places of mistakes in a table's text.

use common::unread::{Error, Place};
use course::row_col;
use serde::de::DeserializeOwned;
use std::ops::Range;

/// The text of a table, and the name of its file.
#[derive(Clone, Copy)]
pub struct Source<'a> {
    pub file: &'a str,
    pub text: &'a str,
}

impl Source<'_> {
    /// Parses the text as TOML.
    pub fn read<T: DeserializeOwned>(self, advice: &str) -> Result<T, Error> {
        toml::from_str(self.text).map_err(|error| {
            let message = error.message().trim_end().trim_end_matches('.');
            let at = error.span().unwrap_or_default();
            self.error(&at, format!("This cannot be read: {message}."), advice)
        })
    }

    /// Returns an error at a place of the text.
    pub fn error(self, at: &Range<usize>, what: impl Into<String>, advice: impl Into<String>) -> Error {
        let (row, col) = row_col(self.text, at);
        Error::new(self.file, Place::Character(row, col), what, advice)
    }
}
