//! `cargo workbook atlas`: takes the screen's picture of each mistake.

pub mod pairs;
mod plates;

use crate::instructor::picture::Picture;
use crate::projection::Course;
use crate::render::{self, Render};
use crate::tree;
use crate::verify::variants::{Choice, Variant};
use crate::verify::{Report, Workshop};
use crate::workers;
use anstream::println;
use anyhow::{Context, Result, bail};
use course::{Id, LessonInfo};
use plates::{Plate, View};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::Duration;
use workbook::cargo::Build;
use workbook::process;
use workbook::style::{BAD, DIM, GOOD, HEADING};

/// The fraction of pixels that another driver may draw differently.
const SAME: f64 = 0.01;

/// The fraction of pixels below which a mistake cannot be seen.
const INVISIBLE: f64 = 0.000_2;

/// The time after which a lesson that renders a picture is ended.
const LIMIT: Duration = Duration::from_secs(30);

/// Renders the pictures of one lesson or all, and returns whether all is well.
pub fn atlas(root: &Path, number: Option<u8>) -> Result<bool> {
    process::catch_interrupts()?;
    let (lessons, files) = (LessonInfo::all(root)?, tree::read(root)?);
    let course = Course::whole(&files, &lessons)?;
    let chosen: Vec<_> =
        lessons.iter().filter(|lesson| number.is_none_or(|number| lesson.number == number)).collect();
    if chosen.is_empty() {
        bail!("there is no lesson {}", number.unwrap_or_default());
    }
    let workshop = Workshop::new(root)?;
    let mut report = Report::new();
    let Some((tree, build)) = workshop.build_variants(&course, &chosen, &mut report)? else {
        return Ok(report.end());
    };
    let mut well = true;
    for lesson in chosen {
        println!("{HEADING}{}{HEADING:#}", lesson.folder);
        let plates = plates::all(&course, lesson)?;
        let taken = take(&course, lesson, (&tree, &build), &plates)?;
        let widest = plates.iter().map(|plate| plate.name.chars().count()).max().unwrap_or(0);
        let mut wanted = BTreeSet::new();
        for (plate, taken) in plates.iter().zip(&taken) {
            let (good, words) = hang(root, plate, taken)?;
            let tick = if good { format!("{GOOD}✓{GOOD:#}") } else { format!("{BAD}✗{BAD:#}") };
            println!("  {tick} {:widest$}  {words}", plate.name);
            well &= good;
            if !matches!(taken, Ok(None)) {
                wanted.insert(plate.file.as_str());
            }
        }
        clear(root, lesson, &wanted)?;
    }
    Ok(well)
}

/// Compares the pictures of mistakes that texts show with what their lessons draw. Returns how many there are, and what
/// is wrong with which.
pub fn compare(
    course: &Course<'_>,
    chosen: &[&LessonInfo],
    built: (&Path, &Build),
    root: &Path,
) -> Result<(usize, Vec<String>)> {
    let (mut count, mut wrong) = (0, Vec::new());
    for lesson in chosen {
        let again = format!("draw it anew with `cargo workbook atlas {}`, and look at it", lesson.number);
        let plates = plates::all(course, lesson)?;
        let taken = take(course, lesson, built, &plates)?;
        let of_other_views = plates::of_other_views(course, lesson);
        count += plates.len();
        let both: Vec<_> = plates.iter().zip(taken).collect();
        let faults = workers::share(&both, |_, (plate, taken)| {
            let fault = match (of_other_views.get(&plate.name), taken) {
                (Some(words), _) => Some(words.clone()),
                (_, Err(failed)) => Some(format!("can't be drawn: {}", failed.trim_end())),
                (_, Ok(None)) => Some("shows no mistake any more".to_owned()),
                (_, Ok(Some(fresh))) => {
                    let off = off(&root.join(&plate.file), fresh, plate.width)?;
                    (off >= SAME).then(|| format!("differs in {:.1} % of its pixels", 100.0 * off))
                }
            };
            Ok(fault.map(|fault| format!("{} {fault}: {again}", plate.file)))
        })?;
        wrong.extend(faults.into_iter().flatten());
    }
    Ok((count, wrong))
}

/// Returns true if a picture is of a lesson's mistakes, by its file.
fn is_of(lesson: &LessonInfo, file: &str) -> bool {
    let of_exam = format!("{}{:02}.", plates::EXAM_FOLDER, lesson.number);
    file.starts_with(&plates::folder(lesson)) || file.starts_with(&of_exam)
}

/// A picture that was taken, or none if it shows no mistake, or why it couldn't be taken.
type Taken = Result<Option<PathBuf>, String>;

