//! Errors and notes, with their places in a file.

pub(super) use crate::words::quote;
pub(super) use common::unread::Error;
use std::cell::RefCell;
use std::collections::BTreeSet;

pub(super) type Element<'a> = roxmltree::Node<'a, 'a>;

/// Most notes of a document: nobody reads more.
const MAX_NOTES: usize = 100;

/// A line and a character in it, counted from 1.
pub(super) type Place = (usize, usize);

/// The first character of a file.
pub(super) const START: Place = (1, 1);

/// The place of a byte in a text.
pub(super) fn place_of(text: &str, offset: usize) -> Place {
    Lines::of(text).place(offset)
}

/// An error at a place of a file. [`Error::in_file`] adds the file's name later.
pub(super) fn refusal_at((row, col): Place, what: impl Into<String>, advice: impl Into<String>) -> Error {
    let place = common::unread::Place::Character(row, col);
    Error::new("", place, what, advice)
}

/// An error at the start of an element.
pub(super) fn refusal(element: Element, what: impl Into<String>, advice: impl Into<String>) -> Error {
    refusal_at(place_of(element.document().input_text(), element.range().start), what, advice)
}

/// The starts of a text's lines, which may end in CR, LF or both.
struct Lines<'a> {
    text: &'a str,
    starts: Vec<usize>,
}

impl<'a> Lines<'a> {
    fn of(text: &'a str) -> Self {
        // The standard library's searches are optimised, also where a loop over a model's bytes isn't.
        let is_alone = |&(at, _): &(usize, &str)| text.as_bytes().get(at + 1) != Some(&b'\n');
        let returns = text.match_indices('\r').filter(is_alone);
        let ends = text.match_indices('\n').chain(returns);
        let mut starts: Vec<usize> = std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect();
        starts.sort_unstable();
        Self { text, starts }
    }

    fn place(&self, offset: usize) -> Place {
        let row = self.starts.partition_point(|&start| start <= offset);
        let line = self.text.get(self.starts[row - 1]..offset).unwrap_or_default();
        (row, line.chars().count() + 1)
    }
}

/// Collects notes in the file's order, each once; places are looked up at the end.
#[derive(Default)]
pub(super) struct Notes(RefCell<BTreeSet<(usize, String)>>);

impl Notes {
    /// Adds a note about an element.
    pub fn add(&self, element: Element, text: impl FnOnce() -> String) {
        let mut notes = self.0.borrow_mut();
        if notes.len() < MAX_NOTES {
            notes.insert((element.range().start, text()));
        }
    }

    /// The notes, each with its place.
    pub fn finish(self, text: &str) -> Vec<String> {
        let notes = self.0.into_inner();
        let lines = Lines::of(if notes.is_empty() { "" } else { text });
        let note = |(offset, text)| {
            let (row, col) = lines.place(offset);
            format!("{row}:{col}: {text}")
        };
        notes.into_iter().map(note).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_may_end_in_three_ways() {
        for text in ["a\nbc\nd", "a\r\nbc\r\nd", "a\rbc\rd"] {
            let place = |character| place_of(text, text.find(character).unwrap());
            assert_eq!(place('a'), (1, 1), "{text:?}");
            assert_eq!(place('c'), (2, 2), "{text:?}");
            assert_eq!(place('d'), (3, 1), "{text:?}");
        }
    }

    #[test]
    fn columns_count_characters() {
        assert_eq!(place_of("äöü x", "äöü x".find('x').unwrap()), (1, 5));
    }
}
