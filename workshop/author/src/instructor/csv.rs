//! Tables for spreadsheets, and those that grade books give out.

use crate::instructor::grade::printable;
use anyhow::{Context, Result};
use csv::{QuoteStyle, ReaderBuilder, StringRecord, Terminator, WriterBuilder};
use serde::de::DeserializeOwned;
use std::path::Path;

/// A row of a table. A spreadsheet takes a cell that begins in a sign for a formula, unless a quote is before it.
pub fn row(cells: impl IntoIterator<Item = String>) -> String {
    let guarded = |cell: String| match cell.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        true => format!("'{cell}"),
        false => cell,
    };
    written(&[cells.into_iter().map(guarded).collect()], b',')
}

/// A table that was read.
pub struct Table {
    rows: Vec<StringRecord>,
    /// The sign between cells, as in its first line: a comma, a semicolon or a tab.
    between: u8,
}

impl Table {
    /// Reads a file.
    pub fn open(path: &Path) -> Result<Self> {
        let name = path.display();
        let text = std::fs::read(path).with_context(|| format!("cannot read {name}"))?;
        let text = String::from_utf8(text).ok();
        Self::read(&text.with_context(|| format!("{name} is not UTF-8: save it as CSV in UTF-8"))?)
            .with_context(|| format!("in {name}"))
    }

    /// Reads a text.
    pub fn read(text: &str) -> Result<Self> {
        let text = text.trim_start_matches('\u{feff}');
        let first = text.lines().next().unwrap_or_default();
        let count = |sign: &u8| first.bytes().filter(|byte| byte == sign).count();
        let between = [b'\t', b';', b','].into_iter().max_by_key(count).unwrap_or(b',');
        let mut reader = ReaderBuilder::new();
        let mut reader =
            reader.has_headers(false).flexible(true).delimiter(between).from_reader(text.as_bytes());
        Ok(Self { rows: reader.records().collect::<Result<_, _>>()?, between })
    }

    /// The rows below the first, which names the columns, with their numbers; none that is empty.
    pub fn named<T: DeserializeOwned>(&self) -> Result<Vec<(usize, T)>> {
        let head: StringRecord =
            self.rows.first().into_iter().flatten().map(|cell| cell.trim().to_lowercase()).collect();
        let rows = (2..).zip(self.rows.iter().skip(1));
        let rows = rows.filter(|(_, row)| row.iter().any(|cell| !cell.trim().is_empty()));
        rows.map(|(number, row)| {
            let cell = |at| printable(row.get(at).unwrap_or_default().trim());
            let cells: StringRecord = (0..head.len()).map(cell).collect();
            Ok((number, cells.deserialize(Some(&head)).with_context(|| format!("row {number}"))?))
        })
        .collect()
    }

    /// The number of its rows.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// The cells of a row.
    pub fn row(&self, row: usize) -> Vec<String> {
        self.rows.get(row).into_iter().flatten().map(str::to_owned).collect()
    }

    /// Puts words into a cell that is there.
    pub fn fill(&mut self, row: usize, column: usize, words: &str) {
        if let Some(cells) = self.rows.get_mut(row) {
            let filled = |(at, cell)| if at == column { words } else { cell };
            *cells = cells.iter().enumerate().map(filled).collect();
        }
    }

    /// The table as a file.
    pub fn text(&self) -> String {
        let rows: Vec<Vec<String>> = (0..self.len()).map(|row| self.row(row)).collect();
        written(&rows, self.between)
    }
}

/// Rows as RFC 4180 has them.
fn written(rows: &[Vec<String>], between: u8) -> String {
    let mut writer = WriterBuilder::new();
    writer.flexible(true).delimiter(between).terminator(Terminator::CRLF).quote_style(QuoteStyle::Necessary);
    let mut writer = writer.from_writer(Vec::new());
    for row in rows {
        writer.write_record(row).expect("a vector takes all");
    }
    String::from_utf8(writer.into_inner().expect("a vector takes all")).expect("of UTF-8, UTF-8 comes")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_written_as_it_was_read_but_for_what_is_filled_in() {
        let mut table =
            Table::read("\u{feff}\"Full name\";Grade\nÖ;;x\n\"a \"\"b\"\"\";1\n").expect("a table");
        table.fill(1, 1, "7,5");
        table.fill(2, 9, "no");
        assert_eq!(table.text(), "Full name;Grade\r\nÖ;7,5;x\r\n\"a \"\"b\"\"\";1\r\n");
        assert_eq!(row(["=1+1", "a, \"b\"", "-"].map(str::to_owned)), "'=1+1,\"a, \"\"b\"\"\",'-\r\n");
    }
}
