//! Runs the checks on every variant of every exercise, and judges what they say.

use crate::projection::{Course, is_read_late};
use crate::told;
use crate::verify::asking::{Asker, Asking, Check, SEED, rest_solved};
use crate::verify::recorded::{self, Section};
use crate::verify::variants::{Choice, Variant};
use anyhow::Result;
use course::protocol::Outcome;
use course::{Exercise, Id, LessonInfo, Mistake};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use workbook::checks::{Asked, Reply};

/// A run of a check that proves something about an exercise.
pub struct Question<'a> {
    /// The exercise that it is about.
    pub exercise: Id,
    /// The statement to prove.
    pub about: About<'a>,
    choice: Choice<'a>,
    /// The check that is run.
    check: Check,
    /// Recording of the exercise.
    recorded: Option<Arc<Section>>,
}

/// A statement about an exercise.
#[derive(Clone, Copy, Debug)]
pub enum About<'a> {
    /// The check finds the exercise open when nothing is solved.
    Starter,
    /// The check passes when the whole lesson is solved.
    Solution,
    /// The check passes, or waits for another exercise, when only this exercise of the lesson is solved.
    Alone,
    /// No other check of the lesson passes when only this exercise of it is solved.
    Others,
    /// The check takes no right answer for wrong when only this exercise is solved, by this variant: it
    /// passes or names an exercise that it waits for, and passes when those are solved.
    Independent(Variant<'a>),
    /// The check does not blame this exercise's solution for a wrong answer to another one that it calls, but
    /// passes or waits for that.
    Blameless,
    /// Its check recognises this mistake, with the lesson's rest solved or not, unless it must wait.
    Mistake(&'a Mistake),
    /// Its check refuses this answer and names just the mistake or slips that the answer's table says, with
    /// the rest of the lesson solved, and open if it need not wait.
    Wrong(&'a course::Answer),
    /// Its check lets this answer pass.
    Right(&'a course::Answer),
}

/// Returns all questions that prove an exercise.
pub fn questions<'a>(
    lesson: &'a LessonInfo,
    exercise: &'a Exercise,
    checks: &BTreeMap<Id, Check>,
    recorded: Option<Section>,
) -> Vec<Question<'a>> {
    let id = exercise.id();
    let with = |but: BTreeMap<Id, Variant<'a>>| Choice { lesson: lesson.number, but };
    // Shaders stand as they are while a batch runs, so none can be solved when a check names it. Those before this one in
    // the same shader, which it may call, are solved where it must pass.
    let file = exercise.file.get_ref();
    let called = lesson
        .exercises()
        .iter()
        .filter(|other| other.id() < id && is_read_late(file) && other.file.get_ref() == file);
    let called: Vec<Id> = called.map(Exercise::id).collect();
    let passing = |variant| {
        let called = called.iter().map(|&called| (called, Variant::Solution));
        called.chain([(id, variant)]).collect::<BTreeMap<_, _>>()
    };
    let all_others_open = |variant| Choice { lesson: 0, but: passing(variant) };
    let only = |variant| with(BTreeMap::from([(id, variant)]));
    let recorded = recorded.map(Arc::new);
    let question = |about, choice, asked| {
        let check = checks.get(&asked)?.clone();
        Some(Question { exercise: id, about, choice, check, recorded: recorded.clone() })
    };
    let solved = || rest_solved(lesson, id, Variant::Solution);
    let others = lesson.exercises().iter().map(Exercise::id).filter(|other| *other != id);
    let mistakes = lesson.mistakes.data.of(id);
    let mut questions = vec![
        question(About::Starter, with(BTreeMap::new()), id),
        question(About::Solution, solved(), id),
        question(About::Alone, with(passing(Variant::Solution)), id),
        question(About::Blameless, solved(), id),
    ];
    questions.extend(others.map(|other| question(About::Others, only(Variant::Solution), other)));
    let of = |answer: &&course::Answer| *answer.exercise.get_ref() == id;
    let answers = &lesson.answers.data;
    let right = || answers.right.iter().filter(of);
    questions.extend(
        right().map(|answer| question(About::Right(answer), with(passing(Variant::Further(answer))), id)),
    );
    let every_right = std::iter::once(Variant::Solution).chain(right().map(Variant::Further));
    questions.extend(
        every_right.map(|variant| question(About::Independent(variant), all_others_open(variant), id)),
    );
    let mistakes = mistakes.map(|mistake| (About::Mistake(mistake), Variant::Mistake(mistake)));
    let wrong = answers.wrong.iter().filter(of).map(|wrong| (About::Wrong(wrong), Variant::Further(wrong)));
    for (about, variant) in mistakes.chain(wrong) {
        questions.push(question(about, only(variant), id));
        if lesson.exercises().len() > 1 {
            questions.push(question(about, rest_solved(lesson, id, variant), id));
        }
    }
    questions.into_iter().flatten().collect()
}

/// Asks all questions; returns what is wrong with each answer, or nothing.
pub fn ask(asking: &Asking<'_>, questions: &[Question<'_>]) -> Result<Vec<Option<String>>> {
    asking.all(
        questions,
        |question| (&question.choice, question.title()),
        |question, asker| match question.about {
            About::Blameless => question.ask_blame(asking.course, asker),
            _ => question.ask(asker),
        },
    )
}

