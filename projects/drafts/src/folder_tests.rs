//! Folders on disks that fail, lose and forget.

use super::*;
use crate::disk::Disk;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A file's bytes: those that the system knows, and those that outlast a power cut.
#[derive(Clone, Default)]
struct Bytes {
    written: Vec<u8>,
    synced: Option<Vec<u8>>,
}

/// What was done to the names in the folder, and may not outlast a power cut yet. Files are known by a number.
#[derive(Clone)]
enum Change {
    Named(PathBuf, usize),
    Removed(PathBuf),
    Renamed(PathBuf, PathBuf),
}

type Names = BTreeMap<PathBuf, usize>;

fn apply(change: &Change, names: &mut Names) {
    match change {
        Change::Named(path, file) => {
            names.insert(path.clone(), *file);
        }
        Change::Removed(path) => {
            names.remove(path);
        }
        Change::Renamed(from, to) => {
            if let Some(file) = names.remove(from) {
                names.insert(to.clone(), file);
            }
        }
    }
}

/// Which calls fail, counted from 0, and whether what was asked for is done all the same.
#[derive(Clone, Copy, Debug)]
struct Failing {
    first: usize,
    /// How many from there on.
    count: usize,
    yet_done: bool,
    kind: ErrorKind,
    /// What a real system would say, if it is that which counts.
    code: Option<i32>,
}

/// The errors with which a system says that a disk is full, or that nobody may write there, and what is told of each.
#[cfg(target_os = "linux")]
const REFUSALS: [(i32, &str); 6] = [
    (libc::ENOSPC, FULL),
    (libc::EDQUOT, FULL),
    (libc::EFBIG, FULL),
    (libc::EROFS, FORBIDDEN),
    (libc::EACCES, FORBIDDEN),
    (libc::EPERM, FORBIDDEN),
];
#[cfg(target_os = "linux")]
const FULL: &str = "There is no room in {folder} ({error}). \
                    Make room and save again, or save onto another disk: your work is still here.";
#[cfg(target_os = "linux")]
const FORBIDDEN: &str = "{folder} cannot be written to: that is not allowed ({error}). \
                         Allow it for the folder, or save into one of your own.";

#[derive(Clone)]
struct State {
    files: Vec<Bytes>,
    names: Names,
    /// The names that outlast a power cut.
    synced: Names,
    /// What was done since.
    changes: Vec<Change>,
    locks: BTreeSet<PathBuf>,
    is_there: bool,
    seconds: u64,
    calls: usize,
    /// How many of them have failed.
    failed: usize,
    failing: Option<Failing>,
}

/// A disk that keeps what is written in mind, and loses it in a power cut.
#[derive(Clone)]
struct ShakyDisk(Rc<RefCell<State>>);

struct Lock(ShakyDisk, PathBuf);

impl Drop for Lock {
    fn drop(&mut self) {
        self.0.0.borrow_mut().locks.remove(&self.1);
    }
}

impl ShakyDisk {
    fn new() -> Self {
        let state = State {
            files: Vec::new(),
            names: Names::new(),
            synced: Names::new(),
            changes: Vec::new(),
            locks: BTreeSet::new(),
            is_there: true,
            seconds: 1_000_000_000,
            calls: 0,
            failed: 0,
            failing: None,
        };
        Self(Rc::new(RefCell::new(state)))
    }

    /// The same files on a computer that was started anew.
    fn started_anew(names: Names, files: Vec<Bytes>) -> Self {
        let disk = Self::new();
        let mut state = disk.0.borrow_mut();
        (state.names, state.synced, state.files) = (names.clone(), names, files);
        state.seconds += 1_000_000;
        drop(state);
        disk
    }

    /// Does something, unless it is to fail. `broken` is what is done then.
    fn call<T>(
        &self,
        done: impl FnOnce(&mut State) -> io::Result<T>,
        broken: impl FnOnce(&mut State),
    ) -> io::Result<T> {
        let state = &mut *self.0.borrow_mut();
        let call = state.calls;
        state.calls += 1;
        if !state.is_there {
            return Err(ErrorKind::NotFound.into());
        }
        let fails = |failing: &Failing| call >= failing.first && call - failing.first < failing.count;
        let Some(failing) = state.failing.filter(fails) else { return done(state) };
        state.failed += 1;
        // Of a disk that is gone, nothing more is done.
        if failing.yet_done && call == failing.first {
            let _ = done(state);
        } else {
            broken(state);
        }
        Err(failing.code.map_or_else(|| failing.kind.into(), io::Error::from_raw_os_error))
    }

