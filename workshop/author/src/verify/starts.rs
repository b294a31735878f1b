//! Runs every lesson at each of its own steps and after each lesson: the exercises still open must not end it.

use crate::batches;
use crate::projection::Course;
use crate::render::Render;
use crate::verify::proof::Runs;
use crate::verify::variants::{Choice, Variant};
use anyhow::{Context, Result};
use course::{Exercise, Id, LessonInfo};
use std::collections::BTreeMap;
use workbook::cargo::Build;

/// A small picture of a moment at which things move.
const ARGS: [&str; 4] = ["--at", "0.5", "--size", "320x200"];

/// Returns the number of pictures, and the faults of those that failed.
pub fn run(
    course: &Course<'_>,
    chosen: &[&LessonInfo],
    build: &Build,
    runs: &Runs<'_>,
) -> Result<(usize, Vec<String>)> {
    std::fs::create_dir_all(runs.scratch)
        .with_context(|| format!("cannot make {}", runs.scratch.display()))?;
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
            tree: runs.tree,
            choice,
            args: ARGS.map(str::to_owned).to_vec(),
            picture: runs.scratch.join(format!("{:02} {step}.png", lesson.number)),
            limit: runs.limit,
        }));
    }
    wrong.extend(batches::run(course, runs.tree, &jobs)?.into_iter().flatten());
    Ok((jobs.len(), wrong))
}

/// Nothing solved, then all exercises of one lesson after the other; of a lesson itself, one exercise after the other.
fn steps<'a>(course: &Course<'a>, own: &LessonInfo) -> impl Iterator<Item = (String, Choice<'a>)> {
    let solved = |lesson: &LessonInfo, last: Id| {
        let ids = lesson.exercises().iter().map(Exercise::id).filter(|id| *id <= last);
        let but = ids.map(|id| (id, Variant::Solution)).collect();
        (format!("solved through {last}"), Choice { lesson: lesson.number, but })
    };
    let own = own.number;
    let steps = course.lessons.iter().flat_map(move |lesson| {
        let ids: Vec<Id> = lesson.exercises().iter().map(Exercise::id).collect();
        let first = if lesson.number == own { 0 } else { ids.len().saturating_sub(1) };
        ids.into_iter().skip(first).map(move |id| solved(lesson, id))
    });
    std::iter::once(("with all open".to_owned(), Choice { lesson: 1, but: BTreeMap::new() })).chain(steps)
}
