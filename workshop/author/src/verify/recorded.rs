//! Records what mistakes answer, so that a check need not compute it.

use crate::told;
use crate::verify::asking::{Asking, rest_solved};
use crate::verify::variants::Variant;
use anyhow::{Context, Result, bail};
use course::protocol::{self, Outcome};
use course::{Answer, Id, LessonInfo, Problem};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use workbook::checks::{self, Asked};
use workbook::write;

/// The file name in a lesson's folder.
const FILE: &str = "recorded.json";

/// The environment variable with which `verify` renews the recordings.
pub const BLESS: &str = "WORKBOOK_BLESS";

/// Returns true if recordings are to be renewed, as [`BLESS`] asks.
pub fn is_wished() -> bool {
    std::env::var_os(BLESS).is_some_and(|value| value == "1")
}

/// The recording of an exercise, with the names of the variants and what each answered to every question.
/// Checks read it in `workshop/check/src/recorded.rs`.
#[derive(Default, Deserialize, Serialize)]
pub struct Section {
    names: Vec<String>,
    questions: BTreeMap<String, Vec<Value>>,
}

/// Reads the recording of a lesson, by exercise.
pub fn read(tree: &Path, lesson: &LessonInfo) -> Result<BTreeMap<Id, Section>> {
    let path = tree.join(lesson.file(FILE));
    let Ok(text) = std::fs::read_to_string(&path) else { return Ok(BTreeMap::new()) };
    let all: BTreeMap<String, Section> =
        serde_json::from_str(&text).with_context(|| format!("{} cannot be read", path.display()))?;
    Ok(all.into_iter().filter_map(|(id, section)| Some((Id::strict(&id)?, section))).collect())
}

/// Lists the recordings of exercises and mistakes that do not exist.
pub fn strays(tree: &Path, lesson: &LessonInfo) -> Result<Vec<Problem>> {
    let mut problems = Vec::new();
    for (id, section) in read(tree, lesson)? {
        let mut known = BTreeSet::from([Variant::Starter.name()]);
        known.extend(lesson.mistakes.data.of(id).map(|mistake| mistake.name.get_ref().as_str()));
        known.extend(rows(lesson, id).map(|row| row.named.as_str()));
        for name in &section.names {
            if !known.contains(name.trim_start_matches(protocol::SLIP)) {
                let text = format!(
                    "'{name}' of {id} is neither a mistake nor what an answer is named; {}",
                    again(id)
                );
                problems.push(Problem::of(&lesson.file(FILE), text));
            }
        }
    }
    Ok(problems)
}

/// Returns the advice, for messages, how to renew the recordings of an exercise's lesson.
pub fn again(id: Id) -> String {
    format!("`{BLESS}=1 cargo workbook verify {}` records anew what mistakes answer", id.lesson)
}

impl Section {
    /// Returns true if a mistake's answers, as its check has reported them, are all recorded, and no others.
    /// Recognising the mistake shows that they are equal.
    pub fn is_of(&self, mistake: &str, told: &[(&str, &str)]) -> bool {
        let asked: BTreeSet<&str> = told.iter().map(|(question, _)| *question).collect();
        let names = [Variant::Starter.name(), mistake];
        names.iter().all(|name| self.names.iter().any(|own| own == name))
            && self.questions.keys().map(String::as_str).eq(asked)
    }

    /// Adds the answers of a variant.
    pub fn add(&mut self, id: Id, name: String, asked: &Asked) -> Result<()> {
        let told = told::answers(&asked.told, id);
        // A check may be made without ours.
        if told.is_empty() && asked.answer != checks::Reply::TimedOut {
            return Ok(());
        }
        let read = |(question, answer)| Ok((question, serde_json::from_str(answer)?));
        let told: Vec<(&str, Value)> = told.into_iter().map(read).collect::<Result<_>>()?;
        if told.iter().all(|(_, answer)| *answer == Value::Bool(true)) {
            bail!(
                "'{name}' of {id} cannot be recorded: it does not end, or is right in all that its check asks"
            );
        }
        let before = vec![Value::Bool(true); self.names.len()];
        for (question, answer) in told {
            self.questions.entry(question.to_owned()).or_insert_with(|| before.clone()).push(answer);
        }
        self.names.push(name);
        // Whom a question is not asked, it finds right.
        self.questions.values_mut().for_each(|answers| answers.resize(self.names.len(), Value::Bool(true)));
        Ok(())
    }

    /// Returns the recording as the text of its file.
    pub fn text(&self, id: Id) -> Result<String> {
        Ok(format!("\"{id}\": {}", serde_json::to_string(self)?))
    }
}

/// Returns the wrong answers in `answers.toml` that have a name, which are recorded like mistakes.
pub fn rows(lesson: &LessonInfo, id: Id) -> impl Iterator<Item = &Answer> {
    let wrong = lesson.answers.data.wrong.iter();
    wrong.filter(move |answer| *answer.exercise.get_ref() == id && !answer.named.is_empty())
}

