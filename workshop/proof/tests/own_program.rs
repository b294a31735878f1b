//! Makes a program of one's own as students do, and has it draw the knight of docs/engine/window.md.

use crate::support::picture::{Area, Look};
use crate::support::screen::Screen;
use crate::support::{Folder, PATIENCE, Process, command, copy_folder, wait_until};
use anyhow::{Context, Result, ensure};
use course::root;
use gpu::Image;
use std::path::{Path, PathBuf};
use std::process::Command;
use workbook::program::{Stands, program};
use workbook::workbook::Workbook;

/// The colour of its empty window.
const EMPTY: [u8; 3] = [217, 230, 242];

/// The program that the page leads to, and that no student is given.
const PROGRAM: &str = include_str!("own_program/knight.rs");

const SIZE: [usize; 2] = [1280, 800];

/// Features with which the tests have built these crates already.
const BUILT: &str = "[dependencies]
libc = { version = \"0.2\", features = [\"extra_traits\"] }
memchr = \"2\"
serde_core = { version = \"1\", features = [\"alloc\"] }";

/// Makes a program in a folder, which isn't there yet.
fn make(folder: &Path, stands: Stands) -> Result<()> {
    program(&Workbook::open(root())?, root(), folder.to_str().context("UTF-8")?, stands)?;
    let manifest = folder.join("Cargo.toml");
    Ok(std::fs::write(&manifest, std::fs::read_to_string(&manifest)?.replacen("[dependencies]", BUILT, 1))?)
}

fn wait_for_a_window(screen: &Screen, process: &Process) -> Result<()> {
    let is_empty = || Ok(shown(&screen.picture()?, [0, 0], SIZE) == 0);
    wait_until(PATIENCE, is_empty)?.with_context(|| format!("no empty window: {}", process.said()))?;
    Ok(())
}

/// Builds a program among the crates that the tests are built of.
fn built(folder: &Path) -> Result<PathBuf> {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().context("a folder")?;
    let mut build = Command::new(std::env::var_os("CARGO").context("cargo runs the tests")?);
    build.args(["build", "--quiet", "--offline", "--target-dir"]).arg(target).current_dir(folder);
    ensure!(build.status()?.success(), "{} cannot be built", folder.display());
    Ok(target.join("debug").join(folder.file_name().context("a name")?))
}

/// Counts the pixels of an area that show something before the background.
fn shown(picture: &Image, from: [usize; 2], to: [usize; 2]) -> usize {
    (to[0] - from[0]) * (to[1] - from[1]) - picture.count(Area { from, to }, EMPTY)
}

#[test]
fn a_program_of_ones_own_begins_with_an_empty_window_and_ends_with_a_knight() -> Result<()> {
    let parent = Folder::new()?;
    let folder = parent.join("own-program");
    make(&folder, Stands::OnTheWorkbook)?;

    let screen = Screen::open(1280, 800)?;
    let run = |program: &Path| {
        let mut command = command(program);
        Process::start(command.env("DISPLAY", &screen.name).current_dir(&folder))
    };
    let mut window = run(&built(&folder)?)?;
    wait_for_a_window(&screen, &window)?;
    window.kill();

    ensure!(PROGRAM.lines().count() <= 120, "docs/engine/window.md promises 120 lines at most");
    std::fs::write(folder.join("src/main.rs"), PROGRAM)?;
    for shader in ["skin.vert", "joint_lines.vert", "flat.frag"] {
        std::fs::copy(root().join("shaders").join(shader), folder.join("src").join(shader))?;
    }
    copy_folder(&root().join("assets/knight"), &folder.join("knight"))?;
    let knight = run(&built(&folder)?)?;
    let mut first = None;
    let walks = || {
        let picture = screen.picture()?;
        // From his plume to his boots, and nothing above or below, where a heap of joints would be.
        let stands = shown(&picture, [500, 80], [780, 700]) > 60_000
            && shown(&picture, [580, 130], [690, 260]) > 10_000
            && shown(&picture, [500, 600], [780, 700]) > 5_000
            && shown(&picture, [0, 0], [1280, 70]) + shown(&picture, [0, 710], SIZE) == 0;
        if !stands {
            return Ok(false);
        }
        // His lines alone are fewer.
        let first: &Image = first.get_or_insert_with(|| picture.clone());
        Ok(picture.changed(first, Area { from: [0, 0], to: SIZE }) > 20_000)
    };
    wait_until(PATIENCE, walks)?.with_context(|| format!("no knight walks: {}", knight.said()))?;
    Ok(())
}

#[test]
fn an_engine_begins_with_a_window_and_answers_what_it_cannot_do_yet() -> Result<()> {
    let parent = Folder::new()?;
    let folder = parent.join("own-engine");
    make(&folder, Stands::Alone)?;
    let engine = built(&folder)?;
    for what in ["body", "player", "file"] {
        let run = Command::new(&engine).arg(what).stdin(std::process::Stdio::null()).output()?;
        let said = String::from_utf8_lossy(&run.stderr).into_owned();
        ensure!(!run.status.success() && said.starts_with("Error: there is no "), "{what}: {said}");
    }
    let screen = Screen::open(1280, 800)?;
    let window = Process::start(command(&engine).env("DISPLAY", &screen.name))?;
    wait_for_a_window(&screen, &window)
}