    /// What a folder holds after a power cut: every change of names since the last sync may be lost or not, and of every
    /// file that was not synced all bytes, or half of them, or none.
    fn after_power_cuts(&self) -> Vec<Self> {
        let state = self.0.borrow();
        let mut disks = Vec::new();
        for kept in 0..1u32 << state.changes.len() {
            let mut names = state.synced.clone();
            for (i, change) in state.changes.iter().enumerate() {
                if kept >> i & 1 == 1 {
                    apply(change, &mut names);
                }
            }
            for part in [0, 1, 2] {
                let lose = |bytes: &Bytes| {
                    let written = &bytes.written;
                    let left = bytes.synced.clone().unwrap_or(written[..written.len() * part / 2].to_vec());
                    Bytes { written: left.clone(), synced: Some(left) }
                };
                disks.push(Self::started_anew(names.clone(), state.files.iter().map(lose).collect()));
            }
        }
        disks
    }

    /// What it holds after a crash of the program alone.
    fn after_a_crash(&self) -> Self {
        let state = self.0.borrow();
        Self::started_anew(state.names.clone(), state.files.clone())
    }

    fn names_that_end(&self, ending: &str) -> Vec<String> {
        let all = self.names(&folder()).expect("names");
        all.into_iter().filter(|name| name.ends_with(ending)).collect()
    }
}

fn nothing(_: &mut State) {}

impl Disk for ShakyDisk {
    type File = usize;
    type Lock = Lock;

    fn now(&self) -> SystemTime {
        UNIX_EPOCH + Duration::from_secs(self.0.borrow().seconds)
    }

    fn names(&self, _: &Path) -> io::Result<Vec<String>> {
        let name = |path: &PathBuf| path.file_name().expect("a name").to_string_lossy().into_owned();
        self.call(|state| Ok(state.names.keys().map(name).collect()), nothing)
    }

    fn read(&self, path: &Path, most: u64) -> io::Result<Vec<u8>> {
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        let read = |state: &mut State| {
            let file = state.names.get(path).ok_or(ErrorKind::NotFound)?;
            let written = &state.files[*file].written;
            Ok(written[..written.len().min(most)].to_vec())
        };
        self.call(read, nothing)
    }

    fn create_folder(&self, _: &Path) -> io::Result<()> {
        self.0.borrow_mut().is_there = true;
        Ok(())
    }

    fn create(&self, path: &Path) -> io::Result<usize> {
        let create = |state: &mut State| {
            if state.names.contains_key(path) {
                return Err(ErrorKind::AlreadyExists.into());
            }
            let file = state.files.len();
            state.files.push(Bytes::default());
            state.names.insert(path.to_owned(), file);
            state.changes.push(Change::Named(path.to_owned(), file));
            Ok(file)
        };
        self.call(create, nothing)
    }

    fn write(&self, file: &mut usize, bytes: &[u8]) -> io::Result<()> {
        let add = |state: &mut State, bytes: &[u8]| state.files[*file].written.extend(bytes);
        let all = |state: &mut State| {
            add(state, bytes);
            Ok(())
        };
        self.call(all, |state| add(state, &bytes[..bytes.len() / 2]))
    }

    fn sync(&self, file: usize) -> io::Result<()> {
        let sync = |state: &mut State| {
            let bytes = &mut state.files[file];
            bytes.synced = Some(bytes.written.clone());
            Ok(())
        };
        // The system takes for written what it could not write.
        let lose = |state: &mut State| state.files[file].synced = Some(Vec::new());
        self.call(sync, lose)
    }

    fn rename_anew(&self, from: &Path, to: &Path) -> io::Result<()> {
        if self.0.borrow().names.contains_key(to) {
            return self.call(|_| Err(ErrorKind::AlreadyExists.into()), nothing);
        }
        self.rename_over(from, to)
    }

    fn rename_over(&self, from: &Path, to: &Path) -> io::Result<()> {
        let rename = |state: &mut State| {
            if !state.names.contains_key(from) {
                return Err(ErrorKind::NotFound.into());
            }
            let replaced = state.names.contains_key(to).then(|| to.to_string_lossy().into_owned());
            assert!(replaced.is_none_or(|name| name.contains("autosave")), "{to:?} is overwritten");
            let change = Change::Renamed(from.to_owned(), to.to_owned());
            apply(&change, &mut state.names);
            state.changes.push(change);
            Ok(())
        };
        self.call(rename, nothing)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        let remove = |state: &mut State| {
            state.names.remove(path).ok_or(ErrorKind::NotFound)?;
            state.changes.push(Change::Removed(path.to_owned()));
            Ok(())
        };
        self.call(remove, nothing)
    }

