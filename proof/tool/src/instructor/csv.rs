//! Tables for spreadsheets, as RFC 4180 has them.

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_quoted_where_they_must_be() {
        assert_eq!(cell("plain"), "plain");
        assert_eq!(cell("a, \"b\""), "\"a, \"\"b\"\"\"");
        assert_eq!(cell("=1+1"), "'=1+1");
        assert_eq!(row(["\t@a".to_owned(), "\r=b".to_owned()]), "'\t@a,\"'\r=b\"\r\n");
    }
}
