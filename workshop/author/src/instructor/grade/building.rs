//! Builds a submission's checks, whatever it takes, and marks what they find.

use crate::instructor::grade::answer::{Answers, Composed, Template};
use crate::instructor::grade::asking::{Asker, OVER, Program, Settings, WAITING};
use crate::instructor::grade::handed_in::{Given, HandedIn};
use crate::instructor::grade::kept::Outcomes;
use crate::instructor::grade::marks::{Mark, Verdict};
use crate::instructor::grade::sandbox::{Sandbox, Work, toolchain};
use crate::instructor::grade::together::{self, together};
use crate::workers;
use crate::workspace::{Workspace, build_check_of_copy};
use anyhow::{Context, Result, bail};
use course::protocol::About;
use course::{Id, LessonInfo};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Mutex;
use std::time::{Duration, Instant};
use workbook::cargo::{self, Build, cargo};
use workbook::checks::{self, Most};
use workbook::process;
use workbook::tree::{self, Files};
use workbook::write;

/// The workbook's own build takes no longer; most of it is the crates that all submissions share.
const OWN_LIMIT: Duration = Duration::from_secs(900);

/// Limits of the compiler for a submission: its memory in MiB, and the largest file in KiB.
const COMPILER: Most = Most { memory: 6144, output: 1 << 20, time: None, processes: None };

/// So much of an error is reported, in characters.
const REPORTED: usize = 300;

/// Variables of the environment that a submission is built with.
const ENVIRONMENT: &str = "PATH RUSTUP_TOOLCHAIN RUSTC RUSTFLAGS CARGO_INCREMENTAL CARGO_BUILD_JOBS CC CXX LD_LIBRARY_PATH \
                           PKG_CONFIG_PATH SystemRoot TERM";

/// Builds and asks, one submission after the other, always in the same folder: so the crates that all share are built once,
/// and no report depends on where it was made.
pub struct Grader<'a> {
    /// The exercises that are graded, with the names of their checks.
    exercises: &'a [(Id, String)],
    settings: Settings,
    tree: PathBuf,
    target: PathBuf,
    scratch: PathBuf,
    /// The starter, its checks together.
    starter: Files,
    templates: BTreeMap<&'a str, Template<'a>>,
    /// The workbook with its own answers, and the program with its checks.
    own: PathBuf,
    judge: PathBuf,
    /// The facts that each check reports about itself.
    about: BTreeMap<Id, About>,
}

/// The course to grade, and the files needed for it.
pub struct Course<'a> {
    /// The workbook's cargo.
    pub workspace: &'a Workspace,
    /// The files that students get,
    pub starter: &'a Files,
    /// and the same with the workbook's own answers.
    pub solved: &'a Files,
    /// The lessons that are asked about.
    pub lessons: &'a [&'a LessonInfo],
    /// A folder for all that is made.
    pub folder: &'a Path,
    /// A number made of all that the program which judges is made of.
    pub basis: u64,
}

/// A piece of a submission, by its file and its place there.
type Part = (String, usize);

/// A submission that is built.
struct Bench<'h> {
    handed: &'h HandedIn,
    /// Parts that do not compile, with the first error of each.
    broken: BTreeMap<Part, String>,
    /// End of its time.
    until: Instant,
}