/// Returns the outcome of each variant that a student could have written, and the sentences that he hears of it: what two
/// trees say differently shows in a `diff`. What has been asked before is recalled.
pub fn ledger(asking: &Asking<'_>, questions: &[Question<'_>]) -> Result<String> {
    let of_student: Vec<_> = questions
        .iter()
        .filter(|question| match question.about {
            About::Alone | About::Others | About::Independent(_) | About::Blameless => false,
            About::Starter | About::Solution | About::Mistake(_) | About::Wrong(_) | About::Right(_) => true,
        })
        .collect();
    let rows = asking.all(
        &of_student,
        |question| (&question.choice, question.title()),
        |question, asker| {
            let asked = asker.ask(&question.check, &question.choice, None)?;
            let outcome = words(&asked.answer, asker.runs.limit);
            Ok(format!("{}: it {outcome}\n{}\n", question.title(), quoted(&asked.printed)))
        },
    )?;
    Ok(rows.concat())
}

impl Question<'_> {
    /// Returns a few words for the line of progress.
    pub fn title(&self) -> String {
        let id = self.exercise;
        match self.about {
            About::Starter => format!("{id} starter"),
            About::Solution => format!("{id} solution"),
            About::Alone => format!("{id} solved alone"),
            About::Others => format!("{id} solved alone, check of {}", self.check.id),
            About::Blameless => format!("{id} solved, others wrong"),
            About::Independent(variant) => format!("{id} {} with all other exercises open", variant.name()),
            About::Mistake(mistake) => self.named(mistake.name.get_ref()),
            About::Wrong(answer) | About::Right(answer) => self.named(answer.name.get_ref()),
        }
    }

    fn named(&self, name: &str) -> String {
        let id = self.exercise;
        format!("{id} {name}{}", if self.rest_solved() { " with the rest solved" } else { "" })
    }

    /// Returns true if the check must pass once all exercises that it waits for are solved.
    fn must_pass_in_the_end(&self) -> bool {
        matches!(self.about, About::Alone | About::Independent(_) | About::Right(_))
    }

    /// Returns true if the other exercises of the lesson are solved in the first run.
    fn rest_solved(&self) -> bool {
        self.choice.but.len() > 1
    }

    /// Runs the check; returns what is wrong with its answer, or nothing.
    fn ask(&self, asker: Asker<'_>) -> Result<Option<String>> {
        for seed in self.seeds() {
            if let Some(wrong) = self.ask_seeded(*seed, asker)? {
                return Ok(Some(wrong));
            }
        }
        Ok(None)
    }

    /// Returns the seeds to run with, none for a student's questions, which must refuse a wrong answer. What's right must
    /// pass whatever is drawn.
    fn seeds(&self) -> &'static [Option<u64>] {
        match self.about {
            About::Starter | About::Others | About::Wrong(_) => &[None],
            About::Solution | About::Right(_) => &[None, Some(SEED), Some(2), Some(3), Some(4), Some(5)],
            _ => &[None, Some(SEED)],
        }
    }

    fn ask_seeded(&self, seed: Option<u64>, asker: Asker<'_>) -> Result<Option<String>> {
        let mut choice = self.choice.clone();
        let asked = loop {
            let asked = asker.ask(&self.check, &choice, seed)?;
            let is_new = |id: &Id| *id < self.check.id && !choice.but.contains_key(id);
            match waits_for(&asked.answer).filter(is_new) {
                Some(earlier) if self.must_pass_in_the_end() => choice.but.insert(earlier, Variant::Solution),
                _ => break asked,
            };
        };
        let wrong = self.complaint(&asked.answer, asker.runs.limit);
        let wrong = wrong.or_else(|| self.complaint_of_record(&asked, seed));
        let wrong = wrong.map(|wrong| match (&self.recorded, self.about) {
            (Some(_), About::Starter | About::Mistake(_) | About::Wrong(_)) => {
                format!("{wrong}. If the code or the check changed: {}", recorded::again(self.check.id))
            }
            _ => wrong,
        });
        Ok(wrong.map(|wrong| verdict(&self.title(), &wrong, &asked)))
    }

    /// Returns a complaint if the recorded answers of this mistake are missing or stale.
    fn complaint_of_record(&self, asked: &Asked, seed: Option<u64>) -> Option<String> {
        let About::Mistake(mistake) = self.about else { return None };
        let told = told::answers(&asked.told, self.check.id);
        if seed.is_some() || told.is_empty() {
            return None;
        }
        let is_recorded =
            self.recorded.as_ref().is_some_and(|section| section.is_of(mistake.name.get_ref(), &told));
        (!is_recorded).then(|| {
            format!("its answers to all that is asked are not recorded: {}", recorded::again(self.check.id))
        })
    }

    /// Runs the check with every wrong answer to each exercise that it calls. Returns the first false blame of this
    /// one, or nothing.
    fn ask_blame(&self, course: &Course<'_>, asker: Asker<'_>) -> Result<Option<String>> {
        asker.ask(&self.check, &self.choice, None)?;
        let met = asker.met(&self.check, &self.choice);
        for earlier in met.into_iter().filter(|id| *id != self.exercise) {
            for variant in wrong_answers(course, earlier) {
                let mut choice = self.choice.clone();
                choice.but.insert(earlier, variant);
                let asked = asker.ask(&self.check, &choice, None)?;
                let wrong = self.complaint(&asked.answer, asker.runs.limit);
                if let Some(wrong) = wrong.filter(|_| waits_for(&asked.answer) != Some(earlier)) {
                    let title = format!("{} solved, {earlier} {}", self.exercise, variant.name());
                    return Ok(Some(verdict(&title, &wrong, &asked)));
                }
            }
        }
        Ok(None)
    }

    fn complaint(&self, answer: &Reply, limit: Duration) -> Option<String> {
        let said = |outcome| *answer == Reply::Said(outcome);
        // It may wait only for what is open: with all before it solved, for nothing.
        let waits = waits_for(answer).is_some_and(|earlier| {
            earlier < self.check.id && matches!(self.choice.of(earlier), Variant::Starter)
        });
        let (right, wanted) = match self.about {
            About::Starter => (said(Outcome::Open) || waits, "say that it is open".to_owned()),
            About::Solution => (said(Outcome::Passed), "pass".to_owned()),
            // An endless answer holds up all its callers.
            About::Blameless => (
                said(Outcome::Passed) || *answer == Reply::TimedOut,
                "pass, or wait for the wrong one".to_owned(),
            ),
            About::Alone | About::Independent(_) | About::Right(_) => {
                (said(Outcome::Passed), "pass, or name all that it waits for".to_owned())
            }
            About::Wrong(wrong) if !wrong.named.is_empty() => (
                said(Outcome::Slip(wrong.named.clone()))
                    || said(Outcome::Mistake(wrong.named.clone()))
                    || waits,
                format!("find it wrong and name '{}'", wrong.named),
            ),
            About::Wrong(_) => (
                said(Outcome::Wrong) || said(Outcome::Panicked) || waits,
                "find it wrong, but in no way that it knows".to_owned(),
            ),
            About::Others => (
                matches!(answer, Reply::Said(..)) && !said(Outcome::Passed),
                "say something but not pass".to_owned(),
            ),
            About::Mistake(mistake) => {
                let name = mistake.name.get_ref();
                (said(Outcome::Mistake(name.clone())) || waits, format!("recognise '{name}'"))
            }
        };
        (!right).then(|| {
            format!("the check of {} should {wanted}, but it {}", self.check.id, words(answer, limit))
        })
    }
}

