//! Saves in a folder: every save is a new file beside the older ones, with the time in its name.
//!
//! A save is written under another name in the same folder, and gets its own only when all of it is on the
//! disk. So after any failure, and if the program is killed at any time, all saves are whole.
//!
//! Between saves an editor keeps its work in one more file, which the next save removes. Its program has a lock on that
//! file, and on what it is writing, and a lock ends with its program. So what nobody has locked was left behind.
//!
//! | file | what it is |
//! |---|---|
//! | `knight 2026-11-21 17-10-00.moves` | a save, with the time in UTC; a second one in that second ends in ` 2` |
//! | `knight autosave.moves` | what an editor keeps between saves; if there is one already, it ends in ` 2` |
//! | `.knight ….part` | what is being written just now |

use anyhow::{Result, anyhow};
use std::cmp::Reverse;
use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind, Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tempfile::NamedTempFile;

/// The saves of one work in a folder.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
    stem: String,
    ending: &'static str,
}

/// A save that was found in a folder.
#[derive(Clone, Debug, PartialEq)]
pub struct Listed {
    /// The path of its file.
    pub path: PathBuf,
    /// The time of the save in UTC, as in its name; a second one in that second ends in ` 2`.
    pub stamp: String,
}

/// Work that is kept between saves. While this exists, no other program takes the file for left behind.
#[derive(Debug)]
pub struct Kept {
    path: PathBuf,
    file: File,
}

impl Kept {
    fn time(&self) -> SystemTime {
        self.file.metadata().and_then(|about| about.modified()).unwrap_or(UNIX_EPOCH)
    }

    /// Returns the time in UTC when it was kept, as in the name of a save.
    pub fn stamp(&self) -> String {
        stamp(self.time())
    }

    /// Returns true if the file has these bytes. It is read without its name, by which Windows lets nobody read it.
    fn holds(&self, bytes: &[u8]) -> bool {
        let (mut file, mut kept) = (&self.file, Vec::new());
        file.rewind().and_then(|()| file.read_to_end(&mut kept)).is_ok() && kept == bytes
    }

    /// Removes the file.
    pub fn remove(self) -> Result<()> {
        match fs::remove_file(&self.path) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                Err(anyhow!("{} cannot be removed ({error}).", self.path.display()))
            }
            _ => Ok(()),
        }
    }
}

impl Folder {
    /// Returns the saves in a folder whose names begin with `stem`.
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

    /// Returns an error unless the folder, which is made if it doesn't exist, can be written.
    pub fn can_be_written(&self) -> Result<()> {
        self.part(&[]).map(drop).map_err(|error| self.explain(error))
    }

    /// Returns the saves with this stem in a folder of the same name below another one.
    pub fn below(&self, other: &Path) -> Self {
        Self { path: self.path.file_name().map_or(other.to_owned(), |name| other.join(name)), ..self.clone() }
    }

    /// Returns the names of all files, none if the folder doesn't exist.
    fn names(&self) -> Result<Vec<String>> {
        let entries = match fs::read_dir(&self.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries.map_err(|error| self.explain(error))?,
        };
        let mut names = Vec::new();
        for entry in entries {
            names.extend(entry.map_err(|error| self.explain(error))?.file_name().into_string().ok());
        }
        Ok(names)
    }