impl<'a> Grader<'a> {
    /// Builds the crates that all share, and the program that judges if it is not kept.
    pub fn new(
        course: &Course<'_>,
        given: &'a Given,
        exercises: &'a [(Id, String)],
        settings: Settings,
    ) -> Result<Self> {
        let Course { workspace, starter, solved, lessons, folder, basis } = *course;
        let place = |name: &str| folder.join(name);
        let [tree, scratch, own, judges] = ["tree", "scratch", "own", "judge"].map(place);
        let target = place(&format!("target{}", settings.sandbox.suffix()));
        let ready = target.join("ready");
        // Leftovers of a tool that was killed.
        remove(&scratch)?;
        for folder in [&target, &scratch, &own, &judges] {
            make(folder)?;
        }
        let judge = judges.join(format!("{basis:016x}{}", std::env::consts::EXE_SUFFIX));
        let templates = given.sheets.iter().map(|(file, sheet)| (file.as_str(), Template::new(file, sheet)));
        let (templates, starter) = (templates.collect(), together(starter, lessons, true));
        let about = BTreeMap::new();
        let mut grader =
            Self { exercises, settings, tree, target, scratch, starter, templates, own, judge, about };
        let told = grader.judge.with_extension("txt");
        tree::write(&grader.own, &together(solved, lessons, false))?;
        if !ready.exists() || !told.exists() {
            remove(&judges)?;
            make(&judges)?;
            let build = build_check_of_copy(workspace, &grader.own, together::NAME, OWN_LIMIT)?;
            let built = program(checked(&build, "own answers")?)?;
            std::fs::copy(built, &grader.judge).context("the program that judges cannot be kept")?;
            // The crates that all share, as a submission is built.
            tree::write(&grader.tree, &grader.starter)?;
            settings.sandbox.give_all(&grader.target, false)?;
            checked(&grader.cargo(settings.sandbox.own(), None, OWN_LIMIT)?, "starter")?;
            write::atomically(&ready, b"")?;
            settings.sandbox.give_all(&grader.target, true)?;
            // Checks also the build for submissions, so that a missing package is reported now.
            checked(&grader.cargo(settings.sandbox, None, OWN_LIMIT)?, "starter")?;
            write::atomically(&told, grader.ask_own()?.as_bytes())?;
        }
        // Also what cargo has made of the workbook's own answers.
        for place in [&grader.own, &judges, &workspace.written()[0], &workspace.written()[1].join("debug")] {
            settings.sandbox.hide(place)?;
        }
        let told = std::fs::read_to_string(&told).context("what its checks tell cannot be read")?;
        let about = exercises.iter().filter_map(|(id, _)| Some((*id, About::told(&told, *id)?)));
        grader.about = about.collect();
        Ok(grader)
    }

