//! F2: the student's picture and ours. Here a lesson is compared with itself, and with programs that are no good.
#![cfg(target_os = "linux")]

mod support;

use anyhow::{Context, Result, ensure};
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::Command;
use support::picture::Part;
use support::screen::{Screen, Window};
use support::{FIRST, Folder, PATIENCE, for_each, is_running, lesson_command, run, wait_until};

const SAME: &str = "compared=no pixel differs at this moment";

/// Mouse, keys and sliders before F2, which ours must go through first; and after it, in each way to compare.
const SESSIONS: [(&str, &str); 3] = [
    (
        FIRST,
        "drag \"θ (hinge b)\" to 300,150 over 0.2\nwait 0.1\ntap Space\nwait 0.5\nF2\ndrag 800,200 to 900,260 over 0.2\nSEEN\n\
         F2\nwheel 2\ndrag \"base x\" to 160,100 over 0.2\nSEEN\nF2\ntap Space\ntap Left\nSEEN\nF2\ntap H\nwait 0.3\nSEEN\n",
    ),
    (
        "09-rigged-cylinder",
        "drag 800,200 to 900,330 over 0.3\nF2\ndrag \"bend\" to 300,120 over 0.2\nSEEN\nF2\nF2\nF2\nwait 0.2\nSEEN\n",
    ),
    (
        "17-the-knight-plays",
        "hold Right\nwait 0.4\ntap Space\nwait 0.6\nF2\nwait 0.2\nSEEN\nrelease Right\nwait 0.3\nF2\nSEEN\n",
    ),
];

/// A place of the panel without a control.
const TITLE: [f64; 2] = [200.0, 28.0];

/// A program by which another is replaced: a script of the shell.
fn stub(folder: &Folder, script: &str) -> Result<PathBuf> {
    let path = folder.join("ours");
    std::fs::write(&path, format!("#!/bin/sh\n{script}\n"))?;
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755))?;
    Ok(path)
}

/// A lesson that is opened as it is, and compared with itself opened with more arguments.
fn compared_with_itself(folder: &Folder, lesson: &str, args: &str) -> Result<Command> {
    let mut command = lesson_command(lesson)?;
    let program = command.get_program().to_string_lossy().into_owned();
    // With `exec` it is the same process, which is ended with the window.
    let ours = stub(folder, &format!("exec '{program}' \"$@\" {args}"))?;
    command.env("WORKBOOK_OURS", ours).current_dir(folder.path());
    Ok(command)
}

fn script(folder: &Folder, lines: &str) -> Result<PathBuf> {
    let path = folder.join("a.txt");
    let seen = format!("picture {}\nmove \"{SAME}\"\nmove away", folder.join("seen.png").display());
    std::fs::write(&path, lines.replace("SEEN", &seen).replace("F2\n", "tap F2\nwait 0.1\n"))?;
    Ok(path)
}

#[test]
fn what_follows_a_session_comes_to_the_same_bytes() -> Result<()> {
    for_each(SESSIONS.to_vec(), |(lesson, lines)| {
        let folder = Folder::new()?;
        let script = script(&folder, lines)?;
        let mut command = compared_with_itself(&folder, lesson, "")?;
        let ended = run(command.args(["--headless", "--script"]).arg(script), 4 * PATIENCE)?;
        ensure!(ended.status.success(), "{lesson}: {}", ended.stderr);
        Ok(())
    })
}

/// What is to be seen by name at the end of a script, of which nothing is compared that is the same.
fn names(command: &mut Command, folder: &Folder) -> Result<String> {
    let script = script(folder, "F2\nSEEN\n")?;
    let ended = run(command.args(["--headless", "--script"]).arg(script), 2 * PATIENCE)?;
    ensure!(!ended.status.success(), "nothing differs");
    Ok(ended.stderr)
}

#[test]
fn what_differs_is_counted() -> Result<()> {
    let folder = Folder::new()?;
    let said = names(&mut compared_with_itself(&folder, FIRST, "'--set=base x=0.3'")?, &folder)?;
    let (_, seen) = said.split_once("there are: ").context(said.clone())?;
    let (_, rest) = seen.split_once("compared=").context("nothing is compared")?;
    let (percent, _) = rest.split_once(" % of the pixels differ, by up to ").context(rest.to_owned())?;
    let percent: f32 = percent.parse()?;
    ensure!((1.0..20.0).contains(&percent), "{percent} % differ");
    Ok(())
}

