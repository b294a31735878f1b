//! Runs lessons and other programs for tests, and ends them and deletes their folders afterwards.

pub mod broken;
#[cfg(target_os = "linux")]
pub mod display;
pub mod models;
pub mod picture;
#[cfg(target_os = "linux")]
pub mod screen;

use anyhow::{Context, Result, bail, ensure};
use std::ffi::OsString;
use std::fs::File;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The time limit for anything that takes a second on an idle machine.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// The lessons with a pace of their own, which P pauses.
pub const PAUSED_BY_P: &[&str] = &["17-side-scroller", "18-the-knight-plays"];

/// The line of a fake cargo's shell that drops the words up to `--solved`, so that those for the lesson's program are left.
#[cfg(unix)]
pub const LESSONS_OWN: &str = "until [ \"$1\" = --solved ]; do shift; done; shift\n";

/// The first lesson's program, which tests use as an example.
pub const FIRST: &str = "01-hierarchical-transforms";

/// Returns the names of all lessons' programs, in order.
pub fn lesson_names() -> Result<Vec<String>> {
    let lessons = course::LessonInfo::all(course::root())?;
    Ok(lessons.iter().map(course::LessonInfo::slug).collect())
}

/// The program that shows all lessons as cards.
pub const GALLERY: &str = "gallery";

/// Returns the command of a lesson's program, or of another that is built with them, without a display.
pub fn program_command(name: &str) -> Result<Command> {
    Ok(command(&programs()?.join(format!("{name}{}", std::env::consts::EXE_SUFFIX))))
}

/// A program that is built, with the surroundings that each test has.
pub fn command(program: &Path) -> Command {
    let mut command = Command::new(program);
    for variable in ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET", "WORKBOOK_ROOT"] {
        command.env_remove(variable);
    }
    // Each run has its own folder of saves: no test reads a user's saves, or those of another test.
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let saves = format!("saves-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    command.env("WORKBOOK_SAVES", Path::new(env!("CARGO_TARGET_TMPDIR")).join(saves));
    // OpenGL's complaints are errors too.
    command.env("WORKBOOK_GL_DEBUG", "1");
    command
}

/// Returns the folder with the lessons' programs, which the first test that needs it has built. `elsewhere.sh` names
/// another one, with programs for Windows.
fn programs() -> Result<PathBuf> {
    if let Some(folder) = std::env::var_os("WORKBOOK_PROGRAMS") {
        return Ok(folder.into());
    }
    static BUILT: Mutex<bool> = Mutex::new(false);
    let mut built = BUILT.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if !*built {
        let mut build = Command::new(std::env::var_os("CARGO").context("cargo runs the tests")?);
        build.args(["build", "--quiet", "--offline"]).current_dir(course::root());
        for name in lesson_names()?.iter().map(String::as_str).chain([GALLERY, "workbook"]) {
            build.args(["--bin", name]);
        }
        ensure!(build.status()?.success(), "the lessons' programs cannot be built");
        *built = true;
    }
    Ok(std::env::current_exe()?.parent().and_then(Path::parent).context("a folder")?.to_owned())
}

/// A program of `examples`, built.
pub fn example(name: &str) -> Result<PathBuf> {
    let mut build = Command::new(std::env::var_os("CARGO").context("cargo runs the tests")?);
    build.args(["build", "--quiet", "--offline", "--workspace", "--example", name]);
    ensure!(build.current_dir(course::root()).status()?.success(), "examples/{name}.rs cannot be built");
    let here = std::env::current_exe()?;
    Ok(here.parent().and_then(Path::parent).context("a folder")?.join("examples").join(name))
}

/// Returns the command that plays a script with a lesson in a folder, and saves there.
pub fn played(lesson: &str, folder: &Path, script: &str) -> Result<Command> {
    std::fs::write(folder.join("a.txt"), script)?;
    let mut command = program_command(lesson)?;
    command.args(["--script", "a.txt"]).env("WORKBOOK_SAVES", folder.join("saves"));
    command.current_dir(folder);
    Ok(command)
}

/// Runs a program that must succeed.
pub fn ends_well(command: &mut Command) -> Result<Ended> {
    // A script of hundreds of pictures takes ten seconds even on an idle machine.
    let ended = run(command, 8 * PATIENCE)?;
    ensure!(ended.status.success() && ended.stderr.is_empty(), "{command:?}: {}", ended.stderr);
    Ok(ended)
}

/// A folder that is deleted on drop.
pub struct Folder(TempDir);