    /// Returns the asker for all submissions.
    pub fn asker(&self) -> Asker<'_> {
        let own = Program { program: &self.judge, tree: &self.own };
        Asker { own, settings: self.settings, judged: Mutex::default() }
    }

    /// Lets each check try the workbook's own answer, and report its needs.
    fn ask_own(&self) -> Result<String> {
        let asker = self.asker();
        let told = workers::share(workers::count(), self.exercises, |worker, (id, test)| {
            asker.about(*id, test, &self.scratch.join(worker.to_string()))
        });
        Ok(told?.concat())
    }

    /// Returns the outcomes of a submission.
    ///
    /// A second run judges an answer that failed because of others, or that never ends. It puts the workbook's own
    /// answers in place of earlier wrong ones that its check needs.
    pub fn mark(&self, handed: &HandedIn, asker: &Asker<'_>) -> Result<Outcomes> {
        let mut marks = self.unread(handed);
        let until = Instant::now() + self.settings.whole;
        let mut bench = Bench { handed, broken: BTreeMap::new(), until };
        let built = self.compile(&mut bench, &BTreeSet::new())?;
        for ((file, part), error) in &bench.broken {
            if let Some(id) = handed.answers[file].pieces[*part].exercise().filter(|id| self.asks(*id)) {
                let open = self.is_untouched(handed, id).then(|| Mark::unrun(id, Verdict::Open, ""));
                marks.entry(id).or_insert_with(|| open.unwrap_or_else(|| handed.not_compiled(id, error)));
            }
        }
        let waiting: Vec<_> = self.exercises.iter().filter(|(id, _)| !marks.contains_key(id)).collect();
        let first = match built {
            Ok(build) => self.ask(asker, &waiting, &build, &BTreeMap::new(), until)?,
            Err(why) => waiting.iter().map(|(id, _)| Mark::unrun(*id, Verdict::ByHand, &why)).collect(),
        };
        for mut mark in first {
            let may_be_open = matches!(mark.outcome, Verdict::Blocked | Verdict::ByHand);
            if may_be_open && self.is_untouched(handed, mark.exercise) {
                mark = Mark::unrun(mark.exercise, Verdict::Open, "");
            }
            marks.insert(mark.exercise, mark);
        }
        let mut helped: Vec<String> = Vec::new();
        let held_up = waiting.iter().map(|(id, _)| *id).filter(|id| marks[id].outcome.may_be_held_up());
        let mut held_up: BTreeSet<Id> = held_up.collect();
        while !held_up.is_empty() {
            // In one build an answer is the student's or the workbook's own, so one that needs another which is judged again waits.
            let lent = held_up.iter().map(|id| (*id, self.lent(*id, &marks)));
            let mut lent: BTreeMap<Id, BTreeSet<Id>> =
                lent.filter(|(_, lent)| lent.is_disjoint(&held_up)).collect();
            held_up.retain(|id| !lent.contains_key(id));
            // An endless answer is asked again only if another that it needs is endless too.
            let is_endless = |id: &Id| marks.get(id).is_some_and(|mark| mark.outcome == Verdict::TimedOut);
            lent.retain(|id, lent| !lent.is_empty() && (!is_endless(id) || lent.iter().any(is_endless)));
            if lent.is_empty() {
                continue;
            }
            let ours = lent.values().flatten().copied().collect();
            let build = match self.compile(&mut bench, &ours)? {
                Ok(build) => build,
                Err(why) => {
                    let late = lent.keys().chain(&held_up);
                    marks.extend(late.map(|id| (*id, Mark::unrun(*id, Verdict::ByHand, &why))));
                    break;
                }
            };
            let again: Vec<_> = waiting.iter().copied().filter(|(id, _)| lent.contains_key(id)).collect();
            for mark in self.ask(asker, &again, &build, &lent, until)? {
                if !mark.outcome.may_be_held_up() || mark.detail == OVER {
                    helped.extend((mark.outcome == Verdict::Passed).then(|| mark.exercise.to_string()));
                    marks.insert(mark.exercise, mark);
                }
            }
        }
        helped.sort();
        Ok(Outcomes { marks: marks.into_values().collect(), notes: notes(&bench, &helped) })
    }

    fn asks(&self, id: Id) -> bool {
        self.exercises.iter().any(|(other, _)| *other == id)
    }

    /// The marks of what cannot be taken.
    fn unread(&self, handed: &HandedIn) -> BTreeMap<Id, Mark> {
        let mut marks = BTreeMap::new();
        for (file, template) in &self.templates {
            let why = handed.lost.get(*file).map(|why| (Verdict::Missing, format!("{file} {why}")));
            for id in template.exercises().filter(|id| self.asks(*id)) {
                let refused = handed.answers.get(*file).and_then(|own| own.refused.get(&id.to_string()));
                if let Some((outcome, why)) = refused.or(why.as_ref()) {
                    marks.insert(id, Mark::unrun(id, *outcome, why));
                }
            }
        }
        marks
    }

    /// The exercises in whose place are the workbook's own answers while one is judged again: the earlier ones that
    /// its check needs, and those that these need, which are not right.
    fn lent(&self, id: Id, marks: &BTreeMap<Id, Mark>) -> BTreeSet<Id> {
        let (mut lent, mut open) = (BTreeSet::new(), vec![id]);
        while let Some(next) = open.pop() {
            let needs = self.about.get(&next).into_iter().flat_map(|about| &about.needs);
            open.extend(needs.filter(|earlier| **earlier < id && lent.insert(**earlier)));
        }
        lent.retain(|earlier| marks.get(earlier).is_none_or(|mark| mark.outcome != Verdict::Passed));
        lent
    }

    fn is_untouched(&self, handed: &HandedIn, id: Id) -> bool {
        let answered = |file: &str| handed.answers.get(file);
        self.templates.iter().any(|(file, one)| answered(file).is_some_and(|own| one.is_untouched(own, id)))
    }

    /// Deletes the last submission: the starter is in its place.
    pub fn tidy(&self) -> Result<()> {
        remove(&self.scratch)?;
        tree::write(&self.tree, &self.starter)
    }

    /// Builds a submission, with the workbook's own answers to some exercises. Each piece that does not compile is left
    /// out, until the rest does. If the compiler fails and blames no piece, the inner error says why.
    fn compile(&self, bench: &mut Bench<'_>, ours: &BTreeSet<Id>) -> Result<Result<Build, String>> {
        let nothing = Answers::default();
        loop {
            let left = bench.until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(Err(OVER.to_owned()));
            }
            let composed: BTreeMap<&str, Composed> = (self.templates.iter())
                .map(|(file, template)| {
                    let broken = bench.broken.keys().filter(|(other, _)| other == file);
                    let answers = bench.handed.answers.get(*file).unwrap_or(&nothing);
                    (*file, template.composed(answers, &broken.map(|(_, at)| *at).collect(), ours))
                })
                .collect();
            let mut all = self.starter.clone();
            all.extend(composed.iter().map(|(file, made)| ((*file).to_owned(), made.text.clone().into())));
            tree::write(&self.tree, &all)?;
            let limit = self.settings.build;
            let build = self.cargo(self.settings.sandbox, Some(limit), left.min(limit * WAITING))?;
            if build.built {
                return Ok(Ok(build));
            }
            let blamed = blamed_by(&build, &composed, bench);
            if blamed.is_empty() {
                return Ok(Err(silence(&build).to_owned()));
            }
            bench.broken.extend(blamed);
        }
    }

    /// Builds what is in the tree, in a box.
    fn cargo(&self, sandbox: Sandbox, each: Option<Duration>, limit: Duration) -> Result<Build> {
        let own = cargo(&self.tree);
        let program = Path::new(own.get_program());
        let (mut readable, homes) = toolchain(program);
        readable.push(self.tree.clone());
        let around = sandbox.around(&Work::Build, &readable, &[&self.target]);
        let mut command = checks::limited(around, program, Most { time: each, ..COMPILER });
        let set = ENVIRONMENT.split_whitespace().filter_map(|name| Some((name, std::env::var_os(name)?)));
        command.env_clear().envs(set).envs(homes).current_dir(&self.tree);
        command.env("HOME", &self.target).env("TMPDIR", &self.target).env("CARGO_PROFILE_DEV_DEBUG", "false");
        command.args(["test", "--no-run", "--quiet", "--locked", "--offline", "--no-default-features"]);
        command.args(["--test", together::NAME, "--message-format", "json", "--target-dir"]);
        command.arg(&self.target).stdin(Stdio::null()).stderr(Stdio::piped());
        let build = cargo::build(&mut command, false, Some(limit), |_, _| {})?;
        process::stop_if_interrupted()?;
        Ok(build)
    }

    /// Runs checks, as many at once as there are cores.
    fn ask(
        &self,
        asker: &Asker<'_>,
        all: &[&(Id, String)],
        build: &Build,
        lent: &BTreeMap<Id, BTreeSet<Id>>,
        until: Instant,
    ) -> Result<Vec<Mark>> {
        let theirs = Program { program: program(build)?, tree: &self.tree };
        workers::share(workers::count(), all, |worker, (id, test)| {
            let scratch = self.scratch.join(worker.to_string());
            asker.mark(theirs, *id, test, &scratch, lent.get(id), until)
        })
    }
}

