//! Something made from files, and made anew when they are saved.

use anyhow::{Result, bail};
use std::cell::{Ref, RefCell};
use std::path::PathBuf;
use std::time::SystemTime;

/// Tells one version of a file from another: when it was written, and how long it is.
type Stamp = Option<(SystemTime, u64)>;

type Load<T> = Box<dyn Fn(&[PathBuf]) -> Result<T>>;

/// A value made from files. When they change for the worse, the last good value stays.
pub struct Live<T> {
    paths: Vec<PathBuf>,
    load: Load<T>,
    value: RefCell<T>,
    stamps: RefCell<Vec<Stamp>>,
    error: RefCell<Option<String>>,
}

impl<T> Live<T> {
    pub(super) fn load(
        paths: Vec<PathBuf>,
        load: impl Fn(&[PathBuf]) -> Result<T> + 'static,
    ) -> Result<Self> {
        Ok(Self {
            stamps: RefCell::new(stamps(&paths)),
            value: RefCell::new(load(&paths)?),
            load: Box::new(load),
            error: RefCell::default(),
            paths,
        })
    }

    /// A value that stays as it is, made from no file.
    pub fn fixed(value: T) -> Self {
        let load: Load<T> = Box::new(|_| bail!("it was made from no file"));
        let (value, stamps, error) = (RefCell::new(value), RefCell::default(), RefCell::default());
        Self { paths: Vec::new(), load, value, stamps, error }
    }

    /// The value as it is now.
    pub fn get(&self) -> Ref<'_, T> {
        self.value.borrow()
    }
}

/// A [`Live`] of any type.
pub(super) trait Watched {
    /// Loads again if a file has changed, or in any case with `always`. True if it was tried.
    fn reload(&self, always: bool) -> bool;

    /// Why the last try failed.
    fn error(&self) -> Option<String>;
}

impl<T> Watched for Live<T> {
    fn reload(&self, always: bool) -> bool {
        let now = stamps(&self.paths);
        let changed = *self.stamps.borrow() != now;
        if !(changed || always) {
            return false;
        }
        *self.stamps.borrow_mut() = now;
        *self.error.borrow_mut() = match (self.load)(&self.paths) {
            Ok(value) => {
                *self.value.borrow_mut() = value;
                None
            }
            Err(error) => Some(format!("{error:#}")),
        };
        true
    }

    fn error(&self) -> Option<String> {
        self.error.borrow().clone()
    }
}

fn stamps(paths: &[PathBuf]) -> Vec<Stamp> {
    let stamp = |path: &PathBuf| {
        let file = std::fs::metadata(path).ok()?;
        Some((file.modified().ok()?, file.len()))
    };
    paths.iter().map(stamp).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::Context as _;

    #[test]
    fn the_last_good_value_stays_until_there_is_a_better_one() {
        let path = std::env::temp_dir().join(format!("live-{}.txt", std::process::id()));
        std::fs::write(&path, "1").unwrap();
        let parse = |paths: &[PathBuf]| {
            let text = std::fs::read_to_string(&paths[0])?;
            text.parse::<u32>().with_context(|| format!("'{text}'"))
        };
        let live = Live::load(vec![path.clone()], parse).unwrap();
        assert!(!live.reload(false), "nothing has changed");

        std::fs::write(&path, "two").unwrap();
        assert!(live.reload(false));
        assert_eq!(*live.get(), 1);
        assert_eq!(live.error().unwrap(), "'two': invalid digit found in string");

        std::fs::remove_file(&path).unwrap();
        assert!(live.reload(false));
        assert_eq!(*live.get(), 1, "a file that is gone changes nothing either");

        std::fs::write(&path, "33").unwrap();
        assert!(live.reload(false));
        assert_eq!((*live.get(), live.error()), (33, None));
        std::fs::remove_file(&path).unwrap();
    }
}
