//! `cargo workbook grade`: runs the checks on a folder of submissions.
//!
//! **A submission does not judge.** The program built from it has the questions, but no right answers.
//! Another program, which holds no student's code, compares ([`asking`]). Some questions are drawn for each
//! class, so a table of the students' questions is no answer.
//!
//! **So a student's code is taken whole** ([`handed_in`]): nothing in a file can win a mark. Only what could keep the questions
//! from being asked is the workbook's own: checks, manifests, assets and tools.
//!
//! **The sandbox keeps it in.** A submission is built and asked in a [`sandbox`], with limits. It may write there what it likes.
//!
//! **An error costs one answer.** [`building`] puts the starter's lines in the place of those that don't compile. An answer
//! that waits for earlier wrong ones is judged once more, with the workbook's own in place of those that its check needs.
//!
//! **It can continue.** With the marks of a submission the report has a hash of all that they depend on. So `grade` continues
//! an earlier run, and grades only what has changed or could not be judged.

mod asking;
mod building;
pub mod engine;
mod handed_in;
pub mod marks;
pub mod report;
mod sandbox;
mod submissions;
mod together;

use crate::cli::Run;
use crate::instructor::csv::Table;
use crate::markers::State;
use crate::progress::Progress;
use crate::projection::{Course, holds_solutions};
use crate::tree::{self, Files};
use crate::workspace::Workspace;
use anstream::println;
use anyhow::{Context, Result, bail, ensure};
use asking::Asker;
use building::Grader;
use course::command_line::{Command, Line, Opt};
use course::{Id, LessonInfo};
use cut::history;
use cut::numbers::Numbers;
use handed_in::{Given, HandedIn, is_code};
use marks::Change;
use report::{Graded, Report, VERSION};
use sandbox::Sandbox;
use std::collections::BTreeMap;
use std::fs::File;
use std::hash::{BuildHasher, Hash, Hasher, RandomState};
use std::path::{Path, PathBuf};
use submissions::Submission;
pub use submissions::printable;
use workbook::checks;
use workbook::process;
use workbook::write;
use xxhash_rust::xxh3::Xxh3;

/// The files that are written into the folder of the submissions, here and by `class`.
const WRITTEN: [&str; 4] = ["grades.json", "grades.csv", "class.html", "class-with-names.html"];

pub const GRADE: (Command, Run) = (
    Command {
        name: "grade",
        more: "\
Each folder and each .zip in DIR is a submission: a git clone, a plain folder, or an archive of one, or of some of its
files. Checks run with limits and without your environment, on Linux in a box that bubblewrap makes.
Every passed check is one point. The same submissions give the same marks, which are in DIR then, in grades.csv for
spreadsheets, and in grades.json for programs.",
        words: &[["<DIR>", "The folder with the submissions"]],
        options: &[
            Opt::value("lessons", "LIST", "Only these lessons, as in 1-3,5"),
            Opt::value(
                "seed",
                "NUMBER",
                "What unseen questions are drawn from; otherwise drawn once and kept",
            ),
            Opt::value(
                "marks",
                "FILE.csv",
                "Marks that a person has changed: a table with columns student, exercise, marks (up to 1), who and why",
            ),
            Opt::switch("again", "Grade all anew; otherwise what has not changed keeps its marks"),
            Opt::switch(
                "no-box",
                "Grade without a box, as on a Mac: what a submission starts can do all that you can. As root, in a container for one submission: all that user nobody can",
            ),
            Opt {
                excludes: &["lessons", "marks", "again"],
                ..Opt::switch(
                    "engine",
                    "Each folder is a program that a student wrote from nothing: judge it",
                )
            },
        ],
        ..Command::EMPTY
    },
    |root, line| {
        process::close_inherited();
        process::catch_interrupts()?;
        let folder = Workspace::of(root)?.workshop().join("grade");
        let _lock = lock(&folder)?;
        let dir = Path::new(line.words.first().context("<DIR> is missing")?);
        let sandbox = Sandbox::find(line.has("no-box"), &folder)?;
        let seed = line.get("seed")?.map_or_else(|| kept_seed(&folder), Ok)?;
        match line.has("engine") {
            true => engine::grade(root, dir, &folder, sandbox, seed)?,
            false => grade(root, dir, &folder, sandbox, seed, line)?,
        }
        Ok(true)
    },
);

