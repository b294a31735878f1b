//! Lines between a lesson's window and the command that watches over it: a word, and the text that goes with it.

use serde_json::json;

/// The environment variable that tells a window that a command watches over it, with what the window before
/// has handed over, or empty if it is the first.
pub const HANDED: &str = "WORKBOOK_HANDED";

/// The sign before such a line, since a lesson may print lines of its own.
const MARK: char = '\u{1e}';

/// Returns the line for a word with its text.
pub fn line(word: &str, text: &str) -> String {
    format!("{MARK}{}\n", json!([word, text]))
}

/// Reads a line: what the lesson has printed before, and the word with its text. None if all of it is the lesson's.
pub fn read(line: &str) -> Option<(&str, (String, String))> {
    let (printed, said) = line.split_once(MARK)?;
    Some((printed, serde_json::from_str(said).ok()?))
}
