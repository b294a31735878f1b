//! `cargo workbook solve` and `unsolve`: put in the workbook's answers, and bring back the student's code.

use crate::branches::Branches;
use crate::memory::Kept;
use crate::state::{State, States};
use crate::style::{DIM, GOOD};
use crate::workbook::Workbook;
use crate::write;
use crate::{places, region};
use anstream::println;
use anyhow::{Context, Result, bail};
use course::{Exercise, Id};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// An exercise, with its lines in the branches.
pub struct Answer<'a> {
    pub exercise: &'a Exercise,
    /// What stands there at first.
    pub starter: String,
    /// The workbook's answer.
    pub solution: String,
}

impl<'a> Answer<'a> {
    /// Reads an exercise's lines from the branches of its lesson.
    pub fn of(workbook: &'a Workbook, branches: &Branches, exercise: &'a Exercise) -> Result<Self> {
        let id = exercise.id();
        let lesson = workbook.numbered(id.lesson)?;
        let file = exercise.file.get_ref();
        if places::has_markers(&workbook.text(file)?) {
            bail!(
                "this is the authors' tree, where everything is solved. `cargo workbook start` makes a branch for you to work on."
            );
        }
        let (open, _) = branches.of_lesson(lesson);
        let solved = branches.solution(lesson)?;
        let open = open.map_or_else(|| branches.get(&format!("exercise/{}", lesson.slug())), Ok)?;
        let body = |branch: &str| {
            let text = branches.text(branch, file).with_context(|| format!("{branch} has no {file}"))?;
            let found =
                region::find(&text, id).with_context(|| format!("TODO {id} is not in {file} in {branch}"))?;
            anyhow::Ok(region::lines(&text, found.body))
        };
        Ok(Self { exercise, starter: body(&open)?, solution: body(&solved)? })
    }
}

/// Returns the exercises of what is named, or of all lessons up to one.
fn meant<'a>(workbook: &'a Workbook, name: Option<&str>, through: Option<&str>) -> Result<Vec<&'a Exercise>> {
    match (name, through) {
        (Some(name), _) => Ok(workbook.find(name)?.exercises().iter().collect()),
        (None, Some(last)) => {
            let last = workbook.find_lesson(last)?.number;
            let lessons = workbook.lessons.iter().filter(|lesson| lesson.number <= last);
            Ok(lessons.flat_map(|lesson| lesson.exercises()).collect())
        }
        (None, None) => {
            bail!("say what to solve: an exercise, as in 4.2, a lesson, as in 4, or `--through 3`")
        }
    }
}

/// Replaces the student's code by the workbook's answers, and keeps it.
pub fn solve(workbook: &Workbook, name: Option<&str>, through: Option<&str>) -> Result<()> {
    // With `through` only gaps are filled: the right answers of the student stay.
    let states = States::of(workbook)?;
    let is_right = |id| through.is_some() && !states.authors && states.get(id).is_right();
    let (right, open): (Vec<_>, Vec<_>) =
        meant(workbook, name, through)?.into_iter().partition(|exercise| is_right(exercise.id()));
    let (solved, mut already) = fill(workbook, &open)?;
    already.extend(right.iter().map(|exercise| exercise.id()));
    already.sort_unstable();
    report_solved(&solved, &already, &states);
    Ok(())
}

