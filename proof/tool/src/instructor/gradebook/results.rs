//! Results for services that grade what is pushed or uploaded to them, in the form that each has published.

use super::{feedback_on, file_name, plain, title};
use crate::instructor::grade::marks::Mark;
use crate::instructor::grade::points::Points;
use crate::instructor::grade::report::{Graded, Report};
use anyhow::{Context, Result, bail, ensure};
use course::LessonInfo;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use student::write;

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

/// Writes Classroom 50's `result.json` for the one submission of a report; what its runner says stands in the environment,
/// and the time is that of the commit in the folder of the file.
pub fn classroom(path: &Path, lessons: &[LessonInfo], report: &Report) -> Result<()> {
    let [graded] = &report.submissions[..] else {
        bail!("Classroom 50 grades one submission at a time, and there are {}", report.submissions.len());
    };
    let told_by = |names: &[&str]| {
        let value = names.iter().filter_map(|name| std::env::var(name).ok()).find(|value| !value.is_empty());
        value.with_context(|| format!("{} is not set: Classroom 50's runner sets it", names.join(" or ")))
    };
    let submission = told_by(&["SUBMISSION_TAG"])?;
    ensure!(submission.starts_with("submit/"), "SUBMISSION_TAG is {submission}, and not submit/…");
    let kind = told_by(&["ASSIGNMENT_TYPE"])?;
    ensure!(
        ["individual", "group"].contains(&&*kind),
        "ASSIGNMENT_TYPE is {kind}, and neither individual nor group"
    );
    let tests = graded.exercises.iter().map(|mark| {
        let (score, most) = report.worth(mark);
        json!({
            "test-name": format!("{} {}", mark.exercise, title(lessons, mark)).trim_end(),
            "passed": score == Points::whole(most), "score": score.hundredths(),
            "max-score": Points::whole(most).hundredths(),
            "output": told(lessons, mark),
        })
    });
    // Its points are whole numbers, so ours have a hundred parts.
    let (score, most) = report.sum(graded);
    let result = json!({
        "schema": "classroom50/result/v1",
        "classroom": told_by(&["CLASSROOM"])?, "assignment": told_by(&["ASSIGNMENT"])?, "assignment_type": kind,
        "owner": told_by(&["OWNER", "USERNAME"])?, "submission": submission, "commit": told_by(&["COMMIT_URL"])?,
        "release": told_by(&["RELEASE_URL"])?, "review": told_by(&["REVIEW_URL"])?, "datetime": committed(path)?,
        "score": score.hundredths(), "max-score": Points::whole(most).hundredths(), "tests": tests.collect::<Vec<_>>(),
    });
    write::atomically(path, (serde_json::to_string_pretty(&result)? + "\n").as_bytes())
}

/// What a student reads of an exercise.
fn told(lessons: &[LessonInfo], mark: &Mark) -> String {
    feedback_on(lessons, mark).join("\n\n").trim_end().to_owned()
}

/// When the commit was made that is checked out where a file is to be, in UTC.
fn committed(path: &Path) -> Result<String> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let args = ["show", "--no-patch", "--format=%cd", "--date=format-local:%Y-%m-%dT%H:%M:%SZ", "HEAD"];
    let git = Command::new("git").arg("-C").arg(folder).args(args).env("TZ", "UTC0").output();
    let git = git.context("git cannot be started; is it installed?")?;
    ensure!(git.status.success(), "{} is in no git repository with a commit", path.display());
    Ok(String::from_utf8(git.stdout)?.trim().to_owned())
}
