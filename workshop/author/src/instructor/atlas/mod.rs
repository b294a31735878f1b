//! `cargo workbook atlas`: takes the screen's picture of each mistake.

mod exam;
pub mod pairs;
mod studio;
mod views;

use crate::instructor::picture::Picture;
use crate::projection::Course;
use crate::tree::{self, Files};
use crate::verify::{Report, Workshop};
use anstream::println;
use anyhow::{Context, Result, bail};
use course::LessonInfo;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use studio::{Plate, Studio};
use workbook::cargo::Build;
use workbook::process;
use workbook::style::{BAD, DIM, GOOD, HEADING};

/// The width of a picture in a text, in pixels.
const WIDTH: u32 = 480;

/// The fraction of pixels that another driver may draw differently.
const SAME: f64 = 0.01;

/// The list of pictures that show an older program, and may until what they show has changed as well.
const OLDER: &str = "workshop/docs/older-pictures.txt";

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
        let (walls, of_other_views) = taken(&course, lesson, (&tree, &build))?;
        for (wrong, words) in &of_other_views {
            println!("  {BAD}✗{BAD:#} {wrong}  {words}");
        }
        well &= of_other_views.is_empty();
        for (hanging, plates) in walls {
            well &= hanging.all(root, &plates)?;
        }
    }
    Ok(well)
}

/// Compares the pictures of mistakes that texts show with what their lessons draw. Returns how many there are, and what
/// is wrong with which, unless [`OLDER`] says so.
pub fn compare(
    course: &Course<'_>,
    chosen: &[&LessonInfo],
    (tree, build): (&Path, &Build),
    root: &Path,
) -> Result<(usize, Vec<String>)> {
    let older = course.text(OLDER).unwrap_or_default();
    let mut older: BTreeSet<&str> = older.lines().filter_map(|line| line.split_whitespace().next()).collect();
    let (mut count, mut wrong) = (0, Vec::new());
    for lesson in chosen {
        let again = format!("draw it anew with `cargo workbook atlas {}`, and look at it", lesson.number);
        let (walls, of_other_views) = taken(course, lesson, (tree, build))?;
        for (hanging, plates) in &walls {
            count += plates.len();
            for plate in plates {
                let file = hanging.file(plate);
                let fault = match of_other_views.get(&plate.name) {
                    Some(words) => Some(words.clone()),
                    None => hanging.fault(root, plate)?,
                };
                match (fault, older.remove(&*file)) {
                    (Some(fault), false) => wrong.push(format!("{file} {fault}: {again}")),
                    (None, true) => wrong.push(format!("{OLDER} lists {file}, which is up to date")),
                    _ => {}
                }
            }
        }
        let [own, of_exam] = [lesson.file(""), format!("{}/{:02}.", exam::FOLDER, lesson.number)];
        let left = older.iter().filter(|file| file.starts_with(&own) || file.starts_with(&of_exam));
        wrong.extend(left.map(|file| format!("{OLDER} lists {file}, which no text shows")));
    }
    Ok((count, wrong))
}

/// A folder of pictures, with what is to hang there.
type Wall<'a> = (Hanging, Vec<Plate<'a>>);