    fn sync_folder(&self, _: &Path) -> io::Result<()> {
        let sync = |state: &mut State| {
            state.synced = state.names.clone();
            state.changes.clear();
            Ok(())
        };
        self.call(sync, nothing)
    }

    fn lock(&self, path: &Path) -> io::Result<Option<Lock>> {
        let is_free = self.call(|state| Ok(!state.locks.contains(path)), nothing)?;
        Ok(is_free.then(|| {
            self.0.borrow_mut().locks.insert(path.to_owned());
            Lock(self.clone(), path.to_owned())
        }))
    }
}

/// A file of the tests: its counter, what it holds, and what both add up to.
fn file(saves: u64, step: u8) -> Vec<u8> {
    let mut bytes = saves.to_le_bytes().to_vec();
    bytes.extend([step; 24]);
    bytes.push(bytes.iter().fold(7, |sum, byte| sum.wrapping_mul(31).wrapping_add(*byte)));
    bytes
}

fn counter(bytes: &[u8]) -> Option<u64> {
    bytes.first_chunk().map(|first| u64::from_le_bytes(*first)).filter(|&saves| saves < u64::MAX)
}

fn judge(bytes: &[u8]) -> Result<u8, String> {
    let whole = counter(bytes).zip(bytes.get(8)).filter(|(saves, step)| file(*saves, **step) == bytes);
    whole.map(|(_, step)| *step).ok_or_else(|| format!("{} bytes of a file.", bytes.len()))
}

fn folder() -> PathBuf {
    PathBuf::from("/saves")
}

fn on(disk: &ShakyDisk) -> Folder<ShakyDisk> {
    Folder::new(disk.clone(), &folder(), "knight", "anim", counter)
}

fn save(folder: &mut Folder<ShakyDisk>, step: u8) -> Result<Saved, Error> {
    folder.save(|saves| file(saves, step))
}

fn autosave(folder: &mut Folder<ShakyDisk>, step: u8) -> Result<PathBuf, Error> {
    folder.autosave(|saves| file(saves, step))
}

/// What is opened.
fn opened(disk: &ShakyDisk) -> Option<u8> {
    on(disk).newest(judge).expect("a folder").opened.map(|opened| opened.value)
}

/// What was left behind.
fn left(disk: &ShakyDisk) -> Vec<u8> {
    let left = on(disk).left_behind(judge).expect("a folder");
    left.into_iter().map(|left| left.value.expect("a whole autosave")).collect()
}

#[test]
fn a_folder_without_saves_has_none() {
    let disk = ShakyDisk::new();
    assert_eq!((opened(&disk), left(&disk)), (None, vec![]));
    disk.0.borrow_mut().is_there = false;
    assert_eq!((opened(&disk), left(&disk)), (None, vec![]));
}

#[test]
fn saves_stand_beside_each_other_and_the_highest_counter_is_opened() {
    let disk = ShakyDisk::new();
    let mut folder = on(&disk);
    let names: Vec<String> = [0, 0, 1, -500]
        .into_iter()
        .zip(1..)
        .map(|(passed, step)| {
            let seconds = disk.0.borrow().seconds;
            disk.0.borrow_mut().seconds = seconds.saturating_add_signed(passed);
            let saved = save(&mut folder, step).expect("a save");
            assert_eq!((saved.saves, saved.notes.len()), (u64::from(step), usize::from(passed < 0)));
            if let [note] = &saved.notes[..] {
                assert!(
                    note.contains("01-38-21 (UTC), but there is a save of 2001-09-09 01-46-41."),
                    "{note}"
                );
            }
            saved.path.file_name().expect("a name").to_string_lossy().into_owned()
        })
        .collect();
    let want = ["01-46-40", "01-46-40 2", "01-46-41", "01-38-21"];
    assert_eq!(names, want.map(|time| format!("knight 2001-09-09 {time}.anim")));
    assert_eq!(opened(&disk), Some(4));
    assert_eq!(disk.names_that_end(".anim").len(), 4);
    // Another editor goes on from there, and the first one from that.
    assert_eq!(save(&mut on(&disk), 5).expect("a save").saves, 5);
    assert_eq!(save(&mut folder, 6).expect("a save").saves, 6);
    assert_eq!(opened(&disk), Some(6));

    let listed = folder.list().expect("a list");
    assert_eq!(listed.iter().map(|save| save.saves).collect::<Vec<_>>(), [6, 5, 4, 3, 2, 1].map(Some));
    assert_eq!(listed[4].stamp, "2001-09-09 01-46-40 2");
    assert_eq!(listed[4].path.file_name().expect("a name"), &*names[1]);
}

