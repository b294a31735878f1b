//! Makes values from files, and makes them again when the files are saved.

use anyhow::{Error, Result, bail};
use std::cell::{Cell, Ref, RefCell};
use std::path::PathBuf;
use std::time::SystemTime;

/// A path, with the time of its last change and its length, if it exists.
type Seen = (PathBuf, Option<(SystemTime, u64)>);

/// A function that makes a value from files. It adds to the list what else it reads: files, or whole folders.
type Load<T> = Box<dyn Fn(&[PathBuf], &mut Vec<PathBuf>) -> Result<T>>;

/// A value made from files. If they change for the worse, the last good value stays.
pub struct HotReload<T> {
    paths: Vec<PathBuf>,
    load: Load<T>,
    value: RefCell<T>,
    version: Cell<u32>,
    /// All files that the value was made from, as they were just before they were read.
    seen: RefCell<Vec<Seen>>,
    error: RefCell<Option<String>>,
}

impl<T> HotReload<T> {
    /// Makes the value. If the files are bad or missing, `otherwise` may return another value and the reason.
    pub(super) fn load(
        paths: Vec<PathBuf>,
        load: impl Fn(&[PathBuf], &mut Vec<PathBuf>) -> Result<T> + 'static,
        otherwise: impl FnOnce(Error) -> Result<(T, Error)>,
    ) -> Result<(Self, Option<Error>)> {
        let (mut watched, mut others) = (seen(&paths), Vec::new());
        let (value, error) = match load(&paths, &mut others) {
            Ok(value) => (value, None),
            Err(error) => otherwise(error).map(|(value, error)| (value, Some(error)))?,
        };
        add(&mut watched, others);
        Ok((Self::new(paths, watched, Box::new(load), value), error))
    }

    /// Wraps a value that is made from no file and never changes.
    pub fn fixed(value: T) -> Self {
        let load = Box::new(|_: &[PathBuf], _: &mut Vec<PathBuf>| bail!("it was made from no file"));
        Self::new(Vec::new(), Vec::new(), load, value)
    }

    fn new(paths: Vec<PathBuf>, seen: Vec<Seen>, load: Load<T>, value: T) -> Self {
        let (version, error) = Default::default();
        Self { paths, load, value: RefCell::new(value), version, seen: RefCell::new(seen), error }
    }

    /// Keeps an error to be shown until the files are good.
    pub fn complain(&self, error: &Error) {
        *self.error.borrow_mut() = Some(format!("{error:#}"));
    }

    /// Returns the value as last made.
    pub fn get(&self) -> Ref<'_, T> {
        self.value.borrow()
    }

    /// Returns the value's number, which grows with every load.
    pub fn version(&self) -> u32 {
        self.version.get()
    }
}

/// A [`HotReload`] of any type, to reload all of them alike.
pub(super) trait Watched {
    /// Makes the value again if a file has changed. Returns true if it was tried.
    fn reload(&self) -> bool;

    /// Returns why the last try failed, if it did.
    fn error(&self) -> Option<String>;
}

impl<T> Watched for HotReload<T> {
    fn reload(&self) -> bool {
        // Before they are read: a file that is written in the meantime is another version.
        let mut now = seen(self.seen.borrow().iter().map(|(path, _)| path));
        if *self.seen.borrow() == now {
            return false;
        }
        let mut others = Vec::new();
        *self.error.borrow_mut() = match (self.load)(&self.paths, &mut others) {
            Ok(value) => {
                *self.value.borrow_mut() = value;
                self.version.set(self.version.get().wrapping_add(1));
                now.retain(|(path, _)| self.paths.contains(path) || others.contains(path));
                None
            }
            // What was read for the last good value is watched on.
            Err(error) => Some(format!("{error:#}")),
        };
        add(&mut now, others);
        *self.seen.borrow_mut() = now;
        true
    }

    fn error(&self) -> Option<String> {
        self.error.borrow().clone()
    }
}

/// Returns the present versions of some files.
fn seen<'p>(paths: impl IntoIterator<Item = &'p PathBuf>) -> Vec<Seen> {
    let stamp = |path| {
        let file = std::fs::metadata(path).ok()?;
        Some((file.modified().ok()?, file.len()))
    };
    paths.into_iter().map(|path| (path.clone(), stamp(path))).collect()
}

/// Adds those paths that aren't in the list yet.
fn add(watched: &mut Vec<Seen>, others: Vec<PathBuf>) {
    for path in others {
        if !watched.iter().any(|(known, _)| *known == path) {
            watched.extend(seen([&path]));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_while_it_is_read_is_read_again() {
        let path = std::env::temp_dir().join(format!("live-torn-{}.txt", std::process::id()));
        std::fs::write(&path, "a").unwrap();
        // Most programs empty a file before they write it. Here it is read while empty, and written at once.
        let read = |paths: &[PathBuf], _: &mut Vec<PathBuf>| {
            let text = std::fs::read_to_string(&paths[0])?;
            if text.is_empty() {
                std::fs::write(&paths[0], "whole")?;
                bail!("it ends too soon");
            }
            Ok(text)
        };
        let live = HotReload::load(vec![path.clone()], read, Err).unwrap().0;
        std::fs::write(&path, "").unwrap();
        assert!(live.reload() && live.error().is_some());
        assert!(live.reload());
        assert_eq!((live.get().as_str(), live.error()), ("whole", None));
        std::fs::remove_file(&path).unwrap();
    }
}
