//! `cargo workbook book`: the workbook as a site.
//!
//! The pages are those that `cargo workbook read` opens, with a list of them all, and links to the next and the one before.

mod chapters;
mod knight;
mod mistakes;
mod questions;
mod shaders;
mod vectors;

use crate::cli::Run;
use crate::tree;
use anstream::println;
use anyhow::{Result, ensure};
use course::LessonInfo;
use course::command_line::{Command, Opt};
use std::path::{Path, PathBuf};
use workbook::style::DIM;

pub const BOOK: (Command, Run) = (
    Command {
        name: "book",
        more: "\
One page a lesson, with figures that answer to the hand; the mistakes, each with what it looks like; glossary
and symbols. It needs no server: open `index.html`.",
        options: &[
            Opt::switch("instructors", "The book for instructors: teaching, exam, and notes on every lesson"),
            Opt::switch(
                "vectors",
                "Print what the live figures are held to: the exercises' own answers, right and wrong",
            ),
            Opt::value("out", "DIR", "The folder to write [default: target/book/students, or …/instructors]"),
        ],
        ..Command::EMPTY
    },
    |root, line| {
        match line.has("vectors") {
            true => vectors::print(root)?,
            false => book(root, line.has("instructors"), line.path("out")?)?,
        }
        Ok(true)
    },
);

/// The folder, in the site, of scripts and styles that pages load.
const LOADED: &str = "page/";

/// Writes the site to a folder.
fn book(root: &Path, instructors: bool, out: Option<PathBuf>) -> Result<()> {
    let name = if instructors { "instructors" } else { "students" };
    let out = out.unwrap_or_else(|| root.join("target/book").join(name));
    let is_ours = std::fs::read_dir(&out).map_or(true, |mut entries| entries.next().is_none())
        || out.join(LOADED).join("theme.js").exists();
    ensure!(is_ours, "{} holds something else than a book, which would be deleted", out.display());
    let (lessons, files) = (LessonInfo::all(root)?, tree::read(root)?);
    let shaders = shaders::all(&files, &lessons)?;
    tree::write_if_changed(&root.join(workbook::page::BESIDE).join("shaders.js"), &shaders)?;
    let mut site = chapters::site(root, &files, &lessons, instructors)?;
    for folder in [workbook::page::BESIDE, "workshop/book/"] {
        for (file, text) in files.range(folder.to_owned()..).take_while(|(file, _)| file.starts_with(folder))
        {
            if [".css", ".js", ".svg"].iter().any(|end| file.ends_with(end)) {
                site.insert(format!("{LOADED}{}", &file[folder.len()..]), text.clone());
            }
        }
    }
    site.insert(format!("{LOADED}shaders.js"), shaders);
    site.insert(format!("{LOADED}knight.js"), knight::all(&files)?);
    tree::write(&out, &site)?;
    println!("{} {DIM}written{DIM:#}", out.join("index.html").display());
    Ok(())
}
