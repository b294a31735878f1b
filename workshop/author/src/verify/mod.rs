//! `cargo workbook verify`: proves that starters are open, solutions pass, mistakes are recognised, and
//! nothing leaks.

mod asking;
mod consistency;
mod excerpts;
mod leaks;
mod proof;
mod recorded;
mod report;
mod shown;
pub mod variants;

use crate::instructor::atlas;
use crate::markers::State;
use crate::projection::{Course, LOCK, locked};
use crate::tree::{self, Files};
use crate::workspace::{self, Workspace};
use anyhow::{Context, Result, bail};
use asking::{Asking, Check, Runs};
use course::{Exercise, Id, LessonInfo, Problem};
pub use report::Report;
use std::collections::BTreeSet;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::Duration;
use workbook::cargo::{Build, Message};
use workbook::process;

/// Cargo's arguments to check all code without building programs.
const ALL: [&str; 3] = ["check", "--workspace", "--all-targets"];

/// The options of `verify`.
pub struct Scope {
    /// The only lesson to verify, if one is named.
    pub lesson: Option<u8>,
    /// The only exercise to verify, if one is named.
    pub exercise: Option<Id>,
    /// The time after which a check is ended.
    pub limit: Duration,
    /// True if the branches' commits are also compiled, and must be free of warnings.
    pub branches: bool,
    /// The file for what a student hears of each variant.
    pub ledger: Option<PathBuf>,
}

/// Verifies what the scope names, prints the findings, and returns whether all is well.
pub fn verify(root: &Path, scope: &Scope) -> Result<bool> {
    process::catch_interrupts()?;
    let mut report = Report::new();
    if let Err(error) = prove(root, scope, &mut report) {
        report.problems("The workbook can be read", &[error.downcast()?]);
    }
    Ok(report.end())
}

fn prove(root: &Path, scope: &Scope, report: &mut Report) -> Result<()> {
    let lessons = LessonInfo::all(root)?;
    let chosen = scope.choose(&lessons)?;
    let files = tree::read(root)?;
    let course = match Course::new(&files, &lessons) {
        Ok(course) => course,
        Err(problems) => {
            report.problems("The markers are in order", &problems);
            return Ok(());
        }
    };
    let given = course.for_students(|_| State::Open);
    report.problems("Sources, lessons, checks and texts agree", &consistency::check(&course, &chosen, root));
    report.problems("Students are shown no solution", &leaks::check(&course, &given)?);

    let workshop = Workshop::new(root)?;
    if workshop.starter_is_clean(&course, &given, report)? {
        workshop.variants_are_known(&course, &chosen, scope, report)?;
    }
    if scope.branches {
        // The last commit, with all solved. None before can have another warning: one about an import or an item doesn't depend
        // on answers, as the starter shows, and any other is about a function with at most one exercise, which is seen in the
        // starter or here.
        let statement = "Each step of the branches compiles without warnings";
        workshop.compiles(statement, &course.for_students(|_| State::Solved), &ALL, |_| true, report)?;
    }
    Ok(())
}

impl Scope {
    /// Returns the lessons that the scope names.
    fn choose<'a>(&self, lessons: &'a [LessonInfo]) -> Result<Vec<&'a LessonInfo>> {
        let Some(number) = self.lesson.or(self.exercise.map(|id| id.lesson)) else {
            return Ok(lessons.iter().collect());
        };
        let lesson = lessons.iter().find(|lesson| lesson.number == number);
        let lesson = lesson.with_context(|| format!("there is no lesson {number}"))?;
        match self.exercise {
            Some(id) if id.lesson != number => bail!("exercise {id} is not in lesson {number}"),
            Some(id) if lesson.exercise(id).is_err() => bail!("{} has no exercise {id}", lesson.about.file),
            _ => Ok(vec![lesson]),
        }
    }
}

/// The folder with copies of the workbook that are built.
pub struct Workshop {
    root: PathBuf,
    workspace: Workspace,
    folder: PathBuf,
    /// The lock of the folder, held as long as it is open.
    _lock: File,
}

impl Workshop {
    /// Returns the workshop of a workbook, after waiting for another command that writes into it.
    pub fn new(root: &Path) -> Result<Self> {
        let workspace = Workspace::of(root)?;
        let folder = workspace.workshop();
        std::fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
        let lock = File::create(folder.join("lock")).context("cannot lock the copies of the workbook")?;
        if lock.try_lock().is_err() {
            anstream::eprintln!(
                "Another command proves or draws in this checkout. This one waits for its end."
            );
            lock.lock()?;
        }
        Ok(Self { root: root.to_owned(), workspace, folder, _lock: lock })
    }

