//! Saves in a folder: every save is a new file beside the older ones, with the time in its name.
//!
//! A save is written under another name in the same folder, and gets its own only when all of it is on the disk. So
//! after any failure, and if the program is killed at any time, all saves are whole.
//!
//! Between saves an editor keeps its work in one more file, which the next save removes. If a program finds it at its
//! start, the one before has ended without saving.
//!
//! | file | what it is |
//! |---|---|
//! | `knight 2026-11-21 17-10-00.moves` | a save, with the time in UTC; a second one in that second ends in ` 2` |
//! | `knight autosave.moves` | what is kept between saves |
//! | `.….part` | what is being written just now |

use anyhow::{Result, anyhow};
use std::cmp::Reverse;
use std::fs;
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tempfile::NamedTempFile;

/// The saves of one piece of work.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
    stem: String,
    ending: &'static str,
}

/// A save in a folder.
#[derive(Clone, Debug, PartialEq)]
pub struct Listed {
    /// Its path.
    pub path: PathBuf,
    /// The time of the save in UTC, as in its name; a second one in that second ends in ` 2`.
    pub stamp: String,
}

impl Folder {
    /// The saves in a folder whose names begin with `stem`.
    pub fn new(path: &Path, stem: &str, ending: &'static str) -> Self {
        Self { path: path.to_owned(), stem: stem.to_owned(), ending }
    }

    /// Returns the folder of the saves.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Makes the folder, if it doesn't exist.
    pub fn create(&self) -> Result<()> {
        fs::create_dir_all(&self.path).map_err(|error| self.explain(error))
    }

    /// All saves, the newest first.
    pub fn list(&self) -> Result<Vec<Listed>> {
        let entries = match fs::read_dir(&self.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries.map_err(|error| self.explain(error))?,
        };
        let mut all = Vec::new();
        for entry in entries {
            let path = entry.map_err(|error| self.explain(error))?.path();
            let stamp = path.file_name().and_then(|name| self.stamp_of(name.to_str()?)).map(str::to_owned);
            all.extend(stamp.map(|stamp| Listed { path, stamp }));
        }
        all.sort_by_key(|save| Reverse(order(&save.stamp)));
        Ok(all)
    }

    /// The time in a save's name; none if it isn't a save.
    fn stamp_of<'a>(&self, name: &'a str) -> Option<&'a str> {
        let name = name.strip_suffix(self.ending)?.strip_suffix('.')?;
        let stamp = name.strip_prefix(&self.stem)?.strip_prefix(' ')?;
        order(stamp).map(|_| stamp)
    }

    /// Saves some bytes as a new file, and returns its path. After an error, all earlier saves still exist.
    pub fn save(&self, bytes: &[u8]) -> Result<PathBuf> {
        let part = written(&self.path, bytes).map_err(|error| self.explain(error))?;
        let mut stamp = stamp(SystemTime::now());
        // After the newest one, even if there is one of this second or the clock was set back.
        if let Some(newest) = self.list()?.first().and_then(|newest| order(&newest.stamp))
            && order(&stamp) <= Some((newest.0.clone(), newest.1))
        {
            stamp = format!("{} {}", newest.0, newest.1 + 1);
        }
        let path = self.path.join(format!("{} {stamp}.{}", self.stem, self.ending));
        part.persist_noclobber(&path).map_err(|error| self.explain(error.error))?;
        Ok(path)
    }

    /// Returns the path of the file in which work is kept between saves.
    pub fn autosave(&self) -> PathBuf {
        self.path.join(format!("{} autosave.{}", self.stem, self.ending))
    }

    /// Keeps some bytes instead of those that were kept before.
    pub fn keep(&self, bytes: &[u8]) -> Result<()> {
        let part = written(&self.path, bytes).map_err(|error| self.explain(error))?;
        part.persist(self.autosave()).map_err(|error| self.explain(error.error))?;
        Ok(())
    }

    /// Makes a save of what was kept.
    pub fn save_what_was_kept(&self) -> Result<()> {
        let kept = fs::read(self.autosave()).map_err(|error| self.explain(error))?;
        self.save(&kept)?;
        self.remove_autosave()
    }

    /// Removes what was kept.
    pub fn remove_autosave(&self) -> Result<()> {
        match fs::remove_file(self.autosave()) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(self.explain(error)),
            _ => Ok(()),
        }
    }

    /// Explains an error of the system to somebody who wants to keep their work.
    fn explain(&self, error: io::Error) -> anyhow::Error {
        let folder = self.path.display();
        match error.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => anyhow!(
                "There is no room in {folder} ({error}). Make room and save again, or save onto another disk: your work \
                 is still here."
            ),
            _ => anyhow!(
                "The folder {folder} cannot be used ({error}). Save again, or into another folder: your work is still here."
            ),
        }
    }
}