/// Grades the submissions in a folder and reports.
fn grade(root: &Path, dir: &Path, folder: &Path, sandbox: Sandbox, seed: u64, line: &Line) -> Result<()> {
    let changes =
        line.path("marks")?.map(|path| Table::open(&path, |table| Change::all(&table))).transpose()?;
    let (submissions, others) = submissions::find(dir, &WRITTEN)?;
    // The next one would find what one has left behind.
    let count = submissions.len();
    ensure!(
        count == 1 || sandbox.is_box() || sandbox.user.is_none(),
        "as root, --no-box grades one submission, in a container of its own, and here are {count}"
    );
    let lessons = LessonInfo::all(root)?;
    let mut files = tree::read(root)?;
    // A class may be in the workbook's own folder.
    if let Ok(inside) = dir.canonicalize()?.strip_prefix(root.canonicalize()?) {
        files.retain(|file, _| !Path::new(file).starts_with(inside));
    }
    if !holds_solutions(&files) {
        bail!("this workbook {}", history::NO_SOLUTIONS);
    }
    let course = Course::whole(&files, &lessons)?;
    let [starter, solved] = [State::Open, State::Solved].map(|state| course.for_students(|_| state));
    let only: Option<Numbers> = line.get("lessons")?;
    let is_chosen = |lesson: &&LessonInfo| only.as_ref().is_none_or(|only| only.has(lesson.number));
    let chosen: Vec<&LessonInfo> = lessons.iter().filter(is_chosen).collect();
    let all = tests(&lessons, &starter)?;
    let is_asked = |(id, _): &&(Id, String)| chosen.iter().any(|lesson| lesson.number == id.lesson);
    let exercises: Vec<(Id, String)> = all.iter().filter(is_asked).cloned().collect();
    ensure!(!exercises.is_empty(), "there is no such lesson");
    let basis = basis([&starter, &solved])?;
    let [json, csv, ..] = WRITTEN.map(|name| dir.join(name));
    let earlier = if line.has("again") { None } else { Report::read(&json).ok() };
    let given = Given::new(&starter, &lessons);
    let every: Vec<&LessonInfo> = lessons.iter().collect();
    let (own, program) = (folder.join("own"), PathBuf::new());
    let boxed = sandbox.is_box();
    let missing = submissions.iter().map(|submission| submission.name.clone()).collect();
    let slugs = chosen.iter().map(|lesson| lesson.slug()).collect();
    let mut report =
        Report { version: VERSION, lessons: slugs, seed, submissions: Vec::new(), others, missing, boxed };
    let read = |submission: &Submission| {
        let handed = given.read(submissions::read(&submission.path, &is_code)?);
        // What its marks depend on.
        Ok((hash(&(basis, seed, format!("{sandbox:?}"), handed.number)), handed))
    };
    let waiting = waiting(&submissions, read, earlier.as_ref(), &exercises, &mut report);
    let mut grader = Grader {
        exercises: &exercises,
        folder,
        basis,
        trees: [together::together(&starter, &chosen), together::together(&solved, &every)],
        asker: Asker { lessons: &lessons, own, program, seed, sandbox, right: BTreeMap::new() },
    };
    // Finished grades are reported even if the rest fails.
    let grade_all = || -> Result<()> {
        if waiting.is_empty() {
            return Ok(());
        }
        grader.prepare(&Workspace::of(root)?, &all)?;
        let progress = Progress::told(waiting.len());
        for (submission, number, handed) in waiting {
            let outcomes = grader.mark(&handed).map(|(marks, notes)| (marks, [notes, handed.notes].concat()));
            process::stop_if_interrupted()?;
            let outcomes = outcomes.map_err(|why| format!("could not be graded: {why:#}"));
            let graded = Graded::new(&submission.name, number, outcomes, &exercises);
            progress.tick(&graded.words());
            report.add(graded);
            // Another grading goes on from here, should this one be stopped.
            report.write(&json)?;
        }
        Ok(())
    };
    let done = grade_all();
    let strangers = report.change(&changes.unwrap_or_default())?;
    report.write(&json)?;
    write::atomically(&csv, report::csv(&chosen, &report).as_bytes())?;
    report::print(&chosen, &report);
    report::tell("Marks for what is not in this grading", strangers);
    println!("{} and {} are written.", csv.display(), json.display());
    done
}

