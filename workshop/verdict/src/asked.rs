//! The questions of a check with the answers that a program gave: a student's, ours, or that of a mistake.

use crate::told::Told;
use serde_json::{Value, json};

/// A question, and the answer to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked {
    /// The question's words. Lines after the first are a table.
    pub words: String,
    /// The earlier exercise that the question is about, whose answer this one may call.
    pub earlier: Option<String>,
    /// The traits that questions of its kind may have, and whether it has them.
    pub tags: Vec<(String, bool)>,
    /// The answer, or how the code panicked.
    pub answer: Result<Told, Panic>,
}

/// A panic in the place of an answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Panic {
    pub message: String,
    /// The places, `FILE:ROW`, where it was and then of each call that led there.
    pub places: Vec<String>,
}

impl Asked {
    /// Returns one line, which another program reads.
    pub fn line(&self) -> String {
        let answer = match &self.answer {
            Ok(told) => told.as_list().into(),
            Err(panic) => json!({"message": panic.message, "places": panic.places}),
        };
        json!([self.words, self.earlier, self.tags, answer]).to_string()
    }

    /// Reads what [`line`](Self::line) wrote, if it's that: a student's program may write anything.
    pub fn of_line(line: &str) -> Option<Self> {
        let [words, earlier, tags, answer]: [Value; 4] = serde_json::from_str(line).ok()?;
        let answer = match answer {
            Value::Array(list) => Ok(Told::of_list(list)?),
            mut panic => Err(Panic {
                message: panic["message"].as_str()?.to_owned(),
                places: serde_json::from_value(panic.get_mut("places")?.take()).ok()?,
            }),
        };
        Some(Self {
            words: words.as_str()?.to_owned(),
            earlier: earlier.as_str().map(str::to_owned),
            tags: serde_json::from_value(tags).ok()?,
            answer,
        })
    }

    /// Reads all lines of a program.
    pub fn of_lines(lines: &str) -> Option<Vec<Self>> {
        lines.lines().map(Self::of_line).collect()
    }
}