/// Asks a lesson's checks about some variants of each exercise, with the rest of the lesson solved.
fn ask<'a>(
    asking: &Asking<'a>,
    lesson: &'a LessonInfo,
    variants: impl Fn(Id) -> Vec<Variant<'a>>,
) -> Result<Vec<(Id, Variant<'a>, Asked)>> {
    let mut jobs = Vec::new();
    for check in lesson.exercises().iter().filter_map(|exercise| asking.checks.get(&exercise.id())) {
        let of = |variant| (check, variant, rest_solved(lesson, check.id, variant));
        jobs.extend(variants(check.id).into_iter().map(of));
    }
    let asked = asking.all(
        &jobs,
        |(check, variant, choice)| (choice, format!("{} {}", check.id, variant.name())),
        |(check, _, choice), asker| asker.ask(check, choice, None),
    )?;
    Ok(jobs.iter().zip(asked).map(|((check, variant, _), asked)| (check.id, *variant, asked)).collect())
}

/// Records what is right, if that is wished. Returns the exercises whose recording is of another check.
pub fn right<'a>(asking: &Asking<'a>, lesson: &'a LessonInfo, root: &Path) -> Result<Vec<Problem>> {
    let file = lesson.file(protocol::RIGHT_FILE);
    let read = std::fs::read(root.join(&file)).unwrap_or_default();
    let known: BTreeMap<String, Vec<Value>> = serde_json::from_slice(&read).unwrap_or_default();
    let (mut lines, mut problems) = (Vec::new(), Vec::new());
    for (id, _, asked) in ask(asking, lesson, |_| vec![Variant::Solution])? {
        let questions = told::right(&asked.told, id)?;
        let known = known.get(&id.to_string()).map_or(&[][..], Vec::as_slice);
        if known.len() != questions.len() || !known.iter().zip(&questions).all(|(a, b)| is_alike(a, b)) {
            let text = format!("what is right in {id} is not recorded; {}", again(id));
            problems.push(Problem::of(&file, text));
        }
        let questions: Vec<String> = questions.iter().map(Value::to_string).collect();
        lines.extend((!questions.is_empty()).then(|| format!("\"{id}\": [\n{}\n]", questions.join(",\n"))));
    }
    if is_wished() && !lines.is_empty() {
        write::atomically(&root.join(file), format!("{{\n{}\n}}\n", lines.join(",\n")).as_bytes())?;
        problems.clear();
    }
    Ok(problems)
}

/// Returns true if two recordings of a question are equal up to rounding.
fn is_alike(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_alike(a, b))
        }
        _ => match (a.as_f64(), b.as_f64()) {
            (Some(a), Some(b)) => (a - b).abs() <= 1e-5 * a.abs().max(1.0),
            _ => a == b,
        },
    }
}

/// Records what the starter and every mistake answers; then what the answers in `answers.toml` do which should have a name
/// and have none by that: other ways to make a mistake, and slips that a check cannot make.
pub fn record<'a>(asking: &Asking<'a>, lesson: &'a LessonInfo, root: &Path) -> Result<()> {
    let mut recordings = BTreeMap::<Id, Section>::new();
    let mistakes = |id| {
        let mistakes = lesson.mistakes.data.of(id).map(Variant::Mistake);
        std::iter::once(Variant::Starter).chain(mistakes).collect()
    };
    for (id, variant, asked) in ask(asking, lesson, mistakes)? {
        recordings.entry(id).or_default().add(id, variant.name().to_owned(), &asked)?;
    }
    write(lesson, &recordings, &[root, asking.runs.tree])?;
    let named = |id| rows(lesson, id).map(Variant::Further).collect();
    for (id, variant, asked) in ask(asking, lesson, named)? {
        let Variant::Further(Answer { named, .. }) = variant else { continue };
        let is_told = [Outcome::Mistake(named.clone()), Outcome::Slip(named.clone())]
            .map(checks::Reply::Said)
            .contains(&asked.answer);
        if is_told {
            continue;
        }
        let is_mistake =
            |name: &str| lesson.mistakes.data.of(id).any(|mistake| mistake.name.get_ref() == name);
        let name = match is_mistake(named) {
            true => named.clone(),
            false => format!("{}{named}", protocol::SLIP),
        };
        recordings.entry(id).or_default().add(id, name, &asked)?;
    }
    asking.known.forget();
    write(lesson, &recordings, &[root, asking.runs.tree])
}

fn write(lesson: &LessonInfo, recordings: &BTreeMap<Id, Section>, trees: &[&Path]) -> Result<()> {
    let recordings = recordings.iter().filter(|(_, section)| !section.names.is_empty());
    let lines: Vec<String> = recordings.map(|(id, section)| section.text(*id)).collect::<Result<_>>()?;
    if lines.is_empty() {
        return Ok(());
    }
    let text = format!("{{\n{}\n}}\n", lines.join(",\n"));
    for tree in trees {
        let path = tree.join(lesson.file(FILE));
        write::atomically(&path, text.as_bytes())
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}
