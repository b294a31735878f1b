//! Records what our solution, the starter and every code of every mistake answer, which is all that a check's verdict knows.

use crate::verify::asking::{Asker, Asking, Check, rest_solved};
use crate::verify::variants::{Choice, Variant};
use anyhow::{Context, Result, anyhow};
use course::{Id, LessonInfo, Problem};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use verdict::{Asked, FILE, Recorded};
use workbook::write;

/// The environment variable with which `verify` renews the recordings.
const BLESS: &str = "WORKBOOK_BLESS";

/// Asks for the recordings of some lessons. Returns them, and the exercises of which a lesson's file says something else,
/// unless it's to be renewed.
pub fn all<'a>(
    asking: &Asking<'a>,
    lessons: &[&'a LessonInfo],
    root: &Path,
) -> Result<(BTreeMap<Id, Recorded>, Vec<Problem>)> {
    let mut jobs = Vec::new();
    for lesson in lessons {
        for check in lesson.exercises().iter().filter_map(|exercise| asking.checks.get(&exercise.id())) {
            let codes = lesson.mistakes.data.of(check.id).flat_map(Variant::codes);
            let variants = [Variant::Solution, Variant::Starter].into_iter().chain(codes);
            jobs.extend(variants.map(|variant| (check, variant, rest_solved(lesson, check.id, variant))));
        }
    }
    let answers = asking.all(
        &jobs,
        |(check, variant, choice)| (choice, format!("{} {}", check.id, variant.name())),
        |(check, _, choice), asker| asker.answers(check, choice, None),
    )?;
    let (mut ours, mut others) = (BTreeMap::new(), BTreeMap::<_, Vec<(String, Vec<Asked>)>>::new());
    for ((check, variant, _), answers) in jobs.iter().zip(answers) {
        // Whatever doesn't end answers nothing.
        let answers = answers.unwrap_or_default();
        match variant {
            Variant::Solution => _ = ours.insert(check.id, answers),
            other => others.entry(check.id).or_default().push((other.recorded().to_owned(), answers)),
        }
    }
    let mut recorded = BTreeMap::new();
    for (id, ours) in ours {
        let others = others.remove(&id).unwrap_or_default();
        recorded.insert(id, Recorded::of(&ours, &others).map_err(|why| anyhow!("{id}: {why}"))?);
    }
    for (id, earlier) in calls(asking, lessons)? {
        recorded.entry(id).and_modify(|own| own.calls.push(earlier.to_string()));
    }
    let problems = lessons.iter().map(|lesson| keep(lesson, &recorded, root)).collect::<Result<Vec<_>>>()?;
    Ok((recorded, problems.concat()))
}

/// Returns each exercise with an earlier one that its check names, and without which our answer isn't right.
fn calls<'a>(asking: &Asking<'a>, lessons: &[&'a LessonInfo]) -> Result<Vec<(Id, Id)>> {
    let ours = |check: &Check| {
        let lesson = lessons.iter().find(|lesson| lesson.number == check.id.lesson);
        lesson.map(|lesson| rest_solved(lesson, check.id, Variant::Solution))
    };
    let jobs: Vec<_> = asking.checks.values().filter_map(|check| Some((check, ours(check)?))).collect();
    let found = asking.all(
        &jobs,
        |(check, choice)| (choice, format!("{} without others", check.id)),
        |(check, choice), asker| {
            let right = asker.answers(check, choice, None)?.unwrap_or_default();
            let needed = right.iter().filter_map(|asked| Id::strict(asked.earlier.as_deref()?));
            let mut called = Vec::new();
            for earlier in needed.collect::<BTreeSet<Id>>() {
                if !does_without(check, earlier, choice, &right, asker)? {
                    called.push((check.id, earlier));
                }
            }
            Ok(called)
        },
    )?;
    Ok(found.concat())
}

/// Returns true if our answers are the same while an earlier exercise is open.
fn does_without(
    check: &Check,
    earlier: Id,
    choice: &Choice<'_>,
    right: &[Asked],
    asker: Asker<'_>,
) -> Result<bool> {
    let mut choice = choice.clone();
    choice.but.insert(earlier, Variant::Starter);
    let Some(answers) = asker.answers(check, &choice, None)? else { return Ok(false) };
    let own = |all: &[Asked]| all.iter().filter(|asked| asked.earlier.is_none()).cloned().collect::<Vec<_>>();
    let is_same = |(a, b): (&Asked, &Asked)| match (&a.answer, &b.answer) {
        (Ok(a), Ok(b)) => a.agrees(b),
        _ => false,
    };
    let (answers, right) = (own(&answers), own(right));
    Ok(answers.len() == right.len() && answers.iter().zip(&right).all(is_same))
}

/// Writes the recordings of a lesson if that is wished; else returns the exercises of which its file says something else.
fn keep(lesson: &LessonInfo, recorded: &BTreeMap<Id, Recorded>, root: &Path) -> Result<Vec<Problem>> {
    let file = lesson.file(FILE);
    let path = root.join(&file);
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    let own = || recorded.iter().filter(|(id, _)| id.lesson == lesson.number);
    let is_stale = |(id, recorded): &(&Id, &Recorded)| {
        Recorded::read(&text, &id.to_string()).is_none_or(|kept| !kept.agrees(recorded))
    };
    let stale: Vec<Id> = own().filter(is_stale).map(|(id, _)| *id).collect();
    if std::env::var_os(BLESS).is_some_and(|value| value == "1") && own().next().is_some() {
        if !stale.is_empty() {
            let lines: Vec<String> =
                own().map(|(id, recorded)| format!("\"{id}\": {}", recorded.text())).collect();
            write::atomically(&path, format!("{{\n{}\n}}\n", lines.join(",\n")).as_bytes())
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
        return Ok(Vec::new());
    }
    let problem = |id: Id| {
        let again = format!("`{BLESS}=1 cargo workbook verify {}` records it anew", id.lesson);
        Problem::of(
            &file,
            format!("what solution and mistakes of {id} answer is not what is recorded; {again}"),
        )
    };
    Ok(stale.into_iter().map(problem).collect())
}
