//! Tests that a lesson whose code panics, or cannot read or draw, keeps its window and shows that, and that
//! one whose code does not return is ended with a message.

use crate::support::picture::Look;
use crate::support::screen::{Screen, Window};
use crate::support::{
    Folder, PATIENCE, copy_of_workbook, example, for_each, program_command, run, wait_until,
};
use anyhow::{Context, Result, ensure};
use std::os::unix::fs::PermissionsExt;
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

/// The source of a fake cargo that builds `faulty`, or once the source is empty `endless`, whose check has bold words.
const CARGO: &str = r#"#!/bin/sh
if [ "$1" = build ]; then
    src=lessons/01_hierarchical_transforms/main.rs
    [ -s $src ] && program=faulty || program=endless
    echo '{"reason":"compiler-artifact","target":{"kind":["bin"],"src_path":"'$src'"},"executable":"'$PWD/$program'"}'
else
    printf '01.1  %s\n\t01.1\ttried\t`a` in a.rs:1\n' "$(printf 'wrong, %.0s' $(seq 80))"
    exit 1
fi
"#;

#[test]
fn a_new_program_that_does_not_end_is_told_in_the_window_and_its_check_at_full_strength() -> Result<()> {
    let (screen, copy, faulty) = (Screen::open(1280, 800)?, copy_of_workbook()?, example("faulty")?);
    let source = copy.join("lessons/01_hierarchical_transforms/main.rs");
    let endless = format!("#!/bin/sh\n{FAULT}='an endless loop' exec {} \"$@\"\n", faulty.display());
    for (name, text) in [("cargo", CARGO), ("endless", &endless)] {
        std::fs::write(copy.join(name), text)?;
        std::fs::set_permissions(copy.join(name), std::fs::Permissions::from_mode(0o755))?;
    }
    std::fs::copy(faulty, copy.join("faulty"))?;
    std::fs::write(copy.join("faulty.d"), format!("faulty: {}\n", source.display()))?;
    std::fs::write(copy.join("Cargo.toml"), "")?;
    let (tool, mut command) = (program_command("workbook")?, Command::new("sh"));
    command.args(["-c", "cd \"$1\" && exec \"$0\" run 1"]).arg(tool.get_program()).arg(copy.path());
    let window = Window::start(&screen, command.env("CARGO", copy.join("cargo")))?;
    window.keys("shift+F4")?;
    std::fs::write(&source, "")?;
    let told = wait_until(Duration::from_secs(120), || Ok(is_told(&window).unwrap_or(false)))?;
    told.with_context(|| format!("the window does not say what is wrong; {}", window.process.said()))?;
    // Pale words have no pixel of the ink itself.
    let ink = gl::colour::INK.map(|part| (255.0 * part).round() as u8);
    window.comes_true("the check's words are pale", || {
        Ok(screen.picture()?.count(window.view(), [ink[0], ink[1], ink[2]]) > 2000)
    })?;
    window.keys("Escape")?;
    ends(window)
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

/// Tests that a lesson shows what is broken from the start, and goes on once that is saved right.
#[test]
fn a_lesson_that_cannot_read_its_own_files_keeps_its_window() -> Result<()> {
    for file in ["assets/joints/heron.dae", "shaders/joint_lines.geom"] {
        let (screen, copy) = (Screen::open(1280, 800)?, copy_of_workbook()?);
        let good = std::fs::read(copy.join(file))?;
        std::fs::write(copy.join(file), &good[..500])?;
        let mut lesson = program_command("05-collada-joints")?;
        let window = Window::start(&screen, lesson.env("WORKBOOK_ROOT", copy.path()))?;
        ensure!(is_told(&window)?, "{file} is broken, and no error is seen; {}", window.process.said());
        std::fs::write(copy.join(file), &good)?;
        // Only a shader is read again without it.
        window.keys("r")?;
        window.comes_true(&format!("{file} is whole again, and it's told"), || Ok(!is_told(&window)?))?;
        let shown = window.settled()?;
        let dark = shown.part(window.view()).filter(|pixel| pixel.iter().all(|part| *part < 120)).count();
        ensure!(dark > 100, "{file} is whole again, and no joints are seen");
        ends(window)?;
    }
    Ok(())
}

#[test]
fn what_opengl_refuses_is_told_once() -> Result<()> {
    const FILE: &str = "shaders/joint_lines.geom";
    let (folder, copy) = (Folder::new()?, copy_of_workbook()?);
    let good = std::fs::read_to_string(copy.join(FILE))?;
    // It links, but only lines are drawn with it.
    std::fs::write(copy.join(FILE), good.replace("layout(lines) in", "layout(triangles) in"))?;
    let mut command = program_command("04-joint-chain-lines")?;
    command.env("WORKBOOK_ROOT", copy.path()).current_dir(folder.path()).arg("--headless");
    let said = run(&mut command, PATIENCE)?.stderr;
    let lines: Vec<&str> = said.lines().collect();
    let are_refusals = lines.iter().all(|line| line.starts_with("OpenGL: GL_INVALID_OPERATION"));
    ensure!(!lines.is_empty() && are_refusals, "it says: {said}");
    // Three chains are drawn with this shader, and each is refused in every frame.
    let times = |line| lines.iter().filter(|other| **other == line).count();
    ensure!(lines.iter().all(|line| times(*line) == 1), "it says it more than once: {said}");
    Ok(())
}
