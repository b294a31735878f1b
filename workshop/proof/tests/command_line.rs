//! Tests that errors of a command line are explained, and leave no files behind.

use crate::support::{Ended, FIRST, Folder, PATIENCE, copy_of_workbook, ends_well, program_command, run};
use anyhow::{Context, Result, ensure};
use course::root;
use gpu::Image;
use std::path::Path;
use std::process::Command;

/// A lesson that opens models.
const MODELS: &str = "05-collada-joints";

/// A command line that is refused: the program, its words, a variable with its value, and what is said about it. `{copy}` is a
/// copy of the workbook, without its first lesson's `{shader}`.
type Refused = (&'static str, &'static str, (&'static str, &'static str), &'static [&'static str]);

const REFUSED: &[Refused] = &[
    (FIRST, "--pictur b.png", NONE, &["'--pictur'", "'--picture'"]),
    (FIRST, "--picture b.png --crop=1280,0,9,9", NONE, &["1280x800"]),
    (FIRST, "--picture missing/b.png", NONE, &["cannot write missing/b.png"]),
    (FIRST, "--picture taken.png --size 64x64", NONE, &["cannot write taken.png"]),
    (FIRST, "--film taken.gif --size 64x64", NONE, &["cannot write taken.gif"]),
    (FIRST, "--picture a.png --set nothing=1", NONE, &["nothing"]),
    (FIRST, "--picture b.png", ("WORKBOOK_ROOT", "gone"), &["cannot read", "gone"]),
    (FIRST, "--picture b.png", ("WORKBOOK_ROOT", "{copy}"), &["cannot read {shader}"]),
    (MODELS, "--picture b.png missing.dae", NONE, &["missing.dae", "No such file"]),
    (MODELS, "--picture b.png jointless.dae", NONE, &["jointless.dae:", "No node of the scene is a joint"]),
    #[cfg(target_os = "linux")]
    // Here EGL looks for drivers.
    (FIRST, "--picture b.png", ("__EGL_VENDOR_LIBRARY_FILENAMES", "/nonexistent"), &["./setup.sh"]),
    #[cfg(target_os = "linux")]
    // Mesa then passes itself off as an older one.
    (FIRST, "--picture b.png", ("MESA_GL_VERSION_OVERRIDE", "3.2"), &["need OpenGL 3.3", "offers 3.2"]),
];
const NONE: (&str, &str) = ("WORKBOOK_GL_DEBUG", "1");

/// Runs a program that must fail with one error, which contains all `words`.
fn fails(command: &mut Command, words: &[String]) -> Result<()> {
    let Ended { status, stdout, stderr } = run(command, PATIENCE)?;
    let said = format!("{command:?}\nended with {status} and said:\n{stdout}{stderr}");
    ensure!(status.code().is_some_and(|code| code != 0), "it should fail: {said}");
    ensure!(!stderr.contains("panicked at"), "it should not panic: {said}");
    let errors = stderr.lines().filter(|line| line.starts_with("error: ")).count();
    ensure!(errors == 1 && stderr.starts_with("error: "), "it should say one error: {said}");
    let missing: Vec<_> = words.iter().filter(|word| !stderr.contains(*word)).collect();
    ensure!(missing.is_empty(), "it should say {missing:?}: {said}");
    Ok(())
}

#[test]
fn what_is_refused_is_told_in_one_error_and_leaves_nothing_behind() -> Result<()> {
    let (folder, copy) = (Folder::new()?, copy_of_workbook()?);
    let tick = std::fs::read_to_string(root().join("assets/joints/tick.dae"))?;
    let jointless = tick.replace("JOINT", "NODE").replace("library_animations", "extra");
    std::fs::write(folder.join("jointless.dae"), jointless)?;
    std::fs::write(folder.join("a.png"), "older")?;
    ["taken.png", "taken.gif"].iter().try_for_each(|name| std::fs::create_dir(folder.join(name)))?;
    let (shader, before) = (copy.join("shaders/flat.frag"), folder.names()?);
    let good = std::fs::read_to_string(&shader)?;
    std::fs::remove_file(&shader)?;
    let at = |text: &str| {
        let [copy, shader] = [&*copy, &shader].map(|path| path.display().to_string());
        text.replace("{copy}", &copy).replace("{shader}", &shader)
    };
    for (program, args, (variable, value), words) in REFUSED {
        let mut command = program_command(program)?;
        command.arg("--headless").args(args.split(' ')).env(variable, at(value)).current_dir(&*folder);
        fails(&mut command, &words.iter().map(|word| at(word)).collect::<Vec<_>>())?;
        ensure!(folder.names()? == before, "{args} leaves {:?} behind", folder.names()?);
    }
    ensure!(std::fs::read_to_string(folder.join("a.png"))? == "older", "the older picture was overwritten");

    let line = good.lines().count() + 2;
    for (text, words) in [
        (format!("{good}\nnonsense\n"), vec![format!("flat.frag:{line}"), "syntax error".to_owned()]),
        (String::new(), vec!["flat.frag".to_owned()]),
        (good.replace("void main", "void mine"), vec!["flat.frag".to_owned(), "main".to_owned()]),
    ] {
        std::fs::write(&shader, text)?;
        let mut command = program_command(FIRST)?;
        // A program in a copy finds that copy's files by itself.
        std::fs::copy(root().join("Cargo.toml"), copy.join("Cargo.toml"))?;
        fails(command.arg("--headless").current_dir(copy.join("assets")), &words)?;
    }
    Ok(())
}

#[cfg(target_os = "linux")]
#[test]
fn without_a_display_a_lesson_draws_a_picture_and_says_where_it_is() -> Result<()> {
    let folder = Folder::new()?;
    let mut command = program_command(FIRST)?;
    let ended = ends_well(command.env("TMPDIR", &*folder).current_dir(&*folder))?;
    let path = ended.stdout.trim().rsplit(' ').next().context("a last word")?;
    let picture = Image::read(Path::new(path))?;
    let is_there = Path::new(path).starts_with(&*folder) && picture.size == (1280, 800);
    ensure!(is_there && ended.stdout.lines().count() == 1, "{:?}: {}", picture.size, ended.stdout);
    Ok(())
}
