//! The zip that Artemis takes with manual assessments: the table that it has given out with points, and a text for each row.

use super::{Book, Filled, feedback, mark};
use crate::instructor::csv;
use crate::instructor::zip::Writer;
use anyhow::{Context, Result, ensure};
use course::LessonInfo;
use std::path::Path;

/// What the table is called in the zip.
const TABLE: &str = "assessment-scores.csv";

/// The column for points.
const POINTS: &str = "Overall points";

impl Book<'_> {
    /// Artemis takes all of a zip or nothing, so the rows of those who are not graded are left out. A row begins with a
    /// number of the participation and the login, as in `4711-anna`; the number names the text.
    pub fn artemis(&self, lessons: &[LessonInfo], out: &Path) -> Result<Filled> {
        let head = self.table.row(0);
        ensure!(
            head.iter().any(|title| title.trim().eq_ignore_ascii_case(POINTS)),
            "this is no table of Artemis for manual assessments: it lacks '{POINTS}'"
        );
        let most = self.most.context("it does not say the most that a mark can be: say it by --points")?;
        let (mut zip, mut filled) = (Writer::create(out)?, Filled::default());
        let mut table = csv::row(["Identifier", POINTS].map(str::to_owned));
        for row in 1..self.table.len() {
            let cells = self.table.row(row);
            let whole = cells.first().map_or("", |cell| cell.trim());
            let Some((number, login)) = whole.split_once('-') else { continue };
            let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
            ensure!(is_number, "row {}: '{whole}' is not as in 4711-anna", row + 1);
            let theirs =
                self.report.submissions.iter().find(|graded| graded.name.ends_with(&format!("-{whole}")));
            let Some(graded) = self.of(&[whole, login, number]).or(theirs) else { continue };
            filled.found.insert(graded.name.clone());
            table += &csv::row([whole.to_owned(), mark(graded, most)]);
            zip.add(&format!("{number}.txt"), feedback(lessons, graded).as_bytes(), false)?;
        }
        ensure!(!filled.found.is_empty(), "none of its rows is of a student who was graded");
        zip.add(TABLE, table.as_bytes(), false)?;
        zip.finish()?;
        Ok(filled)
    }
}
