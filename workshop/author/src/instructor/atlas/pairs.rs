//! Wrong and right as a pair: in a lesson's tables the right picture of the same view is in the cell after the wrong one.

/// Returns the file names in the first two cells of a row, if both are pictures.
fn row(line: &str) -> Option<[&str; 2]> {
    let mut cells = line.strip_prefix('|')?.split('|').map(str::trim);
    let row = [cells.next()?, cells.next()?];
    row.iter().all(|cell| name(cell).is_some()).then_some(row)
}

/// Returns the file name of a picture that fills a cell.
fn name(cell: &str) -> Option<&str> {
    let (_, name) = cell.strip_prefix("![")?.strip_suffix(".png)")?.split_once("](pictures/mistakes/")?;
    Some(name)
}

/// Returns the file names of a mistake's picture and the right one, from the first row that has them.
pub fn of<'a>(text: &'a str, mistake: &str) -> Option<[&'a str; 2]> {
    text.lines().filter_map(row).find(|row| name(row[0]) == Some(mistake))
}

/// Puts the right picture behind each wrong one that has a paragraph of its own, and marks the two.
pub fn joined(text: &str) -> String {
    let mut before = "";
    let line = |line| {
        let is_still = std::mem::replace(&mut before, line).starts_with("<!-- figure ");
        match name(line).filter(|_| !is_still).and_then(|name| of(text, name)) {
            Some([_, right]) => format!("<!-- pair -->\n{line} {right}\n"),
            None => format!("{line}\n"),
        }
    };
    text.lines().map(line).collect()
}

/// Returns all pairs' names: a mistake's, and that of the mistake in whose view the right picture was taken.
pub fn names(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.lines()
        .filter_map(row)
        .filter_map(|row| Some((name(row[0])?, name(row[1])?.strip_prefix("right/")?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_of_two_pictures_is_a_pair() {
        let text = "| ![a](pictures/mistakes/a.png) | ![right: b](pictures/mistakes/right/c.png) | torn |\n\
                    | ![d](pictures/mistakes/d.png) | no picture |\n![e](pictures/mistakes/e.png)\n";
        let right = "![right: b](pictures/mistakes/right/c.png)";
        assert_eq!(of(text, "a"), Some(["![a](pictures/mistakes/a.png)", right]));
        assert_eq!((of(text, "d"), of(text, "e")), (None, None));
        assert_eq!(names(text).collect::<Vec<_>>(), [("a", "c")]);
        let alone = "![f](pictures/mistakes/a.png)";
        assert_eq!(joined(&format!("{text}{alone}")), format!("{text}<!-- pair -->\n{alone} {right}\n"));
        let still = format!("{text}<!-- figure 01-chain -->\n{alone}\n");
        assert_eq!(joined(&still), still);
    }
}
