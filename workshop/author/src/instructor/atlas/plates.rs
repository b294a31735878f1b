//! Lists the pictures of mistakes that texts show, each with the command line that draws it.

use super::pairs;
use crate::projection::Course;
use anyhow::{Context, Result};
use course::{LessonInfo, Mistake};
use std::collections::{BTreeMap, BTreeSet};

/// The exam's text. Its pictures are in a folder beside it, in views that no other text shows, so that nobody knows them by
/// heart. Above each is its view, `<!-- view ["--at", "0.8", "--set", "bend=20"] -->`, and its file is called
/// `exam/13.3-layer-itself-added.png`: the exercise and the mistake.
const EXAM: &str = "workshop/docs/exam.md";
pub const EXAM_FOLDER: &str = "workshop/docs/exam/";

/// A lesson's arguments, without those that ask for a picture.
pub type View = Vec<String>;

/// A picture that a text shows.
pub struct Plate<'a> {
    pub file: String,
    /// The file's name without its ending.
    pub name: String,
    /// The mistake that is to be seen, or none in the right picture beside one.
    pub mistake: Option<&'a Mistake>,
    pub view: View,
    /// The picture's width, in pixels. The exam's are printed at least 8 cm wide.
    pub width: u32,
}

/// Returns the folder of the pictures in a lesson's text.
pub fn folder(lesson: &LessonInfo) -> String {
    lesson.file("pictures/mistakes/")
}

/// Lists the pictures of a lesson's mistakes: in its text or one for instructors, the right ones beside them, and the exam's.
pub fn all<'a>(course: &Course<'_>, lesson: &'a LessonInfo) -> Result<Vec<Plate<'a>>> {
    let (folder, shown) = (folder(lesson), shown(course, lesson));
    let mistakes = || lesson.mistakes.data.all.iter();
    let plate = |name: String, of: &'a Mistake, mistake| {
        let (file, view) = (format!("{folder}{name}.png"), view(lesson, of));
        Plate { file, name, mistake, view, width: 480 }
    };
    let wrong = mistakes().map(|mistake| plate(mistake.name.get_ref().clone(), mistake, Some(mistake)));
    let right = mistakes().map(|mistake| plate(format!("right/{}", mistake.name.get_ref()), mistake, None));
    let mut plates: Vec<_> = wrong.chain(right).filter(|plate| shown.contains(&plate.name)).collect();
    for block in course.text(EXAM).unwrap_or_default().split("<!-- view ").skip(1) {
        let (view, rest) = block.split_once(" -->").context("a view has no end")?;
        let name = rest.split_once("](exam/").and_then(|(_, rest)| rest.split_once(".png"));
        let (name, _) = name.with_context(|| format!("{EXAM}: no picture follows the view {view}"))?;
        let full = |of: &Mistake| format!("{}-{}", of.exercise.get_ref(), of.name.get_ref());
        let Some(mistake) = mistakes().find(|mistake| name == full(mistake)) else { continue };
        let words = serde_json::from_str(view);
        let mut view: View = words.with_context(|| format!("{EXAM}: {view} is no list of words"))?;
        if !view.iter().any(|arg| arg == "--size") {
            view.extend(["--size", "720x450"].map(str::to_owned));
        }
        let (file, name) = (format!("{EXAM_FOLDER}{name}.png"), name.to_owned());
        plates.push(Plate { file, name, mistake: Some(mistake), view, width: 720 });
    }
    Ok(plates)
}

/// Returns the names of a lesson's pictures that a text shows.
fn shown(course: &Course<'_>, lesson: &LessonInfo) -> BTreeSet<String> {
    let (folder, own) = (folder(lesson), lesson.file("README.md"));
    let texts = course.files.iter().filter(|(file, _)| file.ends_with(".md"));
    let names = texts.flat_map(|(file, contents)| {
        let path = if *file == own { "pictures/mistakes/" } else { folder.as_str() };
        let pictures = str::from_utf8(contents).unwrap_or_default().split(path).skip(1);
        pictures.filter_map(|rest| rest.split_once(".png")).map(|(name, _)| name.to_owned())
    });
    names.collect()
}

/// Returns the pictures of a lesson's text beside which is the right one of another view, and what is to be done.
pub fn of_other_views(course: &Course<'_>, lesson: &LessonInfo) -> BTreeMap<String, String> {
    let text = course.text(&lesson.file("README.md")).unwrap_or_default();
    let view = |name: &str| lesson.mistakes.data.named(name).map(|mistake| view(lesson, mistake));
    let pairs = pairs::names(text).filter(|(wrong, right)| view(wrong) != view(right));
    let told = |(wrong, right): (&str, &str)| {
        (wrong.to_owned(), format!("right/{right} is of another view: name right/{wrong} beside it"))
    };
    pairs.map(told).collect()
}

/// Returns the command line that shows a mistake: its own, or else that of the lesson's first picture without the panel. Both are
/// drawn in sizes of ours, unless its own says what part is to be seen.
fn view(lesson: &LessonInfo, mistake: &Mistake) -> View {
    let own = &mistake.picture;
    let has = |option: &str| own.iter().any(|arg| arg == option);
    if has("--crop") {
        return own.clone();
    }
    let first = lesson.about.data.pictures.first().map(|picture| &picture.args);
    let mut args = if own.is_empty() { first.unwrap_or(own) } else { own }.iter();
    let mut view = Vec::new();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--panel" => {}
            "--size" | "--scale" | "--crop" | "--fps" | "--seconds" => drop(args.next()),
            _ => view.push(arg.clone()),
        }
    }
    let size: &[&str] =
        if has("--panel") { &["--size", "960x600", "--panel"] } else { &["--size", "480x300"] };
    view.extend(size.iter().map(|&arg| arg.to_owned()));
    view
}
