//! Builds a submission's checks, whatever it takes, and marks what they find.

use crate::instructor::grade::answer::{Composed, Template};
use crate::instructor::grade::asking::{Asker, OVER, Right, WAITING};
use crate::instructor::grade::handed_in::HandedIn;
use crate::instructor::grade::hash;
use crate::instructor::grade::marks::{Mark, Outcomes, Verdict};
use crate::instructor::grade::sandbox::{BUILD, Sandbox, toolchain};
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
use workbook::write;

/// The limit of the workbook's own build, of which most is the crates that all submissions share.
pub const OWN_LIMIT: Duration = Duration::from_secs(900);

/// Limits of the compiler for a submission: its memory in MiB, and the largest file in KiB.
pub const COMPILER: Most = Most { memory: 6144, output: 1 << 20, time: None, processes: None };

/// The reason given for a build that failed without a compiler's error.
const GAVE_UP: &str = "the compiler ran out of time, memory or stack";

/// The reason given for code that may read files as it compiles, which is lent no answers of ours.
const READS: &str =
    "it waits for another answer, and nothing is lent to code that reads files while it is compiled";

/// The most characters of an error that are reported.
const REPORTED: usize = 300;

/// The names of the environment variables that a submission's build keeps.
const ENVIRONMENT: &str = "PATH RUSTUP_TOOLCHAIN RUSTC RUSTFLAGS CARGO_BUILD_JOBS CC CXX LD_LIBRARY_PATH \
                           PKG_CONFIG_PATH SystemRoot TERM";

/// Builds submissions one after the other, always in the same folder, so that the crates that all share are
/// built once and no report depends on the place. Each build begins from a copy of the starter's.
pub struct Grader<'a> {
    /// The exercises to grade, with the names of their checks.
    pub exercises: &'a [(Id, String)],
    /// The folder for all builds and their output.
    pub folder: &'a Path,
    /// The starter's files, with all checks in one program.
    pub starter: Files,
    /// The files with exercises, by path.
    pub templates: &'a BTreeMap<String, Template>,
    pub asker: Asker<'a>,
}

/// A piece of a submission, by its file and its index in it.
type PieceKey = (String, usize);

/// The pieces that do not compile, with the first error of each.
type Broken = BTreeMap<PieceKey, String>;

