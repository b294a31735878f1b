//! Proves that students' code moves the models: while an exercise is open, later lessons' pictures change.

use crate::instructor::picture::Picture;
use crate::projection::Course;
use crate::render::{self, Render};
use crate::verify::asking::Runs;
use crate::verify::variants::{Choice, Variant};
use anyhow::Result;
use course::{Exercise, LessonInfo};
use std::collections::{BTreeMap, BTreeSet};
use workbook::cargo::Build;

/// The arguments of a picture, at a time at which things move.
const ARGS: [&str; 4] = ["--at", "0.7", "--size", "320x200"];

/// A lesson's number, or none for this one, and the arguments of a picture of it.
type View<'v> = (Option<u8>, &'v str);

/// The least fraction of pixels that must change. A lesson with its own copy of a formula would change none.
const PLAIN: f64 = 0.001;

/// Takes a picture of each lesson in which an exercise of the chosen ones is said to be seen: with all solved, and with that
/// exercise alone open. Returns how many exercises were looked at so, and what is wrong.
pub fn run(
    course: &Course<'_>,
    chosen: &[&LessonInfo],
    build: &Build,
    runs: &Runs<'_>,
) -> Result<(usize, Vec<String>)> {
    let exercises = chosen.iter().flat_map(|lesson| lesson.exercises());
    let pairs: Vec<(View<'_>, &Exercise)> =
        exercises.flat_map(|exercise| exercise.views().map(move |view| (view, exercise))).collect();
    let views: BTreeSet<View<'_>> = pairs.iter().map(|(view, _)| *view).collect();
    let mut wrong = Vec::new();
    let mut programs = BTreeMap::new();
    for view in views {
        let lesson = view.0.and_then(|number| course.lesson(number));
        match lesson.and_then(|lesson| Some((lesson.number, build.program(&lesson.file("main.rs"))?))) {
            Some(program) => _ = programs.insert(view, program),
            None => wrong.push(format!("{view:?}, in which something is seen, has no lesson's number")),
        }
    }
    // Arguments hold slashes, so that the files of pictures go by the views' places in the list.
    let picture = |view: View<'_>, title: &str| {
        let place = programs.keys().position(|known| *known == view).unwrap_or_default();
        runs.scratch.join(format!("{place} {title}.png"))
    };
    let render = |view: View<'_>, open: Option<&Exercise>| {
        let title = open.map_or("solved".to_owned(), |exercise| format!("without {}", exercise.id()));
        let (lesson, program) = programs.get(&view)?;
        Some(Render {
            title: format!("{lesson:02} {} {title}", view.1),
            program,
            choice: Choice {
                lesson: lesson + 1,
                but: open.map(|exercise| (exercise.id(), Variant::Starter)).into_iter().collect(),
            },
            args: ARGS.into_iter().chain(view.1.split_whitespace()).map(str::to_owned).collect(),
            picture: picture(view, &title),
            limit: runs.limit,
        })
    };
    let solved: Vec<_> = programs.keys().filter_map(|view| render(*view, None)).collect();
    let open: Vec<_> = pairs.iter().filter_map(|&(view, exercise)| render(view, Some(exercise))).collect();
    let mut failed = render::all(course, runs.tree, &solved)?;
    failed.extend(render::all(course, runs.tree, &open)?);
    wrong.extend(failed.into_iter().flatten());
    if !wrong.is_empty() {
        return Ok((pairs.len(), wrong));
    }
    for (render, (view, _)) in open.iter().zip(&pairs) {
        let whole = picture(*view, "solved");
        let difference = Picture::read(&render.picture)?.difference(&Picture::read(&whole)?);
        if difference < PLAIN {
            let percent = 100.0 * difference;
            wrong.push(format!("{}: the picture is the same but for {percent:.2} %", render.title));
        }
    }
    Ok((pairs.len(), wrong))
}
