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
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use studio::{Plate, Studio};
use workbook::process;
use workbook::style::{BAD, DIM, GOOD, HEADING};

/// The width of a picture in a text, in pixels.
const WIDTH: u32 = 480;

/// The fraction of pixels that another driver may draw differently.
const SAME: f64 = 0.01;

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
        let scratch = tree.with_file_name("atlas").join(lesson.slug());
        std::fs::create_dir_all(&scratch).with_context(|| format!("cannot make {}", scratch.display()))?;
        let main = lesson.file("main.rs");
        let program = build.program(&main);
        let program =
            program.with_context(|| format!("{} has no [[bin]] with main.rs", lesson.file("Cargo.toml")))?;
        let studio = Studio { course: &course, lesson, program, tree: &tree, scratch };
        println!("{HEADING}{}{HEADING:#}", lesson.folder);
        let folder = root.join(lesson.file("pictures/mistakes"));
        let hanging = Hanging { folder: &folder, width: WIDTH, of: "", must_show: false };
        let shown = shown(&files, lesson);
        let mistakes = lesson.mistakes.data.all.iter();
        let mut plates: Vec<_> = mistakes.map(|mistake| Plate::new(lesson, mistake)).collect();
        let right = |plate: &Plate<'_>| shown.contains(&format!("right/{}", plate.name));
        plates.retain(|plate| shown.contains(&plate.name) || right(plate));
        // The exam's have names of their own, so that all are taken in one go.
        let of_texts = plates.len();
        plates.extend(exam::plates(&files, lesson)?);
        studio.take(&mut plates)?;
        let of_exam = plates.split_off(of_texts);
        let text = files.get(&lesson.file("README.md")).and_then(|text| str::from_utf8(text).ok());
        well &= of_one_view(text.unwrap_or_default(), &plates);
        let right: Vec<_> = plates.iter().filter(|plate| right(plate)).filter_map(Plate::right).collect();
        plates.extend(right);
        plates.retain(|plate| shown.contains(&plate.name));
        well &= hanging.all(&plates)?;
        let of = format!("{:02}.", lesson.number);
        let folder = root.join(exam::FOLDER);
        let hanging = Hanging { folder: &folder, width: exam::WIDTH, of: &of, must_show: true };
        well &= hanging.all(&of_exam)?;
    }
    Ok(well)
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

/// Prints right pictures of a text that are not of the wrong one's view. Returns true if there are none.
fn of_one_view(text: &str, plates: &[Plate<'_>]) -> bool {
    let view = |name: &str| Some(&plates.iter().find(|plate| plate.name == name)?.taken.as_ref().ok()?.right);
    let mut well = true;
    for (wrong, right) in pairs::names(text).filter(|(wrong, right)| view(wrong) != view(right)) {
        println!("  {BAD}✗{BAD:#} {wrong}  right/{right} is of another view: name right/{wrong} beside it");
        well = false;
    }
    well
}

/// Writes pictures into a folder, and removes those that are no longer wanted.
struct Hanging<'a> {
    folder: &'a Path,
    /// Width of a picture, in pixels.
    width: u32,
    /// The beginning of the file names that it may remove.
    of: &'a str,
    /// True if a mistake that cannot be seen is a failure.
    must_show: bool,
}

impl Hanging<'_> {
    fn path(&self, plate: &Plate<'_>) -> PathBuf {
        self.folder.join(format!("{}.png", plate.name))
    }

    fn all(&self, plates: &[Plate<'_>]) -> Result<bool> {
        let widest = plates.iter().map(|plate| plate.name.chars().count()).max().unwrap_or(0);
        let mut well = true;
        for plate in plates {
            let (good, words) = self.one(plate)?;
            let tick = if good { format!("{GOOD}✓{GOOD:#}") } else { format!("{BAD}✗{BAD:#}") };
            println!("  {tick} {:widest$}  {words}", plate.name);
            well &= good;
        }
        let seen = plates.iter().filter(|plate| plate.is_seen());
        let wanted: BTreeSet<String> = seen.map(|plate| format!("{}.png", plate.name)).collect();
        self.clear(&wanted)?;
        Ok(well)
    }

    fn one(&self, plate: &Plate<'_>) -> Result<(bool, String)> {
        let fresh = match &plate.taken {
            Ok(taken) => &taken.picture,
            Err(wrong) => return Ok((false, wrong.trim_end().to_owned())),
        };
        let path = self.path(plate);
        if !plate.is_seen() {
            let text = "cannot be seen: no picture of the lesson's shows it, with the panel or without";
            return Ok((!self.must_show, format!("{DIM}{text}{DIM:#}")));
        }
        let is_there = path.is_file();
        if is_there && same(&path, fresh, self.width)? {
            return Ok((true, format!("{DIM}up to date{DIM:#}")));
        }
        tree::write_if_changed(&path, &Picture::read(fresh)?.reduced(self.width).small_png()?)?;
        Ok((true, if is_there { "renewed" } else { "new" }.to_owned()))
    }

    /// Removes pictures of mistakes that are not wanted.
    fn clear(&self, wanted: &BTreeSet<String>) -> Result<()> {
        let list = |folder: PathBuf| std::fs::read_dir(folder).into_iter().flatten();
        for entry in list(self.folder.to_owned()).chain(list(self.folder.join("right"))) {
            let path = entry.context("cannot list the pictures")?.path();
            let name = path.strip_prefix(self.folder).unwrap_or(&path).to_string_lossy().into_owned();
            if !name.ends_with(".png") || !name.starts_with(self.of) || wanted.contains(&name) {
                continue;
            }
            std::fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))?;
            println!("  {GOOD}✓{GOOD:#} {name}  removed: it shows no mistake, or no text shows it");
        }
        Ok(())
    }
}

fn same(old: &Path, fresh: &Path, width: u32) -> Result<bool> {
    let fresh = Picture::read(fresh)?.reduced(width);
    // One that cannot be read is replaced.
    Ok(Picture::read(old).is_ok_and(|old| old.difference(&fresh) < SAME))
}
