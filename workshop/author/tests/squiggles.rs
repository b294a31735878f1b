//! Tests the marks in an editor after saving: a real starter, a real mistake, and rust-analyzer.

use crate::analyzer::Editor;
use crate::tiny::{run_in, share_crates, target};
use anyhow::{Context, Result};
use author::markers::State;
use author::projection::Course;
use author::tree;
use course::{Id, LessonInfo};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

const SPACES: &str = "common/src/transform/spaces.rs";

/// Counts the programs that run from a folder's build, or in it.
fn running(folder: &Path) -> usize {
    let is_below = |link, folders: &[&Path]| {
        fs::read_link(link).is_ok_and(|path| folders.iter().any(|folder| path.starts_with(folder)))
    };
    let processes = fs::read_dir("/proc").expect("Linux").flatten().map(|own| own.path());
    processes
        .filter(|own| is_below(own.join("cwd"), &[folder]) && is_below(own.join("exe"), &[folder, target()]))
        .count()
}

#[track_caller]
fn until(is_so: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < Duration::from_secs(300), "it never came to that");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_mistake_is_shown_where_it_was_saved_until_it_is_mended() -> Result<()> {
    let root = course::root();
    let (lessons, files) = (LessonInfo::all(root)?, tree::read(root)?);
    let course = Course::whole(&files, &lessons)?;
    let id = Id::strict("01.1").context("an id")?;
    let mistake = lessons[0].mistakes.data.named("turned-before-moved").context("a mistake")?;
    let with = |answer: State| -> Result<String> {
        let tree = course.for_students(|own| if own == id { answer } else { State::Open });
        Ok(String::from_utf8(tree[SPACES].clone())?)
    };
    let (wrong, right) = (with(State::Code(mistake.code()))?, with(State::Solved)?);

    let temporary = tempfile::tempdir()?;
    let folder = temporary.path().canonicalize()?.join("Übung 1");
    let mut starter = course.for_students(|_| State::Open);
    share_crates(&mut starter, 5);
    tree::write(&folder, &starter)?;
    run_in(&folder, &["editor", "vscode"]).ends_with(0);
    let settings: Value = serde_json::from_slice(&fs::read(folder.join(".vscode/settings.json"))?)?;
    let mut editor = Editor::open(&folder, &settings["rust-analyzer.check.overrideCommand"])?;
    let spaces = folder.join(SPACES);
    editor.show(&spaces)?;

    // Of what is open it is said at most that it waits for another.
    let open = fs::read_to_string(&spaces)?;
    editor.save(&spaces, &open)?;
    editor.checked()?;

    let saved = Instant::now();
    editor.save(&spaces, &wrong)?;
    let shown = editor.shown(&spaces, |shown| matches!(shown, [only] if only["severity"] == 2))?;
    println!("{:.2} s from saving to the squiggle", saved.elapsed().as_secs_f32());
    let [only] = &shown[..] else { panic!("{shown:#?}") };
    assert_eq!((&only["source"], &only["code"]), (&"workbook".into(), &"01.1-turned-before-moved".into()));
    assert_eq!(only["severity"], 2);
    let message = only["message"].as_str().context("a message")?;
    assert!(message.starts_with(&format!("{}.\n", mistake.title)), "{message}");
    assert!(message.contains("Asked for the matrix of a hinge at (2, 0, 0)"), "{message}");
    let line = wrong.lines().position(|line| line.contains("fn parent_from_hinge")).context("its line")?;
    let length = wrong.lines().skip(line).position(|line| line == "    // END 01.1").context("its end")?;
    let place = ["start", "end"].map(|end| [&only["range"][end]["line"], &only["range"][end]["character"]]);
    assert_eq!(json!(place), json!([[line, 0], [line + length + 1, 0]]));

    // An error of the compiler is alone, and in its own words.
    editor.save(&spaces, &wrong.replace("degrees.to_radians()", "angle"))?;
    let of_rustc = |one: &Value| one["source"] == "rustc" && one["code"] == "E0425";
    editor.shown(&spaces, |shown| !shown.is_empty() && shown.iter().all(of_rustc))?;

    // A student who saves during an endless check leaves no process behind.
    assert_eq!(running(&folder), 0);
    let endless = "while !degrees.is_nan() {}\n    Mat4::from_rotation_z";
    editor.save(&spaces, &wrong.replacen("Mat4::from_rotation_z", endless, 1))?;
    until(|| running(&folder) > 1);
    editor.save(&spaces, &right)?;
    editor.shown(&spaces, <[Value]>::is_empty)?;
    editor.checked()?;
    until(|| running(&folder) == 0);

    // README quotes what a check says in the terminal to another mistake.
    let readme = fs::read_to_string(root.join("README.md"))?;
    let (_, quoted) =
        readme.split_once("<!-- says 01.2 parent-is-the-world -->\n```text\n").context("a mark")?;
    let (quoted, _) = quoted.split_once("\n```").context("an end")?;
    let mistake = lessons[0].mistakes.data.named("parent-is-the-world").context("a mistake")?;
    let tree = course.for_students(|own| match own == *mistake.exercise.get_ref() {
        true => State::Code(mistake.code()),
        false => State::Solved,
    });
    fs::write(&spaces, &tree[SPACES])?;
    let said = run_in(&folder, &["check", "1.2"]).stdout;
    let said: Vec<&str> = said.lines().map(|line| line.strip_prefix("  ").unwrap_or(line)).collect();
    assert!(said.join("\n").contains(quoted), "{}", said.join("\n"));
    Ok(())
}
