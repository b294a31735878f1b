//! Puts a verdict into words, as a good tutor would.

use crate::asked::Panic;
use crate::panics;
use crate::shown::{compare, indented, wrapped};
use crate::told::{Told, is_same};
use crate::verdict::{Case, Guess, Verdict};
use course::protocol::{Outcome, PANICKED};
use course::{Exercise, Mistake};

/// A function that finds a mistake of `mistakes.toml` by its name.
pub type Known<'a> = dyn Fn(&str) -> Option<&'a Mistake> + 'a;

/// The words for a drawn question, since students may tell others what they read.
const UNSEEN: &str = "an answer to a question that you don't see";

const BOTH: &str = "Two mistakes together explain your answers. In this question it's this one:";
const PERHAPS: &str = "Wherever you are wrong, it's this:";

/// Words for a panic in the check itself.
const NOT_READ: &str =
    "An answer came, but the check cannot read it. Is an index in it too large, or a list in it too short?";

/// Words for an answer that is NaN.
const NOT_A_NUMBER: &str = "NaN is no number. It comes of 0 divided by 0, of the root of less than 0, of the arc cosine of \
                            more than 1; or it stood in a list before you wrote there. Where can that happen in your code?";

impl Verdict<'_> {
    /// Writes the report: the belief behind the answers, if it is known, as a sentence and a question; then a question,
    /// the answer and the right one; then the rest.
    pub fn report(&self, exercise: &Exercise, known: &Known<'_>) -> String {
        let heading = exercise.heading();
        match &self.outcome {
            Outcome::Passed => format!("{}  {}: right.\n", exercise.id(), exercise.title),
            Outcome::OtherQuestions(_) => format!("{heading}  These are answers to other questions.\n"),
            Outcome::NotCompiled(_) => {
                let what = match exercise.file.get_ref().ends_with(".toml") {
                    true => "The table cannot be played. Its reader says why:",
                    false => "The shader does not compile. The driver says:",
                };
                heading + &format!("  {what}\n\n") + &indented(self.not_compiled().unwrap_or_default())
            }
            Outcome::Blocked(earlier) => {
                heading
                    + &wrapped(&format!(
                        "It builds on your answer to {earlier}, which is not right yet. Begin there."
                    ))
                    + &self.besides(known)
            }
            _ => heading + &self.told(exercise, known),
        }
    }

    /// Returns the mistake that would explain the answers even if what they build on were right.
    fn besides(&self, known: &Known<'_>) -> String {
        let Some(mistake) = self.mistake.and_then(known) else { return String::new() };
        let words =
            "If you're sure that this one doesn't come of it, its answers are those of another mistake:";
        format!("\n{}\n{}", wrapped(words), said(Some(mistake)).0)
    }

    fn told(&self, exercise: &Exercise, known: &Known<'_>) -> String {
        let guess = if self.outcome == Outcome::Wrong { self.guess() } else { None };
        let (wrong, panicked) = (self.shown(guess), self.panicked());
        let (first, second) = match wrong {
            Some(wrong) if self.outcome != Outcome::Panicked => (Some(wrong), panicked),
            wrong => (panicked, wrong),
        };
        let Some(first) = first else { return String::new() };
        let (belief, reason) = match &self.outcome {
            Outcome::Mistake(name) => said(known(name)),
            _ => Default::default(),
        };
        let mut text = belief;
        let begin = match self.outcome {
            Outcome::Open => {
                text += "  Still open: it gives the same as the starter.\n";
                "Among other things it was asked for"
            }
            _ => "Asked for",
        };
        text += &first.told(begin, exercise);
        match &self.outcome {
            Outcome::Mistake(_) => text += &reason,
            Outcome::Wrong => text += &self.what_is_known(first, guess, known),
            _ => {}
        }
        // A question without an answer may tell more than a wrong one, and the reverse.
        if let Some(second) = second {
            text += &format!("\n{}", second.told("And asked for", exercise));
        }
        text
    }

    /// Returns the words on answers that no mistake explains alone.
    fn what_is_known(&self, first: &Case<'_>, guess: Option<Guess<'_>>, known: &Known<'_>) -> String {
        if let Some(guess) = guess {
            let (words, name) = match guess {
                Guess::OneOfTwo(name) => (BOTH, name),
                Guess::Perhaps(name) => (PERHAPS, name),
            };
            let (belief, reason) = said(known(name));
            return wrapped(words) + "\n" + &belief + &reason;
        }
        let right = self.cases.iter().filter(|case| case.is_right).count();
        let count = match right {
            0 => "No question was answered right.".to_owned(),
            1 => format!("1 of {} questions was answered right.", self.cases.len()),
            _ => format!("{right} of {} questions were answered right.", self.cases.len()),
        };
        let remark = first.remark().map_or(String::new(), |remark| wrapped(&remark));
        remark + &wrapped(&self.contrasted(right).unwrap_or(count))
    }

    /// Says what the questions that were answered wrong have, and no other.
    fn contrasted(&self, right: usize) -> Option<String> {
        let (tag, is) = self.contrast()?;
        let (who, has, is_without) = match self.wrong().count() {
            1 => ("The question that failed".to_owned(), "has", "is without"),
            2 => ("Both questions that failed".to_owned(), "have", "are without"),
            wrong => (format!("All {wrong} questions that failed"), "have", "are without"),
        };
        let has = if is { has } else { is_without };
        Some(format!("{who} {has} {tag}, unlike the {right} that were right."))
    }
}

