//! Finds the submissions in a folder and reads them, whatever is in them.

use crate::instructor::grade::handed_in::{Differences, Given, HandedIn, LARGEST, Role, printable};
use crate::instructor::grade::roster::Student;
use crate::instructor::grade::tar::Tar;
use crate::instructor::zip::{Entry, Reader};
use anyhow::{Context, Result, bail};
use std::io::Read;
use std::path::{Path, PathBuf};

/// A workbook may lie this many folders deep in a submission.
const DEEPEST: usize = 4;

/// A zip in a submission is no larger, in bytes, nor what an archive of other kinds unpacks to.
const LARGEST_ZIP: u64 = 1 << 28;

/// How the names of archives end that are read.
const READ: [&str; 4] = [".zip", ".tar.gz", ".tgz", ".tar"];

/// How those end that are not.
const NOT_READ: [&str; 10] =
    [".7z", ".rar", ".tar.xz", ".txz", ".tar.bz2", ".tbz2", ".tar.zst", ".gz", ".xz", ".bz2"];

/// No submission has more files.
const MOST_FILES: usize = 100_000;

/// What to do if a submission is more than one.
const A_CLASS: &str =
    "if it is a whole class, unpack it and name the folder in which each student's folder or archive lies";

/// These folders hold nothing that anyone has written.
const SKIPPED: [&str; 4] = [".git", "target", "__MACOSX", "node_modules"];

/// Something that was handed in.
#[derive(Clone)]
pub struct Submission {
    /// Whose it is.
    pub name: String,
    /// Who that is, if there is a roster.
    pub student: Option<Student>,
    path: PathBuf,
}

impl Submission {
    /// One that lies nowhere.
    #[cfg(test)]
    pub fn named(name: &str) -> Self {
        Self { name: name.to_owned(), student: None, path: PathBuf::new() }
    }

    /// Where it is, unless it is a link to another place.
    pub fn place(&self) -> Option<PathBuf> {
        self.path.canonicalize().ok().filter(|_| !self.path.is_symlink())
    }
}

/// The submissions in a folder by name, and what else is there.
pub fn find(folder: &Path) -> Result<(Vec<Submission>, Vec<String>)> {
    if folder.is_file() {
        bail!("{} is a file. Unpack it, and name the folder that the submissions lie in.", folder.display());
    }
    let entries = std::fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))?;
    if folder.join("Cargo.toml").is_file() && folder.join("lessons").is_dir() {
        bail!("{} is one workbook. Name the folder that the submissions lie in.", folder.display());
    }
    let (mut found, mut others) = (Vec::new(), Vec::new());
    for entry in entries {
        let path = entry.with_context(|| format!("cannot list {}", folder.display()))?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.starts_with('.') {
            continue;
        }
        match path.is_dir() || archive_end(&name).is_some() {
            true => found.push(Submission { name: printable(&name), student: None, path }),
            false => others.push(printable(&name)),
        }
    }
    if found.is_empty() {
        bail!("no submissions in {}: it has neither folders nor archives", folder.display());
    }
    // `anna.zip` is Anna's, unless there is something else of that name as well.
    let stem = |name: &str| archive_end(name).map_or(name, |end| &name[..name.len() - end.len()]).to_owned();
    let stems: Vec<String> = found.iter().map(|submission| stem(&submission.name)).collect();
    for submission in &mut found {
        let stem = stem(&submission.name);
        if stems.iter().filter(|other| **other == stem).count() == 1 {
            submission.name = stem;
        }
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
    others.sort();
    Ok((found, others))
}

/// How the name of an archive ends.
fn archive_end(name: &str) -> Option<&'static str> {
    let name = name.to_ascii_lowercase();
    READ.into_iter().chain(NOT_READ).find(|end| name.ends_with(end) && name.len() > end.len())
}

/// What of a submission counts; the error says why nothing does.
pub fn hand_in(submission: &Submission, given: &Given<'_>) -> Result<HandedIn, String> {
    let read = || -> Result<HandedIn> {
        if submission.path.is_symlink() {
            bail!("is a link to another place");
        }
        let name = submission.path.to_string_lossy().to_ascii_lowercase();
        let mut place = match archive_end(&name) {
            _ if submission.path.is_dir() => Place::Folder(submission.path.clone()),
            Some(".zip") | None => Place::Zip(Reader::open(&submission.path)?),
            Some(end) if READ.contains(&end) => Place::Tar(Tar::open(&submission.path, end != ".tar")?),
            Some(end) => bail!("is a {end} archive, which is not read. It has to be handed in as a zip"),
        };
        let (mut items, mut outside) = place.items()?;
        let mut top = top_of(&items);
        if let (None, Some(inner)) = (&top, only_zip(&items)) {
            let contents = place.read(inner, LARGEST_ZIP).map_err(anyhow::Error::msg)?;
            place = Place::Zip(Reader::of(contents)?);
            (items, outside) = place.items()?;
            top = top_of(&items);
        }
        let top = top.with_context(|| match top_within(&items, usize::MAX) {
            Some(deep) => format!(
                "has its workbook in {}, deeper than {DEEPEST} folders. The folder with Cargo.toml has to be handed in",
                printable(deep.trim_end_matches('/'))
            ),
            None if zips(&items).nth(1).is_some() => format!("holds several zips; {A_CLASS}"),
            None => "holds no workbook: no folder in it has a Cargo.toml and lessons".to_owned(),
        })?;
        if let Some(other) = tops(&items, DEEPEST).find(|other| !other.starts_with(&top)) {
            let [one, other] = [&top, other].map(|top| printable(top.trim_end_matches('/')));
            bail!("holds a workbook in {one} and another in {other}; {A_CLASS}");
        }
        Ok(take_all(&mut place, &items, Differences { outside, ..Differences::default() }, &top, given))
    };
    read().map_err(|error| format!("{error:#}"))
}

