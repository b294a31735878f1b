//! Chooses the parts of a submission that count, and replacements for the rest.

use crate::instructor::grade::answer::{Answers, Sheet, Template};
use crate::instructor::grade::kept::Outcomes;
use crate::instructor::grade::marks::{Mark, Verdict};
use crate::projection::{Course, is_read_late};
use course::Id;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;
use workbook::tree::Files;

/// No file that a student writes is larger, in bytes.
pub const LARGEST: u64 = 1 << 18;

/// Number of files of one kind that are named.
const NAMED: usize = 5;

/// The files that students are given, and the parts they write: for the process that reads a submission.
#[derive(Deserialize, Serialize)]
pub struct Given {
    /// The files that hold exercises.
    pub sheets: BTreeMap<String, Sheet>,
    /// The other files of code.
    code: BTreeSet<String>,
    /// A folder that has these as students get them.
    tree: PathBuf,
    /// Beginning of the names of the files with marks.
    pub kept: PathBuf,
    /// True if nobody asks for those.
    pub again: bool,
}

/// The result of reading a submission.
#[derive(Deserialize, Serialize)]
pub enum Read {
    /// Its marks are known.
    Kept(Outcomes),
    /// The parts that count, and the file for its marks.
    New(HandedIn, PathBuf),
    /// Nothing of it counts, for this reason.
    Refused(String),
}

/// The parts of a submission that count.
#[derive(Debug, Default, Deserialize, Serialize)]
pub struct HandedIn {
    /// The answers, by file.
    pub answers: BTreeMap<String, Answers>,
    /// The files with exercises that it does not give, and why.
    pub lost: BTreeMap<String, String>,
    /// Remarks for the instructor.
    pub notes: Vec<String>,
    /// True if something of the student's own was not taken, which an answer may need.
    left_out: bool,
}

/// The files of a submission.
#[derive(Default)]
pub struct Found {
    /// Those with exercises; or why they cannot be read.
    pub texts: BTreeMap<String, Result<Vec<u8>, String>>,
    /// Those of the workbook's code that are there,
    pub seen: BTreeSet<String>,
    /// and that differ.
    pub changed: Vec<String>,
    /// Code that is none of the workbook's.
    pub foreign: Vec<String>,
    /// Those of an archive that would be unpacked elsewhere.
    pub outside: Vec<String>,
    /// Links out of the folder, and entries that are no plain files.
    pub links: Vec<String>,
}

impl Given {
    /// Students write where there are exercises.
    pub fn new(course: &Course<'_>, starter: &Files, tree: PathBuf, kept: PathBuf, again: bool) -> Self {
        let with_exercises = course
            .sources
            .iter()
            .filter(|(file, source)| starter.contains_key(**file) && source.regions().next().is_some());
        let sheets: BTreeMap<String, Sheet> =
            with_exercises.map(|(file, source)| ((*file).to_owned(), Sheet::new(source))).collect();
        let code = starter.keys().filter(|file| is_code(file) && !sheets.contains_key(*file));
        Self { code: code.cloned().collect(), sheets, tree, kept, again }
    }

    /// Returns true if a file is one of the workbook's that count or are compared.
    pub fn has(&self, file: &str) -> bool {
        self.sheets.contains_key(file) || self.code.contains(file)
    }

    /// Takes up a file.
    pub fn take(&self, found: &mut Found, file: &str, contents: Result<Vec<u8>, String>) {
        if self.sheets.contains_key(file) {
            found.texts.insert(file.to_owned(), contents);
        } else if self.code.contains(file) {
            found.seen.insert(file.to_owned());
            let own = std::fs::read(self.tree.join(file)).unwrap_or_default();
            let lines =
                |text: &[u8]| -> Vec<u8> { text.iter().copied().filter(|byte| *byte != b'\r').collect() };
            let same = |theirs: Vec<u8>| theirs == own || lines(&theirs) == lines(&own);
            if !contents.is_ok_and(same) {
                found.changed.push(file.to_owned());
            }
        } else if is_code(file) {
            found.foreign.push(file.to_owned());
        }
    }

    /// Returns the parts of a submission that count, or the marks that it has.
    pub fn read(&self, found: Found) -> Read {
        let mut handed = HandedIn::default();
        let mut lost = BTreeMap::<String, Vec<String>>::new();
        let mut texts = BTreeMap::new();
        for file in self.sheets.keys() {
            let text = match found.texts.get(file) {
                None => Err("is missing"),
                Some(Err(why)) => Err(why.as_str()),
                // UTF-16 may look like text.
                Some(Ok(text)) => match str::from_utf8(text) {
                    Ok(text) if !text.contains('\0') => Ok(text),
                    _ => Err("is not text in UTF-8"),
                },
            };
            match text {
                Ok(text) => drop(texts.insert(file, text)),
                Err(why) => {
                    lost.entry(why.to_owned()).or_default().push(file.clone());
                    handed.lost.insert(file.clone(), why.to_owned());
                }
            }
        }
        for (why, files) in &lost {
            handed.notes.extend(said(files, why, "the starter's was used"));
        }
        let missing: Vec<String> = self.code.difference(&found.seen).cloned().collect();
        for (files, what, then) in [
            (&found.changed, "was changed", "the original was used"),
            (&missing, "is missing", "the original was used"),
            (&found.foreign, "is none of the workbook's", "it was left out"),
            (&found.links, "is a link or no plain file", "it was left out"),
            (&found.outside, "leads out of the archive", "it was left out"),
        ] {
            handed.notes.extend(said(files, what, then));
        }
        handed.left_out = !found.foreign.is_empty() || !found.changed.is_empty();
        let mut hasher = DefaultHasher::new();
        (&texts, &handed.lost, &handed.notes).hash(&mut hasher);
        let mut kept = self.kept.clone().into_os_string();
        kept.push(format!("{:016x}.json", hasher.finish()));
        if let Some(outcomes) = Outcomes::kept(kept.as_ref()).filter(|_| !self.again) {
            return Read::Kept(outcomes);
        }
        for (file, text) in texts {
            let mut answers = Template::new(file, &self.sheets[file]).read(text);
            handed.notes.append(&mut answers.notes);
            handed.left_out |= answers.left_out;
            handed.answers.insert(file.clone(), answers);
        }
        Read::New(handed, kept.into())
    }
}

/// Returns true if a file is code, or says how code is built.
pub fn is_code(file: &str) -> bool {
    let name = file.rsplit('/').next().unwrap_or(file);
    [".rs", ".toml", ".lock"].iter().any(|end| file.ends_with(end)) && !file.starts_with("docs/")
        || is_read_late(file)
        || name.starts_with("rust-toolchain")
        || file.contains(".cargo/")
}

/// A line for each file; of many, as from an older workbook, a few are named.
fn said(files: &[String], what: &str, then: &str) -> Vec<String> {
    let names: Vec<String> = files.iter().map(|file| printable(file)).collect();
    match names.len().checked_sub(NAMED).filter(|more| *more > 0) {
        None => names.iter().map(|name| format!("{name} {what}; {then}")).collect(),
        Some(more) => {
            let first = names[..NAMED].join(", ");
            vec![format!("each {what}; {then}: {first} and {more} more")]
        }
    }
}

/// A name without what a terminal would not print, or would print in another order.
pub fn printable(name: &str) -> String {
    let turns = |c: char| matches!(c, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}');
    name.chars().map(|c| if c.is_control() || turns(c) { '�' } else { c }).collect()
}

impl HandedIn {
    /// The mark of an answer that does not compile. If it may need what was not taken, a person must look at it.
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
