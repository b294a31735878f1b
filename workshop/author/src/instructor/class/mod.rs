//! `cargo workbook class`: writes a page with a class's right answers and beliefs.
//!
//! [`tally`] adds up gradings, and [`page`] writes the page. Pictures and style are inside it, so that a
//! browser loads nothing else. Names come from students' folders, so all text is escaped.

mod page;
mod tally;

use crate::cli::Run;
use crate::instructor::grade::engine::Engines;
use crate::instructor::grade::report::Report;
use anstream::println;
use anyhow::{Context, Result};
use course::LessonInfo;
use course::command_line::{Command, Line, Opt};
use std::path::Path;
use tally::Class;
use workbook::style::DIM;
use workbook::write;

pub const CLASS: (Command, Run) = (
    Command {
        name: "class",
        more: "\
FILES are what `grade --json FILE` has written, the earliest first: the last one that has an exercise says how it stands.
Of those that `grade --engine` has written the last one counts.
The page is written beside the last of them, as class.html, or class-with-names.html if names are in it. It opens in every
browser, from a folder too, and asks for nothing on the network.",
        words: &[["<FILES>...", "The gradings"]],
        options: &[Opt::switch(
            "anonymous",
            "Leave out what is said of single students, as for a page that is shown in class",
        )],
        examples: "cargo workbook class ../marks.json\ncargo workbook class ../week-1.json ../week-2.json --anonymous",
        ..Command::EMPTY
    },
    |root, line| {
        class(root, line)?;
        Ok(true)
    },
);

fn class(root: &Path, line: &Line) -> Result<()> {
    let files: Vec<&Path> = line.words.iter().map(Path::new).collect();
    let last = files.last().context("<FILES>... is missing")?;
    let (mut gradings, mut engines) = (Vec::new(), None);
    for file in &files {
        match Engines::read(file) {
            Some(judged) => engines = Some(judged),
            None => gradings.push(Report::read(file)?),
        }
    }
    let lessons = LessonInfo::all(root)?;
    let anonymous = line.has("anonymous");
    let class = Class::new(&gradings, &lessons)?;
    let name = if anonymous { "class.html" } else { "class-with-names.html" };
    let out = last.with_file_name(name);
    let engines = engines.map_or(Vec::new(), |judged| judged.engines);
    write::atomically(&out, page::page(root, &class, &engines, !anonymous).as_bytes())?;
    println!("{} {DIM}written{DIM:#}", out.display());
    Ok(())
}
