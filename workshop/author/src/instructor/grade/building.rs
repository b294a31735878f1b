//! Builds a submission's checks, whatever it takes, and marks what they find.

use crate::instructor::grade::asking::{Asker, OVER, Right, WAITING};
use crate::instructor::grade::handed_in::HandedIn;
use crate::instructor::grade::hash;
use crate::instructor::grade::marks::{Mark, Verdict};
use crate::instructor::grade::sandbox::{BUILD, Sandbox, toolchain};
use crate::instructor::grade::submissions::short;
use crate::instructor::grade::together;
use crate::projection::is_read_late;
use crate::tree::{self, Files};
use crate::workers;
use crate::workspace::{Workspace, build_check_of_copy, build_within};
use anyhow::{Context, Result, bail};
use course::Id;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};
use workbook::cargo::{Build, cargo};
use workbook::checks::{self, Most};
use workbook::process::{self, Bounds};
use workbook::region;
use workbook::write;

/// The limit of the workbook's own build, of which most is the crates that all submissions share.
pub const OWN_LIMIT: Duration = Duration::from_secs(900);

/// The compiler's processor time for a crate of a submission, and the wall time of a submission as a whole.
const CRATE: Duration = Duration::from_secs(120);
const WHOLE: Duration = Duration::from_secs(300);

/// Limits of the compiler for a submission: its memory in MiB, and the largest file in KiB.
pub const COMPILER: Most = Most { memory: 6144, output: 1 << 20, time: None, processes: None };

/// The reason given for a build that failed without a compiler's error.
const GAVE_UP: &str = "the compiler ran out of time, memory or stack";

/// The most characters of an error that are reported.
const REPORTED: usize = 300;

/// The names of the environment variables that a submission's build keeps.
const ENVIRONMENT: &str = "PATH RUSTUP_TOOLCHAIN RUSTC RUSTFLAGS CARGO_BUILD_JOBS CC CXX LD_LIBRARY_PATH \
                           PKG_CONFIG_PATH SystemRoot TERM";

/// Builds submissions one after the other, always in the same folder, so that the crates that all share are
/// built once and no report depends on the place. Each begins with a copy of what was built of the starter.
pub struct Grader<'a> {
    /// The exercises to grade, with the names of their checks.
    pub exercises: &'a [(Id, String)],
    /// The folder for all builds and their output.
    pub folder: &'a Path,
    /// A hash of all that marks depend on besides a submission.
    pub basis: u64,
    /// The starter's files, with all checks in one program; and the same with the workbook's own answers.
    pub trees: [Files; 2],
    pub asker: Asker<'a>,
}

/// A student's files in ours, as they are built.
struct Tree<'a> {
    handed: &'a HandedIn,
    /// True if what stands beside the exercises doesn't compile, so that only the lines of exercises count.
    in_parts: bool,
    /// The exercises that don't compile, each with its first error. The starter's lines stand in their place.
    broken: BTreeMap<Id, String>,
}

