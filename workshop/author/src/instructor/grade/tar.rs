//! Tar archives that were handed in, packed with gzip or not.

use crate::instructor::zip::{Entry, is_inside};
use anyhow::{Context, Result, ensure};
use flate2::read::MultiGzDecoder;
use std::fs::File;
use std::io::Read;
use std::ops::Range;
use std::path::Path;

/// No archive unpacks to more, in bytes.
const LARGEST: u64 = 1 << 28;

/// Nor has it more files.
const MOST_FILES: usize = 100_000;

/// An archive in memory.
pub struct Tar {
    contents: Vec<u8>,
    entries: Vec<(String, bool, Range<usize>)>,
}

impl Tar {
    /// Reads an archive.
    pub fn open(path: &Path, packed: bool) -> Result<Self> {
        let file = File::open(path).context("cannot be opened")?;
        let reader: Box<dyn Read> = if packed { Box::new(MultiGzDecoder::new(file)) } else { Box::new(file) };
        let mut contents = Vec::new();
        reader.take(LARGEST + 1).read_to_end(&mut contents).context("is not a tar that can be read")?;
        ensure!(contents.len() as u64 <= LARGEST, "unpacks to more than {} MiB", LARGEST >> 20);
        let mut entries = Vec::new();
        for entry in tar::Archive::new(&contents[..]).entries().context("is not a tar that can be read")? {
            let entry = entry.context("is not a tar that can be read")?;
            let path = String::from_utf8_lossy(&entry.path_bytes()).trim_start_matches("./").to_owned();
            let (kind, first) = (entry.header().entry_type(), entry.raw_file_position() as usize);
            if !kind.is_dir() && !path.is_empty() {
                entries.push((path, kind.is_file(), first..first.saturating_add(entry.size() as usize)));
            }
            ensure!(entries.len() <= MOST_FILES, "has more than {MOST_FILES} files");
        }
        Ok(Self { contents, entries })
    }

    /// What is in it, and the paths that lead out of it.
    pub fn entries(&self) -> (Vec<Entry>, Vec<String>) {
        let all = self.entries.iter().enumerate();
        let all =
            all.map(|(index, (path, is_file, _))| Entry { index, path: path.clone(), is_file: *is_file });
        let (inside, outside): (Vec<_>, Vec<_>) = all.partition(|entry| is_inside(&entry.path));
        (inside, outside.into_iter().map(|entry| entry.path).collect())
    }

    /// The contents of an entry, if they are no longer than `most` bytes.
    pub fn read(&self, index: usize, most: u64) -> Option<Vec<u8>> {
        let (_, _, at) = self.entries.get(index)?;
        self.contents.get(at.clone()).filter(|contents| contents.len() as u64 <= most).map(<[u8]>::to_vec)
    }
}