/// Returns the remarks on a submission for the instructor.
fn notes(bench: &Bench<'_>, helped: &[String]) -> Vec<String> {
    let handed = bench.handed;
    let left_out = bench.broken.iter().filter_map(|((file, part), error)| {
        let piece = &handed.answers[file].pieces[*part];
        let name = &piece.name;
        piece
            .exercise()
            .is_none()
            .then(|| format!("{file}: {name} does not compile and was left out: {error}"))
    });
    let mut notes: Vec<String> = left_out.collect();
    if !helped.is_empty() {
        let helped = helped.join(", ");
        notes.push(format!(
            "{helped}: right with the workbook's own answers in the place of those that are not"
        ));
    }
    notes.extend(handed.notes.iter().cloned());
    notes
}

/// The program with the checks.
fn program(build: &Build) -> Result<&Path> {
    let program = build.tests.iter().find(|(from, _)| from.ends_with(together::FILE));
    program.map(|(_, program)| program.as_path()).context("cargo built no program with the checks")
}

/// A build of what no student wrote.
fn checked<'b>(build: &'b Build, whose: &str) -> Result<&'b Build> {
    process::stop_if_interrupted()?;
    match build.messages.iter().find(|message| message.error) {
        _ if build.built => Ok(build),
        Some(message) => bail!("the workbook's {whose} does not compile:\n{}", message.text),
        None => bail!("the workbook's {whose} cannot be built:\n{}", build.said),
    }
}

