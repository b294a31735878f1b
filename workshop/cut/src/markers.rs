//! The markers in a source, and the source as it reads with its exercises open, solved, or answered wrongly.
//!
//! ```text
//! // TODO 04.2: The task, in one or two sentences;
//! //   a line that is indented further carries it on.
//! // BEGIN SOLUTION 04.2
//! the_answer()
//! // END SOLUTION 04.2
//! // STARTER 04.2: what_stands_there_at_first()
//! ```
//!
//! Students get the TODO, the answer or what stands there at first, and `// END 04.2`.
//!
//! In a table, which is TOML, the same follows `#`.

use course::{Id, Problem};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// A source, cut into plain text and the regions of its exercises.
#[derive(Debug)]
pub struct Source<'a> {
    pieces: Vec<Piece<'a>>,
}

#[derive(Debug)]
enum Piece<'a> {
    Text(&'a str),
    Region(Region<'a>),
}

/// All that a source says of one exercise. Texts are whole lines with their line ends.
#[derive(Debug)]
pub struct Region<'a> {
    pub id: Id,
    /// Row and column of its TODO, counted from 1.
    pub at: (usize, usize),
    /// The TODO and the lines that carry it on.
    pub todo: String,
    /// The right answer.
    pub solution: String,
    /// Initial text of the region: the STARTER lines, uncommented.
    pub starter: String,
    indent: &'a str,
    line_end: &'a str,
}

/// State in which an exercise is written out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State<'a> {
    /// Written with the starter's code.
    Open,
    /// Written with the right answer.
    Solved,
    /// Written with this code in place of the answer.
    Code(&'a str),
    /// Written with the right answer but without its task, as no lesson of the course has this exercise.
    Given,
}

impl<'a> Source<'a> {
    /// Finds the regions in the text of a file.
    pub fn parse(file: &str, text: &'a str) -> Result<Self, Problem> {
        Self::parse_but(file, text, &[])
    }

    /// Finds the regions in the text of a file of which some rows are left out; no region is in these.
    pub fn parse_but(file: &str, text: &'a str, left_out: &[RangeInclusive<usize>]) -> Result<Self, Problem> {
        let mut parser = Parser { file, lines: lines(text), next: 0, seen: BTreeMap::new() };
        let mut pieces = Vec::new();
        while let Some(line) = parser.lines.get(parser.next).copied() {
            pieces.push(match parser.marker(line)? {
                None if left_out.iter().any(|rows| rows.contains(&line.row)) => Piece::Text(""),
                None => Piece::Text(line.whole),
                Some((Kind::Todo, id, _)) => Piece::Region(parser.region(line, id)?),
                Some((kind, id, _)) => return Err(parser.stray(line, kind, id)),
            });
            parser.next += 1;
        }
        Ok(Self { pieces })
    }

    /// The regions, from top to bottom.
    pub fn regions(&self) -> impl Iterator<Item = &Region<'a>> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Region(region) => Some(region),
            Piece::Text(_) => None,
        })
    }

    /// Returns the source without its markers, each exercise in the state that `state` returns for it.
    pub fn project<'s>(&self, state: impl Fn(Id) -> State<'s>) -> String {
        self.render_with(|region| match state(region.id) {
            State::Open => region.around(&region.starter),
            State::Solved => region.around(&region.solution),
            State::Code(code) => region.around(&region.fitted(code)),
            State::Given => region.solution.clone(),
        })
    }

    /// The source with something else in the place of each exercise, between the TODOs and their ENDs.
    pub fn render(&self, mut answer: impl FnMut(&Region<'a>) -> String) -> String {
        self.render_with(|region| region.around(&answer(region)))
    }

    fn render_with(&self, mut exercise: impl FnMut(&Region<'a>) -> String) -> String {
        let mut text = String::new();
        for piece in &self.pieces {
            match piece {
                Piece::Text(line) => text.push_str(line),
                Piece::Region(region) => text.push_str(&exercise(region)),
            }
        }
        text
    }
}

impl Region<'_> {
    /// Returns some lines as students' files have them: below the TODO, and above a line that ends the exercise.
    fn around(&self, lines: &str) -> String {
        let comment = if self.todo.trim_start().starts_with('#') { "#" } else { "//" };
        format!("{}{lines}{}{comment} END {}{}", self.todo, self.indent, self.id, self.line_end)
    }

    /// Returns code with the indentation and the line ends of this region.
    pub fn fitted(&self, code: &str) -> String {
        let code = dedented(code);
        let lines = code.iter().map(|line| match line.is_empty() {
            true => self.line_end.to_owned(),
            false => format!("{}{line}{}", self.indent, self.line_end),
        });
        lines.collect()
    }
}

