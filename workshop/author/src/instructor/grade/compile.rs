//! Builds a submission's checks, whatever it takes, and marks what they find.

use crate::instructor::grade::answer::{Answers, Composed, Part};
use crate::instructor::grade::handed_in::{Given, HandedIn};
use crate::instructor::grade::judge::Judge;
use crate::instructor::grade::kept::{Kept, Outcomes};
use crate::instructor::grade::marks::{Mark, Program, Run, Settings, Verdict, WAITING};
use crate::instructor::grade::sandbox::Sandbox;
use crate::instructor::grade::strays;
use crate::instructor::grade::together::{self, together};
use crate::workers;
use crate::workspace::{self, Workspace};
use anyhow::{Context, Result, bail, ensure};
use course::protocol::About;
use course::{Exercise, Id, LessonInfo};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use workbook::cargo::{Build, Message};
use workbook::checks::{self, Most};
use workbook::process;
use workbook::tree::{self, Files};

/// The workbook's own build takes no longer; most of it is the crates that all submissions share.
const OWN_LIMIT: Duration = Duration::from_secs(900);

/// What the compiler may take for a submission: its memory in MiB, and the largest file in KiB.
const COMPILER: Most = Most { memory: 6144, output: 1 << 20, time: None, processes: None };

/// Builds and runs checks, one submission after the other, always in the same place: so the crates that all
/// share are built once, and no report depends on where it was made.
pub struct Grader<'a> {
    workspace: &'a Workspace,
    given: &'a Given<'a>,
    lessons: &'a [&'a LessonInfo],
    settings: Settings,
    hidden: Vec<PathBuf>,
    tree: PathBuf,
    scratch: PathBuf,
    /// The starter, its checks together.
    starter: Files,
    /// The workbook with its own answers.
    own: PathBuf,
    /// The program with its checks.
    judge: Judge,
    /// What each check tells of itself.
    about: BTreeMap<Id, About>,
}

/// What did not compile, by file and part, with the first error of each.
type Broken = BTreeMap<(String, Part), String>;

/// A submission that is being built.
struct Bench<'h> {
    handed: &'h HandedIn,
    broken: Broken,
}

/// What came of a build.
enum Tried {
    Built(Build),
    /// These parts are to blame.
    Blamed(Broken),
    /// It failed, and the compiler blames nobody; why.
    Silent(&'static str),
}

impl<'a> Grader<'a> {
    /// Builds the crates that all share, and the program that judges if it is not kept.
    pub fn new(
        workspace: &'a Workspace,
        given: &'a Given<'a>,
        lessons: &'a [&'a LessonInfo],
        settings: Settings,
        hidden: Vec<PathBuf>,
        kept: &Kept,
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
        settings.sandbox.hide(&own)?;
        let judge = Judge::new(folder.join("judge"), kept.questions, settings.sandbox)?;
        let (starter, about) = (together(given.starter, lessons, true), BTreeMap::new());
        let mut grader =
            Self { workspace, given, lessons, settings, hidden, tree, scratch, starter, own, judge, about };
        grader.about = grader.prepare()?;
        Ok(grader)
    }

    /// Returns what each check tells of itself.
    fn prepare(&self) -> Result<BTreeMap<Id, About>> {
        let about = || self.judge.about(self.exercises().map(|(_, one)| one.id()));
        if let Some(about) = about() {
            // What is as it was left is not compiled again.
            self.build_given(&self.starter)?;
            return Ok(about);
        }
        let build = self.build_given(&together(self.given.solved, self.lessons, false))?;
        self.judge.replace(program(&build)?)?;
        self.judge.keep(&self.ask_own()?)?;
        about().context("the program that judges cannot be kept")
    }

    /// Builds what no student wrote: with the network, if the shared crates are not there yet.
    fn build_given(&self, files: &Files) -> Result<Build> {
        // Cargo takes a copy in another place for the same, so the submissions are built where this is.
        tree::write(&self.tree, files)?;
        let build = build(self.workspace, &self.tree, self.settings.sandbox.around_own(), OWN_LIMIT, true)?;
        match build.messages.iter().find(|message| message.error) {
            _ if build.built => Ok(build),
            Some(message) => bail!("the workbook's own answers do not compile:\n{}", message.text),
            None => bail!("the workbook's own answers cannot be built; what cargo said stands above"),
        }
    }

