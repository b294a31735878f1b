//! The program that judges. It is the same for all submissions and for the next grading, so it is kept.

use crate::instructor::grade::sandbox::Sandbox;
use anyhow::{Context, Result};
use course::Id;
use course::protocol::About;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use workbook::write;

/// The program with the checks and the workbook's own answers, and beside it, in a file that is written last, what each
/// check told of itself when it had found them right. Both are named by what they were made from.
pub struct Judge {
    folder: PathBuf,
    /// The program, which need not be there yet.
    pub program: PathBuf,
}

impl Judge {
    /// The one in a folder that is made from what a number stands for. Nobody who answers can read the folder, whichever
    /// sandbox was there when it was filled.
    pub fn new(folder: PathBuf, basis: u64, sandbox: Sandbox) -> Result<Self> {
        std::fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
        sandbox.hide(&folder)?;
        let program = folder.join(format!("{basis:016x}")).with_extension(std::env::consts::EXE_EXTENSION);
        Ok(Self { folder, program })
    }

    /// What the check of each exercise told of itself, if the program is there and has found all answers right.
    pub fn about(&self, exercises: impl Iterator<Item = Id>) -> Option<BTreeMap<Id, About>> {
        let told = std::fs::read_to_string(self.told()).ok()?;
        exercises.map(|id| Some((id, About::told(&told, id)?))).collect()
    }

    fn told(&self) -> PathBuf {
        self.program.with_extension("txt")
    }

    /// Puts a program in the place of the one before.
    pub fn replace(&self, built: &Path) -> Result<()> {
        let context = || format!("cannot write {}", self.program.display());
        for before in std::fs::read_dir(&self.folder).with_context(context)? {
            std::fs::remove_file(before?.path()).with_context(context)?;
        }
        std::fs::copy(built, &self.program).with_context(context)?;
        Ok(())
    }

    /// Keeps what its checks told.
    pub fn keep(&self, told: &str) -> Result<()> {
        write::atomically(&self.told(), told.as_bytes())
    }
}
