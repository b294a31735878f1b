//! `cargo workbook grade`: runs the checks on a folder of submissions.
//!
//! **The answer counts.** [`answer`] takes the code in the exercises' regions of a file and the code that was added
//! beside them, and puts both into the instructor's own file. So a changed check, asset or manifest changes no grade,
//! and a note reports it.
//!
//! **A submission does not judge, and does not know.** The program built from it knows the questions, but no right
//! answer. Another program compares, which holds no student's code ([`asking`]). Some questions are drawn for each
//! class, so a table of the students' questions is no answer.
//!
//! **The sandbox is the wall.** A submission is read in a process of its own ([`submissions`]), and built and asked in
//! a [`sandbox`], each with limits. It may write what it likes: there is nothing in there to gain.
//!
//! **One error costs one answer, and one submission its own time.** [`building`] knows the answer that every row
//! belongs to. An answer that does not compile is taken out alone. An answer that waits for earlier wrong ones is
//! judged once more, with the workbook's own in place of those that its check needs, and of no others.
//!
//! **It goes on.** The result of a submission is [`kept`] at once, under a number made of all that it depends on. So
//! `grade` continues an earlier run, and grades only changed submissions.

mod answer;
mod asking;
mod building;
pub mod changes;
mod handed_in;
mod items;
mod kept;
pub mod marks;
pub mod report;
pub mod roster;
mod sandbox;
mod submissions;
mod together;

use crate::cli::Run;
use crate::instructor::history;
use crate::instructor::numbers::Numbers;
use crate::markers::State;
use crate::progress::Progress;
use crate::projection::{Course, holds_solutions};
use crate::workers;
use crate::workspace::Workspace;
use anyhow::{Context, Result, bail, ensure};
use asking::Settings;
use building::Grader;
use changes::Change;
use course::command_line::{Command, Line, Opt};
use course::{Id, LessonInfo};
pub use handed_in::printable;
use handed_in::{Given, Read, is_code};
use kept::Outcomes;
use report::{Graded, Report};
use roster::Roster;
use sandbox::Sandbox;
use std::ffi::OsString;
use std::fs::File;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::time::Duration;
pub use submissions::READ_ONE;
use submissions::Submission;
use workbook::checks;
use workbook::process;
use workbook::tree::{self, Files};
use workbook::write;

/// `grade`.
pub const GRADE: (Command, Run) = (
    Command {
        name: "grade",
        more: "\
Each folder and each .zip or .tar.gz in DIR is a submission: a git clone, a plain folder, or an archive of one.
Checks run with limits and without your environment, on Linux in a box that bubblewrap makes.
Every passed check is one point. The same submissions give the same report.
`cargo workbook grade merge FILES...` makes one report of those of its parts.",
        words: &[["<DIR>", "The folder with the submissions"]],
        options: &[
            JSON,
            CSV,
            MARKS,
            Opt {
                needs: "seed",
                ..Opt::value(
                    "shard",
                    "K/N",
                    "Only each N-th submission from the K-th on: one machine's part of N",
                )
            },
            Opt::value(
                "seed",
                "NUMBER",
                "What the questions are drawn from that are asked besides those a student sees; otherwise a number that \
                 is drawn once and kept. Parts of a class need the same.",
            ),
            Opt::value("lessons", "LIST", "Only these lessons, as in 1-3,5"),
            Opt {
                needs: "earlier",
                excludes: &["lessons", "shard"],
                ..Opt::value("exercise", "ID", "Only this exercise, as in 4.2; all other marks stay as they were")
            },
            Opt {
                needs: "exercise",
                ..Opt::value("earlier", "FILE", "What `--json` has written before, with the marks that stay")
            },
            Opt::value(
                "roster",
                "FILE.csv",
                "Who is in the class: a table with columns id and name, and if you like folder (a pattern of the submission's \
                 name, where * stands for anything). Names by Moodle and Canvas are understood without one.",
            ),
            Opt { default: "10", ..Opt::value("limit", "SECONDS", "How long one check may compute") },
            Opt {
                default: "120",
                ..Opt::value(
                    "build-limit",
                    "SECONDS",
                    "How long the compiler may compute for one crate of a submission; all of it may take three times as long",
                )
            },
            Opt {
                default: "180",
                ..Opt::value(
                    "submission-limit",
                    "SECONDS",
                    "How long one submission may take as a whole; what was not asked by then is left to you",
                )
            },
            Opt::switch(
                "again",
                "Grade all anew; otherwise what was graded before and is the same keeps its marks",
            ),
            Opt::switch("trust", "Grade without a box: what a submission starts can do all that you can"),
            Opt {
                excludes: &["trust"],
                ..Opt::value(
                    "user",
                    "NAME",
                    "Where no box can be made, as in a container: what a submission starts is this user of the system, who \
                     should own nothing. Only root can do that.",
                )
            },
        ],
        ..Command::EMPTY
    },
    |root, line| {
        grade(root, line)?;
        Ok(true)
    },
);