impl Grader<'_> {
    /// Builds the crates that all share, and the program with the workbook's own answers, unless they are there. Then asks
    /// that for what is right.
    pub fn prepare(&mut self, workspace: &Workspace, solved: &Files, all: &[(Id, String)]) -> Result<()> {
        let (own, ours) = (&self.asker.own, &self.asker.program);
        let [scratch, programs] = [&self.at("scratch"), &self.at("ours")];
        // Leftovers of a tool that was killed.
        remove(scratch)?;
        make(scratch)?;
        tree::write(own, solved)?;
        if !ours.exists() {
            remove(programs)?;
            make(programs)?;
            let build = build_check_of_copy(workspace, own, together::NAME, OWN_LIMIT)?;
            let built = program(checked(&build, "own answers")?)?;
            let new = ours.with_extension("new");
            let kept = std::fs::copy(built, &new).and_then(|_| std::fs::rename(new, ours));
            kept.context("the program with our own answers cannot be kept")?;
        }
        self.build_starter()?;
        self.asker.right = self.asked(all)?;
        let (own, sandbox) = (&self.asker.own, self.asker.settings.sandbox);
        // Also what cargo has made of the workbook's own answers.
        for place in [own, &self.at("ours"), &workspace.written()[0], &workspace.written()[1].join("debug")] {
            sandbox.hide(place)?;
        }
        Ok(())
    }

    /// Returns what is right in the exercises, and in those that they need, directly or through others. Our own program is
    /// asked, unless it has told before.
    fn asked(&self, all: &[(Id, String)]) -> Result<BTreeMap<Id, Right>> {
        let path = self.asker.program.with_extension(self.asker.settings.seed.to_string());
        let kept = std::fs::read(&path).unwrap_or_default();
        let mut lines: BTreeMap<String, [Vec<String>; 2]> = serde_json::from_slice(&kept).unwrap_or_default();
        let mut right = BTreeMap::new();
        let mut open: BTreeSet<Id> = self.exercises.iter().map(|(id, _)| *id).collect();
        while !open.is_empty() {
            let is_new = |(id, _): &&(Id, String)| open.contains(id) && !lines.contains_key(&id.to_string());
            let new: Vec<_> = all.iter().filter(is_new).collect();
            let told = workers::share(workers::count(), &new, |worker, exercise| {
                self.asker.ours(exercise, &self.at("scratch").join(worker.to_string()))
            })?;
            lines.extend(new.iter().map(|(id, _)| id.to_string()).zip(told));
            for id in open {
                right.insert(id, self.asker.right(id, &lines[&id.to_string()])?);
            }
            open = right.values().flat_map(Right::needs).filter(|id| !right.contains_key(id)).collect();
        }
        write::atomically(&path, &serde_json::to_vec(&lines)?)?;
        Ok(right)
    }

    /// Builds the starter, unless its crates are there. Each submission's build starts from a copy of this one.
    fn build_starter(&self) -> Result<()> {
        let (base, target, sandbox) = (self.base(), self.at("target"), self.asker.settings.sandbox);
        if base.exists() {
            return Ok(());
        }
        remove(&target)?;
        make(&target)?;
        tree::write(&self.at("tree"), &self.starter)?;
        checked(&self.cargo(sandbox.own(), None, OWN_LIMIT)?, "starter")?;
        std::fs::rename(&target, &base).context("the starter's build cannot be moved")?;
        // Also what is missing for the build of a submission is told now.
        self.begin_build()?;
        checked(&self.cargo(sandbox, None, OWN_LIMIT)?, "starter")?;
        Ok(())
    }

    /// Returns the folder of the starter's build, one for each set of crates that lessons may need. Cargo then builds
    /// what has changed since.
    fn base(&self) -> PathBuf {
        let crates = hash(&self.starter.get(together::MANIFEST));
        self.asker.program.with_extension(format!("base-{crates:016x}"))
    }

    /// Puts a copy of the starter's build where submissions are built.
    fn begin_build(&self) -> Result<()> {
        let target = self.at("target");
        remove(&target)?;
        tree::copy(&self.base(), &target)?;
        self.asker.settings.sandbox.give_all(&target)
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Returns the outcomes of a submission. Exercises with a known outcome are not run.
    ///
    /// A second run judges an answer that failed because of others, or that never ends. It puts the
    /// workbook's own answers in place of earlier wrong ones that its check needs, and of no others.
    pub fn mark(&self, handed: &HandedIn, known: Outcomes) -> Result<Outcomes> {
        let mut marks: BTreeMap<Id, Mark> =
            known.marks.into_iter().map(|mark| (mark.exercise, mark)).collect();
        // Of what cannot be taken.
        for (id, (outcome, why)) in handed.answers.values().flat_map(|own| &own.refused) {
            if self.asks(*id) {
                marks.entry(*id).or_insert_with(|| Mark::unrun(*id, *outcome, why));
            }
        }
        let until = Instant::now() + self.asker.settings.whole;
        let mut broken = Broken::new();
        let built = self.compile(handed, &mut broken, &BTreeSet::new(), until)?;
        for ((file, part), error) in &broken {
            if let Some(id) = handed.answers[file].pieces[*part].exercise.filter(|id| self.asks(*id)) {
                marks.entry(id).or_insert_with(|| handed.not_compiled(id, error));
            }
        }
        let runs: Vec<_> = self.exercises.iter().filter(|(id, _)| !marks.contains_key(id)).collect();
        let first = self.ask(&runs, built, until)?;
        marks.extend(first.into_iter().map(|mark| (mark.exercise, mark)));
        for mark in marks.values_mut() {
            let may_be = matches!(mark.outcome, Verdict::NotCompiled | Verdict::Blocked | Verdict::ByHand);
            if may_be && handed.answers.values().any(|own| own.untouched.contains(&mark.exercise)) {
                *mark = Mark::unrun(mark.exercise, Verdict::Open, "");
            }
        }
        self.help(handed, &runs, &mut marks, &mut broken, until)?;
        let mut outcomes = Outcomes { marks: marks.into_values().collect(), notes: known.notes };
        for ((file, part), error) in &broken {
            let piece = &handed.answers[file].pieces[*part];
            let note = format!("{file}: {} does not compile and was left out: {error}", piece.name);
            outcomes.note(piece.exercise.is_none().then_some(note));
        }
        Ok(outcomes)
    }

    /// Judges again those exercises that may have failed because of earlier wrong ones.
    fn help(
        &self,
        handed: &HandedIn,
        runs: &[&(Id, String)],
        marks: &mut BTreeMap<Id, Mark>,
        broken: &mut Broken,
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
            // It could read what is lent.
            let built = match handed.reads {
                true => Err(READS.to_owned()),
                false => self.compile(handed, broken, &lent, until)?,
            };
            for mark in self.ask(&all, built, until)? {
                if mark.outcome == Verdict::ByHand || !mark.outcome.may_be_held_up() {
                    marks.insert(mark.exercise, mark.helped(lent.clone()));
                }
            }
        }
        Ok(())
    }

    fn asks(&self, id: Id) -> bool {
        self.exercises.iter().any(|(other, _)| *other == id)
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

    /// Builds a submission, with the workbook's own answers to some exercises. Each piece that does not compile is left
    /// out, until the rest does. If the compiler fails and blames no piece, the inner error says why.
    fn compile(
        &self,
        handed: &HandedIn,
        broken: &mut Broken,
        ours: &BTreeSet<Id>,
        until: Instant,
    ) -> Result<Result<Build, String>> {
        loop {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(Err(OVER.to_owned()));
            }
            let composed: BTreeMap<&str, Composed> = (self.templates.iter())
                .map(|(file, template)| {
                    let broken = broken.keys().filter(|(other, _)| other == file).map(|(_, at)| *at);
                    (&**file, template.composed(&handed.answers[file], &broken.collect(), ours))
                })
                .collect();
            let mut all = self.starter.clone();
            all.extend(composed.iter().map(|(file, made)| ((*file).to_owned(), made.text.clone().into())));
            tree::write(&self.at("tree"), &all)?;
            self.begin_build()?;
            let limit = self.asker.settings.build;
            let build = self.cargo(self.asker.settings.sandbox, Some(limit), left.min(limit * WAITING))?;
            if build.built {
                // The program finds what is read late, and nothing else that is lent.
                all.extend(self.starter.clone().into_iter().filter(|(file, _)| !is_read_late(file)));
                tree::write(&self.at("tree"), &all)?;
                return Ok(Ok(build));
            }
            let blamed = blamed_by(&build, &composed, handed, broken);
            if blamed.is_empty() {
                let error = build.messages.iter().find(|message| message.error);
                return Ok(Err(error.map_or(GAVE_UP.to_owned(), |error| first_line(&error.text))));
            }
            broken.extend(blamed);
        }
    }

    /// Builds the submission's program with the checks.
    fn cargo(&self, sandbox: Sandbox, each: Option<Duration>, limit: Duration) -> Result<Build> {
        let args = ["test", "--no-run", "-p", together::NAME, "--test", together::NAME];
        cargo_in(self.folder, sandbox, &args, Most { time: each, ..COMPILER }, limit)
    }

    /// Runs checks, one on each core, or marks all for a person if the build failed for a known reason.
    fn ask(&self, all: &[&(Id, String)], built: Result<Build, String>, until: Instant) -> Result<Vec<Mark>> {
        let by_hand =
            |why: String| all.iter().map(|(id, _)| Mark::unrun(*id, Verdict::ByHand, &why)).collect();
        let build = match built {
            Ok(build) => build,
            Err(why) => return Ok(by_hand(why)),
        };
        let (program, tree, scratch) = (program(&build)?, self.at("tree"), self.at("scratch"));
        workers::share(workers::count(), all, |worker, exercise| {
            self.asker.mark([program, &tree], exercise, &scratch.join(worker.to_string()), until)
        })
    }
}

