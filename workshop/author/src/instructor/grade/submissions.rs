//! Finds the submissions in a folder, and reads each in a process of its own, so that a bad one ends no more than that.

use crate::cli::Run;
use crate::instructor::grade::handed_in::{self, Found, Given, LARGEST, is_code, printable};
use crate::instructor::grade::roster::Student;
use anyhow::{Context, Result, bail, ensure};
use course::command_line::Command;
use flate2::read::MultiGzDecoder;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;
use workbook::checks::{self, Most};
use workbook::process;
use zip::ZipArchive;

/// A workbook may be this many folders deep in a submission.
const DEEPEST: usize = 4;

/// An archive of other kinds than zip unpacks to no more, in bytes.
const LARGEST_TAR: u64 = 1 << 28;

/// Endings of the names of archives that are read.
const READ: [&str; 4] = [".zip", ".tar.gz", ".tgz", ".tar"];

/// Endings of the names of archives that are refused.
const NOT_READ: [&str; 10] =
    [".7z", ".rar", ".tar.xz", ".txz", ".tar.bz2", ".tbz2", ".tar.zst", ".gz", ".xz", ".bz2"];

/// No submission has more files.
const MOST_FILES: usize = 100_000;

/// Advice for a submission that is more than one.
const A_CLASS: &str =
    "if it is a whole class, unpack it and name the folder in which each student's folder or archive is";

/// These folders hold nothing that anyone has written.
const SKIPPED: [&str; 4] = [".git", "target", "__MACOSX", "node_modules"];

/// Limits for reading a submission.
const MOST: Most =
    Most { memory: 2048, output: 64 << 10, time: Some(Duration::from_secs(20)), processes: None };

/// Something that was handed in.
#[derive(Clone)]
pub struct Submission {
    /// Name of the submission.
    pub name: String,
    /// The student, if there is a roster.
    pub student: Option<Student>,
    path: PathBuf,
}

impl Submission {
    /// One that is nowhere.
    #[cfg(test)]
    pub fn named(name: &str) -> Self {
        Self { name: name.to_owned(), student: None, path: PathBuf::new() }
    }

    /// Reads it in another process. One file holds the input, and another one the result.
    pub fn read(&self, given: &Path, out: &Path) -> Result<handed_in::Read> {
        let tool = std::env::current_exe().context("the tool cannot find itself")?;
        let mut command = checks::limited(None, &tool, MOST);
        command.args(["grade", "read"]).args([given, self.path.as_path()]).stdin(Stdio::null());
        let file = File::create(out).with_context(|| format!("cannot write {}", out.display()))?;
        let ended = process::run(command.stdout(file).stderr(Stdio::null()), 3 * Duration::from_secs(20))?;
        let read = std::fs::read(out).ok().filter(|_| ended.is_some_and(|status| status.success()));
        let read = read.and_then(|read| serde_json::from_slice(&read).ok());
        Ok(read.unwrap_or_else(|| {
            let (time, memory) = (MOST.time.unwrap_or_default().as_secs(), MOST.memory);
            handed_in::Read::Refused(format!(
                "could not be graded: reading it takes more than {time} s or {memory} MiB"
            ))
        }))
    }
}

/// `grade read`, which only `grade` starts.
pub const READ_ONE: (Command, Run) = (
    Command {
        name: "grade read",
        about: "Read one submission, for `grade` alone",
        words: &[["<GIVEN>", "What is given"], ["<SUBMISSION>", "The submission"]],
        ..Command::EMPTY
    },
    |_, line| {
        let [given, submission] = &line.words[..] else { bail!("it takes two words") };
        let given: Given = serde_json::from_slice(&std::fs::read(given)?)?;
        let read = found(Path::new(submission), &given).map(|found| given.read(found));
        let read = read.unwrap_or_else(|why| handed_in::Read::Refused(format!("{why:#}")));
        serde_json::to_writer(std::io::stdout().lock(), &read)?;
        Ok(true)
    },
);

