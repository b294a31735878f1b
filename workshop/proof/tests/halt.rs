//! Tests that a lesson whose code panics, or cannot read or draw, keeps its window and shows that, and that
//! one whose code does not return is ended with a message.

use crate::support::screen::{Screen, Window};
use crate::support::{
    Folder, PATIENCE, copy_of_workbook, example, for_each, lesson_command, run, wait_until,
};
use anyhow::{Context, Result, ensure};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// The environment variable that tells `examples/faulty.rs` what is faulty.
const FAULT: &str = "WORKBOOK_TEST_FAULT";

/// The background of an error in a window, in RGB.
const CARD: [u8; 3] = [0xfb, 0xe9, 0xe4];

/// The faults of a lesson, each with words on stderr. On a slow machine a list is not long after ten seconds.
const FAULTS: &[(&str, &str)] = &[
    ("open", "on purpose, in open"),
    ("pointer", "on purpose, in pointer"),
    ("draw", "on purpose, in draw"),
    ("an error", ""),
];

/// The ways in which a lesson may not end, each with words on stderr.
const ENDLESS: [(&str, &str); 2] =
    [("an endless loop", "has computed for 10 seconds"), ("an endless list", "hasn't finished")];

#[test]
fn what_does_not_end_is_ended_with_a_word() -> Result<()> {
    let program = example("faulty")?;
    for_each(ENDLESS.to_vec(), |(fault, said)| {
        let folder = Folder::new()?;
        let mut lesson = Command::new(&program);
        lesson.args(["--headless", "--picture", "a.png"]).env(FAULT, fault).current_dir(folder.path());
        let ended = run(&mut lesson, Duration::from_secs(120))?;
        let told = ended.stderr.starts_with("error: The lesson's code") && ended.stderr.contains(said);
        ensure!(ended.status.code() == Some(1) && told, "{fault}: {}: {}", ended.status, ended.stderr);
        Ok(())
    })
}

#[test]
fn a_faulty_lesson_keeps_its_window() -> Result<()> {
    let program = example("faulty")?;
    for_each(FAULTS.to_vec(), |(fault, said)| {
        keeps_its_window(&program, fault, said).with_context(|| format!("a lesson with a fault: {fault}"))
    })
}

/// Returns true if the window shows an error.
fn is_told(window: &Window<'_>) -> Result<bool> {
    let shown = window.settled()?;
    Ok(shown.part(window.view()).filter(|pixel| pixel.starts_with(&CARD)).count() > 10_000)
}

/// Presses the key that resets the lesson, after which nothing is wrong.
fn begins_again(window: &Window<'_>) -> Result<()> {
    window.changes("the key R, which begins again,", window.view(), 10_000, || window.keys("r"))?;
    ensure!(!is_told(window)?, "the window still says that something is wrong");
    Ok(())
}

/// Presses the key that ends the lesson.
fn ends(window: Window<'_>) -> Result<()> {
    window.keys("Escape")?;
    let ended = window.end()?;
    ensure!(ended.status.success(), "it ended with {}: {}", ended.status, ended.stderr);
    Ok(())
}

fn keeps_its_window(program: &Path, fault: &str, said: &str) -> Result<()> {
    let screen = Screen::open(1400, 900)?;
    let window = Window::start(&screen, Command::new(program).env(FAULT, fault))?;
    if fault == "pointer" {
        window.click([800.0, 300.0])?;
    }
    let told = wait_until(Duration::from_secs(120), || Ok(is_told(&window).unwrap_or(false)))?;
    told.with_context(|| format!("the window does not say what is wrong; {}", window.process.said()))?;
    let stderr = window.process.stderr();
    ensure!(stderr.contains(said), "it says: {stderr}");
    begins_again(&window)?;
    ends(window)
}

#[test]
fn a_lesson_that_cannot_read_its_own_model_keeps_its_window() -> Result<()> {
    let (screen, copy) = (Screen::open(1400, 900)?, copy_of_workbook()?);
    let tick = copy.join("assets/joints/tick.dae");
    let good = std::fs::read(&tick)?;
    std::fs::write(&tick, &good[..7000])?;
    let mut lesson = lesson_command("05-collada-joints")?;
    let window = Window::start(&screen, lesson.env("WORKBOOK_ROOT", copy.path()))?;
    ensure!(is_told(&window)?, "the window does not say what is wrong; {}", window.process.said());
    std::fs::write(&tick, good)?;
    begins_again(&window)?;
    ends(window)
}

#[test]
fn what_opengl_refuses_is_told_once() -> Result<()> {
    const FILE: &str = "shaders/joint_lines.geom";
    let (folder, copy) = (Folder::new()?, copy_of_workbook()?);
    let good = std::fs::read_to_string(copy.join(FILE))?;
    // It links, but only lines are drawn with it.
    std::fs::write(copy.join(FILE), good.replace("layout(lines) in", "layout(triangles) in"))?;
    let mut command = lesson_command("04-joint-chain-lines")?;
    command.env("WORKBOOK_ROOT", copy.path()).current_dir(folder.path()).arg("--headless");
    let said = run(&mut command, PATIENCE)?.stderr;
    let lines: Vec<&str> = said.lines().collect();
    let are_refusals = lines.iter().all(|line| line.starts_with("OpenGL: GL_INVALID_OPERATION"));
    ensure!(!lines.is_empty() && are_refusals, "it says: {said}");
    // Lines and strings are both drawn with this shader, and each is refused in every frame.
    let times = |line| lines.iter().filter(|other| **other == line).count();
    ensure!(lines.iter().all(|line| times(*line) == 1), "it says it more than once: {said}");
    Ok(())
}
