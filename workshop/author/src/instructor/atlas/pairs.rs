//! Wrong and right as a pair: in a lesson's tables the right picture of the same view stands in the cell after the wrong
//! one.

use std::collections::{BTreeMap, BTreeSet};

/// Where the pictures are, seen from the lesson's text.
const FOLDER: &str = "pictures/mistakes/";

/// How a table of pairs begins.
const HEAD: &str = "| Wrong | Right |";

/// What stands for the words of a right picture until somebody has looked at it.
const NO_WORDS: &str = "right";

/// A row of a table that begins with the picture of a mistake.
struct Row<'a> {
    first: &'a str,
    /// The picture in it.
    mistake: &'a str,
    second: &'a str,
    rest: &'a str,
}

impl<'a> Row<'a> {
    fn of(line: &'a str) -> Option<Self> {
        let (first, rest) = line.strip_prefix('|')?.split_once('|')?;
        let (second, rest) = rest.split_once('|')?;
        Some(Self { first, mistake: picture(first)?.1, second, rest })
    }
}

/// The words of a picture that is all there is in a cell, and its name.
fn picture(cell: &str) -> Option<(&str, &str)> {
    let (words, path) = cell.trim().strip_prefix("![")?.strip_suffix(".png)")?.split_once("](")?;
    Some((words, path.strip_prefix(FOLDER)?))
}

/// The lines of a text, and what stands in those that are rows of pairs.
fn lines(text: &str) -> impl Iterator<Item = (&str, Option<Row<'_>>)> {
    let mut inside = false;
    text.split('\n').map(move |line| {
        inside = line.starts_with(HEAD) || inside && line.starts_with('|');
        (line, Row::of(line).filter(|_| inside))
    })
}

fn rows(text: &str) -> impl Iterator<Item = Row<'_>> {
    lines(text).filter_map(|(_, row)| row)
}

/// The mistakes whose pictures begin a row.
pub fn mistakes(text: &str) -> BTreeSet<&str> {
    rows(text).map(|row| row.mistake).collect()
}

/// The picture of a mistake, and the right one beside it, as the first row that has them says.
pub fn of<'a>(text: &'a str, mistake: &str) -> Option<[&'a str; 2]> {
    rows(text).find(|row| row.mistake == mistake).map(|row| [row.first.trim(), row.second.trim()])
}

/// The text with the right picture beside each wrong one, by its name. What one shows must be said in one row only.
pub fn paired(text: &str, right: &BTreeMap<String, String>) -> String {
    let told = rows(text).filter_map(|row| picture(row.second)).filter(|(words, _)| *words != NO_WORDS);
    let words: BTreeMap<_, _> = told.map(|(words, name)| (name, words)).collect();
    let pair = |row: Row<'_>| {
        let name = right.get(row.mistake)?;
        let before = picture(row.second).map(|(words, _)| words);
        let words = words.get(name.as_str()).copied().or(before).unwrap_or(NO_WORDS);
        Some(format!("|{}| ![{words}]({FOLDER}{name}.png) |{}", row.first, row.rest))
    };
    let lines = lines(text).map(|(line, row)| row.and_then(pair).unwrap_or_else(|| line.to_owned()));
    lines.collect::<Vec<_>>().join("\n")
}

/// Whether there is a right picture without words.
pub fn lacks_words(text: &str) -> bool {
    rows(text).filter_map(|row| picture(row.second)).any(|(words, _)| words == NO_WORDS)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(words: &str, name: &str) -> String {
        format!(" ![{words}](pictures/mistakes/{name}.png) ")
    }

    fn row(name: &str, right: &str) -> String {
        format!("|{}|{right}| it is torn | an inverse | 7.2 |\n", cell("torn", name))
    }

    fn right(pairs: [(&str, &str); 2]) -> BTreeMap<String, String> {
        pairs.map(|(wrong, right)| (wrong.to_owned(), right.to_owned())).into()
    }

    #[test]
    fn a_row_gets_the_right_picture_and_its_words() {
        let other = row("a", "") + "\n| Wrong | Right |\n|---|---|\n|  |  | it is open | 7.1 |\n";
        let text = other.clone() + &row("a", "  ") + &row("b", "  ") + &row("unseen", "  ");
        assert_eq!(mistakes(&text), ["a", "b", "unseen"].into());
        assert_eq!(of(&text, "b"), Some([cell("torn", "b").trim(), ""]));
        let one_view = paired(&text, &right([("a", "right/a"), ("b", "right/a")]));
        let without_words = cell("right", "right/a");
        assert_eq!(
            one_view,
            other.clone() + &row("a", &without_words) + &row("b", &without_words) + &row("unseen", "  ")
        );
        assert!(lacks_words(&one_view) && !lacks_words(&text));

        let whole = cell("right: whole", "right/a");
        let told = one_view.replacen(&without_words, &whole, 1);
        let told = paired(&told, &right([("a", "right/a"), ("b", "right/a")]));
        assert_eq!(told, other + &row("a", &whole) + &row("b", &whole) + &row("unseen", "  "));
        let two_views = paired(&told, &right([("a", "right/a"), ("b", "right/b")]));
        assert!(two_views.contains(&cell("right: whole", "right/b")));
    }
}
