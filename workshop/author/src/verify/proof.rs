//! The questions that prove an exercise: whether its check knows starter, solution, mistakes and other answers.

use crate::projection::{Course, is_read_late};
use crate::verify::asking::{Asker, Asking, Check, Heard, Judged, SEED, rest_solved};
use crate::verify::variants::{Choice, Variant};
use anyhow::Result;
use course::protocol::Outcome;
use course::{Exercise, Id, LessonInfo};
use std::collections::BTreeMap;
use std::iter;
use std::time::Duration;
use verdict::Recorded;

/// A run of a check that proves something about a variant of its exercise.
pub struct Question<'a> {
    /// The statement to prove.
    pub about: About,
    variant: Variant<'a>,
    choice: Choice<'a>,
    check: &'a Check,
}

/// A statement about an exercise.
#[derive(Clone, Copy, PartialEq)]
pub enum About {
    /// The check finds the exercise open when nothing of its lesson is solved.
    Starter,
    /// The check passes when the whole lesson is solved.
    Solution,
    /// The check takes no right answer for wrong when all other exercises are open: it passes or names an exercise that it
    /// waits for, and passes when those are solved.
    Alone,
    /// The check does not blame this exercise's solution for a wrong answer to another one that it calls, but
    /// passes or waits for that.
    Blameless,
    /// Its check recognises this mistake by this one of its codes.
    Mistake,
    /// Its check refuses this answer, and takes it for no mistake.
    Wrong,
    /// Its check lets this answer pass.
    Right,
}