/// Runs cargo in the sandbox on the `tree` in a folder, with what it has fetched. What it builds is in `target` beside that.
pub fn cargo_in(
    folder: &Path,
    sandbox: Sandbox,
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
    let program = build.tests.iter().find(|(from, _)| from.ends_with(together::FILE));
    program.map(|(_, program)| program.as_path()).context("cargo built no program with the checks")
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
    text.lines().next().unwrap_or_default().chars().take(REPORTED).collect()
}

/// The pieces of a submission that the compiler blames for a build that failed, with the first error of each.
///
/// An error blames the pieces that it points at; or else those in whose function it points, as at a wrong
/// type; or else all that were added, since they may change what the workbook's own code means; or else all
/// pieces.
fn blamed_by(
    build: &Build,
    composed: &BTreeMap<&str, Composed>,
    handed: &HandedIn,
    broken: &Broken,
) -> Broken {
    let mut found = BTreeMap::new();
    let all = handed.answers.iter().flat_map(|(file, own)| {
        own.pieces.iter().enumerate().map(move |(at, piece)| ((file.clone(), at), piece.exercise))
    });
    let left: Vec<(PieceKey, Option<Id>)> = all.filter(|(part, _)| !broken.contains_key(part)).collect();
    for message in build.messages.iter().filter(|message| message.error) {
        // The linker names no row, and so blames nobody.
        if message.place.is_none() && message.others.is_empty() {
            continue;
        }
        let error = first_line(&message.text);
        let places = message.place.iter().chain(&message.others);
        let places = places.filter_map(|(file, row)| Some((file, composed.get(file.as_str())?, *row)));
        let places: Vec<(&String, &Composed, usize)> = places.collect();
        if let Some((file, (part, row))) =
            places.iter().find_map(|(file, made, row)| Some(((*file).clone(), made.part(*row)?)))
        {
            found.entry((file, part)).or_insert_with(|| format!("row {row}, {error}"));
            continue;
        }
        let around = places.iter().flat_map(|(file, made, row)| made.around(*row).map(|id| (*file, id)));
        let around: BTreeSet<(&String, Id)> = around.collect();
        let distance = |((file, _), id): &(PieceKey, Option<Id>)| match id {
            Some(id) if around.contains(&(file, *id)) => 0,
            None => 1,
            Some(_) => 2,
        };
        let nearest = left.iter().map(distance).min();
        for blamed in left.iter().filter(|piece| Some(distance(piece)) == nearest) {
            found.entry(blamed.0.clone()).or_insert_with(|| error.clone());
        }
    }
    found
}
