//! Runs lessons' programs for their pictures: with open exercises none may crash, and while one is open, the pictures in which
//! it's seen change.

use crate::instructor::picture::Picture;
use crate::projection::Course;
use crate::render::{self, Render};
use crate::verify::asking::Runs;
use crate::verify::variants::{Choice, Variant};
use anyhow::Result;
use course::{Exercise, Id, LessonInfo};
use std::collections::BTreeMap;
use std::path::Path;
use workbook::cargo::Build;

/// The arguments of a small picture, at a time at which things move.
const ARGS: [&str; 4] = ["--at", "0.7", "--size", "320x200"];

/// The least fraction of pixels that must change. A lesson with its own copy of a formula would change none.
const PLAIN: f64 = 0.001;

/// Runs every lesson with nothing solved, with the earlier lessons solved, after each of its own exercises, and with all solved.
/// Returns the number of pictures, and a complaint for each that failed.
pub fn at_each_step(
    course: &Course<'_>,
    chosen: &[&LessonInfo],
    build: &Build,
    runs: &Runs<'_>,
) -> Result<(usize, Vec<String>)> {
    let (mut jobs, mut wrong) = (Vec::new(), Vec::new());
    for lesson in chosen.iter().filter(|lesson| course.files.contains_key(&lesson.file("main.rs"))) {
        let Some(program) = build.program(&lesson.file("main.rs")) else {
            wrong.push(format!("{} has no [[bin]] with main.rs", lesson.file("Cargo.toml")));
            continue;
        };
        let ids = || course.lessons.iter().flat_map(LessonInfo::exercises).map(Exercise::id);
        let before = ids().rfind(|id| id.lesson < lesson.number);
        let own = ids().filter(|id| id.lesson == lesson.number);
        let end = ids().next_back().filter(|end| end.lesson != lesson.number);
        let open = ("with all open".to_owned(), Choice { lesson: 1, but: BTreeMap::new() });
        let solved = |last: Id| {
            let but = ids().filter(|id| id.lesson == last.lesson && *id <= last);
            let but = but.map(|id| (id, Variant::Solution)).collect();
            (format!("solved through {last}"), Choice { lesson: last.lesson, but })
        };
        for (step, choice) in [open].into_iter().chain(before.into_iter().chain(own).chain(end).map(solved)) {
            jobs.push(render(format!("{:02} {step}", lesson.number), program, choice, "", runs, jobs.len()));
        }
    }
    wrong.extend(render::all(course, runs.tree, &jobs)?.into_iter().flatten());
    Ok((jobs.len(), wrong))
}

/// Takes a picture of each lesson in which an exercise of the chosen ones is said to be seen: with all solved, and with that
/// exercise alone open. Returns how many exercises were looked at so, and what is wrong.
pub fn while_open(
    course: &Course<'_>,
    chosen: &[&LessonInfo],
    build: &Build,
    runs: &Runs<'_>,
) -> Result<(usize, Vec<String>)> {
    let (mut jobs, mut wrong) = (Vec::new(), Vec::new());
    for exercise in chosen.iter().flat_map(|lesson| lesson.exercises()) {
        for view in exercise.views() {
            let lesson = view.0.and_then(|number| course.lesson(number));
            let Some((number, program)) =
                lesson.and_then(|lesson| Some((lesson.number, build.program(&lesson.file("main.rs"))?)))
            else {
                wrong.push(format!("{view:?}, in which something is seen, has no lesson's number"));
                continue;
            };
            let id = exercise.id();
            for (what, open) in [("solved".to_owned(), None), (format!("without {id}"), Some(id))] {
                let but = open.map(|id| (id, Variant::Starter)).into_iter().collect();
                let (title, choice) =
                    (format!("{number:02} {} {what}", view.1), Choice { lesson: number + 1, but });
                jobs.push(render(title, program, choice, view.1, runs, jobs.len()));
            }
        }
    }
    wrong.extend(render::all(course, runs.tree, &jobs)?.into_iter().flatten());
    if wrong.is_empty() {
        for [solved, open] in jobs.as_chunks().0 {
            let difference = Picture::read(&open.picture)?.difference(&Picture::read(&solved.picture)?);
            if difference < PLAIN {
                let percent = 100.0 * difference;
                wrong.push(format!("{}: the picture is the same but for {percent:.2} %", open.title));
            }
        }
    }
    Ok((jobs.len() / 2, wrong))
}

fn render<'a>(
    title: String,
    program: &'a Path,
    choice: Choice<'a>,
    args: &str,
    runs: &Runs<'_>,
    number: usize,
) -> Render<'a> {
    let args = ARGS.into_iter().chain(args.split_whitespace()).map(str::to_owned).collect();
    // Titles hold slashes.
    let picture = runs.scratch.join(format!("{number}.png"));
    Render { title, program, choice, args, picture, limit: runs.limit }
}
