//! `cargo workbook read`: opens a lesson's text as a page in the browser.

use crate::process;
use crate::workbook::Workbook;
use anyhow::Result;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// The system's command to open a file, as a program and its arguments before the file.
const OPENS: (&str, &[&str]) = match () {
    () if cfg!(windows) => ("cmd", &["/C", "start", ""]),
    () if cfg!(target_os = "macos") => ("open", &[]),
    () => ("xdg-open", &[]),
};

/// Makes the page of a lesson, opens it, and returns its path in a line.
pub fn read(workbook: &Workbook, name: &str) -> Result<String> {
    let page = crate::page::write(&workbook.root, &workbook.find_lesson(name)?.file("README.md"))?;
    Ok(match open(&page) {
        true => format!("The text is in your browser: {}", page.display()),
        false => format!("No browser could be started; the text is a page: {}", page.display()),
    })
}

/// Opens a file at a row in an editor, or else in the system's program for it. Returns false if none starts.
pub fn edit(file: &Path, row: usize) -> bool {
    let at = format!("{}:{row}", file.display());
    let knowing = [("code", Some("--goto")), ("codium", Some("--goto")), ("zed", None)];
    let knowing = knowing.into_iter().map(|(editor, option)| {
        let mut command = Command::new(editor);
        command.args(option).arg(&at);
        command
    });
    let (program, before) = OPENS;
    let mut system = Command::new(program);
    system.args(before).arg(file);
    knowing.chain([system]).any(|mut editor| starts(&mut editor))
}

/// Opens a page in the browser of `$BROWSER` or the system's. Returns false if that fails at once.
fn open(page: &Path) -> bool {
    let named = std::env::var_os("BROWSER").unwrap_or_default();
    let named = std::env::split_paths(&named).filter(|browser| !browser.as_os_str().is_empty());
    let named: Vec<Command> = named.map(Command::new).collect();
    let (program, before) = OPENS;
    let mut system = Command::new(program);
    system.args(before);
    named.into_iter().chain([system]).any(|mut browser| starts(browser.arg(page)))
}

fn starts(browser: &mut Command) -> bool {
    // It goes on when this program ends.
    process::lead_a_group(browser);
    let quiet = browser.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let Ok(mut child) = quiet.spawn() else { return false };
    // A command that finds no browser soon ends with an error; a browser may go on.
    for _ in 0..25 {
        if let Ok(Some(status)) = child.try_wait() {
            return status.success();
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    std::thread::spawn(move || child.wait());
    true
}
