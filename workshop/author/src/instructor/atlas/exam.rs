//! The exam's pictures of mistakes: in views that no text shows, so that nobody knows them by heart.
//!
//! Above each is its view, `<!-- view ["--at", "0.8", "--set", "bend=20"] -->`, and its file is called
//! `exam/13.3-layer-itself-added.png`: the exercise and the mistake.

use super::studio::Plate;
use crate::tree::Files;
use anyhow::{Context, Result};
use course::LessonInfo;

/// The exam's text. Its pictures are in a folder beside it.
const TEXT: &str = "workshop/docs/exam.md";
pub const FOLDER: &str = "workshop/docs/exam";

/// The width of the exam's pictures, in pixels: they are printed at least 8 cm wide.
pub const WIDTH: u32 = 720;

/// The arguments for the size to render at, unless a view asks for the panel or another size.
const SIZE: [&str; 2] = ["--size", "720x450"];

/// Returns a plate for each picture that the exam's text wants of a lesson.
pub fn plates<'a>(files: &Files, lesson: &'a LessonInfo) -> Result<Vec<Plate<'a>>> {
    let Some(text) = files.get(TEXT).and_then(|text| str::from_utf8(text).ok()) else {
        return Ok(Vec::new());
    };
    let mut plates = Vec::new();
    for block in text.split("<!-- view ").skip(1) {
        let (view, rest) = block.split_once(" -->").context("a view has no end")?;
        let name = rest.split_once("](exam/").and_then(|(_, rest)| rest.split_once(".png"));
        let (name, _) = name.with_context(|| format!("{TEXT}: no picture follows the view {view}"))?;
        let mut all = lesson.mistakes.data.all.iter();
        let named =
            all.find(|mistake| name == format!("{}-{}", mistake.exercise.get_ref(), mistake.name.get_ref()));
        let Some(mistake) = named else { continue };
        let args = format!("args = {view}").parse::<toml::Table>();
        let args = args.with_context(|| format!("{TEXT}: {view} is no list of words"))?;
        let args = args["args"].as_array().into_iter().flatten().filter_map(toml::Value::as_str);
        let mut view: Vec<_> = args.map(str::to_owned).collect();
        if !view.iter().any(|arg| arg == "--size") {
            view.extend(SIZE.map(str::to_owned));
        }
        plates.push(Plate::of_exam(name.to_owned(), mistake, view));
    }
    Ok(plates)
}