    /// Returns the part of a file's name between stem and ending, or none if it is of another work.
    fn between<'a>(&self, name: &'a str) -> Option<&'a str> {
        name.strip_prefix(&self.stem)?.strip_prefix(' ')?.strip_suffix(self.ending)?.strip_suffix('.')
    }

    /// Returns all saves, the newest first.
    pub fn list(&self) -> Result<Vec<Listed>> {
        let names = self.names()?;
        let stamps = names.iter().filter_map(|name| Some((self.path.join(name), self.between(name)?)));
        let saves = stamps.filter(|(_, stamp)| order(stamp).is_some());
        let mut all: Vec<_> = saves.map(|(path, stamp)| Listed { path, stamp: stamp.to_owned() }).collect();
        all.sort_by_cached_key(|save| Reverse(order(&save.stamp)));
        Ok(all)
    }

    /// Saves some bytes as a new file, and returns its path. After an error, all earlier saves still exist.
    pub fn save(&self, bytes: &[u8]) -> Result<PathBuf> {
        Ok(self.named(bytes, || self.new_stamp())?.path)
    }

    /// Saves some bytes that are kept already, as the same file under one more name, which needs no room on a full
    /// disk. Returns none if others are kept, or the disk has no second names: then they must be written.
    pub fn save_kept(&self, kept: &Kept, bytes: &[u8]) -> Option<PathBuf> {
        let path = self.path_of(&self.new_stamp().ok()?);
        (kept.holds(bytes) && fs::hard_link(&kept.path, &path).is_ok()).then_some(path)
    }

    /// Returns the stamp of a save at this time.
    fn new_stamp(&self) -> Result<String> {
        let now = stamp(SystemTime::now());
        // After the newest one, even if there is one of this second or the clock was set back.
        let newest = self.list()?.first().and_then(|newest| order(&newest.stamp));
        Ok(match newest.filter(|newest| order(&now).as_ref() <= Some(newest)) {
            Some((time, number)) => format!("{time} {}", number + 1),
            None => now,
        })
    }

    fn path_of(&self, name: &str) -> PathBuf {
        self.path.join(format!("{} {name}.{}", self.stem, self.ending))
    }

    /// Keeps some bytes in a new file. It replaces none, since another editor may have kept its own work.
    pub fn keep(&self, bytes: &[u8]) -> Result<Kept> {
        let mut number = 0;
        self.named(bytes, || {
            number += 1;
            Ok(if number == 1 { AUTOSAVE.to_owned() } else { format!("{AUTOSAVE} {number}") })
        })
    }

    /// Writes some bytes to a file and gives it a name, or the next name if the first is taken.
    fn named(&self, bytes: &[u8], mut name: impl FnMut() -> Result<String>) -> Result<Kept> {
        let mut part = self.part(bytes).map_err(|error| self.explain(error))?;
        loop {
            let path = self.path_of(&name()?);
            match part.persist_noclobber(&path) {
                Ok(file) => return Ok(Kept { path, file }),
                Err(error) if error.error.kind() == ErrorKind::AlreadyExists => part = error.file,
                Err(error) => return Err(self.explain(error.error)),
            }
        }
    }

    /// Writes some bytes to a file in the folder, which is made if necessary, and waits until they are on the
    /// disk. Unless it gets a name, the file is deleted on drop.
    fn part(&self, bytes: &[u8]) -> io::Result<NamedTempFile> {
        fs::create_dir_all(&self.path)?;
        let prefix = format!(".{} ", self.stem);
        let mut builder = tempfile::Builder::new();
        builder.prefix(&prefix).suffix(PART);
        // With the usual permissions, not those of temporary files: others may read it.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let mut part = loop {
            // The error of tempfile would name the hidden file.
            let part = builder.tempfile_in(&self.path).map_err(|error| io::Error::from(error.kind()))?;
            // Before it was locked, a program at its start may have taken it for left behind.
            if is_ours(part.as_file(), part.path()) {
                break part;
            }
        };
        part.as_file_mut().write_all(bytes)?;
        part.as_file().sync_all()?;
        Ok(part)
    }

    /// Reads work that ended programs have kept, the newest last, and removes what they were writing.
    pub fn left_behind<T>(&self, read: impl Fn(&Path) -> T) -> Result<Vec<(Kept, T)>> {
        let mut left = Vec::new();
        for name in self.names()? {
            let path = self.path.join(&name);
            let is_part = name.starts_with(&format!(".{} ", self.stem)) && name.ends_with(PART);
            if !is_part && !self.between(&name).is_some_and(|name| name.starts_with(AUTOSAVE)) {
                continue;
            }
            // Only a file that may be written can be locked everywhere.
            let file = File::options().read(true).write(true).open(&path).or_else(|_| File::open(&path));
            let Ok(file) = file else { continue };
            if is_part {
                // Without locks, as on some file systems, it may be of a program that runs.
                let _ = file.try_lock().is_ok().then(|| fs::remove_file(&path));
                continue;
            }
            // Windows lets nobody read a locked file by its name.
            let value = read(&path);
            if is_ours(&file, &path) {
                left.push((Kept { path, file }, value));
            }
        }
        left.sort_by_key(|(kept, _)| kept.time());
        Ok(left)
    }

    /// Adds advice to an error of the system, for a user who wants to keep their work.
    fn explain(&self, error: io::Error) -> anyhow::Error {
        let (trouble, advice, place) = match error.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
                ("has no room", "Make room and save again, or choose", "a folder on another disk")
            }
            ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
                ("may not be written", "Choose", "a folder of your own")
            }
            _ => ("cannot be used", "Save again, or choose", "another folder"),
        };
        anyhow!(
            "The folder {} {trouble} ({error}). {advice} 'Save into …' in the menu and {place}: your work is still here.",
            self.path.display()
        )
    }
}

