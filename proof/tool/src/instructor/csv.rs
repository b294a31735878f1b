//! Tables for spreadsheets, as RFC 4180 has them.

use anyhow::{Result, ensure};

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

/// The cells of a table. Commas, semicolons or tabs stand between them, as in its first line.
pub fn read(text: &str) -> Result<Vec<Vec<String>>> {
    let text = text.trim_start_matches('\u{feff}');
    let first = text.lines().next().unwrap_or_default();
    let count = |sign: &char| first.matches(*sign).count();
    let between = [',', ';', '\t'].into_iter().rev().max_by_key(count).unwrap_or(',');
    let (mut rows, mut row, mut cell) = (Vec::new(), Vec::new(), String::new());
    let mut is_quoted = false;
    let mut signs = text.chars().peekable();
    while let Some(sign) = signs.next() {
        match sign {
            '"' if is_quoted && signs.peek() == Some(&'"') => cell.extend(signs.next()),
            '"' if is_quoted || cell.is_empty() => is_quoted = !is_quoted,
            '\r' if !is_quoted && signs.peek() == Some(&'\n') => {}
            '\n' | '\r' if !is_quoted => {
                row.push(std::mem::take(&mut cell));
                rows.push(std::mem::take(&mut row));
            }
            sign if sign == between && !is_quoted => row.push(std::mem::take(&mut cell)),
            sign => cell.push(sign),
        }
    }
    ensure!(!is_quoted, "a quote is opened and not closed");
    if !cell.is_empty() || !row.is_empty() {
        row.push(cell);
        rows.push(row);
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_read() {
        let cells = ["a;b", "a, \"b\"", "", "c\r\nd"].map(str::to_owned);
        let text = format!("\u{feff}one,two\r\n{}", row(cells.clone()));
        let read = read(&text).expect("a table");
        assert_eq!(read, [vec!["one".to_owned(), "two".to_owned()], cells.to_vec()]);
        let cells = |text: &str| super::read(text).expect("a table").concat();
        assert_eq!(cells("a;b\nc,d;"), ["a", "b", "c,d", ""]);
        assert_eq!(cells("a\tb\rc"), ["a", "b", "c"]);
        assert!(super::read("\"a").is_err());
    }

    #[test]
    fn cells_are_quoted_where_they_must_be() {
        assert_eq!(cell("plain"), "plain");
        assert_eq!(cell("a, \"b\""), "\"a, \"\"b\"\"\"");
        assert_eq!(cell("=1+1"), "'=1+1");
        assert_eq!(row(["\t@a".to_owned(), "\r=b".to_owned()]), "'\t@a,\"'\r=b\"\r\n");
    }
}