impl Case<'_> {
    /// Returns the question, the answer, and what was expected, or how the code panicked.
    fn told(&self, begin: &str, exercise: &Exercise) -> String {
        let (words, table) = self.asked.words.split_once('\n').unwrap_or((&self.asked.words, ""));
        let (words, table) = if self.is_unseen { (UNSEEN, "") } else { (words, table) };
        let table = if table.is_empty() { String::new() } else { format!("\n{}", indented(table)) };
        let answer = match &self.asked.answer {
            Ok(_) if self.is_unseen => String::new(),
            Ok(given) => compare(given, self.right),
            Err(panic) if self.is_unseen => Panic::default().told(exercise),
            Err(panic) => panic.told(exercise),
        };
        format!("{}{table}\n{answer}\n", wrapped(&format!("{begin} {words}.")))
    }

    /// Returns a remark on a wrong answer, if there is more to say than that it differs.
    fn remark(&self) -> Option<String> {
        let given = self.asked.answer.as_ref().ok().filter(|_| !self.is_unseen)?;
        if given.has_nan() && !self.right.has_nan() {
            return Some(NOT_A_NUMBER.to_owned());
        }
        let (Told::Numbers(given), Told::Numbers(right)) = (given, self.right) else { return None };
        let is_vector = given.len() == right.len() && (2..=4).contains(&right.len());
        let mut wrong = (0..right.len()).filter(|&at| is_vector && !is_same(given[at], right[at]));
        let (only, None) = (wrong.next()?, wrong.next()) else { return None };
        Some(format!("Only its {} is wrong.", ["x", "y", "z", "w"][only]))
    }
}

impl Panic {
    fn told(&self, exercise: &Exercise) -> String {
        let panicked = wrapped(format!("{PANICKED}: {}", self.message).trim_end_matches(": "));
        let meaning = panics::meaning(&self.message).map_or(String::new(), wrapped);
        if self.places.first().is_some_and(|place| place.contains("/checks.rs:")) {
            return format!("{panicked}{meaning}{}", wrapped(NOT_READ));
        }
        let line = panics::line_in(&self.places, exercise.file.get_ref());
        let line = line.map_or(String::new(), |line| format!("  Your line is {line}.\n"));
        format!("{panicked}{meaning}  The code must give an answer for every input of this kind.\n{line}")
    }
}

/// Returns the title and the question of a mistake, and the words of `mistakes.toml` between them.
fn said(mistake: Option<&Mistake>) -> (String, String) {
    let Some(mistake) = mistake else { return Default::default() };
    let say = plain(mistake.say.trim());
    let (reason, question) = say.rsplit_once('\n').unwrap_or(("", &say));
    let title = wrapped(&format!("{}. {question}", plain(&mistake.title)));
    (title + "\n", reason.lines().map(wrapped).collect())
}

/// Returns a text without the stars around a word that should be stressed, which a terminal shows as they are.
pub fn plain(text: &str) -> String {
    let is_code = |part: usize| part % 2 == 1;
    let of_part = |(at, part): (usize, &str)| match is_code(at) {
        true => part.to_owned(),
        false => part.split(" * ").map(|part| part.replace('*', "")).collect::<Vec<_>>().join(" * "),
    };
    text.split('`').enumerate().map(of_part).collect::<Vec<_>>().join("`")
}
