//! `cargo workbook judge`, and what the judge has found of the student's own engine.

use crate::cargo;
use crate::memory;
use crate::workbook::Workbook;
use anyhow::{Context, Result};
use serde_json::Value;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The milestones, in the order in which students reach them.
const ALL: [&str; 3] = ["body", "player", "file"];

/// Returns the command that judges, and that leaves its finding in the student's memory.
pub fn judge(workbook: &Workbook, what: &str, rest: &[OsString]) -> Result<Command> {
    let here = std::env::current_dir()?;
    let mut command = cargo::program(["--bin", "judge"], &workbook.root, &here, true);
    command.arg(what);
    if ALL.contains(&what) && !is_ours(&workbook.root, rest) {
        let found = found(&workbook.root, what);
        let folder = found.parent().context("a folder is around it")?;
        std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        command.arg("--json").arg(found);
    }
    command.args(rest);
    Ok(command)
}

/// Returns true if a program is one of the workbook's own, as docs/engine/player.py is, which is no student's progress.
fn is_ours(root: &Path, words: &[OsString]) -> bool {
    let program = words.iter().position(|word| word == "--").map_or(0, |end| end + 1);
    let is_inside = |word: &OsString| {
        let (path, root) = (Path::new(word).canonicalize(), root.canonicalize());
        path.is_ok_and(|path| root.is_ok_and(|root| path.starts_with(root)))
    };
    words[program..].iter().any(is_inside)
}

/// Returns the file with what the judge has found last of a milestone.
fn found(root: &Path, what: &str) -> PathBuf {
    memory::folder(root).join("engine").join(format!("{what}.json"))
}

/// Returns the files with all that the judge has found, of which some may be missing.
pub fn files(root: &Path) -> [PathBuf; 3] {
    ALL.map(|what| found(root, what))
}

/// Says how many sentences are true of each milestone; none until a program was judged.
pub fn told(root: &Path) -> Option<String> {
    let holding = |what: &&str| {
        let text = std::fs::read_to_string(found(root, what)).ok()?;
        let json: Value = serde_json::from_str(&text).ok()?;
        Some((json["holding"].as_u64()?, json["of"].as_u64()?))
    };
    let all = ALL.map(|what| (what, holding(&what)));
    let words = all.map(|(what, holding)| match holding {
        Some((holding, of)) => format!("{what} {holding} of {of}"),
        None => format!("{what} not yet"),
    });
    all.iter().any(|(_, holding)| holding.is_some()).then(|| format!("Your engine: {}", words.join(" · ")))
}
