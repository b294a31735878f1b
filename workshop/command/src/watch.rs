//! `cargo workbook watch`: checks again whenever something is saved.

use crate::cargo::With;
use crate::check;
use crate::process;
use crate::style::DIM;
use crate::workbook::Workbook;
use anstream::println;
use anyhow::Result;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// The folders of the sources that a check depends on.
const FOLDERS: [&str; 7] = ["assets", "common", "formats", "gpu", "lessons", "projects", "shaders"];

/// The time between two looks for saved files.
const PAUSE: Duration = Duration::from_millis(150);

/// The number of sources, and the one saved last, with its time.
type Saved = (usize, Option<(SystemTime, PathBuf)>);

/// Checks what is named, or the lesson that the student works in, now and after each save, until `Ctrl-C`.
pub fn watch(root: &Path, name: Option<&str>, limit: Duration) -> Result<()> {
    let names = match name {
        Some(name) => vec![name.to_owned()],
        None => check::choose(&Workbook::open(root)?, &[])?,
    };
    // The last is the one that the student works in.
    let names = &names[names.len() - 1..];
    Workbook::open(root)?.find(&names[0])?;
    loop {
        let before = saved(root);
        let done =
            Workbook::open(root).and_then(|workbook| check::check(&workbook, names, limit, With::Nothing));
        if process::stop_if_interrupted().is_err() {
            break;
        }
        // A lesson.toml that can't be read may be right after the next save.
        if let Err(error) = done {
            println!("{error:#}");
        }
        println!("{DIM}Watching {}; Ctrl-C ends it.{DIM:#}", names[0]);
        let Some(file) = wait(root, &before) else { break };
        println!("\n{DIM}──── {} was saved{DIM:#}\n", file.display());
    }
    println!();
    Ok(())
}

/// Waits until a file was saved and no further save follows. Returns the file that was saved last, or none if
/// the user has pressed `Ctrl-C`.
fn wait(root: &Path, before: &Saved) -> Option<PathBuf> {
    let mut last = before.clone();
    loop {
        std::thread::sleep(PAUSE);
        process::stop_if_interrupted().ok()?;
        let now = saved(root);
        if now == last && now != *before {
            let (_, file) = now.1?;
            return Some(file.strip_prefix(root).unwrap_or(&file).to_owned());
        }
        last = now;
    }
}

fn saved(root: &Path) -> Saved {
    let mut saved = Saved::default();
    for folder in FOLDERS {
        look_into(&root.join(folder), &mut saved);
    }
    saved
}

fn look_into(folder: &Path, saved: &mut Saved) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let (path, Ok(kind)) = (entry.path(), entry.file_type()) else { continue };
        // Editors and this tool write temporary files whose names begin with a dot.
        if entry.file_name().to_string_lossy().starts_with('.') {
            continue;
        }
        if kind.is_dir() {
            look_into(&path, saved);
        } else if let Ok(time) = entry.metadata().and_then(|data| data.modified()) {
            saved.0 += 1;
            saved.1 = saved.1.take().max(Some((time, path)));
        }
    }
}
