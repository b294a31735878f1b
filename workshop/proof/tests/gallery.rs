//! Tests the gallery by a script, and in a window, where it builds and runs lessons of a small workbook.

use crate::support::picture::{Area, Look};
use crate::support::screen::{Screen, Window};
use crate::support::{Folder, GALLERY, PATIENCE, ends_well, program_command, wait_until};
use anyhow::{Result, ensure};
use course::root;
use gpu::Image;
use std::path::Path;

/// The area of a window in which compile errors are shown.
const BELOW: Area = Area { from: [360, 560], to: [1260, 780] };

const LESSON: &str = "lessons/01_hierarchical_transforms";

/// The source of a program that waits for a file before it ends.
const WAITS: &str = r#"fn main() {
    let place = std::path::PathBuf::from(std::env::var("PLACE").unwrap());
    std::fs::write(place.join("runs"), "").unwrap();
    while !place.join("ends").exists() {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    std::fs::write(place.join("ended"), "").unwrap();
}"#;
/// The source of a tool that only runs that program.
const TOOL: &str = r#"fn main() {
    let cargo = std::process::Command::new("cargo").args(["run", "--quiet", "--bin", "01-hierarchical-transforms"]).status();
    std::process::exit(cargo.unwrap().code().unwrap());
}"#;
const BROKEN: &str = "fn main() { let angle: f32 = \"not a number\"; }";

/// Makes a workbook with one lesson, which is only this program.
fn small_workbook(main: &str) -> Result<Folder> {
    let folder = Folder::new()?;
    std::fs::create_dir_all(folder.join(LESSON))?;
    std::os::unix::fs::symlink(root().join("shaders"), folder.join("shaders"))?;
    for file in ["lesson.toml", "mistakes.toml", "README.md"] {
        std::fs::copy(root().join(LESSON).join(file), folder.join(LESSON).join(file))?;
    }
    std::fs::write(folder.join("README.md"), "# A small workbook\n")?;
    std::fs::write(folder.join("Cargo.toml"), "[workspace]\nresolver = \"3\"\nmembers = [\"lessons/*\"]\n")?;
    let manifest = "[package]\nname = \"lesson-01\"\nedition = \"2024\"\n\n\
                    [[bin]]\nname = \"01-hierarchical-transforms\"\npath = \"main.rs\"\n\n\
                    [[bin]]\nname = \"workbook\"\npath = \"tool.rs\"\n";
    std::fs::write(folder.join(LESSON).join("tool.rs"), TOOL)?;
    std::fs::write(folder.join(LESSON).join("Cargo.toml"), manifest)?;
    std::fs::write(folder.join(LESSON).join("main.rs"), main)?;
    Ok(folder)
}

/// Opens the gallery of a workbook, whose programs exchange files with the test in `place`.
fn open<'a>(screen: &'a Screen, workbook: &Folder, place: &Folder) -> Result<Window<'a>> {
    let mut command = program_command(GALLERY)?;
    command.env("WORKBOOK_ROOT", workbook.path()).env("CARGO_TARGET_DIR", workbook.join("target"));
    Window::start(screen, command.env("PLACE", place.path()), [1280, 800], 1.0)
}

fn appears(file: &Path) -> Result<()> {
    let found = wait_until(2 * PATIENCE, || Ok(file.exists()))?;
    ensure!(found.is_some(), "there is no {}", file.display());
    Ok(())
}

#[test]
fn the_keys_choose_a_lesson() -> Result<()> {
    let folder = Folder::new()?;
    // Below the last card but one of the last full row there is none.
    let script = "picture first.png\ntap End\ntap Up\ntap Right\ntap Down\nwait 1\npicture last.png\n\
                  tap Home\nwait 0.1\nclick \"02\"\nwait 1\npicture other.png\n";
    std::fs::write(folder.join("a.txt"), script)?;
    let mut command = program_command(GALLERY)?;
    command.current_dir(folder.path()).args(["--headless", "--size", "1100x700", "--script", "a.txt"]);
    ends_well(&mut command)?;
    let read = |name: &str| Image::read(&folder.join(name));
    for other in ["first.png", "other.png"] {
        let mean = read("last.png")?.difference(&read(other)?)?.mean;
        ensure!(mean > 1.0, "last.png looks like {other}");
    }
    Ok(())
}

#[test]
fn a_lesson_is_built_and_runs_and_outlives_the_gallery() -> Result<()> {
    let (screen, workbook, place) = (Screen::open(1400, 900)?, small_workbook(BROKEN)?, Folder::new()?);
    let [runs, ends, ended] = ["runs", "ends", "ended"].map(|name| place.join(name));
    let window = open(&screen, &workbook, &place)?;
    window.changes("a lesson that cannot be built", BELOW, 1000, || window.keys("Return"))?;
    std::fs::write(workbook.join(LESSON).join("main.rs"), WAITS)?;
    window.changes("a lesson that can be built now", BELOW, 1000, || window.keys("Return"))?;
    appears(&runs)?;
    std::fs::remove_file(&runs)?;
    window.changes("a second start", window.corner(), 50, || window.keys("Return"))?;
    ensure!(!runs.exists(), "it was started twice");
    window.keys("Escape")?;
    let gallery = window.end()?;
    ensure!(gallery.status.success() && gallery.stderr.is_empty(), "it complained: {}", gallery.stderr);
    ensure!(!ended.exists(), "the lesson has ended with it");
    std::fs::write(ends, "")?;
    appears(&ended)
}
