//! `cargo workbook atlas`: what the screen shows for each mistake.

use crate::batches;
use crate::instructor::picture::Picture;
use crate::projection::Course;
use crate::render::Render;
use crate::verify::variants::{Choice, Variant};
use crate::verify::{Report, Workshop};
use anstream::println;
use anyhow::{Context, Result, bail};
use course::{Id, Lesson, Mistake};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::Duration;
use student::cargo::Build;
use student::process;
use student::style::{BAD, DIM, GOOD, HEADING};
use student::tree;

/// The pictures' size, without and with the panel, which needs room.
const SIZE: &str = "480x300";
const SIZE_WITH_PANEL: &str = "960x600";

/// A mistake is plain to see when this part of the pixels differs, and not at all below the other.
const PLAIN: f64 = 0.005;
const INVISIBLE: f64 = 0.000_2;

/// Another driver may draw this part of the pixels otherwise.
const SAME: f64 = 0.01;

/// How long a picture may take.
const LIMIT: Duration = Duration::from_secs(30);

/// Renders the pictures, or only compares them. Returns whether all is well.
pub fn atlas(root: &Path, number: Option<u8>, check: bool) -> Result<bool> {
    process::catch_interrupts()?;
    let (lessons, files) = (Lesson::all(root)?, tree::read(root)?);
    let course = Course::whole(&files, &lessons)?;
    let chosen: Vec<_> =
        lessons.iter().filter(|lesson| number.is_none_or(|number| lesson.number == number)).collect();
    if chosen.is_empty() {
        bail!("there is no lesson {}", number.unwrap_or_default());
    }
    let workshop = Workshop::new(root)?;
    let mut report = Report::new();
    let Some((tree, build)) = workshop.build_variants(&course, &mut report)? else {
        return Ok(report.end());
    };
    let mut well = true;
    for lesson in chosen {
        let scratch = tree.with_file_name("atlas").join(lesson.slug());
        std::fs::create_dir_all(&scratch).with_context(|| format!("cannot make {}", scratch.display()))?;
        let studio = Studio { course: &course, lesson, build: &build, tree: &tree, scratch };
        println!("{HEADING}{}{HEADING:#}", lesson.folder);
        let folder = root.join(lesson.file("pictures/mistakes"));
        well &= Hanging { folder: &folder, check }.all(&studio.plates()?)?;
    }
    Ok(well)
}

/// A command line of a lesson's, but for the picture.
type View = Vec<String>;

/// Where a lesson's pictures are taken.
struct Studio<'a> {
    course: &'a Course<'a>,
    lesson: &'a Lesson,
    build: &'a Build,
    tree: &'a Path,
    scratch: PathBuf,
}

/// A picture of a mistake.
struct Plate {
    /// How its file is called.
    name: String,
    /// Where it is, or why there is none.
    taken: Result<PathBuf, String>,
    /// The part of its pixels that differ from the right picture.
    difference: f64,
}

