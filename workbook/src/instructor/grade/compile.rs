//! Builds a submission's checks, whatever it takes.

use crate::cargo::{Build, Message, Workspace};
use crate::checks;
use crate::instructor::grade::answer::{Composed, Part};
use crate::instructor::grade::handed_in::{Given, HandedIn};
use crate::instructor::grade::kept::Outcomes;
use crate::instructor::grade::marks::{Limits, Mark, Outcome, Run};
use crate::instructor::grade::sandbox::Sandbox;
use crate::process;
use crate::tree::{self, Files};
use anyhow::{Context, Result, bail};
use course::{Exercise, Lesson};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// A build takes no longer; most of it is the crates that all submissions share.
const BUILD_LIMIT: Duration = Duration::from_secs(900);

/// Lists the checks.
const MANIFEST: &str = "lessons/Cargo.toml";

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
}

/// What did not compile, by file and part, with the first error of each.
type Broken = BTreeMap<(String, Part), String>;

impl<'a> Grader<'a> {
    /// Makes sure that the starter's checks can be built.
    pub fn new(
        workspace: &'a Workspace,
        given: &'a Given<'a>,
        lessons: &'a [&'a Lesson],
        limits: Limits,
        sandbox: Sandbox,
        hidden: Vec<PathBuf>,
    ) -> Result<Self> {
        let folder = workspace.workshop().join("grade");
        let (tree, scratch) = (folder.join("tree"), folder.join("scratch"));
        // What a tool that was killed has left.
        remove(&scratch)?;
        std::fs::create_dir_all(&scratch).with_context(|| format!("cannot make {}", scratch.display()))?;
        let grader = Self { workspace, given, lessons, limits, sandbox, hidden, tree, scratch };
        for folder in workspace.written() {
            std::fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
        }
        // The crates that all share are built here, with the network if they are not there yet.
        let build = grader.build(&Files::new(), sandbox.around_own(), true)?;
        match build.messages.iter().find(|message| message.error) {
            _ if build.built => Ok(grader),
            Some(message) => bail!("the workbook's own starter does not compile:\n{}", message.text),
            None => bail!("the workbook's own starter cannot be built; what cargo said stands above"),
        }
    }

    /// What comes of a submission.
    pub fn mark(&self, handed: &HandedIn) -> Result<Outcomes> {
        let (build, broken) = self.compile(handed)?;
        let mut marks = Vec::new();
        for lesson in self.lessons {
            for exercise in lesson.exercises() {
                let (id, file) = (exercise.id(), exercise.file.get_ref());
                let refused = handed.answers.get(file).and_then(|answers| answers.refused.get(&id));
                let error = broken.get(&(file.clone(), Part::Exercise(id)));
                marks.push(match (refused, error, handed.lost.get(file)) {
                    (Some((outcome, why)), ..) => Mark::unrun(id, *outcome, why),
                    (None, Some(error), _) => Mark::unrun(id, Outcome::NotCompiled, error),
                    (None, None, Some(why)) => Mark::unrun(id, Outcome::Missing, &format!("{file} {why}")),
                    (None, None, None) => self.run(lesson, exercise, &build)?,
                });
            }
        }
        let added = broken.iter().filter_map(|((file, part), error)| match part {
            Part::Exercise(_) => None,
            Part::Added(at) => {
                let name = handed.answers.get(file)?.added(*at);
                Some(format!("{file}: {name} does not compile and was left out: {error}"))
            }
        });
        Ok(Outcomes { marks, notes: added.chain(handed.notes.iter().cloned()).collect() })
    }

    /// Deletes the last submission.
    pub fn tidy(&self) -> Result<()> {
        remove(&self.tree)?;
        remove(&self.scratch)
    }

    /// Builds a submission. What does not compile is left out, each part alone, until the rest does.
    fn compile(&self, handed: &HandedIn) -> Result<(Build, Broken)> {
        let mut broken = Broken::new();
        let [out, shared] = self.workspace.written();
        let writable = [out.as_path(), &shared, &self.tree, &self.scratch];
        loop {
            let composed: BTreeMap<&str, Composed> = (handed.answers.iter())
                .filter_map(|(file, answers)| {
                    let of_file = broken.keys().filter(|(broken, _)| broken == file);
                    let without: BTreeSet<Part> = of_file.map(|(_, part)| part.clone()).collect();
                    Some((file.as_str(), self.given.templates.get(file)?.composed(answers, &without)))
                })
                .collect();
            let files =
                composed.iter().map(|(file, made)| ((*file).to_owned(), made.text.clone().into_bytes()));
            let mut around = self.sandbox.around_build(&self.hidden, &writable);
            if let Some(around) = &mut around {
                around.env("CARGO_NET_OFFLINE", "true").env("TMPDIR", &self.scratch);
            }
            let build = self.build(&files.collect(), around, false)?;
            if build.built {
                return Ok((build, broken));
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

    /// Builds the starter with these files in it.
    fn build(&self, files: &Files, around: Option<Command>, shown: bool) -> Result<Build> {
        let mut all = self.given.starter.clone();
        all.extend(files.iter().map(|(file, contents)| (file.clone(), contents.clone())));
        tree::write(&self.tree, &all)?;
        let build = self.workspace.build_checks_of_copy(around, &self.tree, BUILD_LIMIT, shown)?;
        process::end_strays();
        process::stop_if_interrupted()?;
        Ok(build)
    }

    fn run(&self, lesson: &Lesson, exercise: &Exercise, build: &Build) -> Result<Mark> {
        let checks = lesson.file("checks.rs");
        let text = self.given.starter.get(&checks).map(|text| String::from_utf8_lossy(text));
        let text = text.with_context(|| format!("there is no {checks}"))?;
        let test = checks::name(&text, exercise.id())
            .with_context(|| format!("{checks} has no check for exercise {}", exercise.id()))?;
        let program = build.tests.iter().find(|(from, _)| from.ends_with(&checks));
        let (_, program) = program.with_context(|| format!("{MANIFEST} has no [[test]] with {checks}"))?;
        let (tree, scratch) = (&self.tree, &self.scratch);
        let run = Run { program, test, tree, scratch, limits: self.limits, sandbox: self.sandbox };
        run.mark(exercise.id())
    }
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
