//! What is right, as `cargo workbook verify` has recorded it: a check that students get cannot work it out.
//!
//! A question is found by its place among all of its exercise, since its words may hold a number that another system
//! rounds otherwise.

use super::recorded::{self, Name};
use super::{Answer, Slip, told};
use anyhow::{Context, Error, Result, ensure};
use course::{Id, LessonInfo, protocol};
use serde_json::Value;

/// The right answer to a question, and the wrong ones that the question itself offers.
pub(super) struct Right<T> {
    pub answer: T,
    pub suspects: Vec<(&'static str, T)>,
    pub slips: Vec<(Slip, T)>,
}

impl<T: Answer> Right<T> {
    /// An answer without wrong ones.
    pub fn of(answer: T) -> Self {
        Self { answer, suspects: Vec::new(), slips: Vec::new() }
    }

    /// Encodes it as a list: the values of the right answer, then each wrong one with its name, as its difference.
    pub fn told(&self) -> Value {
        let want = &self.answer;
        let changes = |wrong: &T| match wrong.agrees(want) && want.agrees(wrong) {
            true => true.into(),
            false => recorded::changes(wrong, want, T::agrees).into(),
        };
        let exact = told::values(want);
        let brief: Vec<Value> = exact.iter().map(shortest).collect();
        let again = told::value_of::<T>(brief.clone());
        let is_same = again.is_some_and(|again| told::values(&again) == exact);
        let mut all = vec![Value::Array(if is_same { brief } else { exact })];
        let suspects = self.suspects.iter().map(|(name, wrong)| ((*name).to_owned(), changes(wrong)));
        let slips = self.slips.iter();
        let slips = slips.map(|(slip, wrong)| (format!("{}{}", protocol::SLIP, slip.name()), changes(wrong)));
        for (name, changes) in suspects.chain(slips) {
            let wrong = Value::Array(vec![name.into(), changes]);
            // There are many ways to make one slip.
            if !all.contains(&wrong) {
                all.push(wrong);
            }
        }
        all.into()
    }

    /// Reads what [`told`](Self::told) wrote; nothing if it is of another kind of answer. `own` are the slips that only
    /// this check knows.
    pub fn heard(told: &Value, own: &[Slip]) -> Option<Self> {
        let (right, wrong) = told.as_array()?.split_first()?;
        let right = right.as_array()?;
        let mut heard = Self::of(told::value_of(right.clone())?);
        for wrong in wrong {
            let answer = recorded::again(right, wrong.get(1)?)?;
            match Name::read(wrong.get(0)?.as_str()?, own)? {
                Name::Suspect(name) => heard.suspects.push((name, answer)),
                Name::Slip(slip) => heard.slips.push((slip, answer)),
            }
        }
        Some(heard)
    }
}

/// A number in the fewest digits that name it among those of 32 bits.
fn shortest(value: &Value) -> Value {
    match value.as_f64().map(|number| number as f32) {
        Some(number)
            if number.fract() == 0.0 && number.abs() < 1e6 && number.to_bits() != (-0f32).to_bits() =>
        {
            Value::from(number as i32)
        }
        Some(number) => number.to_string().parse::<f64>().map_or_else(|_| value.clone(), Value::from),
        None => value.clone(),
    }
}

/// Reads what is recorded of an exercise; nothing if it is not of this check.
pub(super) fn read(id: &str) -> Vec<Value> {
    read_file(id).unwrap_or_default()
}

fn read_file(id: &str) -> Result<Vec<Value>> {
    let lesson = lesson(id)?;
    let text = |file| std::fs::read_to_string(course::root().join(lesson.file(file)));
    let mut all: Value = serde_json::from_str(&text(protocol::RIGHT_FILE)?)?;
    ensure!(all[protocol::OF_CHECK] == protocol::digest(&text("checks.rs")?));
    Ok(serde_json::from_value(all[id].take())?)
}

fn lesson(id: &str) -> Result<LessonInfo> {
    Ok(LessonInfo::numbered(course::root(), Id::strict(id).context("no id")?.lesson)?)
}

/// The error of a recording that is missing or of another check.
pub(super) fn foreign(id: &str) -> Error {
    let folder = lesson(id).map_or_else(|_| "lessons".to_owned(), |lesson| lesson.folder);
    let file = protocol::RIGHT_FILE;
    Error::msg(format!("{folder}/{file} is not of this check. `git checkout -- {folder}` brings both back."))
}
