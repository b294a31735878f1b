//! Replaces the window's program when its sources are saved: builds the new one beside the window, and lets
//! it take the window's place.

use crate::build::Recipe;
use crate::second::Second;
use crate::successor::{Handed, Placed, Playing, Successor};
use anyhow::Result;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The sources of the running program, and the state of the one that will replace it.
pub struct Desk {
    /// The recipe for building the program, in its own folder.
    pub recipe: Recipe,
    program: PathBuf,
    sources: Vec<PathBuf>,
    /// The time when the build of this program, or of the next, began. Neither has what was saved since.
    begun: SystemTime,
    /// The time when a source was saved last.
    pub saved: Option<SystemTime>,
    state: State,
    /// True if the student has asked for the new program.
    pub is_wanted: bool,
    /// True if a terminal waits for this process, and the file that names the programs that follow it.
    waits: bool,
    shown: Option<PathBuf>,
}

/// The state of the program that will replace this one.
enum State {
    /// No source is newer than this program.
    Fresh,
    /// A source is newer, but this system can't replace the file of a running program.
    Old,
    /// The program is being built.
    Builds(Second<Result<PathBuf, String>>),
    /// The build failed.
    Failed(String),
    /// The program ended before it drew.
    Ended(String),
    /// The program is built, but not started.
    Built(PathBuf),
    /// The program was started, and opens its window.
    Opens(Successor),
    /// The program starts once this one's window is closed.
    Follows { program: PathBuf, words: Vec<OsString>, handed: Handed },
}

impl Desk {
    /// Returns the desk of a lesson's program, or none if cargo has not listed its sources.
    pub fn of(info: &course::LessonInfo, handed: Option<&Handed>) -> Option<Self> {
        let program = std::env::current_exe().ok()?;
        let listed = std::fs::read_to_string(program.with_extension("d")).ok()?;
        let folder = program.parent()?;
        let recipe = Recipe::of(info).with(["--target-dir", folder.parent()?.to_str()?]);
        let recipe = match folder.file_name()?.to_str()? {
            "debug" => recipe,
            profile => recipe.with(["--profile", profile]),
        };
        let sources = sources(&listed);
        // It may read another workbook than the one that it is from.
        if !sources.iter().any(|file| file.starts_with(course::root())) {
            return None;
        }
        // Of the first program nobody knows when its build began.
        let begun = handed.map_or_else(|| time(&program), |handed| Some(handed.begun))?;
        Some(Self {
            recipe,
            sources,
            begun,
            saved: None,
            program,
            state: State::Fresh,
            is_wanted: false,
            waits: handed.is_none_or(|handed| handed.waits),
            shown: handed.map(|handed| handed.shown.clone()),
        })
    }

    /// Returns true if this program is older than its sources.
    pub fn is_old(&self) -> bool {
        !matches!(self.state, State::Fresh)
    }

    /// Returns true if the new program, or the compiler's error in it, will show what was saved.
    pub fn will_show(&self) -> bool {
        self.is_old() && !self.has_ended()
    }

    /// Returns true if the new program ended before it drew.
    pub fn has_ended(&self) -> bool {
        matches!(self.state, State::Ended(_))
    }

    /// Returns true while the new program is built or opened, which a window that draws much would slow down.
    pub fn is_busy(&self) -> bool {
        matches!(self.state, State::Builds(_) | State::Opens(_))
    }

