//! What mistakes answer: recorded, so that it need not be written into a check a second time.

use crate::batches::{self, Job, Known};
use crate::projection::Course;
use crate::verify::proof::{Program, Runs};
use crate::verify::variants::{Choice, Variant};
use anyhow::{Context, Result, bail};
use course::protocol::{self, Outcome};
use course::{Answer, Exercise, Id, LessonInfo, Problem};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use student::checks::{self, Asked};
use student::write;

/// The file of a lesson.
const FILE: &str = "recorded.txt";

/// The environment variable by which `verify` records anew.
const BLESS: &str = "WORKBOOK_BLESS";

/// Whether it should.
pub fn is_wished() -> bool {
    std::env::var_os(BLESS).is_some_and(|value| value == "1")
}

/// What is recorded of an exercise.
#[derive(Default)]
pub struct Section {
    names: BTreeSet<String>,
    questions: BTreeSet<String>,
}

/// What is recorded of a lesson, by exercise.
pub fn read(tree: &Path, lesson: &LessonInfo) -> BTreeMap<Id, Section> {
    let mut sections = BTreeMap::<Id, Section>::new();
    let mut last = None;
    for line in std::fs::read_to_string(tree.join(lesson.file(FILE))).unwrap_or_default().lines() {
        if let Some(heading) = line.strip_prefix(protocol::RECORDED) {
            let (id, names) = heading.split_once(' ').unwrap_or((heading, ""));
            let Some(id) = Id::strict(id) else { continue };
            let names = names.split_whitespace().map(str::to_owned).collect();
            sections.insert(id, Section { names, ..Section::default() });
            last = Some(id);
        } else if let Some((question, id)) = line.strip_prefix(protocol::QUESTION).zip(last) {
            sections.entry(id).or_default().questions.insert(question.to_owned());
        }
    }
    sections
}

/// What is recorded of nobody that there is.
pub fn strays(tree: &Path, lesson: &LessonInfo) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (id, section) in read(tree, lesson) {
        let mut known = BTreeSet::from([Variant::Starter.name()]);
        known.extend(lesson.mistakes.data.of(id).map(|mistake| mistake.name.get_ref().as_str()));
        known.extend(rows(lesson, id).map(|row| row.named.as_str()));
        for name in &section.names {
            let plain = name.trim_start_matches(protocol::SLIP).split('/').next().unwrap_or_default();
            if !known.contains(plain) {
                let text = format!(
                    "'{name}' of {id} is neither a mistake nor what an answer is named; {}",
                    again(id)
                );
                problems.push(Problem::of(&lesson.file(FILE), text));
            }
        }
    }
    problems
}

/// What renews it.
pub fn again(id: Id) -> String {
    format!("`{BLESS}=1 cargo workbook verify {}` records anew what mistakes answer", id.lesson)
}

impl Section {
    /// Whether a mistake's answers, as its check has told them, are all recorded, and no others. Whether they are the same
    /// is seen by its being recognised.
    pub fn is_of(&self, mistake: &str, told: &[(&str, &str)]) -> bool {
        let asked: BTreeSet<&str> = told.iter().map(|(question, _)| *question).collect();
        let names = [Variant::Starter.name(), mistake];
        names.iter().all(|name| self.names.contains(*name))
            && self.questions.iter().map(String::as_str).eq(asked)
    }
}

/// The wrong answers to an exercise that are named.
pub fn rows(lesson: &LessonInfo, id: Id) -> impl Iterator<Item = &Answer> {
    let wrong = lesson.answers.data.wrong.iter();
    wrong.filter(move |answer| *answer.exercise.get_ref() == id && !answer.named.is_empty())
}

/// Somebody who answers.
struct Asking<'a, 'r> {
    exercise: &'a Exercise,
    variant: Variant<'a>,
    /// With the rest of the lesson solved.
    choice: Choice<'a>,
    program: &'r Program,
    runs: &'r Runs<'r>,
}

impl<'a> Job<'a> for Asking<'a, '_> {
    type Result = Asked;
    type Seen = Asked;

    fn choice(&self) -> &Choice<'a> {
        &self.choice
    }

    fn title(&self) -> String {
        format!("{} {}", self.exercise.id(), self.variant.name())
    }

    fn run(&self, worker: usize, known: &Known<Asked>) -> Result<Asked> {
        self.program.run(self.exercise.id(), &self.choice, None, self.runs, worker, known)
    }
}

