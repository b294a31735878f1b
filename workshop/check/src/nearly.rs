//! Recognises answers of a program that is right but for one place.
//!
//! `cargo workbook verify --mutants` changes each solution in one place at a time, and records how all its answers look
//! together. A student whose answers look the same has perhaps written something else, but it does what that does.

use super::{Answer, Check, told};
use anyhow::{Context, Result};
use course::protocol::{self, Outcome};
use course::{Id, LessonInfo};
use serde_json::Value;
use std::collections::BTreeMap;

/// The number of a question that got no answer.
pub(super) const PANIC: u64 = 1;

/// The number of wrong values in an answer that are looked at; of others only the place counts.
const VALUES: usize = 6;

impl Check {
    /// Finds the one change to the right program that gives all these answers, if they have no other cause.
    ///
    /// What is drawn for a class was not recorded, so nothing is said of that.
    pub(super) fn compare_with_nearly(&mut self, outcome: &Outcome) -> Result<()> {
        let trace = self.trace();
        if std::env::var_os(protocol::RECORD).is_some() {
            protocol::tell_trace(&self.id, &trace)?;
        }
        if matches!(outcome, Outcome::Wrong | Outcome::Panicked) && self.draw.is_none() {
            self.nearly = change(&self.id, &trace)?;
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

/// Returns the change that leads to the answers with this trace, in words, if one does.
fn change(id: &str, trace: &str) -> Result<Option<String>> {
    let id = Id::strict(id).context("an exercise's id is written as in 04.2")?;
    let file = LessonInfo::numbered(course::root(), id.lesson)?.file(protocol::NEARLY_FILE);
    let Ok(text) = std::fs::read_to_string(course::root().join(&file)) else { return Ok(None) };
    let mut all: BTreeMap<String, BTreeMap<String, Vec<String>>> =
        serde_json::from_str(&text).with_context(|| format!("{file} cannot be read"))?;
    let changes = all.remove(&id.to_string()).unwrap_or_default().into_iter();
    Ok({ changes }.find(|(_, traces)| traces.iter().any(|own| own == trace)).map(|(change, _)| change))
}

/// Returns a number for an answer: one for all right ones, and the same for wrong ones that differ by rounding alone.
pub(super) fn trace<T: Answer>(given: &T, want: &T) -> u64 {
    if given.agrees(want) {
        return 0;
    }
    let (given, want) = (told::values(given), told::values(want));
    let is_wrong =
        |(place, value): &(usize, &Value)| !want.get(*place).is_some_and(|want| told::agree(value, want));
    let wrong = given.iter().enumerate().filter(is_wrong).enumerate();
    let told = wrong.map(|(count, (place, value))| {
        let value = if count < VALUES { coarse(value) } else { String::new() };
        format!("{place}:{value};")
    });
    protocol::digest(&format!("{};{}", given.len(), told.collect::<String>()))
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
        let of = |given: &[f32]| trace(&Row(given.to_vec()), &Row(vec![0.1, 0.5, 2.0, -4.0]));
        assert_eq!(of(&[0.1, 0.5, 2.00001, -4.0]), 0);
        for wrong in [0.0, 0.25, 1.0, 3.0, -8.0, 1e-3, 20_000.0] {
            let traced = of(&[0.1, wrong, 2.0, -4.0]);
            assert_eq!(traced, of(&[0.100_001, wrong * 1.000_000_2, 2.0, -4.0]), "{wrong}");
            assert_ne!(traced, of(&[0.1, 1.01 * wrong + 0.01, 2.0, -4.0]), "{wrong}");
            assert_ne!(traced, of(&[wrong, 0.5, 2.0, -4.0]), "{wrong}");
        }
        assert_ne!(of(&[0.1]), of(&[0.1, 0.5]));
        assert_ne!(of(&[f32::NAN, 0.5, 2.0, -4.0]), of(&[f32::INFINITY, 0.5, 2.0, -4.0]));
    }
}
