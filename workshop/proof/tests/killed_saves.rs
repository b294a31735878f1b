//! Kills an editor at any moment of saving and keeping, or leaves it no room. Nothing that it has reported as
//! saved may be lost, and the next start removes the file that it was writing.
//!
//! `WORKBOOK_KILLS=400 cargo test --package proof --test killed_saves` kills it 400 times.

use drafts::folder::{Folder, Kept};
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// The argument that makes this program an editor.
const EDITOR: &str = "--editor";

/// The bytes of a save, enough to be cut in two.
const SIZE: usize = 1 << 18;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    match &args[1..] {
        [word, folder] if word == EDITOR => edit(Path::new(folder)),
        _ => {
            killed_at_any_moment();
            #[cfg(unix)]
            without_room();
        }
    }
}

/// Returns the contents of a file: the step at which it was written, again and again.
fn file(step: u64) -> Vec<u8> {
    step.to_le_bytes().repeat(SIZE / 8)
}

/// Returns the step in which a whole file was written.
fn step_of(path: &Path) -> u64 {
    let bytes = std::fs::read(path).expect("a file");
    let step = bytes.first_chunk().map_or(0, |step| u64::from_le_bytes(*step));
    assert!(bytes == file(step), "{} is not whole", path.display());
    step
}

fn open(folder: &Path) -> Folder {
    Folder::new(folder, "knight", "moves")
}

/// Counts the files in a folder that are being written.
fn parts(folder: &Path) -> usize {
    let names =
        std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").file_name());
    names.filter(|name| name.to_string_lossy().starts_with('.')).count()
}

/// Returns the newest step that an editor has saved, and the newest that it has kept unsaved.
fn steps(folder: &Folder) -> [u64; 2] {
    let saves = folder.list().expect("a folder");
    let steps: Vec<u64> = saves.iter().map(|save| step_of(&save.path)).collect();
    assert!(steps.is_sorted_by(|newer, older| newer > older), "{steps:?}");
    let left = folder.left_behind(step_of).expect("a folder");
    let kept = left.iter().map(|(_, step)| *step).max();
    [steps.first().copied().unwrap_or(0), kept.unwrap_or(0)]
}

/// Saves and keeps for ever, and prints each step that succeeded, or why it did not.
fn edit(folder: &Path) {
    let folder = open(folder);
    let begin = steps(&folder).into_iter().max().unwrap_or(0) + 1;
    let left = folder.left_behind(|_| ()).expect("a folder").into_iter();
    let mut own: Vec<Kept> = left.map(|(kept, ())| kept).collect();
    for step in begin.. {
        let done = match step % 3 {
            2 => folder.save(&file(step)).map(|_| None),
            _ => folder.keep(&file(step)).map(Some),
        };
        let done = done.and_then(|kept| {
            own.drain(..).try_for_each(Kept::remove)?;
            own.extend(kept);
            Ok(())
        });
        match done {
            Ok(()) => println!("{step}"),
            Err(error) => return println!("{error}"),
        }
    }
}

struct Editor {
    child: Child,
    lines: std::io::Lines<BufReader<ChildStdout>>,
}

impl Editor {
    /// Starts the editor, as an argument of another program if one is given.
    fn start(folder: &Path, by: &[&str]) -> Self {
        let program = std::env::current_exe().expect("this program");
        let mut words = by.iter().map(std::ffi::OsStr::new).chain([program.as_os_str()]);
        let mut command = Command::new(words.next().expect("a program"));
        command.args(words).arg(EDITOR).arg(folder).stdin(Stdio::null()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("an editor");
        let lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        Self { child, lines }
    }

    fn next(&mut self) -> Option<String> {
        self.lines.next().map(|line| line.expect("a line"))
    }

    /// Kills the editor, and returns the step that it has printed last.
    fn kill(mut self) -> Option<u64> {
        self.child.kill().expect("killed");
        assert!(!self.child.wait().expect("an end").success());
        std::iter::from_fn(|| self.next()).last().map(|step| step.parse().expect("a step"))
    }
}

/// Returns the time that an editor takes for two rounds of its steps.
fn time() -> Duration {
    let folder = tempfile::tempdir().expect("a folder");
    let mut editor = Editor::start(folder.path(), &[]);
    editor.next().expect("a step");
    let begin = Instant::now();
    (0..6).for_each(|_| drop(editor.next().expect("a step")));
    let time = begin.elapsed();
    editor.kill();
    time
}

fn killed_at_any_moment() {
    let kills =
        std::env::var("WORKBOOK_KILLS").map_or(30, |kills| kills.parse().expect("WORKBOOK_KILLS: a number"));
    // In one folder, where each finds the files that the others left.
    let (time, folder, mut known) = (time(), tempfile::tempdir().expect("a folder"), 0);
    for round in 0..kills {
        let mut editor = Editor::start(folder.path(), &[]);
        // Some are killed while they start, and most of them later.
        let first = (round % 4 > 0).then(|| editor.next().expect("a step").parse().expect("a step"));
        // Moments that fill the time evenly however many there are.
        std::thread::sleep(time.mul_f64((0.5 + round as f64 * 0.618_034).fract()));
        let told = editor.kill().or(first).unwrap_or(known);
        let [saved, kept] = steps(&open(folder.path()));
        assert_eq!(parts(folder.path()), 0, "what was being written is still there");
        // Every third step is a save: 2, 5, 8. One step may have come out well before it could be told.
        assert!(saved + 1 >= (told + 1) / 3 * 3, "{saved} is saved, but {told} was told");
        let newest = saved.max(kept);
        assert!((told..=told + 1).contains(&newest), "{newest} is there, but {told} was told last");
        known = newest;
    }
    println!("{kills} kills: nothing is lost");
}

/// Tests a limit of file sizes below that of a save, beyond which writing fails as on a full disk.
#[cfg(unix)]
fn without_room() {
    let place = tempfile::tempdir().expect("a folder");
    let folder = open(place.path());
    for (step, saves) in [(1, true), (2, false), (4, false), (5, true)] {
        match saves {
            true => drop(folder.save(&file(step)).expect("a save")),
            false => drop(folder.keep(&file(step)).expect("kept")),
        }
        let before = steps(&folder);
        let limit = r#"trap '' XFSZ; ulimit -f 100; exec "$0" "$@""#;
        let mut editor = Editor::start(place.path(), &["sh", "-c", limit]);
        let told = editor.next().expect("an answer");
        assert!(told.contains("has no room") && told.contains("still here"), "{told}");
        assert!(editor.child.wait().expect("an end").success());
        assert!(!told.contains(".part"), "{told}");
        assert_eq!((steps(&folder), parts(place.path())), (before, 0));
    }
    println!("without room nothing is lost either");
}
