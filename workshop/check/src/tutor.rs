//! Puts the outcome of a check into words, as a good tutor would.

use super::{Case, Cause, Check, STARTER};
use anyhow::{Context, Result, bail, ensure};
use course::protocol::{self, Outcome};
use course::{Exercise, Id, LessonInfo, Mistake};
use std::fmt::Write as _;

pub(super) fn report(id: &str, check: &Check, outcome: &Outcome) -> Result<String> {
    let id = Id::strict(id).context("an exercise's id is written as in 04.2")?;
    let lesson = LessonInfo::numbered(course::root(), id.lesson)?;
    let exercise = lesson.exercise(id)?;
    let mistakes = &lesson.mistakes.data;
    let find = |name: &str| mistakes.of(id).find(|mistake| mistake.name.get_ref() == name);
    if check.cases.is_empty() && !check.astray {
        bail!("it asks nothing");
    }
    let all = check.cases.iter().flat_map(|case| &case.suspects).map(|(name, _)| *name);
    for name in all.filter(|name| *name != STARTER) {
        ensure!(find(name).is_some(), "mistakes.toml has no '{name}' for {id}");
    }
    outcome.tell(id)?;
    protocol::tell_needs(id, &check.needs)?;
    Ok(tutor(exercise, check, outcome, &find))
}

/// A function that finds a mistake of `mistakes.toml` by its name.
pub(super) type Known<'a> = dyn Fn(&str) -> Option<&'a Mistake> + 'a;

/// Writes the report: the belief behind the answer, if it is known, as a sentence and a question; then a
/// question, the answer and the right answer; then the rest. If one answer is wrong and another is missing,
/// it reports both, first the one with a known cause, or else the one asked first.
pub(super) fn tutor(exercise: &Exercise, check: &Check, outcome: &Outcome, known: &Known<'_>) -> String {
    let (id, title) = (exercise.id(), &exercise.title);
    if let Outcome::OtherQuestions(_) = outcome {
        return format!("{}  These are answers to other questions.\n", exercise.heading());
    }
    if let Some(words) = check.not_compiled() {
        let heading = exercise.heading();
        let what = match exercise.file.get_ref().ends_with(".toml") {
            true => "The table cannot be played. Its reader says why:",
            false => "The shader does not compile. The driver says:",
        };
        return format!("{heading}  {what}\n\n{}", indented(words));
    }
    let guess = if *outcome == Outcome::Wrong { guessed(check) } else { None };
    let wrong = match outcome {
        Outcome::Wrong => check.plainest(guess.map(|(_, cause)| cause)),
        _ => check.wrong(),
    };
    let (first, second) = match (wrong, check.panicked()) {
        (Some(wrong), panicked) if *outcome != Outcome::Panicked => (wrong, panicked),
        (wrong, Some(panicked)) => (panicked, wrong),
        _ => return format!("{id}  {title}: right.\n"),
    };
    let mut text = exercise.heading();
    if let Outcome::Blocked(earlier) = outcome {
        let _ =
            writeln!(text, "  It builds on your answer to {earlier}, which is not right yet. Begin there.");
        return text;
    }
    let (belief, reason) = match outcome {
        Outcome::Mistake(name) => said(name, known),
        Outcome::Slip(_) => (check.slip().map_or(String::new(), |slip| wrapped(slip.say())), String::new()),
        _ => Default::default(),
    };
    if !belief.is_empty() {
        let _ = writeln!(text, "{belief}");
    }
    if *outcome == Outcome::Open {
        text.push_str("  Still open: it gives the same as the starter.\n");
        text.push_str(&wrapped(&format!("Among other things it was asked for {}.", first.question)));
    } else {
        text.push_str(&wrapped(&format!("Asked for {}.", first.question)));
    }
    let _ = writeln!(text, "\n{}", first.report);
    match outcome {
        Outcome::Mistake(_) => text.push_str(&reason),
        Outcome::Wrong => text.push_str(&what_is_known(check, first, guess, known)),
        Outcome::Panicked => {
            text.push_str(&no_answer(exercise, check, first));
            text.extend(one_change(check));
        }
        _ => {}
    }
    if let Some(second) = second {
        text.push('\n');
        text.push_str(&wrapped(&format!("And asked for {}.", second.question)));
        let _ = writeln!(text, "\n{}", second.report);
        // Beside a mistake with a name the panic needs no words: it may come of the same.
        let is_named = matches!(outcome, Outcome::Mistake(_) | Outcome::Slip(_));
        if second.panicked && !is_named {
            text.push_str(&no_answer(exercise, check, second));
        }
    }
    text
}

/// Returns the title and the question of a mistake, and the words of `mistakes.toml` between them.
fn said(name: &str, known: &Known<'_>) -> (String, String) {
    let Some(mistake) = known(name) else { return Default::default() };
    let say = mistake.say.trim();
    let (reason, question) = say.rsplit_once('\n').unwrap_or(("", say));
    (wrapped(&format!("{}. {question}", mistake.title)), indented(reason))
}