fn wrong_answers<'a>(course: &Course<'a>, id: Id) -> impl Iterator<Item = Variant<'a>> {
    course.lesson(id.lesson).into_iter().flat_map(move |lesson| {
        let further = lesson.answers.data.wrong.iter().filter(move |answer| *answer.exercise.get_ref() == id);
        lesson.mistakes.data.of(id).map(Variant::Mistake).chain(further.map(Variant::Further))
    })
}

fn verdict(title: &str, wrong: &str, asked: &Asked) -> String {
    format!("{title}: {wrong}\n{}{}", quoted(&asked.printed), quoted(&asked.complaints))
}

/// Returns the exercise that a check waits for, if it does.
fn waits_for(answer: &Reply) -> Option<Id> {
    match answer {
        Reply::Said(Outcome::Blocked(earlier)) => Id::strict(earlier),
        _ => None,
    }
}

/// Returns a check's outcome in words.
fn words(answer: &Reply, limit: Duration) -> String {
    match answer {
        Reply::Said(Outcome::Passed) => "passed".to_owned(),
        Reply::Said(Outcome::Open) => "said that it gives the same as the starter".to_owned(),
        Reply::Said(Outcome::Mistake(mistake)) => format!("recognised '{mistake}'"),
        Reply::Said(said) => format!("said '{}'", format!("{} {}", said.word(), said.detail()).trim_end()),
        Reply::Silent => "said nothing".to_owned(),
        Reply::TimedOut => format!("did not end within {} s", limit.as_secs()),
    }
}

fn quoted(text: &str) -> String {
    text.trim_matches('\n').lines().map(|line| format!("    | {line}\n")).collect()
}