/// `grade merge`.
pub const MERGE: (Command, Run) = (
    Command {
        name: "grade merge",
        about: "Make one report of those that `grade --shard K/N --json FILE` has written",
        words: &[["<FILES>...", "The reports"]],
        options: &[JSON, CSV, MARKS],
        ..Command::EMPTY
    },
    |root, line| {
        merge(root, &line.words, &Outputs::of(line)?)?;
        Ok(true)
    },
);

const JSON: Opt = Opt::value("json", "FILE", "Write everything that was found, for programs");
const CSV: Opt = Opt::value("csv", "FILE", "Write a row for each submission, for spreadsheets");
const MARKS: Opt = Opt::value(
    "marks",
    "FILE.csv",
    "Marks that a person has changed: a table with columns student (the id or the submission's name), exercise, marks (up to \
     1), who and why",
);

/// The reports that are written beside the table.
struct Outputs {
    json: Option<PathBuf>,
    csv: Option<PathBuf>,
    changes: Option<Vec<Change>>,
}

impl Outputs {
    fn of(line: &Line) -> Result<Self> {
        Ok(Self {
            json: line.path("json")?,
            csv: line.path("csv")?,
            changes: line.path("marks")?.as_deref().map(changes::read).transpose()?,
        })
    }

    /// Prints the table, and writes what else was asked for.
    fn write(&self, lessons: &[&LessonInfo], report: &mut Report) -> Result<()> {
        let strangers = self.save(lessons, report)?;
        report::print(lessons, report);
        report::tell("Marks for what is not in this grading", strangers.iter().map(|change| change.words()));
        Ok(())
    }

    /// Writes what was asked for beside the table.
    fn save(&self, lessons: &[&LessonInfo], report: &mut Report) -> Result<Vec<&Change>> {
        let strangers = self.changes.as_deref().map_or(Ok(Vec::new()), |changes| report.change(changes))?;
        save(self.json.as_deref(), || report::json(report))?;
        save(self.csv.as_deref(), || Ok(report::csv(lessons, report)))?;
        Ok(strangers)
    }
}

/// A part of a class and how many there are, as in `3/8`.
fn shard(text: &str) -> Result<(usize, usize)> {
    let parts = text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
    let fits = |(number, of): &(usize, usize)| (1..=*of).contains(number);
    parts.filter(fits).context("a part is written as in 3/8: the third of eight")
}

