//! The promise that students' own code moves the models: an exercise that is open shows in the pictures of later lessons.

use crate::batches;
use crate::instructor::picture::Picture;
use crate::projection::Course;
use crate::render::Render;
use crate::verify::proof::Runs;
use crate::verify::variants::{Choice, Variant};
use anyhow::Result;
use course::{Exercise, LessonInfo, SeenIn};
use std::collections::{BTreeMap, BTreeSet};
use workbook::cargo::Build;

/// Arguments for a picture of a moment at which things move, for an exercise that names none.
const ARGS: [&str; 4] = ["--at", "0.7", "--size", "320x200"];

/// The part of the pixels that must change. A second copy of a formula changes none.
const PLAIN: f64 = 0.001;

/// Takes a picture of each view in which an exercise of the chosen ones is said to be seen: with all solved, and with that
/// exercise alone open. Returns how many exercises were looked at so, and what is wrong.
pub fn run(
    course: &Course<'_>,
    chosen: &[&LessonInfo],
    build: &Build,
    runs: &Runs<'_>,
) -> Result<(usize, Vec<String>)> {
    let exercises = chosen.iter().flat_map(|lesson| lesson.exercises());
    let pairs: Vec<(&SeenIn, &Exercise)> =
        exercises.flat_map(|exercise| exercise.seen_in.iter().map(move |view| (view, exercise))).collect();
    let views: BTreeSet<&SeenIn> = pairs.iter().map(|(view, _)| *view).collect();
    let lessons: BTreeSet<u8> = views.iter().map(|view| view.lesson).collect();
    let mut wrong = Vec::new();
    let mut programs = BTreeMap::new();
    for number in lessons {
        let lesson = course.lesson(number);
        match lesson.and_then(|lesson| build.program(&lesson.file("main.rs"))) {
            Some(program) => _ = programs.insert(number, program),
            None => wrong.push(format!("lesson {number:02}, in which something is seen, has no program")),
        }
    }
    let render = |view: &SeenIn, open: Option<&Exercise>| {
        let lesson = view.lesson;
        let title = open.map_or("solved".to_owned(), |exercise| format!("without {}", exercise.id()));
        let number = views.iter().position(|known| *known == view)?;
        Some(Render {
            title: format!("{lesson:02} {title}"),
            program: programs.get(&lesson)?,
            tree: runs.tree,
            choice: Choice {
                lesson: lesson + 1,
                but: open.map(|exercise| (exercise.id(), Variant::Starter)).into_iter().collect(),
            },
            args: if view.args.is_empty() { ARGS.map(str::to_owned).to_vec() } else { view.args.clone() },
            picture: runs.scratch.join(format!("{number} {title}.png")),
            limit: runs.limit,
        })
    };
    let solved: Vec<_> = views.iter().filter_map(|view| render(view, None)).collect();
    let open: Vec<_> = pairs.iter().filter_map(|(view, exercise)| render(view, Some(exercise))).collect();
    let mut failed = batches::run(course, runs.tree, &solved)?;
    failed.extend(batches::run(course, runs.tree, &open)?);
    wrong.extend(failed.into_iter().flatten());
    if !wrong.is_empty() {
        return Ok((pairs.len(), wrong));
    }
    for ((view, _), opened) in pairs.iter().zip(&open) {
        let Some(whole) = render(view, None) else { continue };
        let difference = Picture::read(&opened.picture)?.difference(&Picture::read(&whole.picture)?);
        if difference < PLAIN {
            let percent = 100.0 * difference;
            wrong.push(format!("{}: the picture is the same but for {percent:.2} %", opened.title));
        }
    }
    Ok((pairs.len(), wrong))
}