/// Reads what counts, and compares what does not.
fn take_all(
    place: &mut Place,
    items: &[Item],
    mut differences: Differences,
    top: &str,
    given: &Given<'_>,
) -> HandedIn {
    let mut handed = HandedIn::default();
    for item in items {
        let Some(file) = item.path.strip_prefix(top) else { continue };
        let role = given.role(file);
        if !item.is_file && !matches!(role, Role::Answers | Role::Given) {
            differences.links.push(file.to_owned());
            continue;
        }
        match role {
            Role::Answers => given.take(&mut handed, file, place.read(item, LARGEST)),
            Role::Given => {
                differences.seen.insert(file.to_owned());
                let contents = place.read(item, given.size(file));
                if let (Some(own), Ok(theirs)) =
                    (given.starter.get(file).filter(|_| file.ends_with("Cargo.toml")), &contents)
                {
                    handed.note_crates(own, theirs);
                }
                if contents.map_or(true, |contents| given.differs(file, &contents)) {
                    differences.changed.push(file.to_owned());
                }
            }
            Role::Foreign => differences.foreign.push(file.to_owned()),
            Role::Ignored => {}
        }
    }
    given.compare(&mut handed, &differences);
    handed
}

/// Where the files of a submission are.
enum Place {
    Folder(PathBuf),
    Zip(Reader),
    Tar(Tar),
}

/// A file of a submission.
struct Item {
    /// Its path, parts joined by `/`.
    path: String,
    /// Where it is in its zip.
    index: usize,
    is_file: bool,
}

impl From<Entry> for Item {
    fn from(Entry { index, path, is_file }: Entry) -> Self {
        Self { path, index, is_file }
    }
}

impl Place {
    /// Everything but folders, by path, and the paths that lead elsewhere.
    fn items(&mut self) -> Result<(Vec<Item>, Vec<String>)> {
        let (mut items, mut outside) = (Vec::new(), Vec::new());
        match self {
            Self::Folder(folder) => walk(folder, "", &mut items)?,
            Self::Zip(zip) => {
                let entries;
                (entries, outside) = zip.entries();
                items.extend(entries.into_iter().map(Item::from));
            }
            Self::Tar(tar) => {
                let entries;
                (entries, outside) = tar.entries();
                items.extend(entries.into_iter().map(Item::from));
            }
        }
        items.retain(|item| !item.path.split('/').any(|part| SKIPPED.contains(&part)));
        items.sort_by(|a, b| a.path.cmp(&b.path));
        Ok((items, outside))
    }

    /// The contents of a file that is not too large; the error says what it is instead.
    fn read(&mut self, item: &Item, most: u64) -> Result<Vec<u8>, String> {
        if !item.is_file {
            return Err("is a link or not a plain file".to_owned());
        }
        let contents = match self {
            Self::Zip(zip) => zip.read(item.index, most).map_err(|error| format!("{error:#}"))?,
            Self::Tar(tar) => tar.read(item.index, most),
            Self::Folder(folder) => {
                let file = std::fs::File::open(folder.join(&item.path));
                let mut contents = Vec::new();
                let read = file.and_then(|file| file.take(most + 1).read_to_end(&mut contents));
                read.map_err(|error| format!("cannot be read ({error})"))?;
                (contents.len() as u64 <= most).then_some(contents)
            }
        };
        contents.ok_or_else(|| format!("is larger than {} MiB", most >> 20))
    }
}

/// Lists a folder with all folders in it, and follows no links.
fn walk(folder: &Path, prefix: &str, items: &mut Vec<Item>) -> Result<()> {
    let context = "has a folder that cannot be listed";
    for entry in std::fs::read_dir(folder).context(context)? {
        let entry = entry.context(context)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let kind = entry.file_type().context(context)?;
        let path = format!("{prefix}{name}");
        if !kind.is_dir() {
            items.push(Item { path, index: 0, is_file: kind.is_file() });
        } else if !SKIPPED.contains(&name.as_str()) {
            walk(&entry.path(), &format!("{path}/"), items)?;
        }
        if items.len() > MOST_FILES {
            bail!("has more than {MOST_FILES} files");
        }
    }
    Ok(())
}

/// The folder of the workbook among the files, with a `/` at its end unless it is the topmost.
fn top_of(items: &[Item]) -> Option<String> {
    top_within(items, DEEPEST)
}

fn top_within(items: &[Item], deepest: usize) -> Option<String> {
    tops(items, deepest).min_by_key(|top| depth(top)).map(str::to_owned)
}

/// The folders of workbooks.
fn tops(items: &[Item], deepest: usize) -> impl Iterator<Item = &str> {
    let tops = items.iter().filter_map(|item| item.path.strip_suffix("Cargo.toml"));
    let whole = tops.filter(|top| top.is_empty() || top.ends_with('/'));
    whole.filter(move |top| depth(top) <= deepest).filter(|top| {
        let lessons = format!("{top}lessons/");
        items.iter().any(|item| item.path.starts_with(&lessons))
    })
}

fn depth(path: &str) -> usize {
    path.matches('/').count()
}

/// The zip in a submission that has just one.
fn only_zip(items: &[Item]) -> Option<&Item> {
    let mut zips = zips(items);
    zips.next().filter(|_| zips.next().is_none())
}

fn zips(items: &[Item]) -> impl Iterator<Item = &Item> {
    items.iter().filter(|item| archive_end(&item.path) == Some(".zip") && depth(&item.path) <= DEEPEST)
}
