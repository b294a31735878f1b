//! The few things that keeping files safe asks of a computer.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read as _, Write as _};
use std::path::Path;
use std::time::SystemTime;

/// A computer's clock and files. Tests have one that loses and refuses as real ones do.
pub trait Disk {
    /// A file that is being written.
    type File;
    /// Held as long as it is there. It ends with the program, however that ends.
    type Lock;

    /// What time it is.
    fn now(&self) -> SystemTime;

    /// The names in a folder that are text, in any order.
    fn names(&self, folder: &Path) -> io::Result<Vec<String>>;

    /// The first bytes of a file, at most so many.
    fn read(&self, path: &Path, most: u64) -> io::Result<Vec<u8>>;

    /// Makes a folder, and all above it, if they are not there.
    fn create_folder(&self, folder: &Path) -> io::Result<()>;

    /// A new file; an error if there is one of that name.
    fn create(&self, path: &Path) -> io::Result<Self::File>;

    /// Writes all bytes at the end of a file.
    fn write(&self, file: &mut Self::File, bytes: &[u8]) -> io::Result<()>;

    /// Waits until all of a file is where no power cut reaches it, and closes it. It takes the file: after a sync that
    /// failed, a second one may say that all is well though the bytes are gone.
    fn sync(&self, file: Self::File) -> io::Result<()>;

    /// Gives a file another name in its folder; an error if there is one of that name.
    fn rename_anew(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Gives a file another name in its folder. If there is one of that name, it takes its place.
    fn rename_over(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Removes a file.
    fn remove(&self, path: &Path) -> io::Result<()>;

    /// Waits until a folder's names are where no power cut reaches them.
    fn sync_folder(&self, folder: &Path) -> io::Result<()>;

    /// Holds a file, which is made if it is not there; nothing if somebody else holds it.
    fn lock(&self, path: &Path) -> io::Result<Option<Self::Lock>>;
}

/// This computer.
#[derive(Clone, Copy, Debug, Default)]
pub struct RealDisk;

impl Disk for RealDisk {
    type File = File;
    type Lock = File;

    fn now(&self) -> SystemTime {
        SystemTime::now()
    }

    fn names(&self, folder: &Path) -> io::Result<Vec<String>> {
        let names = fs::read_dir(folder)?.map(|entry| Ok(entry?.file_name().into_string().ok()));
        names.filter_map(Result::transpose).collect()
    }

    fn read(&self, path: &Path, most: u64) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        File::open(path)?.take(most).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    fn create_folder(&self, folder: &Path) -> io::Result<()> {
        fs::create_dir_all(folder)
    }

    fn create(&self, path: &Path) -> io::Result<File> {
        OpenOptions::new().write(true).create_new(true).open(path)
    }

    fn write(&self, file: &mut File, bytes: &[u8]) -> io::Result<()> {
        file.write_all(bytes)
    }

    fn sync(&self, file: File) -> io::Result<()> {
        file.sync_all()
    }

    fn rename_anew(&self, from: &Path, to: &Path) -> io::Result<()> {
        // A second name, which is refused if it is taken; a rename would replace. So the first name goes last.
        match fs::hard_link(from, to) {
            Ok(()) => {
                // If it stays, the file has two names, which does no harm.
                let _ = fs::remove_file(from);
                Ok(())
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(error),
            Err(_) => rename_by_holding(from, to),
        }
    }

    fn rename_over(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }

    #[cfg(unix)]
    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        File::open(folder)?.sync_all()
    }

    /// Other systems sync no folders.
    #[cfg(not(unix))]
    fn sync_folder(&self, _: &Path) -> io::Result<()> {
        Ok(())
    }

    fn lock(&self, path: &Path) -> io::Result<Option<File>> {
        lock(path)
    }
}

/// The same where files have one name only, as on memory sticks: an empty file takes the name, so that nobody else can,
/// and is replaced at once.
fn rename_by_holding(from: &Path, to: &Path) -> io::Result<()> {
    OpenOptions::new().write(true).create_new(true).open(to)?;
    fs::rename(from, to).inspect_err(|_| {
        // It is ours, and empty.
        let _ = fs::remove_file(to);
    })
}

#[cfg(unix)]
fn lock(path: &Path) -> io::Result<Option<File>> {
    use std::os::fd::AsRawFd as _;

    let file = OpenOptions::new().write(true).create(true).truncate(false).open(path)?;
    // SAFETY: the descriptor is that of an open file.
    if unsafe { libc::flock(file.as_raw_fd(), libc::LOCK_EX | libc::LOCK_NB) } == 0 {
        return Ok(Some(file));
    }
    let error = io::Error::last_os_error();
    if error.kind() == ErrorKind::WouldBlock { Ok(None) } else { Err(error) }
}

/// Who has it open lets nobody else open it.
#[cfg(windows)]
fn lock(path: &Path) -> io::Result<Option<File>> {
    use std::os::windows::fs::OpenOptionsExt as _;

    /// What Windows says of a file that somebody has open: `ERROR_SHARING_VIOLATION`.
    const IS_OPEN: i32 = 32;
    match OpenOptions::new().write(true).create(true).truncate(false).share_mode(0).open(path) {
        Ok(file) => Ok(Some(file)),
        Err(error) if error.raw_os_error() == Some(IS_OPEN) => Ok(None),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_way_to_rename_anew_replaces_a_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let [from, to] = ["from", "to"].map(|name| folder.path().join(name));
        let ways: [fn(&Path, &Path) -> io::Result<()>; 2] =
            [|from, to| RealDisk.rename_anew(from, to), rename_by_holding];
        for way in ways {
            fs::write(&from, "mine").expect("written");
            fs::write(&to, "yours").expect("written");
            assert_eq!(way(&from, &to).expect_err("a taken name").kind(), ErrorKind::AlreadyExists);
            let read = |path| fs::read_to_string(path).expect("a file");
            assert_eq!((read(&from), read(&to)), ("mine".to_owned(), "yours".to_owned()));
            fs::remove_file(&to).expect("removed");
            way(&from, &to).expect("renamed");
            assert_eq!((from.exists(), read(&to)), (false, "mine".to_owned()));
            fs::remove_file(&to).expect("removed");
            assert_eq!(way(&from, &to).expect_err("nothing to rename").kind(), ErrorKind::NotFound);
            assert!(!to.exists());
        }
    }

    #[test]
    fn a_lock_is_held_once_and_ends_when_it_is_dropped() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("lock");
        let held = RealDisk.lock(&path).expect("a lock");
        assert!(held.is_some());
        assert!(RealDisk.lock(&path).expect("an answer").is_none());
        drop(held);
        assert!(RealDisk.lock(&path).expect("an answer").is_some());
    }
}