/// The word in the names of files with work kept between saves.
const AUTOSAVE: &str = "autosave";

/// The ending of files that are being written.
const PART: &str = ".part";

/// Locks a file as long as it is open. Returns false if another program has locked it, or has removed it
/// meanwhile. Where files have no locks, nobody else is assumed to have it.
fn is_ours(file: &File, path: &Path) -> bool {
    !matches!(file.try_lock(), Err(TryLockError::WouldBlock)) && path.exists()
}

/// Returns date and time in UTC as `2026-11-21 17-10-00`, since Windows forbids colons in names. A time
/// outside of the years 1970 to 9999 is clamped.
fn stamp(time: SystemTime) -> String {
    let time = time.clamp(UNIX_EPOCH, UNIX_EPOCH + Duration::from_secs(253_402_300_799));
    let text = humantime::format_rfc3339_seconds(time).to_string();
    text.trim_end_matches('Z').replace('T', " ").replace(':', "-")
}

/// The length of a time in names, in bytes.
const STAMP: usize = "2026-11-21 17-10-00".len();

/// Returns true if a text is a time as in the names of saves.
fn is_stamp(text: &str) -> bool {
    let time = text.split_once(' ').map(|(date, time)| format!("{date}T{}Z", time.replace('-', ":")));
    time.is_some_and(|time| humantime::parse_rfc3339(&time).is_ok())
}

/// Returns the stem in a save's name without its ending, or the whole name if it isn't a save's.
pub fn stem_of(name: &str) -> &str {
    let mut stamps = name.match_indices(' ').filter(|&(at, _)| order(&name[at + 1..]).is_some());
    stamps.next_back().map_or(name, |(at, _)| &name[..at])
}

/// Returns a stamp's time, and its number among those of that second, or none if it isn't a stamp.
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
        for number in 1..4u8 {
            let path = folder.save(&[number]).unwrap();
            let listed = folder.list().unwrap();
            assert_eq!((listed.len(), &listed[0].path), (usize::from(number) + 1, &path));
            assert_eq!(fs::read(path).unwrap(), [number]);
        }
        assert_eq!(names(&folder).len(), before.len() + 3, "and nothing else");
    }

    #[test]
    fn all_who_save_at_one_instant_have_saved() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::new(place.path(), "knight", "moves");
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| (0..100).for_each(|_| drop(folder.save(b"work").unwrap())));
            }
        });
        assert_eq!(folder.list().unwrap().len(), 400);
    }

    #[test]
    fn what_a_dead_program_was_writing_is_removed_and_nothing_else() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::new(place.path(), "knight", "moves");
        let part = folder.part(b"of this program").unwrap();
        let [dead, ours, other] = [".knight abc.part", "knight of mine.moves", ".a.part"];
        for name in [dead, ours, other] {
            fs::write(place.path().join(name), "").unwrap();
        }
        assert!(folder.left_behind(|_| ()).unwrap().is_empty());
        assert!(part.path().exists());
        assert_eq!([dead, ours, other].map(|name| place.path().join(name).exists()), [false, true, true]);
    }

    #[test]
    fn a_folder_that_cannot_be_used_is_told_and_nothing_is_written() {
        let place = tempfile::tempdir().unwrap();
        fs::write(place.path().join("file"), "").unwrap();
        let folder = Folder::new(&place.path().join("file/below"), "knight", "moves");
        let told = folder.save(b"work").unwrap_err().to_string();
        assert!(told.contains("cannot be used") && told.contains("your work is still here"), "{told}");
        let full = folder.explain(ErrorKind::StorageFull.into()).to_string();
        assert!(full.contains("has no room"), "{full}");
        let forbidden = folder.explain(ErrorKind::ReadOnlyFilesystem.into()).to_string();
        assert!(forbidden.contains("may not be written") && forbidden.contains("Save into"), "{forbidden}");
    }

    #[test]
    fn a_stamp_is_a_time_in_utc_whatever_the_clock_says() {
        let at = |seconds| UNIX_EPOCH + Duration::from_secs(seconds);
        assert_eq!(stamp(at(951_782_399)), "2000-02-28 23-59-59");
        assert_eq!(stamp(UNIX_EPOCH - Duration::from_secs(1)), "1970-01-01 00-00-00");
        assert_eq!(stamp(at(253_402_300_800)), "9999-12-31 23-59-59");
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
