//! Runs the checks on every variant of every exercise, and judges what they say.

use crate::batches::{self, Job};
use crate::checks::{self, Answer};
use crate::course::Course;
use crate::id::Id;
use crate::lessons::{self, Exercise, Lesson, Mistake};
use crate::verify::variants::{Choice, VARIANT, Variant};
use anyhow::{Context, Result};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// Where and how long checks run.
pub struct Runs<'a> {
    /// The workbook with all variants in it.
    pub tree: &'a Path,
    /// A folder for what the checks say.
    pub scratch: &'a Path,
    /// How long one check may take.
    pub limit: Duration,
}

/// One run of one check.
pub struct Question<'a> {
    /// The exercise that is proven by it.
    pub exercise: Id,
    /// What of that exercise.
    pub about: About<'a>,
    choice: Choice<'a>,
    /// The exercise whose check is run, the check's name and program.
    asked: Id,
    test: String,
    program: PathBuf,
}

/// What of an exercise a run proves.
#[derive(Clone, Copy, Debug)]
pub enum About<'a> {
    /// Its check finds the starter open.
    Starter,
    /// Its check passes when the whole lesson is solved.
    Solution,
    /// Its check passes when nothing else of its lesson is solved.
    Alone,
    /// Then no other check of the lesson passes.
    Others,
    /// Its check recognises this mistake.
    Mistake(&'a Mistake),
    /// Its check finds this answer wrong, and takes it for no mistake that it knows: with the rest of the lesson
    /// open, and solved.
    Wrong(&'a lessons::Answer),
    /// Its check lets this answer pass.
    Right(&'a lessons::Answer),
}

/// All that must be asked to prove an exercise.
pub fn questions<'a>(
    lesson: &'a Lesson,
    exercise: &'a Exercise,
    program: &Path,
    test: impl Fn(Id) -> Option<String>,
) -> Vec<Question<'a>> {
    let id = exercise.id();
    let with = |but: BTreeMap<Id, Variant<'a>>| Choice { lesson: lesson.number, but };
    let only = |variant| with(BTreeMap::from([(id, variant)]));
    let question = |about, choice, asked| {
        Some(Question { exercise: id, about, choice, asked, test: test(asked)?, program: program.to_owned() })
    };
    let all = |variant| -> BTreeMap<_, _> {
        lesson.exercises().iter().map(|exercise| (exercise.id(), variant)).collect()
    };
    let others = lesson.exercises().iter().map(Exercise::id).filter(|other| *other != id);
    let mistakes = lesson.mistakes.data.of(id);
    let mut questions = vec![
        question(About::Starter, with(BTreeMap::new()), id),
        question(About::Solution, with(all(Variant::Solution)), id),
        question(About::Alone, only(Variant::Solution), id),
    ];
    questions.extend(others.map(|other| question(About::Others, only(Variant::Solution), other)));
    questions.extend(
        mistakes.map(|mistake| question(About::Mistake(mistake), only(Variant::Mistake(mistake)), id)),
    );
    let of = |answer: &&lessons::Answer| *answer.exercise.get_ref() == id;
    let answers = &lesson.answers.data;
    let right = answers.right.iter().filter(of);
    questions.extend(right.map(|answer| question(About::Right(answer), only(Variant::Further(answer)), id)));
    for wrong in answers.wrong.iter().filter(of) {
        let variant = Variant::Further(wrong);
        let mut rest_solved = all(Variant::Solution);
        rest_solved.insert(id, variant);
        for choice in [only(variant), with(rest_solved)] {
            questions.push(question(About::Wrong(wrong), choice, id));
        }
    }
    questions.into_iter().flatten().collect()
}

