//! `cargo workbook grade`: runs the checks on a folder of submissions.
//!
//! **The answer counts.** [`answer`] takes the code in the exercises' regions of a file and the items added
//! beside them, and puts both into the instructor's own file. So a changed check, asset or manifest changes
//! no grade, and a note reports it.
//!
//! **A submission does not judge.** The program built from it has the questions, but no right answers.
//! Another program, which holds no student's code, compares ([`asking`]). Some questions are drawn for each
//! class, so a table of the students' questions is no answer.
//!
//! **The sandbox keeps it in.** A submission is read in a process of its own ([`submissions`]), and built and
//! asked in a [`sandbox`], each with limits. It may write there what it likes.
//!
//! **An error costs one answer.** [`building`] knows the answer that every row belongs to, and leaves out
//! only the one that does not compile. An answer that waits for earlier wrong ones is judged once more, with
//! the workbook's own in place of those that its check needs.
//!
//! **It can continue.** Each mark is [`kept`] at once, under a hash of all that it depends on. So `grade`
//! continues an earlier run, and grades only what has changed or could not be judged, whatever exercises are
//! asked for.

mod answer;
mod asking;
mod building;
pub mod changes;
pub mod engine;
mod functions;
mod handed_in;
mod items;
mod kept;
pub mod marks;
mod region;
pub mod report;
pub mod roster;
mod sandbox;
mod submissions;
mod together;

use crate::cli::Run;
use crate::instructor::csv::Table;
use crate::markers::State;
use crate::progress::Progress;
use crate::projection::{Course, holds_solutions};
use crate::tree::{self, Files};
use crate::workers;
use crate::workspace::Workspace;
use anyhow::{Context, Result, bail, ensure};
use asking::{Asker, Settings};
use building::Grader;
use changes::Change;
use course::command_line::{Command, Line, Opt};
use course::{Id, LessonInfo};
use cut::history;
use cut::numbers::Numbers;
use handed_in::{Given, HandedIn, is_code};
use kept::Kept;
use marks::Tentacle;
use report::{Graded, Report, VERSION};
use sandbox::Sandbox;
use std::collections::BTreeMap;
use std::fs::File;
use std::hash::{BuildHasher, Hash, Hasher, RandomState};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::Duration;
use submissions::Submission;
pub use submissions::{READ_ONE, printable};
use workbook::checks;
use workbook::process;
use workbook::write;
use xxhash_rust::xxh3::Xxh3;

pub const GRADE: (Command, Run) = (
    Command {
        name: "grade",
        more: "\
Each folder and each .zip in DIR is a submission: a git clone, a plain folder, or an archive of one.
Checks run with limits and without your environment, on Linux in a box that bubblewrap makes.
Every passed check is one point. The same submissions give the same report.
`cargo workbook grade merge FILES...` makes one report of those of its parts.",
        words: &[["<DIR>", "The folder with the submissions"]],
        options: &[
            JSON,
            CSV,
            MARKS,
            Opt { needs: "seed", ..Opt::value("shard", "K/N", "Only each N-th submission from the K-th on") },
            Opt::value(
                "seed",
                "NUMBER",
                "What unseen questions are drawn from; otherwise drawn once and kept",
            ),
            Opt::value("lessons", "LIST", "Only these lessons, as in 1-3,5"),
            Opt { excludes: &["lessons"], ..Opt::value("exercise", "ID", "Only this exercise, as in 4.2") },
            Opt::value(
                "roster",
                "FILE.csv",
                "The class: columns id and name; if you like moodle, canvas, folder",
            ),
            Opt { default: "10", ..Opt::value("limit", "SECONDS", "How long one check may compute") },
            Opt { default: "120", ..Opt::value("build-limit", "SECONDS", "How long a crate may compile") },
            Opt {
                default: "180",
                ..Opt::value("submission-limit", "SECONDS", "How long a submission may take")
            },
            Opt::switch(
                "tentacle",
                "A point more: tentacle.json, of which each property that holds is a part",
            ),
            Opt {
                excludes: &[
                    "lessons", "exercise", "roster", "shard", "csv", "marks", "tentacle", "nobody", "again",
                ],
                ..Opt::switch(
                    "engine",
                    "Each folder is a program that a student wrote from nothing: judge it",
                )
            },
            Opt::switch("again", "Grade all anew; otherwise what has not changed keeps its marks"),
            Opt::switch("trust", "Grade without a box: what a submission starts can do all that you can"),
            Opt {
                excludes: &["trust"],
                ..Opt::switch("nobody", "As root, one submission without a box, as user nobody")
            },
        ],
        ..Command::EMPTY
    },
    |root, line| {
        if line.has("engine") {
            engine::grade(root, line)?
        } else {
            grade(root, line)?
        }
        Ok(true)
    },
);