impl<'a> Studio<'a> {
    /// The picture of each mistake, from the first view in which it is plain to see.
    fn plates(&self) -> Result<Vec<Plate>> {
        let main = self.lesson.file("main.rs");
        let program = self.build.program(&main);
        let program = program.with_context(|| format!("lessons/Cargo.toml has no [[bin]] with {main}"))?;
        let mistakes = &self.lesson.mistakes.data.all;
        let views: Vec<Vec<View>> = mistakes.iter().map(|mistake| views(self.lesson, mistake)).collect();
        let all: BTreeSet<&View> = views.iter().flatten().collect();
        let solved: BTreeMap<_, _> =
            self.lesson.exercises().iter().map(|exercise| (exercise.id(), Variant::Solution)).collect();
        let mut jobs = self.render(program, "right", all.iter().copied(), &solved);
        for (mistake, views) in mistakes.iter().zip(&views) {
            let mut but = solved.clone();
            but.insert(*mistake.exercise.get_ref(), Variant::Mistake(mistake));
            jobs.extend(self.render(program, &file_name(self.lesson, mistake), views.iter(), &but));
        }
        let wrong = batches::run(self.course, self.tree, &jobs)?;
        let mut taken = jobs.iter().map(|job| job.picture.as_path()).zip(wrong);
        let mut right = BTreeMap::new();
        for view in all {
            match taken.next() {
                Some((path, None)) => drop(right.insert(view, Picture::read(path)?)),
                Some((_, Some(wrong))) => bail!("the lesson itself does not run.\n{wrong}"),
                None => {}
            }
        }
        let of_mistakes = mistakes.iter().zip(&views);
        let plate = |(mistake, views): (&Mistake, &Vec<View>)| {
            let taken: Vec<_> = taken.by_ref().take(views.len()).collect();
            let right = views.iter().filter_map(|view| right.get(view));
            plate(file_name(self.lesson, mistake), &taken, right)
        };
        of_mistakes.map(plate).collect()
    }

    fn render<'v>(
        &self,
        program: &'a Path,
        name: &str,
        views: impl Iterator<Item = &'v View>,
        but: &BTreeMap<Id, Variant<'a>>,
    ) -> Vec<Render<'a>> {
        let render = |(i, args): (usize, &View)| Render {
            title: format!("{:02} {name}", self.lesson.number),
            program,
            tree: self.tree,
            choice: Choice { lesson: self.lesson.number, but: but.clone() },
            args: args.clone(),
            picture: self.scratch.join(format!("{name}.{i}.png")),
            limit: LIMIT,
        };
        views.enumerate().map(render).collect()
    }
}

/// A picture's file is called like its mistake, with the exercise's id before it if two share a name.
fn file_name(lesson: &Lesson, mistake: &Mistake) -> String {
    let name = mistake.name.get_ref();
    let shared = lesson.mistakes.data.all.iter().filter(|other| other.name.get_ref() == name).count() > 1;
    if shared { format!("{}-{name}", mistake.exercise.get_ref()) } else { name.clone() }
}

/// The command lines that may show a mistake, small and without the panel first, then with it: its own, or else
/// those of the lesson's pictures. Its own may ask for the panel in any case.
fn views(lesson: &Lesson, mistake: &Mistake) -> Vec<View> {
    let mut plain: Vec<View> = Vec::new();
    for picture in lesson.about.data.pictures.iter().filter(|_| mistake.picture.is_empty()) {
        let mut args = without_size(&picture.args);
        if !args.iter().any(|arg| arg == "--at") && !picture.file.get_ref().ends_with(".png") {
            args.extend(["--at", "0.4"].map(str::to_owned));
        }
        if !plain.contains(&args) {
            plain.push(args);
        }
    }
    if plain.is_empty() {
        plain.push(without_size(&mistake.picture));
    }
    let with = |args: &View, more: &[&str]| -> View {
        args.iter().cloned().chain(more.iter().map(|arg| arg.to_string())).collect()
    };
    let with_panel = plain.iter().map(|args| with(args, &["--size", SIZE_WITH_PANEL, "--panel"]));
    if mistake.picture.iter().any(|arg| arg == "--panel") {
        return with_panel.collect();
    }
    plain.iter().map(|args| with(args, &["--size", SIZE])).chain(with_panel).collect()
}

/// A command line without what says how large the picture is, and for how long a film goes on.
fn without_size(args: &[String]) -> View {
    let mut kept = Vec::new();
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--panel" | "--text" => {}
            "--size" | "--scale" | "--crop" | "--fps" | "--seconds" => drop(args.next()),
            _ => kept.push(arg.clone()),
        }
    }
    kept
}

