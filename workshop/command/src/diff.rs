//! `cargo workbook diff`: compares the student's answers with the workbook's.

use crate::branches::Branches;
use crate::solve::Answer;
use crate::state::States;
use crate::style::{DIM, GOOD, HEADING};
use crate::workbook::Workbook;
use crate::{places, region, write};
use anstream::println;
use anyhow::{Context, Result, ensure};
use course::Exercise;
use std::process::Command;

/// Prints how answers differ from the workbook's. Those to exercises that aren't right yet are shown only if
/// that is wanted `anyway`.
pub fn diff(workbook: &Workbook, name: &str, anyway: bool) -> Result<()> {
    let named = workbook.find(name)?;
    let branches = Branches::of(&workbook.root);
    let states = States::of(workbook)?;
    let exercises = named.exercises().iter();
    let answers =
        exercises.map(|exercise| Answer::of(workbook, &branches, exercise)).collect::<Result<Vec<_>>>()?;
    println!("{DIM}- yours   + solution/{}{DIM:#}", named.lesson().slug());
    let mut lost = Vec::new();
    for Answer { exercise, starter, solution } in answers {
        let text = workbook.text(exercise.file.get_ref())?;
        let (id, title) = (exercise.id(), &exercise.title);
        let row = places::row(&text, exercise).map_or(String::new(), |row| format!(":{row}"));
        println!("\n{HEADING}{id}  {title}{HEADING:#}  {DIM}{}{row}{DIM:#}", exercise.file.get_ref());
        let Some(region) = region::find(&text, id) else {
            lost.push(region::lost(&text, exercise));
            continue;
        };
        if !states.get(id).is_right() && !anyway {
            println!(
                "{DIM}Yours is not right yet. `cargo workbook diff {id} --anyway` shows ours all the same.{DIM:#}"
            );
            continue;
        }
        let yours = region::lines(&text, region.body.clone());
        show(workbook, exercise, &text, &region::replaced(&text, region.body, &solution))?;
        if yours.lines().eq(starter.lines()) {
            println!("{DIM}Yours is still open.{DIM:#}");
        }
    }
    ensure!(lost.is_empty(), "{}", lost.join("\n"));
    Ok(())
}

/// Prints the difference of the student's file and the one in which this exercise is solved, by git.
fn show(workbook: &Workbook, exercise: &Exercise, yours: &str, solved: &str) -> Result<()> {
    if yours == solved {
        println!("{GOOD}The same as the workbook's.{GOOD:#}");
        return Ok(());
    }
    let folder = workbook.memory.folder().join("diff");
    let extension = exercise.file.get_ref().rsplit_once('.').map_or("", |(_, extension)| extension);
    let (a, b) = (folder.join(format!("yours.{extension}")), folder.join(format!("solved.{extension}")));
    let plain = |text: &str| text.replace("\r\n", "\n");
    write::atomically(&a, plain(yours).as_bytes())?;
    write::atomically(&b, plain(solved).as_bytes())?;
    let mut command = Command::new("git");
    command.args(["diff", "--no-index", "--no-ext-diff", "--color=always", "--"]).args([&a, &b]);
    let output = command.output().context("git cannot be started; is it installed?")?;
    let text = String::from_utf8_lossy(&output.stdout);
    // Leaves out the names of the two files.
    for line in text.lines().skip_while(|line| !line.contains("@@")) {
        println!("{line}");
    }
    Ok(())
}
