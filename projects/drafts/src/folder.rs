//! Work kept safely in a folder: every save is a new file beside the older ones.
//!
//! A save is written under another name in the same folder, synced, and given its name, which no other file may have; then
//! the folder is synced. So at every moment there are whole saves alone, whatever fails and wherever the power goes.
//! Which save is the newest is told by a counter inside it: clocks run back.
//!
//! Between saves an editor keeps its work in an autosave of its own, which the next save removes. Whose it is, a lock says:
//! locks end with their program. An autosave that nobody holds was left behind by a crash.
//!
//! | file | what it is |
//! |---|---|
//! | `knight 2026-11-21 17-10-00.anim` | a save, with the time in UTC; a second one in that second ends in ` 2` |
//! | `knight autosave 1.anim` | the autosave of the first of several editors |
//! | `.knight 1.lock` | held as long as that editor runs; empty, and harmless when it is left |
//! | `.knight 1-4.part` | what it is writing just now |

use super::disk::{Disk, RealDisk};
pub use super::utc::stamp;
use super::utc::{STAMP, is_stamp};
use std::fmt;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// How many bytes of a file are read to find its counter.
const HEAD: u64 = 4096;

/// What is wrong with a save that may be newer than the one that is opened.
const AGELESS: &str = "Nobody knows how new it is: its beginning is damaged.";

/// How many editors may have one folder open, and how many saves may be made in a second.
const MANY: u32 = 1000;

/// Why something could not be done with a folder, and what to do.
#[derive(Clone, Debug, PartialEq)]
pub struct Error {
    /// What is wrong, in a sentence.
    pub what: String,
    /// What to do about it, in a sentence.
    pub advice: String,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.what, self.advice)
    }
}

impl std::error::Error for Error {}

/// The saves of one piece of work in a folder.
pub struct Folder<D: Disk = RealDisk> {
    disk: D,
    folder: PathBuf,
    stem: String,
    ending: &'static str,
    /// Reads the counter of saves at the beginning of a file, if it is there and whole.
    counter: fn(&[u8]) -> Option<u64>,
    /// The highest counter that was read or written.
    highest: u64,
    own: Option<Slot<D::Lock>>,
    /// Those whose work this editor has taken over.
    taken_over: Vec<Slot<D::Lock>>,
    /// How many files were begun.
    parts: u32,
}

/// The right to write files of a number.
struct Slot<L> {
    number: u32,
    /// None where no lock can be made: then nobody has one.
    _lock: Option<L>,
}

/// What the newest save holds.
#[derive(Debug)]
pub struct Newest<T> {
    /// The newest of those that are whole; nothing if none is.
    pub opened: Option<Opened<T>>,
    /// Those that should have come before it, and what is wrong with each.
    pub damaged: Vec<(PathBuf, String)>,
}

/// A save that was opened.
#[derive(Debug)]
pub struct Opened<T> {
    /// What it holds.
    pub value: T,
    /// Where it is.
    pub path: PathBuf,
    /// Its counter; nothing if its beginning is damaged, so that nobody knows how new it is.
    pub saves: Option<u64>,
}

/// A save that was made.
#[derive(Clone, Debug, PartialEq)]
pub struct Saved {
    /// Where it is.
    pub path: PathBuf,
    /// Its counter.
    pub saves: u64,
    /// What is odd, but harmless.
    pub notes: Vec<String>,
}

/// An autosave that was left behind. As long as this is there, nobody else is told of it.
pub struct Left<T, L> {
    /// What it holds, or what is wrong with it.
    pub value: Result<T, String>,
    /// Where it is.
    pub path: PathBuf,
    /// Its counter: of the save that would have come next.
    pub saves: Option<u64>,
    slot: Slot<L>,
}

/// A save in a folder, of which no more is known than its name and its beginning say.
#[derive(Clone, Debug, PartialEq)]
pub struct Listed {
    /// Where it is.
    pub path: PathBuf,
    /// When it was made, in UTC, as its name has it; a second one in that second ends in ` 2`.
    pub stamp: String,
    /// Its counter; nothing if its beginning is damaged.
    pub saves: Option<u64>,
}

/// A file that is a save by its name.
struct Found {
    name: String,
    /// Nothing if its beginning is damaged.
    saves: Option<u64>,
}

impl<D: Disk> Folder<D> {
    /// The stem of a save, by its name without its ending; nothing if it is no save's.
    pub fn stem_of(name: &str) -> Option<&str> {
        parts_of(name).map(|(stem, _)| stem)
    }

