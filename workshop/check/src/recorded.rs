//! Reads what the known mistakes answer to a check's questions, as `cargo workbook verify` has recorded it.
//!
//! The file has wrong answers only, each as its difference from the right one, which the check works out. So
//! the file gives no right answer away, and rounding on another machine doesn't matter.

use super::told;
use super::{STARTER, Slip};
use anyhow::{Context, Result};
use course::{Id, LessonInfo, protocol};
use serde_json::Value;
use std::collections::BTreeMap;

const FILE: &str = "recorded.json";

/// The recording of one exercise. It is empty in a program that judges nothing.
#[derive(Default)]
pub(super) struct Recorded {
    /// The names of those that answered: the starter, mistakes, and slips that the check can't make by
    /// itself.
    names: Vec<Name>,
    /// The answers of all names to each question, in their order.
    questions: BTreeMap<String, Vec<Value>>,
}

/// A mistake, the starter, or a slip, as a recording names it.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Name {
    Suspect(&'static str),
    Slip(Slip),
}

/// A recorded answer.
pub(super) enum Recalled<T> {
    Answer(T),
    Panic,
}

impl Recorded {
    /// Reads the recording of an exercise. `own` are the slips that only its check can make.
    pub fn of(id: Id, own: &[Slip]) -> Result<Self> {
        let path = match std::env::var_os(protocol::RECORDING) {
            Some(path) => path.into(),
            None => course::root().join(LessonInfo::numbered(course::root(), id.lesson)?.file(FILE)),
        };
        // Without it no mistake has a name, but right answers pass.
        let Ok(text) = std::fs::read_to_string(&path) else { return Ok(Self::default()) };
        Self::parse(&text, id, own).with_context(|| format!("{} cannot be read", path.display()))
    }

    /// Parses the recording of an exercise from the text of a lesson's file.
    pub fn parse(text: &str, id: Id, own: &[Slip]) -> Result<Self> {
        let mut all: Value = serde_json::from_str(text)?;
        let Some(exercise) = all.get_mut(id.to_string()) else { return Ok(Self::default()) };
        let names: Vec<String> = serde_json::from_value(exercise[protocol::NAMES].take())?;
        let name =
            |name: &String| Name::read(name, own).with_context(|| format!("nobody is called '{name}'"));
        Ok(Self {
            names: names.iter().map(name).collect::<Result<_>>()?,
            questions: serde_json::from_value(exercise[protocol::QUESTIONS].take())?,
        })
    }

    /// Returns whether a question was asked when answers were recorded.
    pub fn has(&self, question: &str) -> bool {
        self.questions.contains_key(question)
    }

    /// Returns true if the recording has the answers of this mistake or slip.
    pub fn knows(&self, wanted: Name) -> bool {
        self.names.contains(&wanted)
    }

    /// Returns all recorded answers to a question whose right answer is `want`, if it was recorded.
    pub fn all<T: told::Told>(&self, question: &str, want: &T) -> Vec<(Name, Recalled<T>)> {
        let Some(answers) = self.questions.get(question) else { return Vec::new() };
        let want = told::values(want);
        let recall = |answer: &Value| match answer {
            Value::Null => Some(Recalled::Panic),
            _ => again(&want, answer).map(Recalled::Answer),
        };
        let answers = self.names.iter().zip(answers);
        answers.filter_map(|(name, answer)| Some((*name, recall(answer)?))).collect()
    }
}

impl Name {
    pub fn written(self) -> String {
        match self {
            Self::Suspect(name) => name.to_owned(),
            Self::Slip(slip) => format!("{}{}", protocol::SLIP, slip.name()),
        }
    }

    pub fn read(written: &str, own: &[Slip]) -> Option<Self> {
        let Some(name) = written.strip_prefix(protocol::SLIP) else {
            // They are few, and the program ends soon.
            return Some(Self::Suspect(if written == STARTER { STARTER } else { written.to_owned().leak() }));
        };
        own.iter().copied().chain(Slip::all()).find(|slip| slip.name() == name).map(Self::Slip)
    }
}

/// The largest difference of a recorded number from an equal one, far below what checks accept.
const NEAR: f64 = 4e-6;

/// Encodes a wrong answer by its difference from the right one: its number of values, and the runs of values
/// that differ, each after its index.
pub(super) fn changes<T: told::Told>(given: &T, want: &T, agrees: impl Fn(&T, &T) -> bool) -> Vec<Value> {
    let (given_values, right) = (told::values(given), told::values(want));
    let rounded = differing(&given_values, &right, true);
    match changed(&right, &rounded).and_then(told::value_of::<T>) {
        Some(again) if agrees(given, &again) && agrees(&again, given) => rounded,
        // Some answers are compared to the last bit.
        _ => differing(&given_values, &right, false),
    }
}

fn differing(values: &[Value], right: &[Value], rounded: bool) -> Vec<Value> {
    let mut changes = vec![Value::from(values.len())];
    let mut last = None;
    for (place, value) in values.iter().enumerate() {
        let is_same = |right: &Value| right == value || rounded && is_near(right, value);
        if right.get(place).is_some_and(is_same) {
            continue;
        }
        let value = if rounded { shortened(value) } else { value.clone() };
        match changes.last_mut() {
            Some(Value::Array(run)) if last == place.checked_sub(1) => run.push(value),
            _ => changes.push(vec![place.into(), value].into()),
        }
        last = Some(place);
    }
    changes
}

