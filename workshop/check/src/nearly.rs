//! Recognises answers of a program that is right but for one place.
//!
//! `cargo workbook verify --mutants` changes each solution in one place at a time, and records how all its answers look
//! together. A student whose answers look the same has perhaps written something else, but it does what that does.

use super::{Check, told};
use anyhow::{Context, Result};
use course::protocol::{self, Outcome};
use course::{Exercise, Id, LessonInfo};
use serde_json::Value;
use std::collections::BTreeMap;

/// The number of a question that got no answer, or none with a number: many programs give that.
pub(super) const NOTHING: u64 = 1;

/// The number of wrong values in an answer that are looked at; of others only the place counts.
const VALUES: usize = 6;

/// Parts of words that say little, so others come first; the last ones say least.
const VAGUE: [&str; 5] = ["always", "never", "one statement", "another number", "another name"];

/// What a student's code has, if the words that begin so are about it.
const ABOUT: [(&str, &[&str]); 3] = [
    ("one comparison", &[" < ", " > ", " <= ", " >= ", "cmp"]),
    ("one condition", &["if ", "while ", "&&", "||", "filter", "?"]),
    ("half of", &["&&", "||"]),
];

impl Check {
    /// Finds the one change to the right program that gives all these answers, if they have no other cause.
    ///
    /// What is drawn for a class was not recorded, so nothing is said of that.
    pub(super) fn compare_with_nearly(&mut self, outcome: &Outcome) -> Result<()> {
        if self.cases.iter().all(|case| case.trace <= NOTHING) {
            return Ok(());
        }
        let trace = self.trace();
        let is_made = std::env::var_os(protocol::RECORD).is_some();
        if is_made {
            protocol::tell_trace(&self.id, &trace)?;
        }
        if matches!(outcome, Outcome::Wrong | Outcome::Panicked) && self.draw.is_none() {
            // Where all variants stand in one function, its code is nobody's.
            let fits = |words: &str, code: &str| is_made || fits(words, code);
            self.nearly = change(&self.id, &trace, fits)?;
        }
        Ok(())
    }

    /// Returns a number for all answers together, in eight digits.
    fn trace(&self) -> String {
        let all: String = self.cases.iter().map(|case| format!("{:x};", case.trace)).collect();
        let hash = protocol::digest(&all);
        format!("{:08x}", (hash ^ (hash >> 32)) as u32)
    }
}

/// Returns the change that leads to the answers with this trace, in words that fit the student's code, if one does; or
/// two of which nobody can tell which it is.
fn change(id: &str, trace: &str, fits: impl Fn(&str, &str) -> bool) -> Result<Option<String>> {
    let id = Id::strict(id).context("an exercise's id is written as in 04.2")?;
    let lesson = LessonInfo::numbered(course::root(), id.lesson)?;
    let file = lesson.file(protocol::NEARLY_FILE);
    let Ok(text) = std::fs::read_to_string(course::root().join(&file)) else { return Ok(None) };
    let all: BTreeMap<String, BTreeMap<String, Vec<String>>> =
        serde_json::from_str(&text).with_context(|| format!("{file} cannot be read"))?;
    let code = code(lesson.exercise(id)?);
    let changes = all.get(&id.to_string()).into_iter().flatten();
    let mut words: Vec<&str> = changes
        .filter(|(words, traces)| traces.iter().any(|own| own == trace) && fits(words, &code))
        .map(|(words, _)| words.as_str())
        .collect();
    words.sort_by_key(|words| VAGUE.iter().position(|part| words.contains(part)).map_or(0, |at| 1 + at));
    words.truncate(2);
    Ok((!words.is_empty()).then(|| words.join(", or with ")))
}

/// Returns true if a student's code has what the words name, though it's perhaps unlike ours.
fn fits(words: &str, code: &str) -> bool {
    let named =
        words.split('`').nth(1).filter(|_| !words.ends_with("left out") && !words.starts_with("another"));
    let is_of_name = |c: char| c.is_alphanumeric() || c == '_';
    let has = |name: &str| match name.starts_with(is_of_name) {
        true => code.split(|c| !is_of_name(c)).any(|own| own == name),
        false => code.contains(name),
    };
    let about = ABOUT.iter().find(|(begin, _)| words.starts_with(begin));
    named.is_none_or(has) && about.is_none_or(|(_, parts)| parts.iter().any(|part| code.contains(part)))
}

