//! `cargo workbook class`: what a class has right, and what it believes, on one page.
//!
//! [`tally`] adds up what one or several gradings say; [`answered`] finds which paragraph and which slide answer a belief;
//! [`page`] and [`sheet`] write it down. The page needs nothing else: pictures and style are in it, and it asks for nothing.
//! Names come from students' folders, so all that is written passes through [`html`] or the sheet's quotes.

mod answered;
mod html;
mod page;
mod sheet;
mod tally;

use crate::cli::Run;
use crate::instructor::grade::report::Report;
use anstream::println;
use anyhow::{Context, Result};
use course::LessonInfo;
use course::command_line::{Command, Line, Opt};
use std::path::{Path, PathBuf};
use tally::Class;
use workbook::style::{DIM, HEADING};
use workbook::write;

/// The command, and what it does.
pub const CLASS: (Command, Run) = (
    Command {
        name: "class",
        more: "\
FILES are what `grade --json FILE` has written, the earliest first. Of several, the last one that has an exercise says how
it stands, and the one before it what has changed.
The page opens in every browser, from a folder too, and asks for nothing on the network. A table of the same for
spreadsheets is written beside it, which ends in .csv.",
        words: &[["<FILES>...", "The gradings"]],
        options: &[
            Opt::value(
                "out",
                "FILE.html",
                "The page to write [default: class.html, or class-with-names.html if names are in it]",
            ),
            Opt::switch("anonymous", "Leave names out, as for a page that is shown in class"),
        ],
        examples: "cargo workbook class marks.json\ncargo workbook class week-1.json week-2.json --anonymous",
        ..Command::EMPTY
    },
    |root, line| {
        class(root, line)?;
        Ok(true)
    },
);

fn class(root: &Path, line: &Line) -> Result<()> {
    let gradings = line.words.iter().map(|file| {
        let path = Path::new(file);
        Ok((path.file_stem().unwrap_or_default().to_string_lossy().into_owned(), Report::read(path)?))
    });
    let gradings: Vec<(String, Report)> = gradings.collect::<Result<_>>()?;
    let lessons = LessonInfo::all(root)?;
    let anonymous = line.has("anonymous");
    let class = Class::new(&gradings, &lessons, anonymous)?;
    let default = if anonymous { "class.html" } else { "class-with-names.html" };
    let out = line.path("out")?.unwrap_or_else(|| PathBuf::from(default));
    let answers = answered::Texts::read(root, &lessons)?;
    write::atomically(&out, page::page(root, &class, &answers)?.as_bytes())?;
    let sheet = out.with_extension("csv");
    write::atomically(&sheet, sheet::csv(&class).as_bytes())?;
    for belief in class.first() {
        let column = &class.columns[belief.column];
        let (id, tried) = (column.exercise.id(), column.tried());
        println!("{HEADING}{:3} of {tried:<3}{HEADING:#} {id}  {}", belief.who.len(), belief.title());
        if let Some(mistake) = belief.mistake {
            println!("           {DIM}{}{DIM:#}", mistake.belief.trim());
        }
    }
    for path in [&out, &sheet] {
        let path = path.canonicalize().with_context(|| format!("cannot find {}", path.display()))?;
        println!("{} {DIM}written{DIM:#}", path.display());
    }
    Ok(())
}
