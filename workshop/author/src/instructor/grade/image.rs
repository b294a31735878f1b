//! `cargo workbook grade image`: the zip of which Gradescope makes the image that grades what is uploaded.
//!
//! It holds this workbook with its answers, and the two programs that Gradescope starts. `setup.sh` runs once, when the
//! image is made: it installs the compiler and builds all that a submission does not change. `run_autograder` runs for each
//! submission, in a container of its own, and needs no network.

use crate::cli::Run;
use crate::instructor::numbers::Numbers;
use crate::instructor::source::{Commit, Entry};
use crate::instructor::zip::Writer;
use crate::projection::holds_solutions;
use anstream::println;
use anyhow::{Context, Result, ensure};
use course::LessonInfo;
use course::command_line::{Command, Line, Opt};
use std::hash::{BuildHasher, RandomState};
use std::path::Path;
use workbook::style::DIM;

/// `grade image`.
pub const IMAGE: (Command, Run) = (
    Command {
        name: "grade image",
        about: "Write the zip of which Gradescope makes an image that grades what students upload",
        more: "\
It holds this workbook as it is committed, with all answers: give it to nobody but Gradescope. There the image is made once,
with all that submissions share; docs/teaching.md says which settings the assignment needs.",
        words: &[["<FILE.zip>", "The zip to write"]],
        options: &[
            Opt::value("lessons", "LIST", "Grade only these lessons, as in 1-3,5"),
            super::WEIGHTS,
            Opt::value("seed", "NUMBER", "What further questions are drawn from [default: a number drawn now]"),
        ],
        examples: "cargo workbook grade image week-2.zip --lessons 1-2 --weights",
        ..Command::EMPTY
    },
    |root, line| {
        image(root, line)?;
        Ok(true)
    },
);

/// What Gradescope starts, which must stand at the top of the zip.
const PROGRAMS: [(&str, &str); 2] =
    [("setup.sh", include_str!("image/setup.sh")), ("run_autograder", include_str!("image/run_autograder"))];

/// Folders that no grading needs.
const LEFT_OUT: [&str; 5] =
    [".github/", "workshop/assets/", "workshop/book/", "workshop/docs/", "workshop/proof/fuzz/"];

fn image(root: &Path, line: &Line) -> Result<()> {
    let path = Path::new(line.words.first().context("<FILE.zip> is missing")?);
    let lessons: Option<Numbers> = line.get("lessons")?;
    let commit = Commit::current(root)?;
    ensure!(holds_solutions(&commit.files), "the current commit holds no solutions");
    let taught = LessonInfo::of(&commit.files)?;
    let is_graded = |lesson: &&LessonInfo| lessons.as_ref().is_none_or(|only| only.has(lesson.number));
    let graded = taught.iter().filter(is_graded).flat_map(LessonInfo::exercises);
    let points: u32 = graded.map(|one| if line.has("weights") { one.weight() } else { 1 }).sum();
    ensure!(points > 0, "there is no such lesson");
    // Its hash is seeded by the system.
    let seed = line.get("seed")?.unwrap_or_else(|| RandomState::new().hash_one(()) % 1_000_000);
    let mut options = vec!["--seed".to_owned(), seed.to_string()];
    if let Some(list) = line.get::<String>("lessons")? {
        options.extend(["--lessons".to_owned(), list]);
    }
    options.extend(line.has("weights").then(|| "--weights".to_owned()));
    let mut zip = Writer::create(path)?;
    for (name, text) in PROGRAMS {
        zip.add(name, text.replace("\r\n", "\n").as_bytes(), true)?;
    }
    // A word in each line.
    zip.add("options", (options.join("\n") + "\n").as_bytes(), false)?;
    zip.add("toolchain", (toolchain() + "\n").as_bytes(), false)?;
    for (file, contents) in commit.files.iter().filter(|(file, _)| is_needed(file)) {
        let executable = commit.entries.get(file).is_some_and(Entry::is_executable);
        zip.add(&format!("workbook/{file}"), contents, executable)?;
    }
    zip.finish()?;
    println!("{}  {DIM}made of {}, with --seed {seed}{DIM:#}", path.display(), commit.short());
    println!("Its assignment has {points} points.");
    Ok(())
}

fn is_needed(file: &str) -> bool {
    let is_picture = ["/pictures/", "/diagrams/"].iter().any(|folder| file.contains(folder));
    let is_left_out = LEFT_OUT.iter().any(|folder| file.starts_with(folder));
    !(is_left_out || is_picture && file.starts_with("lessons/"))
}

/// The Rust that the image installs: the instructor's own, if it is a released one.
fn toolchain() -> String {
    let told = std::process::Command::new("rustc").arg("--version").output();
    let told = told.map(|told| String::from_utf8_lossy(&told.stdout).into_owned()).unwrap_or_default();
    let version = told.split_whitespace().nth(1).unwrap_or_default();
    let is_released =
        !version.is_empty() && version.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    if is_released { version.to_owned() } else { "stable".to_owned() }
}
