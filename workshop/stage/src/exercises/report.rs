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

/// A part of a text for terminals.
#[derive(Debug, PartialEq)]
enum Part {
    /// An exercise's number and title.
    Heading(String),
    /// The function of the exercise, and its file.
    Place(String),
    /// The first paragraph below, unless it is a question: the belief behind the answers, if it is known.
    Belief(String),
    Paragraph(String),
    /// Rows of code or of a table.
    Rows(Vec<String>),
    /// An answer and the right one, line by line.
    Answers([Vec<String>; 2]),
}

/// Shows a report, from its beginning if it `is_new`.
pub fn show(panel: &Panel<'_>, says: &str, is_new: bool) {
    panel.child_window("words").horizontal_scrollbar(true).build(|| {
        if is_new {
            panel.set_scroll_y(0.0);
        }
        // Leaves room for a scroll bar even if there is none.
        let width = panel.window_size()[0] - panel.clone_style().scrollbar_size;
        parts(&in_sight(&unquoted(says))).iter().for_each(|part| show_part(panel, part, width));
    });
}

fn show_part(panel: &Panel<'_>, part: &Part, width: f32) {
    match part {
        Part::Heading(text) => panel.heading(&broken(panel, text, width)),
        Part::Place(text) => panel.text_colored(FAINT, broken(panel, text, width)),
        Part::Belief(text) => {
            let _bold = panel.push_bold();
            panel.text(broken(panel, text, width));
        }
        Part::Paragraph(text) => panel.text(broken(panel, text, width)),
        Part::Rows(rows) => show_rows(panel, rows, rows, [width, f32::INFINITY]),
        Part::Answers([came, expected]) => {
            panel.text_colored(FAINT, ANSWERS[0]);
            show_rows(panel, came, expected, [width; 2]);
            panel.text_colored(FAINT, ANSWERS[1]);
            show_rows(panel, expected, expected, [width; 2]);
        }
    }
}

/// Shows rows with aligned columns, in smaller letters if they are wider than `width`, and broken between words if they are
/// wider than `most` even so. Words are red if the right row has others in their places.
fn show_rows(panel: &Panel<'_>, rows: &[String], right: &[String], [width, most]: [f32; 2]) {
    let _mono = panel.push_font(panel.fonts.mono);
    let widest = rows.iter().map(|row| panel.calc_text_size(row)[0]).fold(1.0, f32::max);
    panel.set_window_font_scale((width / widest).clamp(SMALLEST, 1.0));
    for (at, row) in rows.iter().enumerate() {
        let (mut right, mut end) = (right.get(at).map_or("", String::as_str).split_whitespace(), 0.0);
        for word in row.split_inclusive(' ') {
            let size = panel.calc_text_size(word)[0];
            if end > 0.0 && end + size <= most {
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

/// Returns the parts of a report.
fn parts(says: &str) -> Vec<Part> {
    let (mut parts, mut lines) = (Vec::new(), says.lines().peekable());
    while let Some(line) = lines.next() {
        let mut text = line.trim().to_owned();
        if text.split_once(' ').is_some_and(|(id, _)| Id::strict(id).is_some()) {
            parts.push(Part::Heading(text));
        } else if is_row(line) && matches!(parts.last(), Some(Part::Heading(_))) {
            parts.push(Part::Place(text));
        } else if is_row(line) {
            let further = std::iter::from_fn(|| lines.next_if(|line| is_row(line)));
            let rows: Vec<&str> = std::iter::once(line).chain(further).collect();
            let own = |row: &&str| row.strip_prefix(INDENT).unwrap_or(row).to_owned();
            parts.push(
                answers(&rows).map_or_else(|| Part::Rows(rows.iter().map(own).collect()), Part::Answers),
            );
        } else if !text.is_empty() {
            let goes_on = |next: &&str| line.starts_with(INDENT) && next.starts_with(INDENT) && !is_row(next);
            while let Some(next) = lines.next_if(goes_on) {
                text += &format!(" {}", next.trim());
            }
            let is_belief = matches!(parts.last(), Some(Part::Place(_))) && !text.starts_with("Asked for");
            parts.push(if is_belief { Part::Belief(text) } else { Part::Paragraph(text) });
        }
    }
    parts
}

/// Returns true for a line of code or of a table, or one below it, and not of a paragraph.
fn is_row(line: &str) -> bool {
    let text = line.trim();
    let is_code = text.contains('|') || text.starts_with("-->");
    is_code
        || line.starts_with(INDENT) && (text.contains("  ") || line.starts_with("   ") && !text.is_empty())
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
        let [came, expected] = ["    0.0    -1.0 ", "    2.0    -1.0 "];
        let lines = |all: &[&str]| all.iter().map(|&line| line.to_owned()).collect::<Vec<_>>();
        let told = [
            Part::Heading("01.1  Its title".to_owned()),
            Part::Place("f in a/b.rs".to_owned()),
            Part::Belief("You did this.".to_owned()),
            Part::Paragraph("Asked for 2:".to_owned()),
            Part::Rows(lines(&["x  1"])),
            Part::Answers([lines(&["one", "two 3"]), lines(&["one", "two 4"])]),
            Part::Heading("01.2  Next: right.".to_owned()),
            Part::Paragraph("Asked.".to_owned()),
            Part::Answers([lines(&[came]), lines(&[expected])]),
            Part::Answers([lines(&["joint 0  1 2"]), lines(&["joint 0  (3, 4)"])]),
        ];
        assert_eq!(parts(said), told);
    }
}
