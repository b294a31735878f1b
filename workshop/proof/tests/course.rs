//! Crates that are built once, and texts that are right about rooms and files. That exercises, texts and code agree is for
//! `cargo workbook verify`.

use anyhow::{Context, Result, ensure};
use course::root;
use std::collections::BTreeSet;
use std::process::Command;

/// The crates that cargo builds for some packages, each with its features, but for those of macros, which it builds apart.
fn features(kinds: &str, packages: &[&str]) -> Result<BTreeSet<String>> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["tree", "--locked", "--offline", "--prefix", "none", "--format", "{p} [{f}]"]);
    cargo.args(["--edges", kinds]).args(packages).current_dir(root());
    let output = cargo.output().context("cannot start cargo")?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines = String::from_utf8(output.stdout)?;
    Ok(lines.lines().map(|line| line.trim_end_matches(" (*)").to_owned()).collect())
}

#[test]
fn programs_and_all_tests_are_built_of_the_same_crates() -> Result<()> {
    let crate_of = |line: &String| line.split(" [").next().map(str::to_owned);
    let programs = features("normal,build,no-proc-macro", &[])?;
    for packages in [&[][..], &["-p", "proof"], &["-p", "author", "-p", "proof"]] {
        let tests = features("normal,build,dev,no-proc-macro", packages)?;
        let crates: BTreeSet<_> = tests.iter().map(crate_of).collect();
        let is_other = |line: &&String| crates.contains(&crate_of(line)) && !tests.contains(*line);
        let twice: Vec<&String> = programs.iter().filter(is_other).collect();
        ensure!(
            twice.is_empty(),
            "these are built again for `cargo test {}`, with other features: {twice:#?}. \
             `cargo tree --edges features --invert` says who asks for what",
            packages.join(" ")
        );
    }
    Ok(())
}

/// Returns the paths of all files that git tracks.
fn tracked() -> Result<Vec<String>> {
    let list = Command::new("git").args(["ls-files", "-z"]).current_dir(root()).output()?;
    let list = String::from_utf8(list.stdout)?;
    Ok(list.split_terminator('\0').map(str::to_owned).collect())
}

/// Files that texts name though the workbook lacks them: a reader's own, others', and attackers'.
const NOT_OURS: &[&str] = &[
    ".helix/languages.toml",
    "avatar.glb",
    "avatar_walk.glb",
    "build.rs",
    "engine.toml",
    "letter-f-animated.dae",
    "mine.dae",
    "my.dae",
    "rust-toolchain.toml",
];

/// The endings of the file names in texts that must exist.
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