#[test]
fn a_damaged_save_is_told_and_the_next_is_opened() {
    let disk = ShakyDisk::new();
    let mut folder = on(&disk);
    for step in 1..=4 {
        save(&mut folder, step).expect("a save");
    }
    let spoil = |save: usize, byte: usize, with: u8| {
        disk.0
            .borrow_mut()
            .files
            .iter_mut()
            .filter(|file| !file.written.is_empty())
            .nth(save)
            .expect("a file")
            .written[byte] = with;
    };
    spoil(3, 9, 0);
    let newest = on(&disk).newest(judge).expect("a folder");
    assert_eq!(newest.opened.map(|opened| (opened.value, opened.saves)), Some((3, Some(3))));
    let damaged = |newest: Vec<(PathBuf, String)>| -> Vec<String> {
        newest.into_iter().map(|(path, why)| format!("{}: {why}", path.display())).collect()
    };
    assert_eq!(damaged(newest.damaged), ["/saves/knight 2001-09-09 01-46-40 4.anim: 33 bytes of a file."]);

    // Of one whose counter is damaged nobody knows whether it is newer. It is told, too.
    for byte in 0..8 {
        spoil(0, byte, 255);
    }
    let newest = on(&disk).newest(judge).expect("a folder");
    assert_eq!(newest.opened.map(|opened| opened.value), Some(3));
    let told = damaged(newest.damaged);
    assert_eq!(told.len(), 2, "{told:?}");
    let newest = on(&disk).newest(|bytes| Ok::<_, String>(bytes[8])).expect("a folder");
    assert_eq!(newest.opened.map(|opened| opened.value), Some(4));
    assert_eq!(damaged(newest.damaged), [format!("/saves/knight 2001-09-09 01-46-40.anim: {AGELESS}")]);

    // If nothing else is whole, even that is opened.
    for save in 1..4 {
        spoil(save, 20, 99);
    }
    let lenient = |bytes: &[u8]| if bytes[20] == 99 { Err("spoilt".to_owned()) } else { Ok(bytes[8]) };
    let newest = on(&disk).newest(lenient).expect("a folder");
    assert_eq!(newest.opened.map(|opened| (opened.value, opened.saves)), Some((1, None)));
    assert_eq!(newest.damaged.len(), 3);
}

#[test]
fn an_autosave_is_replaced_and_a_save_removes_it() {
    let disk = ShakyDisk::new();
    let mut folder = on(&disk);
    for step in 1..=3 {
        let path = autosave(&mut folder, step).expect("an autosave");
        assert_eq!(path, Path::new("/saves/knight autosave 1.anim"));
    }
    assert_eq!(left(&disk.after_a_crash()), [3]);
    save(&mut folder, 4).expect("a save");
    let crashed = disk.after_a_crash();
    assert_eq!((left(&crashed), opened(&crashed)), (vec![], Some(4)));
    // It counts as the next save would.
    let path = autosave(&mut folder, 5).expect("an autosave");
    assert_eq!(counter(&disk.read(&path, HEAD).expect("a file")), Some(2));
}

