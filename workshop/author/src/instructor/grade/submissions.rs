//! Finds the submissions in a folder, and reads their code: folders, zips, and clones of repositories.

use anyhow::{Context, Result, bail, ensure};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};
use zip::ZipArchive;

/// The most bytes of a file that a student writes, and of all such files.
const LARGEST: u64 = 1 << 18;
const MOST_BYTES: usize = 32 << 20;

/// The endings of archives that are refused.
const NOT_READ: &str = ".7z .rar .tar .tar.gz .tgz .tar.xz .txz .tar.bz2 .tbz2 .tar.zst .gz .xz .bz2";

/// The most characters of a name from outside.
const LONGEST: usize = 200;

/// Advice for an archive that holds several submissions.
const A_CLASS: &str =
    "if it is a whole class, unpack it and name the folder in which each student's folder or archive is";

/// Names of folders without anything that a student has written.
const SKIPPED: [&str; 4] = [".git", "target", "__MACOSX", "node_modules"];

/// Code by its path, each file as its contents or why it can't be read.
pub type Entries = BTreeMap<String, Result<Vec<u8>, String>>;

/// A folder or archive that was handed in.
pub struct Submission {
    /// The name of its folder, or of its archive without the ending.
    pub name: String,
    pub path: PathBuf,
}

/// Returns the submissions in a folder, sorted by name, and the names of other files, but for `own`.
pub fn find(folder: &Path, own: &[&str]) -> Result<(Vec<Submission>, Vec<String>)> {
    let entries = std::fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))?;
    if folder.join("Cargo.toml").is_file() && folder.join("lessons").is_dir() {
        bail!("{} is one workbook. Name the folder with the submissions.", folder.display());
    }
    let (mut found, mut others) = (Vec::new(), Vec::new());
    let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    paths.sort();
    let file = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    paths.retain(|path| !file(path).starts_with('.') && !own.contains(&&*file(path)));
    let stem = |name: &str| archive_end(name).map_or(name, |end| &name[..name.len() - end.len()]).to_owned();
    for path in &paths {
        let name = file(path);
        if !path.is_dir() && archive_end(&name).is_none() {
            others.push(shown(&name));
            continue;
        }
        // `anna.zip` is Anna's, unless there is something else of that name as well.
        let alone = paths.iter().filter(|other| stem(&file(other)) == stem(&name)).count() == 1;
        let name = shown(&if alone && !path.is_dir() { stem(&name) } else { name });
        let same = found.iter().filter(|other: &&Submission| other.name == name).count();
        let name = if same == 0 { name } else { format!("{name} ({})", same + 1) };
        found.push(Submission { name, path: path.clone() });
    }
    ensure!(!found.is_empty(), "no submissions in {}: it has neither folders nor archives", folder.display());
    found.sort_by(|a, b| a.name.cmp(&b.name));
    Ok((found, others))
}

/// Returns a name from outside in printable signs, shortened if it is long.
pub fn shown(name: &str) -> String {
    short(&printable(name), LONGEST)
}

/// Returns the first `most` characters of a text, with `…` after them if it is longer.
pub fn short(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

/// Returns a text without the signs that a terminal does not print, or that change the order of others.
pub fn printable(name: &str) -> String {
    let turns = |c: char| matches!(c, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}');
    name.replace(|c: char| c.is_control() || turns(c), "�")
}

/// Returns the ending of an archive's name.
fn archive_end(name: &str) -> Option<&'static str> {
    let name = name.to_ascii_lowercase();
    [".zip"].into_iter().chain(NOT_READ.split(' ')).find(|end| name.ends_with(end) && name.len() > end.len())
}

/// Returns the code of a submission. `is_code` tells it by its path. Paths begin in the workbook's folder; or, if only
/// some files of one were handed in, wherever these were.
pub fn read(path: &Path, is_code: &dyn Fn(&str) -> bool) -> Result<Entries> {
    ensure!(!path.is_symlink(), "is a link to another place");
    // What reads archives is not ours.
    let read = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| entries(path, is_code)));
    let mut files = read.unwrap_or_else(|_| bail!("is not a zip that can be read"))?;
    // Moodle has a folder for each student's archive.
    if tops(&files).is_empty() && path.is_dir() {
        let archives = files.keys().filter(|file| archive_end(file).is_some()).collect::<Vec<_>>();
        match archives[..] {
            [] => {}
            [archive] => files = entries(&path.join(archive), is_code)?,
            _ => bail!("holds several archives; {A_CLASS}"),
        }
    }
    files.retain(|file, _| archive_end(file).is_none());
    ensure!(!files.is_empty(), "holds no code");
    let tops = tops(&files);
    let Some(top) = tops.iter().min_by_key(|top| top.matches('/').count()) else { return Ok(files) };
    if let Some(other) = tops.iter().find(|other| !other.starts_with(top.as_str())) {
        let [one, other] = [top, other].map(|top| shown(top.trim_end_matches('/')));
        bail!("holds a workbook in {one} and another in {other}; {A_CLASS}");
    }
    Ok(files
        .into_iter()
        .filter_map(|(file, text)| Some((file.strip_prefix(top)?.to_owned(), text)))
        .collect())
}

