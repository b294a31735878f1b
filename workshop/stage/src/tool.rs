//! The student's tool, run beside the window.

use std::process::{Command, Output, Stdio};
use std::sync::mpsc::{self, Receiver};

/// The student's tool, which cargo builds if necessary.
pub fn tool() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(["run", "--quiet", "--bin", "workbook", "--"]);
    command
}

/// The first error in a program's output.
pub fn why(said: &str) -> String {
    let mut errors = said.lines().filter_map(|line| line.trim_start().strip_prefix("error: "));
    errors.next().unwrap_or("nothing tells why.").to_owned()
}

/// Lets the tool open the text of a lesson as a page in the browser. It sends the tool's message about where the page
/// is.
pub fn open_text(lesson: u8) -> Receiver<String> {
    let (tell, told) = mpsc::channel();
    std::thread::spawn(move || {
        let mut tool = tool();
        tool.args(["read", &lesson.to_string()]).current_dir(course::root()).stdin(Stdio::null());
        let words = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).trim().to_owned();
        // A window that is closed receives nothing.
        let _ = tell.send(match tool.output() {
            Ok(Output { status, stdout, .. }) if status.success() => words(stdout),
            Ok(Output { stderr, .. }) => why(&words(stderr)),
            Err(error) => format!("the tool cannot be started: {error}"),
        });
    });
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_error_is_told() {
        let said = "warning: old\nerror: the answers are not here yet\n\nCaused by:\n";
        assert_eq!(why(said), "the answers are not here yet");
    }
}