#[test]
fn only_what_nobody_holds_is_left_behind() {
    let disk = ShakyDisk::new();
    let mut first = on(&disk);
    autosave(&mut first, 1).expect("an autosave");
    let mut second = on(&disk);
    assert!(left(&disk).is_empty());
    autosave(&mut second, 2).expect("an autosave");
    drop(first);
    assert_eq!(left(&disk), [1]);

    // A third editor is told of it, and then no fourth. It does not overwrite it.
    let mut third = on(&disk);
    let mut found = third.left_behind(judge).expect("a folder");
    assert!(left(&disk).is_empty());
    let found = found.pop().expect("an autosave");
    assert_eq!(found.saves, Some(1));
    autosave(&mut third, 3).expect("an autosave");
    assert_eq!(third.take_over(found), Ok(1));
    assert!(left(&disk).is_empty());
    assert_eq!(left(&disk.after_a_crash()), [1, 2, 3]);
    save(&mut third, 4).expect("a save");
    assert_eq!(left(&disk.after_a_crash()), [2]);

    // Without an answer it is left for the next start, and with a no it is gone.
    drop((second, third));
    assert_eq!((left(&disk), left(&disk)), (vec![2], vec![2]));
    autosave(&mut on(&disk), 5).expect("an autosave");
    assert_eq!(left(&disk), [5, 2]);
    autosave(&mut on(&disk), 6).expect("an autosave");
    assert_eq!(left(&disk), [5, 2, 6]);
    let folder = on(&disk);
    let found = folder.left_behind(judge).expect("a folder");
    assert_eq!(found.iter().map(|left| left.saves).collect::<Vec<_>>(), [Some(2), Some(1), Some(2)]);
    found.into_iter().for_each(|left| folder.discard(left).expect("removed"));
    assert!(left(&disk).is_empty());
}

#[test]
fn a_damaged_autosave_is_told_and_kept() {
    let disk = ShakyDisk::new();
    autosave(&mut on(&disk), 1).expect("an autosave");
    disk.0.borrow_mut().files[0].written.truncate(20);
    let mut folder = on(&disk);
    let found = folder.left_behind(judge).expect("a folder").pop().expect("an autosave");
    assert_eq!(found.value, Err("20 bytes of a file.".to_owned()));
    assert!(folder.take_over(found).is_err());
    save(&mut folder, 2).expect("a save");
    assert_eq!(disk.names_that_end("autosave 1.anim").len(), 1);
}

#[test]
fn parts_of_an_editor_that_crashed_are_removed_by_the_next() {
    let disk = ShakyDisk::new();
    // The write succeeds, and nothing more.
    let mut folder = on(&disk);
    let written = 4;
    disk.0.borrow_mut().failing = Some(failing(written, usize::MAX, false));
    save(&mut folder, 1).expect_err("a disk that is gone");
    let disk = disk.after_a_crash();
    assert_eq!(disk.names_that_end(".part").len(), 1);
    save(&mut on(&disk), 2).expect("a save");
    assert_eq!(disk.names_that_end(".part"), [""; 0]);
}

fn failing(first: usize, count: usize, yet_done: bool) -> Failing {
    Failing { first, count, yet_done, kind: ErrorKind::Other, code: None }
}

/// What an editor does: a save, or an autosave.
const STEPS: [bool; 7] = [false, true, false, false, true, true, false];

/// Takes all steps, and tells which came out well. Where no call fails, none does.
fn take_steps(folder: &mut Folder<ShakyDisk>) -> Vec<bool> {
    let mut take = |(&is_save, step)| {
        let failed = folder.disk.0.borrow().failed;
        let went_well = match is_save {
            true => save(folder, step).map(drop),
            false => autosave(folder, step).map(drop),
        };
        let reason = format!("step {step}: {went_well:?}, {failed} calls failed before it");
        assert!(went_well.is_ok() || folder.disk.0.borrow().failed > failed, "{reason}");
        went_well.is_ok()
    };
    STEPS.iter().zip(1..).map(&mut take).collect()
}

/// The last of the steps that came out well; 0 if none did.
fn last(went_well: &[bool], counts: impl Fn(bool) -> bool) -> u8 {
    let steps = (1..).zip(went_well.iter().zip(STEPS));
    steps.filter(|(_, (well, is_save))| **well && counts(*is_save)).map(|(step, _)| step).last().unwrap_or(0)
}

/// Nothing that was said to be kept is lost.
#[track_caller]
fn assert_kept(disk: &ShakyDisk, went_well: &[bool], context: &str) {
    let [saved, kept] = [last(went_well, |is_save| is_save), last(went_well, |_| true)];
    let newest = on(disk).newest(judge).expect("a folder");
    let opened = newest.opened.map_or(0, |opened| opened.value);
    assert!(opened >= saved, "{context}: {opened} is opened, but {saved} was saved");
    assert_eq!(newest.damaged, [], "{context}");
    let newest = left(disk).into_iter().chain([opened]).max().unwrap_or(0);
    assert!(newest >= kept, "{context}: {newest} is there, but {kept} was kept");
}