    /// Looks at the sources and at the new program, and builds that, with its check if `checks`. Returns true
    /// if there is something to show.
    pub fn look(&mut self, checks: bool) -> bool {
        self.saved = self.sources.iter().filter_map(|file| time(file)).max();
        let is_newer = self.saved.is_some_and(|saved| saved > self.begun);
        let next = match &mut self.state {
            State::Old | State::Follows { .. } => return false,
            // The compiler may have read a file before that was saved. A build of older files ends.
            State::Builds(_) if is_newer => self.build(checks),
            State::Builds(done) => match done.heard() {
                None => return false,
                Some(Ok(Ok(program))) => State::Built(program),
                Some(Ok(Err(why))) => State::Failed(why),
                Some(Err(error)) => State::Failed(format!("{error:#}")),
            },
            _ if is_newer && cfg!(windows) => State::Old,
            _ if is_newer => self.build(checks),
            State::Opens(successor) => match successor.has_drawn() {
                Ok(_) => return false,
                Err(why) => State::Ended(why.to_string()),
            },
            State::Fresh | State::Failed(_) | State::Ended(_) | State::Built(_) => return false,
        };
        self.state = next;
        true
    }

    fn build(&mut self, checks: bool) -> State {
        self.begun = SystemTime::now();
        let recipe = self.recipe.clone();
        let recipe = if checks { recipe.and_its_check() } else { recipe };
        State::Builds(Second::begin(move |work| recipe.build_in(work, |_| ())))
    }

    /// Returns true if the new program is built, and may take this one's place when the user holds nothing.
    pub fn is_built(&self) -> bool {
        matches!(self.state, State::Built(_))
    }

    /// Starts the new program in this one's place, or if this one `ends_first`, once it has ended.
    pub fn begin(
        &mut self,
        words: Vec<OsString>,
        window: Placed,
        lesson: Playing,
        ends_first: bool,
    ) -> Result<()> {
        let State::Built(program) = &self.state else { return Ok(()) };
        let shown = match &self.shown {
            Some(shown) => shown.clone(),
            None => tempfile::NamedTempFile::new()?.into_temp_path().keep()?,
        };
        self.shown = Some(shown.clone());
        let waits = ends_first && self.waits;
        let (begun, program) = (self.begun, program.clone());
        let handed = Handed { begun, shown, waits, window, lesson };
        self.state = match ends_first {
            true => State::Follows { program, words, handed },
            false => match Successor::start(&program, &words, &handed) {
                Ok(successor) => State::Opens(successor),
                Err(error) => State::Failed(format!("{error:#}")),
            },
        };
        Ok(())
    }

    /// Returns true once the new program has drawn its first frame.
    pub fn is_followed(&mut self) -> bool {
        match &mut self.state {
            State::Opens(successor) => successor.has_drawn().unwrap_or(false),
            _ => false,
        }
    }

    /// Returns a few words about the new program, or none while there is none.
    pub fn told(&self) -> Option<String> {
        Some(match &self.state {
            State::Fresh | State::Follows { .. } => return None,
            State::Old => "you saved: run it again".to_owned(),
            State::Builds(_) => {
                let seconds = self.begun.elapsed().map_or(0, |since| since.as_secs());
                format!("building what you saved: {seconds} s")
            }
            State::Failed(_) | State::Ended(_) => "what you saved doesn't run yet".to_owned(),
            State::Built(_) => "F5 shows what you saved".to_owned(),
            State::Opens(_) => "opening what you saved".to_owned(),
        })
    }

    /// Returns the compiler's errors, or why the new program has ended.
    pub fn trouble(&self) -> Option<&str> {
        match &self.state {
            State::Failed(why) | State::Ended(why) => Some(why),
            _ => None,
        }
    }

    /// Ends this program, after its window is closed, in favour of the new one if there is one.
    pub fn end(mut self) -> Result<()> {
        let is_followed = self.is_followed();
        match &self.state {
            State::Follows { program, words, handed } => return handed.go_on(program, words),
            // Elsewhere than on Linux each waits for the next.
            State::Opens(successor) if is_followed => {
                if self.waits || !cfg!(target_os = "linux") {
                    return successor.wait_as(&self.program);
                }
            }
            _ => {
                if let Some(shown) = self.shown.filter(|_| self.waits) {
                    std::fs::remove_file(shown)?;
                }
            }
        }
        Ok(())
    }
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
