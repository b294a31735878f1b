//! A class for tests, with a tiny workbook and a folder of submissions.

use crate::tiny::{Done, Workbook, all_files, commit};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// The folder of the students' files. No submission's name begins like this.
const OPEN: &str = ".open";

/// A tiny workbook and a folder of submissions.
pub struct Class {
    pub workbook: Workbook,
    pub folder: TempDir,
}

impl Class {
    pub fn new() -> Self {
        Self::of(Workbook::new())
    }

    pub fn of(workbook: Workbook) -> Self {
        commit(workbook.root());
        let class = Self { workbook, folder: tempfile::tempdir().expect("a temporary folder") };
        let open = class.path(OPEN);
        class.workbook.run(&["handout", "1", "--out", open.to_str().expect("UTF-8")]).ends_with(0);
        class
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Hands in a workbook with these answers to 01.1 and 02.1; returns its folder.
    pub fn hand_in(&self, name: &str, twice: &str, before: &str) -> PathBuf {
        let folder = self.path(name);
        for (file, text) in all_files(&self.path(OPEN)) {
            fs::create_dir_all(folder.join(&file).parent().expect("a folder")).expect("made");
            fs::write(folder.join(file), text).expect("written");
        }
        edit(&folder, "common/src/numbers.rs", "    let _ = number;\n    0\n", twice);
        edit(&folder, "common/src/numbers.rs", "before.\n    number\n", &format!("before.\n{before}"));
        folder
    }

    /// Grades in a sandbox, if there is one.
    pub fn grade(&self, args: &[&str]) -> Done {
        self.workbook.run(&[&self.command()[..], trust(), args].concat())
    }

    /// Returns the arguments of `grade` for this class.
    pub fn command(&self) -> [&str; 4] {
        ["grade", self.folder.path().to_str().expect("UTF-8"), "--limit", "2"]
    }
}

/// Replaces a text in a file.
pub fn edit(folder: &Path, file: &str, from: &str, to: &str) {
    let text = fs::read_to_string(folder.join(file)).expect("a file");
    assert!(text.contains(from), "{file} has no {from}");
    fs::write(folder.join(file), text.replacen(from, to, 1)).expect("written");
}

/// The right answers to 01.1 and 02.1.
pub const RIGHT: [&str; 2] = ["    2 * number\n", "    number - 1\n"];

/// Returns a report on the tiny workbook, with each student's outcome and detail for 01.1, 01.2 and 02.1.
pub fn grading(students: &[(&str, [&str; 3])]) -> Value {
    let submissions = students.iter().map(|(name, outcomes)| {
        let marks = outcomes.iter().zip(["01.1", "01.2", "02.1"]).map(|(outcome, exercise)| {
            let (outcome, detail) = outcome.split_once(' ').unwrap_or((outcome, ""));
            json!({ "exercise": exercise, "outcome": outcome, "detail": detail, "said": "" })
        });
        json!({
            "name": name, "points": 0, "out_of": 3, "unreadable": null, "exercises": marks.collect::<Vec<_>>(),
            "notes": [],
        })
    });
    json!({
        "version": 1, "lessons": ["01-first", "02-second"], "seed": 7, "submissions": submissions.collect::<Vec<_>>(),
        "others": [],
    })
}

/// Returns true if bubblewrap works here. Some systems lack it, and some containers forbid it.
pub fn has_box() -> bool {
    let tried =
        std::process::Command::new("bwrap").args(["--unshare-all", "--ro-bind", "/", "/", "true"]).output();
    tried.is_ok_and(|output| output.status.success())
}

/// Returns the option that `grade` needs where no sandbox works.
pub fn trust() -> &'static [&'static str] {
    if has_box() { &[] } else { &["--trust"] }
}