#[test]
fn whichever_call_fails_the_last_good_state_is_there() {
    let calls = {
        let disk = ShakyDisk::new();
        assert_eq!(take_steps(&mut on(&disk)), [true; 7]);
        disk.0.borrow().calls
    };
    assert!(calls > 40, "{calls}");
    let mut cuts = 0;
    for first in 0..=calls {
        for (count, yet_done) in
            [1, 2, usize::MAX].into_iter().flat_map(|count| [(count, false), (count, true)])
        {
            let disk = ShakyDisk::new();
            disk.0.borrow_mut().failing = Some(failing(first, count, yet_done));
            let mut folder = on(&disk);
            let went_well = take_steps(&mut folder);
            let context = format!("{count} calls fail from call {first} on, yet done: {yet_done}");
            assert_kept(&disk.after_a_crash(), &went_well, &context);
            for disk in disk.after_power_cuts() {
                assert_kept(&disk, &went_well, &context);
                // And one can go on.
                save(&mut on(&disk), 99).unwrap_or_else(|error| panic!("{context}: {error}"));
                assert_eq!(opened(&disk), Some(99), "{context}");
                cuts += 1;
            }
        }
    }
    println!("{calls} calls, {cuts} power cuts");
}

#[test]
fn errors_say_what_to_do() {
    let told = |prepare: &dyn Fn(&mut State)| {
        let disk = ShakyDisk::new();
        let mut folder = on(&disk);
        save(&mut folder, 1).expect("a save");
        prepare(&mut disk.0.borrow_mut());
        let told = [save(&mut folder, 2).map(drop), autosave(&mut folder, 3).map(drop)];
        told.map(|told| told.expect_err("a broken disk").to_string())
    };
    let failing_with = |kind| {
        move |state: &mut State| state.failing = Some(Failing { kind, ..failing(0, usize::MAX, false) })
    };
    let gone = "The folder /saves is not there any more. Make it again, or save into another one: your work is still here.";
    assert_eq!(told(&|state| state.is_there = false), [gone, gone]);
    for (kind, words) in [
        (ErrorKind::ReadOnlyFilesystem, "Allow it for the folder, or save into one of your own."),
        (
            ErrorKind::PermissionDenied,
            "/saves cannot be written to: that is not allowed (permission denied).",
        ),
        (
            ErrorKind::StorageFull,
            "Make room and save again, or save onto another disk: your work is still here.",
        ),
        (ErrorKind::Other, "/saves cannot be written to (other error). Save again, or onto another disk"),
    ] {
        let told = told(&failing_with(kind));
        assert!(told[1].contains(words), "{told:?}");
    }
}

/// What Linux says of a full disk and of a folder where nobody may write comes to the student as a sentence, whichever call
/// it stops; and what was saved before is there.
#[cfg(target_os = "linux")]
#[test]
fn what_a_system_says_of_a_full_disk_or_a_read_only_folder_is_told_with_what_to_do() {
    for (code, sentence) in REFUSALS {
        let error = io::Error::from_raw_os_error(code).to_string();
        let sentence = sentence.replace("{folder}", "/saves").replace("{error}", &error);
        let (_, advice) = sentence.split_once(&format!("({error}). ")).expect("an error");
        for is_save in [true, false] {
            let mut told = Vec::new();
            for first in 0..14 {
                let disk = ShakyDisk::new();
                let mut folder = on(&disk);
                save(&mut folder, 1).expect("a save");
                let first = disk.0.borrow().calls + first;
                let failing = Failing { code: Some(code), ..failing(first, 1, false) };
                disk.0.borrow_mut().failing = Some(failing);
                let done =
                    if is_save { save(&mut folder, 2).map(drop) } else { autosave(&mut folder, 2).map(drop) };
                disk.0.borrow_mut().failing = None;
                told.extend(done.err().map(|error| error.to_string()));
                assert_eq!(disk.names_that_end(".part"), [""; 0], "call {first}");
                assert!(opened(&disk).is_some_and(|step| step == 1 || is_save && step == 2));
            }
            assert!(told.contains(&sentence), "{told:#?}");
            let elsewhere = "Save again, into a folder on another disk.";
            assert!(told.iter().all(|told| told.ends_with(advice) || told.ends_with(elsewhere)), "{told:#?}");
        }
    }
}