/// The submissions in a folder by name, and what else is there.
pub fn find(folder: &Path) -> Result<(Vec<Submission>, Vec<String>)> {
    if folder.is_file() {
        bail!("{} is a file. Unpack it, and name the folder with the submissions.", folder.display());
    }
    let entries = std::fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))?;
    if folder.join("Cargo.toml").is_file() && folder.join("lessons").is_dir() {
        bail!("{} is one workbook. Name the folder with the submissions.", folder.display());
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
    for (submission, stem) in found.iter_mut().zip(&stems) {
        if stems.iter().filter(|other| *other == stem).count() == 1 {
            submission.name.clone_from(stem);
        }
    }
    found.sort_by(|a, b| (&a.name, &a.path).cmp(&(&b.name, &b.path)));
    others.sort();
    Ok((found, others))
}

/// Tells those of one name apart.
pub fn number(submissions: &mut [Submission]) {
    for at in 1..submissions.len() {
        let name = submissions[at].name.clone();
        let others = submissions[..at].iter().filter(|other| other.name == name).count();
        if others > 0 {
            submissions[at].name = format!("{name} ({})", others + 1);
        }
    }
}

/// Returns the ending of an archive's name.
fn archive_end(name: &str) -> Option<&'static str> {
    let name = name.to_ascii_lowercase();
    READ.into_iter().chain(NOT_READ).find(|end| name.ends_with(end) && name.len() > end.len())
}

/// The files of a submission; the error says why there are none.
fn found(path: &Path, given: &Given) -> Result<Found> {
    ensure!(!path.is_symlink(), "is a link to another place");
    let mut found = Found::default();
    let mut entries = entries(path, &mut found.outside)?;
    let archives: Vec<&Entry> = (entries.iter())
        .filter(|entry| entry.is_file && archive_end(&entry.path).is_some() && depth(&entry.path) <= DEEPEST)
        .collect();
    let count = archives.len();
    // Moodle has a folder for each student's archive.
    if let (true, None, [archive]) = (path.is_dir(), top(&entries, DEEPEST), &archives[..]) {
        let inner = path.join(&archive.path);
        entries = self::entries(&inner, &mut found.outside)?;
    }
    let top = top(&entries, DEEPEST).with_context(|| match top(&entries, usize::MAX) {
        Some(deep) => format!(
            "has its workbook in {}, deeper than {DEEPEST} folders. The folder with Cargo.toml has to be handed in",
            printable(deep.trim_end_matches('/'))
        ),
        None if count > 1 => format!("holds several archives; {A_CLASS}"),
        None => "holds no workbook: no folder in it has a Cargo.toml and lessons".to_owned(),
    })?;
    if let Some(other) = tops(&entries, DEEPEST).find(|other| !other.starts_with(&top)) {
        let [one, other] = [&top, other].map(|top| printable(top.trim_end_matches('/')));
        bail!("holds a workbook in {one} and another in {other}; {A_CLASS}");
    }
    for entry in entries {
        let Some(file) = entry.path.strip_prefix(&top) else { continue };
        match entry.is_file || given.has(file) {
            true => given.take(&mut found, file, entry.contents),
            false => found.links.push(file.to_owned()),
        }
    }
    Ok(found)
}

/// A file in an archive or a folder.
struct Entry {
    /// Its path, parts joined by `/`.
    path: String,
    /// True if it is a plain file.
    is_file: bool,
    /// Its contents if it may count; or what it is instead.
    contents: Result<Vec<u8>, String>,
}

impl Entry {
    fn new<R: Read>(path: String, is_file: bool, open: impl FnOnce() -> Result<R>) -> Self {
        let contents = match is_file {
            false => Err("is a link or not a plain file".to_owned()),
            true if !is_code(&path) => Ok(Vec::new()),
            true => contents(open).unwrap_or_else(|error| Err(format!("cannot be read ({error})"))),
        };
        Self { path, is_file, contents }
    }
}

/// The contents of a file that is not too large. The size that an archive gives is not to be trusted.
fn contents<R: Read>(open: impl FnOnce() -> Result<R>) -> Result<Result<Vec<u8>, String>> {
    let mut contents = Vec::new();
    open()?.take(LARGEST + 1).read_to_end(&mut contents)?;
    let fits = contents.len() as u64 <= LARGEST;
    Ok(if fits { Ok(contents) } else { Err(format!("is larger than {} KiB", LARGEST >> 10)) })
}

