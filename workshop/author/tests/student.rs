//! The students' commands, on branches of a tiny workbook.

use crate::tables;
use crate::tiny::{self, Workbook, commit, git, run_in};
use serde_json::{Value, json};
use std::process::{Command, Stdio};

const NUMBERS: &str = "common/src/numbers.rs";
const SHADER: &str = "shaders/scale.vert";
const OPEN_TWICE: &str = "    let _ = number;\n    0\n";

#[test]
fn each_command_says_what_the_table_says() {
    tables::follow(include_str!("student.txt"));
}

/// Returns a student's workbook, in which everything is open.
fn student() -> Workbook {
    let workbook = Workbook::new();
    commit(workbook.root());
    workbook.run(&["branches"]).ends_with(0);
    workbook.run(&["start"]).ends_with(0);
    workbook
}

#[test]
fn paths_line_ends_and_worktrees_do_not_matter() {
    let workbook = Workbook::named("ein \"Ordner\" für Übungen", "\r\n");
    commit(workbook.root());
    workbook.run(&["branches"]).ends_with(0);
    let worktree = workbook.root().with_file_name("Arbeit ä");
    git(workbook.root(), &["worktree", "add", "--quiet", "--detach", "../Arbeit ä", "HEAD"]);
    run_in(&worktree, &["start", "2"]).ends_with(0);
    let numbers = || std::fs::read_to_string(worktree.join(NUMBERS)).expect("a file");
    let before = numbers();
    run_in(&worktree, &["solve", "--through", "2"]).ends_with(0);
    assert!(numbers().contains("    number - the_step_between_two\r\n"), "{}", numbers());
    assert_eq!(numbers().matches('\n').count(), numbers().matches("\r\n").count());
    run_in(&worktree, &["check", "2"]).ends_with(0);
    run_in(&worktree, &["diff", "2"]).says("The same as the workbook's.\n");
    run_in(&worktree, &["unsolve", "--through", "2"]).ends_with(0);
    assert_eq!(numbers(), before);
    for manifest in ["../Arbeit ä/formats/Cargo.toml", "../Arbeit ä/gpu/Cargo.toml"] {
        workbook.write(manifest, "");
    }
    run_in(&worktree, &["program", "mine"]).ends_with(0);
    let manifest = std::fs::read_to_string(worktree.with_file_name("mine").join("Cargo.toml"));
    let manifest: toml::Table = manifest.expect("a file").parse().expect("a manifest");
    let common = manifest["dependencies"]["common"]["path"].as_str().expect("a path");
    assert_eq!(std::path::Path::new(common), worktree.join("common"));
}

#[cfg(unix)]
#[test]
fn watch_checks_again_after_each_save_and_ends_at_ctrl_c() {
    use std::time::{Duration, Instant};
    let workbook = student();
    let said = workbook.root().join("../said.txt");
    let mut child = Command::new(env!("CARGO_BIN_EXE_author"))
        .args(["watch", "1.1"])
        .current_dir(workbook.root())
        .env_remove("CARGO_TARGET_DIR")
        .stdout(std::fs::File::create(&said).expect("a file"))
        .spawn()
        .expect("the tool");
    let wait = |text: &str| {
        let start = Instant::now();
        while !std::fs::read_to_string(&said).unwrap_or_default().contains(text) {
            assert!(start.elapsed() < Duration::from_secs(60), "not said: {text}");
            std::thread::sleep(Duration::from_millis(50));
        }
    };
    wait("Watching 1.1; Ctrl-C ends it.");
    workbook.edit(NUMBERS, OPEN_TWICE, "    number * number\n");
    wait("──── common/src/numbers.rs was saved");
    wait("Came out   49");
    workbook.edit(NUMBERS, "number * number", "number * 2");
    wait("Next: 01.2");
    // The shell's own kill: a bare machine has no program of that name.
    let interrupt = format!("kill -INT {}", child.id());
    assert!(Command::new("sh").args(["-c", &interrupt]).status().expect("a shell").success());
    assert_eq!(child.wait().expect("ended").code(), Some(0));
}

