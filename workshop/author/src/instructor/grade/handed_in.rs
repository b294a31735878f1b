//! What of a submission counts, and what stands in for the rest.

use super::names::LIBRARIES;
use crate::instructor::grade::answer::{Answers, Template};
use crate::instructor::grade::marks::{Mark, Verdict};
use crate::instructor::handout::is_for_authors;
use crate::projection::{Course, is_read_late};
use course::Id;
use std::collections::{BTreeMap, BTreeSet};
use workbook::tree::Files;

/// No file that a student writes is larger, in bytes.
pub const LARGEST: u64 = 1 << 20;

/// What is said of a file that is no text.
const NO_TEXT: &str = "is not text in UTF-8";

/// Of many files of one kind, so many are named.
const NAMED: usize = 4;

/// What is given to students, and what of it they write.
pub struct Given<'a> {
    /// The starter's files.
    pub starter: &'a Files,
    /// The same files with the workbook's own answers.
    pub solved: &'a Files,
    /// Those that hold exercises.
    pub templates: BTreeMap<String, Template>,
}

/// What of a submission counts.
#[derive(Debug, Default)]
pub struct HandedIn {
    /// What was answered, by file.
    pub answers: BTreeMap<String, Answers>,
    /// The files with exercises that it does not give, and why.
    pub lost: BTreeMap<String, String>,
    /// What the instructor should know.
    pub notes: Vec<String>,
    /// The names of modules and crates that it has and the workbook has not.
    left_out: BTreeSet<String>,
}

/// What a file of a submission is for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Role {
    /// It holds exercises.
    Answers,
    /// The workbook's own is used; a difference is worth a note.
    Given,
    /// It is none of the workbook's, and could change what is built.
    Foreign,
    /// Nothing.
    Ignored,
}

/// The files of a submission that do not count, though they differ.
#[derive(Default)]
pub struct Differences {
    /// Those that were changed.
    pub changed: Vec<String>,
    /// Those that are none of the workbook's.
    pub foreign: Vec<String>,
    /// Those of the workbook's that were seen.
    pub seen: BTreeSet<String>,
    /// Those of a zip that would unpack beside its folder.
    pub outside: Vec<String>,
    /// Those that lead elsewhere, or are no plain files.
    pub links: Vec<String>,
}

impl<'a> Given<'a> {
    /// Students write where there are exercises.
    pub fn new(course: &Course<'_>, starter: &'a Files, solved: &'a Files) -> Self {
        let crates = crates(starter);
        let with_exercises = course
            .sources
            .iter()
            .filter(|(file, source)| starter.contains_key(**file) && source.regions().next().is_some());
        let template =
            |(file, source): (&&str, _)| ((*file).to_owned(), Template::new(file, source, &crates));
        Self { starter, solved, templates: with_exercises.map(template).collect() }
    }

    /// What a file is for, by its path.
    pub fn role(&self, file: &str) -> Role {
        let name = file.rsplit('/').next().unwrap_or(file);
        let works = [".rs", ".toml", ".lock"].iter().any(|end| file.ends_with(end))
            || is_read_late(file)
            || name.starts_with("rust-toolchain")
            || file.contains(".cargo/");
        match () {
            () if self.templates.contains_key(file) => Role::Answers,
            () if self.starter.contains_key(file) && is_for_authors(file) => Role::Ignored,
            () if self.starter.contains_key(file) && (works || file.starts_with("assets/")) => Role::Given,
            () if self.starter.contains_key(file) => Role::Ignored,
            () if works => Role::Foreign,
            () => Role::Ignored,
        }
    }

    /// No given file is larger than this in a submission that has not changed it, whatever its line ends.
    pub fn size(&self, file: &str) -> u64 {
        self.starter.get(file).map_or(0, |own| 2 * own.len() as u64)
    }

    /// Whether a file differs from the workbook's own, line ends aside.
    pub fn differs(&self, file: &str, contents: &[u8]) -> bool {
        let lines =
            |contents: &[u8]| -> Vec<u8> { contents.iter().copied().filter(|byte| *byte != b'\r').collect() };
        self.starter.get(file).is_some_and(|own| own != contents && lines(own) != lines(contents))
    }

    /// Takes up a file with exercises.
    pub fn take(&self, handed: &mut HandedIn, file: &str, contents: Result<Vec<u8>, String>) {
        let text = contents
            .and_then(|contents| String::from_utf8(contents).map_err(|_| NO_TEXT.to_owned()))
            // UTF-16 may look like it.
            .and_then(|text| if text.contains('\0') { Err(NO_TEXT.to_owned()) } else { Ok(text) });
        match (text, self.templates.get(file)) {
            (Ok(text), Some(template)) => {
                let answers = template.read(&text);
                handed.notes.extend(answers.notes.iter().cloned());
                handed.answers.insert(file.to_owned(), answers);
            }
            (Err(why), _) => handed.lose(file, &why),
            (Ok(_), None) => {}
        }
    }

