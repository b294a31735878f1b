//! Finds an exercise's lines in the branches, and their place in a student's file.
//!
//! Students' files have no markers, so the part is found by its function, and in it by its TODO and the lines around.

use crate::instructor::grade::functions;
use course::Id;
use std::ops::Range;
use workbook::places::{carries_on, code_of, todo};

/// The number of lines after an exercise in a table that are compared to find its end.
const ANCHOR: usize = 4;

/// An exercise's lines in the branches, without line ends.
#[derive(Debug)]
pub struct Region {
    id: Id,
    /// The name of the function around it, or none in a table.
    function: Option<String>,
    /// The lines of the function before the TODO.
    before: Vec<String>,
    /// The TODO and the lines that continue it.
    todo: Vec<String>,
    /// The lines from the exercise to the end of the function.
    after: Vec<String>,
}

/// The place of an exercise in a student's file, as indices of lines.
#[derive(Debug, PartialEq)]
pub struct Found {
    /// The first line, that of the TODO if there is one.
    pub start: usize,
    /// The first line after the TODO.
    pub body: usize,
    /// The line after the last.
    pub end: usize,
    /// The number of lines behind the exercise that are in the range, because the student has changed them.
    pub swallowed: usize,
}

impl Region {
    /// Finds the region by comparing a file with the exercise open and the same file with it solved.
    pub fn new(open: &str, solved: &str, id: Id) -> Option<Self> {
        let (open_lines, solved_lines) = (lines(open), lines(solved));
        let (function, [first, start, body, end]) = part(open, &open_lines, id)?;
        let (_, [.., solved_body, solved_end]) = part(solved, &solved_lines, id)?;
        let (open, solved) = (&open_lines[body..end], &solved_lines[solved_body..solved_end]);
        let same = open.iter().rev().zip(solved.iter().rev()).take_while(|(a, b)| a == b).count();
        Some(Self {
            id,
            function: function.map(str::to_owned),
            before: owned(&open_lines[first..start]),
            todo: owned(&open_lines[start..body]),
            after: owned(&open[open.len() - same..]),
        })
    }

    /// Finds the exercise in a student's text, or none if its place isn't certain.
    pub fn find(&self, text: &str) -> Option<Found> {
        let lines = lines(text);
        self.candidates(&lines, text).into_iter().find(|found| balanced(&lines[found.body..found.end]))
    }

    /// Finds the exercise even if brackets don't match, by its function's indentation.
    pub fn find_broken(&self, text: &str) -> Option<Found> {
        self.find(text).or_else(|| self.candidates(&lines(text), text).pop())
    }

    /// Returns possible places, up to the lines that should follow, and up to the function's or block's end.
    fn candidates(&self, lines: &[&str], text: &str) -> Vec<Found> {
        let Some((start, end)) = self.start(lines, text) else { return Vec::new() };
        let has_todo = lines.get(start).is_some_and(|line| todo(line) == Some(self.id));
        let body = start + if has_todo { 1 + carried_on(&lines[start + 1..end]) } else { 0 };
        let rest = &lines[body..end];
        let ends = [self.where_the_rest_follows(rest), self.where_the_function_ends(rest)];
        let found = |(length, swallowed)| Found { start, body, end: body + length, swallowed };
        ends.into_iter().flatten().map(found).collect()
    }

    /// Returns the line of the TODO, or where it was, and the end of the function or table.
    fn start(&self, lines: &[&str], text: &str) -> Option<(usize, usize)> {
        let todos = |own: &Range<usize>| {
            let here = own.clone().filter(|at| todo(lines[*at]) == Some(self.id));
            here.collect::<Vec<_>>()
        };
        let own = match &self.function {
            None => 0..lines.len(),
            Some(name) => {
                let all = functions::all(text).into_iter();
                let mut bodies: Vec<_> = all.filter(|own| own.name == name).map(|own| own.body).collect();
                if bodies.len() > 1 {
                    bodies.retain(|own| !todos(own).is_empty());
                }
                let [own] = <[_; 1]>::try_from(bodies).ok()?;
                own
            }
        };
        let start = own.start + self.before.len();
        match todos(&own)[..] {
            [todo] => Some((todo, own.end)),
            [] => (lines.get(own.start..start)? == self.before).then_some((start, own.end)),
            _ => None,
        }
    }

    /// Counts the exercise's lines after the TODO, if the lines that should follow do, to the function's end.
    /// In a table the first of those must be in one place only.
    fn where_the_rest_follows(&self, rest: &[&str]) -> Option<(usize, usize)> {
        let in_table = &self.after[..self.after.len().min(ANCHOR)];
        let length = match self.function {
            Some(_) => rest.len().checked_sub(self.after.len()).filter(|at| rest[*at..] == self.after)?,
            None => only(rest.windows(in_table.len().max(1)).enumerate(), |window| window == in_table)?,
        };
        Some((length, 0))
    }

    /// Counts the lines up to the end of the function or block, where the student has changed the rest; and
    /// how many of the lines that should follow are among them.
    fn where_the_function_ends(&self, rest: &[&str]) -> Option<(usize, usize)> {
        let indent = functions::indent(self.todo.first()?);
        let outside = |line: &str| !line.trim().is_empty() && functions::indent(line) < indent;
        let swallowed = self.after.iter().position(|line| outside(line))?;
        let length = rest.iter().position(|line| outside(line))?;
        (rest[length] == self.after[swallowed]).then_some((length, swallowed))
    }
}

fn lines(text: &str) -> Vec<&str> {
    text.lines().map(str::trim_end).collect()
}

fn owned(lines: &[&str]) -> Vec<String> {
    lines.iter().map(|line| (*line).to_owned()).collect()
}

/// Returns the function around an exercise, unless it is in a table, and the indices of its first line, of
/// the TODO, of the line after the TODO, and of the end.
fn part<'a>(text: &'a str, lines: &[&str], id: Id) -> Option<(Option<&'a str>, [usize; 4])> {
    let start = lines.iter().position(|line| todo(line) == Some(id))?;
    let body = start + 1 + carried_on(&lines[start + 1..]);
    let around = functions::all(text).into_iter().find(|function| function.body.contains(&start));
    let (name, own) = around.map_or((None, 0..lines.len()), |own| (Some(own.name), own.body));
    Some((name, [own.start, start, body, own.end]))
}

/// Counts the lines that continue a TODO: comments that are indented further than others.
fn carried_on(lines: &[&str]) -> usize {
    lines.iter().take_while(|line| carries_on(line)).count()
}

/// Returns the index of the only item for which `holds` is true, or none if there are more.
fn only<T>(items: impl Iterator<Item = (usize, T)>, holds: impl Fn(T) -> bool) -> Option<usize> {
    let mut places = items.filter_map(|(at, item)| holds(item).then_some(at));
    let first = places.next()?;
    places.next().is_none().then_some(first)
}

/// Returns true if every bracket that is opened in some lines is closed in them, outside comments.
fn balanced(lines: &[&str]) -> bool {
    let mut open = Vec::new();
    lines.iter().flat_map(|line| code_of(line).chars()).all(|c| match c {
        '(' | '[' | '{' => {
            open.push(c);
            true
        }
        ')' => open.pop() == Some('('),
        ']' => open.pop() == Some('['),
        '}' => open.pop() == Some('{'),
        _ => true,
    }) && open.is_empty()
}
