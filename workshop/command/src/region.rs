//! Finds an exercise's lines in a student's file: its TODO, or the note of our answer, and what is between it and END.

use crate::places;
use course::{Exercise, Id};
use std::ops::Range;

/// An exercise's lines, as indices.
#[derive(Debug, PartialEq)]
pub struct Region {
    /// The TODO and the lines that carry it on.
    pub todo: Range<usize>,
    /// The lines from there to the END, without it.
    pub body: Range<usize>,
}

/// Finds an exercise whose TODO and END are in the text once each.
pub fn find(text: &str, id: Id) -> Option<Region> {
    let ([todo], [end]) = (&marked(text, places::todo, id)[..], &marked(text, places::end, id)[..]) else {
        return None;
    };
    let (todo, end, inside) = (*todo, *end, end.checked_sub(todo + 1)?);
    let carries_on = |line: &&str| places::carries_on(line);
    let body = todo + 1 + text.lines().skip(todo + 1).take(inside).take_while(carries_on).count();
    Some(Region { todo: todo..body, body: body..end })
}

impl Region {
    /// Returns the rows of both, which follow each other.
    pub fn whole(&self) -> Range<usize> {
        self.todo.start..self.body.end
    }
}

/// Returns some lines of a text, with their line ends.
pub fn lines(text: &str, lines: Range<usize>) -> String {
    text.split_inclusive('\n').skip(lines.start).take(lines.len()).collect()
}

/// Returns a text with others in the place of some lines, which get the text's line ends.
pub fn replaced(text: &str, lines: Range<usize>, by: &str) -> String {
    let all: Vec<&str> = text.split_inclusive('\n').collect();
    let by = by.replace("\r\n", "\n");
    let by = if text.contains("\r\n") { by.replace('\n', "\r\n") } else { by };
    [&all[..lines.start].concat(), by.as_str(), &all[lines.end..].concat()].concat()
}

/// Returns a sentence for students whose file lacks a line around an exercise: which, and where it belongs.
pub fn lost(text: &str, exercise: &Exercise) -> String {
    let (id, file, function) = (exercise.id(), exercise.file.get_ref(), exercise.function.get_ref());
    let comment = if file.ends_with(".toml") { "#" } else { "//" };
    let (todo, end) = (format!("`{comment} TODO {id}: …`"), format!("`{comment} END {id}`"));
    match (&marked(text, places::todo, id)[..], &marked(text, places::end, id)[..]) {
        ([row], []) => format!(
            "{file} lacks the line {end}: write it below your answer in `{function}`, which begins with {todo} in row {}",
            row + 1
        ),
        ([], [row]) => format!(
            "{file} lacks the line {todo}: write it above your answer in `{function}`, which ends with {end} in row {}",
            row + 1
        ),
        _ => format!(
            "in {file}, write the line {todo} once, above your answer in `{function}`, and {end} once, below it"
        ),
    }
}

/// Returns the indices of the lines that mark an exercise.
fn marked(text: &str, mark: impl Fn(&str) -> Option<Id>, id: Id) -> Vec<usize> {
    let lines = text.lines().enumerate();
    lines.filter(|(_, line)| mark(line) == Some(id)).map(|(at, _)| at).collect()
}
