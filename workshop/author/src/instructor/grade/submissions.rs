//! Finds the submissions in a folder, and reads each in a process of its own, which a bad one may end.

use crate::cli::Run;
use crate::instructor::grade::handed_in::{Given, HandedIn, is_code};
use crate::instructor::grade::marks::Tentacle;
use crate::instructor::grade::report::short;
use crate::instructor::grade::roster::Student;
use anyhow::{Context, Result, bail, ensure};
use course::command_line::Command;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;
use workbook::checks::{self, Most};
use workbook::process;
use zip::ZipArchive;

/// The most bytes of a file that a student writes, and of one that a student's program does.
const LARGEST: u64 = 1 << 18;
const LARGEST_PRINTED: u64 = 1 << 22;

const MOST_FILES: usize = 100_000;

/// The ending of archives that are read.
const READ: &str = ".zip";

/// The endings of archives that are refused.
const NOT_READ: &str = ".7z .rar .tar .tar.gz .tgz .tar.xz .txz .tar.bz2 .tbz2 .tar.zst .gz .xz .bz2";

/// The most letters of a name from outside.
const LONGEST: usize = 200;

/// Advice for an archive that holds several submissions.
const A_CLASS: &str =
    "if it is a whole class, unpack it and name the folder in which each student's folder or archive is";

/// Names of folders without anything that a student has written.
const SKIPPED: [&str; 4] = [".git", "target", "__MACOSX", "node_modules"];

/// The time and memory for the process that reads a submission.
const TIME: Duration = Duration::from_secs(20);
const MOST: Most = Most { memory: 2048, output: 64 << 10, time: Some(TIME), processes: None };

/// A folder or archive that was handed in.
#[derive(Clone)]
pub struct Submission {
    /// The student's name, or else the file's.
    pub name: String,
    /// The file name of its folder or archive.
    pub file: String,
    pub student: Option<Student>,
    pub path: PathBuf,
}

impl Submission {
    pub fn new(path: PathBuf) -> Self {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let name = shown(&name);
        Self { file: name.clone(), name, student: None, path }
    }

    pub fn of(&self, student: &Student) -> Self {
        Self { name: student.name.clone(), student: Some(student.clone()), ..self.clone() }
    }

    /// Reads it in another process, or returns why that failed. Files pass the input and the result.
    pub fn read(&self, given: &Path, out: &Path) -> Result<Result<HandedIn, String>> {
        let tool = std::env::current_exe().context("the tool cannot find itself")?;
        let mut command = checks::limited(None, &tool, MOST);
        command.args(["grade", "read"]).args([given, self.path.as_path()]).stdin(Stdio::null());
        let file = File::create(out).with_context(|| format!("cannot write {}", out.display()))?;
        let ended = process::run(command.stdout(file).stderr(Stdio::null()), 3 * TIME)?;
        let read = std::fs::read(out).ok().filter(|_| ended.is_some_and(|status| status.success()));
        Ok(read.and_then(|read| serde_json::from_slice(&read).ok()).unwrap_or_else(|| {
            let (time, memory) = (TIME.as_secs(), MOST.memory);
            Err(format!("could not be graded: reading it takes more than {time} s or {memory} MiB"))
        }))
    }
}

/// The command `grade read`, which only `grade` starts, as the process that reads a submission.
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
        let read = handed_in(Path::new(submission), &given).map_err(|why| format!("{why:#}"));
        serde_json::to_writer(std::io::stdout().lock(), &read)?;
        Ok(true)
    },
);

/// Returns the submissions in a folder, sorted by name, and the names of other files.
pub fn find(folder: &Path) -> Result<(Vec<Submission>, Vec<String>)> {
    let entries = std::fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))?;
    if folder.join("Cargo.toml").is_file() && folder.join("lessons").is_dir() {
        bail!("{} is one workbook. Name the folder with the submissions.", folder.display());
    }
    let entries: Vec<_> = entries.collect::<Result<_, _>>()?;
    let paths = entries.into_iter().filter(|entry| !entry.file_name().as_encoded_bytes().starts_with(b"."));
    let (mut found, others): (Vec<_>, Vec<_>) = (paths.map(|entry| Submission::new(entry.path())))
        .partition(|one| one.path.is_dir() || archive_end(&one.path.to_string_lossy()).is_some());
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
    let mut others: Vec<String> = others.into_iter().map(|other| other.name).collect();
    others.sort();
    Ok((found, others))
}

/// Numbers submissions that have the same name.
pub fn number(submissions: &mut [Submission]) {
    for at in 1..submissions.len() {
        let name = submissions[at].name.clone();
        let others = submissions[..at].iter().filter(|other| other.name == name).count();
        if others > 0 {
            submissions[at].name = format!("{name} ({})", others + 1);
        }
    }
}

/// Returns a name from outside in printable signs, shortened if it is long.
pub fn shown(name: &str) -> String {
    short(&printable(name), LONGEST)
}

