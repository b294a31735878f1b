//! `cargo workbook ladder`: which question of the inspector's ladder names each mistake, and how F2 shows it.

use super::atlas::views::views;
use super::wipe::{self, Right, Wipe};
use crate::batches::{self, Job, Known};
use crate::projection::Course;
use crate::verify::variants::{Choice, MET, VARIANT, Variant};
use crate::verify::{Report, Workshop};
use anstream::println;
use anyhow::{Context, Result};
use course::{Id, LessonInfo, Mistake};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use student::{process, tree};

/// The table.
const FILE: &str = "proof/docs/ladder.md";

/// The lessons whose mistakes are tried on the ladder.
const LESSONS: std::ops::RangeInclusive<u8> = 7..=12;

/// How a lesson's program begins a line of what is denied.
const DENIED: &str = "✗ ";

/// An exercise, and the questions that may name a mistake in it; or why the ladder cannot tell one.
type Asked = (&'static str, Result<&'static [&'static str], &'static str>);

const ASKED: &[Asked] = &[
    ("07.1", Ok(&["inverse bind"])),
    ("07.2", Ok(&["bind pose", "carried off"])),
    ("07.3", Err("a test of palettes: the ladder asks the same, and does not ask the test")),
    ("08.1", Ok(&["graphics card", "card's normals"])),
    ("08.2", Ok(&["weights' rule"])),
    ("08.3", Ok(&["sum of weights", "four largest"])),
    ("09.1", Ok(&["weights' rule"])),
    ("09.2", Ok(&["matrices for normals"])),
    ("09.3", Err("light in a fragment shader: no vertex is elsewhere by it")),
    ("10.1", Err("a pose between two keys: no matrix says which one was meant")),
    ("10.2", Err("a matrix taken apart, in a scene without a skin")),
    ("10.3", Err("time")),
    ("10.4", Err("time")),
    ("11.1", Ok(&[])),
    ("11.2", Ok(&["sum of weights", "seam"])),
    ("11.3", Ok(&["inverse bind"])),
    ("12.1", Err("time")),
    ("12.2", Err("time, and keys")),
    ("12.3", Err("where the figure goes")),
];

/// What 11.2 makes besides what hangs on joints.
const NO_SKIN: &str =
    "normals, texture coordinates, or how many vertices there are: all hang on the right joints";
const OF_NO_SKIN: &[&str] =
    &["one-vertex-per-point", "v-upside-down", "normal-by-position", "nothing-shared"];

/// Tries all mistakes, and writes both tables; or only compares them. Returns whether all is well.
pub fn ladder(root: &Path, check: bool) -> Result<bool> {
    process::catch_interrupts()?;
    let (lessons, files) = (LessonInfo::all(root)?, tree::read(root)?);
    let course = Course::whole(&files, &lessons)?;
    let mut report = Report::new();
    let chosen: Vec<_> = lessons.iter().filter(|lesson| wipe::LESSONS.contains(&lesson.number)).collect();
    let Some((tree, build)) = Workshop::new(root)?.build_programs(&course, &chosen, &mut report)? else {
        return Ok(report.end());
    };
    let scratch = tree.with_file_name("ladder");
    std::fs::create_dir_all(&scratch).with_context(|| format!("cannot make {}", scratch.display()))?;
    let right = Right::write(&course, &scratch)?;
    let (mut climbs, mut wipes) = (Vec::new(), Vec::new());
    for &lesson in &chosen {
        let program = build.program(&lesson.file("main.rs")).context("a lesson has no program")?;
        for mistake in &lesson.mistakes.data.all {
            let choice = wipe::all_but(mistake);
            let ours = right.program(program)?;
            wipes.push(Wipe { lesson, mistake, choice, program, tree: &tree, ours, scratch: &scratch });
            if LESSONS.contains(&lesson.number) && told(mistake).is_ok() {
                let all = lesson.exercises().iter().map(|exercise| (exercise.id(), Variant::Solution));
                let mut but: BTreeMap<Id, Variant<'_>> = all.collect();
                but.insert(*mistake.exercise.get_ref(), Variant::Mistake(mistake));
                let choice = Choice { lesson: lesson.number, but };
                climbs.push(Climb { lesson, mistake, choice, program, tree: &tree, scratch: &scratch });
            }
        }
    }
    if check {
        wipes.dedup_by_key(|wipe| *wipe.mistake.exercise.get_ref());
    }
    let denied = batches::run(&course, &tree, &climbs)?;
    let shown = batches::run(&course, &tree, &wipes)?;
    let rows = climbs.iter().zip(&denied).map(|(climb, denied)| (climb.mistake, denied.as_deref()));
    let text = page(&rows.collect::<Vec<_>>(), &lessons)?;
    let ladder = renew(root, FILE, check, |before| before == text, || Ok(text.clone()))?;
    let is_told = |before: &str| wipe::is_told(before, &chosen, &wipes, &shown);
    Ok(renew(root, wipe::FILE, check, is_told, || wipe::page(&wipes, &shown))? && ladder)
}

/// Writes a page, or only says whether it is up to date. Returns whether it is now.
fn renew(
    root: &Path,
    file: &str,
    check: bool,
    is_right: impl FnOnce(&str) -> bool,
    text: impl FnOnce() -> Result<String>,
) -> Result<bool> {
    let is_right = std::fs::read_to_string(root.join(file)).is_ok_and(|before| is_right(&before));
    if !check {
        tree::write_if_changed(&root.join(file), text()?.as_bytes())?;
    }
    let state = match (check, is_right) {
        (false, _) => "written",
        (true, true) => "up to date",
        (true, false) => "out of date",
    };
    println!("{file} is {state}");
    Ok(is_right || !check)
}

/// The questions that may name a mistake, or why none can.
fn told(mistake: &Mistake) -> Result<&'static [&'static str], &'static str> {
    let id = mistake.exercise.get_ref().to_string();
    if id == "11.2" && OF_NO_SKIN.contains(&mistake.name.get_ref().as_str()) {
        return Err(NO_SKIN);
    }
    ASKED.iter().find(|(exercise, _)| *exercise == id).map_or(Err("not told yet"), |(_, asked)| *asked)
}