fn is_near(a: &Value, b: &Value) -> bool {
    let fraction = |value: &Value| value.as_f64().filter(|_| value.is_f64());
    fraction(a).zip(fraction(b)).is_some_and(|(a, b)| (a - b).abs() <= NEAR * a.abs().max(1.0))
}

/// Returns a number in as few digits as name it.
fn shortened(value: &Value) -> Value {
    let digits = |count| Some(Value::from(format!("{:.count$}", value.as_f64()?).parse::<f64>().ok()?));
    (1..8).filter_map(digits).find(|short| is_near(value, short)).unwrap_or_else(|| value.clone())
}

/// Returns a recorded answer, made of the right one's values and a change.
pub(super) fn again<T: told::Told>(right: &[Value], answer: &Value) -> Option<T> {
    told::value_of(match answer {
        Value::Array(changes) => changed(right, changes)?,
        _ => right.to_vec(),
    })
}

/// Returns the values of a recorded answer.
fn changed(right: &[Value], changes: &[Value]) -> Option<Vec<Value>> {
    let (count, runs) = changes.split_first()?;
    let mut all = right.to_vec();
    all.resize(usize::try_from(count.as_u64()?).ok()?, Value::Null);
    for run in runs {
        let (place, values) = run.as_array()?.split_first()?;
        let place = usize::try_from(place.as_u64()?).ok()?;
        all.get_mut(place..place + values.len())?.clone_from_slice(values);
    }
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Answer, Lines, Row};

    fn recorded<T: Answer>(given: &T, want: &T) -> (String, T) {
        let changes = changes(given, want, |a, b| a.agrees(b));
        let again = changed(&told::values(want), &changes).and_then(told::value_of).expect("a value");
        (Value::Array(changes).to_string(), again)
    }

    #[test]
    fn what_is_recorded_comes_back() {
        let row = |numbers: &[f32]| Row(numbers.to_vec());
        let (told, _) = recorded(&row(&[1.0, 0.123_456_79, 1e-9, -2.5]), &row(&[1.0, 0.1, 0.0, -2.0]));
        assert_eq!(told, "[5,[2,0.12346],[4,-2.5]]");
        let longer = row(&[0.5, f32::NAN, -0.0, 3e9]);
        let (told, again) = recorded(&longer, &row(&[0.5]));
        assert_eq!(told, r#"[5,[0,4],[2,"NaN",-0.0,3000000000.0]]"#);
        assert!(again.0[1].is_nan() && again.0[2..] == longer.0[2..]);
        assert_eq!(recorded(&7usize, &3), ("[1,[0,7]]".to_owned(), 7));
        for value in [0.1, -0.0, 1e300, 0.300_000_000_000_000_04] {
            let changes = changes(&value, &0.5, |a: &f64, b| a == b);
            assert_eq!(changed(&[0.into()], &changes), Some(vec![value.into()]));
        }
        let changes = changes(&0.100_000_000_001, &0.5, |a: &f64, b| (a - b).abs() < 1e-6);
        assert_eq!(Value::Array(changes).to_string(), "[1,[0,0.1]]");
    }

    #[test]
    fn text_is_recorded_as_such() {
        let lines = |lines: &[&str]| Lines(lines.iter().map(|line| (*line).to_owned()).collect());
        let (told, again) =
            recorded(&lines(&["it falls", "it \"lies\""]), &lines(&["it falls", "it stands"]));
        assert_eq!(told, r#"[3,[2,"it \"lies\""]]"#);
        assert_eq!(again.0, ["it falls", "it \"lies\""]);
    }

    #[test]
    fn a_file_tells_who_answers_what() {
        let own = [Slip::Here("twice", "It was done twice.")];
        let text = r#"{"01.1": {"names": ["starter"], "questions": {}}, "01.2": {
            "names": ["starter", "squared", "squared", "~twice"],
            "questions": {"a double of 3": [[1, [0, 0.0]], [1, [0, 9.0]], null, [1, [0, 9.0]]],
                          "nothing": [true, true, true, true]}}}"#;
        let recorded = Recorded::parse(text, Id { lesson: 1, number: 2 }, &own).expect("it is read");
        assert!(recorded.has("nothing") && !recorded.has("a double of 4"));
        assert!(recorded.knows(Name::Suspect("squared")) && recorded.knows(Name::Slip(own[0])));
        let told = |question| {
            let all = recorded.all(question, &6.0f32).into_iter();
            all.map(|(_, answer)| match answer {
                Recalled::Answer(value) => Some(value),
                Recalled::Panic => None,
            })
            .collect::<Vec<_>>()
        };
        assert_eq!(told("a double of 3"), [Some(0.0), Some(9.0), None, Some(9.0)]);
        assert_eq!(told("nothing"), [Some(6.0); 4]);
        assert!(told("a double of 4").is_empty());
        let text = r#"{"01.2": {"names": ["~gone"], "questions": {}}}"#;
        let nobody = Recorded::parse(text, Id { lesson: 1, number: 2 }, &own);
        assert!(nobody.is_err_and(|error| error.to_string().contains("'~gone'")));
    }
}
