//! `cargo workbook handout`: the students' files for a lesson, as a folder or a zip.

use anstream::println;
use anyhow::{Context, Result, ensure};
use course::LessonInfo;
use cut::history;
use cut::numbers::Numbers;
use cut::source::Commit;
use std::path::{Path, PathBuf};
use workbook::style::DIM;
use workbook::{git, write};

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
        Ok((format!("workbook-{}", lesson.slug()), files))
    })?;
    let path = out.or(zip).map_or_else(|| PathBuf::from(format!("{name}.zip")), Path::to_owned);
    let is_empty =
        |folder: &Path| std::fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_none());
    // A broken link is in the way too.
    let is_free = path.symlink_metadata().is_err() || out.is_some_and(is_empty);
    ensure!(is_free, "{} stands there already. Delete it or choose another name.", path.display());
    history::with_commit(root, &commit, &name, &files, |handed| {
        if out.is_none() {
            let args = ["--work-tree=.", "archive", "--format=zip", &format!("--prefix={name}/"), handed];
            return write::atomically(&path, &git::feed(root, &args, b"")?);
        }
        std::fs::create_dir_all(&path).with_context(|| format!("cannot make {}", path.display()))?;
        let folder = std::path::absolute(&path)?;
        let index = folder.join("index");
        git::write_tree(root, handed, &folder, &index)?;
        Ok(std::fs::remove_file(index)?)
    })?;
    let (path, count, hash) = (path.display(), files.len(), commit.short());
    println!("{path}  {DIM}{count} files of {hash}, lesson {number:02} and those after it open{DIM:#}");
    Ok(())
}

/// Returns true if students need a file to work on a lesson: all but other lessons' pictures and diagrams, which are most
/// of the workbook, the pictures of mistakes, and what only authors read and run. The pages on an engine have tasks.
fn is_needed(file: &str, lesson: &str) -> bool {
    let is_in = |folder: &&str| file.contains(folder);
    let picture = file.starts_with("lessons/") && ["/pictures/", "/diagrams/"].iter().any(is_in);
    let own = file.starts_with(&format!("{lesson}/")) && !file.contains("/pictures/mistakes/");
    let mut authors = ["docs/", "workshop/assets/make/"].iter();
    let is_authors = authors.any(|folder| file.starts_with(folder)) && !file.starts_with("docs/engine/");
    !is_authors && (!picture || own)
}
