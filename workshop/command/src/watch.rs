//! `cargo workbook watch`: checks again whenever something is saved.

use crate::check;
use crate::process;
use crate::style::DIM;
use crate::workbook::Workbook;
use anstream::println;
use anyhow::Result;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// Folders of the sources that a check depends on.
const FOLDERS: [&str; 7] = ["assets", "common", "formats", "lessons", "projects", "shaders", "workshop"];
/// Time between two checks for saved files.
const PAUSE: Duration = Duration::from_millis(250);

/// Time of the last save of each source.
type Saved = BTreeMap<PathBuf, SystemTime>;

/// Checks what is named, or the first lesson that is not done, now and after each save, until `Ctrl-C`.
pub fn watch(root: &Path, name: Option<&str>, limit: Duration) -> Result<()> {
    let names = match name {
        Some(name) => vec![name.to_owned()],
        None => check::choose(&Workbook::open(root)?, None)?,
    };
    // The last is the one that is not done.
    let names = &names[names.len() - 1..];
    Workbook::open(root)?.find(&names[0])?;
    loop {
        let before = saved(root);
        let done = Workbook::open(root).and_then(|mut workbook| check::check(&mut workbook, names, limit));
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

/// Waits until a file was saved and no further save follows. None if the user has asked to stop.
fn wait(root: &Path, before: &Saved) -> Option<PathBuf> {
    loop {
        std::thread::sleep(PAUSE);
        process::stop_if_interrupted().ok()?;
        let mut now = saved(root);
        let Some(changed) = changed(before, &now) else { continue };
        loop {
            std::thread::sleep(PAUSE / 2);
            let later = saved(root);
            if later == now {
                return Some(changed.strip_prefix(root).unwrap_or(&changed).to_owned());
            }
            now = later;
        }
    }
}

/// A file that is new, deleted or saved since.
fn changed(before: &Saved, now: &Saved) -> Option<PathBuf> {
    let differs = |path: &&PathBuf| before.get(*path) != now.get(*path);
    now.keys().chain(before.keys()).find(differs).cloned()
}

fn saved(root: &Path) -> Saved {
    let mut saved = Saved::new();
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
            saved.insert(path, time);
        }
    }
}
