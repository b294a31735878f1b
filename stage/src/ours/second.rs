//! The second program: how it is had, what it is told, and what it hands over.

use crate::Args;
use anyhow::{Context as _, Error, Result, bail, ensure};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// With this word a program says that it follows.
pub const FOLLOWS: &str = "follows 2";

/// What is heard of the second program.
pub enum Heard {
    /// It is being built: what is done, and how much of it is done, from 0 to 1.
    Builds(String, f32),
    /// It runs.
    Runs,
    /// It has gone through so many lines.
    At(usize),
    /// Its picture, which was asked for.
    Picture(Seen),
    /// Two files: the student's picture of what a picture of the text shows, and that.
    Files([Seen; 2]),
    /// Why there is nothing, or nothing more.
    Failed(String),
}

/// A picture as it was handed over.
pub struct Seen {
    pub size: [u32; 2],
    /// RGBA, the bottom row first.
    pub pixels: Vec<u8>,
    /// Whether the next one differs though nobody does anything.
    pub moves: bool,
}

impl From<Error> for Heard {
    fn from(error: Error) -> Self {
        Self::Failed(format!("{error:#}"))
    }
}

/// A program that works beside the window, and ends with it.
pub struct Second<H = Heard> {
    lines: Option<Sender<String>>,
    heard: Receiver<H>,
    child: Arc<Mutex<Slot>>,
}

/// The program that runs.
#[derive(Default)]
struct Slot {
    child: Option<Child>,
    /// Whether nobody wants it any more.
    is_over: bool,
}

fn lock(slot: &Mutex<Slot>) -> MutexGuard<'_, Slot> {
    slot.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Second {
    /// The lesson as the workbook has it. It is built if need be, and opened with what the window was opened with.
    pub fn lesson(name: &str, args: &Args) -> Self {
        let (name, args) = (name.to_owned(), args.clone());
        Self::begin(move |work, lines| {
            let (program, root) = program(&name, work)?;
            run(&program, root.as_deref(), &args, work, lines)
        })
    }

    /// The student's picture of what a picture of the text shows, by a program of this very lesson; and that.
    pub fn files(args: Vec<String>, ours: PathBuf) -> Self {
        Self::begin(move |work, _| {
            let yours = std::env::temp_dir().join(format!("yours-{}.png", std::process::id()));
            let mut command = Command::new(this_program()?);
            command.args(["--headless", "--picture"]).arg(&yours).args(args).current_dir(course::root());
            let stdout = work.start(command.stdin(Stdio::null()).stderr(Stdio::null()))?;
            BufReader::new(stdout).read_to_end(&mut Vec::new())?;
            let pair = [&yours, &ours].map(|path| Seen::read(path));
            // It may not have been written.
            let _ = std::fs::remove_file(&yours);
            let [yours, ours] = pair;
            let ours = ours?;
            // Code that panics or never ends draws nothing, and ours is shown all the same.
            let nothing =
                |_| Seen { size: ours.size, pixels: vec![u8::MAX; ours.pixels.len()], moves: false };
            let yours = yours.unwrap_or_else(nothing);
            work.tell(Heard::Files([yours, ours]));
            Ok(())
        })
    }
}

impl<H: From<Error> + Send + 'static> Second<H> {
    /// Lets a thread look after the program.
    pub fn begin(work: impl FnOnce(&Work<H>, Receiver<String>) -> Result<()> + Send + 'static) -> Self {
        let ((lines, told), (tell, heard)) = (mpsc::channel(), mpsc::channel());
        let child = Arc::new(Mutex::new(Slot::default()));
        let worker = Work { tell, child: child.clone() };
        std::thread::spawn(move || {
            if let Err(error) = work(&worker, told) {
                worker.tell(error.into());
            }
        });
        Self { lines: Some(lines), heard, child }
    }

    /// Tells it lines, which it gets once it runs.
    pub fn tell(&self, lines: String) {
        // If it has ended, that is heard of.
        let _ = self.lines.as_ref().map(|told| told.send(lines));
    }

    /// What was heard since the last time.
    pub fn heard(&self) -> impl Iterator<Item = H> + '_ {
        self.heard.try_iter()
    }

    /// Waits for something to be heard.
    pub fn wait(&self) -> Option<H> {
        self.heard.recv().ok()
    }
}

impl<H> Drop for Second<H> {
    fn drop(&mut self) {
        self.lines = None;
        let mut slot = lock(&self.child);
        slot.is_over = true;
        if let Some(mut child) = slot.child.take() {
            // The tool ends what it builds as soon as nobody can write to it. A lesson's program is ended here.
            if child.stdin.take().is_none() {
                let _ = child.kill();
            }
            std::thread::spawn(move || child.wait());
        }
    }
}

/// What the thread has that looks after the program.
pub struct Work<H = Heard> {
    tell: Sender<H>,
    child: Arc<Mutex<Slot>>,
}

impl<H> Work<H> {
    /// Tells the window something.
    pub fn tell(&self, heard: H) {
        // A window that is gone needs nothing.
        let _ = self.tell.send(heard);
    }

    /// Starts a program, unless nobody wants it any more.
    fn start(&self, command: &mut Command) -> Result<ChildStdout> {
        let mut slot = lock(&self.child);
        ensure!(!slot.is_over, "it is over");
        let name = command.get_program().to_string_lossy().into_owned();
        let mut child =
            command.stdout(Stdio::piped()).spawn().with_context(|| format!("cannot start {name}"))?;
        let stdout = child.stdout.take().context("it has no output")?;
        slot.child = Some(child);
        Ok(stdout)
    }

