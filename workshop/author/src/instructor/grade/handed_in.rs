//! Chooses the files of a submission that count, and replaces the rest by the originals.

use crate::instructor::grade::answer::{Answers, Template};
use crate::instructor::grade::hash;
use crate::instructor::grade::marks::{Mark, Tentacle, Verdict};
use crate::instructor::grade::submissions::{Entry, shown};
use crate::projection::{Course, is_read_late};
use crate::tree::Files;
use course::Id;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The most files of one kind that a note names.
const NAMED: usize = 5;

/// The reasons why files do not count, for notes.
const CHANGED: &str = "was changed; the original was used";
const FOREIGN: &str = "is none of the workbook's; it was left out";

/// The files that students are given, for the process that reads a submission.
#[derive(Deserialize, Serialize)]
pub struct Given {
    /// The files that hold exercises.
    pub templates: BTreeMap<String, Template>,
    /// A hash of each other file of code, to find the changed ones.
    code: BTreeMap<String, u64>,
    /// True if a tentacle is asked for.
    pub tentacle: bool,
}

/// The answers that count in a submission, with notes on the rest.
#[derive(Debug, Default, Deserialize, Serialize)]
pub struct HandedIn {
    /// A hash of all that may count, to find a known mark again.
    pub number: u64,
    /// The answers, by file.
    pub answers: BTreeMap<String, Answers>,
    /// Remarks for the instructor.
    pub notes: Vec<String>,
    /// True if some of the student's own code was not taken, though an answer may need it.
    left_out: bool,
    /// True if its code may read other files while it is compiled.
    pub reads: bool,
    /// The verdict on the tentacle, if one is asked for.
    pub tentacle: Option<Tentacle>,
}

impl Given {
    /// Reads the templates from the files with exercises, and hashes the other code.
    pub fn new(course: &Course<'_>, starter: &Files, tentacle: bool) -> Self {
        let sources = course.sources.iter().filter(|(file, _)| starter.contains_key(**file));
        let with_exercises = sources.filter(|(_, source)| source.regions().next().is_some());
        let templates: BTreeMap<String, Template> =
            with_exercises.map(|(file, source)| ((*file).to_owned(), Template::new(file, source))).collect();
        let code = starter.iter().filter(|(file, _)| is_code(file) && !templates.contains_key(*file));
        Self { code: code.map(|(file, text)| (file.clone(), number(text))).collect(), templates, tentacle }
    }

    /// Reads the answers from a submission's files. Files in `left` were already left out, for these reasons.
    pub fn read(&self, files: Vec<Entry>, mut left: BTreeMap<String, Vec<String>>) -> HandedIn {
        let code = files.iter().filter(|file| is_code(&file.path) || !file.is_file);
        let code: Vec<_> = code.map(|file| (&file.path, &file.contents)).collect();
        let (mut handed, mut lost) = (HandedIn::default(), BTreeMap::new());
        handed.number = hash(&(code, &left));
        let tentacle = files.iter().find(|file| file.path == Tentacle::FILE).map(|file| &file.contents);
        handed.tentacle = self.tentacle.then(|| Tentacle::judged(tentacle));
        let mut leave = |file: &str, why: String| left.entry(why).or_default().push(file.to_owned());
        let mut missing: BTreeSet<&str> =
            self.templates.keys().chain(self.code.keys()).map(String::as_str).collect();
        for Entry { path, is_file, contents } in files {
            missing.remove(path.as_str());
            if let Some(template) = self.templates.get(&path) {
                // UTF-16 may look like text.
                let is_text = |text: &String| !text.contains('\0');
                let text = contents.map(|text| String::from_utf8(text).ok().filter(is_text));
                match text.and_then(|text| text.ok_or_else(|| "is not text in UTF-8".to_owned())) {
                    Ok(text) => {
                        let mut answers = template.read(&text);
                        handed.notes.append(&mut answers.notes);
                        handed.left_out |= answers.left_out;
                        handed.reads |= answers.reads;
                        handed.answers.insert(path, answers);
                    }
                    Err(why) => drop(lost.insert(path, why)),
                }
            } else if let Some(own) = self.code.get(&path) {
                if !contents.is_ok_and(|text| number(&text) == *own) {
                    leave(&path, CHANGED.to_owned());
                }
            } else if !is_file {
                leave(&path, "is a link or no plain file; it was left out".to_owned());
            } else if is_code(&path) {
                leave(&path, FOREIGN.to_owned());
            }
        }
        for file in missing {
            match self.templates.contains_key(file) {
                true => drop(lost.insert(file.to_owned(), "is missing".to_owned())),
                false => leave(file, "is missing; the original was used".to_owned()),
            }
        }
        for (file, why) in lost {
            leave(&file, format!("{why}; the starter's was used"));
            let refused = (Verdict::Missing, format!("{file} {why}"));
            let refused = self.templates[&file].exercises().map(|id| (id, refused.clone())).collect();
            handed.answers.insert(file, Answers { refused, ..Answers::default() });
        }
        handed.left_out |= [CHANGED, FOREIGN].iter().any(|why| left.contains_key(*why));
        handed.notes.splice(0..0, left.iter().flat_map(|(why, files)| said(files, why)));
        handed
    }
}

/// Returns a hash of a file, the same for either kind of line ends.
fn number(text: &[u8]) -> u64 {
    hash(&text.split(|byte| *byte == b'\r').collect::<Vec<_>>().concat())
}

/// Returns true if a file is code, or tells cargo how to build it.
pub fn is_code(file: &str) -> bool {
    let name = file.rsplit('/').next().unwrap_or(file);
    [".rs", ".toml", ".lock"].iter().any(|end| file.ends_with(end)) && !file.starts_with("docs/")
        || is_read_late(file)
        || name.starts_with("rust-toolchain")
        || file.contains(".cargo/")
}

/// Returns a note for each file, or for many, as from an older workbook, a note that names a few.
fn said(files: &[String], why: &str) -> Vec<String> {
    let names: Vec<String> = files.iter().map(|file| shown(file)).collect();
    match names.get(NAMED..).filter(|more| !more.is_empty()) {
        None => names.iter().map(|name| format!("{name} {why}")).collect(),
        Some(more) => {
            vec![format!("each {why}: {} and {} more", names[..NAMED].join(", "), more.len())]
        }
    }
}

impl HandedIn {
    /// Returns the mark of an answer that does not compile, left to a person if needed code was not taken.
    pub fn not_compiled(&self, id: Id, error: &str) -> Mark {
        // A name, a path or a method that is not there.
        let lacks = ["E0425", "E0432", "E0433", "E0412", "E0599"].iter().any(|code| error.contains(code));
        match self.left_out && lacks {
            true => {
                let why = format!("it may need what is the student's own and was left out ({error})");
                Mark::unrun(id, Verdict::ByHand, &why)
            }
            false => Mark::unrun(id, Verdict::NotCompiled, error),
        }
    }
}
