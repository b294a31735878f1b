//! Errors and notes, with their places in a file.

pub(super) use common::unread::Error;
use std::fmt;

/// An element of the file.
pub(super) type Element<'a> = roxmltree::Node<'a, 'a>;

/// Most notes of a document.
const MAX_NOTES: usize = 100;

/// An error at a place of a file. [`Error::in_file`] adds the file's name later.
pub(super) fn refusal_at(place: Place, what: impl Into<String>, advice: impl Into<String>) -> Error {
    let place = common::unread::Place::Character(place.row, place.col);
    Error { file: String::new(), place, what: what.into(), advice: advice.into() }
}

/// An error at the start of an element.
pub(super) fn refusal(element: Element, what: impl Into<String>, advice: impl Into<String>) -> Error {
    let place = Place::of(element.document().input_text(), element.range().start);
    refusal_at(place, what, advice)
}

/// Something odd in a file that doesn't prevent loading it.
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    /// The line, counted from 1.
    pub row: usize,
    /// The character in the line, counted from 1.
    pub col: usize,
    /// The oddity, and how it was read.
    pub text: String,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.row, self.col, self.text)
    }
}

/// A line and a character in it, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Place {
    pub row: usize,
    pub col: usize,
}

impl Place {
    /// The first character of a file.
    pub const START: Self = Self { row: 1, col: 1 };

    /// The place of a byte in a text.
    pub fn of(text: &str, offset: usize) -> Self {
        Lines::of(text).place(offset)
    }
}

/// The starts of a text's lines, which may end in CR, LF or both.
struct Lines<'a> {
    text: &'a str,
    starts: Vec<usize>,
}

impl<'a> Lines<'a> {
    fn of(text: &'a str) -> Self {
        let bytes = text.as_bytes();
        let ends_line =
            |i: usize| bytes[i] == b'\n' || (bytes[i] == b'\r' && bytes.get(i + 1) != Some(&b'\n'));
        let starts = (0..bytes.len()).filter(|&i| ends_line(i)).map(|i| i + 1);
        Self { text, starts: std::iter::once(0).chain(starts).collect() }
    }

    fn place(&self, offset: usize) -> Place {
        let row = self.starts.partition_point(|&start| start <= offset);
        let line = self.text.get(self.starts[row - 1]..offset).unwrap_or_default();
        Place { row, col: line.chars().count() + 1 }
    }
}

/// Collects notes; places are looked up once, at the end.
#[derive(Default)]
pub(super) struct Notes {
    notes: Vec<(usize, String)>,
    more: usize,
}

impl Notes {
    /// Adds a note about an element.
    pub fn add(&mut self, element: Element, text: impl FnOnce() -> String) {
        if self.notes.len() < MAX_NOTES {
            self.notes.push((element.range().start, text()));
        } else {
            self.more += 1;
        }
    }

    /// The notes in the file's order; if there were too many, the last one counts the others.
    pub fn finish(mut self, text: &str) -> Vec<Note> {
        self.notes.sort_by_key(|(offset, _)| *offset);
        let lines = Lines::of(if self.notes.is_empty() { "" } else { text });
        let note = |(offset, text)| {
            let Place { row, col } = lines.place(offset);
            Note { row, col, text }
        };
        let mut notes: Vec<_> = self.notes.into_iter().map(note).collect();
        if let (1.., Some(Note { row, col, .. })) = (self.more, notes.last()) {
            let text = format!("There are {} notes more than these.", self.more);
            notes.push(Note { row: *row, col: *col, text });
        }
        notes
    }
}

/// The beginning of a text that may be long, in quotation marks, on one line.
pub(super) fn quote(text: &str) -> String {
    const LONGEST: usize = 40;
    // A word has at least one character, so these are enough to tell whether the text is too long.
    let line = text.split_whitespace().take(LONGEST).collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("'{}…'", &line[..end]),
        None => format!("'{line}'"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_may_end_in_three_ways() {
        for text in ["a\nbc\nd", "a\r\nbc\r\nd", "a\rbc\rd"] {
            let place = |character| Place::of(text, text.find(character).unwrap());
            assert_eq!(place('a'), Place { row: 1, col: 1 }, "{text:?}");
            assert_eq!(place('c'), Place { row: 2, col: 2 }, "{text:?}");
            assert_eq!(place('d'), Place { row: 3, col: 1 }, "{text:?}");
        }
    }

    #[test]
    fn columns_count_characters() {
        assert_eq!(Place::of("äöü x", "äöü x".find('x').unwrap()), Place { row: 1, col: 5 });
    }

    #[test]
    fn a_quotation_is_short_and_on_one_line() {
        assert_eq!(quote(" 1\n 2\t3 "), "'1 2 3'");
        assert_eq!(quote(&"ab ".repeat(50)), "'ab ab ab ab ab ab ab ab ab ab ab ab ab a…'");
    }

    #[test]
    fn too_many_notes_are_counted() {
        let tree = roxmltree::Document::parse("<a/>").unwrap();
        let mut notes = Notes::default();
        for i in 0..MAX_NOTES + 5 {
            notes.add(tree.root_element(), || format!("note {i}"));
        }
        let notes = notes.finish("<a/>");
        assert_eq!(notes.len(), MAX_NOTES + 1);
        assert_eq!(notes[MAX_NOTES].to_string(), "1:1: There are 5 notes more than these.");
    }
}