impl Folder {
    pub fn new() -> Result<Self> {
        Ok(Self(tempfile::tempdir()?))
    }

    /// Returns the names of its files and folders, in order.
    pub fn names(&self) -> Result<Vec<OsString>> {
        let entries = std::fs::read_dir(&self.0)?.map(|entry| Ok(entry?.file_name()));
        let mut names: Vec<_> = entries.collect::<std::io::Result<_>>()?;
        names.sort();
        Ok(names)
    }
}

impl Deref for Folder {
    type Target = Path;

    fn deref(&self) -> &Path {
        self.0.path()
    }
}

/// A running program, killed on drop.
pub struct Process {
    child: Child,
    name: String,
    said: Folder,
}

/// The exit status of a program, and its output.
pub struct Ended {
    pub status: ExitStatus,
    pub stdout: String,
    pub stderr: String,
}

impl Process {
    pub fn start(command: &mut Command) -> Result<Self> {
        let program = command.get_program().to_owned();
        let name = Path::new(&program).file_name().unwrap_or_default().to_string_lossy().into_owned();
        let said = Folder::new()?;
        // Files and not pipes: a pipe that nobody reads can fill up and stop the program.
        let child = command
            .stdin(Stdio::null())
            .stdout(File::create(said.join("stdout"))?)
            .stderr(File::create(said.join("stderr"))?)
            .spawn()
            .with_context(|| format!("cannot start {name}"))?;
        Ok(Self { child, name, said })
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    pub fn stdout(&self) -> String {
        std::fs::read_to_string(self.said.join("stdout")).unwrap_or_default()
    }

    pub fn stderr(&self) -> String {
        std::fs::read_to_string(self.said.join("stderr")).unwrap_or_default()
    }

    /// Returns all that it has printed so far.
    pub fn said(&self) -> String {
        self.stdout() + &self.stderr()
    }

    pub fn is_running(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// Waits until the program ends, or returns an error if that takes longer than `limit`.
    pub fn end(mut self, limit: Duration) -> Result<Ended> {
        if wait_until(limit, || Ok(!self.is_running()))?.is_none() {
            bail!("{} still runs after {} s. It says: {}", self.name, limit.as_secs(), self.said());
        }
        Ok(Ended { status: self.child.wait()?, stdout: self.stdout(), stderr: self.stderr() })
    }

    pub fn kill(&mut self) {
        // Either of these fails only where the program has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Runs a program to its end, which must come within `limit`.
pub fn run(command: &mut Command, limit: Duration) -> Result<Ended> {
    Process::start(command)?.end(limit)
}

/// Calls `done` until it returns true, and returns how long that took, or none if `limit` came first.
pub fn wait_until(limit: Duration, mut done: impl FnMut() -> Result<bool>) -> Result<Option<Duration>> {
    let start = Instant::now();
    loop {
        if done()? {
            return Ok(Some(start.elapsed()));
        }
        if start.elapsed() > limit {
            return Ok(None);
        }
        // To look at a whole screen takes some milliseconds too.
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Calls `work` for every item, two at a time, and returns all errors together.
pub fn for_each<T: Send>(items: Vec<T>, work: impl Fn(T) -> Result<()> + Sync) -> Result<()> {
    let (items, errors) = (Mutex::new(items.into_iter()), Mutex::new(Vec::new()));
    let next = || items.lock().ok()?.next();
    let worker = || {
        while let Some(item) = next() {
            if let Err(error) = work(item) {
                errors.lock().expect("no worker panics with the lock held").push(format!("{error:#}"));
            }
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(worker);
        scope.spawn(worker);
    });
    let errors = errors.into_inner()?;
    ensure!(errors.is_empty(), "{}", errors.join("\n\n"));
    Ok(())
}

/// Returns the folder in which tests that fail leave pictures: `target/pictures`.
pub fn kept_pictures() -> Result<PathBuf> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("pictures");
    std::fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    Ok(folder)
}

/// Copies a folder with everything in it.
pub fn copy_folder(from: &Path, to: &Path) -> Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from).with_context(|| from.display().to_string())? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &target)?;
        } else {
            std::fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

/// Returns a copy of the files that programs read of the workbook, for `WORKBOOK_ROOT` to name.
pub fn copy_of_workbook() -> Result<Folder> {
    let copy = Folder::new()?;
    for name in ["assets", "lessons", "shaders"] {
        copy_folder(&course::root().join(name), &copy.join(name))?;
    }
    Ok(copy)
}
