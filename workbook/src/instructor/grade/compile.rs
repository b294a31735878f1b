//! Builds a submission's checks, whatever it takes.

use crate::instructor::grade::answer::{Answers, Composed, Part};
use crate::instructor::grade::handed_in::{Given, HandedIn};
use crate::instructor::grade::kept::Outcomes;
use crate::instructor::grade::marks::{Limits, Mark, Outcome, Program, Run};
use crate::instructor::grade::sandbox::Sandbox;
use crate::instructor::grade::strays;
use crate::instructor::grade::together::{self, together};
use crate::workers;
use anyhow::{Context, Result, bail};
use course::{Exercise, Id, Lesson};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use student::cargo::{Build, Message, Workspace};
use student::checks;
use student::process;
use student::tree::{self, Files};

/// A build takes no longer; most of it is the crates that all submissions share.
const BUILD_LIMIT: Duration = Duration::from_secs(900);

/// Builds and runs checks, one submission after the other, always in the same place: so the crates that all
/// share are built once, and no report depends on where it was made.
pub struct Grader<'a> {
    workspace: &'a Workspace,
    given: &'a Given<'a>,
    lessons: &'a [&'a Lesson],
    limits: Limits,
    sandbox: Sandbox,
    hidden: Vec<PathBuf>,
    tree: PathBuf,
    scratch: PathBuf,
    /// The starter, its checks together.
    starter: Files,
    /// The workbook with its own answers, and the program with its checks, which judges.
    own: (PathBuf, PathBuf),
}

/// What did not compile, by file and part, with the first error of each.
type Broken = BTreeMap<(String, Part), String>;