/// Returns the lines without the indentation that all of them share, and blank ones at top and bottom.
pub fn dedented(text: &str) -> Vec<&str> {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let shared = (lines.iter().filter(|line| !line.is_empty()))
        .map(|line| line.len() - line.trim_start_matches([' ', '\t']).len())
        .min()
        .unwrap_or(0);
    let first = lines.iter().position(|line| !line.is_empty()).unwrap_or(lines.len());
    let last = lines.iter().rposition(|line| !line.is_empty()).map_or(first, |last| last + 1);
    lines[first..last].iter().map(|line| line.get(shared..).unwrap_or("")).collect()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Todo,
    Begin,
    End,
    Starter,
}

impl Kind {
    const ALL: [Self; 4] = [Self::Todo, Self::Begin, Self::End, Self::Starter];

    fn words(self) -> &'static str {
        match self {
            Self::Todo => "TODO",
            Self::Begin => "BEGIN SOLUTION",
            Self::End => "END SOLUTION",
            Self::Starter => "STARTER",
        }
    }

    /// Returns true if a colon and a text follow the marker's id, as after every TODO.
    fn has_text(self) -> bool {
        matches!(self, Self::Todo | Self::Starter)
    }
}

#[derive(Clone, Copy)]
struct Line<'a> {
    /// The line with its line end.
    whole: &'a str,
    indent: &'a str,
    /// The line without indentation and line end.
    text: &'a str,
    line_end: &'a str,
    row: usize,
}

fn lines(text: &str) -> Vec<Line<'_>> {
    let cut = |(i, whole): (usize, _)| {
        let text = str::trim_end_matches(whole, ['\r', '\n']);
        let (text, line_end) = whole.split_at(text.len());
        let (indent, text) = text.split_at(text.len() - text.trim_start().len());
        Line { whole, indent, text, line_end, row: i + 1 }
    };
    text.split_inclusive('\n').enumerate().map(cut).collect()
}

impl Line<'_> {
    fn at(self) -> (usize, usize) {
        (self.row, self.indent.chars().count() + 1)
    }

    /// Returns true if it is a comment that carries on a TODO: indented further than a comment of its own.
    fn carries_on(self) -> bool {
        workbook::places::carries_on(self.text)
    }
}

struct Parser<'a, 'f> {
    file: &'f str,
    lines: Vec<Line<'a>>,
    next: usize,
    /// The rows of the TODOs read so far, to refuse a second one of an exercise.
    seen: BTreeMap<Id, usize>,
}

