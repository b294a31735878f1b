//! Shows what a check says, a text written for terminals: paragraphs wrap, columns are stacked, and of an answer the words
//! that differ from what was expected are red.

use crate::Panel;
use crate::panel::unquoted;
use crate::runner::in_sight;
use crate::theme::{ERROR, FAINT, INK};
use course::Id;

/// The indent of what stands below a heading.
const INDENT: &str = "  ";

/// The labels of an answer and of the right one, and the width of the column that they stand in.
const ANSWERS: [&str; 2] = ["Came out", "Expected"];
const LABELLED: usize = 13;

/// The smallest letters of rows that are too wide, as a factor of the usual size.
const SMALLEST: f32 = 0.75;

/// A part of a report.
#[derive(Debug, PartialEq)]
enum Part {
    /// An exercise's number and title, or the belief behind its answers.
    Bold(String),
    /// The place of an exercise's function, or a label.
    Faint(String),
    Plain(String),
    /// Code, a table, or lines that the code has printed.
    Rows(Vec<String>),
    /// The rows of an answer, and those that would be right there.
    Answer([Vec<String>; 2]),
}

/// Shows a report, from its beginning if it `is_new`.
pub fn show(panel: &Panel<'_>, says: &str, is_new: bool) {
    panel.child_window("words").horizontal_scrollbar(true).build(|| {
        if is_new {
            panel.set_scroll_y(0.0);
        }
        // Leaves room for a scroll bar even if there is none.
        let width = panel.window_size()[0] - panel.clone_style().scrollbar_size;
        for part in parts(&in_sight(&unquoted(says))) {
            match part {
                Part::Bold(text) => {
                    let _bold = panel.push_bold();
                    panel.heading(&broken(panel, &text, width));
                }
                Part::Faint(text) => panel.text_colored(FAINT, broken(panel, &text, width)),
                Part::Plain(text) => panel.text(broken(panel, &text, width)),
                Part::Rows(rows) => show_rows(panel, &rows, None, width),
                Part::Answer([rows, right]) => show_rows(panel, &rows, Some(&right), width),
            }
        }
    });
}

/// Shows rows, in smaller letters if they are too wide, and broken between words if even these are. To the end of a table or
/// of code one scrolls. Words of an answer are red if the `right` row has others in their places.
fn show_rows(panel: &Panel<'_>, rows: &[String], right: Option<&[String]>, width: f32) {
    let _mono = panel.push_font(panel.fonts.mono);
    let widest = rows.iter().map(|row| panel.calc_text_size(row)[0]).fold(1.0, f32::max);
    panel.set_window_font_scale((width / widest).clamp(SMALLEST, 1.0));
    for (at, row) in rows.iter().enumerate() {
        let Some(right) = right else {
            panel.text(if is_whole(row) { row.clone() } else { broken(panel, row, width) });
            continue;
        };
        let (mut right, mut end) = (right.get(at).map_or("", String::as_str).split_whitespace(), 0.0);
        for word in row.split_inclusive(' ') {
            let size = panel.calc_text_size(word)[0];
            if end > 0.0 && end + size <= width {
                panel.same_line_with_spacing(0.0, 0.0);
            } else {
                end = 0.0;
            }
            end += size;
            let differs = !word.trim().is_empty() && right.next() != Some(word.trim());
            panel.text_colored(if differs { ERROR } else { INK }, word);
        }
    }
    panel.set_window_font_scale(1.0);
}

/// Returns a text in lines of at most this width, broken after a space or in a path, but never in a file's name.
fn broken(panel: &Panel<'_>, text: &str, width: f32) -> String {
    let (mut lines, mut begin) = (String::new(), 0);
    for word in text.split_inclusive([' ', '/']) {
        let line = format!("{}{}", &lines[begin..], word.trim_end());
        if lines.len() > begin && panel.calc_text_size(line)[0] > width {
            lines.push('\n');
            begin = lines.len();
        }
        lines += word;
    }
    lines
}