pub const MERGE: (Command, Run) = (
    Command {
        name: "grade merge",
        about: "Make one report of those that `grade --shard K/N --json FILE` has written",
        words: &[["<FILES>...", "The reports"]],
        options: &[JSON, CSV, MARKS],
        ..Command::EMPTY
    },
    |root, line| {
        let parts = line.words.iter().map(|file| Report::read(Path::new(file)));
        let mut report = Report::merged(parts.collect::<Result<Vec<_>>>()?)?;
        let lessons = LessonInfo::all(root)?;
        let lessons: Vec<_> = lessons.iter().filter(|one| report.lessons.contains(&one.slug())).collect();
        Outputs::of(line)?.write(&lessons, &mut report)?;
        Ok(true)
    },
);

const JSON: Opt = Opt::value("json", "FILE", "Write everything that was found, for programs");
const CSV: Opt = Opt::value("csv", "FILE", "Write a row for each submission, for spreadsheets");
const MARKS: Opt = Opt::value(
    "marks",
    "FILE.csv",
    "Marks that a person has changed: a table with columns student, exercise, marks (up to 1), who and why",
);

/// The files to write beside the printed table.
struct Outputs {
    json: Option<PathBuf>,
    csv: Option<PathBuf>,
    changes: Option<Vec<Change>>,
}

impl Outputs {
    fn of(line: &Line) -> Result<Self> {
        let changes = line.path("marks")?.map(|path| Table::open(&path, |table| changes::read(&table)));
        Ok(Self { json: line.path("json")?, csv: line.path("csv")?, changes: changes.transpose()? })
    }

    /// Prints the table, and writes the files that were asked for.
    fn write(&self, lessons: &[&LessonInfo], report: &mut Report) -> Result<()> {
        let strangers = self.changes.as_deref().map_or(Ok(Vec::new()), |changes| report.change(changes))?;
        if let Some(path) = &self.json {
            write::atomically(path, &[&serde_json::to_vec_pretty(report)?[..], b"\n"].concat())?;
        }
        if let Some(path) = &self.csv {
            write::atomically(path, report::csv(lessons, report).as_bytes())?;
        }
        report::print(lessons, report);
        report::tell("Marks for what is not in this grading", strangers);
        Ok(())
    }
}

/// Reads a part of a class, as in `3/8`, into its number and the number of parts.
fn shard(text: &str) -> Result<(usize, usize)> {
    let parts = text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
    let fits = |(number, of): &(usize, usize)| (1..=*of).contains(number);
    parts.filter(fits).context("a part is written as in 3/8: the third of eight")
}

/// Grades the submissions in a folder and reports.
fn grade(root: &Path, line: &Line) -> Result<()> {
    process::close_inherited();
    let dir = Path::new(line.words.first().context("<DIR> is missing")?);
    let outputs = Outputs::of(line)?;
    let shard = line.read("shard", shard)?.unwrap_or((1, 1));
    let (only, only_lessons): (Option<Id>, Option<Numbers>) = (line.get("exercise")?, line.get("lessons")?);
    process::catch_interrupts()?;
    let (submissions, mut report) = class(dir, line, shard)?;
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
    let is_chosen = |lesson: &&LessonInfo| {
        only_lessons.as_ref().is_none_or(|only| only.has(lesson.number))
            && only.is_none_or(|only| only.lesson == lesson.number)
    };
    let chosen: Vec<&LessonInfo> = lessons.iter().filter(is_chosen).collect();
    let all = tests(&lessons, &starter)?;
    let is_asked = |(id, _): &&(Id, String)| {
        only.is_none_or(|only| only == *id) && chosen.iter().any(|lesson| lesson.number == id.lesson)
    };
    let exercises: Vec<(Id, String)> = all.iter().filter(is_asked).cloned().collect();
    ensure!(!exercises.is_empty(), "there is no such lesson or exercise");
    let count = submissions.len();
    // The next one would find what one has left behind.
    ensure!(
        count == 1 || !line.has("nobody"),
        "--nobody grades one submission, in a container of its own, and here are {count}"
    );
    let sandbox = Sandbox::find(line.has("trust"), line.has("nobody"))?;
    let workspace = Workspace::of(root)?;
    let folder = workspace.workshop().join("grade");
    let _lock = lock(&folder)?;
    let seconds = |name| line.within(name, 1..=1_000_000).map(Duration::from_secs);
    let settings = Settings {
        seed: line.get("seed")?.map_or_else(|| kept_seed(&folder), Ok)?,
        time: seconds("limit")?,
        build: seconds("build-limit")?,
        whole: seconds("submission-limit")?,
        sandbox,
    };
    report.lessons = chosen.iter().map(|lesson| lesson.slug()).collect();
    report.seed = settings.seed;
    let given = Given::new(&course, &starter, line.has("tentacle"));
    let trees = [&starter, &solved];
    let numbers = chosen.iter().map(|lesson| Ok((lesson.number, basis(trees, Some(lesson))?)));
    let numbers: BTreeMap<u8, u64> = numbers.collect::<Result<_>>()?;
    let number =
        |(id, test): &(Id, String)| (*id, hash(&(numbers[&id.lesson], test, format!("{settings:?}"))));
    let kept =
        Kept { folder: Kept::of_class(&folder, dir)?, exercises: exercises.iter().map(number).collect() };
    if line.has("again") {
        submissions.iter().try_for_each(|submission| kept.forget(submission))?;
    }
    let mut grader = Grader {
        exercises: &exercises,
        folder: &folder,
        starter: together::together(&starter, &chosen),
        templates: &given.templates,
        asker: Asker {
            lessons: &lessons,
            own: folder.join("own"),
            program: folder.join(format!("ours/{:016x}", basis(trees, None)?)),
            settings,
            right: BTreeMap::new(),
        },
    };
    // Finished grades are reported even if the rest fails.
    let mut grade_all = || -> Result<()> {
        let mut waiting = Vec::new();
        for (submission, handed) in submissions.iter().zip(read(&folder, &given, &submissions)?) {
            let none = |_: &String| given.tentacle.then(Tentacle::default);
            let tentacle = handed.as_ref().map_or_else(none, |handed| handed.tentacle.clone());
            match handed.map(|handed| (kept.known(submission, &handed), handed)) {
                Ok((known, handed)) if known.marks.len() < exercises.len() => {
                    waiting.push((submission, handed))
                }
                known => {
                    let known = known.map(|(known, handed)| known.noted(handed.notes));
                    report.add(Graded::new(submission, known, &exercises, tentacle));
                }
            }
        }
        if waiting.is_empty() {
            return Ok(());
        }
        let every: Vec<&LessonInfo> = lessons.iter().collect();
        grader.prepare(&workspace, &together::together(&solved, &every), &all)?;
        let progress = Progress::told(waiting.len());
        for (submission, handed) in waiting {
            // Another of the same group may have been graded by now.
            let outcomes = grader.mark(&handed, kept.known(submission, &handed));
            process::stop_if_interrupted()?;
            if let Ok(outcomes) = &outcomes {
                kept.keep(submission, &handed, outcomes)?;
            }
            let outcomes = outcomes.map(|outcomes| outcomes.noted(handed.notes));
            let outcomes = outcomes.map_err(|why| format!("could not be graded: {why:#}"));
            let graded = Graded::new(submission, outcomes, &exercises, handed.tentacle);
            progress.tick(&graded.words());
            report.add(graded);
        }
        Ok(())
    };
    let done = grade_all();
    outputs.write(&chosen, &mut report)?;
    done
}

