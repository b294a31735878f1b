//! `cargo workbook grade`: runs the checks on a folder of submissions.
//!
//! **The answer is what counts.** Nothing of a submission is built as it was handed in. Of a file that holds
//! exercises, [`answer`] takes what stands in their regions, and the functions, constants, types and `use` lines
//! that were added beside them, and puts both into the instructor's own file; so a changed check, asset or
//! manifest changes no grade, and a note tells of it. All that is taken has been read by a parser ([`reading`],
//! [`shader`]). It may name what computes ([`names`]), and no attributes, statics, macros that are not plain, `unsafe` or
//! `extern`; what does more is taken out, and the answers that use it are left to a person: they get no mark. GLSL reaches
//! nothing, so of a shader only lines for its compiler are refused. All this is for who reads the report; safe Rust can
//! still do what it likes in its own memory, and what keeps it in is the box.
//!
//! **One error costs one answer, and one submission its own time.** [`compile`] knows for every row of what it builds
//! whose it is. A part that does not compile is taken out alone, and the rest is built again; where the compiler runs out
//! of time, memory or stack without a word, the answers are left to a person. An answer that waits for
//! earlier ones which are not right is judged once more with the workbook's own in the place of those that its check says
//! it needs, and of no others.
//!
//! **Who answers does not judge, and does not know.** The program that holds a submission only tells what was answered, to
//! every question, bit by bit; it never works out what is right. The same check in a program that holds the workbook's own
//! answers compares ([`marks`]); it is built once and kept. Some questions are drawn anew for each class, from a number
//! that is the same for all: so a table of what students see is no answer.
//!
//! **It goes on.** What comes of a submission is [`kept`] as soon as it is known, under a number made of all that
//! it depends on; so `grade` takes up where it was, and grades only what has changed.
//!
//! **The box is the wall.** What the parser lets pass runs in a [`sandbox`]: it sees the system's libraries and its own
//! workbook, can write nothing but its report, has no network, and ends with all that it has started when the
//! check does, or the tool. On a system without one the user must say so; then, on Linux, the tool becomes the
//! parent of whatever a check leaves behind and ends that.

mod answer;
pub mod changes;
mod compile;
mod handed_in;
mod judge;
mod kept;
pub mod marks;
mod names;
pub mod points;
mod reading;
pub mod report;
pub mod roster;
mod sandbox;
mod shader;
mod strays;
mod submissions;
mod tar;
mod together;
pub mod weights;

use crate::cli::Run;
use crate::instructor::history;
use crate::instructor::numbers::Numbers;
use crate::markers::State;
use crate::progress::Progress;
use crate::projection::{Course, holds_solutions};
use crate::workspace::Workspace;
use anstream::println;
use anyhow::{Context, Result, bail, ensure};
use changes::Change;
use compile::Grader;
use course::command_line::{Command, Line, Opt};
use course::{Exercise, Id, LessonInfo};
use handed_in::Given;
use kept::Kept;
use marks::Settings;
use report::{Graded, Report};
use roster::Roster;
use sandbox::Sandbox;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;
use submissions::Submission;
use workbook::process;
use workbook::style::BAD;
use workbook::tree;
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
            WEIGHTS,
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
                default: "2048",
                ..Opt::value("memory", "MIB", "How much memory one check may take, in MiB (not on Windows)")
            },
            Opt {
                default: "120",
                ..Opt::value(
                    "build-limit",
                    "SECONDS",
                    "How long the compiler may compute for one crate of a submission; all of it may take three times as long",
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
        grade(root, &Args::of(line)?)?;
        Ok(true)
    },
);

/// `grade merge`.
pub const MERGE: (Command, Run) = (
    Command {
        name: "grade merge",
        about: "Make one report of those that `grade --shard K/N --json FILE` has written",
        words: &[["<FILES>...", "The reports"]],
        options: &[JSON, CSV, WEIGHTS, MARKS],
        ..Command::EMPTY
    },
    |root, line| {
        merge(root, &line.words, &Outputs::of(line)?)?;
        Ok(true)
    },
);

const JSON: Opt = Opt::value("json", "FILE", "Write everything that was found, for programs");
const CSV: Opt = Opt::value("csv", "FILE", "Write a row for each submission, for spreadsheets");
const WEIGHTS: Opt = Opt::switch(
    "weights",
    "Tell the marks by weight as well: an exercise weighs its minutes, twice as much if it is its lesson's heart",
);

/// `grade`, `grade merge` and `gradebook` read the same.
pub const MARKS: Opt = Opt::value(
    "marks",
    "FILE.csv",
    "Marks that a person has changed: a table with columns student (the id or the submission's name), exercise, marks (up to \
     1, or with `--weights` up to the exercise's weight), who and why",
);

