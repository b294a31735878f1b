//! Remembers the outcomes of a student's checks, and the hints that were read.
//!
//! It isn't the student's work, so it is in the git folder, where no commit includes it.

use crate::git;
use crate::write;
use anyhow::Result;
use course::Id;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The memory of every exercise, and its folder.
pub struct Memory {
    folder: PathBuf,
    exercises: BTreeMap<String, Record>,
}

/// The memory of one exercise.
#[derive(Clone, Debug, Default)]
pub struct Record {
    /// The last check's result.
    pub seen: Option<CheckResult>,
    /// The time of the last check with a new result, in milliseconds since 1970.
    pub news: u64,
    /// The rungs of the hint ladder that were shown, counted from 1, in the order of showing.
    pub hints: Vec<usize>,
}

/// A check's result.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckResult {
    /// The outcome's word, as in `mistake`.
    pub word: String,
    /// The name of the mistake, or the exercise that it waits for, or nothing.
    pub detail: String,
    /// The exercise's code when it was checked.
    pub code: String,
}

impl Record {
    fn read(json: &Value) -> Self {
        let rung = |rung: &Value| usize::try_from(rung.as_u64()?).ok();
        let hints = json["hints"].as_array().into_iter().flatten().filter_map(rung).collect();
        let news = json["news"].as_u64().unwrap_or_default();
        Self { seen: CheckResult::read(&json["seen"]), news, hints }
    }

    fn as_json(&self) -> Value {
        let Self { seen, news, hints } = self;
        let seen = seen.as_ref().map(
            |CheckResult { word, detail, code }| json!({ "word": word, "detail": detail, "code": code }),
        );
        json!({ "seen": seen, "news": news, "hints": hints })
    }
}

impl CheckResult {
    fn read(json: &Value) -> Option<Self> {
        let text = |name: &str| json[name].as_str().map(str::to_owned);
        Some(Self { word: text("word")?, detail: text("detail")?, code: text("code")? })
    }
}

impl Memory {
    /// Reads what is remembered of a workbook.
    pub fn open(root: &Path) -> Result<Self> {
        let mut memory = Self { folder: folder(root), exercises: BTreeMap::new() };
        memory.read();
        Ok(memory)
    }

    /// Reads the file again. One that can't be parsed counts as empty.
    fn read(&mut self) {
        let text = std::fs::read_to_string(self.path()).unwrap_or_default();
        let json: Map<String, Value> = serde_json::from_str(&text).unwrap_or_default();
        self.exercises = json.iter().map(|(id, json)| (id.clone(), Record::read(json))).collect();
    }

    fn path(&self) -> PathBuf {
        self.folder.join("progress.json")
    }

    /// Returns the folder of the tool's data on the student.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns what is remembered of an exercise.
    pub fn of(&self, id: Id) -> Record {
        self.exercises.get(&id.to_string()).cloned().unwrap_or_default()
    }

    /// Changes what is remembered, and saves it.
    pub fn remember(&mut self, changes: impl FnOnce(&mut BTreeMap<String, Record>)) -> Result<()> {
        // A check takes a while, and a hint may have been read in another terminal meanwhile.
        self.read();
        changes(&mut self.exercises);
        let json: Map<_, _> =
            self.exercises.iter().map(|(id, record)| (id.clone(), record.as_json())).collect();
        write::atomically(&self.path(), format!("{:#}", Value::Object(json)).as_bytes())
    }
}

/// Returns a folder in git's own folder for this working tree, or, without git, in cargo's.
pub fn folder(root: &Path) -> PathBuf {
    match git::run(root, &["rev-parse", "--git-path", "workbook"]) {
        Ok(path) => root.join(path.trim_end_matches(['\r', '\n'])),
        Err(_) => root.join("target/workshop/command"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_commands_at_once_keep_what_each_other_remembers() {
        let root = tempfile::tempdir().expect("a temporary folder");
        let [mut check, mut hint] =
            [0; 2].map(|_| Memory::open(root.path()).expect("nothing is remembered yet"));
        let id: Id = "1.2".parse().expect("an id");
        hint.remember(|exercises| exercises.entry(id.to_string()).or_default().hints.push(1))
            .expect("written");
        let seen = CheckResult { word: "passed".to_owned(), detail: String::new(), code: "5".to_owned() };
        check
            .remember(|exercises| exercises.entry(id.to_string()).or_default().seen = Some(seen))
            .expect("written");
        let record = Memory::open(root.path()).expect("both are remembered").of(id);
        assert_eq!((record.hints, record.seen.map(|seen| seen.code)), (vec![1], Some("5".to_owned())));
    }
}
