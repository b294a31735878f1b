//! A level of lesson 16 as somebody uses it: drawn, dragged, undone, saved and opened again; and what a crash leaves.

mod support;

use anyhow::{Context, Result, ensure};
use ground::stored::{self as level, Stored};
use std::path::PathBuf;
use std::process::Command;
use support::screen::Screen;
use support::{Folder, PATIENCE, Process, lesson_command, run, saves_in, wait_until};

const LESSON: &str = "16-side-scroller";

/// The lesson with a script, and its saves in a folder.
fn played(folder: &Folder, script: &str, args: &[&str]) -> Result<Command> {
    let path = folder.join("script.txt");
    std::fs::write(&path, format!("size 1280x800\nwait 0.1\n{script}"))?;
    let mut command = lesson_command(LESSON)?;
    command.env("WORKBOOK_SAVES", folder.join("saves")).arg("--script").arg(path).args(args);
    command.current_dir(folder.path());
    Ok(command)
}

fn ends_well(command: &mut Command) -> Result<()> {
    let ended = run(command, 8 * PATIENCE)?;
    ensure!(ended.status.success() && ended.stderr.is_empty(), "{command:?}: {}", ended.stderr);
    Ok(())
}

/// All that was saved, the newest last.
fn saves(folder: &Folder) -> Result<Vec<PathBuf>> {
    saves_in(&folder.join("saves").join("level"), "level")
}

fn opened(path: &PathBuf) -> Result<Stored> {
    Ok(level::read(&std::fs::read(path)?, &path.display().to_string())?)
}

/// Draws a triangle into a new level, drags it and one of its corners, and undoes that.
const DRAW: &str = "tap P\nclick \"Level\"\nwait 0.1\nclick \"Level/New\"\nwait 0.2\n\
    click \"mouse=draw\"\nwait 0.1\nclick 700,500\nclick 1000,500\nclick 1000,300\nwait 0.1\ntap Enter\nwait 0.1\n\
    drag \"polygon 2\" to 800,300 over 0.2\nwait 0.1\ndrag \"corner 2.1\" to 500,600 over 0.2\nwait 0.1\n";

#[test]
fn a_level_is_drawn_dragged_undone_saved_and_opened_without_a_window_and_in_one() -> Result<()> {
    let [without, within] = [Folder::new()?, Folder::new()?];
    // Undone and redone, then undone once and saved.
    let script = format!("{DRAW}tap Undo\ntap Undo\ntap Redo\nwait 0.1\ntap Save\nwait 0.2\n");
    ends_well(&mut played(&without, &script, &["--headless"])?)?;
    let screen = Screen::open(1400, 900)?;
    ends_well(
        played(&within, &format!("{script}tap Esc\ntap Esc\ntap Esc\n"), &[])?.env("DISPLAY", screen.name()),
    )?;
    let [one, other] = [&without, &within].map(|folder| {
        let path = saves(folder)?.pop().context("nothing was saved")?;
        opened(&path)
    });
    let (one, other) = (one?, other?);
    ensure!(one == other && one.damage.is_empty(), "two levels: {one:?} {other:?}");
    let [_floor, obstacle] = &one.level.obstacles[..] else { panic!("{:?}", one.level) };
    ensure!(obstacle.polygon.corners().len() == 3, "{obstacle:?}");

    // Opened again it is there; changed and saved it stands beside the first, which the list opens.
    let again =
        "tap P\nwait 0.1\nclick \"polygon 2\"\nwait 0.1\ntap Duplicate\nwait 0.1\ntap Save\nwait 0.2\n";
    ends_well(&mut played(&without, again, &["--headless"])?)?;
    let all = saves(&without)?;
    ensure!(all.len() == 2 && opened(&all[1])?.level.obstacles.len() == 3, "{all:?}");
    let stamp = all[0].file_stem().context("a name")?.to_string_lossy().replacen("level ", "", 1);
    let first = format!(
        "click \"Level\"\nwait 0.1\nclick \"Level/Open\"\nwait 0.2\nclick \"save={stamp}\"\nwait 0.2\ntap Save\nwait 0.2\n"
    );
    ends_well(&mut played(&without, &first, &["--headless"])?)?;
    let all = saves(&without)?;
    ensure!(all.len() == 3 && opened(&all[2])?.level == one.level, "{all:?}");
    Ok(())
}

#[test]
fn work_that_would_be_lost_is_asked_for_and_what_a_killed_editor_leaves_is_offered() -> Result<()> {
    let folder = Folder::new()?;
    let new = "click \"Level\"\nwait 0.1\nclick \"Level/New\"\nwait 0.2\n";
    // Gone on with it is still there, thrown away it is gone.
    let asked = format!("{DRAW}{new}click \"Go on\"\nwait 0.1\ntap Save\nwait 0.2\n");
    ends_well(&mut played(&folder, &asked, &["--headless"])?)?;
    let thrown = format!("{DRAW}{new}click \"Throw away\"\nwait 0.1\ntap Save\nwait 0.2\n");
    ends_well(&mut played(&folder, &thrown, &["--headless"])?)?;
    let drawn = opened(saves(&folder)?.first().context("nothing was saved")?)?.level;
    let counts: Vec<usize> =
        saves(&folder)?.iter().map(|path| Ok(opened(path)?.level.obstacles.len())).collect::<Result<_>>()?;
    ensure!(counts == [2, 1], "{counts:?}");

    let script = format!("{DRAW}wait 3600\n");
    let mut editor = Process::start(&mut played(&folder, &script, &["--headless"])?)?;
    // On a busy machine what is kept first may be a part of it.
    let is_kept = || {
        let kept = saves(&folder)?.into_iter().filter(|path| path.to_string_lossy().contains("autosave"));
        Ok(kept.filter_map(|path| opened(&path).ok()).any(|stored| stored.level == drawn))
    };
    ensure!(wait_until(8 * PATIENCE, is_kept)?.is_some(), "nothing is kept: {}", editor.said());
    editor.kill();
    let goes_on = "wait 0.2\nclick \"Go on with it\"\nwait 0.1\ntap Save\nwait 0.2\n";
    ends_well(&mut played(&folder, goes_on, &["--headless"])?)?;
    let last = saves(&folder)?.pop().context("nothing was saved")?;
    ensure!(!last.display().to_string().contains("autosave"), "{last:?}");
    ensure!(opened(&last)?.level == drawn);
    Ok(())
}