/// What the command line says about grading.
struct Args {
    dir: PathBuf,
    outputs: Outputs,
    shard: Option<Shard>,
    seed: Option<u64>,
    lessons: Option<Numbers>,
    exercise: Option<Id>,
    earlier: Option<PathBuf>,
    roster: Option<PathBuf>,
    limit: u64,
    memory: u64,
    build_limit: u64,
    again: bool,
    trust: bool,
    user: Option<String>,
}

impl Args {
    fn of(line: &Line) -> Result<Self> {
        Ok(Self {
            dir: line.words.first().context("<DIR> is missing")?.into(),
            outputs: Outputs::of(line)?,
            shard: line.get("shard")?,
            seed: line.get("seed")?,
            lessons: line.get("lessons")?,
            exercise: line.get("exercise")?,
            earlier: line.path("earlier")?,
            roster: line.path("roster")?,
            limit: line.within("limit", 1..=u64::MAX)?,
            memory: line.within("memory", 64..=u64::MAX)?,
            build_limit: line.within("build-limit", 1..=u64::MAX)?,
            again: line.has("again"),
            trust: line.has("trust"),
            user: line.get("user")?,
        })
    }
}

/// The reports that are written beside the table.
struct Outputs {
    json: Option<PathBuf>,
    csv: Option<PathBuf>,
    weights: bool,
    changes: Option<Vec<Change>>,
}

impl Outputs {
    fn of(line: &Line) -> Result<Self> {
        Ok(Self {
            json: line.path("json")?,
            csv: line.path("csv")?,
            weights: line.has("weights"),
            changes: line.path("marks")?.as_deref().map(changes::read).transpose()?,
        })
    }

    /// Prints the table, and writes what else was asked for.
    fn write(&self, lessons: &[&LessonInfo], report: &mut Report) -> Result<()> {
        let strangers = self.save(lessons, report)?;
        report::print(lessons, report);
        changes::tell(&strangers);
        Ok(())
    }

    /// Writes what was asked for beside the table.
    fn save(&self, lessons: &[&LessonInfo], report: &mut Report) -> Result<Vec<&Change>> {
        let strangers = self.weigh(lessons, report)?;
        save(self.json.as_deref(), || report::json(report))?;
        save(self.csv.as_deref(), || Ok(report::csv(lessons, report)))?;
        Ok(strangers)
    }

    /// Gives weights and what a person has changed; returns what of that is of nobody here.
    fn weigh(&self, lessons: &[&LessonInfo], report: &mut Report) -> Result<Vec<&Change>> {
        report.weigh(self.weights.then_some(lessons));
        self.changes.as_deref().map_or(Ok(Vec::new()), |changes| report.change(changes))
    }
}

/// One part of several.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Shard {
    number: usize,
    of: usize,
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parts =
            text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        let shard = parts.map(|(number, of)| Self { number, of });
        let fits = |shard: &Self| (1..=shard.of).contains(&shard.number);
        shard.filter(fits).ok_or_else(|| "a part is written as in 3/8: the third of eight".to_owned())
    }
}

impl Shard {
    /// Whether it holds what stands at this place.
    fn has(self, at: usize) -> bool {
        at % self.of == self.number - 1
    }
}

