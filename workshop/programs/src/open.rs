//! Opening files in other programs: a source in an editor, a page in a browser.

use crate::process;
use crate::talk::HANDED;
use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// The system's command to open a file: a program, and its arguments before the file.
const OPENS: (&str, &[&str]) = match () {
    () if cfg!(windows) => ("cmd", &["/C", "start", ""]),
    () if cfg!(target_os = "macos") => ("open", &[]),
    () => ("xdg-open", &[]),
};

/// The variables of which one is set where a Linux has a screen, its own or that of Windows.
const SCREENS: [&str; 3] = ["DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME"];

/// Opens a file at a row in an editor that knows rows, or else in the system's program for such files. False if none
/// starts.
pub fn edit(file: &Path, row: usize) -> bool {
    let at = format!("{}:{row}", file.display());
    let knowing = [("code", &["--goto"][..]), ("codium", &["--goto"]), ("zed", &[])];
    let knowing = knowing.map(|(editor, options)| command(editor, options, at.as_ref()));
    knowing.into_iter().chain([command(OPENS.0, OPENS.1, file)]).any(|command| starts(command) != Some(false))
}

/// Opens a page in the browser of `$BROWSER` or the system's. True if the command for that has succeeded, none if it
/// still runs, as some browsers do.
pub fn browse(page: &Path) -> Option<bool> {
    let named = std::env::var_os("BROWSER").unwrap_or_default();
    let named = std::env::split_paths(&named).filter(|browser| !browser.as_os_str().is_empty());
    // Without a screen the system would take a browser for terminals, which has none here.
    let is_set = |name| std::env::var_os(name).is_some();
    let has_screen = !cfg!(target_os = "linux") || SCREENS.into_iter().any(is_set);
    let system = has_screen.then(|| command(OPENS.0, OPENS.1, page));
    let all = named.map(|browser| command(browser, &[], page)).chain(system);
    all.map(starts).find(|started| *started != Some(false)).unwrap_or(Some(false))
}

fn command(program: impl AsRef<OsStr>, options: &[&str], file: &Path) -> Command {
    let mut command = Command::new(program);
    command.args(options).arg(file);
    command
}

/// Starts a command, and returns true if it succeeds, or none if it still runs after some seconds.
fn starts(mut command: Command) -> Option<bool> {
    // It goes on when this program ends.
    process::lead_a_group(&mut command);
    command.env_remove(HANDED);
    let quiet = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let Ok(mut child) = quiet.spawn() else { return Some(false) };
    // A command that finds no browser soon ends with an error; a browser may go on.
    for _ in 0..150 {
        if let Ok(Some(status)) = child.try_wait() {
            return Some(status.success());
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    std::thread::spawn(move || child.wait());
    None
}