/// Grades the submissions and reports.
fn grade(root: &Path, line: &Line) -> Result<()> {
    let dir = Path::new(line.words.first().context("<DIR> is missing")?);
    let outputs = Outputs::of(line)?;
    let part = line.get::<String>("shard")?.map(|text| shard(&text)).transpose()?;
    let (only, only_lessons): (Option<Id>, Option<Numbers>) = (line.get("exercise")?, line.get("lessons")?);
    process::catch_interrupts()?;
    let (mut submissions, others) = submissions::find(dir)?;
    let roster = line.path("roster")?.as_deref().map(Roster::read).transpose()?;
    let roll = roster.map(|roster| roster.call(&mut submissions)).transpose()?;
    submissions.sort_by(|a, b| a.name.cmp(&b.name));
    submissions::number(&mut submissions);
    let is_in = |at: usize| part.is_none_or(|(number, of)| at % of == number - 1);
    let all = submissions.into_iter().enumerate().filter(|(at, _)| is_in(*at));
    let submissions: Vec<Submission> = all.map(|(_, submission)| submission).collect();
    let lessons = LessonInfo::all(root)?;
    let mut files = tree::read(root)?;
    // A class may be in the workbook's own folder.
    let class = dir.canonicalize().with_context(|| format!("cannot find {}", dir.display()))?;
    if let Ok(inside) = class.strip_prefix(root.canonicalize()?) {
        files.retain(|file, _| !Path::new(file).starts_with(inside));
    }
    if !holds_solutions(&files) {
        bail!("this workbook {}", history::NO_SOLUTIONS);
    }
    let course = Course::whole(&files, &lessons)?;
    let [starter, solved] = [State::Open, State::Solved].map(|state| course.for_students(|_| state));
    let (starter, solved) = (starter?, solved?);
    let earlier = line.path("earlier")?.as_deref().map(Report::read).transpose()?;
    let chosen: Vec<&LessonInfo> = lessons
        .iter()
        .filter(|lesson| only_lessons.as_ref().is_none_or(|only| only.has(lesson.number)))
        .filter(|lesson| only.is_none_or(|exercise| exercise.lesson == lesson.number))
        .collect();
    if chosen.is_empty() {
        bail!("there is no such lesson");
    }
    let exercises = chosen.iter().flat_map(|lesson| lesson.exercises().iter().map(|one| (*lesson, one.id())));
    let exercises = exercises.filter(|(_, id)| only.is_none_or(|only| only == *id));
    let exercises = exercises.map(|(lesson, id)| Ok((id, test(&starter, lesson, id)?)));
    let exercises: Vec<(Id, String)> = exercises.collect::<Result<_>>()?;
    let sandbox = Sandbox::find(line.has("trust"), line.get::<String>("user")?.as_deref())?;
    let workspace = Workspace::of(root)?;
    let folder = workspace.workshop().join("grade");
    let _lock = lock(&folder)?;
    let seed = line.get("seed")?.or(earlier.as_ref().map(Report::seed));
    let seed = seed.map_or_else(|| kept::seed(&folder), Ok)?;
    let seconds = |name| line.within(name, 1..=1_000_000).map(Duration::from_secs);
    let (time, build, whole) = (seconds("limit")?, seconds("build-limit")?, seconds("submission-limit")?);
    let settings = Settings { time, build, whole, seed, sandbox };
    let basis = basis(&starter, &solved, &chosen, &(seed, &exercises))?;
    let names = chosen.iter().map(|lesson| lesson.slug()).collect();
    let mut report = Report::new(names, seed, part, others, roll);
    if let (Some(earlier), Some(exercise)) = (&earlier, only) {
        ensure!(earlier.has(exercise), "there is no {exercise} in the earlier grading");
    }
    let kept = folder.join(format!("kept/{basis:016x}{:016x}", hash(&format!("{settings:?}"))));
    let given = Given::new(&course, &starter, folder.join("given"), kept, line.has("again"));
    report.missing = submissions.iter().map(|submission| submission.name.clone()).collect();
    // Finished grades are reported even if the rest fails.
    let mut grade_all = || -> Result<()> {
        let mut waiting = Vec::new();
        for (submission, read) in submissions.iter().zip(read(&folder, &given, &starter, &submissions)?) {
            match read {
                Read::Kept(outcomes) => report.add(Graded::new(submission, Ok(outcomes), &chosen)),
                Read::Refused(why) => report.add(Graded::new(submission, Err(why), &chosen)),
                Read::New(handed, kept) => waiting.push((submission, handed, kept)),
            }
        }
        if waiting.is_empty() {
            return Ok(());
        }
        let made_of = building::Course {
            workspace: &workspace,
            starter: &starter,
            solved: &solved,
            lessons: &chosen,
            folder: &folder,
            basis,
        };
        let grader = Grader::new(&made_of, &given, &exercises, settings)?;
        let (progress, asker) = (Progress::told(waiting.len()), grader.asker());
        for (submission, handed, kept) in waiting {
            // Two may have handed in the same.
            let known = Outcomes::kept(&kept).filter(|_| !given.again);
            let outcomes = known.map_or_else(|| grader.mark(&handed, &asker), Ok);
            process::stop_if_interrupted()?;
            if let Ok(outcomes) = &outcomes {
                outcomes.keep(&kept)?;
            }
            let outcomes = outcomes.map_err(|why| format!("could not be graded: {why:#}"));
            let graded = Graded::new(submission, outcomes, &chosen);
            progress.tick(&graded.words());
            report.add(graded);
            if earlier.is_none() {
                outputs.save(&chosen, &mut report)?;
            }
        }
        drop(progress);
        grader.tidy()
    };
    let done = grade_all();
    match (earlier, only) {
        (Some(mut earlier), Some(exercise)) => {
            let strangers = earlier.take(exercise, report);
            outputs.write(&earlier.of(&lessons), &mut earlier)?;
            report::tell("Not regraded, since one of both gradings lacks them", strangers);
        }
        _ => outputs.write(&chosen, &mut report)?,
    }
    done
}