impl<'a> Grader<'a> {
    /// Builds the workbook's own checks, and with them the crates that all share.
    pub fn new(
        workspace: &'a Workspace,
        given: &'a Given<'a>,
        lessons: &'a [&'a Lesson],
        limits: Limits,
        sandbox: Sandbox,
        hidden: Vec<PathBuf>,
    ) -> Result<Self> {
        let folder = workspace.workshop().join("grade");
        let [tree, scratch, own] = ["tree", "scratch", "own"].map(|name| folder.join(name));
        // What a tool that was killed has left.
        remove(&scratch)?;
        std::fs::create_dir_all(&scratch).with_context(|| format!("cannot make {}", scratch.display()))?;
        for folder in workspace.written() {
            std::fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
        }
        tree::write(&own, given.solved)?;
        // Cargo takes a copy in another place for the same, so the submissions are built where this is.
        tree::write(&tree, &together(given.solved, lessons))?;
        // With the network, if the shared crates are not there yet.
        let build = build(workspace, &tree, sandbox.around_own(), true)?;
        match build.messages.iter().find(|message| message.error) {
            _ if build.built => {}
            Some(message) => bail!("the workbook's own answers do not compile:\n{}", message.text),
            None => bail!("the workbook's own answers cannot be built; what cargo said stands above"),
        }
        let judge = scratch.join("judge").with_extension(std::env::consts::EXE_EXTENSION);
        std::fs::copy(program(&build)?, &judge)
            .with_context(|| format!("cannot write {}", judge.display()))?;
        let (own, starter) = ((own, judge), together(given.starter, lessons));
        Ok(Self { workspace, given, lessons, limits, sandbox, hidden, tree, scratch, starter, own })
    }

    /// What comes of a submission.
    ///
    /// An answer that calls another which is not right is judged once more with the workbook's own in its place.
    pub fn mark(&self, handed: &HandedIn) -> Result<Outcomes> {
        let exercises = || {
            self.lessons.iter().flat_map(|lesson| lesson.exercises().iter().map(move |one| (*lesson, one)))
        };
        let mut marks: BTreeMap<Id, Mark> = BTreeMap::new();
        for (_, exercise) in exercises() {
            let (id, file) = (exercise.id(), exercise.file.get_ref());
            if let Some((outcome, why)) =
                handed.answers.get(file).and_then(|answers| answers.refused.get(&id))
            {
                marks.insert(id, Mark::unrun(id, *outcome, why));
            } else if let Some(why) = handed.lost.get(file) {
                marks.insert(id, Mark::unrun(id, Outcome::Missing, &format!("{file} {why}")));
            }
        }
        let mut broken = Broken::new();
        let mut ours: BTreeSet<Id> = marks.keys().copied().collect();
        let mut helped = Vec::new();
        for round in 0.. {
            let build = self.compile(handed, &ours, &mut broken)?;
            let (mut blocked, mut undecided) = (BTreeMap::new(), false);
            let waiting: Vec<_> = exercises().filter(|(_, one)| !marks.contains_key(&one.id())).collect();
            let told = self.run_all(&waiting, &build, &broken)?;
            for ((_, exercise), mark) in waiting.into_iter().zip(told) {
                let (id, file) = (exercise.id(), exercise.file.get_ref());
                match mark.outcome {
                    Outcome::Blocked if self.is_untouched(handed, file, id) => {
                        marks.insert(id, Mark::unrun(id, Outcome::Open, ""));
                    }
                    Outcome::Blocked => drop(blocked.insert(id, mark)),
                    // It may call the one before, of which nothing was learnt.
                    outcome if undecided && outcome.is_undecided() => drop(blocked.insert(id, mark)),
                    outcome => {
                        undecided |= outcome.is_undecided();
                        if round > 0 && outcome == Outcome::Passed {
                            helped.push(id.to_string());
                        }
                        marks.insert(id, mark);
                    }
                }
            }
            let before = ours.len();
            ours.extend(
                marks.values().filter(|mark| mark.outcome != Outcome::Passed).map(|mark| mark.exercise),
            );
            // One of a lesson that is not graded.
            let blocking = blocked.values().filter_map(|mark| Id::strict(&mark.detail));
            ours.extend(blocking.filter(|id| !marks.contains_key(id) && !blocked.contains_key(id)));
            if blocked.is_empty() || ours.len() == before {
                marks.extend(blocked);
                break;
            }
        }
        let mut notes: Vec<String> = broken
            .iter()
            .filter_map(|((file, part), error)| match part {
                Part::Exercise(_) => None,
                Part::Added(at) => {
                    let name = handed.answers.get(file)?.added(*at);
                    Some(format!("{file}: {name} does not compile and was left out: {error}"))
                }
            })
            .collect();
        if !helped.is_empty() {
            let helped = helped.join(", ");
            notes.push(format!(
                "{helped}: right with the workbook's own answers in the place of those that are not"
            ));
        }
        notes.extend(handed.notes.iter().cloned());
        Ok(Outcomes { marks: marks.into_values().collect(), notes })
    }

    fn is_untouched(&self, handed: &HandedIn, file: &str, id: Id) -> bool {
        let answers = handed.answers.get(file).zip(self.given.templates.get(file));
        answers.is_some_and(|(answers, template)| template.is_untouched(answers, id))
    }

    /// Deletes the last submission.
    pub fn tidy(&self) -> Result<()> {
        remove(&self.tree)?;
        remove(&self.own.0)?;
        remove(&self.scratch)
    }

    /// Builds a submission, with the workbook's own answers to some exercises. What does not compile is left out,
    /// each part alone, until the rest does.
    fn compile(&self, handed: &HandedIn, ours: &BTreeSet<Id>, broken: &mut Broken) -> Result<Build> {
        let [out, shared] = self.workspace.written();
        let writable = [out.as_path(), &shared, &self.tree, &self.scratch];
        let nothing = Answers::default();
        loop {
            let mut ours = ours.clone();
            ours.extend(broken.keys().filter_map(|(_, part)| match part {
                Part::Exercise(id) => Some(*id),
                Part::Added(_) => None,
            }));
            let composed: BTreeMap<&str, Composed> = (self.given.templates.iter())
                .map(|(file, template)| {
                    let answers = handed.answers.get(file).unwrap_or(&nothing);
                    let of_file = broken.keys().filter(|(broken, _)| broken == file);
                    let without: BTreeSet<Part> = of_file.map(|(_, part)| part.clone()).collect();
                    (file.as_str(), template.composed(answers, &without, &ours))
                })
                .collect();
            let files =
                composed.iter().map(|(file, made)| ((*file).to_owned(), made.text.clone().into_bytes()));
            let mut around = self.sandbox.around_build(&self.hidden, &writable);
            if let Some(around) = &mut around {
                around.env("CARGO_NET_OFFLINE", "true").env("TMPDIR", &self.scratch);
            }
            let mut all = self.starter.clone();
            all.extend(files);
            tree::write(&self.tree, &all)?;
            let build = build(self.workspace, &self.tree, around, false)?;
            if build.built {
                return Ok(build);
            }
            let before = broken.len();
            for (part, error) in culprits(&build, &composed) {
                broken.entry(part).or_insert(error);
            }
            if broken.len() == before {
                bail!("cargo failed: {}", build.said.trim());
            }
        }
    }

    /// Runs checks, in boxes as many at once as there are cores. Without a box, what one leaves behind could not be told
    /// from the others.
    fn run_all(&self, all: &[(&Lesson, &Exercise)], build: &Build, broken: &Broken) -> Result<Vec<Mark>> {
        let workers = if self.sandbox == Sandbox::Bubblewrap { workers::count() } else { 1 };
        let marks = workers::share(workers, all, |worker, (lesson, exercise)| {
            let mark = match broken.get(&(exercise.file.get_ref().clone(), Part::Exercise(exercise.id()))) {
                Some(error) => Mark::unrun(exercise.id(), Outcome::NotCompiled, error),
                None => self.run(lesson, exercise, build, worker)?,
            };
            if workers == 1 {
                strays::end();
            }
            Ok(mark)
        });
        strays::end();
        marks
    }

    fn run(&self, lesson: &Lesson, exercise: &Exercise, build: &Build, worker: usize) -> Result<Mark> {
        let checks = lesson.file("checks.rs");
        let text = self.given.starter.get(&checks).map(|text| String::from_utf8_lossy(text));
        let text = text.with_context(|| format!("there is no {checks}"))?;
        let test = checks::name(&text, exercise.id())
            .with_context(|| format!("{checks} has no check for exercise {}", exercise.id()))?;
        let theirs = Program { program: program(build)?, tree: &self.tree };
        let own = Program { program: &self.own.1, tree: &self.own.0 };
        let scratch = &self.scratch.join(worker.to_string());
        let (limits, sandbox) = (self.limits, self.sandbox);
        Run { theirs, own, test, scratch, limits, sandbox }.mark(exercise.id())
    }
}

