//! Trees of files: the authors' workbook, and the scratch copies made from it.

use anyhow::{Context, Result};
use course::{LessonInfo, Problem};
use std::collections::BTreeMap;
use std::path::Path;
use workbook::git;

/// The contents of files by their path from the tree's folder, with `/` as separator.
pub type Files = BTreeMap<String, Vec<u8>>;

/// Reads the files that git tracks or would track.
pub fn read(root: &Path) -> Result<Files> {
    let mut files = Files::new();
    for file in listed(root)? {
        let path = root.join(&file);
        // A tracked file may have been deleted, and a submodule is a folder.
        if path.is_file() {
            let contents = std::fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
            files.insert(file, contents);
        }
    }
    Ok(files)
}

/// Lists the files of a working tree that git tracks, and new ones that it would not ignore.
fn listed(root: &Path) -> Result<Vec<String>> {
    let list =
        git::run(root, &["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"])?;
    Ok(list.split_terminator('\0').map(str::to_owned).collect())
}

/// Reads the lessons in a tree, in their order.
pub fn lessons(files: &Files) -> Result<Vec<LessonInfo>, Problem> {
    let folder = |file: &String| Some(file.strip_prefix("lessons/")?.split_once('/')?.0.to_owned());
    let mut folders: Vec<String> = files.keys().filter_map(folder).collect();
    folders.dedup();
    LessonInfo::in_folders(folders, |file| {
        let text = files.get(file).map(|contents| str::from_utf8(contents)).transpose();
        Ok(text.map_err(|_| Problem::of(file, "is not UTF-8"))?.map(str::to_owned))
    })
}

/// Makes a folder hold exactly these files. Unchanged ones keep their times, at which cargo looks.
pub fn write(folder: &Path, files: &Files) -> Result<()> {
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    delete_others(folder, "", files)?;
    for (file, contents) in files {
        write_if_changed(&folder.join(file), contents)?;
    }
    Ok(())
}

/// Writes a file, unless it has these contents already.
pub fn write_if_changed(path: &Path, contents: &[u8]) -> Result<()> {
    if std::fs::read(path).is_ok_and(|old| old == contents) {
        return Ok(());
    }
    let write = || {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        std::fs::write(path, contents)
    };
    write().with_context(|| format!("cannot write {}", path.display()))
}

/// Copies a folder with each file's time of change, by which cargo decides what to build.
pub fn copy(from: &Path, to: &Path) -> Result<()> {
    let context = || format!("cannot copy {} to {}", from.display(), to.display());
    std::fs::create_dir_all(to).with_context(context)?;
    for entry in std::fs::read_dir(from).with_context(context)? {
        let entry = entry.with_context(context)?;
        let copied = to.join(entry.file_name());
        if entry.file_type().with_context(context)?.is_dir() {
            copy(&entry.path(), &copied)?;
            continue;
        }
        let copy = || {
            std::fs::copy(entry.path(), &copied)?;
            let changed = entry.metadata()?.modified()?;
            std::fs::File::options().append(true).open(&copied)?.set_modified(changed)
        };
        copy().with_context(context)?;
    }
    Ok(())
}

/// Deletes the files below `folder` that the tree does not have. `prefix` is the folder's path in the tree.
fn delete_others(folder: &Path, prefix: &str, files: &Files) -> Result<()> {
    let context = || format!("cannot tidy {}", folder.display());
    for entry in std::fs::read_dir(folder).with_context(context)? {
        let entry = entry.with_context(context)?;
        let path = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if !entry.file_type().with_context(context)?.is_dir() {
            if !files.contains_key(&path) {
                std::fs::remove_file(entry.path()).with_context(context)?;
            }
            continue;
        }
        let inside = format!("{path}/");
        let wanted = files.range(inside.clone()..).next().is_some_and(|(file, _)| file.starts_with(&inside));
        match wanted {
            true => delete_others(&entry.path(), &inside, files)?,
            false => std::fs::remove_dir_all(entry.path()).with_context(context)?,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_written_tree_holds_its_files_and_no_others() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let tree = |files: &[(&str, &str)]| -> Files {
            files.iter().map(|(file, text)| (file.to_string(), text.as_bytes().to_vec())).collect()
        };
        let text = |file| std::fs::read_to_string(folder.path().join(file)).ok();

        write(folder.path(), &tree(&[("a", "1"), ("b/c", "2"), ("b/d/e", "3"), ("b/h", "7"), ("b-/f", "4")]))
            .expect("written");
        let before = std::fs::metadata(folder.path().join("b/c")).and_then(|data| data.modified()).ok();
        write(folder.path(), &tree(&[("a", "5"), ("b/c", "2"), ("g/ä", "6")])).expect("written again");

        assert_eq!(text("a").as_deref(), Some("5"));
        assert_eq!(text("g/ä").as_deref(), Some("6"));
        let after = std::fs::metadata(folder.path().join("b/c")).and_then(|data| data.modified()).ok();
        assert_eq!(before, after);
        assert!(!folder.path().join("b/d").exists());
        assert!(!folder.path().join("b/h").exists());
        assert!(!folder.path().join("b-").exists());
    }
}