/// Takes the pictures of a lesson's mistakes, and the right one of each view to compare them with.
fn take<'a>(
    course: &'a Course<'a>,
    lesson: &'a LessonInfo,
    (tree, build): (&'a Path, &'a Build),
    plates: &'a [Plate<'a>],
) -> Result<Vec<Taken>> {
    if plates.is_empty() {
        return Ok(Vec::new());
    }
    let scratch = tree.with_file_name("atlas").join(lesson.slug());
    std::fs::create_dir_all(scratch.join("right"))
        .with_context(|| format!("cannot make {}", scratch.display()))?;
    let program = build.program(&lesson.file("main.rs"));
    let program =
        program.with_context(|| format!("{} has no [[bin]] with main.rs", lesson.file("Cargo.toml")))?;
    let solved = lesson.exercises().iter().map(|exercise| (exercise.id(), Variant::Solution));
    let solved: BTreeMap<Id, Variant<'_>> = solved.collect();
    let render = |name: &str, view: &View, but: BTreeMap<Id, Variant<'a>>| Render {
        title: format!("{:02} {name}", lesson.number),
        program,
        choice: Choice { lesson: lesson.number, but },
        args: view.clone(),
        picture: scratch.join(format!("{name}.png")),
        limit: LIMIT,
    };
    // In each view the right one first.
    let views: BTreeSet<&View> = plates.iter().map(|plate| &plate.view).collect();
    let of_right =
        views.iter().enumerate().map(|(i, view)| render(&format!("right {i}"), view, solved.clone()));
    let wrong = plates.iter().filter_map(|plate| Some((plate, plate.mistake?)));
    let of_wrong = wrong.map(|(plate, mistake)| {
        let mut but = solved.clone();
        but.insert(*mistake.exercise.get_ref(), Variant::Mistake(mistake, 0));
        render(&plate.name, &plate.view, but)
    });
    let renders: Vec<_> = of_right.chain(of_wrong).collect();
    let complaints = render::all(course, tree, &renders)?;
    let mut taken = renders.into_iter().map(|render| render.picture).zip(complaints);
    let mut right = BTreeMap::new();
    for (view, (picture, complaint)) in views.into_iter().zip(taken.by_ref()) {
        if let Some(complaint) = complaint {
            bail!("the lesson itself does not run.\n{complaint}");
        }
        right.insert(view, (Picture::read(&picture)?, picture));
    }
    let with_mistake = plates.iter().map(|plate| (plate, plate.mistake.and_then(|_| taken.next())));
    workers::share(&with_mistake.collect::<Vec<_>>(), |_, (plate, taken)| {
        let (right, file) = &right[&plate.view];
        Ok(match taken {
            None => Ok(Some(file.clone())),
            Some((_, Some(complaint))) => Err(complaint.clone()),
            Some((picture, None)) => {
                let is_seen = Picture::read(picture)?.difference(right) >= INVISIBLE;
                Ok(is_seen.then(|| picture.clone()))
            }
        })
    })
}

/// Writes a picture into its place unless one like it is there. Returns whether all is well with it, and words.
fn hang(root: &Path, plate: &Plate<'_>, taken: &Taken) -> Result<(bool, String)> {
    let path = root.join(&plate.file);
    let fresh = match taken {
        Err(wrong) => return Ok((false, wrong.trim_end().to_owned())),
        Ok(None) => return Ok((false, "shows no mistake any more".to_owned())),
        Ok(Some(fresh)) => fresh,
    };
    let is_there = path.is_file();
    if is_there && off(&path, fresh, plate.width)? < SAME {
        return Ok((true, format!("{DIM}up to date{DIM:#}")));
    }
    tree::write_if_changed(&path, &Picture::read(fresh)?.reduced(plate.width).small_png()?)?;
    Ok((true, if is_there { "renewed" } else { "new" }.to_owned()))
}

/// Removes pictures of a lesson's mistakes that are not wanted.
fn clear(root: &Path, lesson: &LessonInfo, wanted: &BTreeSet<&str>) -> Result<()> {
    let of_text = plates::folder(lesson);
    for folder in [&of_text, &format!("{of_text}right/"), plates::EXAM_FOLDER] {
        for entry in std::fs::read_dir(root.join(folder)).into_iter().flatten() {
            let entry = entry.context("cannot list the pictures")?;
            let file = format!("{folder}{}", entry.file_name().to_string_lossy());
            if !file.ends_with(".png") || !is_of(lesson, &file) || wanted.contains(&*file) {
                continue;
            }
            std::fs::remove_file(root.join(&file)).with_context(|| format!("cannot remove {file}"))?;
            let name = file.strip_prefix(&of_text).unwrap_or(&file);
            println!("  {GOOD}✓{GOOD:#} {name}  removed: it shows no mistake, or no text shows it");
        }
    }
    Ok(())
}

/// Returns the fraction of pixels in which an older picture differs from a fresh one. One that can't be read differs in all.
fn off(old: &Path, fresh: &Path, width: u32) -> Result<f64> {
    let fresh = Picture::read(fresh)?.reduced(width);
    Ok(Picture::read(old).map_or(1.0, |old| old.difference(&fresh)))
}
