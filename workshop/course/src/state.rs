//! An exercise's state, and the line that sends it to a lesson's window.

use crate::Id;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// No code was written yet.
    Open,
    /// Something was written, but its check has not passed since.
    Tried,
    /// Its check has passed, or it is solved as the workbook solves it, though no comment says so.
    Passed,
    /// The workbook's own answer is there, under a comment that says so, or in the authors' tree, and no check has passed.
    Ours,
}

const WORDS: [(State, &str); 4] =
    [(State::Open, "open"), (State::Tried, "tried"), (State::Passed, "passed"), (State::Ours, "ours")];

impl State {
    /// Returns true if the answer is right, whoever gave it.
    pub fn is_right(self) -> bool {
        matches!(self, Self::Passed | Self::Ours)
    }

    /// Writes an exercise's state and place as a line. No line that a check prints begins with a tab.
    pub fn line(self, id: Id, place: &str) -> String {
        let word = WORDS.iter().find(|(state, _)| *state == self).map_or("", |(_, word)| word);
        format!("\t{id}\t{word}\t{place}")
    }

    /// Reads an exercise's line, or returns none if the line is another.
    pub fn told(line: &str) -> Option<(Id, Self, &str)> {
        let (id, rest) = line.strip_prefix('\t')?.split_once('\t')?;
        let (word, place) = rest.split_once('\t')?;
        let (state, _) = WORDS.iter().find(|(_, own)| *own == word)?;
        Some((Id::strict(id)?, *state, place))
    }
}