/// A lesson that climbs the ladder with a mistake in it, in the views that may show that.
struct Climb<'a> {
    lesson: &'a LessonInfo,
    mistake: &'a Mistake,
    choice: Choice<'a>,
    program: &'a Path,
    tree: &'a Path,
    scratch: &'a Path,
}

impl<'a> Job<'a> for Climb<'a> {
    /// The first question that is denied.
    type Result = Option<String>;
    type Seen = String;

    fn choice(&self) -> &Choice<'a> {
        &self.choice
    }

    fn title(&self) -> String {
        format!("{} {}", self.mistake.exercise.get_ref(), self.mistake.name.get_ref())
    }

    fn run(&self, worker: usize, known: &Known<String>) -> Result<Option<String>> {
        let views = views(self.lesson, self.mistake).into_iter();
        for args in views.filter(|args| !args.iter().any(|arg| arg == "--script")) {
            let met: PathBuf = self.scratch.join(format!("{worker}.met"));
            let what = format!("{} {args:?}", self.program.display());
            let said = known.or_run(&what, &self.choice, &met, || {
                let mut command = Command::new(self.program);
                command.args(["--headless", "--ladder"]).args(without_crop(&args)).current_dir(self.tree);
                command.env(VARIANT, self.choice.as_text()).env(MET, &met).env(course::ROOT, self.tree);
                let output = command.output().context("cannot start a lesson")?;
                Ok(String::from_utf8_lossy(&output.stdout).into_owned())
            })?;
            let denied = said.lines().find_map(|line| line.strip_prefix(DENIED)?.split_once(':'));
            if let Some((name, _)) = denied {
                return Ok(Some(name.to_owned()));
            }
        }
        Ok(None)
    }
}

fn without_crop(args: &[String]) -> Vec<&String> {
    let of_crop = |i: usize| args[i] == "--crop" || i > 0 && args[i - 1] == "--crop";
    (0..args.len()).filter(|&i| !of_crop(i)).map(|i| &args[i]).collect()
}

/// The page with the table.
fn page(rows: &[(&Mistake, Option<&str>)], lessons: &[LessonInfo]) -> Result<String> {
    let is_named = |(mistake, denied): &&(&Mistake, Option<&str>)| {
        denied.is_some_and(|denied| told(mistake).is_ok_and(|asked| asked.contains(&denied)))
    };
    let (named, all) = (rows.iter().filter(is_named).count(), rows.len());
    let mut text = format!(
        "# What the ladder tells\n\nIn a lesson's window F3 opens the inspector, whose ladder asks one question after the other, from the root of the joints to \
         the graphics card. `cargo workbook ladder` lets each mistake of lessons {} to {} that concerns joints, skins, weights or \
         their shader stand alone in right code, in the views of the atlas, and writes down the first question that is denied. Of {all} it names {named}, \
         which is {} %. With right code none is denied: `cargo test --test inspector`.\n\n| mistake | | first denied |\n|---|---|---|\n",
        LESSONS.start(),
        LESSONS.end(),
        100 * named / all.max(1),
    );
    for (mistake, denied) in rows {
        let (id, name) = (mistake.exercise.get_ref(), mistake.name.get_ref());
        writeln!(text, "| {id} | {name} | {} |", denied.unwrap_or("–"))?;
    }
    text += "\nThe others are not of its kind:\n\n| exercise | mistakes | why |\n|---|---|---|\n";
    let of_lessons = lessons.iter().filter(|lesson| LESSONS.contains(&lesson.number));
    let mut others: BTreeMap<(String, &str), usize> = BTreeMap::new();
    for mistake in of_lessons.flat_map(|lesson| &lesson.mistakes.data.all) {
        if let Err(why) = told(mistake) {
            *others.entry((mistake.exercise.get_ref().to_string(), why)).or_default() += 1;
        }
    }
    for ((exercise, why), count) in others {
        writeln!(text, "| {exercise} | {count} | {why} |")?;
    }
    Ok(text)
}
