//! One exercise's part of a file: what stands there in the branches, and where it is in a student's file.
//!
//! Students' files have no markers, so the part is found by its TODO and by the lines that follow it.

use crate::places::{carries_on, todo};
use course::Id;

/// So many lines that follow an exercise must be found again to know where it ends.
const ANCHOR: usize = 3;

/// An exercise as the branches have it. Lines are without their ends.
#[derive(Debug)]
pub struct Region {
    id: Id,
    /// The line before the TODO.
    before: String,
    /// The TODO and the lines that carry it on.
    todo: Vec<String>,
    /// What stands there at first.
    open: Vec<String>,
    /// The workbook's answer.
    solved: Vec<String>,
    /// What follows, up to the next TODO or the end of the file.
    after: Vec<String>,
}

/// Where an exercise stands in a student's file, as a range of lines.
#[derive(Debug, PartialEq)]
pub struct Found {
    /// The first line: that of the TODO, where there is one.
    pub start: usize,
    /// The first line after the TODO.
    pub body: usize,
    /// The line after the last.
    pub end: usize,
    /// How many of the lines that should follow are in the range, because the student has changed them.
    pub swallowed: usize,
}

impl Region {
    /// Compares a file with the exercise open and the same file with it solved.
    pub fn new(open: &str, solved: &str, id: Id) -> Option<Self> {
        let (open_lines, solved_lines) = (lines(open), lines(solved));
        let (start, todo, open) = part(&open_lines, id)?;
        let (_, _, solved) = part(&solved_lines, id)?;
        let same = open.iter().rev().zip(solved.iter().rev()).take_while(|(a, b)| a == b).count();
        Some(Self {
            id,
            before: start.checked_sub(1).map_or("", |row| open_lines[row]).to_owned(),
            todo: owned(todo),
            open: owned(&open[..open.len() - same]),
            solved: owned(&solved[..solved.len() - same]),
            after: owned(&open[open.len() - same..]),
        })
    }

    /// Finds the exercise in a student's lines; nothing if it cannot be found for certain.
    pub fn find(&self, text: &str) -> Option<Found> {
        self.find_by(text, |ends, rest| {
            ends.into_iter().flatten().find(|(length, _)| balanced(&rest[..*length]))
        })
    }

    /// Finds it though its brackets may not match. Then its function's indentation is the best witness.
    pub fn find_broken(&self, text: &str) -> Option<Found> {
        self.find(text).or_else(|| self.find_by(text, |[follows, ends], _| ends.or(follows)))
    }

    /// Finds it, with a choice between where what should follow does and where its function ends: the lines up to
    /// there, and how many of those that should follow are among them.
    fn find_by(
        &self,
        text: &str,
        choose: impl Fn([Option<(usize, usize)>; 2], &[&str]) -> Option<(usize, usize)>,
    ) -> Option<Found> {
        let lines = lines(text);
        let start = self.start(&lines)?;
        let head = match todo(lines.get(start).copied().unwrap_or("")) {
            Some(id) if id == self.id => 1 + carried_on(&lines[start + 1..]),
            _ => 0,
        };
        let rest = &lines[start + head..];
        let rest = &rest[..rest.iter().position(|line| todo(line).is_some()).unwrap_or(rest.len())];
        let ends = [self.where_the_rest_follows(rest), self.where_the_function_ends(rest)];
        let (length, swallowed) = choose(ends, rest)?;
        let body = start + head;
        Some(Found { start, body, end: body + length, swallowed })
    }

    /// The line of its TODO, or, where that was deleted, the line after the one that stood before it.
    fn start(&self, lines: &[&str]) -> Option<usize> {
        if let Some(at) = only(lines.iter().enumerate(), |line| todo(line) == Some(self.id)) {
            return Some(at);
        }
        let deleted = !lines.iter().any(|line| todo(line) == Some(self.id));
        let known = deleted && !self.before.trim().is_empty();
        known.then(|| only(lines.iter().enumerate(), |line| *line == self.before)).flatten().map(|at| at + 1)
    }

    /// How many of the lines after the TODO are the exercise's, if all that should follow them does.
    fn where_the_rest_follows(&self, rest: &[&str]) -> Option<(usize, usize)> {
        match ends_with(rest, &self.after) {
            true => Some((rest.len() - self.after.len(), 0)),
            false => Some((self.anchored(rest)?, 0)),
        }
    }