    /// The saves in a folder whose names begin with `stem`. `counter` finds the counter of saves in the first bytes of one.
    ///
    /// Characters of the stem that some system has in no name become `_`.
    pub fn new(
        disk: D,
        folder: &Path,
        stem: &str,
        ending: &'static str,
        counter: fn(&[u8]) -> Option<u64>,
    ) -> Self {
        Self {
            disk,
            folder: folder.to_owned(),
            stem: legal(stem),
            ending,
            counter,
            highest: 0,
            own: None,
            taken_over: Vec::new(),
            parts: 0,
        }
    }

    /// Where the saves are.
    pub fn path(&self) -> &Path {
        &self.folder
    }

    /// Makes the folder, if it is not there.
    pub fn create(&self) -> Result<(), Error> {
        self.disk.create_folder(&self.folder).map_err(|error| self.explain("made", &self.folder, &error))
    }

    /// Opens the newest save that is whole. `judge` says what a file's bytes hold, or what is wrong with them.
    pub fn newest<T>(&mut self, judge: impl Fn(&[u8]) -> Result<T, String>) -> Result<Newest<T>, Error> {
        let mut damaged = Vec::new();
        let mut opened = None;
        for Found { name, saves } in self.saves()? {
            if opened.is_some() && saves.is_some() {
                continue;
            }
            let path = self.folder.join(name);
            let bytes =
                self.disk.read(&path, u64::MAX).map_err(|error| format!("It cannot be read ({error})."));
            match bytes.and_then(|bytes| judge(&bytes)) {
                Ok(value) if opened.is_none() => opened = Some(Opened { value, path, saves }),
                Ok(_) => damaged.push((path, AGELESS.to_owned())),
                Err(reason) => damaged.push((path, reason)),
            }
        }
        Ok(Newest { opened, damaged })
    }

    /// All saves, the newest first; last those of which nobody knows how new they are.
    pub fn list(&mut self) -> Result<Vec<Listed>, Error> {
        let all = self.saves()?;
        let listed = |Found { name, saves }| {
            let path = self.folder.join(&name);
            // Stem and ending are known: what is left is the time.
            let stamp = name.get(self.stem.len() + 1..name.len() - self.ending.len() - 1);
            Listed { stamp: stamp.unwrap_or(&name).to_owned(), path, saves }
        };
        Ok(all.into_iter().map(listed).collect())
    }

    /// The autosaves that no running editor holds.
    pub fn left_behind<T>(
        &self,
        judge: impl Fn(&[u8]) -> Result<T, String>,
    ) -> Result<Vec<Left<T, D::Lock>>, Error> {
        let mut left = Vec::new();
        for number in self.autosaves()? {
            // Where no lock can be made, there is no editor that has one.
            let lock = match self.disk.lock(&self.lock_path(number)) {
                Ok(None) => continue,
                Ok(lock) => lock,
                Err(_) => None,
            };
            let path = self.autosave_path(number);
            let bytes = match self.disk.read(&path, u64::MAX) {
                Ok(bytes) => bytes,
                // Its editor has ended just now, and saved.
                Err(error) if error.kind() == ErrorKind::NotFound => continue,
                Err(error) => return Err(self.explain("read", &path, &error)),
            };
            let slot = Slot { number, _lock: lock };
            left.push(Left { value: judge(&bytes), saves: (self.counter)(&bytes), path, slot });
        }
        Ok(left)
    }

    /// Goes on with what was left behind. The next save removes it, unless it is damaged: then it stays, and this says why.
    pub fn take_over<T>(&mut self, left: Left<T, D::Lock>) -> Result<T, String> {
        let value = left.value?;
        self.taken_over.push(left.slot);
        Ok(value)
    }

    /// Removes what was left behind.
    pub fn discard<T>(&self, left: Left<T, D::Lock>) -> Result<(), Error> {
        self.remove_autosave(left.slot.number)
    }

    /// Saves what `write` gives for the counter of the new save, as a new file.
    ///
    /// After an error, all that was saved before is there, and the autosave too.
    pub fn save(&mut self, write: impl FnOnce(u64) -> Vec<u8>) -> Result<Saved, Error> {
        let older = self.names()?;
        self.saves_among(&older);
        let saves = self.highest.saturating_add(1);
        let part = self.write_part(&write(saves))?;
        let now = stamp(self.disk.now());
        let path = self.rename_anew(&part, &now).inspect_err(|_| {
            // It is of no use to anybody.
            let _ = self.disk.remove(&part);
        })?;
        self.highest = saves;
        self.sync_folder(&path)?;

        let mut notes = Vec::new();
        let newest = older.iter().filter_map(|name| self.stamp_of(name)).max();
        if let Some(newest) = newest.filter(|&newest| newest > now.as_str()) {
            notes.push(format!(
                "The clock says {now} (UTC), but there is a save of {newest}. The new one counts as the newest all the same. \
                 Set the clock, so that names tell the right time."
            ));
        }
        notes.extend(self.remove_autosaves().err().map(|error| error.to_string()));
        Ok(Saved { path, saves, notes })
    }