#[test]
fn a_full_disk_leaves_no_half_file() {
    for (first, is_save) in (0..12).flat_map(|first| [(first, true), (first, false)]) {
        let disk = ShakyDisk::new();
        disk.0.borrow_mut().failing =
            Some(Failing { kind: ErrorKind::StorageFull, ..failing(first, 1, false) });
        let _ = match is_save {
            true => save(&mut on(&disk), 1).map(drop),
            false => autosave(&mut on(&disk), 1).map(drop),
        };
        disk.0.borrow_mut().failing = None;
        assert_eq!(disk.names_that_end(".part"), [""; 0], "call {first}");
        assert_eq!(on(&disk).newest(judge).expect("a folder").damaged, []);
    }
}

#[test]
fn other_files_are_not_touched_or_taken_for_saves() {
    let disk = ShakyDisk::new();
    for name in [
        "knight.anim",
        "knight 2026.anim",
        "knight 2026-01-01 00-00-00 copy.anim",
        "knight 2 2026-01-01 00-00-00.anim",
        "knight autosave.anim",
        "knight autosave 01.anim",
        "page 2026-01-01 00-00-00.anim",
        "knight 2026-01-01 00-00-00.txt",
    ] {
        disk.create(&folder().join(name)).expect("a file");
    }
    assert_eq!((opened(&disk), left(&disk)), (None, vec![]));
    let before = disk.names(&folder()).expect("names").len();
    let mut folder = on(&disk);
    assert_eq!(save(&mut folder, 1).expect("a save").saves, 1);
    // The save, and the lock of its editor, which is no file here.
    assert_eq!(disk.names(Path::new("")).expect("names").len(), before + 1);
}

#[test]
fn every_save_tells_its_stem() {
    let disk = ShakyDisk::new();
    for stem in ["knight", "knight 2", "a 2001-09-09 01-46-40", "größe"] {
        let mut folder = Folder::new(disk.clone(), &folder(), stem, "anim", counter);
        for step in 1..=2 {
            let saved = folder.save(|saves| file(saves, step)).expect("a save");
            assert_eq!(saved.saves, u64::from(step), "{stem}");
            let name = saved.path.file_stem().expect("a name").to_string_lossy();
            assert_eq!(Folder::<RealDisk>::stem_of(&name), Some(stem));
        }
    }
    for name in ["knight", "2001-09-09 01-46-40", "knight 2001-09-09 01-46-40 copy", "knight autosave 1", ""]
    {
        assert_eq!(Folder::<RealDisk>::stem_of(name), None);
    }
}

#[test]
fn a_stem_is_legal_everywhere() {
    for (given, want) in
        [("knight", "knight"), ("a/b:c", "a_b_c"), ("", "untitled"), (" \n", "_"), ("ä", "ä")]
    {
        assert_eq!(legal(given), want);
    }
    assert_eq!(legal(&"ö".repeat(200)), "ö".repeat(LONGEST / 2));
}

#[test]
fn a_real_folder_keeps_what_is_saved_and_may_vanish() {
    let parent = tempfile::tempdir().expect("a folder");
    let path = parent.path().join("of my own/saves");
    let open = || Folder::new(RealDisk, &path, "knight", "anim", counter);
    let mut folder = open();
    assert!(folder.newest(judge).expect("no folder yet").opened.is_none());
    folder.create().expect("made");
    folder.create().expect("there already");
    for step in 1..=3 {
        let saved = folder.save(|saves| file(saves, step)).expect("a save");
        assert_eq!(saved.saves, u64::from(step));
    }
    folder.autosave(|saves| file(saves, 4)).expect("an autosave");
    let newest = open().newest(judge).expect("a folder");
    assert_eq!(newest.opened.map(|opened| opened.value), Some(3));
    assert_eq!(open().left_behind(judge).expect("a folder").len(), 0);
    drop(folder);
    let left = open().left_behind(judge).expect("a folder");
    assert_eq!(left.iter().map(|left| left.value.clone()).collect::<Vec<_>>(), [Ok(4)]);

    let mut folder = open();
    assert_eq!(folder.save(|saves| file(saves, 5)).expect("a save").saves, 4);
    std::fs::remove_dir_all(&path).expect("removed");
    let error = folder.save(|saves| file(saves, 6)).expect_err("no folder").to_string();
    assert_eq!(
        error,
        format!(
            "The folder {} is not there any more. Make it again, or save into another one: your work is still here.",
            path.display()
        )
    );
    folder.create().expect("made again");
    assert_eq!(folder.save(|saves| file(saves, 6)).expect("a save").saves, 5);
}
