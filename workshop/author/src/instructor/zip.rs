//! Zip files: those that are handed out, and those that are handed in.

use anyhow::{Context, Result, bail, ensure};
use std::fs::File;
use std::io::{BufReader, Cursor, Read, Write};
use std::path::{Path, PathBuf};
use workbook::write;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipArchive, ZipWriter};

/// More files than this no submission has.
const MOST_FILES: usize = 100_000;

/// Writes a zip that depends on nothing but the files that are put in.
pub struct Writer {
    path: PathBuf,
    zip: ZipWriter<Cursor<Vec<u8>>>,
}

impl Writer {
    /// Begins a new zip; an error if the file is there already.
    pub fn create(path: &Path) -> Result<Self> {
        if path.symlink_metadata().is_ok() {
            bail!("{} stands there already. Delete it or choose another name.", path.display());
        }
        Ok(Self { path: path.to_owned(), zip: ZipWriter::new(Cursor::default()) })
    }

    /// Puts a file in.
    pub fn add(&mut self, name: &str, contents: &[u8], executable: bool) -> Result<()> {
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .last_modified_time(DateTime::default())
            .unix_permissions(if executable { 0o755 } else { 0o644 });
        let mut add = || -> Result<()> {
            self.zip.start_file(name, options)?;
            Ok(self.zip.write_all(contents)?)
        };
        add().with_context(|| format!("cannot put {name} into {}", self.path.display()))
    }

    /// Writes the file.
    pub fn finish(self) -> Result<()> {
        let contents = self.zip.finish().context("cannot end the zip")?.into_inner();
        write::atomically(&self.path, &contents)
    }
}

/// A zip that someone else has made.
pub struct Reader {
    zip: ZipArchive<Box<dyn ReadSeek>>,
}

/// Source of a zip: a file, or the contents of one inside another zip.
pub trait ReadSeek: Read + std::io::Seek {}

impl<T: Read + std::io::Seek> ReadSeek for T {}

/// A file in an archive or a folder.
#[derive(Clone)]
pub struct Entry {
    /// Its index in an archive.
    pub index: usize,
    /// Its path, parts joined by `/`.
    pub path: String,
    /// True if it is a plain file.
    pub is_file: bool,
}

/// Returns true if a path stays in the folder that it is unpacked to.
pub fn is_inside(path: &str) -> bool {
    !path.starts_with('/') && !path.split('/').any(|part| part == "..")
}

impl Reader {
    /// Opens a zip file.
    pub fn open(path: &Path) -> Result<Self> {
        let file = File::open(path).context("cannot be opened")?;
        Self::new(Box::new(BufReader::new(file)))
    }

    /// Opens a zip in memory.
    pub fn of(contents: Vec<u8>) -> Result<Self> {
        Self::new(Box::new(Cursor::new(contents)))
    }

    fn new(from: Box<dyn ReadSeek>) -> Result<Self> {
        let zip = ZipArchive::new(from).context("is not a zip that can be read")?;
        ensure!(zip.len() <= MOST_FILES, "has more than {MOST_FILES} files");
        Ok(Self { zip })
    }

    /// Lists the files in it.
    pub fn entries(&mut self) -> Vec<Entry> {
        let mut entries = Vec::new();
        for index in 0..self.zip.len() {
            let Ok(entry) = self.zip.by_index_raw(index) else { continue };
            // Some programs on Windows write their own separator.
            let Ok(path) = entry.name().map(|name| name.replace('\\', "/")) else { continue };
            if path.trim_start_matches('/').split('/').all(|part| !part.is_empty() && part != ".") {
                entries.push(Entry { index, is_file: entry.is_file() && !entry.is_symlink(), path });
            }
        }
        entries
    }

    /// Reads an entry, up to one byte more than `most`, as the size that the zip gives is not to be trusted.
    pub fn read(&mut self, index: usize, most: u64) -> Result<Vec<u8>> {
        let entry = self.zip.by_index(index).context("cannot be read")?;
        let mut contents = Vec::new();
        entry.take(most + 1).read_to_end(&mut contents).context("cannot be read")?;
        Ok(contents)
    }
}