/// Returns the code of a folder or zip, and the names of archives in it.
fn entries(path: &Path, is_code: &dyn Fn(&str) -> bool) -> Result<Entries> {
    let is_wanted = |file: &str| {
        let mut parts = file.split('/');
        (is_code(file) || archive_end(file).is_some())
            && parts.all(|part| !["", ".", ".."].contains(&part) && !SKIPPED.contains(&part))
    };
    let (mut entries, mut bytes) = (Entries::new(), 0);
    let mut add = |file: String, contents: Result<Vec<u8>, String>| {
        bytes += contents.as_ref().map_or(0, Vec::len);
        ensure!(bytes <= MOST_BYTES, "has more than {} MiB of code", MOST_BYTES >> 20);
        entries.insert(file, contents);
        Ok(())
    };
    match archive_end(&path.to_string_lossy()) {
        _ if path.is_dir() => {
            let mut open = vec![String::new()];
            while let Some(prefix) = open.pop() {
                let listed = std::fs::read_dir(path.join(&prefix));
                for entry in listed.context("has a folder that cannot be listed")? {
                    let entry = entry.context("has a folder that cannot be listed")?;
                    let (kind, name) = (entry.file_type()?, entry.file_name().to_string_lossy().into_owned());
                    let file = format!("{prefix}{name}");
                    if !kind.is_dir() && is_wanted(&file) {
                        add(file, contents(kind.is_file(), || Ok(File::open(entry.path())?)))?;
                    } else if kind.is_dir() && !SKIPPED.contains(&name.as_str()) {
                        open.push(format!("{file}/"));
                    }
                }
            }
        }
        Some(".zip") => {
            let file = File::open(path).context("cannot be opened")?;
            let mut zip = ZipArchive::new(BufReader::new(file)).context("is not a zip that can be read")?;
            for index in 0..zip.len() {
                let Ok(entry) = zip.by_index_raw(index) else { continue };
                // Some programs on Windows write their own separator.
                let Ok(file) = entry.name().map(|name| name.replace('\\', "/")) else { continue };
                let (is_file, is_folder) = (entry.is_file() && !entry.is_symlink(), entry.is_dir());
                drop(entry);
                if !is_folder && is_wanted(&file) {
                    add(file, contents(is_file, || Ok(zip.by_index(index)?)))?;
                }
            }
        }
        end => bail!(
            "is a {} archive, which is not read. It has to be handed in as a zip",
            end.unwrap_or_default()
        ),
    }
    Ok(entries)
}

/// Reads a file up to the limit, since the size that an archive states is not to be trusted.
fn contents<R: Read>(is_file: bool, open: impl FnOnce() -> Result<R>) -> Result<Vec<u8>, String> {
    if !is_file {
        return Err("is a link or no plain file".to_owned());
    }
    let mut contents = Vec::new();
    let read = open().and_then(|file| Ok(file.take(LARGEST + 1).read_to_end(&mut contents)?));
    read.map_err(|why| format!("cannot be read ({why})"))?;
    match contents.len() as u64 {
        0..=LARGEST => Ok(contents),
        _ => Err(format!("is larger than {} KiB", LARGEST >> 10)),
    }
}

/// Returns the folders that look like a workbook, each with `/` at its end unless it is the topmost.
fn tops(files: &Entries) -> Vec<String> {
    let tops = files.keys().filter_map(|file| file.strip_suffix("Cargo.toml"));
    let is_top = |top: &&str| {
        let lessons = format!("{top}lessons/");
        let mut after = files.range(lessons.clone()..);
        (top.is_empty() || top.ends_with('/'))
            && after.next().is_some_and(|(file, _)| file.starts_with(&lessons))
    };
    tops.filter(is_top).map(str::to_owned).collect()
}