    /// Writes the files into a copy of the workbook and builds there.
    ///
    /// Copies that are only checked and those that are built have different names, so that they do not
    /// invalidate each other. With a third one cargo would confuse it with the first.
    fn build(&self, name: &str, files: &Files, args: &[&str]) -> Result<(PathBuf, Build)> {
        let tree = self.folder.join(name);
        tree::write(&tree, files)?;
        let build = workspace::build_copy(&self.workspace, &tree, args)?;
        process::stop_if_interrupted()?;
        Ok((tree, build))
    }

    /// Returns whether a copy compiles, and reports as problems the messages that `counts` accepts.
    fn compiles(
        &self,
        statement: &str,
        files: &Files,
        args: &[&str],
        counts: impl Fn(&&Message) -> bool,
        report: &mut Report,
    ) -> Result<bool> {
        let (_, build) = self.build("starter", files, args)?;
        let counting = build.messages.iter().filter(counts);
        let texts: Vec<String> = counting.map(|message| message.text.clone()).collect();
        report.build(statement, &build, &texts);
        Ok(build.built)
    }

    /// Returns whether the starter compiles without a warning, even when answers use no import or helper of
    /// ours, since students would be warned of what only our solution uses.
    fn starter_is_clean(&self, course: &Course<'_>, given: &Files, report: &mut Report) -> Result<bool> {
        if !self.compiles("The starter compiles without warnings", given, &ALL, |_| true, report)? {
            return Ok(false);
        }
        let unused = ["unused import", " never used", " never constructed", "warning: field"];
        let counts =
            |message: &&Message| message.error || unused.iter().any(|part| message.text.contains(part));
        let files = course.for_students(|_| State::Code("match () { () => unimplemented!() }"));
        let statement = "No answer is warned of what it does without";
        let is_free = self.compiles(statement, &files, &ALL[..2], counts, report)?;
        // There people look for what students get.
        tree::write(&self.folder.join("starter"), given)?;
        Ok(is_free)
    }

    /// Builds all variants, with what some lessons need of the programs; none if that fails.
    pub fn build_variants(
        &self,
        course: &Course<'_>,
        lessons: &[&LessonInfo],
        report: &mut Report,
    ) -> Result<Option<(PathBuf, Build)>> {
        let needed = needed(course, lessons);
        let args: Vec<&str> =
            ["build", "--workspace"].into_iter().chain(needed.iter().map(String::as_str)).collect();
        let files = variants::all(course)?;
        let (tree, build) = self.build("variants", &files, &args)?;
        let errors = build.messages.iter().filter(|message| message.error);
        let text = |message: &Message| match owner(message, &files) {
            Some(owner) => format!("in {owner}, in a copy of the tree:\n{}", message.text),
            None => message.text.clone(),
        };
        let texts: Vec<String> = errors.map(text).collect();
        report.build("Every variant compiles", &build, &texts);
        Ok(build.built.then_some((tree, build)))
    }

    /// Builds a program of ours that calls these packages, with all variants in them. It becomes a package of its own, two
    /// folders below the root, and is returned with the copy of the workbook that it was built in.
    pub fn build_program(
        &self,
        course: &Course<'_>,
        name: &str,
        needed: &[&str],
        source: Vec<u8>,
    ) -> Result<[PathBuf; 2]> {
        let mut files = variants::all(course)?;
        let (folder, file) = (format!("projects/{name}"), format!("projects/{name}/src/main.rs"));
        let needed: BTreeSet<String> = needed.iter().map(|&name| name.to_owned()).collect();
        let lines: String = needed.iter().map(|name| format!("{name}.workspace = true\n")).collect();
        let manifest = format!(
            "[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition.workspace = true\n\n\
             [dependencies]\n{lines}"
        );
        files.insert(format!("{folder}/Cargo.toml"), manifest.into_bytes());
        files.insert(file.clone(), source);
        if let Some(lock) = files.get_mut(LOCK) {
            *lock = locked(lock, name, &needed);
        }
        if let Some(root) = files.get_mut("Cargo.toml") {
            let member = format!("members = [\"{folder}\", ");
            *root = String::from_utf8_lossy(root).replacen("members = [", &member, 1).into_bytes();
        }
        let (copy, build) = self.build("variants", &files, &["build", "--package", name])?;
        match build.program(&file) {
            Some(program) => Ok([copy, program.to_owned()]),
            None => {
                let texts: Vec<&str> = build.messages.iter().map(|message| message.text.as_str()).collect();
                bail!("{name} does not compile with all variants:\n{}", texts.join("\n"))
            }
        }
    }