/// Returns a text without the signs that a terminal does not print, or that change the order of others.
pub fn printable(name: &str) -> String {
    let turns = |c: char| matches!(c, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}');
    name.replace(|c: char| c.is_control() || turns(c), "�")
}

/// Returns the ending of an archive's name.
fn archive_end(name: &str) -> Option<&'static str> {
    let name = name.to_ascii_lowercase();
    [READ].into_iter().chain(NOT_READ.split(' ')).find(|end| name.ends_with(end) && name.len() > end.len())
}

/// Reads the answers of a submission, or returns why there are none.
fn handed_in(path: &Path, given: &Given) -> Result<HandedIn> {
    ensure!(!path.is_symlink(), "is a link to another place");
    let mut files = entries(path)?;
    // Moodle has a folder for each student's archive.
    if let ([], true) = (&tops(&files)[..], path.is_dir()) {
        let archives = files.iter().filter(|file| file.is_file && archive_end(&file.path).is_some());
        match archives.collect::<Vec<_>>()[..] {
            [] => {}
            [archive] => files = entries(&path.join(&archive.path))?,
            _ => bail!("holds several archives; {A_CLASS}"),
        }
    }
    let is_outside =
        |file: &Entry| file.path.starts_with('/') || file.path.split('/').any(|part| part == "..");
    let outside: Vec<String> = files.extract_if(.., |file| is_outside(file)).map(|file| file.path).collect();
    let tops = tops(&files);
    let Some(top) = tops.iter().min_by_key(|top| top.matches('/').count()).map(|top| (*top).to_owned())
    else {
        bail!("holds no workbook: no folder in it has a Cargo.toml and lessons");
    };
    if let Some(other) = tops.iter().find(|other| !other.starts_with(&top)) {
        let [one, other] = [&*top, other].map(|top| shown(top.trim_end_matches('/')));
        bail!("holds a workbook in {one} and another in {other}; {A_CLASS}");
    }
    files.retain(|file| file.path.starts_with(&top));
    files.iter_mut().for_each(|file| drop(file.path.drain(..top.len())));
    let outside = Some(outside).filter(|outside| !outside.is_empty());
    let outside = outside.map(|outside| ("leads out of the archive; it was left out".to_owned(), outside));
    Ok(given.read(files, outside.into_iter().collect()))
}

/// A file in an archive or folder.
pub struct Entry {
    /// The path, with `/` between its parts.
    pub path: String,
    /// True if it is a plain file, no link or device.
    pub is_file: bool,
    /// The contents if they may count, or why they do not.
    pub contents: Result<Vec<u8>, String>,
}

impl Entry {
    /// Reads a file up to the limit, since the size that an archive states is not to be trusted.
    fn new<R: Read>(path: String, is_file: bool, open: impl FnOnce() -> Result<R>) -> Self {
        let is_printed = path.rsplit('/').next() == Some(Tentacle::FILE);
        let largest = if is_printed { LARGEST_PRINTED } else { LARGEST };
        let read = || -> Result<Vec<u8>> {
            ensure!(is_file, "is a link or not a plain file");
            let mut contents = Vec::new();
            if is_code(&path) || is_printed {
                open()?.take(largest + 1).read_to_end(&mut contents).context("cannot be read")?;
            }
            ensure!(contents.len() as u64 <= largest, "is larger than {} KiB", largest >> 10);
            Ok(contents)
        };
        let contents = read().map_err(|why| format!("{why:#}"));
        Self { path, is_file, contents }
    }
}

/// Returns all files of a submission, with their paths.
fn entries(path: &Path) -> Result<Vec<Entry>> {
    let mut entries = match archive_end(&path.to_string_lossy()) {
        _ if path.is_dir() => listed(path)?,
        Some(READ) => unzipped(path)?,
        end => bail!(
            "is a {} archive, which is not read. It has to be handed in as a zip",
            end.unwrap_or_default()
        ),
    };
    ensure!(entries.len() <= MOST_FILES, "has more than {MOST_FILES} files");
    entries.retain(|entry| !entry.path.split('/').any(|part| SKIPPED.contains(&part)));
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

/// Returns all files below a folder, without following links.
fn listed(folder: &Path) -> Result<Vec<Entry>> {
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

/// Returns the folders that look like a workbook, each with `/` at its end unless it is the topmost.
fn tops(files: &[Entry]) -> Vec<&str> {
    let tops = files.iter().filter_map(|file| file.path.strip_suffix("Cargo.toml"));
    let whole = tops.filter(|top| top.is_empty() || top.ends_with('/'));
    whole
        .filter(|top| {
            let lessons = format!("{top}lessons/");
            let first = files.partition_point(|file| file.path < lessons);
            files.get(first).is_some_and(|file| file.path.starts_with(&lessons))
        })
        .collect()
}