    fn exercises(&self) -> impl Iterator<Item = (&'a LessonInfo, &'a Exercise)> + use<'a> {
        self.lessons.iter().flat_map(|lesson| lesson.exercises().iter().map(move |one| (*lesson, one)))
    }

    /// Lets each check try the workbook's own answer, and tell what it needs.
    fn ask_own(&self) -> Result<String> {
        let all: Vec<_> = self.exercises().collect();
        let told = workers::share(workers::count(), &all, |worker, (lesson, exercise)| {
            let own = self.own();
            let (id, scratch) = (exercise.id(), self.scratch.join(worker.to_string()));
            let run = Run {
                theirs: own,
                own,
                test: self.test(lesson, id)?,
                scratch: &scratch,
                settings: self.settings,
            };
            run.about(id)
        });
        strays::end();
        Ok(told?.concat())
    }

    /// Who judges.
    fn own(&self) -> Program<'_> {
        Program { program: &self.judge.program, tree: &self.own }
    }

    /// What comes of a submission.
    ///
    /// An answer that is held up by others, or comes to no end, is judged once more with the workbook's own in the
    /// place of those that are not right, as far as they are earlier and its check needs them.
    pub fn mark(&self, handed: &HandedIn) -> Result<Outcomes> {
        let mut marks = self.unread(handed);
        let mut bench = Bench { handed, broken: Broken::new() };
        let built = self.compile(&mut bench, &BTreeSet::new())?;
        for ((file, part), error) in &bench.broken {
            if let Part::Exercise(id) = part {
                marks.entry(*id).or_insert_with(|| handed.not_compiled(*id, file, error));
            }
        }
        let waiting: Vec<_> = self.exercises().filter(|(_, one)| !marks.contains_key(&one.id())).collect();
        let build = match built {
            Ok(build) => build,
            Err(why) => {
                marks
                    .extend(waiting.iter().map(|(_, one)| (one.id(), self.not_built(handed, one.id(), why))));
                let notes = self.notes(&bench, &[]);
                return Ok(Outcomes { marks: marks.into_values().collect(), notes });
            }
        };
        for mut mark in self.run_all(&waiting, &build, &BTreeMap::new())? {
            if mark.outcome == Verdict::Blocked && self.is_untouched(handed, mark.exercise) {
                mark = Mark::unrun(mark.exercise, Verdict::Open, "");
            }
            marks.insert(mark.exercise, mark);
        }
        let may_be_held_up = |id: &Id| marks.get(id).is_some_and(|mark| mark.outcome.may_be_held_up());
        let mut held_up: BTreeSet<Id> =
            waiting.iter().map(|(_, one)| one.id()).filter(may_be_held_up).collect();
        let mut helped = Vec::new();
        while !held_up.is_empty() {
            // In one build an answer is the student's or the workbook's own, so whoever needs one that is judged again waits.
            let lent = held_up.iter().map(|id| (*id, self.lent(*id, &marks)));
            let mut lent: BTreeMap<Id, BTreeSet<Id>> =
                lent.filter(|(_, lent)| lent.is_disjoint(&held_up)).collect();
            held_up.retain(|id| !lent.contains_key(id));
            lent.retain(|_, lent| !lent.is_empty());
            if lent.is_empty() {
                continue;
            }
            let ours = lent.values().flatten().copied().collect();
            let Ok(build) = self.compile(&mut bench, &ours)? else { continue };
            let again: Vec<_> =
                waiting.iter().copied().filter(|(_, one)| lent.contains_key(&one.id())).collect();
            for mark in self.run_all(&again, &build, &lent)? {
                if !mark.outcome.may_be_held_up() {
                    helped.extend((mark.outcome == Verdict::Passed).then_some(mark.exercise));
                    marks.insert(mark.exercise, mark);
                }
            }
        }
        helped.sort();
        let helped: Vec<String> = helped.iter().map(Id::to_string).collect();
        let notes = self.notes(&bench, &helped);
        Ok(Outcomes { marks: marks.into_values().collect(), notes })
    }

    /// The mark of an answer whose program the compiler cannot finish, without a word about whose fault it is.
    fn not_built(&self, handed: &HandedIn, id: Id, why: &str) -> Mark {
        match self.is_untouched(handed, id) {
            true => Mark::unrun(id, Verdict::Open, ""),
            false => Mark::unrun(id, Verdict::ByHand, why),
        }
    }

    /// The marks of what cannot be taken.
    fn unread(&self, handed: &HandedIn) -> BTreeMap<Id, Mark> {
        let mut marks = BTreeMap::new();
        for (_, exercise) in self.exercises() {
            let (id, file) = (exercise.id(), exercise.file.get_ref());
            if let Some((outcome, why)) =
                handed.answers.get(file).and_then(|answers| answers.refused.get(&id))
            {
                marks.insert(id, Mark::unrun(id, *outcome, why));
            } else if let Some(why) = handed.lost.get(file) {
                marks.insert(id, Mark::unrun(id, Verdict::Missing, &format!("{file} {why}")));
            }
        }
        marks
    }

    /// The exercises in whose place the workbook's own answers stand while one is judged again: the earlier ones that
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

    /// What the instructor should know of a submission.
    fn notes(&self, bench: &Bench<'_>, helped: &[String]) -> Vec<String> {
        let handed = bench.handed;
        let left_out = bench.broken.iter().filter_map(|((file, part), error)| match part {
            Part::Exercise(_) => None,
            Part::Added(at) => {
                let name = handed.answers.get(file)?.added(*at);
                Some(format!("{file}: {name} does not compile and was left out: {error}"))
            }
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

    fn is_untouched(&self, handed: &HandedIn, id: Id) -> bool {
        let mut templates = self.given.templates.iter();
        templates.any(|(file, template)| {
            handed.answers.get(file).is_some_and(|answers| template.is_untouched(answers, id))
        })
    }

    /// Deletes the last submission. The starter stands in its place, so that what is built of it stays so.
    pub fn tidy(&self) -> Result<()> {
        tree::write(&self.tree, &self.starter)?;
        remove(&self.own)?;
        remove(&self.scratch)
    }

    /// Builds a submission, with the workbook's own answers to some exercises. What does not compile is left out,
    /// each part alone, until the rest does; if the compiler fails and blames no part, the inner error says why.
    fn compile(&self, bench: &mut Bench<'_>, ours: &BTreeSet<Id>) -> Result<Result<Build, &'static str>> {
        loop {
            let without = bench.broken.keys().cloned().collect();
            let blamed = match self.attempt(bench.handed, ours, &without)? {
                Tried::Built(build) => return Ok(Ok(build)),
                Tried::Blamed(blamed) => blamed,
                Tried::Silent(why) => return Ok(Err(why)),
            };
            let before = bench.broken.len();
            for (part, error) in blamed {
                bench.broken.entry(part).or_insert(error);
            }
            ensure!(
                bench.broken.len() > before,
                "what is left when all answers are taken out does not compile"
            );
        }
    }

    /// Builds a submission without some of its parts.
    fn attempt(
        &self,
        handed: &HandedIn,
        ours: &BTreeSet<Id>,
        without: &BTreeSet<(String, Part)>,
    ) -> Result<Tried> {
        let limit = self.settings.build;
        let [out, shared] = self.workspace.written();
        let writable = [out.as_path(), &shared, &self.tree, &self.scratch];
        let composed = self.composed(handed, ours, without);
        let mut all = self.starter.clone();
        all.extend(composed.iter().map(|(file, made)| ((*file).to_owned(), made.text.clone().into_bytes())));
        tree::write(&self.tree, &all)?;
        let boxed = self.settings.sandbox.around_build(&self.hidden, &writable).map(|mut around| {
            around.env("CARGO_NET_OFFLINE", "true").env("TMPDIR", &self.scratch);
            around.arg("sh");
            around
        });
        let limited = checks::limits(boxed, Most { time: Some(limit), ..COMPILER });
        let build = build(self.workspace, &self.tree, limited, limit * WAITING, false)?;
        if build.built {
            return Ok(Tried::Built(build));
        }
        let blamed = blamed_by(&build, &composed);
        Ok(if blamed.is_empty() { Tried::Silent(silence(&build)) } else { Tried::Blamed(blamed) })
    }

    fn composed(
        &self,
        handed: &HandedIn,
        ours: &BTreeSet<Id>,
        without: &BTreeSet<(String, Part)>,
    ) -> BTreeMap<&'a str, Composed> {
        let nothing = Answers::default();
        let templates = self.given.templates.iter();
        let composed = templates.map(|(file, template)| {
            let answers = handed.answers.get(file).unwrap_or(&nothing);
            let of_file = without.iter().filter(|(other, _)| other == file);
            let without = of_file.map(|(_, part)| part.clone()).collect();
            (file.as_str(), template.composed(answers, &without, ours))
        });
        composed.collect()
    }

    /// Runs checks, in boxes as many at once as there are cores. Without a box, what one leaves behind could not be told
    /// from the others.
    fn run_all(
        &self,
        all: &[(&LessonInfo, &Exercise)],
        build: &Build,
        lent: &BTreeMap<Id, BTreeSet<Id>>,
    ) -> Result<Vec<Mark>> {
        let workers = if self.settings.sandbox == Sandbox::Bubblewrap { workers::count() } else { 1 };
        let own = self.own();
        let theirs = Program { program: program(build)?, tree: &self.tree };
        let marks = workers::share(workers, all, |worker, (lesson, exercise)| {
            let (id, scratch) = (exercise.id(), self.scratch.join(worker.to_string()));
            let run =
                Run { theirs, own, test: self.test(lesson, id)?, scratch: &scratch, settings: self.settings };
            let mark = run.mark(id, lent.get(&id))?;
            if workers == 1 {
                strays::end();
            }
            Ok(mark)
        });
        strays::end();
        marks
    }

    /// The name of an exercise's check.
    fn test(&self, lesson: &LessonInfo, id: Id) -> Result<String> {
        let file = lesson.file("checks.rs");
        let text = self.given.starter.get(&file).map(|text| String::from_utf8_lossy(text));
        let text = text.with_context(|| format!("there is no {file}"))?;
        let test = checks::name(&text, id);
        Ok(test.with_context(|| format!("{file} has no check for exercise {id}"))?.to_owned())
    }
}

/// The program with the checks.
fn program(build: &Build) -> Result<&Path> {
    let program = build.tests.iter().find(|(from, _)| from.ends_with(together::FILE));
    program.map(|(_, program)| program.as_path()).context("cargo built no program with the checks")
}

/// Builds the checks in a copy of the workbook.
fn build(
    workspace: &Workspace,
    tree: &Path,
    around: Option<Command>,
    limit: Duration,
    shown: bool,
) -> Result<Build> {
    let build = workspace::build_check_of_copy(workspace, around, tree, together::NAME, limit, shown)?;
    strays::end();
    process::stop_if_interrupted()?;
    Ok(build)
}

/// Deletes a folder, if it is there.
pub fn remove(folder: &Path) -> Result<()> {
    match std::fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(error).with_context(|| format!("cannot tidy {}", folder.display()))
        }
        _ => Ok(()),
    }
}

/// The parts of a submission that the compiler blames for a build that failed, with the first error of each.
fn blamed_by(build: &Build, composed: &BTreeMap<&str, Composed>) -> Broken {
    let mut found = Broken::new();
    if build.timed_out {
        return found;
    }
    for message in build.messages.iter().filter(|message| message.error) {
        for (file, part, row) in blamed(message, composed) {
            let row = row.map_or(String::new(), |row| format!("row {row}, "));
            found.entry((file, part)).or_insert_with(|| format!("{row}{}", first_line(message)));
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
