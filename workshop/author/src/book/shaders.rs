//! Packs the shaders whose gaps readers fill into a script, which git keeps as students lack its mistakes.

use crate::markers::Source;
use crate::tree::Files;
use anyhow::{Context, Result};
use course::LessonInfo;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Map, Value, json};
use std::io::Write;
use workbook::page::script;

/// The shaders' files. Each has one exercise.
const SHADERS: [&str; 2] = ["skin.vert", "rigged_dual.vert"];

/// Returns the script. It is packed, so that no page has an exercise's answer in its source.
pub fn all(files: &Files, lessons: &[LessonInfo]) -> Result<Vec<u8>> {
    let shaders = SHADERS.map(|name| Ok((name.to_owned(), shader(files, lessons, name)?)));
    let shaders: Map<String, Value> = shaders.into_iter().collect::<Result<_>>()?;
    Ok(script("shaders", &packed(json!(shaders).to_string().as_bytes())?).into_bytes())
}

/// Packs a file as gzip does.
pub fn packed(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(bytes)?;
    Ok(packed.finish()?)
}

/// Returns a shader around its gap, and what may fill it: starter, answer and mistakes.
fn shader(files: &Files, lessons: &[LessonInfo], name: &str) -> Result<Value> {
    let file = format!("shaders/{name}");
    let text = files.get(&file).with_context(|| format!("{file} is missing"))?;
    let source = Source::parse(&file, str::from_utf8(text)?)?;
    let gap = source.regions().next().with_context(|| format!("{file} has no gap"))?;
    let around = source.render(|_| "\0".to_owned());
    let (before, after) = around.split_once('\0').unwrap_or_default();
    let mistakes = lessons.iter().flat_map(|lesson| lesson.mistakes.data.of(gap.id)).map(|mistake| {
        let code = gap.fitted(mistake.code());
        json!({ "name": mistake.name.get_ref(), "title": mistake.title, "belief": mistake.belief, "code": code })
    });
    Ok(json!({
        "before": before, "after": after, "starter": gap.starter, "right": gap.solution,
        "mistakes": mistakes.collect::<Vec<_>>(),
    }))
}
