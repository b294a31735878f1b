//! Reads the commit from which branches and handouts are cut.

use crate::tree::Files;
use anyhow::{Context, Result, bail, ensure};
use std::collections::BTreeMap;
use std::path::Path;
use workbook::git;

pub struct Commit {
    pub hash: String,
    /// The time of the commit, in seconds since 1970.
    pub seconds: String,
    pub subject: String,
    /// Git's entry for each file, by path.
    pub entries: BTreeMap<String, Entry>,
    /// The contents of each file, by path.
    pub files: Files,
}

/// An entry of git's tree.
pub struct Entry {
    /// The mode in octal, as in `100644`.
    pub mode: String,
    /// The hash of the file's contents.
    pub blob: String,
}

impl Commit {
    /// Reads the current commit; it is an error if files differ from it.
    pub fn current(root: &Path) -> Result<Self> {
        refuse_changes(root)?;
        let head = git::run(root, &["log", "-1", "--format=%H%n%ct%n%s", "HEAD"])?;
        let mut lines = head.lines();
        let mut line =
            || lines.next().context("git does not tell about the current commit").map(str::to_owned);
        let (hash, seconds) = (line()?, line()?);
        let subject = line().unwrap_or_default();
        let entries = entries(root, &hash)?;
        let files = contents(root, &entries)?;
        Ok(Self { hash, seconds, subject, entries, files })
    }

    /// Returns the first digits of the hash, as messages show it.
    pub fn short(&self) -> &str {
        self.hash.get(..10).unwrap_or(&self.hash)
    }
}

fn refuse_changes(root: &Path) -> Result<()> {
    let changed = git::changed(root)?;
    if !changed.is_empty() {
        bail!(
            "the current commit is not what you see: these files have changes that are not committed.\n  {}\nCommit or stash them, then try again.",
            changed.join("\n  ")
        );
    }
    Ok(())
}

fn entries(root: &Path, commit: &str) -> Result<BTreeMap<String, Entry>> {
    let list = git::run(root, &["ls-tree", "-r", "-z", commit])?;
    let mut entries = BTreeMap::new();
    for line in list.split_terminator('\0') {
        let parts = line.split_once('\t').and_then(|(entry, file)| {
            let mut words = entry.split(' ');
            Some((words.next()?, words.next()?, words.next()?, file))
        });
        let (mode, kind, blob, file) = parts.context("cannot read what git ls-tree says")?;
        ensure!(kind == "blob", "{file} is a submodule: students could not be given its files");
        entries.insert(file.to_owned(), Entry { mode: mode.to_owned(), blob: blob.to_owned() });
    }
    Ok(entries)
}

fn contents(root: &Path, entries: &BTreeMap<String, Entry>) -> Result<Files> {
    let wanted: String = entries.values().map(|entry| format!("{}\n", entry.blob)).collect();
    let output = git::feed(root, &["cat-file", "--batch"], wanted.as_bytes())?;
    let mut rest = output.as_slice();
    let mut files = Files::new();
    for (file, entry) in entries {
        let blob = next_blob(&mut rest).with_context(|| format!("git has no {} for {file}", entry.blob))?;
        files.insert(file.clone(), blob.to_vec());
    }
    Ok(files)
}

/// Takes one object off what `cat-file --batch` wrote: `HASH blob SIZE`, a line end, the contents, a line end.
fn next_blob<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
    let line = rest.iter().position(|byte| *byte == b'\n')?;
    let header = str::from_utf8(&rest[..line]).ok()?;
    let size: usize = header.rsplit_once(' ')?.1.parse().ok()?;
    let contents = rest.get(line + 1..line + 1 + size)?;
    *rest = rest.get(line + 2 + size..)?;
    Some(contents)
}