/// Chooses the view of a mistake: the first in which it is plain to see, or else the one that shows most of it.
fn plate<'r>(
    name: String,
    taken: &[(&Path, Option<String>)],
    right: impl Iterator<Item = &'r Picture>,
) -> Result<Plate> {
    if let Some(wrong) = taken.iter().find_map(|(_, wrong)| wrong.clone()) {
        return Ok(Plate { name, taken: Err(wrong), difference: 1.0 });
    }
    let mut best: Option<(&Path, f64)> = None;
    for ((path, _), right) in taken.iter().zip(right) {
        let difference = Picture::read(path)?.difference(right);
        if best.is_none_or(|(_, most)| difference > most) {
            best = Some((path, difference));
        }
        if difference >= PLAIN {
            break;
        }
    }
    let (path, difference) = best.context("the lesson has no view")?;
    Ok(Plate { name, taken: Ok(path.to_owned()), difference })
}

/// Puts pictures into a lesson's folder, or compares them with those that are there.
struct Hanging<'a> {
    folder: &'a Path,
    check: bool,
}

impl Hanging<'_> {
    fn all(&self, plates: &[Plate]) -> Result<bool> {
        let widest = plates.iter().map(|plate| plate.name.chars().count()).max().unwrap_or(0);
        let mut well = true;
        for plate in plates {
            let (good, words) = self.one(plate)?;
            let tick = if good { format!("{GOOD}✓{GOOD:#}") } else { format!("{BAD}✗{BAD:#}") };
            println!("  {tick} {:widest$}  {words}", plate.name);
            well &= good;
        }
        let seen = plates.iter().filter(|plate| plate.difference >= INVISIBLE);
        let wanted: BTreeSet<String> = seen.map(|plate| format!("{}.png", plate.name)).collect();
        Ok(self.clear(&wanted)? && well)
    }

    fn one(&self, plate: &Plate) -> Result<(bool, String)> {
        let fresh = match &plate.taken {
            Ok(fresh) => fresh,
            Err(wrong) => return Ok((false, wrong.trim_end().to_owned())),
        };
        let path = self.folder.join(format!("{}.png", plate.name));
        if plate.difference < INVISIBLE {
            let text = "cannot be seen: no picture of the lesson's shows it, with the panel or without";
            return Ok((true, format!("{DIM}{text}{DIM:#}")));
        }
        let state = match path.is_file() {
            false => "missing",
            true if same(&path, fresh)? => return Ok((true, format!("{DIM}up to date{DIM:#}"))),
            true => "out of date",
        };
        if self.check {
            return Ok((false, state.to_owned()));
        }
        tree::write_if_changed(&path, &std::fs::read(fresh).context("cannot read the new picture")?)?;
        Ok((true, if state == "missing" { "new" } else { "renewed" }.to_owned()))
    }

    /// Removes pictures that show no mistake, or names them.
    fn clear(&self, wanted: &BTreeSet<String>) -> Result<bool> {
        let mut well = true;
        for entry in std::fs::read_dir(self.folder).into_iter().flatten() {
            let path = entry.context("cannot list the pictures")?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if !name.ends_with(".png") || wanted.contains(&name) {
                continue;
            }
            if self.check {
                well = false;
                println!("  {BAD}✗{BAD:#} {name}  shows no mistake");
            } else {
                std::fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))?;
                println!("  {GOOD}✓{GOOD:#} {name}  removed: it shows no mistake");
            }
        }
        Ok(well)
    }
}

fn same(old: &Path, fresh: &Path) -> Result<bool> {
    let fresh = Picture::read(fresh)?;
    // One that cannot be read is replaced.
    Ok(Picture::read(old).is_ok_and(|old| old.difference(&fresh) < SAME))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_view_keeps_what_the_lesson_shows_but_not_how_large() {
        let args = ["--size", "800x600", "--crop", "0,0,9,9", "--set", "a=1", "--panel", "--at", "2"];
        let args = args.map(str::to_owned);
        assert_eq!(without_size(&args), ["--set", "a=1", "--at", "2"]);
    }
}
