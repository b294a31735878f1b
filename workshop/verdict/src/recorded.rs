//! The answers of our solution and of the mistakes of an exercise, as a lesson's `recorded.json` has them.

use crate::asked::Asked;
use crate::told::Told;
use serde_json::Value;

pub const FILE: &str = "recorded.json";

/// The name of the unchanged starter.
pub const STARTER: &str = "starter";

/// The answers to all questions that a student is asked about an exercise, in their order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Recorded {
    /// The starter, and each code of each mistake, by the mistake's name.
    pub names: Vec<String>,
    /// The earlier exercises without which our answer isn't right. Others a student's answer may call or not.
    pub calls: Vec<String>,
    pub rows: Vec<Row>,
}

/// The answers to one question.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub right: Told,
    /// The answers of the names, in their order, and none for a panic.
    others: Vec<Option<Told>>,
}

/// The right answer to a question, and its number in the recording, unless it was drawn.
#[derive(Clone, Debug)]
pub struct Question {
    pub right: Told,
    pub row: Option<usize>,
}

impl Recorded {
    /// Records what our solution and others have answered to the same questions. Whoever hasn't ended has no answers.
    pub fn of(ours: &[Asked], others: &[(String, Vec<Asked>)]) -> Result<Self, String> {
        let row = |(at, asked): (usize, &Asked)| {
            let right = asked.answer.clone();
            let right =
                right.map_err(|panic| format!("our answer to {} panics: {}", asked.words, panic.message))?;
            let other = |(_, all): &(String, Vec<Asked>)| {
                all.get(at).and_then(|asked| asked.answer.clone().ok()).map(|told| kept(&right, told))
            };
            // Of what an earlier exercise gives, it's enough to know what is right.
            let others = if asked.earlier.is_none() { others } else { &[] };
            Ok(Row { others: others.iter().map(other).collect(), right })
        };
        let rows = ours.iter().enumerate().map(row).collect::<Result<_, String>>()?;
        Ok(Self { names: others.iter().map(|(name, _)| name.clone()).collect(), calls: Vec::new(), rows })
    }

    /// Returns true if another recording says the same, but for rounding.
    pub fn agrees(&self, other: &Self) -> bool {
        let told = |a: &Option<Told>, b: &Option<Told>| match (a, b) {
            (Some(a), Some(b)) => a.agrees(b),
            (a, b) => a.is_none() && b.is_none(),
        };
        let row = |(a, b): (&Row, &Row)| {
            a.right.agrees(&b.right) && a.others.iter().zip(&b.others).all(|(a, b)| told(a, b))
        };
        (&self.names, &self.calls) == (&other.names, &other.calls)
            && self.rows.len() == other.rows.len()
            && self.rows.iter().zip(&other.rows).all(row)
    }

    /// Returns the recording as JSON: of others' answers it holds what differs from the right one.
    pub fn text(&self) -> String {
        let row = |Row { right, others }: &Row| {
            let right = right.as_list();
            let other = |told: &Option<Told>| {
                told.as_ref().map_or(Value::Null, |told| changes(&right, &told.as_list()))
            };
            let others: Vec<Value> = others.iter().map(other).collect();
            Value::from(vec![Value::from(right.clone()), others.into()]).to_string()
        };
        let rows: Vec<String> = self.rows.iter().map(row).collect();
        let [names, calls] = [&self.names, &self.calls].map(|list| Value::from(list.clone()));
        format!("{{\"names\": {names}, \"calls\": {calls}, \"questions\": [\n{}\n]}}", rows.join(",\n"))
    }

    /// Reads the recording of an exercise in the text of its lesson's file.
    pub fn read(text: &str, id: &str) -> Option<Self> {
        let mut all: Value = serde_json::from_str(text).ok()?;
        let own = all.get_mut(id)?;
        let row = |row: &Value| {
            let right = row[0].as_array()?;
            let other = |other: &Value| match other {
                Value::Null => Some(None),
                _ => Some(Some(Told::of_list(changed(right, other)?)?)),
            };
            let others = row[1].as_array()?.iter().map(other).collect::<Option<_>>()?;
            Some(Row { right: Told::of_list(right.clone())?, others })
        };
        let rows = own["questions"].as_array()?.iter().map(row).collect::<Option<_>>()?;
        let mut list = |key: &str| serde_json::from_value(own[key].take()).ok();
        Some(Self { names: list("names")?, calls: list("calls")?, rows })
    }

    /// Returns the questions that a student is asked.
    pub fn questions(&self) -> Vec<Question> {
        self.rows
            .iter()
            .enumerate()
            .map(|(at, row)| Question { right: row.right.clone(), row: Some(at) })
            .collect()
    }

    /// Returns the questions of a class, from what our own program has answered to these and to those alone that a student
    /// is asked, which are among them in the same order.
    pub fn drawn(graded: &[Asked], seen: &[Asked]) -> Result<Vec<Question>, String> {
        let mut seen = seen.iter().enumerate().filter(|(_, asked)| asked.earlier.is_none()).peekable();
        let question = |asked: &Asked| {
            let row = seen.next_if(|(_, next)| asked.earlier.is_none() && next.words == asked.words);
            let row = row.map(|(row, _)| row);
            let right = asked.answer.clone().map_err(|panic| format!("it panics: {}", panic.message))?;
            Ok(Question { right, row })
        };
        graded.iter().map(question).collect()
    }

    /// Returns the names of those that would have answered so to a question, as often as they have codes that would.
    pub fn agreeing(&self, row: usize, given: &Told) -> Vec<&str> {
        let Some(row) = self.rows.get(row) else { return Vec::new() };
        let fits = |other: &Option<Told>| other.as_ref().is_some_and(|other| given.fits(other));
        let names = self.names.iter().zip(&row.others);
        names.filter(|(_, other)| fits(other)).map(|(name, _)| name.as_str()).collect()
    }
}

/// Returns what is recorded of an answer: of a wrong course the beginning, with the first event that differs.
fn kept(right: &Told, told: Told) -> Told {
    match (right, told) {
        (Told::Course(right), Told::Course(mut events)) => {
            let same = right.iter().zip(&events).take_while(|(a, b)| a == b).count();
            events.truncate(same + 1);
            Told::Course(events)
        }
        (_, told) => told,
    }
}

/// Returns a list by its difference from another: its length, and the runs that differ, each after its place.
fn changes(right: &[Value], list: &[Value]) -> Value {
    let (mut all, mut last) = (vec![Value::from(list.len())], None);
    for (place, value) in list.iter().enumerate().filter(|(place, value)| right.get(*place) != Some(value)) {
        match all.last_mut() {
            Some(Value::Array(run)) if last == place.checked_sub(1) => run.push(value.clone()),
            _ => all.push(vec![place.into(), value.clone()].into()),
        }
        last = Some(place);
    }
    all.into()
}

fn changed(right: &[Value], changes: &Value) -> Option<Vec<Value>> {
    let (count, runs) = changes.as_array()?.split_first()?;
    let mut all = right.to_vec();
    all.resize(usize::try_from(count.as_u64()?).ok()?, Value::Null);
    for run in runs {
        let (place, values) = run.as_array()?.split_first()?;
        let place = usize::try_from(place.as_u64()?).ok()?;
        all.get_mut(place..place + values.len())?.clone_from_slice(values);
    }
    Some(all)
}
