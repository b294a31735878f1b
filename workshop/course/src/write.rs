//! Writes files so that a reader finds the old text or the new one, and never half of it.

use anyhow::{Context, Result};
use std::fs::{File, Permissions};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Writes a file beside its place, then moves it there.
pub fn atomically(path: &Path, contents: &[u8]) -> Result<()> {
    // A link stays a link: its target is replaced.
    let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let written = match std::fs::metadata(&target) {
        // As `/dev/stdout`: a pipe or a terminal has no old text, and must not be replaced.
        Ok(old) if !old.is_file() => std::fs::write(&target, contents).map_err(Into::into),
        old => replace(&target, contents, old.ok().map(|old| old.permissions())),
    };
    written.with_context(|| format!("cannot write {}", path.display()))
}

/// Moves a new file to the place of the old one, or leaves the old one as it is and no other file beside it.
fn replace(path: &Path, contents: &[u8], permissions: Option<Permissions>) -> Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let beside = beside(path);
    // The file that a killed tool has left here may be read-only.
    let _ = std::fs::remove_file(&beside);
    let written = (|| {
        let mut file = File::create(&beside)?;
        file.write_all(contents)?;
        permissions.map_or(Ok(()), |permissions| file.set_permissions(permissions))?;
        file.sync_all()?;
        Ok(std::fs::rename(&beside, path)?)
    })();
    if written.is_err() {
        // The unfinished file is of no use. If it can't be removed, that changes nothing.
        let _ = std::fs::remove_file(beside);
    }
    written
}

/// Returns the file that is written before it takes its place. Its name is always the same, so that the files
/// of killed tools do not pile up.
fn beside(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.workbook-new"))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn the_old_file_is_never_written_to() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let [path, old, link] = ["a", "old", "link"].map(|name| folder.path().join(name));
        std::fs::write(&path, "old").expect("written");
        std::fs::set_permissions(&path, Permissions::from_mode(0o444)).expect("made read-only");
        std::fs::hard_link(&path, &old).expect("another name for it");
        std::os::unix::fs::symlink("a", &link).expect("a link");
        // Makes the file that a killed tool would have left.
        std::fs::copy(&path, folder.path().join(".a.workbook-new")).expect("copied");

        atomically(&link, b"new").expect("written");
        assert_eq!(std::fs::read(&old).ok().as_deref(), Some(&b"old"[..]));
        assert_eq!(std::fs::read(&path).ok().as_deref(), Some(&b"new"[..]));
        assert!(link.is_symlink());
        assert_eq!(std::fs::metadata(&path).expect("a file").permissions().mode() & 0o777, 0o444);
        assert_eq!(std::fs::read_dir(&folder).expect("a folder").count(), 3);
    }
}