/// Writes the workbook's answers. Returns the exercises that changed, and those that didn't.
pub fn fill<'a>(workbook: &Workbook, exercises: &[&'a Exercise]) -> Result<(Vec<&'a Exercise>, Vec<Id>)> {
    let branches = Branches::of(&workbook.root);
    let mut texts: BTreeMap<&str, String> = BTreeMap::new();
    let (mut solved, mut kept, mut already) = (Vec::new(), Vec::new(), Vec::new());
    for &exercise in exercises {
        let answer = Answer::of(workbook, &branches, exercise)?;
        let file = exercise.file.get_ref().as_str();
        let text = match texts.entry(file) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => entry.insert(workbook.text(file)?),
        };
        let found = region::find(text, exercise.id()).with_context(|| region::lost(text, exercise))?;
        if region::lines(text, found.body.clone()).lines().eq(answer.solution.lines()) {
            already.push(exercise.id());
            continue;
        }
        let rows = found.whole();
        let (todo, before) = (region::lines(text, found.todo), region::lines(text, rows.clone()));
        let ours = places::as_ours(&todo) + &answer.solution;
        *text = region::replaced(text, rows.clone(), &ours);
        let after = region::lines(text, rows.start..rows.start + ours.lines().count());
        solved.push(exercise);
        kept.push((exercise.id(), Kept { before, after }));
    }
    // The student's code is saved first, and only once, even if the tool was killed on the way.
    if !kept.is_empty() {
        workbook.memory.remember(kept, |record, kept| {
            record.kept.retain(|other| *other != kept);
            record.kept.push(kept);
        })?;
    }
    // Where nothing was to be solved, cargo has nothing to build.
    texts.retain(|file, _| solved.iter().any(|exercise| exercise.file.get_ref() == file));
    for (file, text) in &texts {
        write::atomically(&workbook.root.join(file), text.as_bytes())?;
    }
    Ok((solved, already))
}

fn report_solved(solved: &[&Exercise], already: &[Id], states: &States) {
    for exercise in solved {
        let (id, file) = (exercise.id(), exercise.file.get_ref());
        let tried = states.get(id) == State::Tried;
        let yours = if tried { " Yours, as it stood, had not passed its check." } else { "" };
        println!("{GOOD}{id}{GOOD:#} is solved in {file}.{yours}");
    }
    for id in already {
        println!("{DIM}{id} is right already.{DIM:#}");
    }
    if let Some(first) = solved.first().map(|exercise| exercise.id()) {
        let example = if solved.len() > 1 { ", for example," } else { "" };
        println!("What you wrote is kept: `cargo workbook unsolve {first}`{example} brings it back.");
    }
}

/// Writes back the student's code that `solve` has kept.
pub fn unsolve(workbook: &Workbook, name: Option<&str>, through: Option<&str>) -> Result<()> {
    let (mut brought, mut nothing) = (0, Vec::new());
    for exercise in meant(workbook, name, through)? {
        let (id, file) = (exercise.id(), exercise.file.get_ref());
        let Some(kept) = workbook.memory.of(id).kept.pop() else {
            nothing.push(id.to_string());
            continue;
        };
        let text = bring_back(workbook, exercise, &kept, &workbook.text(file)?)?;
        write::atomically(&workbook.root.join(file), text.as_bytes())?;
        workbook.memory.remember([(id, kept)], |record, kept| record.kept.retain(|other| *other != kept))?;
        println!("{GOOD}{id}{GOOD:#} in {file} is as you had it.");
        brought += 1;
    }
    if brought == 0 {
        bail!(
            "nothing of yours is kept for {}, because `cargo workbook solve` didn't solve it",
            nothing.join(", ")
        );
    }
    Ok(())
}

/// Returns the text with the student's code in place of the workbook's answer, or of what that has become.
fn bring_back(workbook: &Workbook, exercise: &Exercise, kept: &Kept, text: &str) -> Result<String> {
    let found = region::find(text, exercise.id()).with_context(|| region::lost(text, exercise))?;
    let current = region::lines(text, found.whole());
    // If a tool was killed, the student's code is in the file still.
    if current != kept.before && current != kept.after {
        let path = |number| workbook.memory.folder().join(format!("kept/{}-{number}.txt", exercise.id()));
        let path = (1..).map(path).find(|path| !path.exists()).context("there is no name left")?;
        write::atomically(&path, current.as_bytes())?;
        println!("You changed the answer, so your version of it is kept in {}.", path.display());
    }
    Ok(region::replaced(text, found.whole(), &kept.before))
}