/// The submissions of a shard in the order of their names, and a report on their class without any grade.
fn class(dir: &Path, line: &Line, (part, parts): (usize, usize)) -> Result<(Vec<Submission>, Report)> {
    let (mut all, others) = submissions::find(dir)?;
    let call = |path: PathBuf| Table::open(&path, |table| roster::call(&table, &mut all));
    let roll = line.path("roster")?.map(call).transpose()?;
    all.sort_by(|a, b| a.name.cmp(&b.name));
    submissions::number(&mut all);
    let missing = all.iter().map(|submission| submission.name.clone()).collect();
    let (lessons, submissions) = (Vec::new(), Vec::new());
    let report = Report { version: VERSION, lessons, seed: 0, submissions, others, missing, roll };
    Ok((all.into_iter().skip(part - 1).step_by(parts).collect(), report))
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

/// Reads all submissions, as many at once as there are cores.
fn read(folder: &Path, given: &Given, submissions: &[Submission]) -> Result<Vec<Result<HandedIn, String>>> {
    let file = folder.join("given.json");
    write::atomically(&file, &serde_json::to_vec(given)?)?;
    let reading = Progress::new(submissions.len());
    workers::share(workers::count(), submissions, |worker, submission| {
        let read = submission.read(&file, &folder.join(format!("read-{worker}")))?;
        reading.tick(&format!("read {}", submission.name));
        Ok(read)
    })
}

/// Returns a hash of both trees without other lessons' own files, of the compiler, and of the tool. Texts and
/// pictures don't count, and other files that are no code count by size.
fn basis(trees: [&Files; 2], lesson: Option<&LessonInfo>) -> Result<u64> {
    static PROGRAMS: LazyLock<std::io::Result<u64>> = LazyLock::new(|| {
        let rustc = std::process::Command::new("rustc").arg("-vV").output()?;
        Ok(hash(&(rustc.stdout, std::fs::read(std::env::current_exe()?)?)))
    });
    let programs = PROGRAMS.as_ref().ok().context("cannot read this tool, or cannot start rustc")?;
    let own = lesson.map_or("lessons/".to_owned(), |lesson| lesson.file(""));
    let is_other = |file: &str| file.starts_with("lessons/") && !file.starts_with(&own);
    let counts = |file: &str| !is_other(file) && !file.ends_with(".md") && !file.contains("/pictures/");
    let files = trees.into_iter().flatten().filter(|(file, _)| counts(file)).map(|(file, text)| {
        let is_read = is_code(file) || file.ends_with(".json");
        (file, text.len(), is_read.then_some(text))
    });
    Ok(hash(&(files.collect::<Vec<_>>(), programs)))
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
    #[cfg(target_os = "linux")]
    ensure!(
        rustix::fs::flock(&file, rustix::fs::FlockOperation::NonBlockingLockExclusive).is_ok(),
        "another `grade` works in this checkout. Wait for its end, or set CARGO_TARGET_DIR to a folder of this one's own"
    );
    Ok(file)
}