    /// Keeps what `write` gives for the counter of the next save, in place of what was kept before.
    pub fn autosave(&mut self, write: impl FnOnce(u64) -> Vec<u8>) -> Result<PathBuf, Error> {
        let number = self.slot()?;
        let part = self.write_part(&write(self.highest.saturating_add(1)))?;
        let path = self.autosave_path(number);
        self.disk.rename_over(&part, &path).map_err(|error| {
            let _ = self.disk.remove(&part);
            self.explain("written", &path, &error)
        })?;
        self.sync_folder(&path)?;
        Ok(path)
    }

    /// Removes this editor's autosave, and those that it has taken over: their work is saved, or nobody wants it.
    pub fn remove_autosaves(&mut self) -> Result<(), Error> {
        while let Some(slot) = self.taken_over.last() {
            self.remove_autosave(slot.number)?;
            self.taken_over.pop();
        }
        match &self.own {
            Some(own) => self.remove_autosave(own.number),
            None => Ok(()),
        }
    }

    fn remove_autosave(&self, number: u32) -> Result<(), Error> {
        let path = self.autosave_path(number);
        match self.disk.remove(&path) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(self.explain("removed", &path, &error)),
            _ => Ok(()),
        }
    }

    /// The number of this editor. It is taken for good when it is first asked for.
    fn slot(&mut self) -> Result<u32, Error> {
        if let Some(own) = &self.own {
            return Ok(own.number);
        }
        for number in 1..=MANY {
            let path = self.lock_path(number);
            let lock =
                self.disk.lock(&path).map_err(|error| self.explain("written to", &self.folder, &error))?;
            if lock.is_none() {
                continue;
            }
            let names = self.names()?;
            // What was left behind is not overwritten: somebody may want it.
            if names.contains(&self.autosave_name(number)) {
                continue;
            }
            for part in names.iter().filter(|name| self.is_part(name, number)) {
                // If it cannot be removed, it is only in the way.
                let _ = self.disk.remove(&self.folder.join(part));
            }
            self.own = Some(Slot { number, _lock: lock });
            self.saves_among(&names);
            return Ok(number);
        }
        Err(Error {
            what: format!("{} holds {MANY} autosaves of '{}'.", self.folder.display(), self.stem),
            advice: "Remove those that you do not need.".to_owned(),
        })
    }

    /// Writes and syncs a new file that is no save yet. If it fails, another file will be begun the next time.
    fn write_part(&mut self, bytes: &[u8]) -> Result<PathBuf, Error> {
        let number = self.slot()?;
        self.parts += 1;
        let path = self.folder.join(format!(".{} {number}-{}.part", self.stem, self.parts));
        let write = || {
            let mut file = self.disk.create(&path)?;
            self.disk.write(&mut file, bytes)?;
            self.disk.sync(file)
        };
        write().map_err(|error| {
            let _ = self.disk.remove(&path);
            self.explain("written to", &self.folder, &error)
        })?;
        Ok(path)
    }

    /// Gives a written file the first name of that second which is free.
    fn rename_anew(&self, part: &Path, stamp: &str) -> Result<PathBuf, Error> {
        for number in 1..=MANY {
            let further = if number == 1 { String::new() } else { format!(" {number}") };
            let path = self.folder.join(format!("{} {stamp}{further}.{}", self.stem, self.ending));
            match self.disk.rename_anew(part, &path) {
                Ok(()) => return Ok(path),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(self.explain("written", &path, &error)),
            }
        }
        Err(Error {
            what: format!("There are {MANY} saves of {stamp} in {} already.", self.folder.display()),
            advice: "Does the clock stand still? Save again in a second.".to_owned(),
        })
    }

    fn sync_folder(&self, path: &Path) -> Result<(), Error> {
        self.disk.sync_folder(&self.folder).map_err(|error| Error {
            what: format!("{} is written, but may not outlast a power cut ({error}).", path.display()),
            advice: "Save again, into a folder on another disk.".to_owned(),
        })
    }

    fn names(&self) -> Result<Vec<String>, Error> {
        self.disk.names(&self.folder).map_err(|error| self.explain("listed", &self.folder, &error))
    }

    /// The names in a folder that may not have been made yet.
    fn names_if_there(&self) -> Result<Vec<String>, Error> {
        match self.disk.names(&self.folder) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Vec::new()),
            names => names.map_err(|error| self.explain("listed", &self.folder, &error)),
        }
    }

    /// All saves, the newest first; last those of which nobody knows.
    fn saves(&mut self) -> Result<Vec<Found>, Error> {
        let names = self.names_if_there()?;
        let mut saves = self.saves_among(&names);
        saves.sort_by(|a, b| (b.saves, &b.name).cmp(&(a.saves, &a.name)));
        Ok(saves)
    }

    /// Those of some names that are saves, in no order. Their highest counter is kept in mind.
    fn saves_among(&mut self, names: &[String]) -> Vec<Found> {
        let saves = names.iter().filter(|name| self.stamp_of(name).is_some()).map(|name| {
            let head = self.disk.read(&self.folder.join(name), HEAD).unwrap_or_default();
            Found { name: name.clone(), saves: (self.counter)(&head) }
        });
        let saves: Vec<Found> = saves.collect();
        let highest = saves.iter().filter_map(|found| found.saves).max();
        self.highest = self.highest.max(highest.unwrap_or(0));
        saves
    }

    /// The numbers of all autosaves.
    fn autosaves(&self) -> Result<Vec<u32>, Error> {
        let names = self.names_if_there()?;
        let prefix = format!("{} autosave ", self.stem);
        let number = |name: &String| {
            name.strip_prefix(&prefix)?.strip_suffix(self.ending)?.strip_suffix('.')?.parse().ok()
        };
        let mut numbers: Vec<u32> = names.iter().filter_map(number).collect();
        numbers.sort_unstable();
        Ok(numbers)
    }

    /// The time in a save's name; nothing if it is none.
    fn stamp_of<'a>(&self, name: &'a str) -> Option<&'a str> {
        let (stem, stamp) = parts_of(name.strip_suffix(self.ending)?.strip_suffix('.')?)?;
        (stem == self.stem).then_some(stamp)
    }

    fn is_part(&self, name: &str, number: u32) -> bool {
        name.starts_with(&format!(".{} {number}-", self.stem)) && name.ends_with(".part")
    }

    fn autosave_name(&self, number: u32) -> String {
        format!("{} autosave {number}.{}", self.stem, self.ending)
    }

    fn autosave_path(&self, number: u32) -> PathBuf {
        self.folder.join(self.autosave_name(number))
    }

    fn lock_path(&self, number: u32) -> PathBuf {
        self.folder.join(format!(".{} {number}.lock", self.stem))
    }

    /// What an error of the system means for somebody who wants to keep their work.
    fn explain(&self, done: &str, path: &Path, error: &io::Error) -> Error {
        let folder = self.folder.display();
        let (what, advice) = match error.kind() {
            ErrorKind::NotFound => (
                format!("The folder {folder} is not there any more."),
                "Make it again, or save into another one: your work is still here.",
            ),
            ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => (
                format!("{} cannot be {done}: that is not allowed ({error}).", path.display()),
                "Allow it for the folder, or save into one of your own.",
            ),
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => (
                format!("There is no room in {folder} ({error})."),
                "Make room and save again, or save onto another disk: your work is still here.",
            ),
            _ => (
                format!("{} cannot be {done} ({error}).", path.display()),
                "Save again, or onto another disk: your work is still here.",
            ),
        };
        Error { what, advice: advice.to_owned() }
    }
}

/// The stem of a save and its stamp, by its name without its ending; nothing if it is no save's.
fn parts_of(name: &str) -> Option<(&str, &str)> {
    fn of_first(name: &str) -> Option<(&str, &str)> {
        let (stem, stamp) = name.split_at_checked(name.len().checked_sub(STAMP)?)?;
        Some((stem.strip_suffix(' ')?, stamp)).filter(|_| is_stamp(stamp))
    }
    of_first(name).or_else(|| {
        let (first, number) = name.rsplit_once(' ')?;
        number.parse::<u32>().ok().and_then(|_| of_first(first))
    })
}

/// A stem that every system allows.
pub fn legal(stem: &str) -> String {
    let legal = |c: char| if c.is_control() || r#"<>:"/\|?*"#.contains(c) { '_' } else { c };
    let mut text: String = stem.chars().map(legal).collect();
    while text.len() > LONGEST {
        text.pop();
    }
    let text = text.trim();
    if text.is_empty() { "untitled".to_owned() } else { text.to_owned() }
}

/// How many bytes a stem may have. Most systems have room for 255, and there is more in a name.
const LONGEST: usize = 150;

#[cfg(test)]
#[path = "folder_tests.rs"]
mod tests;
