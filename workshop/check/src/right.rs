//! Reads right answers recorded by `cargo workbook verify`, as students' checks cannot work them out.
//!
//! Questions are found by their order, since their words may hold numbers that systems round differently.

use super::recorded::{self, Name};
use super::{Answer, Slip, told};
use course::{Id, LessonInfo, protocol};
use serde_json::Value;

/// The right answer to a question, and the wrong answers that the question itself offers.
pub(super) struct Right<T> {
    pub answer: T,
    pub wrong: Vec<(Name, T)>,
}

impl<T: Answer> Right<T> {
    /// Encodes the right answer's values as a list, and then each wrong answer's name and difference.
    pub fn told(&self) -> Value {
        let (want, exact) = (&self.answer, told::values(&self.answer));
        let brief: Vec<Value> = exact.iter().map(shortest).collect();
        let is_same = |again: T| told::values(&again) == exact;
        let is_exact = told::value_of(brief.clone()).is_some_and(is_same);
        let mut all = vec![Value::from(if is_exact { brief } else { exact })];
        for (name, wrong) in &self.wrong {
            let changes = match wrong.agrees(want) && want.agrees(wrong) {
                true => true.into(),
                false => recorded::changes(wrong, want, T::agrees).into(),
            };
            let wrong = Value::from(vec![Value::from(name.written()), changes]);
            // There are many ways to make one slip.
            if !all.contains(&wrong) {
                all.push(wrong);
            }
        }
        all.into()
    }

    /// Reads what [`told`](Self::told) wrote; nothing if it is of another kind of answer.
    pub fn heard(told: &Value, own: &[Slip]) -> Option<Self> {
        let (right, wrong) = told.as_array()?.split_first()?;
        let right = right.as_array()?;
        let read =
            |wrong: &Value| Some((Name::read(wrong[0].as_str()?, own)?, recorded::again(right, &wrong[1])?));
        let wrong = wrong.iter().map(read).collect::<Option<_>>()?;
        Some(Self { answer: told::value_of(right.clone())?, wrong })
    }
}

/// Returns a number in the fewest digits that tell it from other 32-bit floats.
fn shortest(value: &Value) -> Value {
    let digits = value.as_f64().and_then(|number| (number as f32).to_string().parse().ok());
    digits.unwrap_or_else(|| value.clone())
}

/// Reads the right answers of an exercise, or none if they are missing or another check's.
pub(super) fn read(id: &str) -> Option<Vec<Value>> {
    let lesson = LessonInfo::numbered(course::root(), Id::strict(id)?.lesson).ok()?;
    let text = |file| std::fs::read_to_string(course::root().join(lesson.file(file))).ok();
    let mut all: Value = serde_json::from_str(&text(protocol::RIGHT_FILE)?).ok()?;
    let is_own = all[protocol::OF_CHECK] == protocol::digest(&text("checks.rs")?);
    serde_json::from_value(all[id].take()).ok().filter(|_| is_own)
}