impl Grader<'_> {
    /// Builds the crates that all share, unless they are there, and the program with the workbook's own answers. Then asks
    /// that for what is right.
    pub fn prepare(&mut self, workspace: &Workspace, all: &[(Id, String)]) -> Result<()> {
        let own = &self.asker.own;
        // Leftovers of a tool that was killed.
        remove(&self.at("scratch"))?;
        make(&self.at("scratch"))?;
        tree::write(own, &self.trees[1])?;
        let build = build_check_of_copy(workspace, own, together::NAME, OWN_LIMIT)?;
        self.asker.program = program(checked(&build, "own answers")?)?.to_owned();
        let (base, target, sandbox) = (self.at("base"), self.at("target"), &self.asker.sandbox);
        // With the crates of lessons that are not graded it would take longer to copy for each student.
        let number = hash(&(self.basis, self.trees[0].get(together::MANIFEST)));
        let known = base.join(format!("{number:016x}"));
        if !known.exists() {
            remove(&base)?;
            remove(&target)?;
            make(&target)?;
            tree::write(&self.at("tree"), &self.trees[0])?;
            checked(&self.cargo(&sandbox.own(), None, OWN_LIMIT)?, "starter")?;
            std::fs::rename(&target, &base).context("the starter's build cannot be moved")?;
            // Also what is missing for the build of a submission is told now.
            self.begin_build()?;
            checked(&self.cargo(sandbox, None, OWN_LIMIT)?, "starter")?;
            write::atomically(&known, b"")?;
        }
        self.asker.right = self.asked(all)?;
        // Also what cargo has made of the workbook's own answers.
        for place in [&self.asker.own, &workspace.written()[0], &workspace.written()[1].join("debug")] {
            self.asker.sandbox.hide(place)?;
        }
        Ok(())
    }

    /// Asks our own program for what is right in the exercises, and in those that they need, directly or through others.
    fn asked(&self, all: &[(Id, String)]) -> Result<BTreeMap<Id, Right>> {
        let mut right = BTreeMap::new();
        let mut open: BTreeSet<Id> = self.exercises.iter().map(|(id, _)| *id).collect();
        while !open.is_empty() {
            let new: Vec<_> = all.iter().filter(|(id, _)| open.contains(id)).collect();
            let told = workers::share(&new, |worker, exercise| {
                self.asker.ours(exercise, &self.at("scratch").join(worker.to_string()))
            })?;
            right.extend(new.iter().map(|(id, _)| *id).zip(told));
            open = right.values().flat_map(Right::needs).filter(|id| !right.contains_key(id)).collect();
        }
        Ok(right)
    }

    /// Puts a copy of the starter's build where submissions are built.
    fn begin_build(&self) -> Result<()> {
        let target = self.at("target");
        remove(&target)?;
        tree::copy(&self.at("base"), &target)?;
        self.asker.sandbox.give(&target)
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Returns the marks of a submission, and remarks.
    ///
    /// A second run judges an answer that failed because of others, or that never ends. It puts the
    /// workbook's own answers in place of earlier wrong ones that its check needs, and of no others.
    pub fn mark(&self, handed: &HandedIn) -> Result<(Vec<Mark>, Vec<String>)> {
        let until = Instant::now() + WHOLE;
        let mut tree = Tree { handed, in_parts: false, broken: BTreeMap::new() };
        let built = self.compile(&mut tree, &BTreeSet::new(), until)?;
        let mut marks: BTreeMap<Id, Mark> = BTreeMap::new();
        for (id, _) in self.exercises {
            let not_compiled = self.not_compiled(&tree, *id);
            marks.extend(not_compiled.map(|(verdict, why)| (*id, Mark::new(*id, verdict, &why))));
        }
        let runs: Vec<_> = self.exercises.iter().filter(|(id, _)| !marks.contains_key(id)).collect();
        let first = self.ask(&runs, built, until)?;
        marks.extend(first.into_iter().map(|mark| (mark.exercise, mark)));
        for mark in marks.values_mut() {
            let may_be = matches!(mark.outcome, Verdict::NotCompiled | Verdict::Blocked | Verdict::ByHand);
            if may_be && self.is_untouched(handed, mark.exercise) {
                *mark = Mark::new(mark.exercise, Verdict::Open, "");
            }
        }
        self.help(&mut tree, &runs, &mut marks, until)?;
        let is_helped = |mark: &&Mark| mark.outcome == Verdict::Passed && !mark.lent.is_empty();
        let helped: Vec<String> =
            marks.values().filter(is_helped).map(|mark| mark.exercise.to_string()).collect();
        let mut notes = Vec::new();
        let words = "right with the workbook's own answers in the place of those that are not";
        notes.extend((!helped.is_empty()).then(|| format!("{}: {words}", helped.join(", "))));
        let words = "what is the student's own beside the exercises does not compile, and was left out";
        notes.extend(tree.in_parts.then(|| words.to_owned()));
        Ok((marks.into_values().collect(), notes))
    }

    /// Returns the mark of an exercise whose lines don't compile or can't be found, and why.
    fn not_compiled(&self, tree: &Tree<'_>, id: Id) -> Option<(Verdict, String)> {
        let file = self.file(id);
        if tree.in_parts && tree.handed.files.get(file).is_some_and(|text| region::find(text, id).is_none()) {
            let why = format!("{file} does not compile, and in it are no lines from TODO {id} to END {id}");
            return Some((Verdict::ByHand, why));
        }
        let error = tree.broken.get(&id)?;
        // A name, a path or a method that is not there.
        let lacks = ["E0425", "E0432", "E0433", "E0412", "E0599"].iter().any(|code| error.contains(code));
        Some(match error.starts_with("row ") {
            // It may be another's.
            false => (Verdict::ByHand, error.clone()),
            true if tree.in_parts && lacks => {
                (Verdict::ByHand, format!("it may need what is the student's own and was left out ({error})"))
            }
            true => (Verdict::NotCompiled, error.clone()),
        })
    }

    /// Returns true if the lines of an exercise are the starter's.
    fn is_untouched(&self, handed: &HandedIn, id: Id) -> bool {
        let file = self.file(id);
        let own = |text: &str| {
            let lines = region::lines(text, region::find(text, id)?.body);
            Some(lines.lines().map(str::trim_end).collect::<Vec<_>>().join("\n"))
        };
        let starter = String::from_utf8_lossy(&self.trees[0][file]);
        handed.files.get(file).is_none_or(|text| own(text) == own(&starter))
    }

    /// Judges again those exercises that may have failed because of earlier wrong ones.
    fn help(
        &self,
        tree: &mut Tree<'_>,
        runs: &[&(Id, String)],
        marks: &mut BTreeMap<Id, Mark>,
        until: Instant,
    ) -> Result<()> {
        // An endless answer is asked again only if another that it needs is endless too.
        let is_endless = |id: &Id| marks.get(id).is_some_and(|mark| mark.outcome == Verdict::TimedOut);
        let mut held_up: BTreeMap<BTreeSet<Id>, Vec<&(Id, String)>> = BTreeMap::new();
        for exercise in runs.iter().filter(|(id, _)| marks[id].outcome.may_be_held_up()) {
            let lent = self.lent(exercise.0, marks);
            if !lent.is_empty() && (!is_endless(&exercise.0) || lent.iter().any(is_endless)) {
                held_up.entry(lent).or_default().push(exercise);
            }
        }
        for (lent, all) in held_up {
            let built = self.compile(tree, &lent, until)?;
            for mark in self.ask(&all, built, until)? {
                if mark.outcome == Verdict::ByHand || !mark.outcome.may_be_held_up() {
                    marks.insert(mark.exercise, mark.helped(lent.clone()));
                }
            }
        }
        Ok(())
    }

    /// Returns the exercises that get the workbook's own answers while `id` is judged again, namely those not
    /// right among what its check needs, directly or through others.
    fn lent(&self, id: Id, marks: &BTreeMap<Id, Mark>) -> BTreeSet<Id> {
        let (mut lent, mut open) = (BTreeSet::new(), vec![id]);
        while let Some(next) = open.pop() {
            let needs = self.asker.right.get(&next).map_or(Vec::new(), Right::needs);
            open.extend(needs.into_iter().filter(|earlier| *earlier < id && lent.insert(*earlier)));
        }
        lent.retain(|earlier| marks.get(earlier).is_none_or(|mark| mark.outcome != Verdict::Passed));
        lent
    }

    fn file(&self, id: Id) -> &str {
        let lesson = self.asker.lessons.iter().find(|lesson| lesson.number == id.lesson);
        lesson.and_then(|lesson| lesson.exercise(id).ok()).map_or("", |exercise| exercise.file.get_ref())
    }

    /// Returns all files with a student's in them, and the workbook's own answers to some exercises.
    fn files(&self, tree: &Tree<'_>, lent: &BTreeSet<Id>) -> Files {
        let mut files = self.trees[0].clone();
        for (file, text) in &tree.handed.files {
            let starter = String::from_utf8_lossy(self.trees[0].get(file).map_or(&[], Vec::as_slice));
            let mut made = if tree.in_parts { starter.to_string() } else { text.clone() };
            for id in self.exercises_of(file) {
                match tree.broken.contains_key(&id) {
                    true => replace(&mut made, id, &starter),
                    false => replace(&mut made, id, text),
                }
            }
            // One that isn't the workbook's is in no part of it then.
            files.insert(file.clone(), made.into_bytes());
        }
        for id in lent {
            let file = self.file(*id);
            let mut text = String::from_utf8_lossy(&files[file]).into_owned();
            replace(&mut text, *id, &String::from_utf8_lossy(&self.trees[1][file]));
            files.insert(file.to_owned(), text.into_bytes());
        }
        files
    }

    fn exercises_of(&self, file: &str) -> impl Iterator<Item = Id> {
        let all = self.asker.lessons.iter().flat_map(|lesson| lesson.exercises());
        all.filter(move |exercise| exercise.file.get_ref() == file).map(course::Exercise::id)
    }

    /// Builds a submission, with the workbook's own answers to some exercises. What doesn't compile is left out, until the
    /// rest does: the lines of an exercise, or else all that stands beside such lines. If the compiler fails and blames
    /// nothing of the student's, the inner error says why.
    fn compile(
        &self,
        tree: &mut Tree<'_>,
        lent: &BTreeSet<Id>,
        until: Instant,
    ) -> Result<Result<Build, String>> {
        self.begin_build()?;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(Err(OVER.to_owned()));
            }
            let files = self.files(tree, lent);
            tree::write(&self.at("tree"), &files)?;
            let build = self.cargo(&self.asker.sandbox, Some(CRATE), left.min(CRATE * WAITING))?;
            if build.built {
                return Ok(Ok(build));
            }
            if !self.blame(&build, &files, tree) {
                let error = build.messages.iter().find(|message| message.error);
                return Ok(Err(error.map_or(GAVE_UP.to_owned(), |error| first_line(&error.text))));
            }
        }
    }

    /// Leaves out what the compiler's errors point at. Returns true if that was something.
    fn blame(&self, build: &Build, files: &Files, tree: &mut Tree<'_>) -> bool {
        let before = tree.broken.len();
        let errors: Vec<_> = build.messages.iter().filter(|message| message.error).collect();
        for error in &errors {
            let places = || error.place.iter().chain(&error.others);
            // Nothing beside an answer is looked at as long as a place is in one.
            let own = |beside| {
                places()
                    .find_map(|(file, row)| Some((self.around(files, file, *row, tree, beside)?, file, row)))
            };
            let Some((id, file, row)) = own(false).or_else(|| own(true)) else { continue };
            let first = |text: &str| region::find(text, id).map(|found| found.body.start);
            let Some(theirs) = tree.handed.files.get(file).and_then(|text| first(text)) else { continue };
            let ours = first(&String::from_utf8_lossy(&files[file])).unwrap_or(theirs);
            let row = (row + theirs).saturating_sub(ours);
            tree.broken.entry(id).or_insert_with(|| format!("row {row}, {}", first_line(&error.text)));
        }
        if tree.broken.len() == before && !tree.in_parts {
            // It is in what stands beside the exercises, or needs that, or comes of it.
            tree.in_parts = true;
            return true;
        }
        if tree.broken.len() == before {
            // The linker names no row, for example.
            let error = errors.first().map_or_else(|| GAVE_UP.to_owned(), |error| first_line(&error.text));
            for file in tree.handed.files.keys().filter(|file| !is_read_late(file)) {
                for id in self.exercises_of(file) {
                    tree.broken.entry(id).or_insert_with(|| error.clone());
                }
            }
        }
        tree.broken.len() > before
    }

    /// Returns the exercise whose lines hold a row of a file, counted from 1. Or if the row is `beside` all, and the workbook's
    /// own, as a function's first one with the type that is not returned: the nearest that has no error yet.
    fn around(&self, files: &Files, file: &str, row: usize, tree: &Tree<'_>, beside: bool) -> Option<Id> {
        let [text, starter] = [files, &self.trees[0]]
            .map(|all| String::from_utf8_lossy(all.get(file).map_or(&[], Vec::as_slice)));
        let distance = |id: Id| {
            let body = region::find(&text, id)?.body;
            let away = if row <= body.start { body.start + 1 - row } else { row.saturating_sub(body.end) };
            Some((away, id))
        };
        let (away, id) =
            self.exercises_of(file).filter(|id| !tree.broken.contains_key(id)).filter_map(distance).min()?;
        let line = text.lines().nth(row - 1)?;
        (away == 0 || beside && starter.lines().any(|own| own == line)).then_some(id)
    }

    /// Builds the submission's program with the checks.
    fn cargo(&self, sandbox: &Sandbox, each: Option<Duration>, limit: Duration) -> Result<Build> {
        let args = ["test", "--no-run", "-p", together::NAME, "--test", together::NAME];
        cargo_in(self.folder, sandbox, &args, Most { time: each, ..COMPILER }, limit)
    }

    /// Runs checks, one on each core, or marks all for a person if the build failed for a known reason.
    fn ask(&self, all: &[&(Id, String)], built: Result<Build, String>, until: Instant) -> Result<Vec<Mark>> {
        let by_hand = |why: String| all.iter().map(|(id, _)| Mark::new(*id, Verdict::ByHand, &why)).collect();
        let build = match built {
            Ok(build) => build,
            Err(why) => return Ok(by_hand(why)),
        };
        let (program, tree, scratch) = (program(&build)?, self.at("tree"), self.at("scratch"));
        workers::share(all, |worker, exercise| {
            self.asker.mark([program, &tree], exercise, &scratch.join(worker.to_string()), until)
        })
    }
}