/// A submission that must be graded, with a hash of what its marks depend on, and its code.
type Waiting<'s> = (&'s Submission, u64, HandedIn);

/// Returns the submissions that must be graded. All others, with marks from earlier or none at all, go into the report.
fn waiting<'s>(
    submissions: &'s [Submission],
    read: impl Fn(&Submission) -> Result<(u64, HandedIn)>,
    earlier: Option<&Report>,
    exercises: &[(Id, String)],
    report: &mut Report,
) -> Vec<Waiting<'s>> {
    let mut waiting = Vec::new();
    for submission in submissions {
        match read(submission) {
            Ok((number, handed)) => {
                let mut known = earlier.into_iter().flat_map(|earlier| &earlier.submissions);
                let known = known.find(|one| one.name == submission.name && one.number == number);
                match known.and_then(|known| known.only(exercises)) {
                    Some(known) => report.add(known),
                    None => waiting.push((submission, number, handed)),
                }
            }
            Err(why) => report.add(Graded::new(&submission.name, 0, Err(format!("{why:#}")), exercises)),
        }
    }
    waiting
}

/// All exercises, with the names of their checks in these files.
fn tests(lessons: &[LessonInfo], files: &Files) -> Result<Vec<(Id, String)>> {
    let all = lessons.iter().flat_map(|lesson| lesson.exercises().iter().map(move |one| (lesson, one.id())));
    let named = all.map(|(lesson, id)| {
        let file = lesson.file("checks.rs");
        let text = String::from_utf8_lossy(files.get(&file).map_or(&[], Vec::as_slice));
        let test = checks::name(&text, id).with_context(|| format!("{file} has no check for exercise {id}"));
        Ok((id, test?.to_owned()))
    });
    named.collect()
}

/// Returns a hash of both trees without texts and pictures, of the compiler, and of the tool.
fn basis(trees: [&Files; 2]) -> Result<u64> {
    let rustc = std::process::Command::new("rustc").arg("-vV").output().context("cannot start rustc")?;
    let tool = std::fs::read(std::env::current_exe()?).context("cannot read this tool")?;
    let counts = |file: &str| !file.ends_with(".md") && !file.contains("/pictures/");
    let files = trees.into_iter().flatten().filter(|(file, _)| counts(file));
    Ok(hash(&(files.collect::<Vec<_>>(), rustc.stdout, tool)))
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = Xxh3::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Returns the seed of the further questions, drawn at the first grading and kept in the folder.
fn kept_seed(folder: &Path) -> Result<u64> {
    let path = folder.join("seed");
    if let Some(seed) = std::fs::read_to_string(&path).ok().and_then(|text| text.trim().parse().ok()) {
        return Ok(seed);
    }
    // Its hash is seeded by the system.
    let seed = RandomState::new().hash_one(()) % 1_000_000;
    write::atomically(&path, format!("{seed}\n").as_bytes())?;
    Ok(seed)
}

/// Locks a folder against a second `grade`, as long as the file is open.
fn lock(folder: &Path) -> Result<File> {
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let file =
        File::create(folder.join("lock")).with_context(|| format!("cannot write {}", folder.display()))?;
    ensure!(
        file.try_lock().is_ok(),
        "another `grade` works in this checkout. Wait for its end, or set CARGO_TARGET_DIR to a folder of this one's own"
    );
    Ok(file)
}