#[test]
fn where_there_is_no_program_it_is_said_why_and_the_texts_pictures_are_ours() -> Result<()> {
    for (script, why) in [
        ("exit 1", "The solution is of an older workbook, which cannot be compared with."),
        ("echo follows 2; exec sleep 0.1", "Ours has ended by itself."),
        (
            "echo follows 2; read line; echo seen 1280 800 0; echo short",
            "Ours has ended in the middle of a picture.",
        ),
    ] {
        let folder = Folder::new()?;
        let mut command = lesson_command(FIRST)?;
        command.env("WORKBOOK_OURS", stub(&folder, script)?);
        let said = names(&mut command, &folder)?;
        ensure!(said.contains(why), "{script}: {said}");
        ensure!(said.contains("compared=arm.png of the text, 1 of 3: "), "{script}: {said}");
    }
    let folder = Folder::new()?;
    let said = names(lesson_command(FIRST)?.env("WORKBOOK_OURS", "no-such-program"), &folder)?;
    ensure!(said.contains("cannot start no-such-program"), "{said}");
    Ok(())
}

#[test]
fn in_a_window_f2_leads_from_one_way_to_the_next_and_nothing_is_left_running() -> Result<()> {
    let (screen, folder) = (Screen::open(1400, 900)?, Folder::new()?);
    let mut window =
        Window::start(&screen, &mut compared_with_itself(&folder, FIRST, "'--set=base x=0.3'")?, 1.0)?;
    let view = Part { to: [1280, 600], ..window.view() };
    window.stop()?;
    // Away from the arm, which is lit below the mouse.
    window.point(TITLE)?;
    let alone = window.settled()?;
    window.changes("F2 (beside each other)", view, 20_000, || window.keys("F2"))?;
    let second = || -> Result<Option<u32>> {
        let found = run(Command::new("pgrep").args(["-P", &window.process.id().to_string()]), PATIENCE)?;
        Ok(found.stdout.trim().parse().ok())
    };
    ensure!(second()?.is_some(), "there is no second program");
    let both = window.settled()?;
    window.changes("a message", Part { from: [342, 740], to: [1260, 800] }, 20, || window.keys("F12"))?;
    ensure!(window.settled()?.changed(&both, view) == 0, "what F12 tells is in a picture that is compared");
    // Ours is a bit to the right, on the right of the line.
    window.changes("F2 (a wipe)", view, 20_000, || window.keys("F2"))?;
    ensure!(window.settled()?.changed(&alone, view) > 500, "a wipe shows nothing else");
    window.drag_changes(1, [[810.0, 200.0], [700.0, 200.0]], view, 200)?;
    window.drag_changes(1, [[700.0, 200.0], [1279.0, 200.0]], view, 200)?;
    let line = Part { from: [342, 0], to: [1260, 600] };
    ensure!(window.settled()?.changed(&alone, line) == 0, "left of the line it is not the student's own");
    window.keys("alt+Left")?;
    window.keys("F2")?;
    window.changes_by_itself("a picture in turns with another", view)?;
    // On black: the pictures that take turns are both light.
    window.changes("F2 (the difference)", view, 100_000, || window.keys("F2"))?;
    let id = second()?.context("there is no second program")?;
    window.keys("F2")?;
    window.point(TITLE)?;
    ensure!(window.settled()?.changed(&alone, view) == 0, "F2 leaves something behind");
    ensure!(
        wait_until(PATIENCE, || Ok(!is_running(id)))?.is_some(),
        "the second program outlives the comparison"
    );
    window.changes("F2 again", view, 20_000, || window.keys("F2"))?;
    let id = second()?.context("there is no second program")?;
    window.process.kill();
    ensure!(
        wait_until(PATIENCE, || Ok(!is_running(id)))?.is_some(),
        "the second program outlives the window"
    );
    Ok(())
}
