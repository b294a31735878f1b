//! Builds a submission's checks, whatever it takes.

use crate::cargo::{Build, Message, Workspace};
use crate::checks;
use crate::instructor::grade::handed_in::{Given, HandedIn};
use crate::instructor::grade::marks::{Limits, Mark, Outcome, Run};
use crate::process;
use crate::tree::{self, Files};
use anyhow::{Context, Result, bail};
use course::{Exercise, Id, Lesson};
use std::collections::BTreeMap;
use std::fmt::Display;
use std::path::{Path, PathBuf};
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
    tree: PathBuf,
    scratch: PathBuf,
}

/// What did not compile, with the first error of each.
#[derive(Default)]
struct Broken {
    /// Exercises of files that compile without them.
    exercises: BTreeMap<Id, String>,
    /// Files in which the error is elsewhere.
    files: BTreeMap<String, String>,
}

impl<'a> Grader<'a> {
    /// Makes sure that the starter's checks can be built.
    pub fn new(
        workspace: &'a Workspace,
        given: &'a Given<'a>,
        lessons: &'a [&'a Lesson],
        limits: Limits,
    ) -> Result<Self> {
        let folder = workspace.workshop().join("grade");
        let (tree, scratch) = (folder.join("tree"), folder.join("scratch"));
        // What a tool that was killed has left.
        remove(&folder)?;
        std::fs::create_dir_all(&scratch).with_context(|| format!("cannot make {}", scratch.display()))?;
        let grader = Self { workspace, given, lessons, limits, tree, scratch };
        let build = grader.build(&Files::new(), true)?;
        match build.messages.iter().find(|message| message.error) {
            _ if build.built => Ok(grader),
            Some(message) => bail!("the workbook's own starter does not compile:\n{}", message.text),
            None => bail!("the workbook's own starter cannot be built; what cargo said stands above"),
        }
    }

    /// The marks of a submission, and notes about them.
    pub fn mark(&self, handed: &HandedIn) -> Result<(Vec<Mark>, Vec<String>)> {
        let (build, broken) = self.compile(handed)?;
        let mut marks = Vec::new();
        for lesson in self.lessons {
            for exercise in lesson.exercises() {
                let (id, file) = (exercise.id(), exercise.file.get_ref());
                let error = broken.exercises.get(&id).or(broken.files.get(file));
                marks.push(match (error, handed.lost.get(file)) {
                    (Some(error), _) => Mark::unrun(id, Outcome::NotCompiled, error),
                    (_, Some(why)) => Mark::unrun(id, Outcome::Missing, &format!("{file} {why}")),
                    (None, None) => self.run(lesson, exercise, &build)?,
                });
            }
        }
        let note = |what: &dyn Display, error: &String| {
            format!("{what} does not compile, so the starter's code was used: {error}")
        };
        let exercises = broken.exercises.iter().map(|(id, error)| note(id, error));
        let notes = exercises.chain(broken.files.iter().map(|(file, error)| note(file, error))).collect();
        Ok((marks, notes))
    }

    /// Deletes the last submission.
    pub fn tidy(&self) -> Result<()> {
        remove(&self.tree)?;
        remove(&self.scratch)
    }

    /// Builds a submission. Exercises that do not compile, or whole files, are replaced by the starter's until
    /// the rest does.
    fn compile(&self, handed: &HandedIn) -> Result<(Build, Broken)> {
        let mut files = handed.files.clone();
        let mut broken = Broken::default();
        loop {
            let build = self.build(&files, false)?;
            if build.built {
                return Ok((build, broken));
            }
            let found = culprits(&build, &files);
            if found.is_empty() {
                bail!("cargo failed: {}", build.said.trim());
            }
            for (file, errors) in found {
                self.reopen(&mut files, &mut broken, file, &errors);
            }
        }
    }

    /// Replaces the exercises in which the errors are, or else the file.
    fn reopen(&self, files: &mut Files, broken: &mut Broken, file: String, errors: &[Error]) {
        let first = errors.first().map(Error::words).unwrap_or_default();
        let rows: Option<Vec<usize>> = errors.iter().map(|error| error.row).collect();
        let text = files.remove(&file).and_then(|text| String::from_utf8(text).ok()).unwrap_or_default();
        let reopened = rows.and_then(|rows| self.given.reopened(&file, &text, &rows));
        // One that was replaced already and still has an error is not to blame itself.
        match reopened.filter(|(_, ids)| !ids.iter().any(|id| broken.exercises.contains_key(id))) {
            Some((text, ids)) => {
                broken.exercises.extend(ids.into_iter().map(|id| (id, first.clone())));
                files.insert(file, text.into_bytes());
            }
            None => drop(broken.files.insert(file, first)),
        }
    }

    /// Builds the starter with these files in it. All are new, so that no submission finds traces of another.
    fn build(&self, files: &Files, shown: bool) -> Result<Build> {
        let mut all = self.given.starter.clone();
        all.extend(files.iter().map(|(file, contents)| (file.clone(), contents.clone())));
        remove(&self.tree)?;
        tree::write(&self.tree, &all)?;
        let build = self.workspace.build_checks_of_copy(&self.tree, BUILD_LIMIT, shown)?;
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
        let run = Run { program, test, tree: &self.tree, scratch: &self.scratch, limits: self.limits };
        run.mark(exercise.id())
    }

    /// The exercises that are graded.
    pub fn exercises(&self) -> impl Iterator<Item = Id> {
        self.lessons.iter().flat_map(|lesson| lesson.exercises()).map(Exercise::id)
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

/// An error in a submission.
#[derive(Clone, Debug, PartialEq)]
struct Error {
    /// Where in its file, if the compiler says so.
    row: Option<usize>,
    text: String,
}

impl Error {
    fn words(&self) -> String {
        let text = &self.text;
        self.row.map_or_else(|| text.clone(), |row| format!("row {row}, {text}"))
    }
}

/// The files of a submission that are to blame for a build that failed, with their errors.
fn culprits(build: &Build, files: &Files) -> BTreeMap<String, Vec<Error>> {
    let everywhere = |text: String| {
        files.keys().map(|file| (file.clone(), vec![Error { row: None, text: text.clone() }])).collect()
    };
    if build.timed_out {
        return everywhere(format!("takes longer than {} s", BUILD_LIMIT.as_secs()));
    }
    let errors: Vec<&Message> = build.messages.iter().filter(|message| message.error).collect();
    let mut found: BTreeMap<String, Vec<Error>> = BTreeMap::new();
    for message in &errors {
        if let Some((file, row)) = message.place.as_ref().filter(|(file, _)| files.contains_key(file)) {
            let error = Error { row: Some(*row), text: first_line(message) };
            found.entry(file.clone()).or_default().push(error);
        }
    }
    if found.is_empty() {
        // A check that does not compile any more: the compiler also shows what it calls.
        for message in &errors {
            for file in files.keys().filter(|file| message.text.contains(file.as_str())) {
                found.entry(file.clone()).or_default().push(Error { row: None, text: first_line(message) });
            }
        }
    }
    if found.is_empty() {
        return everywhere(
            errors.first().map_or_else(|| "cargo failed".to_owned(), |message| first_line(message)),
        );
    }
    found
}

fn first_line(message: &Message) -> String {
    message.text.lines().next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_with_the_error_is_to_blame_or_else_the_one_that_is_shown() {
        let error = |place: &str, text: &str| Message {
            error: true,
            place: Some((place.to_owned(), 3)),
            text: text.to_owned(),
        };
        let build = |messages| Build { messages, ..Build::default() };
        let files = Files::from([("a.rs".to_owned(), vec![]), ("b.rs".to_owned(), vec![])]);
        let blame = |messages| -> Vec<String> {
            let found = culprits(&build(messages), &files);
            found.iter().map(|(file, errors)| format!("{file}: {}", errors[0].words())).collect()
        };

        let in_a = error("a.rs", "error: no `;`\n  more");
        assert_eq!(blame(vec![in_a, error("c.rs", "error: b.rs")]), ["a.rs: row 3, error: no `;`"]);
        assert_eq!(blame(vec![error("c.rs", "error: odd\n --> b.rs:1:2")]), ["b.rs: error: odd"]);
        assert_eq!(blame(vec![]), ["a.rs: cargo failed", "b.rs: cargo failed"]);
    }
}
