//! Keeps students' code that was replaced by the workbook's answer.

use crate::write;
use anyhow::{Context, Result};
use course::Id;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// The student's code for an exercise, and the answer in its place.
#[derive(PartialEq)]
pub struct Kept {
    /// The exercise's id.
    pub id: String,
    /// The path from the workbook's folder.
    pub file: String,
    /// The student's code.
    pub before: String,
    /// The answer in its place.
    pub after: String,
}

impl Kept {
    /// Saves the code beside that of earlier times; only once, even if the tool was killed on the way.
    pub fn push(&self, folder: &Path) -> Result<()> {
        let mut number = 1;
        if let Some((last, path)) = numbered(folder, &self.id)?.pop() {
            if read(&path).is_ok_and(|last| last == *self) {
                return Ok(());
            }
            number = last + 1;
        }
        let json = json!({ "id": self.id, "file": self.file, "before": self.before, "after": self.after });
        write::atomically(
            &folder.join(format!("kept/{}-{number}.json", self.id)),
            format!("{json:#}").as_bytes(),
        )
    }

    /// Returns the code that was kept last for an exercise, and its file.
    pub fn last(folder: &Path, id: Id) -> Result<Option<(PathBuf, Self)>> {
        let Some((_, path)) = numbered(folder, &id.to_string())?.pop() else {
            return Ok(None);
        };
        let kept = read(&path)?;
        Ok(Some((path, kept)))
    }

    /// Saves another text of the exercise for the student to read, and returns its file.
    pub fn keep_aside(&self, folder: &Path, text: &str) -> Result<PathBuf> {
        let path = |number: u32| folder.join(format!("kept/{}-aside-{number}.txt", self.id));
        let path = (1..).map(path).find(|path| !path.exists()).context("there is no name left")?;
        write::atomically(&path, text.as_bytes())?;
        Ok(path)
    }
}

fn read(path: &Path) -> Result<Kept> {
    let context = || format!("cannot read {}", path.display());
    let text = std::fs::read_to_string(path).with_context(context)?;
    let json: Value = serde_json::from_str(&text).with_context(context)?;
    let part = |name: &str| -> Result<String> {
        Ok(json[name].as_str().with_context(|| format!("it has no {name}")).with_context(context)?.to_owned())
    };
    Ok(Kept { id: part("id")?, file: part("file")?, before: part("before")?, after: part("after")? })
}

/// Returns the files that are kept for an exercise, with their numbers.
fn numbered(folder: &Path, id: &str) -> Result<Vec<(u32, PathBuf)>> {
    let folder = folder.join("kept");
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let mut files = Vec::new();
    for entry in std::fs::read_dir(&folder).with_context(|| format!("cannot list {}", folder.display()))? {
        let path = entry.with_context(|| format!("cannot list {}", folder.display()))?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let number = name.strip_prefix(id).and_then(|rest| rest.strip_prefix('-'));
        if let Some(number) = number.and_then(|rest| rest.strip_suffix(".json")?.parse().ok()) {
            files.push((number, path));
        }
    }
    files.sort();
    Ok(files)
}