/// Returns everything but folders, by path. Paths out of the folder are added to `outside`.
fn entries(path: &Path, outside: &mut Vec<String>) -> Result<Vec<Entry>> {
    let mut entries = match archive_end(&path.to_string_lossy()) {
        _ if path.is_dir() => walk(path)?,
        Some(".zip") => unzipped(path)?,
        Some(end) if READ.contains(&end) => unpacked(path, end != ".tar")?,
        end => bail!(
            "is a {} archive, which is not read. It has to be handed in as a zip",
            end.unwrap_or_default()
        ),
    };
    ensure!(entries.len() <= MOST_FILES, "has more than {MOST_FILES} files");
    let is_inside = |path: &str| !path.starts_with('/') && !path.split('/').any(|part| part == "..");
    outside.extend(entries.iter().filter(|entry| !is_inside(&entry.path)).map(|entry| entry.path.clone()));
    entries
        .retain(|entry| is_inside(&entry.path) && !entry.path.split('/').any(|part| SKIPPED.contains(&part)));
    entries.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(entries)
}

fn unzipped(path: &Path) -> Result<Vec<Entry>> {
    let file = File::open(path).context("cannot be opened")?;
    let mut zip = ZipArchive::new(BufReader::new(file)).context("is not a zip that can be read")?;
    let mut entries = Vec::new();
    for index in 0..zip.len() {
        let Ok(entry) = zip.by_index_raw(index) else { continue };
        // Some programs on Windows write their own separator.
        let Ok(path) = entry.name().map(|name| name.replace('\\', "/")) else { continue };
        let is_file = entry.is_file() && !entry.is_symlink();
        drop(entry);
        if path.trim_start_matches('/').split('/').all(|part| !part.is_empty() && part != ".") {
            entries.push(Entry::new(path, is_file, || Ok(zip.by_index(index)?)));
        }
    }
    Ok(entries)
}

fn unpacked(path: &Path, is_packed: bool) -> Result<Vec<Entry>> {
    const UNREADABLE: &str = "is not a tar that can be read";
    let file = File::open(path).context("cannot be opened")?;
    let reader: Box<dyn Read> = if is_packed { Box::new(MultiGzDecoder::new(file)) } else { Box::new(file) };
    let mut contents = Vec::new();
    reader.take(LARGEST_TAR + 1).read_to_end(&mut contents).context(UNREADABLE)?;
    ensure!(contents.len() as u64 <= LARGEST_TAR, "unpacks to more than {} MiB", LARGEST_TAR >> 20);
    let mut entries = Vec::new();
    for entry in tar::Archive::new(&contents[..]).entries().context(UNREADABLE)? {
        let entry = entry.context(UNREADABLE)?;
        let path = String::from_utf8_lossy(&entry.path_bytes()).trim_start_matches("./").to_owned();
        let kind = entry.header().entry_type();
        if !kind.is_dir() && !path.is_empty() {
            entries.push(Entry::new(path, kind.is_file(), || Ok(entry)));
        }
    }
    Ok(entries)
}

/// Lists a folder with all folders in it, and follows no links.
fn walk(folder: &Path) -> Result<Vec<Entry>> {
    let context = "has a folder that cannot be listed";
    let (mut entries, mut open) = (Vec::new(), vec![String::new()]);
    while let Some(prefix) = open.pop() {
        for entry in std::fs::read_dir(folder.join(&prefix)).context(context)? {
            let entry = entry.context(context)?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let kind = entry.file_type().context(context)?;
            let path = format!("{prefix}{name}");
            if !kind.is_dir() {
                entries.push(Entry::new(path, kind.is_file(), || Ok(File::open(entry.path())?)));
            } else if !SKIPPED.contains(&name.as_str()) {
                open.push(format!("{path}/"));
            }
        }
    }
    Ok(entries)
}

/// The folder of the workbook among the files, with a `/` at its end unless it is the topmost.
fn top(items: &[Entry], deepest: usize) -> Option<String> {
    tops(items, deepest).min_by_key(|top| depth(top)).map(str::to_owned)
}

/// The folders of workbooks.
fn tops(items: &[Entry], deepest: usize) -> impl Iterator<Item = &str> {
    let tops = items.iter().filter_map(|item| item.path.strip_suffix("Cargo.toml"));
    let whole = tops.filter(|top| top.is_empty() || top.ends_with('/'));
    whole.filter(move |top| depth(top) <= deepest).filter(|top| {
        let lessons = format!("{top}lessons/");
        let first = items.partition_point(|item| item.path < lessons);
        items.get(first).is_some_and(|item| item.path.starts_with(&lessons))
    })
}

fn depth(path: &str) -> usize {
    path.matches('/').count()
}
