//! `cargo workbook new` in a copy of this very course.
//!
//! A full `verify` there takes minutes, so the test stops before its builds. It builds and runs the new
//! lesson's program and its check.

use crate::tiny::{TOOL, command_in, run_in, share_crates};
use author::tree::{self, Files};
use std::path::Path;
use std::process::Command;

/// Writes a copy of the course.
fn copy_to(copy: &Path) -> Files {
    let mut files = tree::read(course::root()).expect("files");
    share_crates(&mut files, 4);
    let of_new = b"[profile.dev.package.lesson-99]\ncodegen-units = 4\n";
    files.get_mut(".cargo/config.toml").expect("a configuration").extend(of_new);
    tree::write(copy, &files).expect("written");
    let git = Command::new("git").args(["init", "--quiet"]).current_dir(copy).status();
    assert!(git.expect("git").success());
    files
}

/// Saves a source, and checks that the window shows the new code's motion by itself.
#[cfg(target_os = "linux")]
fn a_saved_source_moves_in_the_window(copy: &Path, source: &Path) {
    use crate::desk::Desk;
    let program = copy.join("target/debug/99-keeping-its-volume");
    let mut desk = Desk::open(command_in(copy, program.to_str().expect("UTF-8"))).expect("a window");
    // With the words closed the view stays where it is, since all is right.
    desk.key("shift+F4").expect("a key");
    desk.key("Escape").expect("a key");
    let first = desk.shows(|_| true).expect("a picture at rest");
    let text = std::fs::read_to_string(source).expect("a source");
    let saves = |from: &str, to: &str| std::fs::write(source, text.replace(from, to)).expect("saved");
    saves("joint_colour(0)", "joint_colour(3)");
    let turned = desk.shows(|view| view != &first).expect("another picture");
    // The compiler's error is told over the view, and the picture stays.
    saves("joint_colour(0)", "joint_color(0)");
    desk.shows(|view| view != &turned).expect("an error");
    saves("", "");
    desk.shows(|view| view == &first).expect("the first picture");
    let ended = desk.ends("Escape").expect("its end");
    assert!(ended, "the first program waits for the last");
}

#[test]
fn a_new_lesson_is_as_a_lesson_must_be() {
    let folder = tempfile::tempdir().expect("a folder");
    let copy = folder.path().canonicalize().expect("the folder");
    let before = copy_to(&copy);

    for (args, says) in [
        (&["new", "cut-out Puppet"][..], "there is lessons/03_cut_out_puppet already"),
        (&["new", "Volume", "--at", "100"], "a lesson's number has two digits"),
        (&["new", "a|b"], "'a|b' is no title"),
        (&["new", "-"], "no title"),
    ] {
        let done = run_in(&copy, args);
        assert!(done.code == Some(1) && done.stderr.contains(says), "{}", done.stderr);
        assert!(tree::read(&copy).expect("files") == before, "{args:?} has changed something");
    }

    let done = run_in(&copy, &["new", "Keeping it's volume", "--at", "99"]);
    done.ends_with(0);
    done.says("What is left to you:\n\n 1. ");
    let lesson = copy.join("lessons/99_keeping_its_volume");
    assert!(std::fs::read(lesson.join("pictures/turned.png")).expect("a picture").starts_with(b"\x89PNG"));
    run_in(&copy, &["list"]).says("  99  Keeping it's volume");
    run_in(&copy, &["check", "99"]).says("99.1  The tip of a bar: right.");

    #[cfg(target_os = "linux")]
    a_saved_source_moves_in_the_window(&copy, &lesson.join("main.rs"));

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
