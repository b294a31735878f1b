//! Errors and notes, each at a value of the file.

use super::json::{Pointers, Value, pointers};
pub(super) use crate::words::quote;
use common::unread::{Error, Place};
use std::cell::RefCell;

/// Most notes of a document: nobody reads more.
const MAX_NOTES: usize = 100;

/// Advice where a file does not follow the format.
pub(super) const EXPORT_AGAIN: &str = "Export the file again, with a newer exporter if there is one.";

/// A value of the file, which lives as long as its text.
pub(super) type Json<'t> = &'t Value;

/// An error and its value. The value's path is looked up once, at the end.
#[derive(Debug)]
pub(super) struct Trouble<'t> {
    at: At<'t>,
    what: String,
    advice: &'static str,
}

#[derive(Debug)]
enum At<'t> {
    Value(Json<'t>),
    Place(Place),
}

impl<'t> Trouble<'t> {
    /// An error at a value, where a file does not follow the format.
    pub fn at(value: Json<'t>, what: impl Into<String>) -> Self {
        Self { at: At::Value(value), what: what.into(), advice: EXPORT_AGAIN }
    }

    /// An error at a place that isn't a value.
    pub fn in_place(place: Place, what: impl Into<String>) -> Self {
        Self { at: At::Place(place), what: what.into(), advice: EXPORT_AGAIN }
    }

    /// The same error with other advice than to export the file again.
    pub fn advising(self, advice: &'static str) -> Self {
        Self { advice, ..self }
    }

    /// Completes the error, once the file's name is known; `root` is the whole of its JSON.
    pub fn error(self, root: &Value, file: &str) -> Error {
        let place = match self.at {
            At::Value(value) => place(&pointers(root, std::iter::once(value)), value),
            At::Place(place) => place,
        };
        Error::new(file, place, self.what, self.advice)
    }
}

/// Collects notes on harmless oddities.
#[derive(Default)]
pub(super) struct Notes<'t>(RefCell<Vec<(Json<'t>, String)>>);

impl<'t> Notes<'t> {
    /// Adds a note about a value.
    pub fn add(&self, value: Json<'t>, text: impl FnOnce() -> String) {
        let mut notes = self.0.borrow_mut();
        if notes.len() < MAX_NOTES {
            notes.push((value, text()));
        }
    }

    /// The notes with their places in the file, in the order in which they were added.
    pub fn finish(self, root: &Value) -> Vec<String> {
        let notes = self.0.into_inner();
        let pointers = pointers(root, notes.iter().map(|(value, _)| *value));
        notes.iter().map(|(value, text)| format!("{}: {text}", place(&pointers, value))).collect()
    }
}

/// The place of a value among pointers to some.
fn place(pointers: &Pointers, value: Json<'_>) -> Place {
    Place::Pointer(pointers[&std::ptr::from_ref(value)].clone())
}
