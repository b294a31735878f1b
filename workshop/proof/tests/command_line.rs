//! Tests that errors of a command line are explained, and leave no files behind.

use crate::support::{Ended, FIRST, Folder, PATIENCE, copy_of_workbook, ends_well, program_command, run};
use anyhow::{Context, Result, ensure};
use course::root;
use gpu::Image;
use std::path::Path;
use std::process::Command;

/// Returns the command of the first lesson's program in a folder.
fn first(folder: &Folder, args: &[&str]) -> Result<Command> {
    let mut command = program_command(FIRST)?;
    command.args(args).current_dir(folder.path());
    Ok(command)
}

/// Runs a program that must fail with one error, which contains all `words`.
fn fails(command: &mut Command, words: &[&str]) -> Result<()> {
    let Ended { status, stdout, stderr } = run(command, PATIENCE)?;
    let said = format!("{command:?}\nended with {status} and said:\n{stdout}{stderr}");
    ensure!(status.code().is_some_and(|code| code != 0), "it should fail: {said}");
    ensure!(!stderr.contains("panicked at"), "it should not panic: {said}");
    let errors = stderr.lines().filter(|line| line.starts_with("error: ")).count();
    ensure!(errors == 1 && stderr.starts_with("error: "), "it should say one error: {said}");
    for word in words {
        ensure!(stderr.contains(word), "it should say '{word}': {said}");
    }
    Ok(())
}

/// Checks that the first lesson with `args` fails with `words`, and writes nothing.
fn refuses(args: &[&str], words: &[&str]) -> Result<()> {
    let folder = Folder::new()?;
    fails(&mut first(&folder, args)?, words)?;
    let left = folder.names()?;
    ensure!(left.is_empty(), "{args:?} leaves {left:?} behind");
    Ok(())
}

#[test]
fn what_is_refused_is_told_in_one_error_and_leaves_nothing_behind() -> Result<()> {
    refuses(&["--headless", "--pictur", "a.png"], &["'--pictur'", "'--picture'"])?;
    refuses(&["--headless", "--picture", "a.png", "--crop=1280,0,9,9"], &["1280x800"])?;
    refuses(&["--headless", "--picture", "missing/a.png"], &["cannot write missing/a.png"])?;
    let folder = Folder::new()?;
    for (option, name) in [("--picture", "taken.png"), ("--film", "taken.gif")] {
        std::fs::create_dir(folder.join(name))?;
        let args = ["--headless", option, name, "--size", "64x64"];
        fails(&mut first(&folder, &args)?, &[&format!("cannot write {name}")])?;
    }
    std::fs::write(folder.join("a.png"), "older")?;
    fails(&mut first(&folder, &["--headless", "--picture", "a.png", "--set", "nothing=1"])?, &["nothing"])?;
    ensure!(std::fs::read_to_string(folder.join("a.png"))? == "older", "the older picture was overwritten");
    let left = folder.names()?;
    ensure!(left == ["a.png", "taken.gif", "taken.png"], "half a file is left behind: {left:?}");
    let gone = folder.join("gone");
    fails(first(&folder, &["--headless"])?.env("WORKBOOK_ROOT", gone), &["cannot read", "gone"])
}

/// Tests a copied workbook, for whose programs cargo takes those built in the original.
#[test]
fn in_a_copy_of_the_workbook_the_copys_files_are_read() -> Result<()> {
    let copy = copy_of_workbook()?;
    std::fs::copy(root().join("Cargo.toml"), copy.join("Cargo.toml"))?;
    std::fs::write(copy.join("shaders/flat.frag"), "nonsense\n")?;
    let Ended { status, stderr, .. } =
        run(first(&copy, &["--headless", "--picture", "a.png"])?.current_dir(copy.join("assets")), PATIENCE)?;
    ensure!(!status.success() && stderr.contains("shaders/flat.frag"), "{status}: {stderr}");
    Ok(())
}

