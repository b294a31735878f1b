//! Writing files so that whoever reads them finds the old text or the new one, and never half of it.

use anyhow::{Context, Result};
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Writes a file beside its place, then moves it there.
pub fn atomically(path: &Path, contents: &[u8]) -> Result<()> {
    // A link stays a link: what it leads to is replaced.
    let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let write = || -> std::io::Result<()> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let beside = beside(&path);
        let mut file = File::create(&beside)?;
        file.write_all(contents)?;
        if let Ok(old) = std::fs::metadata(&path) {
            file.set_permissions(old.permissions())?;
        }
        file.sync_all()?;
        drop(file);
        std::fs::rename(&beside, &path)
    };
    write().with_context(|| format!("cannot write {}", path.display()))
}

/// Where a file is written before it takes its place. Always the same, so that what was left by a tool that
/// was killed is overwritten.
fn beside(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.workbook-new"))
}
