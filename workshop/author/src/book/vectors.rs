//! Computes the answers that live figures are compared with, by the code that students write, right and with
//! each mistake.
//!
//! A small program asks that code. It is built where `verify` builds every mistake, so that a figure's switch
//! is the mistake of `mistakes.toml`, and no list is kept twice.

use crate::projection::Course;
use crate::tree;
use crate::verify::Workshop;
use crate::verify::variants::{self, Choice, VARIANT, Variant};
use anyhow::{Context, Result, bail};
use course::{Id, LessonInfo};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// The program: it prints a line of JSON for the figure that its argument names, or for each of them.
const PROGRAM: &str = "workshop/proof/examples/vectors.rs";

/// Crates that the program calls.
const NEEDED: [&str; 12] = [
    "anyhow", "common", "crowd", "editor", "formats", "gl", "glam", "glium", "gpu", "ground", "play", "stage",
];

/// Prints a line for each figure and variant.
pub fn print(root: &Path) -> Result<()> {
    let (lessons, files) = (LessonInfo::all(root)?, tree::read(root)?);
    let course = Course::whole(&files, &lessons)?;
    let source = files.get(PROGRAM).with_context(|| format!("{PROGRAM} is missing"))?;
    let workshop = Workshop::new(root)?;
    let [copy, program] = workshop.build_program(&course, "vectors", &NEEDED, source.clone())?;
    let answers = |figure: Option<&str>, but: BTreeMap<Id, Variant<'_>>| {
        let choice = Choice { lesson: u8::MAX, but };
        for (file, text) in variants::shaders(&course, &choice) {
            tree::write_if_changed(&copy.join(file), &text)?;
        }
        let mut command = Command::new(&program);
        let output = command.args(figure).env(course::ROOT, &copy).env(VARIANT, choice.as_text()).output()?;
        if !output.status.success() {
            bail!("{figure:?} with {}: {}", choice.as_text(), String::from_utf8_lossy(&output.stderr));
        }
        let lines = std::str::from_utf8(&output.stdout)?.lines().map(serde_json::from_str);
        Ok(lines.collect::<Result<Vec<Value>, _>>()?)
    };
    for mut right in answers(None, BTreeMap::new())? {
        let [figure, exercise] =
            ["figure", "exercise"].map(|key| right[key].as_str().unwrap_or_default().to_owned());
        let id = Id::strict(&exercise).with_context(|| format!("{figure} is of {exercise:?}"))?;
        let named = right["mistakes"].take();
        for name in named.as_array().into_iter().flatten().filter_map(Value::as_str) {
            let lesson =
                course.lesson(id.lesson).with_context(|| format!("there is no lesson {}", id.lesson))?;
            let mistake = lesson.mistakes.data.of(id).find(|mistake| mistake.name.get_ref() == name);
            let mistake = mistake.with_context(|| format!("{id} has no mistake {name}, as {figure} says"))?;
            let wrong = answers(Some(&figure), BTreeMap::from([(id, Variant::Mistake(mistake, 0))]))?;
            for mut wrong in wrong.into_iter().filter(|wrong| wrong["exercise"] == exercise) {
                wrong["mistakes"] = Value::Null;
                wrong["mistake"] = name.into();
                anstream::println!("{wrong}");
            }
        }
        right["mistake"] = Value::Null;
        anstream::println!("{right}");
    }
    Ok(())
}
