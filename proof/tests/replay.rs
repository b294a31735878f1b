//! Lesson 16's keys, recorded and played again: without a window and in one.

mod support;

use anyhow::{Context, Result, ensure};
use std::path::Path;
use std::process::Command;
use support::{Folder, PATIENCE, ends_well, lesson_command, run};

/// Runs, jumps and ducks for a while, and plays it again.
const RUN: &str = "wait 0.2
click \"record\"
hold Right
wait 0.6
tap Jump
wait 0.3
hold Down
wait 0.2
release Down
hold Jump
wait 0.25
release Jump
release Right
wait 0.2
click \"stop\"
wait 0.1
click \"play again\"
wait 1.8
";

/// How the point is called at which the player ends: with all that it is, in short.
const ENDS: &str = "again the same: ";

fn play(folder: &Folder, script: &str, args: &[&str]) -> Result<Command> {
    let path = folder.join("a.txt");
    std::fs::write(&path, script)?;
    let mut command = lesson_command("16-side-scroller")?;
    command.env("WORKBOOK_SAVES", folder.join("saves"));
    command.args(["--script", &path.to_string_lossy()]).args(args).current_dir(folder.path());
    Ok(command)
}

/// What the player has come to, without a window.
fn end_of(script: &str) -> Result<String> {
    let folder = Folder::new()?;
    // There is no such point, so all that are there are named.
    let script = format!("{script}move \"nowhere\"\n");
    let ended = run(&mut play(&folder, &script, &["--headless"])?, PATIENCE)?;
    let (_, rest) = ended.stderr.split_once(ENDS).with_context(|| format!("it says {}", ended.stderr))?;
    let sum: String = rest.chars().take_while(char::is_ascii_hexdigit).collect();
    ensure!(sum.len() == 16, "it ends with {sum}");
    Ok(sum)
}

#[test]
fn keys_that_are_played_again_come_to_the_same_bytes_every_time() -> Result<()> {
    let first = end_of(RUN)?;
    ensure!(first == end_of(RUN)?, "the second time it is not {first}");
    let longer = RUN.replace("wait 0.25", "wait 0.3");
    ensure!(first != end_of(&longer)?, "a longer jump comes to the same");
    Ok(())
}

#[test]
#[cfg(target_os = "linux")]
fn keys_come_to_the_same_bytes_in_a_window() -> Result<()> {
    let (screen, folder) = (support::screen::Screen::open(1280, 800)?, Folder::new()?);
    let sum = end_of(RUN)?;
    // The script fails where there is no such point.
    let picture = folder.join("end.png");
    let script = format!("{RUN}move \"{ENDS}{sum}\"\npicture {}\ntap Esc\ntap Esc\n", picture.display());
    ends_well(play(&folder, &script, &[])?.env("DISPLAY", screen.name()))?;
    ensure!(Path::new(&picture).exists(), "the script was not played to its end");
    Ok(())
}
