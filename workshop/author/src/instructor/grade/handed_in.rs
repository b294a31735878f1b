//! Chooses the files of a submission that count: all code of the rooms where exercises are, as the student has it. Checks,
//! manifests, assets and the tools are the workbook's own.

use crate::instructor::grade::hash;
use crate::instructor::grade::submissions::{Entries, shown};
use crate::projection::{is_read_late, is_table};
use crate::tree::Files;
use course::LessonInfo;
use std::collections::{BTreeMap, BTreeSet};

/// The most files of one kind that a note names.
const NAMED: usize = 5;

/// The code of a submission that counts.
#[derive(Default)]
pub struct HandedIn {
    /// The student's files, by their paths in the workbook.
    pub files: BTreeMap<String, String>,
    /// Remarks for the instructor.
    pub notes: Vec<String>,
    /// A hash of the files, to find a known mark again.
    pub number: u64,
}

/// The files that students are given, and which of theirs are taken.
pub struct Given<'a> {
    starter: &'a Files,
    pub exercises: BTreeSet<&'a str>,
    /// The folders around them.
    rooms: BTreeSet<&'a str>,
}

impl<'a> Given<'a> {
    pub fn new(starter: &'a Files, lessons: &'a [LessonInfo]) -> Self {
        let all = lessons.iter().flat_map(LessonInfo::exercises);
        let exercises: BTreeSet<&str> = all.map(|exercise| exercise.file.get_ref().as_str()).collect();
        let room = |file: &&'a str| match file.find("/src/") {
            Some(at) => &file[..at + "/src/".len()],
            None => &file[..file.rfind('/').map_or(0, |at| at + 1)],
        };
        Self { starter, rooms: exercises.iter().map(room).collect(), exercises }
    }

    /// Returns true if a student's file of this path counts. It is code of a room with exercises and no check; or a table
    /// with an exercise.
    fn takes(&self, file: &str) -> bool {
        let is_code = file.ends_with(".rs") && !file.ends_with("/checks.rs") || is_read_late(file);
        let is_code = is_code && !is_table(file) && self.rooms.iter().any(|room| file.starts_with(room));
        is_code || self.exercises.contains(file)
    }

    pub fn read(&self, mut entries: Entries) -> HandedIn {
        let (mut handed, mut left) = (HandedIn::default(), BTreeMap::<String, Vec<String>>::new());
        let mut leave = |file: &str, why: &str| left.entry(why.to_owned()).or_default().push(shown(file));
        if !entries.contains_key("Cargo.toml") {
            entries = entries
                .into_iter()
                .filter_map(|(file, text)| match self.place(&file) {
                    Some(place) => Some((place.to_owned(), text)),
                    None => {
                        leave(
                            &file,
                            "is no file of the workbook's, or may be one of several; it was left out",
                        );
                        None
                    }
                })
                .collect();
            let names = entries.keys().map(|file| shown(file)).collect::<Vec<_>>().join(", ");
            handed.notes.push(format!("only some files were handed in, taken for {names}"));
        } else {
            for file in self.exercises.iter().filter(|file| !entries.contains_key(**file)) {
                leave(file, "is missing; the starter's was used");
            }
        }
        for (file, text) in entries {
            let own = self.starter.get(&file);
            if !self.takes(&file) {
                let same = |text: &[u8]| own.is_some_and(|own| without_returns(own) == without_returns(text));
                if !text.is_ok_and(|text| same(&text)) {
                    let is_own = if own.is_some() { "changed; the original was used" } else { "left out" };
                    leave(&file, &format!("holds no exercise and was {is_own}"));
                }
                continue;
            }
            // UTF-16 may look like text.
            let is_text = |text: &String| !text.contains('\0');
            let text = text.and_then(|text| {
                String::from_utf8(text).ok().filter(is_text).ok_or_else(|| "is not text in UTF-8".to_owned())
            });
            match text {
                Ok(text) => drop(handed.files.insert(file, text)),
                Err(why) => leave(&file, &format!("{why}; the starter's was used")),
            }
        }
        handed.number = hash(&handed.files);
        for (why, files) in left {
            let (named, more) = files.split_at(files.len().min(NAMED));
            let more = if more.is_empty() { String::new() } else { format!(" and {} more", more.len()) };
            handed.notes.push(format!("{why}: {}{more}", named.join(", ")));
        }
        handed
    }

    /// Returns the file of the workbook that a loose one is: the only one whose path ends like its own.
    fn place(&self, file: &str) -> Option<&'a str> {
        let parts: Vec<&str> = file.split('/').collect();
        let ends = (0..parts.len()).map(|first| parts[first..].join("/"));
        ends.map(|end| {
            let is_it = |own: &&String| **own == end || own.ends_with(&format!("/{end}"));
            self.starter.keys().filter(|own| self.takes(own)).filter(is_it).collect::<Vec<_>>()
        })
        .find(|found| !found.is_empty())
        .and_then(|found| <[&String; 1]>::try_from(found).ok())
        .map(|[found]| found.as_str())
    }
}

fn without_returns(text: &[u8]) -> Vec<u8> {
    text.iter().copied().filter(|byte| *byte != b'\r').collect()
}

/// Returns true if a file is code, or tells cargo how to build it.
pub fn is_code(file: &str) -> bool {
    let name = file.rsplit('/').next().unwrap_or(file);
    [".rs", ".toml", ".lock"].iter().any(|end| file.ends_with(end)) && !file.starts_with("docs/")
        || is_read_late(file)
        || name.starts_with("rust-toolchain")
        || file.contains(".cargo/")
}