/// Records what the starter and every mistake answers; then what the answers in `answers.toml` do which should have a name
/// and have none by that: other ways to make a mistake, two mistakes at once, and slips that a check cannot make.
pub fn record<'a>(
    course: &Course<'a>,
    lesson: &'a LessonInfo,
    programs: &BTreeMap<Id, Program>,
    root: &Path,
    runs: &Runs<'_>,
) -> Result<()> {
    let asked = |variants: &dyn Fn(Id) -> Vec<Variant<'a>>| -> Result<Vec<(Id, Variant<'a>, Asked)>> {
        let mut jobs = Vec::new();
        for exercise in lesson.exercises() {
            let Some(program) = programs.get(&exercise.id()) else { continue };
            for variant in variants(exercise.id()) {
                let rest = lesson.exercises().iter().map(|exercise| (exercise.id(), Variant::Solution));
                let but = rest.chain([(exercise.id(), variant)]).collect();
                let choice = Choice { lesson: lesson.number, but };
                jobs.push(Asking { exercise, variant, choice, program, runs });
            }
        }
        let asked = batches::run(course, runs.tree, &jobs)?;
        Ok(jobs.iter().zip(asked).map(|(job, asked)| (job.exercise.id(), job.variant, asked)).collect())
    };
    let mut recordings = BTreeMap::<Id, Recording>::new();
    let mistakes = |id| {
        let mistakes = lesson.mistakes.data.of(id).map(Variant::Mistake);
        std::iter::once(Variant::Starter).chain(mistakes).collect()
    };
    for (id, variant, asked) in asked(&mistakes)? {
        recordings.entry(id).or_default().add(id, variant.name().to_owned(), &asked)?;
    }
    write(lesson, &recordings, &[root, runs.tree])?;
    let named = |id| rows(lesson, id).map(Variant::Further).collect();
    for (id, variant, asked) in asked(&named)? {
        let Variant::Further(Answer { named, .. }) = variant else { continue };
        let is_told = [Outcome::Mistake(named.clone()), Outcome::Slip(named.clone())]
            .map(checks::Reply::Said)
            .contains(&asked.answer);
        if is_told {
            continue;
        }
        let is_mistake =
            |name: &str| lesson.mistakes.data.of(id).any(|mistake| mistake.name.get_ref() == name);
        let name = match named.split('+').all(is_mistake) {
            true => named.clone(),
            false => format!("{}{named}", protocol::SLIP),
        };
        recordings.entry(id).or_default().add(id, name, &asked)?;
    }
    write(lesson, &recordings, &[root, runs.tree])
}

/// What is recorded of an exercise: who answered, and the answers to each question in words.
#[derive(Default)]
pub struct Recording {
    names: Vec<String>,
    questions: Vec<String>,
    answers: BTreeMap<(usize, usize), String>,
}

impl Recording {
    /// Adds what somebody has answered.
    pub fn add(&mut self, id: Id, name: String, asked: &Asked) -> Result<()> {
        let told = protocol::told_answers(&asked.told, id);
        // A check may be made without ours.
        if told.is_empty() && asked.answer != checks::Reply::TimedOut {
            return Ok(());
        }
        if told.is_empty() || told.iter().all(|(_, words)| *words == protocol::RIGHT) {
            bail!(
                "'{name}' of {id} cannot be recorded: it does not end, or is right in all that its check asks"
            );
        }
        let again = self.names.iter().filter(|own| own.split('/').next() == Some(name.as_str())).count();
        let place = self.names.len();
        self.names.push(if again == 0 { name } else { format!("{name}/{}", again + 1) });
        for (question, words) in told {
            let at = self.questions.iter().position(|own| own == question).unwrap_or_else(|| {
                self.questions.push(question.to_owned());
                self.questions.len() - 1
            });
            if words != protocol::RIGHT {
                self.answers.insert((at, place), words.to_owned());
            }
        }
        Ok(())
    }

    /// All of it, as it stands in a file.
    pub fn text(&self, id: Id) -> String {
        let mut text = format!("\n{}{id} {}\n", protocol::RECORDED, self.names.join(" "));
        for (at, question) in self.questions.iter().enumerate() {
            text += &format!("{}{question}\n", protocol::QUESTION);
            // Those who answer the same stand in one line, where the first of them belongs.
            let mut lines: Vec<(Vec<String>, &str)> = Vec::new();
            for place in 0..self.names.len() {
                let Some(words) = self.answers.get(&(at, place)) else { continue };
                match lines.iter_mut().find(|(_, own)| own == words) {
                    Some((names, _)) => names.push(place.to_string()),
                    None => lines.push((vec![place.to_string()], words)),
                }
            }
            text.extend(lines.iter().map(|(names, words)| format!("{}: {words}\n", names.join(" "))));
        }
        text
    }
}

fn write(lesson: &LessonInfo, recordings: &BTreeMap<Id, Recording>, trees: &[&Path]) -> Result<()> {
    let recorded: String = (recordings.iter().filter(|(_, recording)| !recording.names.is_empty()))
        .map(|(id, recording)| recording.text(*id))
        .collect();
    if recorded.is_empty() {
        return Ok(());
    }
    let text = format!(
        "# What mistakes answer to each question where they are wrong, each by its place in the heading. Made by\n\
         # `{BLESS}=1 cargo workbook verify {}`; check/src/recorded.rs tells how it is written.\n{recorded}",
        lesson.number
    );
    for tree in trees {
        let path = tree.join(lesson.file(FILE));
        write::atomically(&path, text.as_bytes())
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}
