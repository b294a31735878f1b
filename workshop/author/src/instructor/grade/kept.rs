//! Results that are kept, so that grading goes on where it was, and an unchanged submission is graded at once.

use crate::instructor::grade::marks::Mark;
use anyhow::Result;
use serde::{Deserialize, Serialize};
use std::hash::{BuildHasher, RandomState};
use std::path::Path;
use workbook::write;

/// The marks of a submission, and what to know about it.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Outcomes {
    /// A mark for each exercise.
    pub marks: Vec<Mark>,
    /// Remarks for the instructor.
    pub notes: Vec<String>,
}

impl Outcomes {
    /// Those in a file, if it is there.
    pub fn kept(path: &Path) -> Option<Self> {
        serde_json::from_slice(&std::fs::read(path).ok()?).ok()
    }

    /// Keeps them in a file.
    pub fn keep(&self, path: &Path) -> Result<()> {
        write::atomically(path, &serde_json::to_vec(self)?)
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