    /// Hears the lines of a program to its end, and returns what it complains of. It is to end once nobody can write to it.
    pub fn hear(&self, command: &mut Command, mut line: impl FnMut(&str)) -> Result<String> {
        // So that it can end all that it runs.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        let stdout =
            self.start(command.current_dir(course::root()).stdin(Stdio::piped()).stderr(Stdio::piped()))?;
        let stderr = lock(&self.child).child.as_mut().and_then(|child| child.stderr.take());
        let said = std::thread::spawn(move || stderr.map(std::io::read_to_string));
        BufReader::new(stdout).lines().map_while(Result::ok).for_each(|told| line(&told));
        let said = said.join().ok().flatten().and_then(Result::ok).unwrap_or_default();
        if let Some(mut child) = lock(&self.child).child.take() {
            let _ = child.wait();
        }
        Ok(said)
    }
}

/// The student's tool, which cargo builds if need be.
pub fn tool() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(["run", "--quiet", "--bin", "student", "--"]);
    command
}

/// The program, and the workbook that it reads; the tool finds or builds it.
fn program(name: &str, work: &Work) -> Result<(PathBuf, Option<PathBuf>)> {
    if let Some(named) = std::env::var_os(course::OUR_PROGRAM) {
        return Ok((named.into(), None));
    }
    work.tell(Heard::Builds("the tool".to_owned(), 0.0));
    let (mut program, mut root) = (None, None);
    let said = work.hear(tool().args([course::OURS, name]), |line| match line.split_once(' ') {
        Some(("builds", rest)) => {
            let (part, what) = rest.split_once(' ').unwrap_or((rest, ""));
            work.tell(Heard::Builds(what.to_owned(), part.parse().unwrap_or(0.0)));
        }
        Some(("program", path)) => program = Some(PathBuf::from(path)),
        Some(("root", path)) => root = Some(PathBuf::from(path)),
        _ => {}
    })?;
    match program {
        Some(program) => Ok((program, root)),
        None => bail!("{}", why(&said)),
    }
}

/// This program, or what was built in its place since.
fn this_program() -> Result<PathBuf> {
    let program = std::env::current_exe()?;
    let name = program.to_string_lossy();
    Ok(name.strip_suffix(" (deleted)").map_or_else(|| program.clone(), PathBuf::from))
}

/// The first of the errors that the tool has told.
pub fn why(said: &str) -> String {
    let mut errors = said.lines().filter_map(|line| line.trim_start().strip_prefix("error: "));
    errors.next().unwrap_or("the workbook's tool has told nothing.").to_owned()
}

/// Runs the second program to its end: it is told lines, and what it hands over is passed on.
fn run(program: &Path, root: Option<&Path>, args: &Args, work: &Work, lines: Receiver<String>) -> Result<()> {
    let mut command = Command::new(program);
    command.args(args.to_follow()).stdin(Stdio::piped()).stderr(Stdio::null());
    if let Some(root) = root {
        command.env(course::ROOT, root);
        let saves = root.with_file_name("saves");
        // As it is saved when one begins to compare.
        if let Some(saved) = args.saves().filter(|saved| saved.is_dir()) {
            let _ = std::fs::remove_dir_all(&saves);
            copy_folder(&saved, &saves).with_context(|| format!("cannot write {}", saves.display()))?;
        }
        command.env("WORKBOOK_SAVES", saves);
    }
    let stdout = work.start(&mut command)?;
    let stdin = lock(&work.child).child.as_mut().and_then(|child| child.stdin.take());
    std::thread::spawn(move || {
        let mut stdin = stdin?;
        // It ends with whoever tells it lines. If it ends before, that is heard of.
        lines.iter().try_for_each(|lines| stdin.write_all(lines.as_bytes())).ok()
    });
    let mut stdout = BufReader::with_capacity(1 << 16, stdout);
    let mut line = String::new();
    stdout.read_line(&mut line)?;
    ensure!(
        line.trim_end() == FOLLOWS,
        "The solution is of an older workbook, which cannot be compared with."
    );
    work.tell(Heard::Runs);
    loop {
        line.clear();
        stdout.read_line(&mut line)?;
        let numbers: Vec<u32> =
            line.split_whitespace().skip(1).filter_map(|word| word.parse().ok()).collect();
        match (line.split(' ').next(), &numbers[..]) {
            (Some("at"), [at]) => work.tell(Heard::At(*at as usize)),
            (Some("seen"), [width, height, moves]) if width.max(height) <= &16384 => {
                let mut pixels = vec![0; *width as usize * *height as usize * 4];
                stdout.read_exact(&mut pixels).context("Ours has ended in the middle of a picture.")?;
                work.tell(Heard::Picture(Seen { size: [*width, *height], pixels, moves: *moves == 1 }));
            }
            _ => bail!("Ours has ended by itself. F2 twice begins it again."),
        }
    }
}

fn copy_folder(from: &Path, to: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let to = to.join(entry.file_name());
        match entry.file_type()?.is_dir() {
            true => copy_folder(&entry.path(), &to)?,
            false => drop(std::fs::copy(entry.path(), to)?),
        }
    }
    Ok(())
}

impl Seen {
    fn read(path: &Path) -> Result<Self> {
        let image = gl::Image::read(path)?;
        let ((width, height), row) = (image.size, 4 * image.size.0 as usize);
        let pixels = image.pixels.chunks_exact(row).rev().flatten().copied().collect();
        Ok(Self { size: [width, height], pixels, moves: false })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_error_is_told() {
        assert_eq!(
            why("warning: old\nerror: the answers are not here yet\n\nCaused by:\n"),
            "the answers are not here yet"
        );
        assert!(why("").starts_with("the workbook's tool"));
    }
}