/// Returns all questions that prove an exercise.
pub fn questions<'a>(lesson: &'a LessonInfo, exercise: &'a Exercise, check: &'a Check) -> Vec<Question<'a>> {
    let id = exercise.id();
    // Shaders stand as they are while a batch runs, so none can be solved when a check names it. Those before this one in
    // the same shader, which it may call, are solved where it must pass.
    let file = exercise.file.get_ref();
    let is_called = |other: &&Exercise| other.id() < id && is_read_late(file) && other.file.get_ref() == file;
    let called =
        || lesson.exercises().iter().filter(is_called).map(|called| (called.id(), Variant::Solution));
    let [right, wrong] = [&lesson.answers.data.right, &lesson.answers.data.wrong]
        .map(|all| all.iter().filter(|answer| *answer.exercise.get_ref() == id).map(Variant::Further));
    let all = |about, variants: &mut dyn Iterator<Item = Variant<'a>>| {
        let question = |variant| {
            let choice = match about {
                About::Starter => Choice { lesson: lesson.number, but: BTreeMap::new() },
                About::Alone => Choice { lesson: 0, but: called().chain([(id, variant)]).collect() },
                _ => rest_solved(lesson, id, variant),
            };
            Question { about, variant, choice, check }
        };
        variants.map(question).collect::<Vec<_>>()
    };
    [
        all(About::Starter, &mut iter::once(Variant::Starter)),
        all(About::Solution, &mut iter::once(Variant::Solution)),
        all(About::Blameless, &mut iter::once(Variant::Solution)),
        all(About::Alone, &mut iter::once(Variant::Solution).chain(right.clone())),
        all(About::Mistake, &mut lesson.mistakes.data.of(id).flat_map(Variant::codes)),
        all(About::Wrong, &mut wrong.into_iter()),
        all(About::Right, &mut right.into_iter()),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Asks all questions; returns what is wrong with each answer, or nothing.
pub fn ask(
    asking: &Asking<'_>,
    questions: &[Question<'_>],
    recorded: &BTreeMap<Id, Recorded>,
) -> Result<Vec<Option<String>>> {
    // First our own answers: what is right with a seed must be asked while our shaders are in the tree.
    let ours: Vec<_> = questions.iter().filter(|question| question.about == About::Solution).collect();
    let ask =
        |question: &Question<'_>, asker: Asker<'_>| question.ask(&recorded[&question.exercise()], asker);
    asking.all(
        &ours,
        |question| (&question.choice, question.title()),
        |question, asker| ask(question, asker),
    )?;
    asking.all(questions, |question| (&question.choice, question.title()), ask)
}

/// Returns the outcome of each variant that a student could have written, and the sentences that he hears of it: what two
/// trees say differently shows in a `diff`. What has been asked before is recalled.
pub fn ledger(
    asking: &Asking<'_>,
    questions: &[Question<'_>],
    recorded: &BTreeMap<Id, Recorded>,
) -> Result<String> {
    let is_students = |question: &&Question<'_>| !matches!(question.about, About::Alone | About::Blameless);
    let of_student: Vec<_> = questions.iter().filter(is_students).collect();
    let rows = asking.all(
        &of_student,
        |question| (&question.choice, question.title()),
        |question, asker| {
            let recorded = &recorded[&question.exercise()];
            let judged = asker.judge(question.check, &question.choice, None, recorded)?;
            let outcome = words(&judged.heard, asking.runs.limit);
            Ok(format!("{}: it {outcome}\n{}\n", question.title(), quoted(&judged.said)))
        },
    )?;
    Ok(rows.concat())
}

impl Question<'_> {
    pub fn exercise(&self) -> Id {
        self.check.id
    }

    /// Returns a few words for the line of progress.
    fn title(&self) -> String {
        let (id, name) = (self.exercise(), self.variant.name());
        match self.about {
            About::Blameless => format!("{id} solved, others wrong"),
            About::Alone => format!("{id} {name} with all other exercises open"),
            _ => format!("{id} {name}"),
        }
    }

    /// Returns the seeds to run with, none for a student's questions, which must refuse a wrong answer. What's right must
    /// pass whatever is drawn.
    fn seeds(&self) -> &'static [Option<u64>] {
        match self.about {
            About::Starter | About::Alone | About::Wrong | About::Blameless => &[None],
            About::Solution | About::Right => &[None, Some(SEED), Some(2), Some(3), Some(4), Some(5)],
            About::Mistake => &[None, Some(SEED)],
        }
    }

    /// Runs the check; returns what is wrong with its answers, or nothing.
    fn ask(&self, recorded: &Recorded, asker: Asker<'_>) -> Result<Option<String>> {
        if self.about == About::Blameless {
            return self.ask_blame(recorded, asker);
        }
        for seed in self.seeds() {
            let mut choice = self.choice.clone();
            let judged = loop {
                let judged = asker.judge(self.check, &choice, *seed, recorded)?;
                let is_new = |id: &Id| *id < self.exercise() && !choice.but.contains_key(id);
                match waits_for(&judged).filter(is_new) {
                    Some(earlier) if self.about == About::Alone => {
                        choice.but.insert(earlier, Variant::Solution)
                    }
                    _ => break judged,
                };
            };
            let seeded = seed.map_or(String::new(), |seed| format!(" (with seed {seed})"));
            if let Some(wrong) = self.complaint(&format!("{}{seeded}", self.title()), &judged, asker) {
                return Ok(Some(wrong));
            }
        }
        Ok(None)
    }

    /// Runs the check with every wrong answer to each exercise that it calls. Returns the first false blame of this
    /// one, or nothing.
    fn ask_blame(&self, recorded: &Recorded, asker: Asker<'_>) -> Result<Option<String>> {
        asker.ask(self.check, &self.choice, None)?;
        let met = asker.met(self.check, &self.choice);
        for earlier in met.into_iter().filter(|id| *id != self.exercise()) {
            for variant in wrong_answers(asker.asking.course, earlier) {
                let mut choice = self.choice.clone();
                choice.but.insert(earlier, variant);
                let judged = asker.judge(self.check, &choice, None, recorded)?;
                let title = format!("{} solved, {earlier} {}", self.exercise(), variant.name());
                let wrong = self.complaint(&title, &judged, asker);
                if wrong.is_some() && waits_for(&judged) != Some(earlier) {
                    return Ok(wrong);
                }
            }
        }
        Ok(None)
    }

    /// Returns what is wrong with what was heard, if something is.
    fn complaint(&self, title: &str, judged: &Judged, asker: Asker<'_>) -> Option<String> {
        let said = |outcome| judged.heard == Heard::Said(outcome);
        // It may wait only for what is open: with all before it solved, for nothing.
        let waits = waits_for(judged).is_some_and(|earlier| {
            earlier < self.exercise() && matches!(self.choice.of(earlier), Variant::Starter)
        });
        let name = self.variant.recorded();
        let (right, wanted) = match self.about {
            About::Starter => (said(Outcome::Open) || waits, "say that it is open".to_owned()),
            About::Solution | About::Right => (said(Outcome::Passed), "pass".to_owned()),
            // An endless answer holds up all its callers.
            About::Blameless => (
                said(Outcome::Passed) || judged.heard == Heard::TimedOut,
                "pass, or wait for the wrong one".to_owned(),
            ),
            About::Alone => (said(Outcome::Passed), "pass, or name all that it waits for".to_owned()),
            About::Wrong => (
                said(Outcome::Wrong) || said(Outcome::Panicked),
                "find it wrong, but in no way that it knows".to_owned(),
            ),
            About::Mistake => (said(Outcome::Mistake(name.to_owned())), format!("recognise '{name}'")),
        };
        let (id, heard) = (self.exercise(), words(&judged.heard, asker.asking.runs.limit));
        (!right).then(|| {
            format!("{title}: the check of {id} should {wanted}, but it {heard}\n{}", quoted(&judged.said))
        })
    }
}

fn wrong_answers<'a>(course: &Course<'a>, id: Id) -> impl Iterator<Item = Variant<'a>> {
    course.lesson(id.lesson).into_iter().flat_map(move |lesson| {
        let further = lesson.answers.data.wrong.iter().filter(move |answer| *answer.exercise.get_ref() == id);
        lesson.mistakes.data.of(id).flat_map(Variant::codes).chain(further.map(Variant::Further))
    })
}

/// Returns the exercise that a check waits for, if it does.
fn waits_for(judged: &Judged) -> Option<Id> {
    match &judged.heard {
        Heard::Said(Outcome::Blocked(earlier)) => Id::strict(earlier),
        _ => None,
    }
}

/// Returns a check's outcome in words.
fn words(heard: &Heard, limit: Duration) -> String {
    match heard {
        Heard::Said(Outcome::Passed) => "passed".to_owned(),
        Heard::Said(Outcome::Open) => "said that it gives the same as the starter".to_owned(),
        Heard::Said(Outcome::Mistake(mistake)) => format!("recognised '{mistake}'"),
        Heard::Said(said) => format!("said '{}'", format!("{} {}", said.word(), said.detail()).trim_end()),
        Heard::Silent => "said nothing".to_owned(),
        Heard::TimedOut => format!("did not end within {} s", limit.as_secs()),
    }
}

fn quoted(text: &str) -> String {
    text.trim_matches('\n').lines().map(|line| format!("    | {line}\n")).collect()
}
