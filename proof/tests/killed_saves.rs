//! An editor killed at any moment of saves and autosaves: nothing that it has said to be kept is lost.
//!
//! `WORKBOOK_KILLS=400 cargo test --package proof --test killed_saves` kills so many.

use drafts::disk::RealDisk;
use drafts::folder::Folder;
use std::collections::BTreeSet;
use std::fs::DirEntry;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant, SystemTime};

/// The word that makes this program an editor.
const EDITOR: &str = "--editor";

/// How many bytes a save has: enough to be cut in two.
const SIZE: usize = 1 << 18;

/// How many kills share a folder. Who comes next finds what the others left.
const IN_A_FOLDER: usize = 10;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    match &args[1..] {
        [word, folder] if word == EDITOR => edit(Path::new(folder)),
        _ => {
            killed_at_any_moment();
            the_living_keep_their_own();
        }
    }
}

/// What a file holds: its counter, the step at which it was written, and numbers that follow from both.
fn file(saves: u64, step: u64) -> Vec<u8> {
    let numbers = (0..SIZE as u64 / 8).map(|i| (saves ^ step.rotate_left(32)).wrapping_mul(2 * i + 1));
    [saves, step].into_iter().chain(numbers).flat_map(u64::to_le_bytes).collect()
}

fn number(bytes: &[u8], place: usize) -> Option<u64> {
    bytes.get(8 * place..)?.first_chunk().map(|bytes| u64::from_le_bytes(*bytes))
}

fn counter(bytes: &[u8]) -> Option<u64> {
    number(bytes, 0)
}

fn judge(bytes: &[u8]) -> Result<u64, String> {
    let whole = counter(bytes).zip(number(bytes, 1)).filter(|(saves, step)| file(*saves, *step) == bytes);
    whole.map(|(_, step)| step).ok_or_else(|| format!("{} bytes of a file", bytes.len()))
}

fn open(folder: &Path) -> Folder {
    Folder::new(RealDisk, folder, "knight", "anim", counter)
}

/// Saves and autosaves for ever, and tells of each that came out well: its step, and the name of the file.
fn edit(folder: &Path) {
    let mut folder = open(folder);
    let opened = folder.newest(judge).expect("a folder").opened.map(|opened| opened.value);
    let left = folder.left_behind(judge).expect("a folder");
    let left: Vec<u64> = left.into_iter().map(|left| folder.take_over(left).expect("a whole file")).collect();
    let begin = left.into_iter().chain(opened).max().unwrap_or(0) + 1;
    for step in begin.. {
        let write = |saves| file(saves, step);
        let (what, path) = match step % 3 {
            0 => ("save", folder.save(write).expect("a save").path),
            _ => ("autosave", folder.autosave(write).expect("an autosave")),
        };
        println!("{what} {step} {}", path.display());
    }
}

/// What an editor has told.
#[derive(Debug)]
struct Told {
    is_save: bool,
    step: u64,
    path: PathBuf,
}

impl Told {
    fn of(line: &str) -> Self {
        let mut words = line.splitn(3, ' ');
        let mut next = || words.next().expect("a word");
        let is_save = next() == "save";
        Self { is_save, step: next().parse().expect("a number"), path: next().into() }
    }
}

/// An editor at work.
struct Editor {
    child: Child,
    lines: std::io::Lines<BufReader<std::process::ChildStdout>>,
}

