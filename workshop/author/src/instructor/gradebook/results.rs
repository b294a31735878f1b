//! Results for services that grade what is pushed or uploaded to them, in the form that each has published.

use super::{feedback_on, file_name, plain, title};
use crate::instructor::grade::marks::Mark;
use crate::instructor::grade::report::{Graded, Report};
use anyhow::{Result, ensure};
use course::LessonInfo;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;
use workbook::write;

/// Writes Gradescope's `results.json` into a folder for each student, and tells how many.
pub fn gradescope(folder: &Path, lessons: &[LessonInfo], report: &Report) -> Result<usize> {
    let mut names = BTreeSet::new();
    for graded in &report.submissions {
        let name = file_name(graded);
        ensure!(
            names.insert(name.clone()),
            "two students' results would be in {name}: a roster with ids tells them apart"
        );
        let text = serde_json::to_string_pretty(&of_gradescope(lessons, report, graded))? + "\n";
        write::atomically(&folder.join(name).join("results.json"), text.as_bytes())?;
    }
    Ok(names.len())
}

/// Its texts are no HTML, which Gradescope would take them for otherwise.
fn of_gradescope(lessons: &[LessonInfo], report: &Report, graded: &Graded) -> Value {
    let (score, most) = report.sum(graded);
    let output = match &graded.unreadable {
        Some(why) => format!("Nothing was graded, since what was handed in cannot be read: {}", plain(why)),
        None => format!("{score} of {most} points."),
    };
    let tests = graded.exercises.iter().map(|mark| {
        let (score, most) = report.worth(mark);
        json!({
            "number": mark.exercise.to_string(), "name": title(lessons, mark), "score": score, "max_score": most,
            "output": told(lessons, mark), "visibility": "visible",
        })
    });
    json!({
        "score": score, "output": output, "output_format": "text", "test_output_format": "text",
        "visibility": "visible", "tests": tests.collect::<Vec<_>>(),
    })
}

/// What a student reads of an exercise.
fn told(lessons: &[LessonInfo], mark: &Mark) -> String {
    feedback_on(lessons, mark).join("\n\n").trim_end().to_owned()
}