/// The program with the checks.
fn program(build: &Build) -> Result<&Path> {
    let program = build.tests.iter().find(|(from, _)| from.ends_with(together::FILE));
    program.map(|(_, program)| program.as_path()).context("cargo built no program with the checks")
}

/// Builds the checks in a copy of the workbook.
fn build(workspace: &Workspace, tree: &Path, around: Option<Command>, shown: bool) -> Result<Build> {
    let build = workspace.build_check_of_copy(around, tree, together::NAME, BUILD_LIMIT, shown)?;
    strays::end();
    process::stop_if_interrupted()?;
    Ok(build)
}

fn remove(folder: &Path) -> Result<()> {
    match std::fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(error).with_context(|| format!("cannot tidy {}", folder.display()))
        }
        _ => Ok(()),
    }
}

/// The parts of a submission that are to blame for a build that failed, with the first error of each.
fn culprits(build: &Build, composed: &BTreeMap<&str, Composed>) -> Broken {
    let mut found = Broken::new();
    let everywhere = |text: &str| -> Broken {
        let parts =
            composed.iter().flat_map(|(file, made)| made.all().map(|part| ((*file).to_owned(), part)));
        parts.map(|part| (part, text.to_owned())).collect()
    };
    if build.timed_out {
        return everywhere(&format!("takes longer than {} s", BUILD_LIMIT.as_secs()));
    }
    let errors: Vec<&Message> = build.messages.iter().filter(|message| message.error).collect();
    for message in &errors {
        for (file, part, row) in blamed(message, composed) {
            let row = row.map_or(String::new(), |row| format!("row {row}, "));
            found.entry((file, part)).or_insert_with(|| format!("{row}{}", first_line(message)));
        }
    }
    match found.is_empty() {
        true => everywhere(errors.first().map_or("cargo failed", |message| first_line(message))),
        false => found,
    }
}

/// The parts that an error is about, with the row of a student's file: those it points at; or else those whose
/// function it points at, as at a type that is not what comes out; or else all of a file that it shows.
fn blamed(message: &Message, composed: &BTreeMap<&str, Composed>) -> Vec<(String, Part, Option<usize>)> {
    let places: Vec<(&str, &Composed, usize)> = (message.place.iter().chain(&message.others))
        .filter_map(|(file, row)| Some((file.as_str(), composed.get(file.as_str())?, *row)))
        .collect();
    for (file, made, row) in &places {
        if let Some((part, row)) = made.part(*row) {
            return vec![((*file).to_owned(), part, Some(row))];
        }
    }
    for (file, made, row) in &places {
        let around: Vec<_> =
            made.around(*row).map(|id| ((*file).to_owned(), Part::Exercise(id), None)).collect();
        if !around.is_empty() {
            return around;
        }
    }
    let shown = composed.iter().filter(|(file, _)| message.text.contains(**file));
    shown.flat_map(|(file, made)| made.all().map(|part| ((*file).to_owned(), part, None))).collect()
}

fn first_line(message: &Message) -> &str {
    message.text.lines().next().unwrap_or_default()
}
