//! `cargo workbook run 7 --solved`: runs the lesson with the workbook's answers, built beside the student's
//! work.
//!
//! It is made from git's objects, in a folder of its own below `target`.

use crate::branches::Branches;
use crate::cargo::cargo;
use crate::git;
use crate::process;
use crate::workbook::Workbook;
use crate::workspace::Workspace;
use anyhow::{Context, Result};
use course::LessonInfo;
use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

/// Builds the lesson as it is solved, runs it in the folder `here`, and returns its exit code.
pub fn run(workbook: &Workbook, lesson: &LessonInfo, here: &Path, args: &[OsString]) -> Result<ExitCode> {
    let branch = Branches::of(&workbook.root).solution(lesson)?;
    let prefix = git::run(&workbook.root, &["rev-parse", "--show-prefix"])?;
    let (workspace, name) = (Workspace::of(&workbook.root)?, lesson.slug());
    let folder = workspace.workshop().join("ours").join(&name);
    let root = folder.join("tree");
    std::fs::create_dir_all(&root).with_context(|| format!("cannot make {}", root.display()))?;
    git::write_tree(&workbook.root, &format!("{branch}:{}", prefix.trim()), &root, &folder.join("index"))?;
    // A number of codegen units that no other lesson's copy has, so that cargo doesn't take one for another.
    let units = format!("codegen-units={}", 1000 + u32::from(lesson.number));
    let run = ["run", "--bin", &name];
    let mut command = workspace.in_copy(cargo(here), &root, &run, &["debug=false", &units]);
    command.arg("--manifest-path").arg(root.join("Cargo.toml")).arg("--").args(args);
    process::hand_over(command.env("CARGO_INCREMENTAL", "0").env(course::ROOT, root))
}
