//! Watches over a lesson's window: builds the program anew when the window asks for that, and lets the new program take the
//! old one's place.
//!
//! The window looks at its sources, and says `build` when one is saved. It hears `built` or `failed`. Once its user holds
//! nothing it hands over what the new window must know, by `follow`, or by `then` if it ends first. The new one says
//! `drawn`, and only then the old one is ended; else that one hears why the new one `ended`.

use crate::{cargo, process};
use anyhow::{Context, Error, Result};
use course::{LessonInfo, NOT_DONE};
use programs::talk::{self, HANDED};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, ExitStatus, Stdio};
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::{Duration, SystemTime};

/// The time after which a new window that has drawn nothing is given up.
const PATIENCE: Duration = Duration::from_secs(60);

/// The facts that cargo needs to build a lesson's program.
#[derive(Clone)]
pub struct Recipe {
    root: PathBuf,
    /// The program's name, and the source with its `main`.
    name: String,
    main: String,
}

impl Recipe {
    pub fn of(root: &Path, lesson: &LessonInfo) -> Self {
        Self { root: root.to_owned(), name: lesson.slug(), main: lesson.file("main.rs") }
    }

    /// Returns the command that builds the program.
    fn command(&self, format: &str) -> Command {
        let mut command = cargo::cargo(&self.root);
        // No package is named: that would be another set of features, and all crates would be built again.
        command.args(["build", "--bin", &self.name, "--message-format", format]);
        command
    }

    /// Builds the program, or returns the compiler's errors. `tell` gets the name of each crate that was compiled.
    pub fn build(&self, tell: impl Fn(&str)) -> Result<Result<PathBuf, String>> {
        self.read(cargo::begin(self.command("json").stderr(Stdio::piped()))?, tell)
    }

    /// Reads the output of a cargo that builds the program.
    fn read(&self, cargo: Child, tell: impl Fn(&str)) -> Result<Result<PathBuf, String>> {
        let build = cargo::read(cargo, |_, said| {
            if let (Some(name), Some(false)) = (said["target"]["name"].as_str(), said["fresh"].as_bool()) {
                tell(name);
            }
        })?;
        let errors = build.messages.iter().filter(|message| message.error);
        let errors: Vec<&str> = errors.map(|message| message.text.trim_end()).collect();
        Ok(match build.program(&self.main) {
            Some(program) if build.built => Ok(program.to_owned()),
            _ if errors.is_empty() => Err(build.said),
            _ => Err(errors.join("\n\n")),
        })
    }
}

/// A word and its text, from a window or build with this process id.
type News = (u32, String, String);

/// A window, and the copy of a program that it runs. Both end when this is dropped.
struct Window {
    child: Child,
    program: PathBuf,
}

impl Window {
    /// Starts a program with what it is `handed`, and a thread that tells its words, and when it is `late` or `closed`.
    fn start(command: &mut Command, handed: &str, tell: &Sender<News>) -> Result<Self> {
        let mut child = command.env(HANDED, handed).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let stdout = child.stdout.take().context("it has no output")?;
        let (id, tell, late) = (child.id(), tell.clone(), tell.clone());
        thread::spawn(move || {
            for line in BufReader::new(stdout).split(b'\n').map_while(Result::ok) {
                let line = String::from_utf8_lossy(&line);
                match talk::read(&line) {
                    None => println!("{line}"),
                    Some((printed, (word, text))) => {
                        print!("{printed}");
                        // Nobody listens once the last window is closed.
                        let _ = tell.send((id, word, text));
                    }
                }
            }
            tell.send((id, "closed".to_owned(), String::new()))
        });
        thread::spawn(move || {
            thread::sleep(PATIENCE);
            late.send((id, "late".to_owned(), "The new program has drawn nothing for a minute.".to_owned()))
        });
        Ok(Self { child, program: command.get_program().into() })
    }

    fn say(&mut self, word: &str, text: &str) {
        if let Some(window) = &mut self.child.stdin {
            // It may be closed.
            let _ = window.write_all(talk::line(word, text).as_bytes());
        }
    }
}

impl Drop for Window {
    fn drop(&mut self) {
        // It may have ended.
        let (_, _) = (self.child.kill(), self.child.wait());
        let _ = fs::remove_file(&self.program);
    }
}

/// The windows of a lesson, and the build of its next program.
struct Desk {
    recipe: Recipe,
    tell: Sender<News>,
    window: Window,
    /// The window that opens, to take the other one's place.
    next: Option<Window>,
    /// What the next window is handed if it opens when this one has ended.
    then: Option<String>,
    /// The newest program, as a copy.
    program: PathBuf,
    /// The process that builds a newer one.
    build: Option<u32>,
}