    /// Runs the checks on every variant of the chosen exercises, and runs the chosen lessons' programs.
    fn variants_are_known(
        &self,
        course: &Course<'_>,
        chosen: &[&LessonInfo],
        scope: &Scope,
        report: &mut Report,
    ) -> Result<()> {
        let Some((tree, build)) = self.build_variants(course, chosen, report)? else {
            return Ok(());
        };
        let asking = self.asking(course, chosen, (&tree, &build), scope, report)?;
        let (recorded, stale) = recorded::all(&asking, chosen, &self.root)?;
        report.problems("What solution and mistakes answer is recorded", &stale);
        let mut questions = Vec::new();
        for lesson in chosen {
            for exercise in lesson.exercises() {
                let is_chosen = scope.exercise.is_none_or(|id| exercise.id() == id);
                if let Some(check) = asking.checks.get(&exercise.id()).filter(|_| is_chosen) {
                    questions.extend(proof::questions(lesson, exercise, check));
                }
            }
        }
        report.proof(chosen, &questions, &proof::ask(&asking, &questions, &recorded)?);
        if let Some(path) = &scope.ledger {
            let ledger = proof::ledger(&asking, &questions, &recorded)?;
            std::fs::write(path, ledger).with_context(|| format!("cannot write {}", path.display()))?;
        }
        let mut shown = |statement: &str, (count, wrong): (usize, Vec<String>)| {
            if count > 0 || !wrong.is_empty() {
                report.runs(&format!("{statement} ({count} pictures)"), &wrong);
            }
        };
        let statement = "Every lesson runs with all open, at each step of its own, and with all solved";
        shown(statement, shown::at_each_step(course, chosen, &build, &asking.runs)?);
        let statement = "Pictures of mistakes are what the lessons draw";
        shown(statement, atlas::compare(course, chosen, (&tree, &build), &self.root)?);
        let statement = "Students' own code moves later lessons";
        shown(statement, shown::while_open(course, chosen, &build, &asking.runs)?);
        Ok(())
    }

    /// Returns what asks the checks of some lessons, which are built.
    fn asking<'a>(
        &self,
        course: &'a Course<'a>,
        lessons: &[&LessonInfo],
        (tree, build): (&'a Path, &Build),
        scope: &Scope,
        report: &mut Report,
    ) -> Result<Asking<'a>> {
        let runs = Runs { tree, scratch: self.folder.join("runs"), limit: scope.limit };
        std::fs::create_dir_all(&runs.scratch)
            .with_context(|| format!("cannot make {}", runs.scratch.display()))?;
        let checks = lessons.iter().flat_map(|lesson| checks(course, lesson, build, report)).collect();
        Ok(Asking::new(course, runs, checks))
    }
}

/// Names to cargo what some lessons need: their checks, and the programs of these and of all in which they are seen.
fn needed(course: &Course<'_>, lessons: &[&LessonInfo]) -> Vec<String> {
    if lessons.len() == course.lessons.len() {
        return ["--test", "*"].map(str::to_owned).into();
    }
    let exercises = lessons.iter().flat_map(|lesson| lesson.exercises());
    let seen = exercises.flat_map(Exercise::views).filter_map(|(number, _)| course.lesson(number?));
    let programs = lessons.iter().copied().chain(seen).map(|lesson| (lesson, "--bin", lesson.slug()));
    let checks = lessons.iter().map(|&lesson| (lesson, "--test", format!("{}-checks", lesson.slug())));
    // What a package lacks is missed later.
    let has = |(lesson, _, name): &(&LessonInfo, &str, String)| {
        let manifest = course.text(&lesson.file("Cargo.toml"));
        manifest.is_ok_and(|text| text.contains(&format!("name = \"{name}\"")))
    };
    programs.chain(checks).filter(has).flat_map(|(_, kind, name)| [kind.to_owned(), name]).collect()
}

/// Returns the exercise and variant whose code an error is in.
fn owner(message: &Message, files: &Files) -> Option<String> {
    let (file, row) = message.place.as_ref()?;
    let text = str::from_utf8(files.get(file)?).ok()?;
    Some(variants::owner(text, *row)?.to_owned())
}

/// The checks of a lesson that are built, by exercise.
fn checks(course: &Course<'_>, lesson: &LessonInfo, build: &Build, report: &mut Report) -> Vec<(Id, Check)> {
    let checks = lesson.file("checks.rs");
    let Ok(text) = course.text(&checks) else {
        return Vec::new();
    };
    let Some(program) = build.program(&checks) else {
        report.problems(
            "Every lesson's checks are built",
            &[Problem::of(&lesson.file("Cargo.toml"), "has no [[test]] with checks.rs")],
        );
        return Vec::new();
    };
    let ids = lesson.exercises().iter().map(Exercise::id);
    let check = |id| {
        let test = workbook::checks::name(text, id)?.to_owned();
        Some((id, Check { id, program: program.to_owned(), test }))
    };
    ids.filter_map(check).collect()
}