/// Replaces the lines of an exercise in a text by those in another one, if both have them.
fn replace(text: &mut String, id: Id, other: &str) {
    if let Some((found, from)) = region::find(text, id).zip(region::find(other, id)) {
        *text = region::replaced(text, found.body, &region::lines(other, from.body));
    }
}

/// Runs cargo in the sandbox on the `tree` in a folder, with what it has fetched. What it builds is in `target` beside that.
pub fn cargo_in(
    folder: &Path,
    sandbox: &Sandbox,
    args: &[&str],
    most: Most,
    limit: Duration,
) -> Result<Build> {
    let [tree, target, lines, words] =
        ["tree", "target", "cargo.json", "cargo.txt"].map(|name| folder.join(name));
    let own = cargo(&tree);
    let program = Path::new(own.get_program());
    let (mut readable, homes) = toolchain(program);
    readable.push(tree.clone());
    let mut command = checks::limited(sandbox.around(BUILD, &readable, &[&target]), program, most);
    let set = ENVIRONMENT.split_whitespace().filter_map(|name| Some((name, std::env::var_os(name)?)));
    command.env_clear().envs(set).envs(homes).current_dir(&tree);
    command.env("HOME", &target).env("TMPDIR", &target).env("CARGO_PROFILE_DEV_DEBUG", "false");
    // From the starter on, most of what an answer touches is made anew, and so sooner without old parts.
    command.env("CARGO_INCREMENTAL", "0").env("CARGO_PROFILE_DEV_CODEGEN_UNITS", "8");
    command.args(args).args(["--quiet", "--locked", "--offline", "--message-format", "json", "--target-dir"]);
    command.arg(&target).stdin(Stdio::null());
    let file = File::create(&words).with_context(|| format!("cannot write {}", words.display()))?;
    let bounds = Bounds { time: limit, memory: Some(COMPILER.memory) };
    let mut build = build_within(command.stderr(file), &lines, bounds)?;
    build.said = String::from_utf8_lossy(&std::fs::read(&words)?).into_owned();
    process::stop_if_interrupted()?;
    Ok(build)
}

/// Returns the program with the checks from a build.
fn program(build: &Build) -> Result<&Path> {
    build.program(together::FILE).context("cargo built no program with the checks")
}

/// Returns a build of code that no student wrote, or an error if it failed.
fn checked<'b>(build: &'b Build, whose: &str) -> Result<&'b Build> {
    process::stop_if_interrupted()?;
    match build.messages.iter().find(|message| message.error) {
        _ if build.built => Ok(build),
        Some(message) => bail!("the workbook's {whose} does not compile:\n{}", message.text),
        None => bail!("the workbook's {whose} cannot be built:\n{}", build.said),
    }
}

pub fn make(folder: &Path) -> Result<()> {
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))
}

/// Deletes a folder if it exists.
pub fn remove(folder: &Path) -> Result<()> {
    match std::fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(error).with_context(|| format!("cannot tidy {}", folder.display()))
        }
        _ => Ok(()),
    }
}

/// Returns the first line of the compiler's first error.
fn first_line(text: &str) -> String {
    short(text.lines().next().unwrap_or_default(), REPORTED)
}