    /// Notes the answers that a submission does not have, and what differs in it.
    pub fn compare(&self, handed: &mut HandedIn, differences: &Differences) {
        for file in self.templates.keys() {
            if !handed.answers.contains_key(file) && !handed.lost.contains_key(file) {
                handed.lose(file, "is missing");
            }
        }
        let is_given = |file: &&String| self.role(file) == Role::Given;
        let missing = self.starter.keys().filter(is_given).filter(|file| !differences.seen.contains(*file));
        let missing: Vec<String> = missing.cloned().collect();
        handed.notes.extend(said(
            &differences.changed,
            "was changed",
            "were changed",
            "the original was used",
        ));
        handed.notes.extend(said(&missing, "is missing", "are missing", "the original was used"));
        handed.notes.extend(said(
            &differences.foreign,
            "is none of the workbook's",
            "are none of the workbook's",
            "it was left out",
        ));
        handed.notes.extend(said(
            &differences.links,
            "is a link or no plain file",
            "are links or no plain files",
            "it was left out",
        ));
        let modules =
            differences.foreign.iter().filter_map(|file| file.rsplit('/').next()?.strip_suffix(".rs"));
        handed.left_out.extend(modules.map(str::to_owned));
        handed.notes.extend(said(
            &differences.outside,
            "leads out of the zip",
            "lead out of the zip",
            "it was left out",
        ));
    }
}

/// A line for each file; of many, as from an older workbook, a few are named.
fn said(files: &[String], one: &str, many: &str, then: &str) -> Vec<String> {
    if files.len() <= NAMED {
        return files.iter().map(|file| format!("{} {one}; {then}", printable(file))).collect();
    }
    let mut first: Vec<&str> = files.iter().map(String::as_str).collect();
    first.sort_by_key(|file| !file.ends_with("/checks.rs") && !file.ends_with(".toml"));
    let named: Vec<String> = first[..NAMED].iter().map(|file| printable(file)).collect();
    let (named, more) = (named.join(", "), files.len() - NAMED);
    let then = then.replace("the original was", "the originals were").replace("it was", "they were");
    vec![format!("{named} and {more} more {many}; {then}")]
}

/// A name without what a terminal would not print.
pub fn printable(name: &str) -> String {
    name.chars().map(|c| if c.is_control() { '�' } else { c }).collect()
}

/// The crates that a manifest names.
fn dependencies(manifest: &[u8]) -> BTreeSet<String> {
    let (mut crates, mut inside) = (BTreeSet::new(), false);
    for line in String::from_utf8_lossy(manifest).lines() {
        let line = line.trim();
        if let Some(head) = line.strip_prefix('[') {
            inside = head.contains("dependencies");
        } else if let Some((name, _)) = line.split_once(['=', '.']).filter(|_| inside) {
            crates.insert(name.trim().trim_matches('"').replace('-', "_"));
        }
    }
    crates
}

/// The crates that the workbook's packages name.
fn crates(starter: &Files) -> BTreeSet<String> {
    let manifests = starter.iter().filter(|(file, _)| file.ends_with("Cargo.toml"));
    let mut crates: BTreeSet<String> = manifests.flat_map(|(_, text)| dependencies(text)).collect();
    // What lessons stand on, and what all compute with. `course` is what a check tells its outcome by.
    crates.retain(|name| name != "glam" && !LIBRARIES.contains(&name.as_str()));
    crates
}

impl HandedIn {
    /// The mark of an answer that does not compile. If it uses what is not taken, a person must look at it.
    pub fn not_compiled(&self, id: Id, file: &str, error: &str) -> Mark {
        let beside = self.answers.get(file).map(|answers| &answers.left_out);
        let is_left_out =
            |name: &&str| self.left_out.contains(*name) || beside.is_some_and(|names| names.contains(*name));
        match error.split('`').skip(1).step_by(2).find(is_left_out) {
            Some(name) => {
                let why = format!("it uses `{name}`, which is the student's own and was left out ({error})");
                Mark::unrun(id, Verdict::ByHand, &why)
            }
            None => Mark::unrun(id, Verdict::NotCompiled, error),
        }
    }

    /// Remembers the crates that a changed manifest adds.
    pub fn note_crates(&mut self, own: &[u8], theirs: &[u8]) {
        self.left_out.extend(&dependencies(theirs) - &dependencies(own));
    }

    fn lose(&mut self, file: &str, why: &str) {
        self.notes.push(format!("{file} {why}; the starter's was used"));
        self.lost.insert(file.to_owned(), why.to_owned());
    }
}
