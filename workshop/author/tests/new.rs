//! `cargo workbook new` in a copy of this very course.
//!
//! A full `verify` there takes minutes, so the test stops before its builds. It builds and runs the new
//! lesson's program and its check.

use crate::tiny::{TOOL, command_in, run_in};
use author::markers::State;
use author::projection::Course;
use author::tree::{self, Files};
use course::LessonInfo;
use std::path::Path;
use std::process::Command;

const SPACES: &str = "common/src/transform/spaces.rs";

/// Writes a copy of the course that shares cargo's builds of others' crates.
///
/// Cargo would take what it has built of a copy's own packages for the course's. It keeps profiles apart, so they are built
/// in a number of codegen units that the course hasn't.
fn copy_to(copy: &Path) -> Files {
    let mut files = tree::read(course::root()).expect("files");
    let target = Path::new(TOOL).ancestors().nth(2).expect("a target folder");
    let mut config = format!("\n[build]\nbuild-dir = {target:?}\n");
    let manifests = files.iter().filter(|(file, _)| file.ends_with("/Cargo.toml"));
    let manifests = manifests.map(|(_, text)| String::from_utf8_lossy(text).parse().expect("a manifest"));
    let names =
        manifests.filter_map(|manifest: toml::Table| Some(manifest.get("package")?["name"].to_string()));
    for name in names.chain(["lesson-99".to_owned()]) {
        config += &format!("[profile.dev.package.{name}]\ncodegen-units = 4\n");
    }
    files.get_mut(".cargo/config.toml").expect("a configuration").extend(config.bytes());
    tree::write(copy, &files).expect("written");
    let git = Command::new("git").args(["init", "--quiet"]).current_dir(copy).status();
    assert!(git.expect("git").success());
    files
}

/// Tests that a check says to a mistake what README quotes.
fn readme_quotes_a_check(copy: &Path, files: &Files) {
    let lessons = LessonInfo::all(course::root()).expect("lessons");
    let mistake = lessons[0].mistakes.data.named("parent-is-the-world").expect("a mistake");
    let answers =
        |id| if id == *mistake.exercise.get_ref() { State::Code(mistake.code()) } else { State::Solved };
    let wrong = Course::whole(files, &lessons).expect("a course").for_students(answers);
    std::fs::write(copy.join(SPACES), &wrong[SPACES]).expect("saved");
    let said = run_in(copy, &["check", "1.2"]).stdout;
    let said: Vec<&str> = said.lines().map(|line| line.strip_prefix("  ").unwrap_or(line)).collect();
    let readme = String::from_utf8_lossy(&files["README.md"]);
    let quoted = readme.split_once("<!-- says 01.2 parent-is-the-world -->\n```text\n").expect("a mark").1;
    let quoted = quoted.split_once("\n```").expect("an end").0;
    assert!(said.join("\n").contains(quoted), "{}", said.join("\n"));
    std::fs::write(copy.join(SPACES), &files[SPACES]).expect("ours again");
}

/// Saves a source, and checks that the window shows the new code's motion by itself.
#[cfg(target_os = "linux")]
fn a_saved_source_moves_in_the_window(copy: &Path, source: &Path) {
    use crate::desk::Desk;
    let mut command = command_in(copy, TOOL);
    command.args(["run", "99"]);
    let mut desk = Desk::open(command).expect("a window");
    desk.key("space").expect("a key");
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
    let failed = desk.shows(|view| view != &turned).expect("an error");
    // So is a program's that ends before it draws.
    saves("fn main() -> ExitCode {", "fn main() -> ExitCode {\n    std::process::exit(3);");
    desk.shows(|view| view != &turned && view != &failed).expect("another error");
    saves("", "");
    desk.shows(|view| view == &first).expect("the first picture");
    let ended = desk.ends("Escape").expect("its end");
    assert!(ended, "the command waits for the last window");
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
    readme_quotes_a_check(&copy, &before);
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