/// Writes some bytes to a file in a folder, which is made if necessary. They are all on the disk then, and are deleted
/// if the file gets no name.
///
/// # Errors
/// If there is no space, or the folder can't be used.
pub fn written(folder: &Path, bytes: &[u8]) -> io::Result<NamedTempFile> {
    fs::create_dir_all(folder)?;
    let mut builder = tempfile::Builder::new();
    builder.prefix(".").suffix(".part");
    // With the usual permissions, not those of temporary files: others may read it.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    Ok(file)
}

/// The date and the time in UTC, as `2026-11-21 17-10-00`, since Windows forbids colons in names. A clock outside of
/// the years 1970 to 9999 is wrong, and gives the nearer bound.
fn stamp(time: SystemTime) -> String {
    let time = time.clamp(UNIX_EPOCH, UNIX_EPOCH + Duration::from_secs(253_402_300_799));
    let text = humantime::format_rfc3339_seconds(time).to_string();
    text.trim_end_matches('Z').replace('T', " ").replace(':', "-")
}

/// The length of a stamp.
const STAMP: usize = "2026-11-21 17-10-00".len();

/// Returns whether a text is a stamp.
fn is_stamp(text: &str) -> bool {
    let time = text.split_once(' ').map(|(date, time)| format!("{date}T{}Z", time.replace('-', ":")));
    time.is_some_and(|time| humantime::parse_rfc3339(&time).is_ok())
}

/// The stem in a save's name without its ending; the whole name if it isn't a save's.
pub fn stem_of(name: &str) -> &str {
    let mut stamps = name.match_indices(' ').filter(|&(at, _)| order(&name[at + 1..]).is_some());
    stamps.next_back().map_or(name, |(at, _)| &name[..at])
}

/// The time of a stamp, and its number among those of that second; none if it isn't a stamp.
fn order(stamp: &str) -> Option<(String, u32)> {
    let (time, number) = stamp.split_at_checked(STAMP).filter(|(time, _)| is_stamp(time))?;
    let number = if number.is_empty() { 1 } else { number.strip_prefix(' ')?.parse().ok()? };
    Some((time.to_owned(), number))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Folder) -> Vec<String> {
        let names = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
        let mut names: Vec<_> = names.map(|name| name.into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn saves_stand_beside_each_other_and_the_last_one_is_the_newest() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::new(&place.path().join("new"), "knight", "moves");
        assert!(folder.list().unwrap().is_empty());
        // The first one was made when the clock was wrong.
        fs::create_dir(folder.path()).unwrap();
        fs::write(folder.path().join("knight 9000-01-01 00-00-00 9.moves"), "0").unwrap();
        for other in ["knight notes.moves", "knight 9001-01-01 00-00-00.txt", "a 9002-01-01 00-00-00.moves"] {
            fs::write(folder.path().join(other), "other").unwrap();
        }
        let before = names(&folder);
        folder.keep(b"kept").unwrap();
        folder.keep(b"kept again").unwrap();
        for number in 1..4u8 {
            let path = folder.save(&[number]).unwrap();
            let listed = folder.list().unwrap();
            assert_eq!((listed.len(), &listed[0].path), (usize::from(number) + 1, &path));
            assert_eq!(fs::read(path).unwrap(), [number]);
        }
        assert_eq!(fs::read(folder.autosave()).unwrap(), b"kept again");
        folder.remove_autosave().unwrap();
        folder.remove_autosave().unwrap();
        assert_eq!(names(&folder).len(), before.len() + 3, "and nothing else");
    }

    #[test]
    fn a_folder_that_cannot_be_used_is_told_and_nothing_is_written() {
        let place = tempfile::tempdir().unwrap();
        fs::write(place.path().join("file"), "").unwrap();
        let folder = Folder::new(&place.path().join("file/below"), "knight", "moves");
        let told = folder.save(b"work").unwrap_err().to_string();
        assert!(told.contains("cannot be used") && told.contains("your work is still here"), "{told}");
        let full = folder.explain(ErrorKind::StorageFull.into()).to_string();
        assert!(full.starts_with("There is no room in "), "{full}");
    }

    #[test]
    fn a_stamp_is_a_time_in_utc_whatever_the_clock_says() {
        let at = |seconds| UNIX_EPOCH + Duration::from_secs(seconds);
        assert_eq!(stamp(at(951_782_399)), "2000-02-28 23-59-59");
        assert_eq!(stamp(UNIX_EPOCH - Duration::from_secs(1)), "1970-01-01 00-00-00");
        assert_eq!(stamp(at(i64::MAX as u64)), "9999-12-31 23-59-59");
        for other in ["2026-11-21", "2026-13-21 17-10-00", "2026-11-21 17-10-001"] {
            assert_eq!(order(other), None);
        }
    }

    #[test]
    fn every_save_tells_its_stem() {
        let named = "a 1970-01-01 00-00-00";
        for (name, stem) in [(named, "a"), ("a b 2026-11-21 17-10-00 12", "a b"), ("knight", "knight")] {
            assert_eq!(stem_of(name), stem);
        }
        assert_eq!(stem_of(&format!("{named} 2026-11-21 17-10-00")), named, "the last stamp counts");
    }
}
