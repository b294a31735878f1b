//! Remembers the outcomes of a student's checks, the hints that were read, and the code that our answers replaced.
//!
//! All of it is in one file in the git folder, where no commit includes it.

use crate::git;
use crate::write;
use anyhow::{Context, Result};
use course::Id;
use course::protocol::Outcome;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};

/// The memory of every exercise, and its folder.
pub struct Memory {
    folder: PathBuf,
    exercises: RefCell<BTreeMap<String, Record>>,
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
    /// The student's code that `solve` has replaced, the latest last.
    pub kept: Vec<Kept>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct CheckResult {
    pub outcome: Outcome,
    /// The exercise's code when it was checked.
    pub code: String,
}

/// The lines of an exercise, from its TODO to its END.
#[derive(Clone, Debug, PartialEq)]
pub struct Kept {
    /// The student's.
    pub before: String,
    /// Those with our answer in their place.
    pub after: String,
}

/// A record in the file: the outcome's word and text, with the code; the time; the hints; and what is kept.
type Row = (Option<(String, String, String)>, u64, Vec<usize>, Vec<(String, String)>);

impl From<Row> for Record {
    fn from((seen, news, hints, kept): Row) -> Self {
        let seen = seen.and_then(|(word, detail, code)| {
            Some(CheckResult { outcome: Outcome::read(&word, detail)?, code })
        });
        let kept = kept.into_iter().map(|(before, after)| Kept { before, after }).collect();
        Self { seen, news, hints, kept }
    }
}

impl From<Record> for Row {
    fn from(Record { seen, news, hints, kept }: Record) -> Self {
        let seen = seen.map(|CheckResult { outcome, code }| {
            (outcome.word().to_owned(), outcome.detail().to_owned(), code)
        });
        (seen, news, hints, kept.into_iter().map(|Kept { before, after }| (before, after)).collect())
    }
}

impl Memory {
    /// Reads what is remembered of a workbook.
    pub fn open(root: &Path) -> Result<Self> {
        let folder = folder(root);
        Ok(Self { exercises: read(&folder)?.into(), folder })
    }

    /// Returns the folder of the tool's data on the student.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns what is remembered of an exercise.
    pub fn of(&self, id: Id) -> Record {
        self.exercises.borrow().get(&id.to_string()).cloned().unwrap_or_default()
    }

    /// Changes what is remembered of some exercises, and saves it. Commands in other terminals wait until that is done.
    pub fn remember<'a, T: 'a>(
        &self,
        items: impl IntoIterator<Item = (Id, T)>,
        change: impl Fn(&mut Record, T),
    ) -> Result<()> {
        std::fs::create_dir_all(&self.folder)
            .with_context(|| format!("cannot make {}", self.folder.display()))?;
        let turn = File::create(self.folder.join("turn")).context("cannot write into git's folder")?;
        // Where the system knows no locks, two commands at once are rare enough.
        let _ = turn.lock();
        // A check takes a while, and a hint may have been read in another terminal meanwhile.
        let mut exercises = read(&self.folder)?;
        items.into_iter().for_each(|(id, item)| change(exercises.entry(id.to_string()).or_default(), item));
        let rows: BTreeMap<&String, Row> =
            exercises.iter().map(|(id, own)| (id, own.clone().into())).collect();
        write::atomically(&file(&self.folder), serde_json::to_string_pretty(&rows)?.as_bytes())?;
        self.exercises.replace(exercises);
        Ok(())
    }
}

fn read(folder: &Path) -> Result<BTreeMap<String, Record>> {
    let path = file(folder);
    let Ok(text) = std::fs::read_to_string(&path) else { return Ok(BTreeMap::new()) };
    let rows: BTreeMap<String, Row> = serde_json::from_str(&text).with_context(|| {
        format!("{} is damaged; move it away, and your next check begins a new one", path.display())
    })?;
    Ok(rows.into_iter().map(|(id, row)| (id, row.into())).collect())
}

/// Returns the file in the tool's folder in which all is remembered.
pub fn file(folder: &Path) -> PathBuf {
    folder.join("memory.json")
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
    fn commands_at_once_keep_what_each_other_remembers() {
        let root = tempfile::tempdir().expect("a temporary folder");
        let id: Id = "1.2".parse().expect("an id");
        let open = || Memory::open(root.path()).expect("a memory");
        let check = open();
        std::thread::scope(|scope| {
            for rung in 0..8 {
                scope.spawn(move || {
                    open().remember([(id, rung)], |own, rung| own.hints.push(rung)).expect("written")
                });
            }
        });
        let seen = CheckResult { outcome: Outcome::Mistake("a".to_owned()), code: "5".to_owned() };
        check.remember([(id, seen.clone())], |own, seen| own.seen = Some(seen)).expect("written");
        let kept = Kept { before: "0\n".to_owned(), after: "ä".to_owned() };
        check.remember([(id, kept.clone())], |own, kept| own.kept.push(kept)).expect("written");
        let mut record = open().of(id);
        record.hints.sort_unstable();
        assert_eq!((record.hints, record.seen, record.kept), ((0..8).collect(), Some(seen), vec![kept]));
    }

    #[test]
    fn what_cannot_be_read_is_not_overwritten() {
        let root = tempfile::tempdir().expect("a temporary folder");
        let memory = Memory::open(root.path()).expect("a memory");
        write::atomically(&file(memory.folder()), b"{").expect("written");
        let id = Id { lesson: 1, number: 1 };
        assert!(memory.remember([(id, 1)], |own, rung| own.hints.push(rung)).is_err());
        assert!(Memory::open(root.path()).is_err());
    }
}
