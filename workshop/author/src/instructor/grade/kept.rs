//! Keeps the marks of earlier gradings, so that only changes are graded again.
//!
//! Each mark is in a file named by a hash of all that it depends on, in a folder named by class, hand-in and exercise.
//! Two files can be made to have one hash, and nobody should get another's marks by that.

use crate::instructor::grade::handed_in::HandedIn;
use crate::instructor::grade::marks::{Mark, Outcomes};
use crate::instructor::grade::submissions::Submission;
use crate::instructor::grade::{building, hash};
use anyhow::{Context, Result};
use course::Id;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use workbook::write;

pub struct Kept {
    pub folder: PathBuf,
    /// A hash, for each exercise, of all that a mark depends on besides the hand-in.
    pub exercises: BTreeMap<Id, u64>,
}

impl Kept {
    /// Returns the folder for a class's marks. Folders of two weeks may have one name, in two others.
    pub fn of_class(folder: &Path, class: &Path) -> Result<PathBuf> {
        let class = class.canonicalize().with_context(|| format!("cannot find {}", class.display()))?;
        let number = format!("{:016x}", hash(&class));
        Ok(folder.join("kept").join(class.file_name().unwrap_or_default()).join(number))
    }

    /// Deletes the marks of a hand-in for the exercises that are graded now.
    pub fn forget(&self, submission: &Submission) -> Result<()> {
        self.exercises.keys().try_for_each(|id| building::remove(&self.of(submission, *id)))
    }

    /// Returns the folder for a hand-in's marks of an exercise. The hand-in's name is unique in the class.
    fn of(&self, submission: &Submission, id: Id) -> PathBuf {
        self.folder.join(submission.path.file_name().unwrap_or_default()).join(id.to_string())
    }

    fn file(&self, submission: &Submission, handed: &HandedIn, id: Id) -> PathBuf {
        let number = hash(&(self.exercises.get(&id), handed.number));
        self.of(submission, id).join(format!("{number:016x}.json"))
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
