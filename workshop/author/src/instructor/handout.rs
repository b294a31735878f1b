//! `cargo workbook handout`: the students' files for a lesson, as a folder or a zip.

use crate::tree::{self, Files};
use anstream::println;
use anyhow::{Context, Result, bail};
use course::LessonInfo;
use cut::history;
use cut::numbers::Numbers;
use cut::source::{Commit, Entry};
use std::io::{Cursor, Write};
use std::path::{Path, PathBuf};
use workbook::style::DIM;
use workbook::write;
use zip::write::SimpleFileOptions;
use zip::{DateTime, ZipWriter};

/// Writes the files to a new folder or, unless one is named, to a zip.
pub fn handout(
    root: &Path,
    number: u8,
    lessons: Option<&Numbers>,
    out: Option<&Path>,
    zip: Option<&Path>,
) -> Result<()> {
    let taught = |lesson: &LessonInfo| lessons.is_none_or(|only| only.has(lesson.number));
    let commit = Commit::current(root)?;
    let (name, files) = history::with_course(&commit, taught, |course| {
        let lesson = course.lesson(number).with_context(|| format!("there is no lesson {number}"))?;
        let mut files = history::solved_through(course, number.saturating_sub(1));
        files.retain(|file, _| is_needed(file, &lesson.folder));
        Ok((name(lesson), files))
    })?;
    let path = match (out, zip) {
        (Some(folder), _) => write_folder(folder, &commit, &files)?,
        (None, Some(file)) => write_zip(file, &name, &commit, &files)?,
        (None, None) => write_zip(Path::new(&format!("{name}.zip")), &name, &commit, &files)?,
    };
    let (path, count, hash) = (path.display(), files.len(), commit.short());
    println!("{path}  {DIM}{count} files of {hash}, lesson {number:02} and those after it open{DIM:#}");
    Ok(())
}

/// Returns true if students need a file to work on a lesson: all but other lessons' pictures and diagrams,
/// which are most of the workbook, the pictures of mistakes, and what only authors read and run. Other
/// lessons' texts and sources are a thirtieth of the rest, and cargo, links and the lessons after it want
/// them.
fn is_needed(file: &str, lesson: &str) -> bool {
    let shows = ["/pictures/", "/diagrams/"].iter().any(|folder| file.contains(folder));
    let picture = file.starts_with("lessons/") && shows;
    let own = file.starts_with(&format!("{lesson}/")) && !file.contains("/pictures/mistakes/");
    !is_for_authors(file) && (!picture || own)
}

/// Returns true if only authors read or run a file, so that no handout has it. The pages on an engine have tasks.
pub fn is_for_authors(file: &str) -> bool {
    let folders = ["docs/", "workshop/assets/make/"];
    folders.iter().any(|folder| file.starts_with(folder)) && !file.starts_with("docs/engine/")
}

fn name(lesson: &LessonInfo) -> String {
    format!("workbook-{}", lesson.slug())
}

fn write_folder(folder: &Path, commit: &Commit, files: &Files) -> Result<PathBuf> {
    let is_empty = || std::fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_none());
    // A broken link is in the way too.
    if folder.symlink_metadata().is_ok() && !is_empty() {
        bail!("{} stands there already. Name a new folder or an empty one.", folder.display());
    }
    tree::write(folder, files)?;
    for file in files.keys().filter(|file| commit.entries.get(*file).is_some_and(Entry::is_executable)) {
        make_executable(&folder.join(file))?;
    }
    Ok(folder.to_owned())
}

/// Makes a file executable on systems that ask for it.
#[cfg(unix)]
fn make_executable(file: &Path) -> Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let permissions = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(file, permissions)
        .with_context(|| format!("cannot set the mode of {}", file.display()))
}

#[cfg(not(unix))]
fn make_executable(_: &Path) -> Result<()> {
    Ok(())
}

/// Writes a zip that depends on nothing but the files.
fn write_zip(path: &Path, top: &str, commit: &Commit, files: &Files) -> Result<PathBuf> {
    if path.symlink_metadata().is_ok() {
        bail!("{} stands there already. Delete it or choose another name.", path.display());
    }
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (file, contents) in files {
        let executable = commit.entries.get(file).is_some_and(Entry::is_executable);
        let options = SimpleFileOptions::default()
            .last_modified_time(DateTime::default())
            .unix_permissions(if executable { 0o755 } else { 0o644 });
        zip.start_file(format!("{top}/{file}"), options)?;
        zip.write_all(contents)?;
    }
    write::atomically(path, zip.finish()?.get_ref())?;
    Ok(path.to_owned())
}
