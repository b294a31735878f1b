//! The marks of earlier gradings, so that only what has changed is graded again.
//!
//! Each is in a file under a number made of all that it depends on, in a folder with the hand-in's own name: two files can be
//! made to have one number, and nobody should get another's marks by that.

use crate::instructor::grade::handed_in::HandedIn;
use crate::instructor::grade::hash;
use crate::instructor::grade::marks::{Mark, Outcomes};
use crate::instructor::grade::submissions::Submission;
use anyhow::Result;
use course::Id;
use std::collections::BTreeMap;
use std::path::PathBuf;
use workbook::write;

/// The marks that are kept.
pub struct Kept {
    /// Their folder.
    pub folder: PathBuf,
    /// The exercises, and a number made of all that a mark depends on besides the hand-in.
    pub exercises: BTreeMap<Id, u64>,
}

impl Kept {
    /// The folder of a hand-in. No other in the class has its name.
    pub fn of(&self, submission: &Submission) -> PathBuf {
        self.folder.join(submission.path.file_name().unwrap_or_default())
    }

    fn file(&self, submission: &Submission, handed: &HandedIn, id: Id) -> PathBuf {
        let number = hash(&(self.exercises.get(&id), handed.number));
        self.of(submission).join(format!("{id}-{number:016x}.json"))
    }

    /// The marks of a hand-in that are known.
    pub fn known(&self, submission: &Submission, handed: &HandedIn) -> Outcomes {
        let mut known = Outcomes::default();
        for id in self.exercises.keys() {
            let one = std::fs::read(self.file(submission, handed, *id)).unwrap_or_default();
            let Ok((mark, notes)) = serde_json::from_slice::<(Mark, Vec<String>)>(&one) else { continue };
            known.marks.push(mark);
            known.note(notes);
        }
        known
    }

    /// Keeps the marks of a hand-in, but for those that may be others where more exercises are asked.
    pub fn keep(&self, submission: &Submission, handed: &HandedIn, outcomes: &Outcomes) -> Result<()> {
        let is_whole = |mark: &&Mark| mark.lent.iter().all(|id| self.exercises.contains_key(id));
        for mark in outcomes.marks.iter().filter(is_whole) {
            let one = serde_json::to_vec(&(mark, &outcomes.notes))?;
            write::atomically(&self.file(submission, handed, mark.exercise), &one)?;
        }
        Ok(())
    }
}