/// Takes the pictures of a lesson's mistakes that texts show, the right ones beside them, and the exam's. Returns also those
/// pairs of a text that aren't of one view.
fn taken<'a>(
    course: &'a Course<'a>,
    lesson: &'a LessonInfo,
    (tree, build): (&'a Path, &'a Build),
) -> Result<([Wall<'a>; 2], BTreeMap<String, String>)> {
    let shown = shown(course.files, lesson);
    let mistakes = lesson.mistakes.data.all.iter();
    let mut plates: Vec<_> = mistakes.map(|mistake| Plate::new(lesson, mistake)).collect();
    let right = |plate: &Plate<'_>| shown.contains(&format!("right/{}", plate.name));
    plates.retain(|plate| shown.contains(&plate.name) || right(plate));
    // The exam's have names of their own, so that all are taken in one go.
    let of_texts = plates.len();
    plates.extend(exam::plates(course.files, lesson)?);
    if !plates.is_empty() {
        let scratch = tree.with_file_name("atlas").join(lesson.slug());
        std::fs::create_dir_all(&scratch).with_context(|| format!("cannot make {}", scratch.display()))?;
        let program = build.program(&lesson.file("main.rs"));
        let program =
            program.with_context(|| format!("{} has no [[bin]] with main.rs", lesson.file("Cargo.toml")))?;
        Studio { course, lesson, program, tree, scratch }.take(&mut plates)?;
    }
    let of_exam = plates.split_off(of_texts);
    let of_other_views = of_other_views(course.text(&lesson.file("README.md")).unwrap_or_default(), &plates);
    let right: Vec<_> = plates.iter().filter(|plate| right(plate)).filter_map(Plate::right).collect();
    plates.extend(right);
    plates.retain(|plate| shown.contains(&plate.name));
    let folder = lesson.file("pictures/mistakes");
    let in_text = Hanging { folder, width: WIDTH, of: String::new(), must_show: false };
    let of = format!("{:02}.", lesson.number);
    let in_exam = Hanging { folder: exam::FOLDER.to_owned(), width: exam::WIDTH, of, must_show: true };
    Ok(([(in_text, plates), (in_exam, of_exam)], of_other_views))
}

/// Returns the names of a lesson's mistakes whose pictures are in its text, or in one for instructors.
fn shown(files: &Files, lesson: &LessonInfo) -> BTreeSet<String> {
    let folder = lesson.file("pictures/mistakes/");
    let own = lesson.file("README.md");
    let mut names = BTreeSet::new();
    for (file, contents) in files.iter().filter(|(file, _)| file.ends_with(".md")) {
        let Ok(text) = str::from_utf8(contents) else { continue };
        let path = if *file == own { "pictures/mistakes/" } else { folder.as_str() };
        let pictures = text.split(path).skip(1).filter_map(|rest| rest.split_once(".png"));
        names.extend(pictures.map(|(name, _)| name.to_owned()));
    }
    names
}

/// Returns the right pictures of a text that are not of the wrong one's view, with what is to be done.
fn of_other_views(text: &str, plates: &[Plate<'_>]) -> BTreeMap<String, String> {
    let view = |name: &str| Some(&plates.iter().find(|plate| plate.name == name)?.taken.as_ref().ok()?.right);
    pairs::names(text)
        .filter(|(wrong, right)| view(wrong) != view(right))
        .map(|(wrong, right)| {
            (wrong.to_owned(), format!("right/{right} is of another view: name right/{wrong} beside it"))
        })
        .collect()
}

/// Writes pictures into a folder, and removes those that are no longer wanted.
struct Hanging {
    folder: String,
    /// Width of a picture, in pixels.
    width: u32,
    /// The beginning of the file names that it may remove.
    of: String,
    /// True if a mistake that cannot be seen is a failure.
    must_show: bool,
}

impl Hanging {
    fn file(&self, plate: &Plate<'_>) -> String {
        format!("{}/{}.png", self.folder, plate.name)
    }

    /// Returns what is wrong with the picture that hangs there.
    fn fault(&self, root: &Path, plate: &Plate<'_>) -> Result<Option<String>> {
        let fresh = match &plate.taken {
            Err(failed) => return Ok(Some(format!("can't be drawn: {}", failed.trim_end()))),
            Ok(_) if !plate.is_seen() => return Ok(Some("shows no mistake any more".to_owned())),
            Ok(taken) => &taken.picture,
        };
        let off = off(&root.join(self.file(plate)), fresh, self.width)?;
        Ok((off >= SAME).then(|| format!("differs in {:.1} % of its pixels", 100.0 * off)))
    }

    fn all(&self, root: &Path, plates: &[Plate<'_>]) -> Result<bool> {
        let widest = plates.iter().map(|plate| plate.name.chars().count()).max().unwrap_or(0);
        let mut well = true;
        for plate in plates {
            let (good, words) = self.one(root, plate)?;
            let tick = if good { format!("{GOOD}✓{GOOD:#}") } else { format!("{BAD}✗{BAD:#}") };
            println!("  {tick} {:widest$}  {words}", plate.name);
            well &= good;
        }
        let seen = plates.iter().filter(|plate| plate.is_seen());
        let wanted: BTreeSet<String> = seen.map(|plate| format!("{}.png", plate.name)).collect();
        self.clear(&root.join(&self.folder), &wanted)?;
        Ok(well)
    }

    fn one(&self, root: &Path, plate: &Plate<'_>) -> Result<(bool, String)> {
        let fresh = match &plate.taken {
            Ok(taken) => &taken.picture,
            Err(wrong) => return Ok((false, wrong.trim_end().to_owned())),
        };
        let path = root.join(self.file(plate));
        if !plate.is_seen() {
            let text = "cannot be seen: no picture of the lesson's shows it, with the panel or without";
            return Ok((!self.must_show, format!("{DIM}{text}{DIM:#}")));
        }
        let is_there = path.is_file();
        if is_there && off(&path, fresh, self.width)? < SAME {
            return Ok((true, format!("{DIM}up to date{DIM:#}")));
        }
        tree::write_if_changed(&path, &Picture::read(fresh)?.reduced(self.width).small_png()?)?;
        Ok((true, if is_there { "renewed" } else { "new" }.to_owned()))
    }

    /// Removes pictures of mistakes that are not wanted.
    fn clear(&self, all: &Path, wanted: &BTreeSet<String>) -> Result<()> {
        let list = |folder: std::path::PathBuf| std::fs::read_dir(folder).into_iter().flatten();
        for entry in list(all.to_owned()).chain(list(all.join("right"))) {
            let path = entry.context("cannot list the pictures")?.path();
            let name = path.strip_prefix(all).unwrap_or(&path).to_string_lossy().into_owned();
            if !name.ends_with(".png") || !name.starts_with(&self.of) || wanted.contains(&name) {
                continue;
            }
            std::fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))?;
            println!("  {GOOD}✓{GOOD:#} {name}  removed: it shows no mistake, or no text shows it");
        }
        Ok(())
    }
}

/// Returns the fraction of pixels in which an older picture differs from a fresh one. One that can't be read differs in all.
fn off(old: &Path, fresh: &Path, width: u32) -> Result<f64> {
    let fresh = Picture::read(fresh)?.reduced(width);
    Ok(Picture::read(old).map_or(1.0, |old| old.difference(&fresh)))
}
