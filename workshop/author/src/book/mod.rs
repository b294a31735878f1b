//! `cargo workbook book`: the workbook as a site.
//!
//! The pages are the texts as they are, with formulas, links and pictures made ready for a browser; mdBook makes
//! the site of them. It is installed when it is missing: authors need it, students never.

mod chapters;
mod finish;
mod font;
mod glossary;
mod mdbook;
mod mistakes;
mod vectors;
mod words;

use crate::cli::Run;
use anstream::println;
use anyhow::{Context, Result};
use course::LessonInfo;
use course::command_line::{Command, Opt};
use std::path::{Path, PathBuf};
use workbook::style::DIM;
use workbook::tree::{self, Files};

/// The command, and what it does.
pub const BOOK: (Command, Run) = (
    Command {
        name: "book",
        more: "\
One page a lesson, with figures that answer to the hand; the mistakes, each with what it looks like; glossary,
symbols and an index. It needs no server: open `index.html`.",
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

/// The style and script of the book alone, and where mdBook wants what else goes with its pages.
const BESIDE: [(&str, &str); 4] = [
    ("workshop/book/book.css", "src/book.css"),
    ("workshop/book/book.js", "src/book.js"),
    ("workshop/book/fonts.css", "theme/fonts/fonts.css"),
    ("workshop/page/src/highlight.js", "theme/highlight.js"),
];

/// Writes the site.
fn book(root: &Path, instructors: bool, out: Option<PathBuf>) -> Result<()> {
    let name = if instructors { "instructors" } else { "students" };
    let work = root.join("target/book").join(format!("{name}.sources"));
    let out = out.unwrap_or_else(|| root.join("target/book").join(name));
    let (lessons, files) = (LessonInfo::all(root)?, tree::read(root)?);
    let mut sources = Files::new();
    for (from, to) in BESIDE {
        let text = files.get(from).with_context(|| format!("{from} is missing"))?;
        sources.insert(to.to_owned(), text.clone());
    }
    for (file, text) in files.range(page::BESIDE.to_owned()..) {
        let Some(name) = file.strip_prefix(page::BESIDE) else { break };
        if name.ends_with(".css") || name.ends_with(".js") {
            sources.insert(format!("src/{name}"), text.clone());
        }
    }
    let title = chapters::write(root, &mut sources, &files, &lessons, instructors)?;
    font::write(&mut sources, &work)?;
    sources.insert("book.toml".to_owned(), mdbook::settings(&title).into_bytes());
    tree::write(&work, &sources)?;
    mdbook::build(root, &work, &out)?;
    finish::all(&out)?;
    println!("{} {DIM}written{DIM:#}", out.join("index.html").display());
    Ok(())
}
