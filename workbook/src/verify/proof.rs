//! Runs the checks on every variant of every exercise, and judges what they say.

use crate::course::Course;
use crate::id::Id;
use crate::lessons::{Exercise, Lesson, Mistake};
use crate::process;
use crate::progress::Progress;
use crate::tree;
use crate::verify::variants::{self, Choice, VARIANT, Variant};
use anyhow::{Context, Result};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::Duration;

/// The file to which a check appends what it found.
const OUTCOMES: &str = "WORKBOOK_OUTCOMES";

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
}

/// What came of a run.
#[derive(Clone, Debug, PartialEq)]
enum Answer {
    /// The check's word, and the mistake it names or nothing.
    Said(String, String),
    /// The program ended without a word.
    Silent,
    /// It did not end.
    TimedOut,
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
    let all = |variant| lesson.exercises().iter().map(move |exercise| (exercise.id(), variant)).collect();
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
    questions.into_iter().flatten().collect()
}

/// Asks all questions; returns what is wrong with each answer, or nothing.
pub fn ask(course: &Course<'_>, questions: &[Question<'_>], runs: &Runs<'_>) -> Result<Vec<Option<String>>> {
    std::fs::create_dir_all(runs.scratch)
        .with_context(|| format!("cannot make {}", runs.scratch.display()))?;
    let progress = Progress::new(questions.len());
    let mut verdicts = vec![None; questions.len()];
    for (shaders, batch) in by_shaders(course, questions) {
        for (file, text) in &shaders {
            tree::write_if_changed(&runs.tree.join(file), text)?;
        }
        for (i, verdict) in ask_batch(questions, batch, runs, &progress)? {
            verdicts[i] = verdict;
        }
    }
    Ok(verdicts)
}

/// The questions that can be asked at the same time: those with the same shaders.
fn by_shaders(course: &Course<'_>, questions: &[Question<'_>]) -> BTreeMap<tree::Files, Vec<usize>> {
    let mut batches: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    for (i, question) in questions.iter().enumerate() {
        batches.entry(variants::shaders(course, &question.choice)).or_default().push(i);
    }
    batches
}

/// Asks some of the questions, several at a time.
fn ask_batch(
    questions: &[Question<'_>],
    mut batch: Vec<usize>,
    runs: &Runs<'_>,
    progress: &Progress,
) -> Result<Vec<(usize, Option<String>)>> {
    batch.reverse();
    let (waiting, verdicts) = (Mutex::new(batch), Mutex::new(Vec::new()));
    let next = || waiting.lock().ok()?.pop();
    let work = |worker: usize| -> Result<()> {
        while let Some(i) = next() {
            let question = &questions[i];
            let verdict = question.ask(runs, worker)?;
            progress.tick(&question.title());
            if let Ok(mut verdicts) = verdicts.lock() {
                verdicts.push((i, verdict));
            }
        }
        Ok(())
    };
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        let work = &work;
        let started: Vec<_> = (0..workers).map(|worker| scope.spawn(move || work(worker))).collect();
        (started.into_iter())
            .try_for_each(|worker| worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })?;
    Ok(verdicts.into_inner().unwrap_or_default())
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
        }
    }

    /// Runs the check; returns what is wrong with its answer, or nothing.
    fn ask(&self, runs: &Runs<'_>, worker: usize) -> Result<Option<String>> {
        let outcomes = runs.scratch.join(format!("{worker}.outcomes"));
        let printed = runs.scratch.join(format!("{worker}.printed"));
        std::fs::write(&outcomes, "").with_context(|| format!("cannot write {}", outcomes.display()))?;
        let output =
            std::fs::File::create(&printed).with_context(|| format!("cannot write {}", printed.display()))?;
        let mut command = Command::new(&self.program);
        command
            .args([&self.test, "--exact", "--test-threads", "1", "--nocapture"])
            .env(VARIANT, self.choice.as_text())
            .env(OUTCOMES, &outcomes)
            .env("RUST_BACKTRACE", "0")
            .current_dir(runs.tree.join("lessons"))
            .stdin(Stdio::null())
            .stderr(output.try_clone().context("cannot share a file")?)
            .stdout(output);
        let answer = match process::run(&mut command, runs.limit)? {
            None => Answer::TimedOut,
            Some(_) => said(&std::fs::read_to_string(&outcomes).unwrap_or_default(), self.asked),
        };
        let Some(wrong) = self.judge(&answer, runs.limit) else {
            return Ok(None);
        };
        let printed = String::from_utf8_lossy(&std::fs::read(&printed).unwrap_or_default()).into_owned();
        Ok(Some(format!("{}: {wrong}\n{}", self.title(), quoted(printed_by(&self.test, &printed)))))
    }

    fn judge(&self, answer: &Answer, limit: Duration) -> Option<String> {
        let said = |word: &str, mistake: &str| *answer == Answer::Said(word.to_owned(), mistake.to_owned());
        let (right, wanted) = match self.about {
            About::Starter => (said("open", ""), "say that it is open".to_owned()),
            About::Solution | About::Alone => (said("passed", ""), "pass".to_owned()),
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
            .then(|| format!("the check of {} should {wanted}, but it {}", self.asked, answer.words(limit)))
    }
}

/// What a check wrote for an exercise.
fn said(outcomes: &str, id: Id) -> Answer {
    let id = id.to_string();
    let answer = outcomes.lines().find_map(|line| {
        let mut parts = line.split('\t');
        let (exercise, word, mistake) = (parts.next()?, parts.next()?, parts.next()?);
        (exercise == id).then(|| Answer::Said(word.to_owned(), mistake.to_owned()))
    });
    answer.unwrap_or(Answer::Silent)
}

impl Answer {
    fn words(&self, limit: Duration) -> String {
        match self {
            Self::Said(word, _) if word == "passed" => "passed".to_owned(),
            Self::Said(word, _) if word == "open" => "said that the starter is as it was".to_owned(),
            Self::Said(word, mistake) if word == "mistake" => format!("recognised '{mistake}'"),
            Self::Said(word, _) => format!("said '{word}'"),
            Self::Silent => "said nothing".to_owned(),
            Self::TimedOut => format!("did not end within {} s", limit.as_secs()),
        }
    }
}

/// What a check printed, without the frame that the test program puts around it.
fn printed_by<'a>(test: &str, printed: &'a str) -> &'a str {
    let begin = format!("test {test} ... ");
    let own = printed.split_once(&begin).map_or(printed, |(_, own)| own);
    let end = own.find("\nfailures:\n").or(own.find("\ntest result: ")).unwrap_or(own.len());
    let own = own[..end].trim_matches(['\n', '\r']);
    own.strip_suffix("FAILED").or(own.strip_suffix("ok")).unwrap_or(own)
}

fn quoted(text: &str) -> String {
    text.trim_matches('\n').lines().map(|line| format!("    | {line}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_checks_own_words_are_shown() {
        let failed = "\nrunning 1 test\ntest todo_01_1 ... \n01.1  Turn\n  It turns.\nFAILED\n\nfailures:\n\nfailures:\n    todo_01_1\n";
        assert_eq!(quoted(printed_by("todo_01_1", failed)), "    | 01.1  Turn\n    |   It turns.\n");
        let killed = "\nrunning 1 test\ntest todo_01_1 ... ";
        assert_eq!(quoted(printed_by("todo_01_1", killed)), "");
        let passed =
            "\nrunning 1 test\ntest todo_01_1 ... 01.1  Turn: right.\nok\n\ntest result: ok. 1 passed";
        assert_eq!(quoted(printed_by("todo_01_1", passed)), "    | 01.1  Turn: right.\n");
    }
}
