//! Finds functions in a text of Rust or GLSL, whether it compiles or not, by their indentation.

use std::ops::Range;
use workbook::places;

/// A function whose body has lines of its own.
#[derive(Debug, PartialEq)]
pub struct Function<'a> {
    /// The word after `fn`, or in GLSL after the type.
    pub name: &'a str,
    /// The index of the line with its name.
    pub line: usize,
    /// The lines after that of its first bracket, up to its last one: the next with equal indentation.
    pub body: Range<usize>,
}

/// Returns the functions of a text, in their order; a nested one follows the one around it.
pub fn all(text: &str) -> Vec<Function<'_>> {
    let lines: Vec<&str> = text.lines().map(places::code_of).collect();
    let function = |line: usize| {
        let name = name(lines[line])?;
        let head = lines[line..].iter().position(|text| text.ends_with(['{', '}', ';']))?;
        let first = line + head + 1;
        let closes = |text: &&str| text.trim_start().starts_with('}') && indent(text) <= indent(lines[line]);
        let last = lines[first..].iter().position(closes).map_or(lines.len(), |at| first + at + 1);
        lines[first - 1].ends_with('{').then_some(Function { name, line, body: first..last })
    };
    (0..lines.len()).filter_map(function).collect()
}

/// Returns the name of the function that begins in a line, after `fn`, or in GLSL after a type.
fn name(line: &str) -> Option<&str> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let (kind, rest) =
        line.split_once("fn ").map_or_else(|| line.split_once(' '), |(_, rest)| Some(("", rest)))?;
    let (name, after) = rest.split_at(rest.find(|c| !is_word(c))?);
    let begins = after.starts_with('(') || kind.is_empty() && after.starts_with('<');
    (kind.chars().all(is_word) && !name.is_empty() && begins).then_some(name)
}

/// Returns the number of bytes of a line's indentation.
pub fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}
