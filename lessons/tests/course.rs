//! Every lesson has what a lesson must have. That exercises, texts and code agree is for `cargo workbook verify`.

mod support;

use anyhow::{Context, Result, ensure};
use common::course::{Lesson, root};
use support::{lesson_names, manifest, names_in};

/// A program longer than this is not read in one sitting.
const LINES: usize = 300;

#[test]
fn every_lesson_has_its_files() -> Result<()> {
    for name in lesson_names()? {
        let folder = root().join("lessons").join(name.replace('-', "_"));
        for file in
            ["main.rs", "README.md", "lesson.toml", "checks.rs", "mistakes.toml", "answers.toml", "pictures"]
        {
            let path = folder.join(file);
            ensure!(path.exists(), "lesson {name} has no {file}: add {}", path.display());
        }
        let program = std::fs::read_to_string(folder.join("main.rs"))?;
        let lines = program.lines().count();
        ensure!(
            lines < LINES,
            "main.rs of {name} has {lines} lines; under {LINES} it must be: move what is not the lesson's own \
             to common, or to a file beside it"
        );
    }
    Ok(())
}

#[test]
fn programs_and_checks_are_named_as_their_lesson() -> Result<()> {
    let manifest = manifest()?;
    let lessons = lesson_names()?;
    let checks: Vec<String> = lessons.iter().map(|name| format!("{name}-checks")).collect();
    for (kind, wanted) in [("bin", lessons), ("test", checks)] {
        let names = names_in(&manifest, kind);
        ensure!(
            names == wanted,
            "the [[{kind}]] tables in lessons/Cargo.toml are {names:?}, the lessons' folders want {wanted:?}"
        );
    }
    Ok(())
}

#[test]
fn what_lessons_say_of_themselves_can_be_read() -> Result<()> {
    for name in lesson_names()? {
        let lesson = Lesson::named(&name)?;
        ensure!(name.starts_with(&format!("{}-", lesson.number())), "{name}: number {}", lesson.number());
        ensure!(!lesson.exercises.is_empty(), "lesson.toml of {name} has no [[exercise]]");
        for exercise in &lesson.exercises {
            let path = root().join(&exercise.file);
            ensure!(path.exists(), "exercise {}: there is no {}", exercise.id, path.display());
        }
        for mistake in lesson.mistakes()? {
            lesson.exercise(&mistake.exercise).with_context(|| format!("mistake {}", mistake.name))?;
        }
    }
    Ok(())
}

#[test]
fn every_check_is_tried_with_further_answers() -> Result<()> {
    for name in lesson_names()? {
        let lesson = Lesson::named(&name)?;
        let answers: toml::Table =
            toml::from_str(&std::fs::read_to_string(lesson.folder.join("answers.toml"))?)?;
        for exercise in &lesson.exercises {
            for (kind, least) in [("wrong", 5), ("right", 2)] {
                let all = answers.get(kind).and_then(toml::Value::as_array).into_iter().flatten();
                let own = all.filter(|answer| answer["exercise"].as_str() == Some(&exercise.id)).count();
                ensure!(
                    own >= least,
                    "exercise {}: answers.toml has {own} {kind} answers of {least}",
                    exercise.id
                );
            }
        }
    }
    Ok(())
}

#[test]
fn there_is_one_copy_of_the_crates_that_must_agree() -> Result<()> {
    let lock: toml::Table = toml::from_str(&std::fs::read_to_string(root().join("Cargo.lock"))?)?;
    let packages = lock.get("package").and_then(toml::Value::as_array).context("Cargo.lock lists nothing")?;
    for name in ["glam", "glium", "imgui", "winit"] {
        let versions: Vec<_> = packages
            .iter()
            .filter(|package| package.get("name").and_then(toml::Value::as_str) == Some(name))
            .filter_map(|package| package.get("version")?.as_str())
            .collect();
        ensure!(
            versions.len() == 1,
            "Cargo.lock holds {name} {versions:?}; with two copies their types do not fit together. \
             `cargo tree --duplicates` says who wants which"
        );
    }
    Ok(())
}
