//! Keeps the marks of earlier gradings, so that only changes are graded again.
//!
//! Each mark is in a file named by a hash of all that it depends on, in a folder with the hand-in's own name.
//! Two files can be made to have one hash, and nobody should get another's marks by that.

use crate::instructor::grade::handed_in::HandedIn;
use crate::instructor::grade::hash;
use crate::instructor::grade::marks::{Mark, Outcomes};
use crate::instructor::grade::submissions::Submission;
use anyhow::Result;
use course::Id;
use std::collections::BTreeMap;
use std::path::PathBuf;
use workbook::write;

pub struct Kept {
    pub folder: PathBuf,
    /// A hash, for each exercise, of all that a mark depends on besides the hand-in.
    pub exercises: BTreeMap<Id, u64>,
}

impl Kept {
    /// Returns the folder of a hand-in, whose name is unique in the class.
    pub fn of(&self, submission: &Submission) -> PathBuf {
        self.folder.join(submission.path.file_name().unwrap_or_default())
    }

    fn file(&self, submission: &Submission, handed: &HandedIn, id: Id) -> PathBuf {
        let number = hash(&(self.exercises.get(&id), handed.number));
        self.of(submission).join(format!("{id}-{number:016x}.json"))
    }

    /// Returns the known marks of a hand-in.
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

    /// Writes the marks of a hand-in, except those that could differ when more exercises are asked, or when the
    /// machine has less to do: time or memory may be to blame for an answer that wasn't judged.
    pub fn keep(&self, submission: &Submission, handed: &HandedIn, outcomes: &Outcomes) -> Result<()> {
        let is_whole = |mark: &&Mark| mark.lent.iter().all(|id| self.exercises.contains_key(id));
        let is_judged = |mark: &&Mark| !mark.outcome.may_be_held_up();
        for mark in outcomes.marks.iter().filter(is_whole).filter(is_judged) {
            let one = serde_json::to_vec(&(mark, &outcomes.notes))?;
            write::atomically(&self.file(submission, handed, mark.exercise), &one)?;
        }
        Ok(())
    }
}