    /// The same up to the end of the function, where the student has changed what follows; and how many of the
    /// lines that should follow are among them.
    fn where_the_function_ends(&self, rest: &[&str]) -> Option<(usize, usize)> {
        let indent = indent(self.todo.first()?);
        let outside = |line: &str| !line.trim().is_empty() && self::indent(line) < indent;
        let swallowed = self.after.iter().position(|line| outside(line))?;
        let length = rest.iter().position(|line| outside(line))?;
        (rest[length] == self.after[swallowed]).then_some((length, swallowed))
    }

    /// Where the first of the lines that should follow are found, if there is but one such place.
    fn anchored(&self, rest: &[&str]) -> Option<usize> {
        let mut filled = 0;
        let length = self.after.iter().take_while(|line| {
            let enough = filled == ANCHOR;
            filled += usize::from(!line.trim().is_empty());
            !enough
        });
        let anchor = &self.after[..length.count()];
        if anchor.is_empty() || anchor.len() > rest.len() {
            return None;
        }
        only(rest.windows(anchor.len()).enumerate(), |window| window.iter().eq(anchor.iter()))
    }

    /// What stands where the exercise was found.
    pub fn current(&self, text: &str, found: &Found) -> String {
        text.split_inclusive('\n').take(found.end).skip(found.start).collect()
    }

    /// The workbook's answer for that place, with the line ends of the student's file.
    pub fn answer(&self, text: &str, found: &Found) -> String {
        let swallowed = &self.after[..found.swallowed];
        self.written(text, self.todo.iter().chain(&self.solved).chain(swallowed))
    }

    /// What stands in that place at first.
    pub fn starter(&self, text: &str, found: &Found) -> String {
        let swallowed = &self.after[..found.swallowed];
        self.written(text, self.todo.iter().chain(&self.open).chain(swallowed))
    }

    fn written<'a>(&self, text: &str, lines: impl Iterator<Item = &'a String>) -> String {
        let line_end = if text.contains("\r\n") { "\r\n" } else { "\n" };
        lines.map(|line| format!("{line}{line_end}")).collect()
    }
}

impl Found {
    /// The text with something else in this place.
    pub fn replaced(&self, text: &str, by: &str) -> String {
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        [&lines[..self.start].concat(), by, &lines[self.end..].concat()].concat()
    }
}

fn lines(text: &str) -> Vec<&str> {
    text.lines().map(str::trim_end).collect()
}

fn owned(lines: &[&str]) -> Vec<String> {
    lines.iter().map(|line| (*line).to_owned()).collect()
}

/// The row of an exercise's TODO, the lines of the TODO, and those up to the next one.
fn part<'a, 'l>(lines: &'l [&'a str], id: Id) -> Option<(usize, &'l [&'a str], &'l [&'a str])> {
    let start = lines.iter().position(|line| todo(line) == Some(id))?;
    let body = start + 1 + carried_on(&lines[start + 1..]);
    let rest = &lines[body..];
    let length = rest.iter().position(|line| todo(line).is_some()).unwrap_or(rest.len());
    Some((start, &lines[start..body], &rest[..length]))
}

/// How many lines carry a TODO on: comments that are indented further than others.
fn carried_on(lines: &[&str]) -> usize {
    lines.iter().take_while(|line| carries_on(line)).count()
}

fn ends_with(lines: &[&str], end: &[String]) -> bool {
    lines.len() >= end.len() && lines[lines.len() - end.len()..].iter().eq(end.iter())
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// The place of the only item for which something holds.
fn only<T>(items: impl Iterator<Item = (usize, T)>, holds: impl Fn(T) -> bool) -> Option<usize> {
    let mut places = items.filter_map(|(at, item)| holds(item).then_some(at));
    let first = places.next()?;
    places.next().is_none().then_some(first)
}

/// Whether every bracket that is opened in some lines is closed in them. Comments do not count.
fn balanced(lines: &[&str]) -> bool {
    let mut open = Vec::new();
    for line in lines {
        let code = line.split("//").next().unwrap_or(line);
        for c in code.chars() {
            match c {
                '(' | '[' | '{' => open.push(c),
                ')' if open.pop() != Some('(') => return false,
                ']' if open.pop() != Some('[') => return false,
                '}' if open.pop() != Some('{') => return false,
                _ => {}
            }
        }
    }
    open.is_empty()
}

#[cfg(test)]
#[path = "region_tests.rs"]
mod tests;