fn parts(says: &str) -> Vec<Part> {
    let (mut parts, mut lines) = (Vec::new(), says.lines().peekable());
    while let Some(line) = lines.next() {
        let mut text = line.trim().to_owned();
        if text.split_once(' ').is_some_and(|(id, _)| Id::strict(id).is_some()) {
            parts.push(Part::Bold(text));
            parts
                .extend(lines.next_if(|line| is_row(line)).map(|place| Part::Faint(place.trim().to_owned())));
        } else if is_row(line) {
            let further = std::iter::from_fn(|| lines.next_if(|line| is_row(line)));
            let rows: Vec<&str> = std::iter::once(line).chain(further).collect();
            if let Some([came, expected]) = answers(&rows) {
                parts.extend([Part::Faint(ANSWERS[0].to_owned()), Part::Answer([came, expected.clone()])]);
                parts
                    .extend([Part::Faint(ANSWERS[1].to_owned()), Part::Answer([expected.clone(), expected])]);
            } else {
                let own = rows.iter().map(|row| row.strip_prefix(INDENT).unwrap_or(row).to_owned());
                parts.push(Part::Rows(own.collect()));
            }
        } else if !text.is_empty() {
            let goes_on = |next: &&str| line.starts_with(INDENT) && next.starts_with(INDENT) && !is_row(next);
            while let Some(next) = lines.next_if(goes_on) {
                text += &format!(" {}", next.trim());
            }
            // Below the place the belief comes first, if it is known, and else the question.
            let is_belief = matches!(parts.last(), Some(Part::Faint(_))) && !text.starts_with("Asked for");
            parts.push(if is_belief { Part::Bold(text) } else { Part::Plain(text) });
        }
    }
    parts
}

/// Returns true for a line of code or of a table, or one below it, and not of a paragraph.
fn is_row(line: &str) -> bool {
    let is_deep = line.starts_with("   ") && !line.trim().is_empty();
    is_code(line) || line.starts_with(INDENT) && (is_whole(line) || is_deep)
}

fn is_code(line: &str) -> bool {
    line.contains('|') || line.trim().starts_with("-->")
}

/// Returns true for a line whose columns a break would mix up.
fn is_whole(line: &str) -> bool {
    is_code(line) || line.trim().contains("  ")
}

/// Returns an answer and the right one, if rows have both: side by side below their labels, or each beside its own.
fn answers(rows: &[&str]) -> Option<[Vec<String>; 2]> {
    let column = |row: &str, label| row.find(label).map(|at| row[..at].chars().count());
    let part = |row: &str, from, to| row.chars().take(to).skip(from).collect::<String>();
    let (head, below) = rows.split_first()?;
    let came = column(head, ANSWERS[0])?;
    let Some(expected) = column(head, ANSWERS[1]) else {
        let middle = rows.iter().position(|row| column(row, ANSWERS[1]) == Some(came))?;
        let value = |row: &&str| part(row, LABELLED, usize::MAX);
        return Some([&rows[..middle], &rows[middle..]].map(|rows| rows.iter().map(value).collect()));
    };
    // The marks at what differs are for terminals, and so are a matrix's brackets: its rows alone have no names.
    let entries = |row: &str| {
        row.replace(['[', ']', '*'], " ").split_whitespace().map(|x| format!("{x:>7} ")).collect()
    };
    let value = |row: &&str, from, to| match part(row, INDENT.len(), came) {
        name if name.is_empty() => entries(&part(row, from, to)),
        name => name + part(row, from, to).trim_end_matches(['←', ' ']),
    };
    let answer = |from, to| below.iter().map(|row| value(row, from, to)).collect();
    Some([answer(came, expected), answer(expected, usize::MAX)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_is_taken_apart_and_its_answers_are_stacked_without_marks() {
        let said = "01.1  Its title\n      f in a/b.rs\n\n  You did\n  this.\n\n  Asked for 2:\n  x  1\n\n\
                    \x20 Came out   one\n             two 3\n  Expected   one\n             two 4\n\
                    01.2  Next: right.\n\n  Asked.\n\
                    \x20 Came out            Expected\n  [  0.0*  -1.0  ]  [  2.0  -1.0 ]\n\n\
                    \x20          Came out  Expected\n  joint 0  1 2       (3, 4)    ←\n";
        let lines = |all: &[&str]| all.iter().map(|&line| line.to_owned()).collect::<Vec<_>>();
        let bold = |text: &str| Part::Bold(text.to_owned());
        let faint = |text: &str| Part::Faint(text.to_owned());
        let plain = |text: &str| Part::Plain(text.to_owned());
        let answer = |all: &[&str], right: &[&str]| Part::Answer([lines(all), lines(right)]);
        let two = |came: &[&str], right: &[&str]| {
            [faint("Came out"), answer(came, right), faint("Expected"), answer(right, right)]
        };
        let mut told = vec![bold("01.1  Its title"), faint("f in a/b.rs"), bold("You did this.")];
        told.extend([plain("Asked for 2:"), Part::Rows(lines(&["x  1"]))]);
        told.extend(two(&["one", "two 3"], &["one", "two 4"]));
        told.extend([bold("01.2  Next: right."), plain("Asked.")]);
        told.extend(two(&["    0.0    -1.0 "], &["    2.0    -1.0 "]));
        told.extend(two(&["joint 0  1 2"], &["joint 0  (3, 4)"]));
        assert_eq!(parts(said), told);
    }
}
