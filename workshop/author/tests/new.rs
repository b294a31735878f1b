//! `cargo workbook new` in a copy of this very course.
//!
//! A full `verify` there takes minutes, so the test stops before its builds. It builds and runs the new lesson's
//! program and its check.

use crate::tiny::{TOOL, command_in, run_in};
use author::tree::{self, Files};
use std::path::Path;
use std::process::Command;

/// Writes a copy that shares with the course what cargo has built of others' crates.
///
/// Cargo takes what it built of a copy's own packages for the course's. Under a profile of their own they are kept
/// apart: with another number of units to generate code in.
fn copy_to(copy: &Path) -> Files {
    let root = course::root();
    let mut files = tree::read(root).expect("files");
    let target = Path::new(TOOL).ancestors().nth(2).expect("a target folder");
    let named = |file: &String| {
        let manifest: toml::Table = String::from_utf8_lossy(&files[file]).parse().expect("a manifest");
        Some(manifest.get("package")?["name"].as_str()?.to_owned())
    };
    let names: Vec<String> =
        files.keys().filter(|file| file.ends_with("/Cargo.toml")).filter_map(named).collect();
    let mut workspace = String::from_utf8_lossy(&files["Cargo.toml"]).into_owned();
    for name in names.iter().map(String::as_str).chain(["lesson-99"]) {
        let profile = format!("\n[profile.dev.package.{name}]\n");
        if !workspace.contains(&profile) {
            workspace += &profile;
        }
        workspace = workspace.replace(&profile, &format!("{profile}codegen-units = 2\n"));
    }
    files.insert("Cargo.toml".to_owned(), workspace.into_bytes());
    let config = format!("\n[build]\nbuild-dir = {:?}\ntarget-dir = {:?}\n", target, copy.join("target"));
    files.get_mut(".cargo/config.toml").expect("a configuration").extend(config.bytes());
    tree::write(copy, &files).expect("written");
    let git = Command::new("git").args(["init", "--quiet"]).current_dir(copy).status();
    assert!(git.expect("git").success());
    files
}

#[test]
fn a_new_lesson_is_as_a_lesson_must_be() {
    let folder = tempfile::tempdir().expect("a folder");
    let copy = folder.path().canonicalize().expect("the folder");
    let before = copy_to(&copy);

    for (args, says) in [
        (&["new", "Volume", "--number", "3"][..], "there is lessons/03_cut_out_puppet already"),
        (&["new", "cut-out Puppet"], "there is lessons/03_cut_out_puppet already"),
        (&["new", "Volume", "--number", "100"], "a lesson's number has two digits"),
        (&["new", "a|b"], "'a|b' is no title"),
        (&["new", "-"], "no title"),
    ] {
        let done = run_in(&copy, args);
        assert!(done.code == Some(1) && done.stderr.contains(says), "{}", done.stderr);
        assert!(tree::read(&copy).expect("files") == before, "{args:?} has changed something");
    }

    let done = run_in(&copy, &["new", "Keeping it's volume", "--number", "99"]);
    done.ends_with(0);
    done.says("What is left to you:\n\n 1. ");
    let lesson = copy.join("lessons/99_keeping_its_volume");
    assert!(std::fs::read(lesson.join("pictures/turned.png")).expect("a picture").starts_with(b"\x89PNG"));
    run_in(&copy, &["list"]).says("  99  Keeping it's volume");
    run_in(&copy, &["check", "99"]).says("99.1  The tip of a bar: right.");

    let fmt =
        Command::new("rustfmt").args(["--check", "--edition", "2024"]).arg(lesson.join("main.rs")).output();
    let fmt = fmt.expect("rustfmt");
    assert!(fmt.status.success(), "{}", String::from_utf8_lossy(&fmt.stdout));

    // Without a compiler it ends where it begins to build.
    let mut verify = command_in(&copy, TOOL);
    let verify = verify.args(["verify", "99"]).env("RUSTC", "no-compiler").output().expect("the tool");
    let said = String::from_utf8_lossy(&verify.stdout);
    let agree = "✓ Sources, lessons, checks and texts agree\n✓ Students are shown no solution\n✗ The starter";
    assert!(said.starts_with(agree), "{said}{}", String::from_utf8_lossy(&verify.stderr));
}
