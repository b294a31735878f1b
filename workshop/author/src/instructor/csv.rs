//! Reads and writes CSV tables, those of spreadsheets and of grade books.

use crate::instructor::grade::printable;
use anyhow::{Context, Result};
use csv::{ReaderBuilder, Terminator, WriterBuilder};
use std::path::Path;

/// A table read from a file.
pub struct Table {
    pub rows: Vec<Vec<String>>,
    /// The sign between cells, as in its first line: a comma, a semicolon or a tab.
    between: u8,
}

impl Table {
    /// Reads a file and makes a value from its table. Errors name the file.
    pub fn open<T>(path: &Path, make: impl FnOnce(Self) -> Result<T>) -> Result<T> {
        let name = path.display();
        let text = std::fs::read(path).with_context(|| format!("cannot read {name}"))?;
        let text = String::from_utf8(text).ok();
        let text = text.with_context(|| format!("{name} is not UTF-8: save it as CSV in UTF-8"))?;
        Self::read(&text).and_then(make).with_context(|| format!("in {name}"))
    }

    /// Splits a text into cells.
    pub fn read(text: &str) -> Result<Self> {
        let first = text.lines().next().unwrap_or_default();
        let count = |sign: &u8| first.bytes().filter(|byte| byte == sign).count();
        let between = [b'\t', b';', b','].into_iter().max_by_key(count).unwrap_or(b',');
        let mut reader = ReaderBuilder::new();
        let reader = reader.has_headers(false).flexible(true).delimiter(between).from_reader(text.as_bytes());
        Ok(Self { rows: reader.into_deserialize().collect::<Result<_, _>>()?, between })
    }

    /// Returns the index of the column under a title.
    pub fn column(&self, title: &str) -> Result<usize> {
        let head = self.rows.first().context("it is empty")?;
        let found = head.iter().position(|cell| cell.trim().eq_ignore_ascii_case(title));
        found.with_context(|| format!("it has no column '{title}'; there are {}", head.join(", ")))
    }

    /// Returns the cells under these titles, with each row's number, without empty rows.
    pub fn columns<const N: usize>(&self, titles: [&str; N]) -> Result<Vec<(usize, [String; N])>> {
        let columns = titles.iter().map(|title| self.column(title)).collect::<Result<Vec<_>>>()?;
        let rows = (2..).zip(self.rows.iter().skip(1));
        let rows = rows.filter(|(_, row)| row.iter().any(|cell| !cell.trim().is_empty()));
        let cell = |row: &Vec<String>, at: usize| printable(row.get(at).map_or("", |cell| cell.trim()));
        Ok(rows.map(|(number, row)| (number, std::array::from_fn(|at| cell(row, columns[at])))).collect())
    }

    /// Returns the table as the text of a file.
    pub fn text(&self) -> String {
        written(&self.rows, self.between)
    }
}

/// Writes rows as RFC 4180 has it, with a quote before a cell that a spreadsheet would take for a formula.
pub fn guarded(mut rows: Vec<Vec<String>>) -> String {
    for cell in rows.iter_mut().flatten().filter(|cell| cell.starts_with(['=', '+', '-', '@', '\t', '\r'])) {
        cell.insert(0, '\'');
    }
    written(&rows, b',')
}

fn written(rows: &[Vec<String>], between: u8) -> String {
    let mut writer = WriterBuilder::new();
    writer.flexible(true).delimiter(between).terminator(Terminator::CRLF);
    let mut writer = writer.from_writer(Vec::new());
    rows.iter().for_each(|row| writer.write_record(row).expect("a vector takes all"));
    String::from_utf8(writer.into_inner().expect("a vector takes all")).expect("of UTF-8, UTF-8 comes")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_written_as_it_was_read() {
        let table = Table::read("\u{feff}\"Full name\";Grade\nÖ;;x\n\"a \"\"b\"\"\";1\n").expect("a table");
        assert_eq!(table.text(), "Full name;Grade\r\nÖ;;x\r\n\"a \"\"b\"\"\";1\r\n");
        let row = ["=1+1", "a, \"b\"", "-"].map(str::to_owned).to_vec();
        assert_eq!(guarded(vec![row]), "'=1+1,\"a, \"\"b\"\"\",'-\r\n");
    }
}