impl<'a> Parser<'a, '_> {
    fn problem(&self, line: Line<'_>, text: impl Into<String>) -> Problem {
        Problem::at(self.file, line.at(), text)
    }

    /// The marker in a line, with its id and the text after the colon.
    fn marker(&self, line: Line<'a>) -> Result<Option<(Kind, Id, &'a str)>, Problem> {
        let Some(comment) = workbook::places::comment(line.text).map(str::trim) else {
            return Ok(None);
        };
        let begins = |kind: &Kind| {
            let rest = comment.strip_prefix(kind.words());
            rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
        };
        let Some(kind) = Kind::ALL.into_iter().find(begins) else {
            return Ok(None);
        };
        let words = kind.words();
        let rest = comment[words.len()..].trim_start();
        let (id, text) = match rest.split_once(':') {
            Some((id, text)) if kind.has_text() => (id, text.strip_prefix(' ').unwrap_or(text)),
            None if !kind.has_text() => (rest, ""),
            _ => return Err(self.problem(line, wrong_form(kind))),
        };
        match Id::strict(id) {
            Some(_) if kind == Kind::Todo && text.is_empty() => {
                Err(self.problem(line, format!("TODO {id} says nothing")))
            }
            Some(id) => Ok(Some((kind, id, text))),
            None => Err(self.problem(line, wrong_form(kind))),
        }
    }

    /// Reads a region from its TODO on; ends at its last line.
    fn region(&mut self, todo: Line<'a>, id: Id) -> Result<Region<'a>, Problem> {
        if let Some(row) = self.seen.insert(id, todo.row) {
            return Err(self.problem(todo, format!("TODO {id} stands already in row {row}")));
        }
        let mut region = Region {
            id,
            at: todo.at(),
            todo: todo.whole.to_owned(),
            solution: String::new(),
            starter: String::new(),
            indent: todo.indent,
            line_end: todo.line_end,
        };
        while let Some(line) = self.peek().filter(|line| line.carries_on()) {
            region.todo.push_str(line.whole);
            self.next += 1;
        }
        region.solution = self.solution(todo, id)?;
        self.starter(&mut region)?;
        Ok(region)
    }

    fn peek(&self) -> Option<Line<'a>> {
        self.lines.get(self.next + 1).copied()
    }

    /// Reads a solution from its BEGIN to its END.
    fn solution(&mut self, todo: Line<'a>, id: Id) -> Result<String, Problem> {
        let begin = self.peek().map(|line| Ok((line, self.marker(line)?))).transpose()?;
        let begin = match begin {
            Some((line, Some((Kind::Begin, begun, _)))) if begun == id => line,
            Some((line, Some((Kind::Begin, begun, _)))) => {
                return Err(self.problem(line, format!("BEGIN SOLUTION {begun} follows TODO {id}")));
            }
            _ => {
                let text = format!(
                    "TODO {id} must be followed by BEGIN SOLUTION {id} (a TODO of several lines goes on in comments indented by three spaces)"
                );
                return Err(self.problem(todo, text));
            }
        };
        self.next += 1;
        let mut solution = String::new();
        while let Some(line) = self.peek() {
            self.next += 1;
            match self.marker(line)? {
                None => solution.push_str(line.whole),
                Some((Kind::End, ended, _)) if ended == id => return Ok(solution),
                Some((Kind::End, ended, _)) => {
                    let text = format!("END SOLUTION {ended} stands in SOLUTION {id} of row {}", begin.row);
                    return Err(self.problem(line, text));
                }
                Some((kind, inner, _)) => {
                    let words = kind.words();
                    let text = format!(
                        "{words} {inner} stands in SOLUTION {id}, which begins in row {} and has not ended",
                        begin.row
                    );
                    return Err(self.problem(line, text));
                }
            }
        }
        Err(self.problem(begin, format!("BEGIN SOLUTION {id} is never closed by END SOLUTION {id}")))
    }

    /// Reads the STARTER lines after a solution.
    fn starter(&mut self, region: &mut Region<'a>) -> Result<(), Problem> {
        while let Some(line) = self.peek() {
            let Some((Kind::Starter, id, code)) = self.marker(line)? else {
                break;
            };
            if id != region.id {
                let text = format!("STARTER {id} follows SOLUTION {}", region.id);
                return Err(self.problem(line, text));
            }
            if !code.is_empty() {
                region.starter.push_str(line.indent);
                region.starter.push_str(code);
            }
            region.starter.push_str(line.line_end);
            self.next += 1;
        }
        Ok(())
    }

    /// Describes the fault of a marker in a place where none of its kind belongs.
    fn stray(&self, line: Line<'a>, kind: Kind, id: Id) -> Problem {
        let text = match kind {
            Kind::Begin => format!("BEGIN SOLUTION {id} does not follow a TODO {id}"),
            Kind::End => format!("END SOLUTION {id} without BEGIN SOLUTION {id}"),
            Kind::Todo | Kind::Starter => {
                format!("STARTER {id} does not follow an END SOLUTION {id}")
            }
        };
        self.problem(line, text)
    }
}

fn wrong_form(kind: Kind) -> String {
    let words = kind.words();
    let article = if kind == Kind::End { "an" } else { "a" };
    match kind.has_text() {
        true => format!("a {words} is written `// {words} 04.2: …`, with the exercise's id"),
        false => format!(
            "{article} {words} is written `// {words} 04.2`, with the exercise's id and nothing after it"
        ),
    }
}

#[cfg(test)]
#[path = "markers_tests.rs"]
mod tests;
