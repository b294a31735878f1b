//! The proof: every starter is open, every solution passes, every mistake is recognised, and nothing leaks.

mod consistency;
mod excerpts;
mod leaks;
mod proof;
mod report;
mod variants;

use crate::cargo::{Build, Message, Workspace};
use crate::course::Course;
use crate::id::Id;
use crate::lessons::{Exercise, Lesson};
use crate::markers::State;
use crate::problem::Problem;
use crate::process;
use crate::tree::{self, Files};
use anyhow::{Result, bail};
use proof::{Question, Runs};
use report::Report;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// What is to be proven.
pub struct Scope {
    /// This lesson only.
    pub lesson: Option<u8>,
    /// This exercise only.
    pub exercise: Option<Id>,
    /// How long one check may take.
    pub limit: Duration,
}

/// Proves what the scope says. Prints what was found, and returns whether all is well.
pub fn verify(root: &Path, scope: &Scope) -> Result<bool> {
    process::catch_interrupts()?;
    let mut report = Report::new();
    match prove(root, scope, &mut report) {
        Ok(()) => {}
        Err(error) => match error.downcast::<Problem>() {
            Ok(problem) => report.problems("The workbook can be read", &[problem]),
            Err(error) => return Err(error),
        },
    }
    Ok(report.end())
}

fn prove(root: &Path, scope: &Scope, report: &mut Report) -> Result<()> {
    let lessons = Lesson::all(root)?;
    let chosen = scope.choose(&lessons)?;
    let files = tree::read(root)?;
    let course = match Course::new(&files, &lessons) {
        Ok(course) => course,
        Err(problems) => {
            report.problems("The markers are in order", &problems);
            return Ok(());
        }
    };
    let given = course.for_students(|_| State::Open)?;
    report.problems("Sources, lessons, checks and texts agree", &consistency::check(&course, &chosen, root));
    report.problems("Students are shown no solution", &leaks::check(&course, &given)?);

    let workshop = Workshop::new(root)?;
    if workshop.starter_is_clean(&given, report)? {
        workshop.variants_are_known(&course, &chosen, scope, report)?;
    }
    Ok(())
}

impl Scope {
    /// The lessons to look at.
    fn choose<'a>(&self, lessons: &'a [Lesson]) -> Result<Vec<&'a Lesson>> {
        let number = self.lesson.or(self.exercise.map(|id| id.lesson));
        let chosen: Vec<_> =
            lessons.iter().filter(|lesson| number.is_none_or(|number| lesson.number == number)).collect();
        let Some(number) = number else {
            return Ok(chosen);
        };
        let Some(lesson) = chosen.first() else {
            bail!("there is no lesson {number}");
        };
        match self.exercise {
            Some(id) if id.lesson != number => bail!("exercise {id} is not in lesson {number}"),
            Some(id) if !lesson.exercises().iter().any(|exercise| exercise.id() == id) => {
                bail!("{} has no exercise {id}", lesson.about.file)
            }
            _ => Ok(chosen),
        }
    }

    fn has(&self, exercise: &Exercise) -> bool {
        self.exercise.is_none_or(|id| exercise.id() == id)
    }
}

/// The folder where copies of the workbook are built.
struct Workshop {
    workspace: Workspace,
    folder: PathBuf,
}

impl Workshop {
    fn new(root: &Path) -> Result<Self> {
        let workspace = Workspace::of(root)?;
        let folder = workspace.workshop();
        Ok(Self { workspace, folder })
    }

    /// Writes a copy of the workbook and builds in it.
    ///
    /// One copy is only checked and the other built, so that they do not get into each other's way.
    fn build(&self, name: &str, files: &Files, args: &[&str]) -> Result<(PathBuf, Build)> {
        let tree = self.folder.join(name);
        tree::write(&tree, files)?;
        let build = self.workspace.build_copy(&tree, args)?;
        process::stop_if_interrupted()?;
        Ok((tree, build))
    }

    /// Whether the starter compiles; even a warning is a problem.
    fn starter_is_clean(&self, given: &Files, report: &mut Report) -> Result<bool> {
        let start = Instant::now();
        let args = ["check", "--all-targets"];
        let (_, build) = self.build("starter", given, &args)?;
        let texts: Vec<String> = build.messages.iter().map(|message| message.text.clone()).collect();
        report.build("The starter compiles without warnings", &build, &texts, start.elapsed());
        Ok(build.built)
    }

    /// Asks the checks about every variant of the chosen exercises.
    fn variants_are_known(
        &self,
        course: &Course<'_>,
        chosen: &[&Lesson],
        scope: &Scope,
        report: &mut Report,
    ) -> Result<()> {
        let start = Instant::now();
        let files = variants::all(course)?;
        let (tree, build) = self.build("variants", &files, &["test", "--no-run", "--test", "*"])?;
        let texts: Vec<String> = build
            .messages
            .iter()
            .filter(|message| message.error)
            .map(|message| blamed(message, &files))
            .collect();
        report.build("Every variant compiles", &build, &texts, start.elapsed());
        if !build.built {
            return Ok(());
        }
        let runs = Runs { tree: &tree, scratch: &self.folder.join("runs"), limit: scope.limit };
        let start = Instant::now();
        let mut questions = Vec::new();
        for lesson in chosen {
            questions.extend(lesson_questions(course, lesson, scope, &build, report));
        }
        let verdicts = proof::ask(course, &questions, &runs)?;
        report.proof(chosen, &questions, &verdicts, start.elapsed());
        Ok(())
    }
}

/// An error in one of the variants, with the variant named.
fn blamed(message: &Message, files: &Files) -> String {
    let place = message.place.as_ref();
    let owner = place.and_then(|(file, row)| {
        let text = str::from_utf8(files.get(file)?).ok()?;
        Some(variants::owner(text, *row)?.to_owned())
    });
    match owner {
        Some(owner) => format!("in {owner}:\n{}", message.text),
        None => message.text.clone(),
    }
}

fn lesson_questions<'a>(
    course: &Course<'a>,
    lesson: &'a Lesson,
    scope: &Scope,
    build: &Build,
    report: &mut Report,
) -> Vec<Question<'a>> {
    let checks = lesson.file("checks.rs");
    let Ok(text) = course.text(&checks) else {
        return Vec::new();
    };
    let Some((_, program)) = build.tests.iter().find(|(from, _)| from.ends_with(&checks)) else {
        report.problems(
            "Every lesson's checks are built",
            &[Problem::of("lessons/Cargo.toml", format!("has no [[test]] with {checks}"))],
        );
        return Vec::new();
    };
    let test = |id| consistency::check_name(text, id).map(str::to_owned);
    let exercises = lesson.exercises().iter().filter(|exercise| scope.has(exercise));
    exercises.flat_map(|exercise| proof::questions(lesson, exercise, program, test)).collect()
}
