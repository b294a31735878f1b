//! Runs every lesson with nothing solved, after each of its own exercises, and with all solved, since open
//! exercises must not crash it.

use crate::projection::Course;
use crate::render::{self, Render};
use crate::verify::asking::Runs;
use crate::verify::variants::{Choice, Variant};
use anyhow::Result;
use course::{Exercise, Id, LessonInfo};
use std::collections::BTreeMap;
use workbook::cargo::Build;

/// The arguments of a small picture, at a time at which things move.
const ARGS: [&str; 4] = ["--at", "0.5", "--size", "320x200"];

/// Returns the number of pictures, and a complaint for each that failed.
pub fn run(
    course: &Course<'_>,
    chosen: &[&LessonInfo],
    build: &Build,
    runs: &Runs<'_>,
) -> Result<(usize, Vec<String>)> {
    let mut jobs = Vec::new();
    let mut wrong = Vec::new();
    for lesson in chosen.iter().filter(|lesson| course.files.contains_key(&lesson.file("main.rs"))) {
        let Some(program) = build.program(&lesson.file("main.rs")) else {
            wrong.push(format!("{} has no [[bin]] with main.rs", lesson.file("Cargo.toml")));
            continue;
        };
        jobs.extend(steps(course, lesson).map(|(step, choice)| Render {
            title: format!("{:02} {step}", lesson.number),
            program,
            choice,
            args: ARGS.map(str::to_owned).to_vec(),
            picture: runs.scratch.join(format!("{:02} {step}.png", lesson.number)),
            limit: runs.limit,
        }));
    }
    wrong.extend(render::all(course, runs.tree, &jobs)?.into_iter().flatten());
    Ok((jobs.len(), wrong))
}

/// Returns the steps: nothing solved, the earlier lessons solved, its own exercises one by one, then all.
fn steps<'a>(course: &Course<'a>, own: &LessonInfo) -> impl Iterator<Item = (String, Choice<'a>)> {
    let solved = |last: Id| {
        let lesson = course.lesson(last.lesson)?;
        let ids = lesson.exercises().iter().map(Exercise::id).filter(|id| *id <= last);
        let but = ids.map(|id| (id, Variant::Solution)).collect();
        Some((format!("solved through {last}"), Choice { lesson: lesson.number, but }))
    };
    let last = |lesson: &LessonInfo| lesson.exercises().last().map(Exercise::id);
    let before = course.lessons.iter().rev().filter(|lesson| lesson.number < own.number).find_map(last);
    let steps = before.into_iter().chain(own.exercises().iter().map(Exercise::id));
    let end = course.lessons.iter().rev().find_map(last).filter(|end| end.lesson != own.number);
    let open = ("with all open".to_owned(), Choice { lesson: 1, but: BTreeMap::new() });
    std::iter::once(open).chain(steps.chain(end).filter_map(solved).collect::<Vec<_>>())
}