/// Returns the code of an exercise's function, up to the brace that stands below its beginning; the whole file if there
/// is none, as in a table.
fn code(exercise: &Exercise) -> String {
    let text = std::fs::read_to_string(course::root().join(exercise.file.get_ref())).unwrap_or_default();
    let begins = ["(", "<"].map(|end| format!(" {}{end}", exercise.function_name()));
    let is_head = |line: &&str| {
        let has_name = begins.iter().any(|begin| line.contains(begin));
        has_name && !line.trim_start().starts_with("//") && !line.contains(';')
    };
    let from_head = || text.lines().skip_while(|line| !is_head(line));
    let Some(head) = from_head().next() else { return text };
    let end = format!("{}}}", &head[..head.len() - head.trim_start().len()]);
    from_head().take_while(|line| *line != end).map(|line| format!("{line}\n")).collect()
}

/// Returns a number for a wrong answer, the same for those that differ by rounding alone, from its values and the right
/// ones.
pub(super) fn trace(values: &[Vec<Value>; 2]) -> u64 {
    if wrong(values).all(|(_, value)| value == "NaN") {
        return NOTHING;
    }
    let told = wrong(values).enumerate().map(|(count, (place, value))| {
        let value = if count < VALUES { coarse(value) } else { String::new() };
        format!("{place}:{value};")
    });
    protocol::digest(&format!("{};{}", values[0].len(), told.collect::<String>()))
}

/// Returns the values of an answer that differ from the right ones, with their places.
pub(super) fn wrong([given, want]: &[Vec<Value>; 2]) -> impl Iterator<Item = (usize, &Value)> {
    let is_right = move |place: usize, value| want.get(place).is_some_and(|want| told::agree(value, want));
    given.iter().enumerate().filter(move |(place, value)| !is_right(*place, *value))
}

/// Returns a number to about one part in a thousand. Its borders lie where no number of a lesson lies.
fn coarse(value: &Value) -> String {
    match value.as_f64().filter(|_| value.is_f64()) {
        Some(number) => {
            let scale = (1.37 * number.abs()).max(1.0).log2().ceil();
            format!("{scale}:{}", (number * (10.0 - scale).exp2() + 0.382).floor())
        }
        None => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Row;

    #[test]
    fn a_trace_is_the_same_but_for_rounding() {
        let of = |given: &[f32]| {
            let mut check = Check::default();
            check.case("four numbers", || Row(given.to_vec()), || Row(vec![0.1, 0.5, 2.0, -4.0]));
            check.cases[0].trace
        };
        assert_eq!(of(&[0.1, 0.5, 2.00001, -4.0]), 0);
        for wrong in [0.0, 0.25, 1.0, 3.0, -8.0, 1e-3, 20_000.0] {
            let traced = of(&[0.1, wrong, 2.0, -4.0]);
            assert_eq!(traced, of(&[0.100_001, wrong * 1.000_000_2, 2.0, -4.0]), "{wrong}");
            assert_ne!(traced, of(&[0.1, 1.01 * wrong + 0.01, 2.0, -4.0]), "{wrong}");
            assert_ne!(traced, of(&[wrong, 0.5, 2.0, -4.0]), "{wrong}");
        }
        assert_ne!(of(&[0.1]), of(&[0.1, 0.5]));
        assert_eq!(of(&[f32::NAN, 0.5, 2.0, -4.0]), NOTHING);
        assert!(of(&[f32::NAN, 0.5, 1.0, -4.0]) > NOTHING);
    }

    #[test]
    fn words_fit_a_code_that_has_what_they_name() {
        let code = "let a = if b < count { x.max(y) } else { x };";
        for words in
            ["`max` for `min` in one place", "one comparison that looks the other way", "one `abs` left out"]
        {
            assert!(fits(words, code), "{words}");
        }
        for words in [
            "`min` for `max` in one place",
            "half of one condition left out",
            "`unt` for `count` in one place",
        ] {
            assert!(!fits(words, code), "{words}");
        }
        let lesson = LessonInfo::numbered(course::root(), 1).expect("a lesson");
        let exercise = &lesson.exercises()[0];
        let code = super::code(exercise);
        assert!(code.contains(exercise.function_name()) && code.matches("\nfn ").count() == 0, "{code}");
    }
}
