//! Results that are kept, so that grading goes on where it was, and whoever hands in the same again is graded at once.

use crate::instructor::grade::handed_in::{Given, HandedIn, Role};
use crate::instructor::grade::marks::Mark;
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use std::fmt::Debug;
use std::hash::{BuildHasher, DefaultHasher, Hash, Hasher, RandomState};
use std::path::{Path, PathBuf};
use workbook::write;

/// The results of submissions, each in a file that is named by what it was made from.
pub struct Kept {
    folder: PathBuf,
    basis: u64,
    /// Stands for the workbook, the tool and the questions that are asked, whatever else is set.
    pub questions: u64,
}

/// The marks of a submission, and what to know about it.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Outcomes {
    /// A mark for each exercise.
    pub marks: Vec<Mark>,
    /// What the instructor should know.
    pub notes: Vec<String>,
}

impl Kept {
    /// Those in a folder that were made from this workbook, by this tool, and with the same settings.
    pub fn new(
        folder: PathBuf,
        given: &Given<'_>,
        questions: &impl Debug,
        settings: &impl Debug,
    ) -> Result<Self> {
        let mut hasher = DefaultHasher::new();
        let tool = std::env::current_exe().and_then(std::fs::read).context("the tool cannot read itself")?;
        tool.hash(&mut hasher);
        for (file, contents) in given.starter.iter().filter(|(file, _)| given.role(file) != Role::Ignored) {
            (file, contents, given.solved.get(file)).hash(&mut hasher);
        }
        format!("{questions:?}").hash(&mut hasher);
        let questions = hasher.finish();
        format!("{settings:?}").hash(&mut hasher);
        Ok(Self { folder, basis: hasher.finish(), questions })
    }

    fn path(&self, handed: &HandedIn) -> PathBuf {
        let mut hasher = DefaultHasher::new();
        format!("{handed:?}").hash(&mut hasher);
        self.folder.join(format!("{:016x}{:016x}.json", self.basis, hasher.finish()))
    }

    /// The result for what was handed in, if there is one.
    pub fn find(&self, handed: &HandedIn) -> Option<Outcomes> {
        serde_json::from_slice(&std::fs::read(self.path(handed)).ok()?).ok()
    }

    /// Keeps a result.
    pub fn keep(&self, handed: &HandedIn, outcomes: &Outcomes) -> Result<()> {
        write::atomically(&self.path(handed), &serde_json::to_vec(outcomes)?)
    }
}

/// The number that further questions are drawn from: drawn itself when first asked for, and kept.
pub fn seed(folder: &Path) -> Result<u64> {
    let path = folder.join("seed");
    if let Some(seed) = std::fs::read_to_string(&path).ok().and_then(|text| text.trim().parse().ok()) {
        return Ok(seed);
    }
    // Its hash is seeded by the system.
    let seed = RandomState::new().hash_one(()) % 1_000_000;
    write::atomically(&path, format!("{seed}\n").as_bytes())?;
    Ok(seed)
}
