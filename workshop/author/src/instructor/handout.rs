//! `cargo workbook handout`: the students' files for a lesson, as a folder or a zip.

use crate::instructor::history;
use crate::instructor::numbers::Numbers;
use crate::instructor::source::{Commit, Entry};
use crate::instructor::zip::Writer;
use anstream::println;
use anyhow::{Context, Result, bail};
use course::LessonInfo;
use std::path::{Path, PathBuf};
use workbook::style::DIM;
use workbook::tree::{self, Files};

/// Shows a picture of every lesson.
const README: &str = "README.md";

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
    let (name, files) = history::with_course(root, &commit, taught, |course| {
        let lesson = course.lesson(number).with_context(|| format!("there is no lesson {number}"))?;
        let mut files = history::solved_through(course, number.saturating_sub(1))?;
        files.retain(|file, _| is_needed(file, &lesson.folder));
        if let Some(readme) = files.remove(README) {
            let text = in_words(&String::from_utf8_lossy(&readme), |picture| files.contains_key(picture));
            files.insert(README.to_owned(), text.into_bytes());
        }
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

/// True if students need a file to work on a lesson: all but other lessons' pictures and diagrams, which are most of
/// the workbook, the pictures of mistakes, and what only authors read and run. Other lessons' texts and sources are a
/// thirtieth of the rest, and cargo, links and the lessons after it want them.
fn is_needed(file: &str, lesson: &str) -> bool {
    let shows = ["/pictures/", "/diagrams/"].iter().any(|folder| file.contains(folder));
    let picture = file.starts_with("lessons/") && shows;
    let own = file.starts_with(&format!("{lesson}/")) && !file.contains("/pictures/mistakes/");
    !is_for_authors(file) && (!picture || own)
}

/// True if only authors read or run a file.
pub fn is_for_authors(file: &str) -> bool {
    ["docs/", "workshop/assets/make/"].iter().any(|folder| file.starts_with(folder))
}

/// A text in which pictures that are not there are what it says of them.
fn in_words(text: &str, is_there: impl Fn(&str) -> bool) -> String {
    let mut words = String::new();
    let mut rest = text;
    while let Some(at) = [rest.find("!["), rest.find("<img ")].into_iter().flatten().min() {
        let (before, picture) = rest.split_at(at);
        let is_html = picture.starts_with('<');
        let end = picture.find(if is_html { '>' } else { ')' }).map_or(picture.len(), |end| end + 1);
        let (picture, after) = picture.split_at(end);
        let between = |from: &str, to: char| picture.split_once(from)?.1.split(to).next();
        let (file, says) = match is_html {
            true => (between("src=\"", '"'), between("alt=\"", '"')),
            false => (between("](", ')'), between("![", ']')),
        };
        let stays = file.is_none_or(&is_there);
        words.extend([before, if stays { picture } else { says.unwrap_or_default() }]);
        rest = after;
    }
    words + rest
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

fn write_zip(path: &Path, top: &str, commit: &Commit, files: &Files) -> Result<PathBuf> {
    let mut zip = Writer::create(path)?;
    for (file, contents) in files {
        let executable = commit.entries.get(file).is_some_and(Entry::is_executable);
        zip.add(&format!("{top}/{file}"), contents, executable)?;
    }
    zip.finish()?;
    Ok(path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::in_words;

    #[test]
    fn a_picture_that_is_left_out_is_told_in_words() {
        let text = "![A knight](a.gif) and <a href=\"b\"><img src=\"b.png\" width=\"9\" alt=\"An arm\"></a>, ![c](c.png)!";
        let told = in_words(text, |file| file == "c.png");
        assert_eq!(told, "A knight and <a href=\"b\">An arm</a>, ![c](c.png)!");
    }
}