/// A cause of some wrong answers, after words that say of which.
type Guess = (&'static str, Cause);

/// Words before a cause that explains some answers and not all.
const HEDGED: &str = "No known mistake explains all your answers, but this one gives the answer above:";

/// Returns what is perhaps behind answers that no mistake and no slip explains alone.
fn guessed(check: &Check) -> Option<Guess> {
    const BOTH: &str = "Two mistakes together explain your answers. In this question it's this one:";
    const HERE: &str = "Wherever you are wrong, it's this:";
    let cause = check.where_it_shows().map(|cause| (HERE, cause));
    if check.nearly.is_some() {
        return cause;
    }
    let cause = cause.or_else(|| check.one_of_two().map(|cause| (BOTH, cause)));
    cause.or_else(|| check.looks_like().map(|cause| (HEDGED, cause)))
}

/// Returns the words on answers that no mistake and no slip explains alone.
fn what_is_known(check: &Check, first: &Case, guess: Option<Guess>, known: &Known<'_>) -> String {
    let mut text = String::new();
    match guess {
        Some((words, cause)) => {
            text += &wrapped(words);
            text += &match cause {
                Cause::Mistake(name) => {
                    let (belief, reason) = said(name, known);
                    // Of what explains only some answers that would say too much.
                    format!("\n{belief}{}\n", if words == HEDGED { "" } else { &reason })
                }
                Cause::Slip(slip) => wrapped(slip.say()),
            };
        }
        None => text.extend(first.remark.as_ref().map(|remark| wrapped(remark) + "\n")),
    }
    let change = one_change(check);
    let counted = if guess.is_none() { contrasted(check) } else { None };
    let counted = counted.or_else(|| if change.is_none() { answered_right(&check.cases) } else { None });
    text.extend(change.into_iter().chain(counted.map(|words| wrapped(&words))));
    if guess.is_none() && first.report.contains("NaN") {
        text += &wrapped(NOT_A_NUMBER);
    }
    text
}

/// Says how the right program would have to be changed, in one place, to give these answers.
fn one_change(check: &Check) -> Option<String> {
    check.nearly.as_ref().map(|change| wrapped(&format!("{} {change}.", protocol::NEARLY)))
}

/// Returns the words for a question without an answer.
fn no_answer(exercise: &Exercise, check: &Check, case: &Case) -> String {
    let meaning = case.remark.as_ref().map_or(String::new(), |meaning| wrapped(meaning) + "\n");
    let Some(caught) = &check.caught else { return meaning + NO_ANSWER };
    if caught.is_in_a_check() {
        return meaning + &wrapped(NOT_READ);
    }
    let line = caught.called_in(exercise.file.get_ref());
    meaning + NO_ANSWER + &line.map_or(String::new(), |line| format!("  Your line is {line}.\n"))
}

/// Says what the questions that were answered wrong have, and no other.
fn contrasted(check: &Check) -> Option<String> {
    let (tag, is) = check.contrast()?;
    let right = check.cases.iter().filter(|case| case.right).count();
    let (who, has, is_without) = match check.all_wrong().count() {
        1 => ("The question that failed".to_owned(), "has", "is without"),
        2 => ("Both questions that failed".to_owned(), "have", "are without"),
        wrong => (format!("All {wrong} questions that failed"), "have", "are without"),
    };
    let has = if is { has } else { is_without };
    Some(format!("{who} {has} {tag}, unlike the {right} that were right."))
}

/// Counts the questions that were answered right, and returns one of them, which may have something special.
/// Nothing if none was right in a check that counts right entries.
fn answered_right(cases: &[Case]) -> Option<String> {
    let right = cases.iter().filter(|case| case.right).count();
    let Some(one) = cases.iter().find(|case| case.right) else {
        return (!cases.iter().any(|case| case.is_counted))
            .then(|| "No question was answered right.".to_owned());
    };
    let (were, one_of) = if right == 1 { ("was", "") } else { ("were", ", one of them") };
    let count = format!("{right} of {} questions {were} answered right", cases.len());
    Some(match one.question.len() {
        ..=SHORT if !one.is_unseen => format!("{count}{one_of}: {}.", one.question),
        _ => format!("{count}."),
    })
}

/// The greatest length, in bytes, of a question that is quoted beside another.
const SHORT: usize = 100;

/// Words for a question without an answer.
const NO_ANSWER: &str = "  The code must give an answer for every input of this kind.\n";

/// Words for a panic in the check itself.
const NOT_READ: &str = "An answer came, but the check cannot read it. Is an index in it too large, or a list in it too \
                        short?";

/// Words for an answer that is NaN.
const NOT_A_NUMBER: &str = "NaN is no number. It comes of 0 divided by 0, of the root of less than 0, of the arc cosine of \
                            more than 1; or it stood in a list before you wrote there. Where can that happen in your code?";

pub(super) fn panicked(words: &str) -> String {
    wrapped(&format!("{}: {words}", protocol::PANICKED))
}

fn indented(text: &str) -> String {
    text.trim().lines().map(|line| format!("  {line}\n")).collect()
}

/// Returns text as indented lines of at most 80 characters.
pub(super) fn wrapped(text: &str) -> String {
    let mut lines = vec![" ".to_owned()];
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + word.chars().count() < 80 => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(format!("  {word}")),
        }
    }
    lines.join("\n") + "\n"
}
