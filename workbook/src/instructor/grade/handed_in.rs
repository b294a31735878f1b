//! What of a submission counts, and what stands in for the rest.

use crate::markers::{Source, State};
use crate::projection::{Course, is_shader};
use crate::student::region::Region;
use crate::tree::Files;
use course::Id;
use std::collections::{BTreeMap, BTreeSet};

/// No file that a student writes is larger, in bytes.
pub const LARGEST: u64 = 1 << 20;

/// What is given to students, and what of it they write.
pub struct Given<'a> {
    /// The starter's files.
    pub starter: &'a Files,
    /// Those that a submission may change.
    answers: BTreeSet<String>,
    /// The folders in which it may have sources of its own.
    folders: Vec<String>,
    /// The exercises by the file that they stand in, in their order.
    exercises: BTreeMap<String, Vec<(Id, Region)>>,
}

/// What of a submission counts.
#[derive(Default)]
pub struct HandedIn {
    /// The files that it gives.
    pub files: Files,
    /// The answers that it does not give, and why.
    pub lost: BTreeMap<String, String>,
    /// What the instructor should know.
    pub notes: Vec<String>,
}

/// What a file of a submission is for.
#[derive(Debug, PartialEq)]
pub enum Role {
    /// It comes from the submission.
    Counts,
    /// The workbook's own is used; a difference is worth a note.
    Restored,
    /// Nothing.
    Ignored,
}

impl<'a> Given<'a> {
    /// Students write where there are exercises, and in the lessons' own programs.
    pub fn new(course: &Course<'_>, starter: &'a Files) -> Self {
        let with_exercises = course.regions().map(|(file, _)| file.to_owned());
        let folders: Vec<String> =
            course.lessons.iter().map(|lesson| format!("{}/", lesson.folder)).collect();
        let programs = starter.keys().filter(|file| {
            let inside = folders.iter().any(|folder| file.starts_with(folder));
            inside && file.ends_with(".rs") && !file.ends_with("/checks.rs")
        });
        let answers =
            with_exercises.chain(programs.cloned()).filter(|file| starter.contains_key(file)).collect();
        let folders = folders.into_iter().chain(["common/src/".to_owned()]).collect();
        Self { starter, answers, folders, exercises: exercises(course) }
    }

    /// A file with the starter's code in the exercises that hold these rows, and those exercises; none if
    /// one of the rows is in no exercise.
    pub fn reopened(&self, file: &str, text: &str, rows: &[usize]) -> Option<(String, BTreeSet<Id>)> {
        let regions = self.exercises.get(file)?;
        let holds = |region: &Region, row: &usize| {
            let found = region.find(text);
            found.is_some_and(|found| (found.start + 1..=found.end).contains(row))
        };
        let at = |row: &usize| regions.iter().find(|(_, region)| holds(region, row)).map(|(id, _)| *id);
        let ids: BTreeSet<Id> = rows.iter().map(at).collect::<Option<_>>()?;
        let mut text = text.to_owned();
        for (_, region) in regions.iter().filter(|(id, _)| ids.contains(id)) {
            let found = region.find(&text)?;
            text = found.replaced(&text, &region.starter(&text, &found));
        }
        Some((text, ids))
    }

    /// What a file is for, by its path.
    pub fn role(&self, file: &str) -> Role {
        if self.answers.contains(file) {
            return Role::Counts;
        }
        if self.starter.contains_key(file) {
            let works = file.ends_with(".rs")
                || file.ends_with(".toml")
                || file.ends_with(".lock")
                || is_shader(file);
            return if works { Role::Restored } else { Role::Ignored };
        }
        let own = file.ends_with(".rs") && self.folders.iter().any(|folder| file.starts_with(folder));
        if own { Role::Counts } else { Role::Ignored }
    }

    /// Whether a file that is restored differs from the workbook's own, line ends aside.
    pub fn differs(&self, file: &str, contents: &[u8]) -> bool {
        let lines =
            |contents: &[u8]| -> Vec<u8> { contents.iter().copied().filter(|byte| *byte != b'\r').collect() };
        self.starter.get(file).is_some_and(|own| lines(own) != lines(contents))
    }

    /// Takes up a file that counts.
    pub fn take(&self, handed: &mut HandedIn, file: &str, contents: Result<Vec<u8>, String>) {
        match contents {
            Ok(contents) if str::from_utf8(&contents).is_err() => {
                handed.lose(file, "is not text in UTF-8");
            }
            Ok(contents) => {
                if !self.starter.contains_key(file) {
                    handed.notes.push(format!("{file} is a file of its own"));
                }
                handed.files.insert(file.to_owned(), contents);
            }
            Err(why) => handed.lose(file, &why),
        }
    }

    /// Notes the answers that a submission does not have.
    pub fn miss(&self, handed: &mut HandedIn) {
        for file in &self.answers {
            if !handed.files.contains_key(file) && !handed.lost.contains_key(file) {
                handed.lose(file, "is missing");
            }
        }
    }
}

fn exercises(course: &Course<'_>) -> BTreeMap<String, Vec<(Id, Region)>> {
    let of_file = |(file, source): (&&str, &Source<'_>)| {
        let (open, solved) = (source.project(|_| State::Open), source.project(|_| State::Solved));
        let region = |id| Some((id, Region::new(&open, &solved, id)?));
        ((*file).to_owned(), source.regions().filter_map(|found| region(found.id)).collect())
    };
    course.sources.iter().map(of_file).collect()
}

impl HandedIn {
    fn lose(&mut self, file: &str, why: &str) {
        self.notes.push(format!("{file} {why}; the starter's was used"));
        self.lost.insert(file.to_owned(), why.to_owned());
    }
}
