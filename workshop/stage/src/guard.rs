//! Calls a lesson's code, and stops the lesson instead of the program if it panics.

use super::watch;
use anyhow::Result;
use course::panic_text;
use std::backtrace::Backtrace;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind};
use std::path::Path;

/// A lesson, or the message of the panic since which its code is no longer called.
pub struct Guarded<L>(pub Result<L, String>);

impl<L> Guarded<L> {
    /// Opens a lesson. An error of its code is returned; a panic stops the lesson.
    pub fn open(seconds: u64, open: impl FnOnce() -> Result<L>) -> Result<Self> {
        Ok(Self(match guarded(seconds, open) {
            Ok(lesson) => Ok(lesson?),
            Err(reason) => Err(reason),
        }))
    }

    /// Returns the reason why the lesson is stopped, if it is.
    pub fn reason(&self) -> Option<&str> {
        self.0.as_ref().err().map(String::as_str)
    }

    /// Calls the lesson's code, unless it has panicked before.
    pub fn call<T>(&mut self, code: impl FnOnce(&mut L) -> T) -> Option<T> {
        let lesson = self.0.as_mut().ok()?;
        match guarded(watch::USUAL, || code(lesson)) {
            Ok(answer) => Some(answer),
            Err(reason) => {
                self.0 = Err(reason);
                None
            }
        }
    }
}

thread_local! {
    /// The place of the last panic, as file and line.
    static PLACE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Sets a panic hook that records where code panics.
pub fn listen() {
    let report = std::panic::take_hook();
    // True of the file in which glium fails to read the driver's messages. `gl` catches that panic, and says more.
    let is_told_elsewhere = |file: &str| file.contains("glium-") && file.ends_with("raw.rs");
    std::panic::set_hook(Box::new(move |panic| {
        if panic.location().is_some_and(|location| is_told_elsewhere(location.file())) {
            return;
        }
        PLACE.set(place(panic, &Backtrace::force_capture().to_string()));
        report(panic);
    }));
}

/// Runs code of a lesson for at most `seconds`. The error says that it panicked, and where.
pub fn guarded<T>(seconds: u64, code: impl FnOnce() -> T) -> Result<T, String> {
    let answer = watch::watched(seconds, || catch_unwind(AssertUnwindSafe(code)));
    answer.map_err(|panic| {
        let said = panic_text(panic.as_ref());
        format!("The lesson's code panicked: {said}\n{}", PLACE.take())
    })
}

/// Returns the file and line of a panic, and advice.
fn place(panic: &PanicHookInfo<'_>, backtrace: &str) -> String {
    let location = panic.location().map(ToString::to_string);
    // Where a library refused a value, the place of the call counts.
    let is_theirs = location.as_ref().is_none_or(|location| !is_own(location));
    let call = is_theirs.then(|| own_place(backtrace, course::root())).flatten();
    let place = call.or(location).map_or(String::new(), |place| format!("at {place}\n"));
    format!("{place}\nF4 tells you which TODO it is in.")
}

/// Returns the place of the innermost call in the workbook's own files, as in `common/src/pose.rs:17:9`.
fn own_place(backtrace: &str, root: &Path) -> Option<String> {
    let root = root.to_string_lossy();
    backtrace.lines().find_map(|line| {
        let place = line.trim().strip_prefix("at ")?.replace('\\', "/");
        let place = place.strip_prefix("./").or(place.strip_prefix(&*root)).unwrap_or(&place);
        let place = place.trim_start_matches('/');
        is_own(place).then(|| place.to_owned())
    })
}

fn is_own(place: &str) -> bool {
    let own = ["common/src/", "formats/src/", "gpu/src/", "workshop/gl/src/", "lessons/", "projects/"];
    own.iter().any(|folder| place.starts_with(folder))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_innermost_place_of_the_workbooks_own_is_named() {
        let backtrace =
            "   0: std::backtrace::force_capture\n             at /rustc/abc/std/src/backtrace.rs:1:2
   5: <glam::Quat>::mul_vec3\n             at /home/a/.cargo/registry/src/glam/quat.rs:9:9
   6: common::transform::compose\n             at /w/common/src/transform/rigid.rs:40:9
   7: common::pose::walk\n             at ./common/src/pose.rs:24:9\n";
        let place = own_place(backtrace, Path::new("/w"));
        assert_eq!(place.as_deref(), Some("common/src/transform/rigid.rs:40:9"));
    }
}
