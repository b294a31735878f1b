//! Knows if this program is older than its sources, and has the command that watches over its window build a newer one.

use crate::handed::{Handed, is_watched, say};
use anyhow::Result;
use programs::talk;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver};
use std::time::SystemTime;

/// The sources of the running program, and the state of the one that will replace it.
pub struct Desk {
    sources: Vec<PathBuf>,
    /// The time when the build of this program, or of the next, began. Neither has what was saved since.
    begun: SystemTime,
    /// The time when a source was saved last.
    pub saved: Option<SystemTime>,
    pub state: State,
    /// True if the student has asked for the new program.
    pub is_wanted: bool,
    /// The words of the command that watches over this window, if one does.
    command: Option<Receiver<(String, String)>>,
}

/// The state of the program that will replace this one.
pub enum State {
    /// No source is newer than this program.
    Fresh,
    /// A source is newer, but nobody builds it.
    Old,
    /// The program is being built.
    Builds,
    Failed(String),
    /// The program ended before it drew.
    Ended(String),
    /// The program is built, but not started.
    Built,
    /// The program was handed what this window has, and opens its own.
    Opens,
}

impl Desk {
    /// Returns the desk of a lesson's program, or none if cargo has not listed its sources.
    pub fn read() -> Option<Self> {
        let program = std::env::current_exe().ok()?;
        let sources = sources(&std::fs::read_to_string(program.with_extension("d")).ok()?);
        // It may read another workbook than the one that it is from.
        let is_own = sources.iter().any(|file| file.starts_with(course::root()));
        is_own.then_some(Self {
            sources,
            // The command gives its programs this time.
            begun: time(&program)?,
            saved: None,
            state: State::Fresh,
            is_wanted: false,
            command: is_watched().then(listen),
        })
    }

    /// Returns true if this program is older than its sources.
    pub fn is_old(&self) -> bool {
        !matches!(self.state, State::Fresh)
    }

    /// Returns true if the new program, or the compiler's error in it, will show what was saved.
    pub fn will_show(&self) -> bool {
        !matches!(self.state, State::Fresh | State::Old | State::Ended(_))
    }

    /// Returns true if a new program takes this one's place when the student wants it.
    pub fn can_follow(&self) -> bool {
        self.is_old() && self.command.is_some()
    }

    /// Returns true while the new program is built or opened, which a window that draws much would slow down.
    pub fn is_busy(&self) -> bool {
        matches!(self.state, State::Builds | State::Opens)
    }

    /// Looks at the sources, and has the program built if one was saved, with its check if `checks`. Returns true if there is
    /// something to show.
    pub fn look(&mut self, checks: bool) -> bool {
        self.saved = self.sources.iter().filter_map(|file| time(file)).max();
        // The compiler may have read a file before that was saved.
        let is_newer = self.saved.is_some_and(|saved| saved > self.begun);
        let heard = self.command.as_ref().and_then(|command| command.try_recv().ok());
        self.state = match heard {
            _ if is_newer && self.command.is_none() => State::Old,
            _ if is_newer => {
                say("build", if checks { "checks" } else { "" });
                State::Builds
            }
            Some((word, _)) if word == "built" => State::Built,
            Some((word, errors)) if word == "failed" => State::Failed(errors),
            Some((_, why)) => State::Ended(why),
            None => return false,
        };
        if is_newer {
            self.begun = SystemTime::now();
        }
        true
    }

    /// Has the command start the new program in this one's place, or if this one `ends_first`, once it has ended.
    pub fn hand_over(&mut self, handed: &Handed, ends_first: bool) -> Result<()> {
        say(if ends_first { "then" } else { "follow" }, &serde_json::to_string(handed)?);
        self.state = State::Opens;
        Ok(())
    }

    /// Returns a few words about the new program, or none while there is none.
    pub fn told(&self) -> Option<String> {
        Some(match &self.state {
            State::Fresh => return None,
            State::Old => "you saved: run it again".to_owned(),
            State::Builds => {
                let seconds = self.begun.elapsed().map_or(0, |since| since.as_secs());
                format!("building what you saved: {seconds} s")
            }
            State::Failed(_) | State::Ended(_) => "what you saved doesn't run yet".to_owned(),
            State::Built => "F5 shows what you saved".to_owned(),
            State::Opens => "opening what you saved".to_owned(),
        })
    }

    /// Returns the compiler's errors, or why the new program has ended.
    pub fn trouble(&self) -> Option<&str> {
        match &self.state {
            State::Failed(why) | State::Ended(why) => Some(why),
            _ => None,
        }
    }
}

/// Listens to the command, which writes into this program's input. Its end is that of this program.
fn listen() -> Receiver<(String, String)> {
    let (tell, heard) = mpsc::channel();
    std::thread::spawn(move || {
        let lines = std::io::stdin().lines().map_while(Result::ok);
        let words = lines.filter_map(|line| Some(talk::read(&line)?.1));
        // Nobody listens while this window closes.
        words.for_each(|said| drop(tell.send(said)));
        std::process::exit(1);
    });
    heard
}

fn time(file: &Path) -> Option<SystemTime> {
    std::fs::metadata(file).and_then(|data| data.modified()).ok()
}

/// Returns the sources of a program, which cargo lists in a line of a file beside it.
fn sources(listed: &str) -> Vec<PathBuf> {
    let files = listed.lines().find_map(|line| line.split_once(": ")).map_or("", |(_, files)| files);
    // A space in a name has a backslash before it.
    let files = files.replace("\\ ", "\0");
    files.split(' ').filter(|file| !file.is_empty()).map(|file| file.replace('\0', " ").into()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_are_listed_beside_a_program() {
        let listed = "/a b/target/debug/07: /a\\ b/common/src/lib.rs /c/main.rs\n";
        let listed = listed.replace("/a b/target", "/a\\ b/target");
        assert_eq!(sources(&listed), [Path::new("/a b/common/src/lib.rs"), Path::new("/c/main.rs")]);
        assert!(sources("").is_empty());
    }
}
