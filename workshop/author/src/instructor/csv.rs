//! Tables for spreadsheets, as RFC 4180 has them.

use anyhow::{Result, ensure};
use std::collections::BTreeMap;
use std::ops::Range;

/// A row of a table.
pub fn row(cells: impl IntoIterator<Item = String>) -> String {
    let cells: Vec<String> = cells.into_iter().map(|text| cell(&text)).collect();
    cells.join(",") + "\r\n"
}

/// A spreadsheet takes a cell that begins in one of these signs for a formula, unless a quote stands before it.
fn cell(cell: &str) -> String {
    let quote = if cell.starts_with(['=', '+', '-', '@', '\t', '\r']) { "'" } else { "" };
    match cell.contains([',', '"', '\n', '\r']) {
        true => format!("\"{quote}{}\"", cell.replace('"', "\"\"")),
        false => format!("{quote}{cell}"),
    }
}

/// A table that was read, and can be filled in so that all else of it stays as it is, byte for byte.
pub struct Table<'a> {
    text: &'a str,
    /// What stands between cells: a comma, a semicolon or a tab, as in its first line.
    between: char,
    /// Where each cell stands in the text.
    rows: Vec<Vec<Range<usize>>>,
}

impl<'a> Table<'a> {
    /// Reads it.
    pub fn read(text: &'a str) -> Result<Self> {
        let start = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        let first = text.lines().next().unwrap_or_default();
        let count = |sign: &char| first.matches(*sign).count();
        let between = ['\t', ';', ','].into_iter().max_by_key(count).unwrap_or(',');
        let (mut rows, mut row) = (Vec::new(), Vec::new());
        let (mut begin, mut is_quoted) = (start, false);
        for (at, sign) in text.char_indices().skip_while(|(at, _)| *at < start) {
            match sign {
                // A quote in quotes closes and opens again.
                '"' => {
                    is_quoted = if is_quoted {
                        false
                    } else {
                        text[begin..at].is_empty() || text[begin..].starts_with('"')
                    }
                }
                _ if is_quoted => {}
                '\n' => {
                    let end = if text[begin..at].ends_with('\r') { at - 1 } else { at };
                    row.push(begin..end);
                    rows.push(std::mem::take(&mut row));
                    begin = at + 1;
                }
                sign if sign == between => {
                    row.push(begin..at);
                    begin = at + sign.len_utf8();
                }
                _ => {}
            }
        }
        ensure!(!is_quoted, "a quote is opened and not closed");
        if begin < text.len() || !row.is_empty() {
            row.push(begin..text.len());
            rows.push(row);
        }
        Ok(Self { text, between, rows })
    }

    /// How many rows it has.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// What stands in the cells of a row.
    pub fn row(&self, row: usize) -> Vec<String> {
        let plain = |place: &Range<usize>| {
            let raw = &self.text[place.clone()];
            let inner = raw.strip_prefix('"').and_then(|raw| raw.strip_suffix('"'));
            inner.map_or_else(|| raw.to_owned(), |inner| inner.replace("\"\"", "\""))
        };
        self.rows.get(row).map_or(Vec::new(), |row| row.iter().map(plain).collect())
    }

    /// The text with other words in some of its cells, by row and column.
    pub fn filled(&self, cells: &BTreeMap<(usize, usize), String>) -> String {
        let mut text = String::with_capacity(self.text.len());
        let mut at = 0;
        for ((row, column), words) in cells {
            let Some(place) = self.rows.get(*row).and_then(|row| row.get(*column)) else { continue };
            text.push_str(&self.text[at..place.start]);
            match words.contains([self.between, '"', '\n', '\r']) {
                true => text.push_str(&format!("\"{}\"", words.replace('"', "\"\""))),
                false => text.push_str(words),
            }
            at = place.end;
        }
        text + &self.text[at..]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(text: &str) -> Vec<Vec<String>> {
        let table = Table::read(text).expect("a table");
        (0..table.len()).map(|row| table.row(row)).collect()
    }

    #[test]
    fn what_was_written_is_read() {
        let written = ["a;b", "a, \"b\"", "", "c\r\nd"].map(str::to_owned);
        let text = format!("\u{feff}one,two\r\n{}", row(written.clone()));
        assert_eq!(cells(&text), [vec!["one".to_owned(), "two".to_owned()], written.to_vec()]);
        assert_eq!(cells("a;b\nc,d;").concat(), ["a", "b", "c,d", ""]);
        assert_eq!(cells("a\tb\n5\" long\t\"\"").concat(), ["a", "b", "5\" long", ""]);
        assert!(Table::read("\"a").is_err());
    }

    #[test]
    fn all_that_is_not_filled_in_stays() {
        let text = "\u{feff}\"Full name\";Grade\r\n \"Ö\"; ;x\n\"a \"\"b\"\"\";1;";
        let table = Table::read(text).expect("a table");
        assert_eq!(table.filled(&BTreeMap::new()), text);
        let filled = table.filled(
            &[((1, 1), "7,5"), ((2, 1), "a;b"), ((9, 9), "no")]
                .map(|(at, words)| (at, words.to_owned()))
                .into(),
        );
        assert_eq!(filled, "\u{feff}\"Full name\";Grade\r\n \"Ö\";7,5;x\n\"a \"\"b\"\"\";\"a;b\";");
    }

    #[test]
    fn cells_are_quoted_where_they_must_be() {
        assert_eq!(cell("plain"), "plain");
        assert_eq!(cell("a, \"b\""), "\"a, \"\"b\"\"\"");
        assert_eq!(cell("=1+1"), "'=1+1");
        assert_eq!(row(["\t@a".to_owned(), "\r=b".to_owned()]), "'\t@a,\"'\r=b\"\r\n");
    }
}