/// Returns a check's messages for an editor, without cargo's own.
fn told(workbook: &Workbook, words: &[&str]) -> Vec<Value> {
    let done = workbook.run(&[&["check", "--message-format", "json"], words].concat());
    done.ends_with(0);
    let lines = done.stdout.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    lines.filter(|line| line["reason"] == "compiler-message").map(|mut line| line["message"].take()).collect()
}

#[test]
fn an_editor_hears_of_mistakes_in_the_compilers_words() {
    let workbook = student();
    assert_eq!(told(&workbook, &[NUMBERS]), [] as [Value; 0]);
    workbook.edit(NUMBERS, OPEN_TWICE, "    let zwölf = number;\n    zwölf * zwölf\n");
    workbook.edit(SHADER, "return 1;", "return 2;");
    let path = workbook.root().join(NUMBERS);
    let [twice, scale] = &told(&workbook, &[path.to_str().expect("UTF-8")])[..] else { panic!("not two") };
    let says = "It was squared.\nIt grew too fast.\n\nIt was squared. It grew too fast.\n\nAsked for what comes out.\n\nCame out   49\nExpected   14\n\n`cargo workbook hint 01.1` has a hint.";
    let heard =
        |of: &Value| json!([of["code"]["code"], of["level"], of["message"], of["spans"][0]["file_name"]]);
    assert_eq!(heard(twice), json!(["workbook::01.1-squared", "warning", says, NUMBERS]));
    assert_eq!(scale["code"]["code"], "workbook::01.2-too-small");
    let places =
        ["line_start", "column_start", "line_end", "column_end"].map(|place| &twice["spans"][0][place]);
    assert_eq!(json!(places), json!([4, 1, 10, 1]));
    let text = std::fs::read_to_string(&path).expect("a file");
    let at = |name: &str| {
        twice["spans"][0][name].as_u64().and_then(|at| usize::try_from(at).ok()).expect("a place")
    };
    let span = &text[at("byte_start")..at("byte_end")];
    assert!(span.starts_with("pub fn twice(") && span.ends_with("zwölf\n    // END 01.1\n"), "{span}");

    let short = workbook.run(&["check", "--message-format", "short", SHADER]);
    short.says(
        "common/src/numbers.rs:4:1: warning[workbook::01.1-squared]: It was squared. It grew too fast.\n",
    );
    // The hint remembers what an editor has heard. The compiler's errors come alone.
    workbook.run(&["hint", "1.1"]).says("The last check said: It was squared.");
    workbook.edit(NUMBERS, "zwölf * zwölf", "zwölf * ten");
    let error = workbook.run(&["check", "--message-format", "short", "1"]);
    assert_eq!(
        error.stdout,
        "common/src/numbers.rs:8:13: error[E0425]: cannot find value `ten` in this scope\n"
    );
}

/// Returns the tool's output and complaints when a window calls it.
fn asked_by_a_window(workbook: &Workbook, words: &[&str]) -> [String; 2] {
    let mut command = tiny::command_in(workbook.root(), tiny::TOOL);
    command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut tool = command.spawn().expect("the tool");
    let asker = tool.stdin.take();
    let output = tool.wait_with_output().expect("it ends");
    drop(asker);
    [output.stdout, output.stderr].map(|said| String::from_utf8(said).expect("UTF-8"))
}

#[test]
fn a_window_hears_how_far_its_exercises_have_come_and_what_their_checks_say() {
    let workbook = student();
    workbook.edit(NUMBERS, OPEN_TWICE, "    number * number\n");
    let states =
        "\t01.1\ttried\t`twice` in common/src/numbers.rs:5\n\t01.2\topen\t`scale` in shaders/scale.vert:4\n";
    assert_eq!(asked_by_a_window(&workbook, &["exercises", "1"]), [states, ""]);
    let [said, _] = asked_by_a_window(&workbook, &["exercises", "1", "check"]);
    assert!(said.contains("Came out   49") && said.ends_with(states), "{said}");
}