impl Editor {
    fn start(folder: &Path) -> Self {
        let program = std::env::current_exe().expect("this program");
        let mut command = Command::new(program);
        command.arg(EDITOR).arg(folder).stdin(Stdio::null()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("an editor");
        let lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        Self { child, lines }
    }

    fn next(&mut self) -> Option<Told> {
        self.lines.next().map(|line| Told::of(&line.expect("a line")))
    }

    /// Kills it; returns the rest of what it has told.
    fn kill(mut self) -> Vec<Told> {
        self.child.kill().expect("killed");
        assert!(!self.child.wait().expect("an end").success());
        std::iter::from_fn(|| self.next()).collect()
    }
}

/// What is kept in a folder, all that was told of it so far in mind.
struct Kept {
    folder: tempfile::TempDir,
    saved: u64,
    told: u64,
}

impl Kept {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().expect("a folder"), saved: 0, told: 0 }
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    /// All that was told to be kept is there.
    fn check(&mut self, told: &[Told]) {
        for told in told {
            self.told = self.told.max(told.step);
            self.saved = self.saved.max(if told.is_save { told.step } else { 0 });
        }
        let mut folder = open(self.path());
        let newest = folder.newest(judge).expect("a folder");
        assert_eq!(newest.damaged, []);
        let opened = newest.opened.map_or(0, |opened| opened.value);
        assert!(opened >= self.saved, "{opened} is opened, but {} was saved", self.saved);
        let left = folder.left_behind(judge).expect("a folder");
        let left = left.iter().map(|left| *left.value.as_ref().expect("a whole autosave"));
        let newest = left.chain([opened]).max().unwrap_or(0);
        assert!(newest >= self.told, "{newest} is there, but {} was kept", self.told);
        // One step may have come out well before it could be told. What was found once must stay, too.
        assert!(newest <= self.told + 1, "{newest} is there, but {} was told last", self.told);
        (self.saved, self.told) = (opened, newest);
    }

    /// The files that are not finished, and when each was written.
    fn parts(&self) -> BTreeSet<(PathBuf, SystemTime)> {
        let entries = std::fs::read_dir(self.path()).expect("a folder").map(|entry| entry.expect("an entry"));
        let parts = entries.filter(|entry| entry.path().extension().is_some_and(|ending| ending == "part"));
        let written = |entry: DirEntry| entry.metadata().and_then(|about| about.modified()).expect("a time");
        parts.map(|part| (part.path(), written(part))).collect()
    }
}

/// How long an editor takes for two rounds of its steps.
fn time() -> Duration {
    let kept = Kept::new();
    let mut editor = Editor::start(kept.path());
    editor.next().expect("a step");
    let begin = Instant::now();
    for _ in 0..6 {
        editor.next().expect("a step");
    }
    let time = begin.elapsed();
    editor.kill();
    time
}

fn killed_at_any_moment() {
    let kills =
        std::env::var("WORKBOOK_KILLS").map_or(30, |kills| kills.parse().expect("WORKBOOK_KILLS: a number"));
    let time = time();
    let mut kept = Kept::new();
    let (mut steps, mut unfinished) = (0, 0);
    for round in 0..kills {
        if round % IN_A_FOLDER == 0 {
            kept = Kept::new();
        }
        let before = kept.parts();
        let mut editor = Editor::start(kept.path());
        // Some are killed while they start, and most of them later.
        let mut told: Vec<Told> = Vec::new();
        told.extend((round % 4 > 0).then(|| editor.next().expect("a step")));
        // Moments that fill the time evenly however many there are.
        std::thread::sleep(time.mul_f64((0.5 + round as f64 * 0.618_034).fract()));
        told.extend(editor.kill());
        steps += told.len();
        unfinished += usize::from(!kept.parts().is_subset(&before));
        kept.check(&told);
    }
    println!(
        "{kills} kills after {steps} steps, {unfinished} of them in the midst of writing: nothing is lost"
    );
}

/// An editor that lives keeps its autosave, whoever else is killed or starts beside it.
fn the_living_keep_their_own() {
    let kept = Kept::new();
    let mut editors = [Editor::start(kept.path()), Editor::start(kept.path())];
    let mut autosaves = editors.each_mut().map(|editor| {
        let told = std::iter::from_fn(|| editor.next()).find(|told| !told.is_save);
        told.expect("an autosave").path
    });
    assert_ne!(autosaves[0], autosaves[1]);
    let [killed, living] = editors;
    killed.kill();
    let left = open(kept.path()).left_behind(judge).expect("a folder");
    assert!(left.iter().all(|left| left.path == autosaves[0]), "{autosaves:?}");
    drop(left);
    living.kill();
    let left = open(kept.path()).left_behind(judge).expect("a folder");
    autosaves.sort();
    assert!(left.iter().all(|left| autosaves.contains(&left.path)), "{autosaves:?}");
    println!("who lives keeps its own");
}
