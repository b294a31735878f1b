//! `cargo workbook check --message-format`: what the compiler and the checks say, in words that editors read.

use crate::cargo::Workspace;
use crate::check::{self, Outcome, Round};
use crate::workbook::Workbook;
use crate::{places, process};
use anyhow::{Context, Result};
use course::{Exercise, LessonInfo};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

/// How the lines look.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// As `cargo check --message-format json` writes them.
    Json,
    /// `FILE:ROW:COLUMN: warning[CODE]: …`, one line for each.
    Short,
}

impl Format {
    /// Writes something that cargo says, or that looks as if it did.
    fn write(self, line: &str, said: &Value) {
        match self {
            Self::Json => println!("{line}"),
            Self::Short if said["reason"] == "compiler-message" => {
                short(&said["message"]).into_iter().for_each(|line| println!("{line}"));
            }
            Self::Short => {}
        }
    }
}

/// Builds and checks what is named, or the lessons of a file; says what is wrong, and nothing of what is right or open.
///
/// A file without an exercise is compiled with its package, and nothing is asked.
pub fn check(
    workbook: &mut Workbook,
    word: Option<&str>,
    format: Format,
    limit: Duration,
) -> Result<ExitCode> {
    process::stay_together();
    let mut programs = Vec::new();
    let pass_on = |line: &str| {
        let said = serde_json::from_str(line).unwrap_or_default();
        format.write(line, &said);
        if said["executable"].is_string() {
            programs.push(said);
        }
    };
    let root = workbook.root.clone();
    let exercises = || workbook.lessons.iter().flat_map(LessonInfo::exercises);
    let beside = word.and_then(|word| workbook.file(word));
    if let Some(file) = beside.filter(|file| exercises().all(|own| own.file.get_ref() != file)) {
        let around = root.join(file);
        let here = around.ancestors().skip(1).find(|folder| folder.join("Cargo.toml").is_file());
        let args = ["check", "--all-targets"];
        let build = Workspace::build_for_editor(&root, here.unwrap_or(&root), &args, pass_on)?;
        return Ok(if build.built { ExitCode::SUCCESS } else { ExitCode::FAILURE });
    }
    let names = check::names(&check::choose(workbook, word)?);
    let named: Vec<_> = names.iter().map(|name| workbook.find(name)).collect::<Result<_>>()?;
    let checks: Vec<_> = named.iter().map(|part| check::program(part.lesson())).collect();
    let mut args = vec!["test", "--no-run", "--no-default-features"];
    args.extend(checks.iter().flat_map(|check| ["--test", check]));
    let build = Workspace::build_for_editor(&root, &root, &args, pass_on)?;
    if !build.built {
        return Ok(ExitCode::FAILURE);
    }
    check::sweep(workbook);
    let mut outcomes = BTreeMap::new();
    for part in named {
        let checks = check::program(part.lesson());
        let of = programs.iter().find(|said| said["target"]["name"] == *checks);
        let of = of.with_context(|| format!("cargo tells of no program {checks}"))?;
        for exercise in part.exercises() {
            let round = Round { workbook, build: &build, lesson: part.lesson(), exercise, limit };
            let (outcome, text) = round.ask()?;
            if let Some(message) = message(&root, part.lesson(), exercise, &outcome, &text) {
                let said = json!({
                    "reason": "compiler-message",
                    "package_id": of["package_id"],
                    "manifest_path": of["manifest_path"],
                    "target": of["target"],
                    "message": message,
                });
                format.write(&said.to_string(), &said);
            }
            outcomes.insert(exercise.id(), outcome);
        }
    }
    check::remember(workbook, &outcomes)?;
    Ok(ExitCode::SUCCESS)
}