/// Asks all questions; returns what is wrong with each answer, or nothing.
pub fn ask(course: &Course<'_>, questions: &[Question<'_>], runs: &Runs<'_>) -> Result<Vec<Option<String>>> {
    std::fs::create_dir_all(runs.scratch)
        .with_context(|| format!("cannot make {}", runs.scratch.display()))?;
    let jobs: Vec<_> = questions.iter().map(|question| Asking { question, runs }).collect();
    batches::run(course, runs.tree, &jobs)
}

/// A question that is being asked.
struct Asking<'a, 'q> {
    question: &'q Question<'a>,
    runs: &'q Runs<'q>,
}

impl<'a> Job<'a> for Asking<'a, '_> {
    type Result = Option<String>;

    fn choice(&self) -> &Choice<'a> {
        &self.question.choice
    }

    fn title(&self) -> String {
        self.question.title()
    }

    fn run(&self, worker: usize) -> Result<Option<String>> {
        self.question.ask(self.runs, worker)
    }
}

impl Question<'_> {
    /// What is asked, in a few words.
    pub fn title(&self) -> String {
        let id = self.exercise;
        match self.about {
            About::Starter => format!("{id} starter"),
            About::Solution => format!("{id} solution"),
            About::Alone => format!("{id} solved alone"),
            About::Others => format!("{id} solved alone, check of {}", self.asked),
            About::Mistake(mistake) => format!("{id} {}", mistake.name.get_ref()),
            About::Wrong(answer) | About::Right(answer) => {
                let name = answer.name.get_ref();
                format!("{id} {name}{}", if self.choice.but.len() > 1 { " with the rest solved" } else { "" })
            }
        }
    }

    /// Runs the check; returns what is wrong with its answer, or nothing.
    fn ask(&self, runs: &Runs<'_>, worker: usize) -> Result<Option<String>> {
        let mut command = Command::new(&self.program);
        command.env(VARIANT, self.choice.as_text()).current_dir(runs.tree.join("lessons"));
        let scratch = runs.scratch.join(worker.to_string());
        let asked = checks::ask(command, &self.test, self.asked, &scratch, runs.limit)?;
        let Some(wrong) = self.judge(&asked.answer, runs.limit) else {
            return Ok(None);
        };
        let printed = quoted(&asked.printed) + &quoted(&asked.complaints);
        Ok(Some(format!("{}: {wrong}\n{printed}", self.title())))
    }

    fn judge(&self, answer: &Answer, limit: Duration) -> Option<String> {
        let said = |word: &str, mistake: &str| *answer == Answer::Said(word.to_owned(), mistake.to_owned());
        let (right, wanted) = match self.about {
            About::Starter => (said("open", ""), "say that it is open".to_owned()),
            About::Solution | About::Alone | About::Right(_) => (said("passed", ""), "pass".to_owned()),
            About::Wrong(_) => (
                said("wrong", "") || said("panicked", ""),
                "find it wrong, but in no way that it knows".to_owned(),
            ),
            About::Others => (
                matches!(answer, Answer::Said(..)) && !said("passed", ""),
                "say something but not pass".to_owned(),
            ),
            About::Mistake(mistake) => {
                let name = mistake.name.get_ref();
                (said("mistake", name), format!("recognise '{name}'"))
            }
        };
        (!right)
            .then(|| format!("the check of {} should {wanted}, but it {}", self.asked, words(answer, limit)))
    }
}

/// What a check did, in words.
fn words(answer: &Answer, limit: Duration) -> String {
    match answer {
        Answer::Said(word, _) if word == "passed" => "passed".to_owned(),
        Answer::Said(word, _) if word == "open" => "said that the starter is as it was".to_owned(),
        Answer::Said(word, mistake) if word == "mistake" => format!("recognised '{mistake}'"),
        Answer::Said(word, _) => format!("said '{word}'"),
        Answer::Silent => "said nothing".to_owned(),
        Answer::TimedOut => format!("did not end within {} s", limit.as_secs()),
    }
}

fn quoted(text: &str) -> String {
    text.trim_matches('\n').lines().map(|line| format!("    | {line}\n")).collect()
}