#[test]
fn a_shader_that_is_missing_or_broken_at_start_is_named() -> Result<()> {
    let copy = copy_of_workbook()?;
    let folder = Folder::new()?;
    let shader = copy.join("shaders/flat.frag");
    let mut lesson = first(&folder, &["--headless", "--picture", "a.png"])?;
    lesson.env("WORKBOOK_ROOT", copy.path());

    let good = std::fs::read_to_string(&shader)?;
    std::fs::write(&shader, format!("{good}\nnonsense\n"))?;
    let line = good.lines().count() + 2;
    fails(&mut lesson, &[&format!("flat.frag:{line}"), "syntax error"])?;

    std::fs::write(&shader, "")?;
    fails(&mut lesson, &["flat.frag"])?;

    std::fs::write(&shader, good.replace("void main", "void mine"))?;
    fails(&mut lesson, &["flat.frag", "main"])?;

    std::fs::remove_file(&shader)?;
    fails(&mut lesson, &[&format!("cannot read {}", shader.display())])?;

    ensure!(folder.names()?.is_empty(), "a lesson that cannot start leaves {:?} behind", folder.names()?);
    Ok(())
}

#[test]
fn a_model_is_found_from_the_current_folder_or_refused_with_its_place() -> Result<()> {
    let folder = Folder::new()?;
    let tick = std::fs::read_to_string(root().join("assets/joints/tick.dae"))?;
    std::fs::write(folder.join("my own.dae"), &tick)?;
    let jointless = tick.replace("JOINT", "NODE").replace("library_animations", "extra");
    std::fs::write(folder.join("jointless.dae"), jointless)?;
    let opens = |model: &str| {
        let mut lesson = program_command("05-collada-joints")?;
        lesson.args([model, "--headless", "--picture", "a.png"]).current_dir(folder.path());
        Ok::<_, anyhow::Error>(lesson)
    };
    fails(&mut opens("missing.dae")?, &["missing.dae", "No such file"])?;
    fails(&mut opens("jointless.dae")?, &["jointless.dae:", "No node of the scene is a joint"])?;
    ensure!(!folder.join("a.png").exists(), "a refused model leaves a picture behind");
    ends_well(&mut opens("my own.dae")?)?;
    ensure!(folder.names()? == ["a.png", "jointless.dae", "my own.dae"], "it writes {:?}", folder.names()?);
    Ok(())
}

#[cfg(target_os = "linux")]
mod without {
    use super::*;

    #[test]
    fn a_display_a_lesson_draws_a_picture_and_says_where_it_is() -> Result<()> {
        let folder = Folder::new()?;
        let mut command = program_command(FIRST)?;
        let ended = run(command.env("TMPDIR", folder.path()).current_dir(folder.path()), PATIENCE)?;
        let said = format!("{FIRST} said: {}{}", ended.stdout, ended.stderr);
        ensure!(ended.status.success(), "{} {said}", ended.status);
        ensure!(ended.stdout.lines().count() == 1 && ended.stderr.is_empty(), "it takes one line; {said}");
        let path = ended.stdout.trim().rsplit(' ').next().context("a last word")?;
        ensure!(Path::new(path).starts_with(folder.path()), "the last word is the picture's path; {said}");
        let picture = Image::read(Path::new(path))?;
        ensure!(picture.size == (1280, 800), "{:?}", picture.size);
        Ok(())
    }

    #[test]
    fn opengl_a_lesson_says_what_to_install() -> Result<()> {
        let folder = Folder::new()?;
        let mut lesson = first(&folder, &[])?;
        // Here EGL looks for drivers.
        lesson.env("__EGL_VENDOR_LIBRARY_FILENAMES", "/nonexistent");
        fails(&mut lesson, &["./setup.sh"])?;
        ensure!(folder.names()?.is_empty(), "it leaves {:?} behind", folder.names()?);
        Ok(())
    }

    #[test]
    fn opengl_3_3_a_lesson_says_what_was_found() -> Result<()> {
        let folder = Folder::new()?;
        let mut lesson = first(&folder, &["--headless"])?;
        // Mesa then passes itself off as an older one.
        lesson.env("MESA_GL_VERSION_OVERRIDE", "3.2").env("MESA_GLSL_VERSION_OVERRIDE", "150");
        fails(&mut lesson, &["need OpenGL 3.3", "offers 3.2", "LIBGL_ALWAYS_SOFTWARE=1"])
    }
}
