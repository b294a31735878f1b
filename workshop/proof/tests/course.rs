//! Every lesson has what a lesson must have. That exercises, texts and code agree is for `cargo workbook verify`.

mod support;

use anyhow::{Context, Result, ensure};
use course::root;
use std::collections::BTreeSet;
use std::process::Command;
use support::{lesson_names, names_in};

/// A program longer than this is not read in one sitting.
const LINES: usize = 300;

#[test]
fn every_lesson_has_its_files() -> Result<()> {
    for name in lesson_names()? {
        let folder = root().join("lessons").join(name.replace('-', "_"));
        for file in
            ["main.rs", "README.md", "lesson.toml", "checks.rs", "mistakes.toml", "answers.toml", "pictures"]
        {
            let path = folder.join(file);
            ensure!(path.exists(), "lesson {name} has no {file}: add {}", path.display());
        }
        let program = std::fs::read_to_string(folder.join("main.rs"))?;
        let lines = program.lines().count();
        ensure!(
            lines < LINES,
            "main.rs of {name} has {lines} lines; under {LINES} it must be: move what is not the lesson's own \
             to common, or to a file beside it"
        );
    }
    Ok(())
}

#[test]
fn programs_and_checks_are_named_as_their_lesson() -> Result<()> {
    for lesson in lesson_names()? {
        for (kind, wanted) in [("bin", lesson.clone()), ("test", format!("{lesson}-checks"))] {
            let names = names_in(&lesson, kind)?;
            ensure!(names == [wanted], "the [[{kind}]] tables in the Cargo.toml of {lesson} are {names:?}");
        }
    }
    Ok(())
}

#[test]
fn there_is_one_copy_of_the_crates_that_must_agree() -> Result<()> {
    let lock: toml::Table = toml::from_str(&std::fs::read_to_string(root().join("Cargo.lock"))?)?;
    let packages = lock.get("package").and_then(toml::Value::as_array).context("Cargo.lock lists nothing")?;
    for name in ["glam", "glium", "imgui", "winit"] {
        let versions: Vec<_> = packages
            .iter()
            .filter(|package| package.get("name").and_then(toml::Value::as_str) == Some(name))
            .filter_map(|package| package.get("version")?.as_str())
            .collect();
        ensure!(
            versions.len() == 1,
            "Cargo.lock holds {name} {versions:?}; with two copies their types do not fit together. \
             `cargo tree --duplicates` says who wants which"
        );
    }
    Ok(())
}

/// The features of every crate that cargo builds for some kinds of dependencies. What macros need may be built with others
/// than the rest.
fn features(kinds: &str) -> Result<BTreeSet<String>> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["tree", "--workspace", "--locked", "--offline", "--prefix", "none"]);
    cargo.args(["--format", "{p} [{f}]", "--edges", kinds]).current_dir(root());
    let output = cargo.output().context("cannot start cargo")?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines = String::from_utf8(output.stdout)?;
    Ok(lines.lines().map(|line| line.trim_end_matches(" (*)").to_owned()).collect())
}

#[test]
fn programs_and_tests_are_built_of_the_same_crates() -> Result<()> {
    let (programs, tests) = (features("normal,build")?, features("normal,build,dev")?);
    let twice: Vec<&String> = programs.difference(&tests).collect();
    ensure!(
        twice.is_empty(),
        "these are built again for tests, with other features: {twice:#?}. \
         `cargo tree --edges features --invert` says who asks for what"
    );
    Ok(())
}

/// All files that git tracks, named from the workbook's folder.
fn tracked() -> Result<Vec<String>> {
    let list = Command::new("git").args(["ls-files", "-z"]).current_dir(root()).output()?;
    let list = String::from_utf8(list.stdout)?;
    Ok(list.split_terminator('\0').map(str::to_owned).collect())
}

/// Cargo holds rooms apart; this holds what their first lines tell to cargo's files.
#[test]
fn a_room_depends_on_what_its_first_lines_say() -> Result<()> {
    let workspace: toml::Table = toml::from_str(&std::fs::read_to_string(root().join("Cargo.toml"))?)?;
    let shared = &workspace["workspace"]["dependencies"];
    let is_ours = |name: &&String| shared.get(name.as_str()).is_some_and(|one| one.get("path").is_some());
    for path in tracked()?.iter().filter(|file| file.ends_with("/src/lib.rs")) {
        let Some(room) = path.strip_suffix("src/lib.rs") else { continue };
        let text = std::fs::read_to_string(root().join(path))?;
        let line = text.lines().find_map(|line| line.split_once("**Depends on:** "));
        let (_, said) = line.with_context(|| format!("{path} does not say on what it depends"))?;
        let said: Vec<&str> = said.split('`').skip(1).step_by(2).collect();
        let manifest: toml::Table =
            toml::from_str(&std::fs::read_to_string(root().join(room).join("Cargo.toml"))?)?;
        let dependencies = manifest.get("dependencies").and_then(toml::Value::as_table);
        let has: Vec<&String> = dependencies.into_iter().flat_map(|all| all.keys()).filter(is_ours).collect();
        ensure!(said == has, "{path} says that it depends on {said:?}, and it does on {has:?}");
    }
    Ok(())
}

/// Files of which texts speak without having them: a reader's own, others', and those of attacks that were tried.
const NOT_OURS: &[&str] = &[
    ".helix/languages.toml",
    "build.rs",
    "letter-f-animated.dae",
    "mine.dae",
    "my.dae",
    "rust-toolchain.toml",
];

/// The ends of the names that are held to the tree.
const ENDINGS: &[&str] =
    &["rs", "toml", "md", "sh", "py", "vert", "frag", "dae", "glb", "gltf", "yml", "slurm"];

#[test]
fn a_file_that_a_text_names_is_there() -> Result<()> {
    let tracked = tracked()?;
    let is_there = |name: &str| {
        let name = name.trim_start_matches("../").trim_start_matches("./");
        let is_it = |file: &String| {
            file.strip_suffix(name).is_some_and(|folder| folder.is_empty() || folder.ends_with('/'))
        };
        NOT_OURS.contains(&name) || tracked.iter().any(is_it)
    };
    for path in tracked.iter().filter(|file| file.ends_with(".md")) {
        let text = std::fs::read_to_string(root().join(path))?;
        // Every second part is a code block, or code in a line.
        let prose: String = text.split("```").step_by(2).collect();
        let is_file = |name: &&str| {
            let (stem, ending) = name.rsplit_once('.').unwrap_or_default();
            !stem.is_empty()
                && ENDINGS.contains(&ending)
                && name.chars().all(|c| c.is_ascii_alphanumeric() || "._-/".contains(c))
        };
        for name in prose.split('`').skip(1).step_by(2).filter(is_file) {
            ensure!(is_there(name), "{path} names `{name}`, and there is no such file");
        }
    }
    Ok(())
}

/// Else they would lie among a student's changes, and be handed in.
#[test]
fn git_ignores_what_f12_saves_and_nothing_that_is_tracked() -> Result<()> {
    let git = |args: &[&str]| Command::new("git").args(args).current_dir(root()).output();
    for name in lesson_names()? {
        let saved = format!("{name}-12.png");
        ensure!(git(&["check-ignore", "--quiet", &saved])?.status.success(), "git does not ignore {saved}");
    }
    let tracked =
        String::from_utf8(git(&["ls-files", "--cached", "--ignored", "--exclude-standard"])?.stdout)?;
    ensure!(tracked.is_empty(), "git ignores what it tracks: {tracked}");
    Ok(())
}
