//! `cargo workbook diff`: the student's answers beside the workbook's.

use crate::lessons::Exercise;
use crate::student::branches::Branches;
use crate::student::desk::Desk;
use crate::student::places;
use crate::student::solve::Answer;
use crate::style::{DIM, GOOD, HEADING};
use crate::write;
use anstream::println;
use anyhow::{Context, Result, bail};
use std::process::Command;

/// Prints how the answers to what is named differ from the workbook's.
pub fn diff(desk: &Desk, name: &str) -> Result<()> {
    let named = desk.find(name)?;
    let branches = Branches::of(&desk.root);
    println!("{DIM}- yours   + solution/{}{DIM:#}", named.lesson().slug());
    let mut lost = Vec::new();
    for exercise in named.exercises() {
        let answer = Answer::of(desk, &branches, exercise)?;
        let text = desk.text(exercise.file.get_ref())?;
        let (id, title) = (exercise.id(), &exercise.title);
        let row = places::row(&text, id).map_or(String::new(), |row| format!(":{row}"));
        println!("\n{HEADING}{id}  {title}{HEADING:#}  {DIM}{}{row}{DIM:#}", exercise.file.get_ref());
        match answer.find(&text) {
            Ok(found) => {
                let solved = found.replaced(&text, &answer.region.answer(&text, &found));
                show(desk, exercise, &text, &solved)?;
                if answer.region.current(&text, &found) == answer.region.starter(&text, &found) {
                    println!("{DIM}Yours is still open.{DIM:#}");
                }
            }
            Err(_) => lost.push(exercise),
        }
    }
    match lost.first() {
        None => Ok(()),
        Some(exercise) => bail!(
            "your place for {} cannot be found for certain; compare the whole file with `git diff solution/{} -- {}`",
            exercise.id(),
            named.lesson().slug(),
            exercise.file.get_ref()
        ),
    }
}

/// Lets git compare the file with the one in which this exercise is solved.
fn show(desk: &Desk, exercise: &Exercise, yours: &str, solved: &str) -> Result<()> {
    let plain = |text: &str| text.replace("\r\n", "\n");
    if plain(yours) == plain(solved) {
        println!("{GOOD}The same as the workbook's.{GOOD:#}");
        return Ok(());
    }
    let folder = desk.memory.folder().join("diff");
    let extension = exercise.file.get_ref().rsplit_once('.').map_or("", |(_, extension)| extension);
    let (a, b) = (folder.join(format!("yours.{extension}")), folder.join(format!("solved.{extension}")));
    write::atomically(&a, plain(yours).as_bytes())?;
    write::atomically(&b, plain(solved).as_bytes())?;
    let mut command = Command::new("git");
    command.args(["diff", "--no-index", "--no-ext-diff", "--color=always", "--"]).args([&a, &b]);
    let output = command.output().context("git cannot be started; is it installed?")?;
    let text = String::from_utf8_lossy(&output.stdout);
    // The names of the two files say nothing.
    for line in text.lines().skip_while(|line| !line.contains("@@")) {
        println!("{line}");
    }
    Ok(())
}