fn make(folder: &Path) -> Result<()> {
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))
}

/// Deletes a folder, if it is there.
fn remove(folder: &Path) -> Result<()> {
    match std::fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(error).with_context(|| format!("cannot tidy {}", folder.display()))
        }
        _ => Ok(()),
    }
}

/// The pieces of a submission that the compiler blames for a build that failed, with the first error of each.
///
/// An error is about the pieces that it points at; or else about those whose function it points at, as at a type that is not
/// what comes out; or else about all that were added, which may change what the workbook's own code means; and at last
/// about all.
fn blamed_by(
    build: &Build,
    composed: &BTreeMap<&str, Composed>,
    bench: &Bench<'_>,
) -> BTreeMap<Part, String> {
    let mut found = BTreeMap::new();
    let all = bench.handed.answers.iter().flat_map(|(file, own)| {
        own.pieces.iter().enumerate().map(move |(at, piece)| ((file.clone(), at), piece.exercise()))
    });
    let left: Vec<(Part, Option<Id>)> = all.filter(|(part, _)| !bench.broken.contains_key(part)).collect();
    for message in build.messages.iter().filter(|message| message.error && !build.timed_out) {
        let error: String = message.text.lines().next().unwrap_or_default().chars().take(REPORTED).collect();
        let places = message.place.iter().chain(&message.others);
        let places = places.filter_map(|(file, row)| Some((file, composed.get(file.as_str())?, *row)));
        let places: Vec<(&String, &Composed, usize)> = places.collect();
        let at = places
            .iter()
            .find_map(|(file, made, row)| made.part(*row).map(|(part, row)| (((*file).clone(), part), row)));
        if let Some((part, row)) = at {
            found.entry(part).or_insert_with(|| format!("row {row}, {error}"));
            continue;
        }
        let is_around = |(part, id): &&(Part, Option<Id>)| {
            let mut here = places.iter().filter(|(file, ..)| **file == part.0);
            id.is_some_and(|id| here.any(|(_, made, row)| made.around(*row).any(|other| other == id)))
        };
        let mut parts: Vec<_> = left.iter().filter(is_around).collect();
        if parts.is_empty() {
            parts = left.iter().filter(|(_, id)| id.is_none()).collect();
        }
        if parts.is_empty() {
            parts = left.iter().collect();
        }
        for (part, _) in parts {
            found.entry(part.clone()).or_insert_with(|| error.clone());
        }
    }
    found
}

/// Why a build failed in which nobody is blamed.
fn silence(build: &Build) -> &'static str {
    // Cargo has no names for SIGXCPU and SIGXFSZ, which have these numbers on Linux and macOS.
    let said = |words: &[&str]| words.iter().any(|word| build.said.contains(word));
    match () {
        () if build.timed_out || said(&["signal: 24"]) => "the compiler ran out of time",
        () if said(&["emory", "SIGKILL", "SIGABRT"]) => "the compiler ran out of memory",
        () if said(&["SIGSEGV", "SIGBUS", "stack"]) => "the compiler ran out of stack",
        () if said(&["signal: 25", "File too large"]) => "what the compiler made of it is too large",
        () => "the compiler failed",
    }
}