/// Reads all submissions, as many at once as there are cores.
fn read(folder: &Path, given: &Given, starter: &Files, submissions: &[Submission]) -> Result<Vec<Read>> {
    let compared = starter.iter().filter(|(file, _)| given.has(file));
    tree::write(&folder.join("given"), &compared.map(|(file, text)| (file.clone(), text.clone())).collect())?;
    let file = folder.join("given.json");
    write::atomically(&file, &serde_json::to_vec(given)?)?;
    let reading = Progress::new(submissions.len());
    workers::share(workers::count(), submissions, |worker, submission| {
        let read = submission.read(&file, &folder.join(format!("read-{worker}")))?;
        reading.tick(&format!("read {}", submission.name));
        Ok(read)
    })
}

/// A number made of the workbook that counts here, of its compiler, and of what is asked.
fn basis(
    starter: &Files,
    solved: &Files,
    lessons: &[&LessonInfo],
    asked: &(u64, &Vec<(Id, String)>),
) -> Result<u64> {
    let counts = |file: &str| {
        let lesson =
            file.strip_prefix("lessons/").and_then(|rest| rest.split_once('/')).map(|(lesson, _)| lesson);
        lesson.is_none_or(|lesson| lessons.iter().any(|one| one.slug() == lesson))
    };
    let mut hasher = DefaultHasher::new();
    for (file, contents) in starter.iter().filter(|(file, _)| counts(file)) {
        (file, contents.len()).hash(&mut hasher);
        if is_code(file) {
            (contents, solved.get(file).filter(|solved| *solved != contents)).hash(&mut hasher);
        }
    }
    let rustc = std::process::Command::new("rustc").arg("-vV").output().context("cannot start rustc")?;
    (rustc.stdout, format!("{asked:?}"), env!("CARGO_PKG_VERSION")).hash(&mut hasher);
    Ok(hasher.finish())
}

fn hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

/// The name of an exercise's check.
fn test(starter: &Files, lesson: &LessonInfo, id: Id) -> Result<String> {
    let file = lesson.file("checks.rs");
    let text = starter.get(&file).map(|text| String::from_utf8_lossy(text));
    let text = text.with_context(|| format!("there is no {file}"))?;
    let test = checks::name(&text, id);
    Ok(test.with_context(|| format!("{file} has no check for exercise {id}"))?.to_owned())
}

/// Keeps a second `grade` out of the folder, as long as the file is open.
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

/// Makes one report of several.
fn merge(root: &Path, files: &[OsString], outputs: &Outputs) -> Result<()> {
    let parts = files.iter().map(|file| Report::read(Path::new(file)));
    let mut report = Report::merged(parts.collect::<Result<Vec<_>>>()?)?;
    let lessons = LessonInfo::all(root)?;
    outputs.write(&report.of(&lessons), &mut report)
}

fn save(path: Option<&Path>, text: impl FnOnce() -> Result<String>) -> Result<()> {
    let Some(path) = path else {
        return Ok(());
    };
    write::atomically(path, text()?.as_bytes())
}