/// What a check says of an answer, as the compiler would; nothing of a right one, or where nothing was written yet.
fn message(
    root: &Path,
    lesson: &LessonInfo,
    exercise: &Exercise,
    outcome: &Outcome,
    text: &str,
) -> Option<Value> {
    let id = exercise.id();
    let level = match outcome.word.as_str() {
        "passed" | "open" => return None,
        "blocked" => "note",
        _ => "warning",
    };
    let lines = text.replacen(exercise.heading().trim(), "", 1);
    let lines: Vec<&str> = lines.lines().map(|line| line.strip_prefix("  ").unwrap_or(line)).collect();
    let (body, mistakes) = (lines.join("\n"), &lesson.mistakes.data);
    let (name, says) = match outcome.word.as_str() {
        "mistake" => {
            let each = outcome.detail.split('+');
            let each = each.filter_map(|name| mistakes.of(id).find(|own| own.name.get_ref() == name));
            let says: Vec<_> = each.map(|own| format!("{}.\n{}", own.title, own.say.trim())).collect();
            (outcome.detail.as_str(), says.join("\n\n"))
        }
        word @ ("blocked" | "stuck" | "missing") => (word, body.trim().to_owned()),
        word => (word, format!("{id} {} is not right yet.", exercise.title)),
    };
    // What was asked, and what came out: a paragraph of its own, since editors put all below each other.
    let asked = body.replacen(&says, "", 1);
    let apart = format!("\n{}\n", asked.trim());
    let help = match level {
        "warning" => format!("`cargo workbook hint {id}` has a hint"),
        _ => String::new(),
    };
    let children = [("note", &apart), ("help", &help)];
    let children = children.into_iter().filter(|(_, text)| !text.trim().is_empty());
    let child = |(level, text)| {
        json!({
            "message": text, "code": null, "level": level, "spans": [], "children": [], "rendered": null,
        })
    };
    let code = format!("workbook::{id}-{name}");
    let span = span(root, exercise);
    let place = format!("{}:{}:{}", exercise.file.get_ref(), span["line_start"], span["column_start"]);
    Some(json!({
        "message": says,
        "code": { "code": code, "explanation": null },
        "level": level,
        "spans": [span],
        "children": children.map(child).collect::<Vec<_>>(),
        "rendered": format!("{level}[{code}]: {says}\n  --> {place}\n\n{}\n\n{help}\n", asked.trim()),
    }))
}

/// The place of an exercise, with columns in characters.
fn span(root: &Path, exercise: &Exercise) -> Value {
    let file = exercise.file.get_ref();
    let text = std::fs::read_to_string(root.join(file)).unwrap_or_default();
    let rows = places::lines(&text, exercise);
    let all: Vec<&str> = text.split_inclusive('\n').collect();
    let bytes = |rows: &[&str]| rows.iter().map(|row| row.len()).sum::<usize>();
    let own: Vec<&str> = all[rows.clone()].iter().map(|row| row.trim_end()).collect();
    let indent = own.first().map_or(0, |row| row.len() - row.trim_start().len());
    let width = own.last().map_or(0, |row| row.chars().count());
    let before = bytes(&all[..rows.start]);
    let last = rows.end.max(rows.start + 1);
    let told = own.iter().enumerate().map(|(at, row)| {
        let start = if at == 0 { indent } else { 0 };
        json!({ "text": row, "highlight_start": start + 1, "highlight_end": row.chars().count() + 1 })
    });
    json!({
        "file_name": file,
        "byte_start": before + indent,
        "byte_end": before + bytes(&all[rows.clone()]).saturating_sub(1),
        "line_start": rows.start + 1,
        "line_end": last,
        "column_start": indent + 1,
        "column_end": width + 1,
        "is_primary": true,
        "text": told.collect::<Vec<_>>(),
        "label": null,
        "suggested_replacement": null,
        "suggestion_applicability": null,
        "expansion": null,
    })
}

/// A message as one line, if it points at a place.
fn short(message: &Value) -> Option<String> {
    let span = message["spans"].as_array()?.iter().find(|span| span["is_primary"] == true)?;
    let (file, level) = (span["file_name"].as_str()?, message["level"].as_str()?);
    let code = message["code"]["code"].as_str().map_or(String::new(), |code| format!("[{code}]"));
    let text = message["message"].as_str()?.replace('\n', " ");
    Some(format!("{file}:{}:{}: {level}{code}: {text}", span["line_start"], span["column_start"]))
}
