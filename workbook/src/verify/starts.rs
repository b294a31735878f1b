//! Runs every lesson in each state from which students start: what they have not written yet must not end it.

use crate::batches;
use crate::cargo::Build;
use crate::course::Course;
use crate::lessons::Lesson;
use crate::render::Render;
use crate::verify::proof::Runs;
use crate::verify::variants::Choice;
use anyhow::{Context, Result};
use std::collections::BTreeMap;

/// A small picture of a moment at which things move.
const ARGS: [&str; 4] = ["--at", "0.5", "--size", "320x200"];

/// How many runs there were, and what is wrong with those that failed.
pub fn run(
    course: &Course<'_>,
    chosen: &[&Lesson],
    build: &Build,
    runs: &Runs<'_>,
) -> Result<(usize, Vec<String>)> {
    std::fs::create_dir_all(runs.scratch)
        .with_context(|| format!("cannot make {}", runs.scratch.display()))?;
    let mut jobs = Vec::new();
    let mut wrong = Vec::new();
    for lesson in chosen.iter().filter(|lesson| course.files.contains_key(&lesson.file("main.rs"))) {
        let Some(program) = build.program(&lesson.file("main.rs")) else {
            wrong.push(format!("lessons/Cargo.toml has no [[bin]] with {}", lesson.file("main.rs")));
            continue;
        };
        jobs.extend(course.lessons.iter().map(|start| {
            let (lesson, start) = (lesson.number, start.number);
            Render {
                title: format!("{lesson:02} from exercise/{start:02}"),
                program,
                tree: runs.tree,
                choice: Choice { lesson: start, but: BTreeMap::new() },
                args: ARGS.map(str::to_owned).to_vec(),
                picture: runs.scratch.join(format!("{lesson:02}-from-{start:02}.png")),
                limit: runs.limit,
            }
        }));
    }
    wrong.extend(batches::run(course, runs.tree, &jobs)?.into_iter().flatten());
    Ok((jobs.len(), wrong))
}