/// Builds a lesson's program, opens its window, and watches over that. Returns the last window's exit code.
pub fn open(recipe: Recipe, args: &[OsString], not_done: Option<String>) -> Result<ExitCode> {
    let begun = SystemTime::now();
    let cargo = cargo::begin(&mut recipe.command("json-render-diagnostics"))?;
    // Cargo has said on the terminal why not.
    let Ok(program) = recipe.read(cargo, |_| ())? else { return Ok(ExitCode::FAILURE) };
    let program = copy(&program, begun)?;
    let (tell, heard) = mpsc::channel();
    let mut first = Command::new(&program);
    let window = Window::start(first.args(args).envs(not_done.map(|told| (NOT_DONE, told))), "", &tell)?;
    let mut desk = Desk { recipe, tell, window, next: None, then: None, program, build: None };
    loop {
        if let Some(status) = desk.hear(heard.recv()?)? {
            desk.end_build();
            // It may be the one that has just run.
            let _ = fs::remove_file(&desk.program);
            let code = status.code().and_then(|code| u8::try_from(code).ok());
            return Ok(code.map_or(ExitCode::FAILURE, ExitCode::from));
        }
    }
}

impl Desk {
    /// Does what is asked for, and returns the last window's status once that is closed. What a window or build has said that
    /// has ended meanwhile counts no more.
    fn hear(&mut self, (from, word, text): News) -> Result<Option<ExitStatus>> {
        let (is_window, is_build) = (self.window.child.id() == from, self.build == Some(from));
        let next = self.next.take_if(|next| next.child.id() == from);
        match (word.as_str(), next) {
            ("build", _) => self.begin_build(text == "checks")?,
            ("built" | "failed", _) if is_build => {
                self.build = None;
                self.window.say(&word, &text);
                if word == "built" {
                    self.program = text.into();
                }
            }
            ("drawn", Some(next)) => self.window = next,
            ("closed", Some(mut next)) => {
                let status = next.child.wait()?;
                self.window
                    .say("ended", &format!("The new program ended before it drew anything ({status})."));
            }
            ("ends" | "late", Some(_)) => self.window.say("ended", &text),
            // If a file was saved since, it will hear of a newer program.
            ("follow", _) if is_window && self.build.is_none() => self.next = Some(self.start(&text)?),
            ("then", _) if is_window => self.then = Some(text),
            ("closed", _) if is_window => match self.then.take() {
                Some(handed) => self.window = self.start(&handed)?,
                None => return Ok(Some(self.window.child.wait()?)),
            },
            _ => {}
        }
        Ok(None)
    }

    fn start(&self, handed: &str) -> Result<Window> {
        Window::start(&mut Command::new(&self.program), handed, &self.tell)
    }

    /// Begins to build the program, with its check if `checks`. What was begun of older files ends.
    fn begin_build(&mut self, checks: bool) -> Result<()> {
        self.end_build();
        self.next = None;
        let mut command = self.recipe.command("json");
        if checks {
            command.args(["--test", &format!("{}-checks", self.recipe.name)]);
        }
        process::lead_a_group(&mut command);
        let begun = SystemTime::now();
        let cargo = cargo::begin(command.stderr(Stdio::piped()))?;
        let (id, recipe, tell) = (cargo.id(), self.recipe.clone(), self.tell.clone());
        self.build = Some(id);
        thread::spawn(move || {
            let copied = || match recipe.read(cargo, |_| ())? {
                Ok(program) => Ok(("built", copy(&program, begun)?.display().to_string())),
                Err(errors) => Ok(("failed", errors)),
            };
            let (word, text) = copied().unwrap_or_else(|error: Error| ("failed", format!("{error:#}")));
            tell.send((id, word.to_owned(), text))
        });
        Ok(())
    }

    fn end_build(&mut self) {
        self.build.take().into_iter().for_each(process::kill_group);
    }
}

/// Copies a program beside itself, since on some systems cargo can't replace one that runs. The copy is as old as the
/// beginning of its build: a source that is saved later is newer.
fn copy(program: &Path, begun: SystemTime) -> Result<PathBuf> {
    // What runs can't be written.
    let is_free = |copy: &PathBuf| match File::options().write(true).open(copy) {
        Ok(_) => fs::remove_file(copy).is_ok(),
        Err(error) => error.kind() == ErrorKind::NotFound,
    };
    let mut copies = (0..u8::MAX).map(|copy| program.with_extension(format!("shown{copy}")));
    let copy = copies.find(is_free).with_context(|| format!("{} can't be copied", program.display()))?;
    fs::copy(program, &copy)?;
    File::options().write(true).open(&copy)?.set_modified(begun)?;
    Ok(copy)
}
