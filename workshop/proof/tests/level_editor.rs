//! Draws a level in lesson 17, saves it, opens it again, and leaves it behind.

use crate::support::{Folder, PATIENCE, Process, ends_well, played, wait_until};
use anyhow::{Context as _, Result, ensure};
use drafts::folder::Folder as Saves;
use play::Arena;

/// Returns a command that runs lesson 17 with a script, and saves in a folder.
fn lesson(folder: &Folder, script: &str) -> Result<std::process::Command> {
    played("17-side-scroller", folder, &format!("size 1280x800\nwait 0.1\n{script}"))
}

fn headless(folder: &Folder, script: &str) -> Result<()> {
    ends_well(lesson(folder, script)?.arg("--headless")).map(drop)
}

/// Reads a saved level.
fn saved(folder: &Folder, name: &str) -> Result<Arena> {
    let path = folder.join("saves").join("levels").join(format!("{name}.toml"));
    let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    Ok(Arena::from_toml(&text, name)?)
}

/// Returns the name of the newest of lesson 17's saves.
fn newest(folder: &Folder) -> Result<String> {
    let saves = Saves::new(&folder.join("saves").join("levels"), "lesson_17", "toml").list()?;
    let stamp = &saves.first().context("nothing is saved")?.stamp;
    Ok(format!("lesson_17 {stamp}"))
}

/// A script that draws a box into a new level, and drags it, one of its corners and the middle of an edge.
const DRAW: &str = "tap P\nclick \"Level\"\nwait 0.1\nclick \"Level/New\"\nwait 0.2\n\
    click \"mouse=draw\"\nwait 0.1\ndrag 700,500 to 1000,300 over 0.2\nwait 0.1\n\
    drag \"polygon 2\" to 800,300 over 0.2\nwait 0.1\ndrag \"corner 2.1\" to 500,600 over 0.2\nwait 0.1\n\
    drag \"edge 2.3\" to 800,100 over 0.2\nwait 0.1\n";
const SAVE: &str = "tap Save\nwait 0.2\n";

#[test]
fn a_level_is_drawn_saved_opened_and_left_behind() -> Result<()> {
    let folder = Folder::new()?;
    let script = format!("{DRAW}tap Undo\ntap Undo\ntap Redo\nwait 0.1\n{SAVE}");
    headless(&folder, &script)?;
    let first = newest(&folder)?;
    let one = saved(&folder, &first)?;
    let drawn: Vec<[f64; 2]> =
        one.level.obstacles[1].polygon.corners().iter().map(|at| at.to_array()).collect();
    let is_alone = one.level.obstacles.len() == 2;
    ensure!(is_alone && drawn == [[-4.5, 0.0], [2.0, 3.0], [2.0, 6.0], [-2.0, 6.0]], "{one:?}");

    // Opened again it is there; changed and saved it is beside the first, which the menu opens.
    let change = "tap P\nwait 0.1\nclick \"polygon 2\"\nwait 0.1\ntap Duplicate\nwait 0.1\n";
    headless(&folder, &format!("{change}{SAVE}"))?;
    let second = newest(&folder)?;
    ensure!(second != first && saved(&folder, &second)?.level.obstacles.len() == 3);
    let open = format!("click \"Level\"\nwait 0.1\nclick \"Level/{first}\"\nwait 0.2\n{SAVE}");
    headless(&folder, &open)?;
    let third = newest(&folder)?;
    ensure!(![first, second].contains(&third) && saved(&folder, &third)? == one);

    // What a killed editor leaves is kept.
    let mut editor = Process::start(lesson(&folder, &format!("{change}wait 3600\n"))?.arg("--headless"))?;
    let is_kept = || saved(&folder, "lesson_17 autosave").is_ok_and(|kept| kept.level.obstacles.len() == 3);
    ensure!(wait_until(8 * PATIENCE, || Ok(is_kept()))?.is_some(), "nothing is kept: {}", editor.said());
    editor.kill();
    Ok(())
}
