//! `cargo workbook check --message-format`: prints compiler's and checks' messages in formats that editors
//! read.

use crate::check::{self, Round};
use crate::workbook::Workbook;
use crate::{cargo, places, process};
use anyhow::{Context, Result};
use course::protocol::Outcome;
use course::{Exercise, LessonInfo};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// JSON as `cargo check --message-format json` writes it.
    Json,
    /// Lines as in `FILE:ROW:COLUMN: warning[CODE]: …`.
    Short,
}

impl Format {
    /// Prints a message of cargo's, or one in its form.
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

/// Builds and checks what is named, or a file's lessons, and reports mistakes, but no right or open answers.
///
/// A file without exercises is compiled with its package, and not checked.
pub fn check(workbook: &Workbook, names: &[&str], format: Format, limit: Duration) -> Result<ExitCode> {
    process::stay_together();
    let mut programs = Vec::new();
    let pass_on = |line: &str, said: &Value| {
        format.write(line, said);
        if said["executable"].is_string() {
            programs.push(said.clone());
        }
    };
    let root = workbook.root.clone();
    let exercises = || workbook.lessons.iter().flat_map(LessonInfo::exercises);
    let beside = names.first().and_then(|name| workbook.file(name));
    if let Some(file) = beside.filter(|file| exercises().all(|own| own.file.get_ref() != file)) {
        let around = root.join(file);
        let here = around.ancestors().skip(1).find(|folder| folder.join("Cargo.toml").is_file());
        return code(cargo::build_for_editor(&root, here.unwrap_or(&root), &[], pass_on)?.built);
    }
    let names = check::choose(workbook, names)?;
    let named: Vec<_> = names.iter().map(|name| workbook.find(name)).collect::<Result<_>>()?;
    let checks: Vec<_> = named.iter().map(|named| check::program(named.lesson())).collect();
    let build = cargo::build_for_editor(&root, &root, &checks, pass_on)?;
    if !build.built {
        return code(false);
    }
    check::sweep(workbook);
    let mut outcomes = BTreeMap::new();
    for (named, check) in named.iter().zip(checks) {
        let of = programs.iter().find(|said| said["target"]["name"] == check);
        let of = of.with_context(|| format!("cargo tells of no program {check}"))?;
        for exercise in named.exercises() {
            let round = Round { workbook, build: &build, lesson: named.lesson(), exercise, limit };
            let (outcome, text) = round.ask()?;
            if let Some(message) = message(&root, named.lesson(), exercise, &outcome, &text) {
                let [id, manifest, target] = ["package_id", "manifest_path", "target"].map(|name| &of[name]);
                let said = json!({ "reason": "compiler-message", "package_id": id, "manifest_path": manifest, "target": target, "message": message });
                format.write(&said.to_string(), &said);
            }
            outcomes.insert(exercise.id(), outcome);
        }
    }
    check::remember(workbook, &outcomes)?;
    code(true)
}

fn code(built: bool) -> Result<ExitCode> {
    Ok(if built { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Returns a check's report in the form of a compiler's message; none if the answer is right, or not begun.
fn message(
    root: &Path,
    lesson: &LessonInfo,
    exercise: &Exercise,
    outcome: &Outcome,
    text: &str,
) -> Option<Value> {
    let id = exercise.id();
    let (level, help) = match outcome {
        Outcome::Passed | Outcome::Open => return None,
        Outcome::Blocked(_) => ("note", String::new()),
        _ => ("warning", format!("`cargo workbook hint {id}` has a hint.")),
    };
    let lines = text.replacen(exercise.heading().trim(), "", 1);
    let lines: Vec<&str> = lines.lines().map(|line| line.strip_prefix("  ").unwrap_or(line)).collect();
    let body = lines.join("\n");
    let says = match outcome {
        Outcome::Mistake(name) => (lesson.mistakes.data.named_in(id, name))
            .map(|own| verdict::plain(&format!("{}.\n{}", own.title, own.say.trim()))),
        Outcome::Blocked(_) | Outcome::Stuck | Outcome::OtherQuestions(_) => Some(body.trim().to_owned()),
        _ => None,
    };
    let says = says.unwrap_or_else(|| format!("{id} {} is not right yet.", exercise.title));
    // First the mistake, then the question and the answer.
    let parts = [says.as_str(), body.replacen(&says, "", 1).trim(), &help].map(str::to_owned);
    let whole = parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n\n");
    let code = match outcome {
        Outcome::Mistake(name) => format!("workbook::{id}-{name}"),
        _ => format!("workbook::{id}-{}", outcome.word()),
    };

    let file = exercise.file.get_ref();
    let text = std::fs::read_to_string(root.join(file)).unwrap_or_default();
    let rows = places::lines(&text, exercise);
    let bytes = |rows| text.split_inclusive('\n').take(rows).map(str::len).sum::<usize>();
    Some(json!({
        "message": whole, "code": { "code": code, "explanation": null }, "level": level, "children": [],
        "rendered": format!("{level}[{code}]: {whole}\n"),
        // Whole rows, so that no columns need to be counted.
        "spans": [{
            "file_name": file, "byte_start": bytes(rows.start), "byte_end": bytes(rows.end), "is_primary": true,
            "line_start": rows.start + 1, "column_start": 1, "line_end": rows.end + 1, "column_end": 1,
            "text": [], "label": null, "suggested_replacement": null, "suggestion_applicability": null,
            "expansion": null,
        }],
    }))
}

/// Returns a message as one line, if it has a place.
fn short(message: &Value) -> Option<String> {
    let span = message["spans"].as_array()?.iter().find(|span| span["is_primary"] == true)?;
    let (file, level) = (span["file_name"].as_str()?, message["level"].as_str()?);
    let code = message["code"]["code"].as_str().map_or(String::new(), |code| format!("[{code}]"));
    let text = message["message"].as_str()?.split("\n\n").next()?.replace('\n', " ");
    Some(format!("{file}:{}:{}: {level}{code}: {text}", span["line_start"], span["column_start"]))
}
