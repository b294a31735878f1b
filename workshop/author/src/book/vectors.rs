//! Computes the answers that live figures are compared with, by the code that students write, right and with
//! each mistake.
//!
//! A small program asks that code. It is built where `verify` builds every mistake, so that a figure's switch
//! is the mistake of `mistakes.toml`, and no list is kept twice.

use crate::projection::Course;
use crate::tree;
use crate::verify::Workshop;
use crate::verify::variants::{self, Choice, VARIANT, Variant};
use anyhow::{Context, Result, bail, ensure};
use course::{Id, LessonInfo};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// The program: it prints a line of JSON for each row of its table of figures, or for the one whose number is its argument.
const PROGRAM: &str = "workshop/proof/examples/vectors.rs";

/// Crates that the program calls.
const NEEDED: [&str; 12] = [
    "anyhow", "check", "common", "crowd", "editor", "formats", "gl", "glam", "glium", "gpu", "ground", "play",
];

/// Prints each row's line, with the answers of every mistake that the row shows beside the right ones.
pub fn print(root: &Path) -> Result<()> {
    let (lessons, files) = (LessonInfo::all(root)?, tree::read(root)?);
    let course = Course::whole(&files, &lessons)?;
    let source = files.get(PROGRAM).with_context(|| format!("{PROGRAM} is missing"))?;
    let workshop = Workshop::new(root)?;
    let [copy, program] = workshop.build_program(&course, "vectors", &NEEDED, source.clone())?;
    let lines = |row: Option<String>, but: BTreeMap<Id, Variant<'_>>| {
        let choice = Choice { lesson: u8::MAX, but };
        for (file, text) in variants::shaders(&course, &choice) {
            tree::write_if_changed(&copy.join(file), &text)?;
        }
        let mut command = Command::new(&program);
        let output = command.args(&row).env(course::ROOT, &copy).env(VARIANT, choice.as_text()).output()?;
        if !output.status.success() {
            bail!("row {row:?} with {}: {}", choice.as_text(), String::from_utf8_lossy(&output.stderr));
        }
        let lines = std::str::from_utf8(&output.stdout)?.lines().map(serde_json::from_str);
        Ok(lines.collect::<Result<Vec<Value>, _>>()?)
    };
    for (row, mut line) in lines(None, BTreeMap::new())?.into_iter().enumerate() {
        let (figure, shown) = (line["figure"].take(), line["mistakes"].take());
        let (figure, shown) = (figure.as_str().unwrap_or_default(), shown.as_str().unwrap_or_default());
        let script =
            course.text(&format!("{}figures/{figure}.js", workbook::page::BESIDE)).unwrap_or_default();
        let mut wrong = BTreeMap::new();
        for of in shown.split(", ") {
            let before = wrong.len();
            for mistake in lessons.iter().flat_map(|lesson| &lesson.mistakes.data.all) {
                let (id, name) = (*mistake.exercise.get_ref(), mistake.name.get_ref());
                let full = format!("{id} {name}");
                let is_switch = script.contains(&format!("\"{full}\":"));
                if full == of || is_switch && full.starts_with(of) {
                    let but = BTreeMap::from([(id, Variant::Mistake(mistake, 0))]);
                    let all = lines(Some(row.to_string()), but)?.into_iter();
                    wrong.extend(all.map(|mut line| (name, line["answers"].take())));
                }
            }
            ensure!(of.is_empty() || wrong.len() > before, "{figure} shows no mistake {of}");
        }
        anstream::println!(
            "{}",
            json!({ "figure": figure, "inputs": line["inputs"], "right": line["answers"], "wrong": wrong })
        );
    }
    Ok(())
}