/// Grades the submissions and reports.
fn grade(root: &Path, args: &Args) -> Result<()> {
    let dir = &args.dir;
    process::catch_interrupts()?;
    strays::adopt()?;
    let (mut submissions, others) = submissions::find(dir)?;
    let roster = args.roster.as_deref().map(Roster::read).transpose()?;
    let roll = roster.map(|roster| roster.call(&mut submissions)).transpose()?;
    submissions.sort_by(|a, b| a.name.cmp(&b.name));
    let submissions = submissions.into_iter().enumerate();
    let submissions: Vec<Submission> = submissions
        .filter(|(at, _)| args.shard.is_none_or(|shard| shard.has(*at)))
        .map(|(_, submission)| submission)
        .collect();
    let lessons = LessonInfo::all(root)?;
    let mut files = tree::read(root)?;
    // A class may lie in the workbook's own folder.
    let class = dir.canonicalize().with_context(|| format!("cannot find {}", dir.display()))?;
    if let Ok(inside) = class.strip_prefix(root.canonicalize()?) {
        files.retain(|file, _| !Path::new(file).starts_with(inside));
    }
    if !holds_solutions(&files) {
        bail!("this workbook {}", history::no_solutions(root));
    }
    let course = Course::whole(&files, &lessons)?;
    let [starter, solved] = [State::Open, State::Solved].map(|state| course.for_students(|_| state));
    let (starter, solved) = (starter?, solved?);
    let earlier = args.earlier.as_deref().map(Report::read).transpose()?;
    let chosen: Vec<&LessonInfo> = lessons
        .iter()
        .filter(|lesson| args.lessons.as_ref().is_none_or(|only| only.has(lesson.number)))
        .filter(|lesson| args.exercise.is_none_or(|exercise| exercise.lesson == lesson.number))
        .collect();
    if chosen.is_empty() {
        bail!("there is no such lesson");
    }
    let given = Given::new(&course, &starter, &solved);
    let sandbox = Sandbox::find(args.trust, args.user.as_deref())?;
    let workspace = Workspace::of(root)?;
    let folder = workspace.workshop().join("grade");
    let seed = args.seed.or(earlier.as_ref().map(Report::seed));
    let seed = seed.map_or_else(|| kept::seed(&folder), Ok)?;
    let [time, build] = [args.limit, args.build_limit].map(Duration::from_secs);
    let settings = Settings { time, memory: args.memory, build, seed, sandbox };
    let exercises: Vec<Id> = chosen.iter().flat_map(|lesson| lesson.exercises()).map(Exercise::id).collect();
    let kept = Kept::new(folder.join("kept"), &given, &(seed, exercises), &settings)?;
    let names = chosen.iter().map(|lesson| lesson.slug()).collect();
    let part = args.shard.map(|Shard { number, of }| (number, of));
    let mut report = Report::new(names, seed, part, others, roll);
    // A mark that cannot be given is told before anything is graded.
    let all = earlier.as_ref().map(|earlier| earlier.of(&lessons));
    args.outputs.weigh(all.as_ref().unwrap_or(&chosen), &mut report)?;
    if let (Some(earlier), Some(exercise)) = (&earlier, args.exercise) {
        ensure!(earlier.has(exercise), "there is no {exercise} in the earlier grading");
    }
    let mut waiting = Vec::new();
    let reading = Progress::new(submissions.len());
    let mut stopped = Ok(());
    for submission in &submissions {
        if let Err(interrupted) = process::stop_if_interrupted() {
            stopped = Err(interrupted);
            report.missing.push(submission.name.clone());
            continue;
        }
        reading.tick(&format!("read {}", submission.name));
        let handed = submissions::hand_in(submission, &given);
        let before = handed.as_ref().ok().filter(|_| !args.again).and_then(|handed| kept.find(handed));
        let graded = |outcomes| Graded::new(submission, outcomes, &chosen);
        match (handed, before) {
            (_, Some(outcomes)) => report.add(graded(Ok(outcomes))),
            (Err(why), None) => report.add(graded(Err(why))),
            (Ok(handed), None) => waiting.push((submission, handed)),
        }
    }
    drop(reading);
    let is_whole = waiting.is_empty();
    report.missing.extend(waiting.iter().map(|(submission, ..)| submission.name.clone()));
    // What is graded is reported, whatever becomes of the rest.
    let grade_the_rest = || -> Result<()> {
        let hidden = submissions.iter().filter_map(Submission::place).collect();
        let grader = Grader::new(&workspace, &given, &chosen, settings, hidden, &kept)?;
        let progress = Progress::told(waiting.len());
        for (submission, handed) in waiting {
            let outcomes = grader.mark(&handed).with_context(|| format!("in {}", submission.name))?;
            kept.keep(&handed, &outcomes)?;
            let graded = Graded::new(submission, Ok(outcomes), &chosen);
            progress.tick(&graded.words());
            report.add(graded);
            if earlier.is_none() {
                args.outputs.save(&chosen, &mut report)?;
            }
        }
        drop(progress);
        grader.tidy()
    };
    let done = stopped.and_then(|()| if is_whole { Ok(()) } else { grade_the_rest() });
    match (earlier, args.exercise) {
        (Some(mut earlier), Some(exercise)) => {
            let strangers = earlier.take(exercise, report);
            args.outputs.write(&earlier.of(&lessons), &mut earlier)?;
            if !strangers.is_empty() {
                println!(
                    "{BAD}Not regraded{BAD:#}, since one of both gradings lacks them: {}",
                    strangers.join(", ")
                );
            }
        }
        _ => args.outputs.write(&chosen, &mut report)?,
    }
    done
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_counted_from_one() {
        assert_eq!("3/8".parse(), Ok(Shard { number: 3, of: 8 }));
        for wrong in ["0/8", "9/8", "3", "3/", "a/b", "1/0"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }
}
